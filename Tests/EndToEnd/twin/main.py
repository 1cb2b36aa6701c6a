"""Runs the twin of each scenario, all beside each other, and says what came of them."""

import argparse
import os
import pathlib
import sys
import threading
import time
import traceback
from contextlib import closing

from support.comparison import Limits, Row, Simulated, Told, differences, pairs
from support.harness import ROOT, Failure, Skip
from support.scenario import Scenario
from support.twins import Twin, stopped

# A scenario is performed as far as this. The longest limits of apps are 30 s (a task, a push), and one stands behind a
# launch and a Home.
HORIZON_SECONDS = 75.0
# What a decision may come later than in virtual time, where an app takes no time to start and to answer.
TOLERANCE_SECONDS = 2.0
# So many must agree, or a run of all has shown too little.
TWINS_MIN = 30
# Daemons and apps that start at one moment make each other late.
STAGGER_SECONDS = 0.6

# Beside those of Scenarios/twin, which are written to be performed.
OWN = """
begun-after-the-warning continued-cancelled expiring-activity hung-in-a-push inactive-before-the-lock
inactive-while-it-rings low-power-background-time sounds-that-mix uninstalled-is-not-running wake-prolongs-nothing
""".split()
OF_CONFORMANCE = """
finite-tasks-01-budget-ios26 finite-tasks-04-ended-in-time finite-tasks-05-handler-ends-task
finite-tasks-06-budget-is-per-app finite-tasks-09-every-token-is-ended
finite-tasks-10-foreground-does-not-end-tasks finite-tasks-11-slow-handler
lifecycle-01-cold-launch lifecycle-04-enter-background-limit lifecycle-06-exits-on-suspend-legacy
lifecycle-09-launch-watchdog modes-02-audio-needs-the-mode notifications-02-legacy-quiet-in-front
settings-01-refresh-off-submit-fails tasks-01-not-permitted tasks-02-pending-limits tasks-07-registration-rules
tasks-14-continued-without-progress
""".split()


class Result:
    def __init__(self, scenario):
        self.scenario = scenario
        self.verdict, self.words, self.seen = "", [], ""
        # Threads are not joined: a join that Ctrl-C has interrupted counts as done (bpo-45274).
        self.is_over = threading.Event()

    def say(self):
        print(f"{self.verdict:<5} {self.scenario.name}: {self.scenario.sentence}", flush=True)
        for line in [self.seen, *self.words]:
            if line:
                print("      " + line.replace("\n", "\n      "), flush=True)


def usual_files():
    """Those of a run of all; the conformance scenarios where they lie beside the checkout."""
    scenarios = ROOT / "Scenarios"
    files = sorted((scenarios / "twin").glob("*.yaml")) + [scenarios / f"{name}.yaml" for name in OWN]
    folder = pathlib.Path(os.environ.get("TORPOR_CONFORMANCE", ROOT.parent / "shared" / "conformance"))
    if not folder.is_dir():
        print(f"No folder {folder} (TORPOR_CONFORMANCE): the twins of conformance scenarios are skipped.", flush=True)
        return files
    return files + [folder / f"{name}.yaml" for name in OF_CONFORMANCE]


def perform(scenario, options, result, delay):
    """One twin, from the making of its world to the comparison."""
    stopped.wait(delay)
    horizon = min(scenario.end, options.horizon)
    simulated = Simulated(options.bin / "torpor", scenario, horizon)
    with closing(Twin(options.bin, scenario)) as twin:
        twin.prepare()
        twin.run(horizon + options.tolerance)
        ends = [row.at for row in simulated.decisions if row.ends_transfer]
        twin.wait_for_transfers(ends, horizon + options.tolerance)
        compare(twin, simulated, options, Limits(horizon, options.tolerance, twin.late), result)


