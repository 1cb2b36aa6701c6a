"""Checks on windows: real terminals that are frozen while nobody sees them, and run before anybody does."""

import json
import subprocess
import threading
import time

import pytest

from support.displays import PYTHON, WaylandDisplay, XDisplay
from support.harness import APPS, now_ns, require, wait_until
from support.terminals import Terminal, in_words, lines
from support.typist import Typist

pytestmark = pytest.mark.quiet

ROUNDS = 5
# How late a window may come to life after it was chosen, in milliseconds: less than a person sees as a
# delay (100 ms). Our choice.
PATIENCE_MS = 100


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
