"""Checks on Bluetooth: torpord, torpor-session, real apps, and a BlueZ that dbusmock plays."""

import json
import os
import signal
import time

from support.harness import is_frozen, require, wait_until
from support.players import player

ADDRESS = "AA:BB:CC:DD:EE:FF"
ADAPTER = "/org/bluez/hci0"
DEVICE = ADAPTER + "/dev_AA_BB_CC_DD_EE_FF"
RATE = DEVICE + "/service0001/char0002"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
PROPERTIES = "org.freedesktop.DBus.Properties"
RATE_NUMBER = "00002a37-0000-1000-8000-00805f9b34fb"

# What BlueZ does when a central reads: it calls the object that the app's services were registered with,
# over the connection that owns its name.
READ = (
    "ret = self.connection.call_blocking(args[0], args[1], 'org.bluez.GattCharacteristic1', 'ReadValue', "
    "'a{sv}', (dbus.Dictionary({'offset': dbus.UInt16(0)}, signature='sv'),), timeout=20)"
)


class Radio:
    """BlueZ with one adapter that is on and one peripheral in the air."""

    def __init__(self, desktop):
        self.desktop = desktop
        mock = desktop.mock("bluez5", "org.bluez", "/")
        self.root, self.adapter = mock, ("org.bluez", ADAPTER)
        self.call("/org/bluez", "org.bluez.Mock", "AddAdapter", "ss", "hci0", "machine")
        self.call("/org/bluez", "org.bluez.Mock", "AddDevice", "sss", "hci0", ADDRESS, "band")
        desktop.control(
            self.root, "AddObject", "ssa{sv}a(ssss)", RATE, CHARACTERISTIC,
            "1", "UUID", "s", RATE_NUMBER,
            "2", "StartNotify", "", "", "", "StopNotify", "", "", "",
        )
        for name, arguments, result, code in [
            ("RegisterApplication", "oa{sv}", "", ""), ("UnregisterApplication", "o", "", ""),
        ]:
            desktop.control(
                self.adapter, "AddMethod", "sssss", "org.bluez.GattManager1", name, arguments, result,
                code,
            )
        desktop.control(self.adapter, "AddMethod", "sssss", "test.Central", "Read", "so", "ay", READ)

    def call(self, path, interface, member, *arguments, check=True):
        return self.desktop.busctl(
            "--timeout=20", "call", "org.bluez", path, interface, member, *arguments, check=check
        )

    def calls_of(self, member, path):
        """The arguments of the calls of a method that an object has had."""
        answer = self.call(path, "org.freedesktop.DBus.Mock", "GetMethodCalls", "s", member)
        return [
            [argument["data"] for argument in arguments]
            for _, arguments in json.loads(answer.stdout)["data"][0]
        ]

    def change_value(self, byte):
        """The subscribed characteristic has another value."""
        self.desktop.control(
            ("org.bluez", RATE), "EmitSignal", "sssav", PROPERTIES, "PropertiesChanged", "sa{sv}as",
            "3", "s", CHARACTERISTIC, "a{sv}", "1", "Value", "ay", "2", "0", str(byte), "as", "0",
        )

    def bridge_name(self):
        """The name on the bus of the bridge's connection to BlueZ: not the one that users' programs call."""

        def ask(member, *arguments):
            answer = self.desktop.busctl(
                "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", member, *arguments,
                check=False,
            )
            return json.loads(answer.stdout)["data"][0] if answer.returncode == 0 else None

        called = ask("GetNameOwner", "s", "io.torpor.Session")
        process = ask("GetConnectionUnixProcessID", "s", called)
        names = [name for name in ask("ListNames") if name.startswith(":") and name != called]
        return next(name for name in names if ask("GetConnectionUnixProcessID", "s", name) == process)


def kill(world, app):
    """The process is gone as by the kernel's own memory killer."""
    os.kill(world.events(app, "started")[-1]["pid"], signal.SIGKILL)
    world.wait_for_state(app, "notRunning")


def device_of(app):
    return {"peripheral": ADDRESS, "restoreIdentifier": f"{app}.central"}


