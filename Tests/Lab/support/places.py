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


def stretched(seconds):
    """So long, where others compute: as many times as there are programs for each processor, 10 times at most."""
    return seconds * min(10.0, max(1.0, os.getloadavg()[0] / os.cpu_count()))


def wait_until(what, condition, seconds=PATIENCE_SECONDS, pause=0.3):
    """Waits for an event; gives what the condition gave."""
    began = time.monotonic()
    while time.monotonic() - began < stretched(seconds):
        if value := condition():
            return value
        time.sleep(pause)
    raise Failure(f"{what} did not happen within {time.monotonic() - began:.0f} s")
