"""Checks on apps that are ended for their memory, with figures of memory that are files."""

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
        available = TOTAL_KIB * percent // 100
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
        # 4 of 5 % are there: 10 MB are missing, which the frozen one has.
        memory.set(percent=4)
        own.wait_for_state(frozen, "notRunning")
        require(not own.events(frozen, "willTerminate"), "a suspended app was told")
        require(own.state_of(running) == "background", "more went than was necessary")
        # What is dying counts as free already, and nobody reports the figures again.
        wait_until("the end of its process", lambda: frozen not in own.torpor("ps"))
        memory.set(percent=4)
        ended = wait_until("an end with a word", lambda: [
            app for app in (running, last) if own.events(app, "willTerminate")
        ])
        require(len(ended) == 1, f"{ended} were told, and one is enough")
        told = ended[0]
        own.wait_for_state(told, "notRunning")
        pid = own.events(told, "started")[-1]["pid"]
        wait_until(f"the end of process {pid}", lambda: not is_running(pid))
        end = own.end_of(launches[told])
        require(end["action"]["end"]["name"] == "jetsam", f"it ended with {end['action']['end']}")
        figures = end["conditions"][0].get("memory")
        require(
            figures == {
                "availableBytes": TOTAL_KIB * 1024 * 4 // 100, "totalBytes": TOTAL_KIB * 1024,
                "swapFreeBytes": 0, "swapTotalBytes": 0,
            },
            f"the decision says {figures}",
        )
        sentence = "40 of 1024 MB are available, no swap"
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