def test_wakes_on_a_value_of_bluetooth(world, desktop):
    """a value of a connected peripheral wakes a frozen app for 10 s, and launches a killed one restored"""
    radio = Radio(desktop)
    desktop.bridge()
    app = "e2e.band"
    steps = {
        "didFinishLaunching": [
            {"call": "ConnectPeripheral", "parameters": device_of(app)},
            {
                "call": "SetNotifyValue",
                "parameters": {"peripheral": ADDRESS, "characteristic": "2A37", "isOn": True},
            },
        ]
    }
    player(world, app, steps, modes=["bluetooth-central"])
    wait_until("the connection", lambda: world.events(app, "peripheralDidConnect"), 10)
    wait_until("the subscription", lambda: radio.calls_of("StartNotify", RATE), 10)
    world.wait_for_state(app, "suspended", 20)
    group = world.group(app)
    require(is_frozen(group), "it is not frozen before the value")
    begun = time.monotonic()
    radio.change_value(72)
    wait_until("the value", lambda: world.events(app, "peripheralData"), 5, 0.002)
    told = time.monotonic() - begun
    time.sleep(max(0, 8 - told))
    require(not is_frozen(group), "it was frozen again within 8 s")
    world.wait_for_state(app, "suspended", 10)
    lasted = time.monotonic() - begun
    require(9 < lasted < 14, f"its wake lasted {lasted:.1f} s")
    kill(world, app)
    before = len(world.events(app))
    begun = time.monotonic()
    radio.change_value(73)
    data = lambda: [event for event in world.events(app)[before:] if event["event"] == "peripheralData"]
    wait_until("the value for the killed app", data, 10, 0.002)
    launched = time.monotonic() - begun
    # It asks for its connection anew, as apps do at every launch, and is told that it stands.
    others = ("started", "called", "peripheralDidConnect")
    events = [event for event in world.events(app)[before:] if event["event"] not in others]
    names = [event["event"] for event in events]
    require(
        names == ["didFinishLaunching", "willRestoreState", "peripheralData"],
        f"it was told {names}",
    )
    require(
        events[0]["wakeReason"] == "bluetoothRestoring" and events[1]["peripherals"] == [ADDRESS],
        f"it was launched with {events[0]} and {events[1]}",
    )
    world.torpor("uninstall", app)
    # The last that wanted it is gone.
    wait_until("the disconnection", lambda: radio.calls_of("Disconnect", DEVICE), 10)
    return (
        f"told {told * 1000:.0f} ms after the value and frozen after {lasted:.1f} s; "
        f"launched, restored and told after {launched * 1000:.0f} ms"
    )


def test_answers_a_central(world, desktop):
    """a central reads a value of a frozen app and of a killed one, and is failed by one that is silent"""
    radio = Radio(desktop)
    desktop.bridge()
    services = [
        {
            "service": "180D",
            "characteristics": [{"characteristic": "2A37", "uses": ["read", "notify"]}],
        }
    ]

    def publish(app, answers):
        parameters = {"services": services, "restoreIdentifier": f"{app}.peripheral"}
        steps = {
            "didFinishLaunching": [{"call": "PublishServices", "parameters": parameters}],
            "centralRequest": answers,
        }
        before = len(radio.calls_of("RegisterApplication", ADAPTER))
        player(world, app, steps, modes=["bluetooth-peripheral"])
        registered = lambda: radio.calls_of("RegisterApplication", ADAPTER)[before:]
        return wait_until("the registration", registered, 10)[0][0] + "/service0/char0"

    def read(path):
        begun = time.monotonic()
        done = radio.call(
            ADAPTER, "test.Central", "Read", "so", radio.bridge_name(), path, check=False
        )
        return done, time.monotonic() - begun

    app = "e2e.heart"
    # "AEg=" is 0, 72.
    path = publish(app, [{"answer": "AEg="}])
    world.wait_for_state(app, "suspended", 20)
    require(is_frozen(world.group(app)), "it is not frozen before the question")
    done, frozen = read(path)
    require(done.returncode == 0, f"the frozen app did not answer: {done.stderr.strip()}")
    require(json.loads(done.stdout)["data"] == [[0, 72]], f"the central read {done.stdout.strip()}")
    world.wait_for_state(app, "suspended", 20)
    kill(world, app)
    done, dead = read(path)
    require(done.returncode == 0, f"the launched app did not answer: {done.stderr.strip()}")
    restored = world.events(app, "willRestoreState")
    require(restored and restored[0]["services"] == ["180D"], f"it was restored with {restored}")
    world.torpor("uninstall", app)
    wait_until("the end", lambda: radio.calls_of("UnregisterApplication", ADAPTER), 10)
    silent = "e2e.heart.silent"
    path = publish(silent, [])
    world.wait_for_state(silent, "suspended", 20)
    done, patience = read(path)
    require(
        done.returncode != 0 and "0xe" in done.stderr and 9 < patience < 14,
        f"the silent app's central had {done.stderr.strip()} after {patience:.1f} s",
    )
    world.torpor("uninstall", silent)
    return (
        f"answered after {frozen * 1000:.0f} ms frozen and {dead * 1000:.0f} ms dead; "
        f"failed after {patience:.1f} s of silence"
    )
