"""Checks on apps that are ended for their memory, with figures of memory that are files."""

import contextlib
import re
import sys

from support import harness
from support.harness import is_running, require, wait_until

TOTAL_KIB = 1_000_000


class Memory:
    """The figures of a machine whose `/proc/meminfo` is a file."""

    def __init__(self, folder):
        self.folder = folder / "proc"
        (self.folder / "pressure").mkdir(parents=True)
        self.set(percent=80)

    def set(self, percent):
        available = int(TOTAL_KIB * percent / 100)
        (self.folder / "meminfo").write_text(f"MemTotal: {TOTAL_KIB} kB\nMemAvailable: {available} kB\n")


def test_last_words(world):
    """running apps are told before they are ended for their memory, suspended ones are not, and the ledger says how much was free"""
    own = harness.World(world.bin_folder, "memory")
    try:
        memory = Memory(own.folder / "machine")
        own.start(machine=own.folder / "machine")
        own.torpor("settings", "profile=ios7")
        frozen, running, last = "e2e.frozen", "e2e.running", "e2e.last"
        for app, mode in ((frozen, "finish"), (running, "hold"), (last, "hold")):
            own.app(app, mode)
            own.call("Home", app=app)
            wait_until(f"{app} in the background", lambda app=app: own.events(app, "begun"))
        own.wait_for_state(frozen, "suspended")
        launches = {app: own.why(app)["app"]["launch"] for app in (frozen, running, last)}
        # 4.8 of 5 % are there: 2 MB are missing, which the frozen one has, also without the pages that it shares (memory.current).
        memory.set(percent=4.8)
        own.wait_for_state(frozen, "notRunning")
        require(not own.events(frozen, "willTerminate"), "a suspended app was told")
        require(own.state_of(running) == "background", "more went than was necessary")
        # What is dying counts as free already, and nobody reports the figures again.
        wait_until("the end of its process", lambda: frozen not in own.torpor("ps"))
        memory.set(percent=4.8)
        ended = wait_until("an end with a word", lambda: [
            app for app in (running, last) if own.events(app, "willTerminate")
        ])
        require(len(ended) == 1, f"{ended} were told, and one is enough")
        told = ended[0]
        own.wait_for_state(told, "notRunning")
        pid = own.events(told, "started")[-1]["pid"]
        wait_until(f"the end of process {pid}", lambda: not is_running(pid))
        # The daemon hears of the end of a process after the kernel knows of it.
        end = wait_until("its end in the log", lambda: own.end_of(launches[told]))
        require(end["action"]["end"]["name"] == "jetsam", f"it ended with {end['action']['end']}")
        figures = end["conditions"][0].get("memory")
        require(
            figures == {
                "availableBytes": TOTAL_KIB * 1024 * 48 // 1000, "totalBytes": TOTAL_KIB * 1024,
                "swapFreeBytes": 0, "swapTotalBytes": 0,
            },
            f"the decision says {figures}",
        )
        sentence = "49 of 1024 MB are available, no swap"
        for command in ("why", "log"):
            text = own.torpor(command, told)
            require(sentence in text, f"`torpor {command}` says {text}")
        other = last if told == running else running
        # 2 %: nobody can be waited for.
        memory.set(percent=2)
        own.wait_for_state(other, "notRunning")
        require(not own.events(other, "willTerminate"), "it was told where memory is shortest")
        return f"{frozen} went without a word, {told} was told, {other} was not; log: {sentence}"
    finally:
        own.close()


def test_memory_suffices(world):
    """no app is ended while memory suffices, whatever waits: neither with 30 % available nor with 12 %"""
    own = harness.World(world.bin_folder, "plenty")
    try:
        memory = Memory(own.folder / "machine")
        own.start(machine=own.folder / "machine")
        app = own.app("e2e.stays", "finish")
        own.call("Home", app=app)
        own.wait_for_state(app, "suspended")
        line = "avg10=80.00 avg60=80.00 avg300=80.00 total=17099370"
        (memory.folder / "pressure" / "memory").write_text(f"some {line}\nfull {line}\n")
        for profile in ("ios26", "linux"):
            own.torpor("settings", f"profile={profile}")
            for percent in (30, 12):
                for _ in range(3):
                    memory.set(percent)
                    require(own.state_of(app) == "suspended", f"it went with {percent} % under {profile}")
        pid = own.events(app, "started")[-1]["pid"]
        require(is_running(pid), f"process {pid} has ended")
        return "12 reports that all tasks wait, with 30 and 12 % available, under ios26 and linux; none ended"
    finally:
        own.close()


SAVES = "TorporSavesBeforeTermination"


