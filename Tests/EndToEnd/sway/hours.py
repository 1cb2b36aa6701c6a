"""Two hours of a person who changes between programs, compressed into minutes."""

import random

HOURS_SECONDS = 7200
# How long a person looks at one program: most looks are short, some last minutes. A log-normal distribution with a
# median of 60 s and this spread has a mean of 110 s, which is some 65 changes in two hours.
MEDIAN_SECONDS, SPREAD = 60.0, 1.1
# How often each is chosen. A person reads and writes most, and looks at the build and the player now and then.
SHARES = {"browser": 8, "editor": 6, "terminal": 3, "files": 2, "player": 1}


def looks(seed, minutes):
    """What is looked at, and for how many seconds: a list that lasts for the minutes. The programs are those of
    `SHARES`; each look is of another program than the one before."""
    drawn, scale, left, found = random.Random(seed), HOURS_SECONDS / (minutes * 60), HOURS_SECONDS, []
    shown = None
    while left > 0:
        names = [name for name in SHARES if name != shown]
        shown = drawn.choices(names, [SHARES[name] for name in names])[0]
        seconds = min(left, drawn.lognormvariate(0, SPREAD) * MEDIAN_SECONDS)
        found.append((shown, seconds / scale))
        left -= seconds
    return found
