"""A session of sway without a screen: a bus, sound, a keyboard, and five programs as a desktop starts them."""

import contextlib
import os
import pathlib
import subprocess
import threading
import time

from support.adopting import DesktopWorld
from support.desktop import Desktop
from support.displays import WaylandDisplay
from support.harness import is_frozen, is_running, require, usage_microseconds, wait_until
from support.sounding import sound_server, write_tone
from support.typist import Typist

from sway.programs import PROGRAMS, WORKSPACES

# How often is looked which groups are frozen.
STEP_SECONDS = 0.1
TONE_SECONDS = 60
TICKS = os.sysconf("SC_CLK_TCK")


class Session:
    """What is started ends with `close`."""

    def __init__(self, bin_folder, has_torpor, steps):
        self.has_torpor, self.steps, self.tone_seconds = has_torpor, steps, TONE_SECONDS
        self.world = DesktopWorld(bin_folder, "sway")
        self.rest = contextlib.ExitStack()
        self.rest.callback(self.world.close)
        try:
            self.begin()
        except BaseException:
            self.close()
            raise

    def begin(self):
        world = self.world
        if self.has_torpor:
            world.start_or_skip()
        self.tone = world.folder / "tone.wav"
        write_tone(self.tone, TONE_SECONDS)
        self.display = self.rest.enter_context(contextlib.closing(WaylandDisplay(
            world, *(f"assign [app_id=.*{app}] workspace {number}" for app, number in WORKSPACES.items()),
        )))
        self.desktop = self.rest.enter_context(contextlib.closing(Desktop(world)))
        # Before the bridge: it is the session's, not Torpor's.
        self.desktop.environment.pop("DISPLAY", None)
        for name in ("SWAYSOCK", "WAYLAND_DISPLAY"):
            self.desktop.environment[name] = self.display.environment[name]
        sound_server(world, self.desktop)
        self.environment = dict(
            self.display.environment, DBUS_SESSION_BUS_ADDRESS=self.desktop.address, PIPEWIRE_RUNTIME_DIR=str(world.folder),
            GDK_BACKEND="wayland", GSETTINGS_BACKEND="memory", GTK_A11Y="none", NO_AT_BRIDGE="1",
        )
        self.session_pids = [one.pid for one in (*self.display.started, *self.desktop.started)]
        self.bridge = None
        if self.has_torpor:
            self.bridge = self.desktop.bridge()
            for part in ("windows", "audio", "callers"):
                wait_until(f"the desktop's {part}", lambda part=part: self.desktop.part(part), 10)
        # A keyboard that is there from the beginning to the end: sway gives the focus to programs by it.
        self.rest.callback(Typist(world.folder / "wayland" / "wayland-1").close)
        self.programs = {}
        for kind in PROGRAMS:
            self.display.swaymsg(f"workspace {WORKSPACES[kind.name]}")
            one = kind(self)
            one.begin()
            wait_until(f"a window of the {kind.name}", one.window, 60)
            self.programs[kind.name] = one
        if self.has_torpor:
            world.adopt()
            for name in self.programs:
                world.wait_for_adoption(name)

    def start(self, name, *command):
        return self.world.program(f"app-test-{name}-1.scope", name, *command, environment=self.environment)

    def type(self, *words):
        """What a person types into the program in front: text, or options of wtype."""
        done = subprocess.run(["wtype", *words], env=self.environment, capture_output=True, text=True, timeout=60)
        require(done.returncode == 0, f"wtype {words}: {done.stderr}")

    def show(self, name):
        self.display.swaymsg(f"workspace {WORKSPACES[name]}")

    def torpor_pids(self):
        """The daemon and its bridge, with what they have started for themselves."""
        if not self.has_torpor:
            return []
        roots = {self.world.daemon_process_id(), self.bridge.pid}
        found = dict(parents())
        while more := {pid for pid, parent in found.items() if parent in roots} - roots:
            roots |= more
        return roots

    def cpu(self):
        """Seconds of processor time: of each program's group, of the session around them, and of Torpor."""
        used = {name: usage_microseconds(one.group) / 1e6 for name, one in self.programs.items()}
        used["session"] = sum(map(seconds_of, self.session_pids))
        used["torpor"] = sum(map(seconds_of, self.torpor_pids()))
        return used

    def close(self):
        self.rest.close()


