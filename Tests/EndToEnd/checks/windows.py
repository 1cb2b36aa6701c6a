"""Checks on windows: real terminals that are frozen while nobody sees them, and run before anybody does."""

import json
import subprocess
import sys
import threading
import time
from contextlib import closing

import pytest

from support.desktop import Desktop
from support.displays import PYTHON, WaylandDisplay, XDisplay
from support.harness import APPS, is_frozen, now_ns, require, wait_until
from support.typist import Typist

pytestmark = pytest.mark.quiet

ROUNDS = 5
# How late a window may come to life after it was chosen, in milliseconds: less than a person sees as a
# delay (100 ms). Our choice.
PATIENCE_MS = 100


def lines(path):
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines() if line.endswith("}")]


class Terminal:
    """A terminal with a counting program in it, as an app."""

    def __init__(self, world, display, identifier, command):
        self.world, self.identifier = world, identifier
        self.log = world.folder / f"{identifier}.ticks"
        self.count_path = world.folder / f"{identifier}.count"
        ticker = [sys.executable, "-B", str(APPS / "ticker.py"), str(self.log), str(self.count_path)]
        with open(world.folder / f"{identifier}.out", "ab") as output:
            subprocess.run(
                [
                    world.torpor_path, "run", "--detach", "--id", identifier, "--",
                    *[str(part) for part in command], *ticker,
                ],
                env=display.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                timeout=60, check=True,
            )
        wait_until(f"{identifier} counting", lambda: lines(self.log) and self.count() > 0, 20)
        self.group = world.group(identifier)

    def count(self):
        return int.from_bytes(self.count_path.read_bytes(), "little")

    def expect_frozen(self, since):
        """Waits until nobody lets it run any more, and sees that it stands still; how long that took."""
        self.world.wait_for_state(self.identifier, "suspended", 20)
        took = time.monotonic() - since
        require(is_frozen(self.group), "cgroup.events does not say frozen 1")
        before = self.count()
        time.sleep(1)
        require(self.count() == before, f"it counted {self.count() - before} times while frozen")
        return took

    def show(self, choose):
        """Has the window chosen; when the group ran, and when the program knew of the focus (ns)."""
        heard = len(self.focus_in())
        before = self.count()
        choose()
        wait_until("the thaw for the focus", lambda: not is_frozen(self.group), 10, 0.0005)
        thawed = now_ns()
        wait_until("the focus in the program", lambda: len(self.focus_in()) > heard, 5, 0.001)
        wait_until("the count", lambda: self.count() > before, 5)
        return thawed, self.focus_in()[-1]["ns"]

    def focus_in(self):
        return [line for line in lines(self.log) if line["event"] == "focusIn"]

    def reason(self):
        for text in reversed(self.world.torpor("log").splitlines()):
            if f"thawed {self.identifier}: " in text:
                return text.split(": ", 1)[1]
        return "nothing"

    def quit(self):
        self.world.torpor("quit", self.identifier, status=None)


