"""Bluetooth by the kernel and BlueZ, with a device of Bumble's within reach."""

import base64

from support.air import BAND, Air
from support.places import require, wait_until

SERVICE, RATE = "180D", "2A37"


def end(lab, app):
    """Its process is gone, as by the kernel's killer."""
    lab.sh(f"kill -KILL {lab.events(app, 'started')[-1]['pid']}")
    lab.wait_for_state(app, "notRunning")


def wake(lab, air, app, beat):
    """The band has another value, of which the app is told: an event each, without the value."""
    before = len(lab.events(app, "peripheralData"))
    air.do(f"beat {beat}")
    wait_until(f"the beat {beat} in {app}", lambda: len(lab.events(app, "peripheralData")) > before, 240)


def check_bluetooth_wakes_apps(lab):
    """a value of a peripheral in the air reaches a frozen app and launches a dead one, restored; also after restarts of the daemon and of BlueZ"""
    air, app = Air(lab), "lab.band"
    air.start()
    one = {"peripheral": BAND, "restoreIdentifier": f"{app}.central"}
    lab.install_player(app, {"didFinishLaunching": [
        {"call": "ScanForPeripherals", "parameters": {"services": [SERVICE], "restoreIdentifier": f"{app}.central"}},
        {"call": "ConnectPeripheral", "parameters": one},
        {"call": "SetNotifyValue", "parameters": {"peripheral": BAND, "characteristic": RATE, "isOn": True}},
    ]}, "bluetooth-central", ["Bluetooth"])
    wait_until("its discovery", lambda: lab.events(app, "didDiscoverPeripheral"), 240)
    wait_until("the connection", lambda: lab.events(app, "peripheralDidConnect"), 240)
    air.wait_for("subscribed", 1)
    lab.torpor(f"home {app}")
    lab.wait_for_state(app, "suspended")
    wake(lab, air, app, 71)
    lab.wait_for_state(app, "suspended")
    end(lab, app)
    wake(lab, air, app, 72)
    require(lab.events(app, "willRestoreState"), f"it was launched without its state: {lab.events(app)[-5:]}")
    lab.wait_for_state(app, "suspended")
    lab.sh("systemctl restart torpord")
    air.wait_for_bridge()
    wake(lab, air, app, 73)
    subscriptions = len(air.events("subscribed"))
    lab.sh("systemctl restart bluetooth")
    air.wait_for_bridge()
    wait_until("the connection after BlueZ's restart", lambda: [
        event for event in air.events("subscribed")[subscriptions:] if event["isOn"]
    ], 240)
    wake(lab, air, app, 74)
    lab.torpor(f"uninstall {app}")
    air.wait_for("disconnected", 1)
    return "told of a value while it was frozen, after its end, after a restart of the daemon, and after one of BlueZ"


def check_bluetooth_answers_centrals(lab):
    """a central in the air reads a value of a frozen app and of a dead one, which is launched for it"""
    air, app = Air(lab), "lab.heart"
    air.start()
    lab.install_player(app, {
        "didFinishLaunching": [
            {"call": "PublishServices", "parameters": {
                "services": [{"service": SERVICE, "characteristics": [{"characteristic": RATE, "uses": ["read", "notify"]}]}],
                "restoreIdentifier": f"{app}.peripheral"}},
            {"call": "StartAdvertising", "parameters": {"services": [SERVICE], "restoreIdentifier": f"{app}.peripheral"}},
        ],
        "centralRequest": [{"answer": base64.b64encode(bytes([0, 72])).decode()}],
    }, "bluetooth-peripheral", ["Bluetooth"])
    lab.torpor(f"home {app}")
    lab.wait_for_state(app, "suspended")
    value, asked = air.read()
    require(value == [0, 72], f"the central read {value}")
    lab.wait_for_state(app, "suspended")
    end(lab, app)
    starts = len(lab.events(app, "started"))
    value, again = air.read()
    require(value == [0, 72], f"the central read {value} of the dead app")
    require(len(lab.events(app, "started")) == starts + 1, "the app was not launched once for it")
    restored = lab.events(app, "willRestoreState")
    require(restored and restored[0]["services"] == [SERVICE], f"it was restored with {restored}")
    return f"read while it was frozen (asked {asked} times), and once more after its end (asked {again} times)"
