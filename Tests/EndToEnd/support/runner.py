"""Runs the checks of a folder: in lanes beside each other, then one by one what cannot be beside others."""

import argparse
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile

from support.harness import ROOT
from support.options import OPTIONS

TESTS = ROOT / "Tests" / "EndToEnd"
# Checks wait most of the time, so that two processors carry many lanes.
LANES = 8
# Those that assert milliseconds wait, too; in three lanes no more than two of them compute at a time.
QUIET_LANES = 3
NO_TESTS = 5  # pytest's status where nothing was chosen.
# More than these fail by what they check and not by what ran beside them.
TRIED_AGAIN_MAX = 4


def main(folder, text):
    parser = argparse.ArgumentParser(
        description=text, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Options of pytest go to it.",
    )
    for name, facts in OPTIONS.items():
        parser.add_argument(name, **facts)
    parser.add_argument("--quick", action="store_true", help="those that are done soonest and miss least")
    parser.add_argument("--lanes", type=int, default=LANES, help=f"how many run at once (default: {LANES})")
    parser.add_argument(
        "--only", action="append", choices=["lanes", "nested", "machine", "nested-machine", "quiet"],
        help="those in lanes, those in lanes with programs of Services and SDK, those that change the machine, those of "
        "them with programs of Services and SDK, or those that assert milliseconds (default: all)",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="those, one after the other")
    options, rest = parser.parse_known_args()
    missing = [name for name in ("pytest", "xdist") if not importlib.util.find_spec(name)]
    if missing:
        sys.exit(f"{folder}: {' and '.join(missing)} missing (apt install python3-pytest python3-pytest-xdist)")
    for name in OPTIONS:
        if (value := getattr(options, name[2:])) is not None:
            rest.append(f"{name}={value}")
    if options.names:
        return run(folder, *rest, *(f"--check={name}" for name in options.names))
    chosen = "quick and " if options.quick else ""
    # A table has its rows in their order.
    if options.table:
        return run(folder, *rest, *(["-m", "quick"] if options.quick else []))
    lanes = ["-n", str(options.lanes), "--dist", "loadgroup", "-m"]
    parts = {
        "lanes": [*lanes, f"{chosen}not nested and not machine and not quiet"],
        "nested": [*lanes, f"{chosen}nested and not machine and not quiet"],
        "machine": ["-m", f"{chosen}machine and not nested"],
        "nested-machine": ["-m", f"{chosen}machine and nested"],
        "quiet": ["-n", str(QUIET_LANES), "--dist", "loadgroup", "-m", f"{chosen}quiet"],
    }
    return max([run_part(folder, part, [*rest, *parts[part]], rest) for part in options.only or parts])


def run_part(folder, part, options, alone):
    """Runs a part; those that failed beside others are tried once more, one after the other, and named."""
    with tempfile.TemporaryDirectory() as place:
        file = pathlib.Path(place) / "failed"
        status = run(folder, *options, f"--failed={file}")
        names = file.read_text().split() if file.exists() else []
    if status == 0 or not 0 < len(names) <= TRIED_AGAIN_MAX:
        return status
    print(f"{folder}: {len(names)} of {part} failed, repeated with nothing else running:", flush=True)
    if run(folder, *alone, *(f"--check={name}" for name in names)):
        return 1
    print(f"{folder}: UNSTEADY, to be fixed: {', '.join(names)} failed, and passed the second time.", flush=True)
    return 0


def run(folder, *options):
    """Has pytest run some checks of the folder; 1 where one of them does not hold."""
    command = [sys.executable, "-B", "-m", "pytest", "-c", str(TESTS / "pytest.ini"), str(TESTS / folder)]
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
    child = subprocess.Popen([*command, *options], env=environment, stdin=subprocess.DEVNULL)
    try:
        status = child.wait()
    except KeyboardInterrupt:
        # It has heard of it, too, and ends what it has started.
        child.wait()
        sys.exit(130)
    return 0 if status == NO_TESTS else min(status, 1)
