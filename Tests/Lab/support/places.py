"""Where the lab's files are, and what its checks say when they do not hold."""

import os
import pathlib
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
SOURCES = ROOT / "Tests" / "Lab"
CACHE = pathlib.Path(os.environ.get("TORPOR_LAB", ROOT / ".build-lab"))
IMAGE = CACHE / "image"
RUN = CACHE / "run"


class Failure(Exception):
    """A check does not hold, or the lab cannot do its part; the text says what was seen."""


class Skip(Exception):
    """A check cannot be made here; the text says why."""


def require(condition, seen):
    if not condition:
        raise Failure(seen)


# An emulated machine beside builds is slow. How long something took is said, and decides only where the machine's own
# clock measured it.
PATIENCE_SECONDS = 120.0


def wait_until(what, condition, seconds=PATIENCE_SECONDS, pause=0.3):
    """Waits for an event; gives what the condition gave."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if value := condition():
            return value
        time.sleep(pause)
    raise Failure(f"{what} did not happen within {seconds:g} s")
