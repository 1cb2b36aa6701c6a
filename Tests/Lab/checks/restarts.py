"""Restarts, and the power that goes away in the middle of writes."""

import itertools
import json
import random
import threading
import time

from checks.installation import frozen_command
from support.places import Failure, require, wait_until
from support.runner import lasting, quick
from support.laboratory import GUEST

# How long work is given before the power goes; seconds.
BEFORE_A_CUT = (3, 9)
# Of a round's jobs, every tenth stays until the end; a daemon keeps 4,096 of a user, which 24 rounds would reach.
STAYS_EACH = 10
# What is looked at after a cut: the whole system takes twice as long to boot. After the last one it is booted whole.
UNITS = ("systemd-networkd", "ssh", "lab-ready", "torpord")
BOOT = "cat /proc/sys/kernel/random/boot_id"
SMALL_BOOT = " ".join(["systemd.unit=basic.target", *(f"systemd.wants={unit}.service" for unit in UNITS)])


class Work:
    """Everything that the daemon has accepted, by what it has said."""

    def __init__(self, lab):
        self.lab = lab
        self.accepted = {"jobs": set(), "transfers": set()}
        self.removed = set()
        self.refused = []

    def give(self, round, meanwhile):
        """Submits as fast as the daemon takes it, while something else happens, which ends the machine."""
        worker = self.lab.machine.start_in(f"exec python3 {GUEST}/load.py submit {round}")
        reader = threading.Thread(target=self.read, args=[worker.stdout])
        reader.start()
        before = self.count()
        wait_until("work that is accepted", lambda: self.count() > before + 5)
        meanwhile()
        worker.kill()
        worker.wait()
        reader.join(60)

    def read(self, lines):
        for line in lines:
            kind, _, name = line.strip().partition(" ")
            if kind in ("J", "T"):
                self.accepted["jobs" if kind == "J" else "transfers"].add(name)
            elif line.startswith("{"):
                self.refused.append(line.strip())

    def count(self):
        return sum(map(len, self.accepted.values()))

    def check(self):
        """That the daemon runs, opened its journal at once, and has all of it."""
        wait_until("the daemon", lambda: self.lab.sh("systemctl is-active torpord; true").strip() == "active")
        state = self.lab.sh("systemctl show -p NRestarts --value torpord").strip()
        require(state == "0", f"the daemon was restarted {state} times: {self.lab.sh('journalctl -b -u torpord --no-pager | tail -20')}")
        there = json.loads(self.lab.sh(f"python3 {GUEST}/load.py list"))
        for kind, names in self.accepted.items():
            lost = names - set(there[kind])
            require(not lost, f"{len(lost)} of {len(names)} {kind} are lost: {sorted(lost)[:5]}")
        back = self.removed & set(there["jobs"])
        require(not back, f"{len(back)} of {len(self.removed)} removed jobs are there again: {sorted(back)[:5]}")
        require(not self.refused, f"refused: {self.refused[:2]}")

    def remove_most(self, round):
        """Removes most jobs of a round; from then on they must stay away."""
        names = sorted(name for name in self.accepted["jobs"] if name.startswith(f"r{round}n"))
        gone = [name for number, name in enumerate(names) if number % STAYS_EACH]
        self.lab.sh(f"python3 {GUEST}/load.py remove {' '.join(gone)}")
        self.accepted["jobs"] -= set(gone)
        self.removed |= set(gone)

    def counted(self):
        """All jobs and transfers that were ever accepted."""
        return len(self.accepted["jobs"]) + len(self.removed), len(self.accepted["transfers"])

    def said(self, before):
        """After a check: what was accepted since `before`, and what is kept of all."""
        jobs, transfers = (now - then for now, then in zip(self.counted(), before))
        return (
            f"{jobs} jobs and {transfers} transfers accepted, 0 lost of {self.count()} kept; "
            f"0 of {len(self.removed)} removed jobs came back; no finished job ran again"
        )

    def check_integrity(self):
        said = self.lab.sh(
            "systemctl stop torpord.socket torpord.service && sqlite3 /var/lib/torpor/journal.sqlite 'pragma integrity_check'; "
            "systemctl start torpord.socket torpord.service"
        ).strip()
        require(said == "ok", f"SQLite's integrity_check says {said}")


def done_before(lab, round):
    """A job that is over before the machine ends, and is on its disk: a second run would be a second line."""
    lab.torpor(f"when --wait --name done{round} -- sh -c 'echo done{round} >>/root/done && sync'")