@contextlib.contextmanager
def short_of_memory(world, name, apps):
    """A daemon whose memory is a file, with apps that ask for time to save, suspended; and their process numbers."""
    own = harness.World(world.bin_folder, name)
    try:
        memory = Memory(own.folder / "machine")
        own.start(machine=own.folder / "machine")
        own.torpor("settings", "profile=ios26")
        for app, mode in apps.items():
            own.install(app, "drafter", mode, flags=[SAVES])
            suspended(own, app)
        yield own, memory
    finally:
        own.close()


def suspended(own, app):
    """Opens the app, sends it home, waits until it is frozen, and says which process it is."""
    count = len(own.events(app, "didBecomeActive"))
    own.call("Launch", app=app)
    wait_until(f"{app} in front", lambda: len(own.events(app, "didBecomeActive")) > count)
    own.call("Home", app=app)
    own.wait_for_state(app, "suspended")
    return own.events(app, "started")[-1]["pid"]


def ended(own, app, launch):
    """The decision that ended a launch, once its process is gone."""
    pid = own.events(app, "started")[-1]["pid"]
    wait_until(f"the end of process {pid}", lambda: not is_running(pid))
    return wait_until(f"the decision about {app}", lambda: own.end_of(launch))


def condition(decision, reason):
    """The condition of a decision that has this reason."""
    found = [one for one in decision["conditions"] if one["reason"] == reason]
    require(len(found) == 1, f"the decision has {len(found)} conditions {reason}: {decision}")
    return found[0]


def outcome(decision):
    """What the decision says of the time to save: whether it was enough, and the milliseconds."""
    found = condition(decision, "stateSaved")
    return found["holds"], int(re.match(r"(\d+) ms", found["subject"])[1])


def test_saves_before_its_end(world):
    """a suspended app that asked for it writes its draft before it is ended for its memory; one that hangs is ended after 300 ms"""
    apps = {"e2e.saves": "saves", "e2e.hangs": "hangs"}
    with short_of_memory(world, "saving", apps) as (own, memory):
        launches = {app: own.why(app)["app"]["launch"] for app in apps}
        own.app("e2e.silent", "finish")
        own.call("Home", app="e2e.silent")
        own.wait_for_state("e2e.silent", "suspended")
        memory.set(percent=4)
        ends = {app: ended(own, app, launch) for app, launch in launches.items()}
        # The first two may have been enough; memory stays short until the third has ended, too.
        wait_until(
            "the end of e2e.silent", pause=0.5,
            condition=lambda: own.state_of("e2e.silent") == "notRunning" or memory.set(percent=4),
        )
        require(not own.events("e2e.silent", "willTerminateForMemory"), "one that did not ask was told")
        names = {app: end["action"]["end"]["name"] for app, end in ends.items()}
        require(set(names.values()) == {"jetsam"}, f"they ended with {names}")
        is_saved, took = outcome(ends["e2e.saves"])
        is_hung_saved, hung = outcome(ends["e2e.hangs"])
        require(not is_hung_saved and hung == 300, f"the one that hangs: {ends['e2e.hangs']}")
        draft = own.folder / "e2e.saves.jsonl.draft"
        pid = own.events("e2e.saves", "started")[-1]["pid"]
        if not is_saved:
            # On a machine that is too busy for it, the ledger says so; what the app wrote is no promise then.
            require(took == 300, f"it was ended after {took} ms: {ends['e2e.saves']}")
        else:
            require(draft.read_text() == f"{pid}\n", f"its draft is {draft.read_text()!r}")
        why = own.torpor("why", "e2e.saves")
        words = f"it saved its state first ({took} ms)" if is_saved else "it did not finish saving its state (300 ms)"
        require(words in why, f"`torpor why` says {why}")
        receipts = own.torpor("battery", "e2e.saves")
        require("save" in receipts, f"`torpor battery` has no receipt of it: {receipts}")
        told = "finished" if is_saved else "unfinished"
        last = own.why("e2e.saves")["app"]["lastExit"]
        require(last["terminationSave"] == told, f"its last exit is {last}")
        memory.set(percent=80)
        own.call("Launch", app="e2e.saves")
        launch = wait_until("its next launch", lambda: own.events("e2e.saves", "didFinishLaunching")[1:])
        require(launch[0]["save"] == told, f"its next process was told {launch[0]}")
        return f"e2e.saves: {words}, and its next process was told '{told}'; e2e.hangs was ended after {hung} ms"