def parents():
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            yield int(folder.name), int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])


def seconds_of(pid):
    """Its own, and of its children that have ended."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return sum(map(int, fields[11:15])) / TICKS


class Record(threading.Thread):
    """What is frozen from when to when, and how much processor time was used by then."""

    def __init__(self, session):
        super().__init__(daemon=True)
        self.session, self.began = session, time.monotonic()
        self.first = session.cpu()
        self.frozen = {name: [] for name in session.programs}
        self.cpu = []
        self.looks = []
        self.thaws = []
        # Why one ran off the screen, by how many of the looks, one a second, found each reason.
        self.held = {name: {} for name in session.programs}
        self.isOver = threading.Event()
        self.failure = None
        self.start()

    def now(self):
        return round(time.monotonic() - self.began, 3)

    def run(self):
        try:
            while not self.isOver.wait(STEP_SECONDS):
                self.sample()
        except Exception as failure:
            self.failure = failure

    def sample(self):
        now = self.now()
        for name, one in self.session.programs.items():
            spans = self.frozen[name]
            is_open = bool(spans) and spans[-1][1] is None
            if is_frozen(one.group) != is_open:
                if is_open:
                    spans[-1][1] = now
                else:
                    spans.append([now, None])
        if not self.cpu or now - self.cpu[-1][0] >= 1:
            used = self.session.cpu()
            self.cpu.append([now, {name: round(used[name] - self.first[name], 3) for name in used}])
            self.session.programs["player"].note()
            self.note_reasons()

    def note_reasons(self):
        if not self.session.has_torpor:
            return
        for name, one in self.session.programs.items():
            facts = self.session.world.why(name)["app"]
            for reason in {hold["reason"] for hold in facts.get("heldBy", [])}:
                self.held[name][reason] = self.held[name].get(reason, 0) + 1

    def end(self):
        self.isOver.set()
        self.join()
        if self.failure:
            raise self.failure
        now = self.now()
        for spans in self.frozen.values():
            if spans and spans[-1][1] is None:
                spans[-1][1] = now
        self.seconds = now


def perform(bin_folder, looks, has_torpor, steps):
    """One session: what was recorded, and what each program says of itself."""
    with contextlib.closing(Session(bin_folder, has_torpor, steps)) as session:
        record = Record(session)
        for number, (name, seconds) in enumerate(looks):
            one = session.programs[name]
            until = time.monotonic() + seconds
            was_frozen, begun = is_frozen(one.group), time.monotonic()
            record.looks.append([record.now(), name])
            session.show(name)
            if was_frozen:
                wait_until(f"the thaw of the {name}", lambda: not is_frozen(one.group), 30, 0.0005)
                record.thaws.append([name, round((time.monotonic() - begun) * 1000, 1)])
            one.look(number)
            session.programs["files"].meanwhile()
            time.sleep(max(0, until - time.monotonic()))
        record.end()
        require(not record.frozen["player"], f"the player was frozen while it played: {record.frozen['player']}")
        work_until = len(session.programs["terminal"].lines())
        said = {name: one.check() for name, one in session.programs.items()}
        dead = [name for name, one in session.programs.items() if not is_running(one.pid)]
        require(not dead, f"ended by themselves: {dead}")
        ended = {}
        for name in ("terminal", "files", "editor", "player", "browser"):
            session.show(name)
            ended[name] = session.programs[name].close()
        # A terminal whose window is closed hangs up its shell, and foot gives the shell's status.
        wrong = {name: status for name, status in ended.items() if status not in (0, None) and name != "terminal"}
        require(not wrong, f"programs that were closed ended with {wrong}")
        return {
            "seconds": record.seconds, "looks": record.looks, "frozen": record.frozen, "thaws": record.thaws, "held": record.held,
            "cpu": record.cpu, "said": said, "stepsBuilt": work_until,
        }
