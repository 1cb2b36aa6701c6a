"""Runs the checks of the lab, one after the other, in one machine; two lines for each as soon as it is over."""

import importlib
import pathlib
import time
import traceback

from support import record
from support.laboratory import Laboratory
from support.places import SOURCES, Failure, Skip

VERDICTS = ("ok", "FAIL", "skip")
# Of a check, in the record.
KIND = "check"


def checks():
    """Every check by its name, in the order of modules and of their lines."""
    found = {}
    for name in MODULES:
        module = importlib.import_module(f"checks.{name}")
        for key, function in vars(module).items():
            if key.startswith("check_"):
                found[key.removeprefix("check_")] = function
    missing = {path.stem for path in pathlib.Path(SOURCES, "checks").glob("[a-z]*.py")} - set(MODULES)
    if missing:
        raise Failure(f"MODULES in Tests/Lab/support/runner.py lacks {', '.join(sorted(missing))}")
    return found


# What an installation needs comes first.
MODULES = (
    "installation", "upgrades", "restarts", "sleep", "networks", "power", "memory", "users", "adoption", "logins", "programs", "pushes", "radio",
    "words",
)


def show():
    for name, function in checks().items():
        print(f"{name}: {sentence_of(function)}{' (quick)' if is_quick(function) else ''}")


def sentence_of(function):
    return function.__doc__.strip().splitlines()[0]


def is_quick(function):
    return getattr(function, "is_quick", False)


def quick(function):
    """Marks a check that ./test runs."""
    function.is_quick = True
    return function


def bare(function):
    """Marks a check that begins without Torpor."""
    function.begins = "bare"
    return function


def lasting(function):
    """Marks a check that takes the power away."""
    function.begins = "lasting"
    return function


def clocked(function):
    """Marks a check that lets hours pass while the machine sleeps."""
    function.begins = "clocked"
    return function


def on_desktop(function):
    """Marks a check that begins with a desktop of ada's."""
    function.begins = "desktop"
    return function


def in_sway(function):
    """Marks a check that begins with a login of ada's into sway."""
    function.begins = "sway"
    return function


def run(options):
    known = checks()
    if unknown := set(options.names) - set(known):
        raise Failure(f"there is no check {', '.join(sorted(unknown))}; scripts/lab list has them all")
    chosen = options.names or [name for name in known if is_quick(known[name]) or not options.quick]
    laboratory = Laboratory(options.bin, options.earlier)
    laboratory.isRecorded = options.record or options.missing
    laboratory.rounds = 1 if options.quick else options.rounds
    if options.missing:
        held = {name for name, line in record.last(KIND).items() if (line["verdict"], line["programs"]) == ("ok", laboratory.programs)}
        chosen = [name for name in chosen if name not in held]
    counts = dict.fromkeys(VERDICTS, 0)
    try:
        print(f"lab: from the snapshot in {laboratory.start():.0f} s", flush=True)
        for name in chosen:
            if options.minutes and time.monotonic() - laboratory.began > options.minutes * 60:
                print(f"skip  {name}: {options.minutes} minutes are over")
                counts["skip"] += 1
                continue
            counts[run_one(laboratory, name, known[name])] += 1
    finally:
        laboratory.end()
    print(f"lab: {counts['ok']} hold, {counts['FAIL']} failed, {counts['skip']} skipped")
    return 1 if counts["FAIL"] else 0


def run_one(laboratory, name, function):
    began = time.monotonic()
    try:
        getattr(laboratory, f"begin_{getattr(function, 'begins', 'installed')}")()
        verdict, seen = "ok", function(laboratory)
    except Failure as failure:
        verdict, seen = "FAIL", str(failure)
    except Skip as skip:
        verdict, seen = "skip", str(skip)
    except Exception as mistake:
        # The others are run even where a check itself is wrong.
        places = ", ".join(f"{pathlib.Path(one.filename).name}:{one.lineno}" for one in traceback.extract_tb(mistake.__traceback__))
        verdict, seen = "FAIL", f"{type(mistake).__name__}: {mistake} (at {places})"
    seconds = time.monotonic() - began
    print(f"{verdict:<5} {name}: {sentence_of(function)} ({seconds:.0f} s)\n      {seen}", flush=True)
    if laboratory.isRecorded:
        record.add(KIND, name, verdict, seconds, laboratory.programs, seen)
    return verdict
