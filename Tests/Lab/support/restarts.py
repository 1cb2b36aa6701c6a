"""Restarts and power cuts, one after the other, until the record has as many as are wanted."""

import itertools
import time

from checks import restarts
from support import record
from support.laboratory import Laboratory
from support.places import Failure

# A machine keeps what was accepted before each restart; a fresh one begins with nothing.
ROUNDS_OF_ONE_MACHINE = 25
ROUNDS = {"reboot": restarts.reboots, "cut": restarts.cuts}


def run(options):
    """Continues where the record ends; 1 where something was lost or done twice."""
    wanted = {"reboot": options.reboots, "cut": options.cuts}
    laboratory = Laboratory(options.bin)
    try:
        print(f"lab: from the snapshot in {laboratory.start():.0f} s", flush=True)
        for kind, total in wanted.items():
            while (lacking := total - record.count(kind)) > 0:
                run_some(laboratory, kind, min(lacking, ROUNDS_OF_ONE_MACHINE), total)
    finally:
        laboratory.end()
    print(f"lab: on record: {', '.join(f'{record.count(kind)} {kind}s' for kind in ROUNDS)}")
    return 0


def run_some(lab, kind, count, total):
    """So many rounds in a machine that was installed a moment ago."""
    began = time.monotonic()
    boot_small(lab, isLasting=kind == "cut")
    rounds = ROUNDS[kind](lab)
    try:
        for seen in itertools.islice(rounds, count):
            now = time.monotonic()
            number = record.count(kind) + 1
            record.add(kind, number, "ok", now - began, lab.programs, seen)
            print(f"ok    {kind} {number} of {total}: {seen} ({now - began:.0f} s)", flush=True)
            began = now
    except Failure as failure:
        record.add(kind, record.count(kind) + 1, "FAIL", time.monotonic() - began, lab.programs, failure)
        raise


def boot_small(lab, isLasting):
    """The installed machine with what is looked at, which takes half of the time to start."""
    lab.begin_installed()
    lab.sh("sync")
    lab.machine.switch_off()
    lab.machine.start(lab.disk, isLasting=isLasting, kernel_words=restarts.SMALL_BOOT)
