"""The verbs of scripts/lab."""

import argparse
import pathlib
import signal
import subprocess
import sys

from support import ends, image, parts, restarts, runner, table
from support.laboratory import Laboratory
from support.machine import Machine, running
from support.places import Failure

# Of a check that cannot run here; what automake gives to a test that is skipped.
SKIPPED = 77


def main(text):
    parser = argparse.ArgumentParser(prog="lab", description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    verbs.add_parser("image")
    up = verbs.add_parser("up")
    up.add_argument("--bare", action="store_true", help="Debian alone: the packages lie in /root/parts")
    sh = verbs.add_parser("sh")
    sh.add_argument("-u", "--user", default="root")
    sh.add_argument("words", nargs=argparse.REMAINDER, metavar="COMMAND")
    verbs.add_parser("monitor").add_argument("line", nargs="+")
    verbs.add_parser("cut")
    verbs.add_parser("down")
    check = verbs.add_parser("check")
    check.add_argument("names", nargs="*", metavar="NAME")
    check.add_argument("--quick", action="store_true", help="those that ./test runs")
    check.add_argument("--rounds", type=int, default=5, help="how often the machine is restarted or cut off (default: 5)")
    check.add_argument("--minutes", type=int, help="begin no check after so many minutes")
    check.add_argument("--record", action="store_true", help="what is seen is written to Tests/Lab/record.tsv")
    check.add_argument("--missing", action="store_true", help="those that have not held with these programs; with --record")
    check.add_argument("--earlier", type=folder, metavar="FOLDER", help="programs of an earlier commit, from which is upgraded")
    end_to_end = verbs.add_parser("end-to-end")
    end_to_end.add_argument("names", nargs="*", metavar="NAME", help="those checks, one after the other")
    end_to_end.add_argument("--user", action="append", choices=list(ends.USERS), help="as that user (default: as each of them)")
    end_to_end.add_argument("--quick", action="store_true", help="those that are done soonest and miss least")
    again = verbs.add_parser("restarts")
    again.add_argument("--reboots", type=int, default=0, metavar="N", help="until N restarts by systemctl reboot are on record")
    again.add_argument("--cuts", type=int, default=0, metavar="N", help="until N power cuts are on record")
    end_to_end.add_argument("--missing", action="store_true", help="those that are not on record, one after the other")
    verbs.add_parser("table")
    verbs.add_parser("list")
    for verb in (up, check, end_to_end, again):
        verb.add_argument(
            "--bin", type=folder, metavar="FOLDER",
            help="the folder of the programs that are packed (default: what scripts/build-release builds)",
        )
    options = parser.parse_args()
    # A signal ends the machine, too: `finally` runs.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return VERBS[options.verb](options) or 0
    except Failure as failure:
        print(f"lab: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def folder(text):
    """A folder of programs; scripts/package has another working directory."""
    path = pathlib.Path(text).resolve()
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is not a folder")
    return path


def up(options):
    require_image()
    laboratory = Laboratory(options.bin)
    seconds = laboratory.start()
    laboratory.begin_bare() if options.bare else laboratory.begin_installed()
    print(f"lab: the machine runs, started from its snapshot in {seconds:.0f} s (process {laboratory.machine.process.pid})")


def sh(options):
    return subprocess.run(attached(hasMonitor=False).ssh(options.user, " ".join(options.words))).returncode


def monitor(options):
    print(attached().monitor.execute("human-monitor-command", **{"command-line": " ".join(options.line)}), end="")


def cut(options):
    machine = attached()
    machine.cut()
    print(f"lab: cut off, and ready again after {machine.start(parts.DISK):.0f} s")


def down(options):
    attached().cut()


def check(options):
    if reason := image.reason_to_skip():
        print(f"skip  lab: {reason}")
        return SKIPPED
    return runner.run(options)


def end_to_end(options):
    if reason := image.reason_to_skip():
        print(f"skip  lab: {reason}")
        return SKIPPED
    return ends.run(options)


def restart(options):
    if reason := image.reason_to_skip():
        print(f"skip  lab: {reason}")
        return SKIPPED
    return restarts.run(options)


def attached(hasMonitor=True):
    machine = Machine()
    machine.attach(hasMonitor)
    return machine


def require_image():
    if reason := image.reason_to_skip():
        raise Failure(reason)
    if pid := running():
        raise Failure(f"a machine runs already (process {pid}); scripts/lab down ends it")


VERBS = {
    "image": lambda options: image.make(), "up": up, "sh": sh, "monitor": monitor, "cut": cut, "down": down, "check": check,
    "end-to-end": end_to_end, "restarts": restart, "table": lambda options: table.write(), "list": lambda options: runner.show(),
}
