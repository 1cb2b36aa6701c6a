"""Checks on a desktop's facts: torpord, torpor-session, and dbusmock's services on a bus of their own."""

import json
import pathlib
import subprocess
import time

import pytest

from support.desktop import PYTHON
from support.harness import Skip, is_frozen, require, wait_until


def test_hears_of_the_battery_from_upower(world, desktop):
    """a job that waits for power runs when UPower says that it is back, and Low Power Mode begins and ends by itself"""
    if any(pathlib.Path("/sys/class/power_supply").glob("*/capacity")):
        raise Skip("this machine has a battery of its own, which the daemon hears of first")
    upower = desktop.mock(
        "upower", "org.freedesktop.UPower", "/org/freedesktop/UPower", OnBattery=True
    )
    device = (upower[0], "/org/freedesktop/UPower/devices/DisplayDevice")
    desktop.control(
        device, "UpdateProperties", "sa{sv}", "org.freedesktop.UPower.Device", "3",
        "Type", "u", "2", "IsPresent", "b", "true", "Percentage", "d", "40",
    )
    desktop.bridge()
    wait_until("power from the desktop", lambda: desktop.part("power"), 10)
    mark = world.folder / "powered"
    world.torpor("when", "--power", "ac", "--", "/bin/touch", str(mark))
    time.sleep(1)
    require(not mark.exists(), "the job ran on battery")

    def saves_power():
        return world.call("Status")["device"]["lowPowerMode"]

    world.torpor("settings", "automaticLowPowerMode=on")
    require(not saves_power(), "Low Power Mode began at 40 %")
    desktop.control(
        device, "UpdateProperties", "sa{sv}", "org.freedesktop.UPower.Device", "1", "Percentage", "d", "20",
    )
    wait_until("Low Power Mode at 20 %", saves_power)
    said = world.torpor("log")
    require("the battery is low" in said, f"the ledger does not say why: {said}")
    begun = time.monotonic()
    desktop.control(
        upower, "UpdateProperties", "sa{sv}", "org.freedesktop.UPower", "1",
        "OnBattery", "b", "false",
    )
    wait_until("the job", mark.exists, 5, 0.002)
    took = (time.monotonic() - begun) * 1000
    desktop.control(
        device, "UpdateProperties", "sa{sv}", "org.freedesktop.UPower.Device", "1", "Percentage", "d", "80",
    )
    wait_until("the end of Low Power Mode at 80 %", lambda: not saves_power())
    world.torpor("settings", "automaticLowPowerMode=off")
    return f"the job ran {took:.0f} ms after the flip; Low Power Mode from 20 % to 80 %"


def test_holds_sleep_up_until_it_knows(world, desktop):
    """logind's sleep waits for the daemon's word, and no longer"""
    logind = desktop.mock("logind", "org.freedesktop.login1", "/org/freedesktop/login1")
    manager = [*logind, "org.freedesktop.login1.Manager"]
    desktop.bridge()

    def locks():
        answer = json.loads(desktop.busctl("call", *manager, "ListInhibitors").stdout)
        return len(answer["data"][0])

    wait_until("the lock", lambda: locks() == 1)
    begun = time.monotonic()
    desktop.control(
        logind, "EmitSignal", "sssav", manager[2], "PrepareForSleep", "b", "1", "b", "true"
    )
    wait_until("the lock's end", lambda: locks() == 0, 5, 0.002)
    took = time.monotonic() - begun
    # 2 s is the bridge's patience with a daemon that says nothing.
    require(took < 1.5, f"the lock was held for {took:.1f} s")
    desktop.control(
        logind, "EmitSignal", "sssav", manager[2], "PrepareForSleep", "b", "1", "b", "false"
    )
    wait_until("the next lock", lambda: locks() == 1)
    return f"let go after {took * 1000:.0f} ms, taken again on waking"


@pytest.mark.quiet
def test_thaws_a_service_that_is_called(world, desktop):
    """a caller of a frozen D-Bus service hangs without the bridge, and is answered with it"""
    name = "org.torpor.EndToEnd"
    identifier = "e2e.service"
    with open(world.folder / "service.out", "wb") as output:
        subprocess.run(
            [
                world.torpor_path, "run", "--detach", "--id", identifier, "--",
                PYTHON, "-m", "dbusmock", "--session", name, "/", "a.b",
            ],
            env=desktop.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            timeout=60, check=True,
        )
    desktop.wait_for(name)
    world.call("Home", app=identifier)
    world.wait_for_state(identifier, "suspended", 15)
    group = world.group(identifier)

    def ping(seconds):
        begun = time.monotonic()
        done = desktop.busctl(
            f"--timeout={seconds}", "call", name, "/", "org.freedesktop.DBus.Peer", "Ping",
            check=False,
        )
        return done.returncode == 0, time.monotonic() - begun

    is_answered, _ = ping(3)
    require(not is_answered, "the frozen service answered without the bridge")
    require(is_frozen(group), "something thawed it without the bridge")
    bridge = desktop.bridge()
    waits = []
    for round in range(3):
        world.wait_for_state(identifier, "suspended", 20)
        # The monitor listens some milliseconds after the freeze.
        time.sleep(0.5)
        require(is_frozen(group), "it is not frozen")
        is_answered, took = ping(10)
        require(is_answered, f"call {round + 1} was not answered within 10 s")
        waits.append(took * 1000)
        if round == 0:
            thaw = [
                decision
                for decision in world.call("Log", count=100)["decisions"]
                if decision["action"]["name"] == "thaw" and decision.get("app") == identifier
            ][-1]
            require("busCall" in json.dumps(thaw), f"the ledger says {thaw}")
    desktop.end(bridge)
    world.torpor("quit", identifier, status=None)
    return f"no answer in 3 s without; {', '.join(f'{one:.0f}' for one in waits)} ms with it"


def test_leaves_a_slow_service_awake_until_it_has_answered(world, desktop):
    """a frozen service that takes 14 s to answer is not frozen again over it"""
    name, identifier = "org.torpor.Slow", "e2e.slow"
    code = (
        "import dbus, dbus.service, time\n"
        "from dbus.mainloop.glib import DBusGMainLoop\n"
        "from gi.repository import GLib\n"
        "DBusGMainLoop(set_as_default=True)\n"
        f"name = dbus.service.BusName('{name}', dbus.SessionBus())\n"
        "class Slow(dbus.service.Object):\n"
        "    @dbus.service.method('a.b', in_signature='', out_signature='s')\n"
        "    def Work(self):\n"
        "        time.sleep(14)\n"
        "        return 'done'\n"
        "slow = Slow(name, '/')\n"
        "GLib.MainLoop().run()\n"
    )
    with open(world.folder / "slow.out", "wb") as output:
        subprocess.run(
            [
                world.torpor_path, "run", "--detach", "--id", identifier, "--", PYTHON, "-c", code,
            ],
            env=desktop.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            timeout=60, check=True,
        )
    desktop.wait_for(name)
    desktop.bridge()
    world.call("Home", app=identifier)
    world.wait_for_state(identifier, "suspended", 15)
    time.sleep(0.5)
    begun = time.monotonic()
    done = desktop.busctl("--timeout=24", "call", name, "/", "a.b", "Work", check=False)
    took = time.monotonic() - begun
    require(done.returncode == 0, f"no answer within {took:.1f} s: {done.stderr.strip()}")
    world.wait_for_state(identifier, "suspended", 20)
    frozen = time.monotonic() - begun - took
    world.torpor("quit", identifier, status=None)
    return f"answered after {took:.1f} s, frozen again {frozen:.1f} s later"
