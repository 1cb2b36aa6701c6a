"""Windows: key presses that pile up in front of a frozen one, grabs, and the desktop itself in a group."""

import os
import pathlib
import subprocess
import time

import pytest

from support.cages import APPS, WATCH_SECONDS, Row, answers_within, lines
from support.displays import PYTHON, WaylandDisplay, XDisplay
from support.harness import is_frozen, require, wait_until
from support.typist import Typist

# What is typed at most; a terminal was seen to die of 4,000.
PRESSES_MAX = 100_000
PORTION = 500


def test_wayland_queue(bench):
    """the compositor ends a frozen program whose key presses pile up"""
    display = bench.keep(WaylandDisplay(bench))
    heard = bench.folder / "heard"
    terminal = [
        "foot", "--app-id", "victim", "sh", "-c", f"stty raw -echo; exec cat > {heard}",
    ]
    typist = bench.keep(Typist(bench.folder / "wayland" / "wayland-1"))

    def opened():
        display.window("victim")
        wait_until("the terminal's program", heard.exists, 10)
        typist.press(1)
        wait_until("the first key", lambda: heard.stat().st_size, 10)

    # The bare mechanism: twice as many presses each time, until one terminal does not live through it.
    deadly = None
    count = 1000
    while deadly is None and count <= PRESSES_MAX:
        heard.unlink(missing_ok=True)
        cage = bench.cage()
        foot = cage.start(terminal, env=display.environment)
        opened()
        cage.freeze()
        typist.press(count)
        cage.thaw()
        try:
            status = foot.wait(2)
            deadly = count
        except subprocess.TimeoutExpired:
            count *= 2
        cage.close()
        bench.kept.remove(cage)
        wait_until("the window's end", lambda: "victim" not in display.windows())
    require(deadly, f"it lived through {PRESSES_MAX} presses")

    desktop = bench.desktop(**{
        name: display.environment[name] for name in ("SWAYSOCK", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")
    })
    desktop.bridge()
    heard.unlink(missing_ok=True)
    app = bench.command("e2e.victim", terminal, display.environment)
    opened()
    bench.call("Home", app=app)
    # Its grace is over after 5 s; nothing but the focus keeps it running then.
    reason = held(bench, app)
    group = bench.group(app)
    time.sleep(WATCH_SECONDS)
    require(not is_frozen(group), "a focused terminal was frozen")
    # As fast as it reads and no faster: a burst of 100,000 ends a terminal that runs, too.
    total = 4 * deadly
    for typed in range(PORTION, total + 1, PORTION):
        typist.press(PORTION)
        wait_until("the key presses", lambda: heard.stat().st_size == typed + 1, 10)
    require(bench.is_alive_app(app), "the terminal is gone")
    return Row(
        f"died at its thaw after {deadly} presses (status {status})",
        f"not frozen while focused; {total} presses, all of them read", reason,
    )


def held(bench, app):
    """What alone keeps the app running once its grace is over."""

    def only():
        reasons = [one for one in bench.why(app)["app"]["heldBy"]]
        names = [one["reason"] for one in reasons]
        return names if names and "grace" not in names else None

    names = wait_until("the end of the grace", only, 10)
    require(set(names) <= {"focused", "underPointer"}, f"it is held by {names}")
    text = bench.torpor("why", app)
    return text.split("What keeps it running")[1].strip().splitlines()[0].strip()


def test_x11_grab(bench):
    """a frozen program holds the pointer and the keyboard of an X server"""
    display = bench.keep(XDisplay(bench))
    grabber_log, other_log = bench.folder / "grabber", bench.folder / "other"
    grabber = [PYTHON, "-B", APPS / "xmenu.py", grabber_log]
    # Whoever else has a window, and should get what the user clicks on.
    bench.background(
        [PYTHON, "-B", APPS / "xlistener.py", other_log], env=display.environment
    )
    wait_until("the other window", lambda: lines(other_log), 10)

    def click():
        display.xdotool("mousemove", 20, 20, "click", 1)

    def clicks():
        return sum(line["event"] == "click" for line in lines(other_log))

    click()
    wait_until("a click without a grab", lambda: clicks() == 1)

    cage = bench.cage()
    cage.start(grabber, env=display.environment)
    wait_until("the grab", lambda: lines(grabber_log), 10)
    cage.freeze()
    limit = time.monotonic() + WATCH_SECONDS
    tries = 0
    while time.monotonic() < limit:
        click()
        tries += 1
        time.sleep(0.3)
    require(clicks() == 1, "a click came through the grab of a frozen program")
    cage.close()
    bench.kept.remove(cage)
    grabber_log.unlink()

    desktop = bench.desktop(DISPLAY=display.environment["DISPLAY"])
    desktop.environment.pop("WAYLAND_DISPLAY", None)
    desktop.bridge()
    app = bench.command("e2e.menu", grabber, display.environment)
    wait_until("the grab", lambda: lines(grabber_log), 10)
    bench.call("Home", app=app)
    # It stands still for a moment only: the grab is looked for when it was frozen.
    reason = bench.ledger(app, "thawed", 20)
    before = clicks()
    begun = time.monotonic()

    def came_through():
        click()
        return clicks() > before

    wait_until("a click under the guard", came_through, 10, 0.1)
    require(any(line["event"] == "closed" for line in lines(grabber_log)), "the menu is open still")
    return Row(
        f"none of {tries} clicks reached another window in {WATCH_SECONDS} s",
        f"thawed; the menu closed at the first click, and the next one arrived "
        f"{(time.monotonic() - begun) * 1000:.0f} ms later",
        reason,
    )


@pytest.mark.quick
def test_desktop_in_a_group(bench):
    """the entire desktop is in one group with its display server"""
    def server(start):
        read, write = os.pipe()
        start(
            ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-screen", "0", "64x64x24"], write
        )
        os.close(write)
        with open(read) as pipe:
            return dict(bench.environment, DISPLAY=":" + pipe.readline().strip())

    cage = bench.cage()
    environment = server(lambda command, number: cage.start(command, pass_fds=[number]))
    cage.freeze()
    ok, waited = answers_within(["xprop", "-root"], WATCH_SECONDS, env=environment)
    require(not ok, "a frozen X server answered")
    cage.close()
    bench.kept.remove(cage)

    number = free_display()
    app = bench.command(
        "e2e.desktop", ["Xvfb", f":{number}", "-nolisten", "tcp", "-screen", "0", "64x64x24"]
    )
    environment = dict(bench.environment, DISPLAY=f":{number}")
    wait_until(
        "the X server",
        lambda: subprocess.run(["xprop", "-root"], env=environment, capture_output=True).returncode == 0,
        10,
    )
    bench.call("Home", app=app)
    reason = bench.ledger(app, "did not freeze", 15)
    ok, took = answers_within(["xprop", "-root"], WATCH_SECONDS, env=environment)
    require(ok and not is_frozen(bench.group(app)), "the X server was frozen")
    return Row(
        f"the X server answered no client in {waited:.1f} s",
        f"not frozen; answers in {took * 1000:.0f} ms", reason,
    )


def free_display():
    return next(n for n in range(90, 190) if not pathlib.Path(f"/tmp/.X11-unix/X{n}").exists())
