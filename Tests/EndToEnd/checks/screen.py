"""Checks on the screen: what can be seen of real windows moves apps, with no command of the user's."""

import subprocess
import sys
import time

import pytest

from support.displays import PYTHON, WaylandDisplay, XDisplay
from support.harness import APPS, is_frozen, now_ns, require, wait_until
from support.terminals import Terminal, in_words, lines

pytestmark = pytest.mark.quiet

ROUNDS = 3
# How much later than one that runs a frozen program may be drawn, in milliseconds: less than a person sees as a
# delay (100 ms). Our choice.
PATIENCE_MS = 100
# The grace of a program that has left the screen, the 0.5 s of a loss, and the daemon's own time, in seconds.
FROZEN_WITHIN = 8


def moves(world, identifier):
    """What the ledger says of the app's moves onto the screen and off it, oldest first."""
    return [
        decision
        for decision in world.call("Log", count=200)["decisions"]
        if decision.get("app") == identifier
        and decision["action"]["name"] in ("moveToForeground", "moveToBackground")
    ]


@pytest.mark.display(kind=XDisplay)
def test_minimising_sends_an_app_to_the_background(world, display):
    """a minimised X11 program is in the background, frozen after its grace, and active before it is drawn again"""
    terminal = Terminal(world, display, "e2e.shown", ["xterm", "-T", "shown", "-e"])
    other = Terminal(world, display, "e2e.beside", ["xterm", "-T", "beside", "-e"])
    window = display.window("shown")
    for one in (terminal, other):
        require(world.state_of(one.identifier) == "active", f"{one.identifier} is not active")
    log = world.folder / "xwatch-shown"
    watcher = display.start([PYTHON, "-B", APPS / "xwatch.py", log, window])
    wait_until("the watcher", lambda: lines(log), 10)

    def show():
        """Has the window mapped; when it was, when the group ran, and when something was drawn (ns)."""
        begun = now_ns()
        display.start(["xdotool", "windowmap", window])
        wait_until("the thaw", lambda: not is_frozen(terminal.group), 5, 0.0005)
        awake = now_ns()

        def event(name):
            found = [line["ns"] for line in lines(log) if line["ns"] > begun and line["event"] == name]
            return found[0] if found else None

        return wait_until("the window", lambda: event("mapped"), 5), awake, wait_until(
            "something drawn", lambda: event("drawn"), 5
        )

    # Where it is not frozen, for comparison: to iconify takes the window manager a moment of its own to draw.
    running = []
    for _ in range(ROUNDS):
        display.xdotool("windowminimize", window)
        world.wait_for_state(terminal.identifier, "background", 3)
        mapped, _, shown = show()
        running.append((shown - mapped) / 1e6)
        world.wait_for_state(terminal.identifier, "active", 2)
    left, frozen, thawed, drawn = [], [], [], []
    for _ in range(ROUNDS):
        begun = time.monotonic()
        display.xdotool("windowminimize", window)
        world.wait_for_state(terminal.identifier, "background", 3)
        left.append((time.monotonic() - begun) * 1000)
        world.wait_for_state(terminal.identifier, "suspended", FROZEN_WITHIN)
        frozen.append(time.monotonic() - begun)
        require(is_frozen(terminal.group), "it is suspended and not frozen")
        require(world.state_of(other.identifier) == "active", "the other window left the screen, too")
        mapped, awake, shown = show()
        thawed.append((awake - mapped) / 1e6)
        drawn.append((shown - mapped) / 1e6)
        world.wait_for_state(terminal.identifier, "active", 2)
    late = max(drawn) - min(running)
    require(late < PATIENCE_MS, f"the slowest of {ROUNDS} was drawn {late:.0f} ms later than one that runs")
    last = moves(world, terminal.identifier)[-1]
    require("windowShown" in str(last), f"the ledger says {last}")
    for one in (terminal, other):
        one.quit()
    watcher.kill()
    return (
        f"background {in_words(left)} after it was minimised, frozen after {min(frozen):.1f} to "
        f"{max(frozen):.1f} s; thawed {in_words(thawed)} and drawn {in_words(drawn)} after it was mapped "
        f"({in_words(running)} where it was not frozen)"
    )


@pytest.mark.display(kind=XDisplay)
def test_a_command_stands_against_a_window(world, display):
    """`torpor home` sends an app away whose window can be seen, until that gets the focus"""
    terminal = Terminal(world, display, "e2e.stands", ["xterm", "-T", "stands", "-e"])
    window = display.window("stands")
    other = display.start(["xterm", "-T", "other", "-e", "sleep 1000"])
    display.window("other")
    # Its window is not focused, and can be seen beside the other.
    time.sleep(1)
    require(world.state_of(terminal.identifier) == "active", "it is not active beside the other")
    world.torpor("home", terminal.identifier)
    world.wait_for_state(terminal.identifier, "suspended", FROZEN_WITHIN)
    require(is_frozen(terminal.group), "it is suspended and not frozen")
    begun = time.monotonic()
    display.xdotool("windowactivate", window)
    world.wait_for_state(terminal.identifier, "active", 3)
    took = (time.monotonic() - begun) * 1000
    display.xdotool("windowminimize", window)
    world.wait_for_state(terminal.identifier, "suspended", FROZEN_WITHIN)
    world.torpor("launch", terminal.identifier)
    world.wait_for_state(terminal.identifier, "active", 2)
    time.sleep(2)
    require(world.state_of(terminal.identifier) == "active", "the minimised window won against `launch`")
    terminal.quit()
    other.kill()
    return f"frozen in sight after `home`, active {took:.0f} ms after a click; `launch` holds while it is minimised"


