"""A session of sway with five ordinary programs, beside the same session without Torpor."""
