"""The checks of the lab, by what they are about."""
