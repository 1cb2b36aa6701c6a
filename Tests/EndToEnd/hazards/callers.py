"""Programs that others wait for: callers over D-Bus, panels with tray icons, waiters for file locks."""

import time

import pytest

from support.cages import WATCH_SECONDS, Row, answers_within
from support.desktop import PYTHON
from support.harness import is_frozen, require, wait_until

TRAY = "org.kde.StatusNotifierItem-1-1"
# A tray icon with a menu, as KDE's specification has it; a panel asks it for its menu at a right click.
TRAY_CODE = f"""
import dbus, dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib
DBusGMainLoop(set_as_default=True)
name = dbus.service.BusName('{TRAY}', dbus.SessionBus())
class Icon(dbus.service.Object):
    @dbus.service.method('org.kde.StatusNotifierItem', in_signature='ii')
    def ContextMenu(self, x, y):
        pass
class Menu(dbus.service.Object):
    @dbus.service.method('com.canonical.dbusmenu', in_signature='i', out_signature='b')
    def AboutToShow(self, identifier):
        return False
icon, menu = Icon(name, '/StatusNotifierItem'), Menu(name, '/MenuBar')
GLib.MainLoop().run()
"""


def service(bench, command, name, call, is_left_running=False):
    """The same for any service: `call` of a frozen one, by hand, and under the guard.

    `is_left_running`: the guard does not freeze it in the first place.
    """
    desktop = bench.desktop()

    def ask(seconds):
        begun = time.monotonic()
        done = desktop.busctl(f"--timeout={seconds}", "call", name, *call, check=False)
        return done.returncode == 0, time.monotonic() - begun

    cage = bench.cage()
    cage.start(command, env=desktop.environment)
    desktop.wait_for(name)
    cage.freeze()
    is_answered, waited = ask(WATCH_SECONDS)
    require(not is_answered, "the frozen service answered")
    cage.close()
    bench.kept.remove(cage)
    wait_until("the service's end", lambda: desktop.busctl("status", name, check=False).returncode)

    app = bench.command("e2e.service", command, desktop.environment)
    desktop.wait_for(name)
    desktop.bridge()
    if is_left_running:
        bench.call("Home", app=app)
        # Longer than a program is left alone after leaving the screen.
        time.sleep(8)
        is_answered, seconds = ask(WATCH_SECONDS)
        require(is_answered and not is_frozen(bench.group(app)), "it was frozen")
        held = [condition["reason"] for condition in bench.why(app)["app"]["heldBy"]]
        return Row(
            f"no answer in {waited:.1f} s", f"not frozen; answers in {seconds * 1000:.0f} ms",
            "torpor why: " + ", ".join(held),
        )
    took = []
    for _ in range(3):
        bench.suspend(app)
        # A call in the milliseconds between the freeze and the monitor is not heard (session.md).
        time.sleep(0.5)
        is_answered, seconds = ask(WATCH_SECONDS)
        require(is_answered, f"no answer within {WATCH_SECONDS} s under the guard")
        took.append(seconds * 1000)
    return Row(
        f"no answer in {waited:.1f} s", f"answered after {spread(took)} ms",
        bench.ledger(app, "thawed"),
    )


def spread(values):
    return f"{min(values):.0f} to {max(values):.0f}"


def test_bus_call(bench):
    """a D-Bus caller waits for a frozen service"""
    name = "org.torpor.Hazard"
    return service(
        bench, [PYTHON, "-m", "dbusmock", "--session", name, "/", "a.b"], name,
        ["/", "org.freedesktop.DBus.Peer", "Ping"],
    )


def test_tray_menu(bench):
    """a panel asks a frozen program for the menu of its tray icon"""
    return service(
        bench, [PYTHON, "-c", TRAY_CODE], TRAY,
        ["/MenuBar", "com.canonical.dbusmenu", "AboutToShow", "i", "0"], is_left_running=True,
    )


@pytest.mark.quick
def test_file_lock(bench):
    """another process waits for a lock that a frozen program holds"""
    file, ready, end = (bench.folder / name for name in ("shared", "locked", "end"))
    file.write_text("text")
    # It would give the lock back at once if it could run.
    holder = [
        "sh", "-c",
        f"exec 9>>{file}; flock 9; echo > {ready}; while [ ! -e {end} ]; do sleep 0.05; done; "
        "flock -u 9; exec sleep 1000",
    ]
    waiter = ["flock", file, "true"]
    cage = bench.cage()
    cage.start(holder)
    wait_until("the lock", ready.exists)
    cage.freeze()
    end.touch()
    got, waited = answers_within(waiter, WATCH_SECONDS)
    require(not got, "the lock was free")
    cage.close()
    bench.kept.remove(cage)
    ready.unlink()
    end.unlink()

    app = bench.command("e2e.holder", holder)
    wait_until("the lock", ready.exists)
    bench.suspend(app)
    end.touch()
    # The locks of what was just frozen are looked at after 1 s, then ever more seldom, up to 16 s.
    got, took = answers_within(waiter, 17)
    require(got, f"not got in {took:.1f} s under the guard")
    return Row(
        f"lock not acquired in {waited:.1f} s", f"acquired after {took:.1f} s", bench.ledger(app, "thawed"),
    )