@pytest.mark.display(kind=XDisplay)
def test_a_program_follows_its_terminal(world, display):
    """a command of `torpor run` is off the screen while the terminal in which it runs is minimised"""
    log, count = world.folder / "inside.ticks", world.folder / "inside.count"
    identifier = "e2e.inside"
    terminal = display.start(
        [
            "xterm", "-T", "outside", "-e", world.torpor_path, "run", "--id", identifier, "--",
            sys.executable, "-B", str(APPS / "ticker.py"), str(log), str(count),
        ]
    )
    window = display.window("outside")
    wait_until("the program", lambda: count.exists() and world.state_of(identifier) == "active", 10)
    # It is looked for in a focused terminal every 2 s.
    time.sleep(3)
    display.xdotool("windowminimize", window)
    world.wait_for_state(identifier, "background", 5)
    time.sleep(6)
    require(
        world.state_of(identifier) == "background",
        f"in the foreground of its terminal it is {world.state_of(identifier)}",
    )
    display.xdotool("windowmap", window)
    world.wait_for_state(identifier, "active", 5)
    world.torpor("quit", identifier, status=None)
    terminal.kill()
    return "background with the minimised terminal, not frozen in its foreground, active with it again"


@pytest.mark.display(kind=WaylandDisplay)
def test_workspaces_move_apps_and_a_dead_bridge_does_not(world, display):
    """an app of another sway workspace is frozen; it outlasts a bridge's restart so, and is thawed when none comes"""
    terminal = Terminal(world, display, "e2e.space", ["foot", "--app-id", "space"])
    beside = Terminal(world, display, "e2e.tiled", ["foot", "--app-id", "tiled"])
    for name in ("space", "tiled"):
        display.window(name)
    for one in (terminal, beside):
        require(world.state_of(one.identifier) == "active", f"{one.identifier} is not active")
    begun = time.monotonic()
    display.swaymsg("workspace 2")
    for one in (terminal, beside):
        world.wait_for_state(one.identifier, "suspended", FROZEN_WITHIN)
    frozen = time.monotonic() - begun
    begun = now_ns()
    display.swaymsg("workspace 1")
    wait_until("the thaw", lambda: not is_frozen(terminal.group), 5, 0.0005)
    thawed = (now_ns() - begun) / 1e6
    for one in (terminal, beside):
        world.wait_for_state(one.identifier, "active", 2)
    display.swaymsg("workspace 2")
    world.wait_for_state(terminal.identifier, "suspended", FROZEN_WITHIN)
    # A bridge that is started again.
    desktop = display.desktop
    desktop.end(display.bridge)
    counted = terminal.count()
    display.bridge = desktop.bridge()
    time.sleep(6)
    require(is_frozen(terminal.group) and terminal.count() == counted, "the restart of the bridge thawed it")
    # And one that is not.
    begun = time.monotonic()
    desktop.end(display.bridge)
    world.wait_for_state(terminal.identifier, "active", 10)
    gone = time.monotonic() - begun
    require(not is_frozen(terminal.group), "it is active and frozen")
    time.sleep(7)
    require(world.state_of(terminal.identifier) == "active", "it left the screen without a bridge")
    last = moves(world, terminal.identifier)[-1]
    require("unknown" in str(last), f"the ledger says {last}")
    for one in (terminal, beside):
        one.quit()
    return (
        f"both frozen {frozen:.1f} s after the switch, thawed {thawed:.0f} ms after the switch back; frozen over a "
        f"restart of the bridge, thawed {gone:.1f} s after its death"
    )


def test_is_inactive_before_sleep_and_the_lock(world, desktop):
    """logind's PrepareForSleep and the screen saver make an app inactive, and a lock sends it away from there"""
    logind = desktop.mock("logind", "org.freedesktop.login1", "/org/freedesktop/login1")
    saver = desktop.mock(
        "gnome_screensaver", "org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"
    )
    manager = [*logind, "org.freedesktop.login1.Manager"]
    desktop.bridge()
    identifier = "e2e.covered"
    with open(world.folder / "covered.out", "ab") as output:
        subprocess.run(
            [world.torpor_path, "run", "--detach", "--id", identifier, "--", "sleep", "1000"],
            env=desktop.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            timeout=60, check=True,
        )
    world.wait_for_state(identifier, "active", 5)

    def sleep_is_near(is_near):
        desktop.control(
            logind, "EmitSignal", "sssav", manager[2], "PrepareForSleep", "b", "1", "b",
            "true" if is_near else "false",
        )

    def save(is_on):
        desktop.busctl(
            "call", *saver, "org.gnome.ScreenSaver", "SetActive", "b", "true" if is_on else "false"
        )

    begun = time.monotonic()
    sleep_is_near(True)
    world.wait_for_state(identifier, "inactive", 3)
    took = (time.monotonic() - begun) * 1000
    sleep_is_near(False)
    world.wait_for_state(identifier, "active", 3)
    save(True)
    world.wait_for_state(identifier, "inactive", 3)
    save(False)
    world.wait_for_state(identifier, "active", 3)
    require(not moves(world, identifier), f"it left the screen: {moves(world, identifier)}")
    save(True)
    world.wait_for_state(identifier, "inactive", 3)
    world.torpor("lock")
    world.wait_for_state(identifier, "suspended", FROZEN_WITHIN)
    save(False)
    world.torpor("unlock")
    world.wait_for_state(identifier, "active", 3)
    world.torpor("quit", identifier, status=None)
    return f"inactive {took:.0f} ms after PrepareForSleep, active when it was called off; background only with the lock"