@pytest.fixture
def display(request, world):
    """A display of the kind that the check names, and a desktop whose bridge knows of it."""
    kind = request.node.get_closest_marker("display").kwargs["kind"]
    with closing(kind(world)) as display, closing(Desktop(world)) as desktop:
        for name in ("DISPLAY", "SWAYSOCK", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"):
            if name in display.environment:
                desktop.environment[name] = display.environment[name]
            elif name in ("DISPLAY", "WAYLAND_DISPLAY"):
                desktop.environment.pop(name, None)
        desktop.bridge()
        yield display


def in_words(milliseconds):
    return f"{min(milliseconds):.0f} to {max(milliseconds):.0f} ms"


@pytest.mark.display(kind=XDisplay)
def test_freezes_an_x11_window_out_of_sight(world, display):
    """an X11 program is frozen while its desktop is not shown, and draws as soon as it is shown again"""
    terminal = Terminal(
        world, display, "e2e.xterm", ["xterm", "-T", "counter", "-e"]
    )
    window = display.window("counter")
    other = display.start(["xterm", "-T", "other", "-e", "sleep 1000"])
    # Each on a desktop of its own: to iconify takes the window manager a moment of its own to draw.
    display.xdotool("set_desktop_for_window", display.window("other"), 1)
    log = world.folder / "xwatch"
    watcher = display.start([PYTHON, "-B", APPS / "xwatch.py", log, window])
    wait_until("the watcher", lambda: lines(log), 10)
    world.call("Home", app=terminal.identifier)

    def hide():
        display.xdotool("set_desktop", 1)
        return time.monotonic()

    def show():
        begun = now_ns()
        thawed, known = terminal.show(lambda: display.start(["xdotool", "set_desktop", "0"]))

        def event(name, **facts):
            found = [
                line for line in lines(log)
                if line["ns"] > begun and line["event"] == name and facts.items() <= line.items()
            ]
            return found[0]["ns"] if found else None

        drawn = wait_until("something drawn", lambda: event("drawn"), 10)
        active = wait_until("the active window", lambda: event("active", isTheWindow=True), 10)
        return thawed - active, known - active, drawn - event("mapped")

    # Where it is not frozen, for comparison.
    awake = []
    for _ in range(ROUNDS):
        hide()
        time.sleep(0.2)
        awake.append(show()[2] / 1e6)
    frozen, thawed, known, drawn = [], [], [], []
    for _ in range(ROUNDS):
        frozen.append(terminal.expect_frozen(hide()))
        for list, value in zip((thawed, known, drawn), show()):
            list.append(value / 1e6)
    require(max(drawn) < PATIENCE_MS, f"the slowest of {ROUNDS} was drawn after {max(drawn):.0f} ms")
    text = (
        f"frozen {min(frozen):.1f} to {max(frozen):.1f} s after it was hidden; from the focus event to the "
        f"thaw {in_words(thawed)}, to the program {in_words(known)}; drawn {in_words(drawn)} after it was "
        f"mapped ({in_words(awake)} where it was not frozen): {terminal.reason()}"
    )
    terminal.quit()
    for process in (watcher, other):
        process.kill()
    return text


@pytest.mark.display(kind=WaylandDisplay)
def test_freezes_a_wayland_window_out_of_sight(world, display):
    """a Wayland program is frozen while its workspace is not shown, and runs as soon as it is"""
    # Without a keyboard in the seat sway tells no program of the focus.
    keyboard = Typist(world.folder / "wayland" / "wayland-1")
    terminal = Terminal(world, display, "e2e.foot", ["foot", "--app-id", "counter"])
    display.window("counter")
    world.call("Home", app=terminal.identifier)
    # A workspace with a window of its own, and the one without any.
    display.swaymsg("workspace 2")
    display.start(["foot", "--app-id", "other", "sleep", "1000"])
    display.window("other")
    events = subprocess.Popen(
        ["swaymsg", "-r", "-m", "-t", "subscribe", '["window"]'], env=display.environment,
        stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
    )
    display.started.append(events)
    follower = Follower(events.stdout)
    frozen, thawed, known = [], [], []
    for round in range(ROUNDS):
        display.swaymsg("workspace 2" if round % 2 == 0 else "workspace 3")
        frozen.append(terminal.expect_frozen(time.monotonic()))
        begun = now_ns()
        ran, heard = terminal.show(lambda: display.start(["swaymsg", "workspace 1"]))
        focus = wait_until("sway's event", lambda: follower.focus("counter", begun), 5)
        thawed.append((ran - focus) / 1e6)
        known.append((heard - focus) / 1e6)
    require(max(known) < PATIENCE_MS, f"the slowest of {ROUNDS} knew after {max(known):.0f} ms")
    text = (
        f"frozen {min(frozen):.1f} to {max(frozen):.1f} s after it was hidden; from the focus event to the "
        f"thaw {in_words(thawed)}, to the program {in_words(known)}: {terminal.reason()}"
    )
    terminal.quit()
    keyboard.close()
    return text


class Follower:
    """Reads sway's events in a thread of its own, and notes when they came."""

    def __init__(self, stream):
        self.seen = []
        threading.Thread(target=self.follow, args=[stream], daemon=True).start()

    def follow(self, stream):
        for line in stream:
            now = now_ns()
            event = json.loads(line)
            if event.get("change") == "focus":
                self.seen.append((now, event["container"].get("app_id")))

    def focus(self, name, since):
        return next((ns for ns, app in self.seen if app == name and ns > since), None)