def compare(twin, simulated, options, limits, result):
    aliases = {app.identifier: app.alias for app in twin.scenario.apps}
    real = [Row(one, aliases.get(one.get("app"), one.get("app"))) for one in twin.decisions()]
    told = [Told(one) for one in twin.callbacks()]
    limits.note_transfers(simulated.decisions, real)
    limits.note_starts(simulated.decisions, real, twin.starts())
    found = differences(simulated.decisions, real, limits) + differences(simulated.callbacks, told, limits)
    lists = {
        "simulator": simulated.decisions, "daemon": real, "called": simulated.callbacks, "told": told,
    }
    if found or options.show:
        result.words += [
            f"  {name:<10}{row.at:7.2f} {row.app or 'device'}: {row}" for name, rows in lists.items() for row in rows]
    result.words += found
    result.verdict = "FAIL" if found else "ok"
    latest = max((limits.lag(one, other) for one, other in pairs(simulated.decisions, real)), default=0.0)
    result.seen = (
        f"{len(simulated.decisions)} decisions and {len(simulated.callbacks)} callbacks in {limits.horizon:g} s, "
        f"at most {latest:.2f} s later")


def guarded(scenario, options, result, delay):
    try:
        perform(scenario, options, result, delay)
    except Skip as reason:
        result.verdict, result.seen = "skip", str(reason)
    except Exception as problem:
        result.verdict = "FAIL"
        result.words.append(str(problem) if isinstance(problem, Failure) else traceback.format_exc())
    finally:
        result.is_over.set()


def run(scenarios, options):
    """All beside each other; each is reported once it and those before it are over."""
    running, results = [], []
    for scenario in scenarios:
        result = Result(scenario)
        results.append(result)
        if found := scenario.obstacles(options.horizon):
            result.verdict, result.seen = "skip", "; ".join(found)
            result.say()
            continue
        thread = threading.Thread(
            target=guarded, args=(scenario, options, result, STAGGER_SECONDS * len(running)), daemon=True)
        running.append(result)
        thread.start()
    try:
        for result in running:
            result.is_over.wait()
            result.say()
    except KeyboardInterrupt:
        # Each ends what it has started.
        stopped.set()
        for result in running:
            result.is_over.wait()
        sys.exit(130)
    return results


def main(text):
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--bin", type=pathlib.Path, default=ROOT / ".build" / "debug", metavar="FOLDER",
        help="the folder of torpord and torpor (default: the debug build)")
    parser.add_argument(
        "--horizon", type=float, default=HORIZON_SECONDS, metavar="SECONDS",
        help=f"how far a scenario is performed (default: {HORIZON_SECONDS:g})")
    parser.add_argument(
        "--tolerance", type=float, default=TOLERANCE_SECONDS, metavar="SECONDS",
        help=f"how much later than the simulator the daemon may decide (default: {TOLERANCE_SECONDS:g})")
    parser.add_argument("--show", action="store_true", help="print what is compared also where nothing differs")
    parser.add_argument("--which", action="store_true", help="say which files have a twin and why others have none")
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="FILE", help="scenarios (default: those of ./test)")
    options = parser.parse_args()
    options.bin = options.bin.resolve()
    try:
        scenarios = [Scenario(path) for path in options.files or usual_files()]
    except (Skip, Failure) as reason:
        print(f"twin: nothing was compared: {reason}")
        return 1 if isinstance(reason, Failure) else 0
    if options.which:
        for scenario in scenarios:
            found = scenario.obstacles(options.horizon)
            print(f"{'no ' if found else 'yes'} {scenario.name}: {'; '.join(found) or scenario.sentence}")
        return 0
    began = time.monotonic()
    results = run(scenarios, options)
    count = {verdict: sum(one.verdict == verdict for one in results) for verdict in ("ok", "FAIL", "skip")}
    print(
        f"twin: {count['ok']} agree, {count['FAIL']} differ, {count['skip']} have no twin; "
        f"{time.monotonic() - began:.0f} s")
    if not options.files and 0 < count["ok"] < TWINS_MIN:
        print(f"twin: {TWINS_MIN} twins are to agree, and {count['ok']} could run.")
        return 1
    # Where no daemon can run, as without the rights to freeze, each has said so.
    return 1 if count["FAIL"] else 0