def require_done_once(lab, round):
    ran = lab.sh("cat /root/done").split()
    require(ran == [f"done{number}" for number in range(round + 1)], f"jobs that had finished ran again: {ran}")


def cuts(lab, rounds=None):
    """Takes the power away in the middle of writes, again and again; what was seen after each. The last of `rounds` boots whole."""
    work, drawn = Work(lab), random.Random(7)
    for round in itertools.count() if rounds is None else range(rounds):
        done_before(lab, round)

        def cut():
            time.sleep(drawn.uniform(*BEFORE_A_CUT))
            lab.machine.cut()

        before = work.counted()
        work.give(round, cut)
        isLast = round + 1 == rounds
        lab.machine.start(lab.disk, isLasting=True, kernel_words="" if isLast else SMALL_BOOT)
        work.check()
        require_done_once(lab, round)
        work.remove_most(round)
        if isLast:
            work.check_integrity()
        yield work.said(before)


def reboots(lab, rounds=None):
    """Restarts the machine by `systemctl reboot` while the daemon is given work, again and again; what was seen after each."""
    lab.torpor("when --name long -- sh -c 'echo run >>/root/long; sleep 3600'")
    lab.wait_for_job("long", "running")
    lab.torpor("settings sleepAgain=on")
    work, boot = Work(lab), lab.sh(BOOT)
    for round in itertools.count() if rounds is None else range(rounds):
        done_before(lab, round)
        before = work.counted()
        work.give(round, lab.machine.reboot)
        last, boot = boot, lab.sh(BOOT)
        require(boot != last, "the machine was not restarted")
        work.check()
        work.remove_most(round)
        runs = round + 2
        wait_until("the job's next run", lambda: lab.sh("cat /root/long").split() == ["run"] * runs)
        require_done_once(lab, round)
        require("sleepAgain=on" in lab.torpor("settings"), "a setting is lost")
        yield work.said(before)


@lasting
@quick
def check_cut_loses_nothing(lab):
    """the power goes in the middle of writes: the journal opens, every job and transfer that was accepted is there, and what had run does not run again"""
    return said_of_all(lab, "cut", cuts(lab, lab.rounds))


@quick
def check_reboot_keeps_everything(lab):
    """`systemctl reboot`: what was accepted is there, a finished job does not run again, one that was interrupted does"""
    return said_of_all(lab, "restart", reboots(lab, lab.rounds))


def said_of_all(lab, kind, rounds):
    """Runs all of them; what was seen in each."""
    said = []
    for number, seen in enumerate(rounds, 1):
        print(f"      {kind} {number}: {seen}", flush=True)
        said.append(seen)
    return f"{len(said)} {kind}s; the last: {said[-1]}"


def check_shutdown_asks_frozen_apps(lab):
    """`systemctl reboot -f`, which signals every process at once: a frozen app is thawed and saves (D3)"""
    lab.sh(f"torpor run --detach --id lab.saver -- python3 {GUEST}/saver.py /root/saved </dev/null")
    lab.wait_for_state("lab.saver", "active")
    wait_until("its start", lambda: lab.sh("test -e /root/saved.started && echo yes; true").strip())
    lab.torpor("home lab.saver")
    lab.wait_for_state("lab.saver", "suspended")
    began = time.monotonic()
    reboot_by_force(lab)
    require(lab.sh("cat /root/saved 2>/dev/null; true").strip() == "saved", "it was not asked, or did not have the time")
    return f"saved; up again after {time.monotonic() - began:.0f} s"


def reboot_by_force(lab):
    boots = lab.machine.path("console").read_bytes().count(b"LAB-READY")
    lab.sh("(sleep 1; systemctl reboot -f) >/dev/null 2>&1 </dev/null & ")
    lab.machine.forget_connections()
    lab.machine.wait_for_boot(boots + 1)
    lab.machine.wait_for_answer()


def check_reload_of_systemd_keeps_groups(lab):
    """daemon-reload and daemon-reexec of systemd leave a frozen app as it is"""
    from checks.installation import require_frozen

    process = frozen_command(lab, "lab.kept")
    for verb in ("daemon-reload", "daemon-reexec"):
        lab.sh(f"systemctl {verb}")
        require_frozen(lab, "lab.kept", process)
    if lab.sh("systemctl is-active torpord; true").strip() != "active":
        raise Failure("the daemon does not run any more")
    return "frozen, with its process"