def test_no_time_to_save(world):
    """where memory is shortest, or the kernel kills processes, nobody has time to save"""
    app = "e2e.saves"
    with short_of_memory(world, "notime", {app: "saves"}) as (own, memory):
        said = []
        for percent, kills, words in (
            (2, 0, "memory is almost used up"), (4, 1, "the kernel is killing processes for memory"),
        ):
            launch = own.why(app)["app"]["launch"]
            # What was counted before the last 10 s says nothing, so it has looked a moment ago.
            memory.set(percent=70 + percent)
            total = TOTAL_KIB * 1024
            seen = total * (70 + percent) // 100
            wait_until(
                "the figures being read", pause=0.002,
                condition=lambda seen=seen: own.call("Status")["device"].get("memoryAvailableBytes") == seen,
            )
            (memory.folder / "vmstat").write_text(f"oom_kill {kills}\n")
            memory.set(percent=percent)
            end = ended(own, app, launch)
            require(condition(end, "noTimeToSave")["subject"] == words, f"the decision says {end}")
            require(not own.events(app, "willTerminateForMemory"), "it was told to save")
            said.append(words)
            memory.set(percent=80)
            if percent == 2:
                suspended(own, app)
        return f"two ends without time to save: {'; '.join(said)}"


def test_saves_over_a_kill(world):
    """the daemon is killed with SIGKILL while apps save: they save on, and the next daemon ends them"""
    apps = {"e2e.slow": "slowly", "e2e.hangs": "hangs"}
    with short_of_memory(world, "killsave", apps) as (own, memory):
        words = {}
        for tries in range(1, 11):
            launches = {app: own.why(app)["app"]["launch"] for app in apps}
            told = {app: len(own.events(app, "willTerminateForMemory")) for app in apps}
            memory.set(percent=4)
            pids = {app: own.events(app, "started")[-1]["pid"] for app in apps}
            for app, pid in pids.items():
                # On a busy machine it may be ended before it has run at all.
                wait_until(
                    f"the word to {app}, or its end", pause=0.002,
                    condition=lambda app=app, pid=pid: (
                        len(own.events(app, "willTerminateForMemory")) > told[app] or not is_running(pid)
                    ),
                )
            own.kill()
            memory.set(percent=80)
            own.start(machine=own.folder / "machine")
            for app, launch in launches.items():
                end = ended(own, app, launch)
                require(end["action"]["end"]["name"] == "jetsam", f"it ended with {end}")
                words[app] = (outcome(end)[0], condition(end, "stateSaved")["subject"])
                own.wait_for_state(app, "notRunning")
            is_saved, length = words["e2e.hangs"]
            require(not is_saved and length.startswith("300 ms"), f"one that hangs: {length}")
            # On a busy machine it had its time before the daemon was killed.
            if length != "300 ms":
                break
            for app in apps:
                suspended(own, app)
        if length != "300 ms after a restart of the daemon":
            return f"not shown: this machine was too busy to kill a daemon within the 300 ms ({tries} tries; {length})"
        is_saved, length = words["e2e.slow"]
        if is_saved:
            draft = own.folder / "e2e.slow.jsonl.draft"
            pid = own.events("e2e.slow", "started")[-1]["pid"]
            require(draft.read_text() == f"{pid}\n", f"its draft is {draft.read_text()!r}")
        for app, (was_saved, _) in words.items():
            suspended(own, app)
            launched = own.events(app, "didFinishLaunching")[-1]
            require(launched["save"] == ("finished" if was_saved else "unfinished"), f"{app} was told {launched}")
        said = f"it saved ({length})" if is_saved else f"it did not finish ({length})"
        return f"killed while both saved (try {tries}); e2e.slow: {said}, e2e.hangs: {words['e2e.hangs'][1]}"


PLAIN = """
import signal, sys, time
def save(*_):
    open(sys.argv[1], "w").write("kept")
    sys.exit(0)
signal.signal(signal.SIGTERM, save)
print("ready", flush=True)
while True: time.sleep(60)
"""


def test_plain_programs_save_at_sigterm(world):
    """a frozen program that is not Torpor-aware, and asks for time to save, gets SIGTERM before it is ended for its memory"""
    own = harness.World(world.bin_folder, "sigterm")
    app = "e2e.plain"
    try:
        memory = Memory(own.folder / "machine")
        own.start(machine=own.folder / "machine")
        program, draft = own.folder / "plain.py", own.folder / "plain.draft"
        program.write_text(PLAIN)
        entry = own.folder / f"{app}.desktop"
        entry.write_text(
            f"[Desktop Entry]\nName=Plain\nExec={sys.executable} {program} {draft}\nX-Torpor-SavesBeforeTermination=true\n"
        )
        own.torpor("install", str(entry))
        own.call("Launch", app=app)
        wait_until("its handler", lambda: "ready" in own.torpor("output", app, status=None))
        own.call("Home", app=app)
        own.wait_for_state(app, "suspended")
        launch = own.why(app)["app"]["launch"]
        memory.set(percent=4)
        end = wait_until("its end", lambda: own.end_of(launch))
        require(end["action"]["end"]["name"] == "jetsam", f"it ended with {end}")
        is_saved, took = outcome(end)
        require(not is_saved or draft.read_text() == "kept", "the ledger says that it saved, and its file does not")
        return f"SIGTERM: {'it saved' if is_saved else 'it did not finish'} ({took} ms)"
    finally:
        own.close()
