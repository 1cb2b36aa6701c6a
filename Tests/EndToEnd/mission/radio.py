"""Bluetooth (G23, G24): torpor-session, and a BlueZ that dbusmock plays."""

import json
import time
from contextlib import closing

import pytest

from checks.radio import ADAPTER, ADDRESS, RATE, Radio
from support.actors import Actor
from support.desktop import Desktop
from support.harness import require, wait_until

STAGE = {"profile": "ios26"}
# Debian's own BlueZ and kernel, with a device on a virtual radio: scripts/lab check bluetooth_wakes_apps bluetooth_answers_centrals.
BLUEZ = pytest.mark.stand_in("Bluetooth: dbusmock's BlueZ")


@pytest.fixture(scope="module")
def radio(stage):
    with closing(Desktop(stage)) as desktop:
        radio = Radio(desktop)
        desktop.bridge()
        yield radio


@BLUEZ
def row_G23(world, radio):
    """a central's app is woken for data, restored when it is dead, and left alone when the user has ended it"""
    connect = {"call": "ConnectPeripheral", "parameters": {"peripheral": ADDRESS, "restoreIdentifier": "g23"}}
    notify = {"call": "SetNotifyValue", "parameters": {"peripheral": ADDRESS, "characteristic": "2A37", "isOn": True}}
    app = Actor(world, "g23", {"didFinishLaunching": [connect, notify]}, modes=("bluetooth-central",))
    wait_until("the subscription", lambda: radio.calls_of("StartNotify", RATE), 10)
    app.home(suspended=True)
    world.says(f"the Bluetooth peripheral '{ADDRESS}'", "why", "g23")
    radio.change_value(72)
    app.wait("peripheralData")
    app.die()
    radio.change_value(73)
    launched = app.wait("didFinishLaunching", 2, 15)
    require(launched.get("wakeReason") == "bluetoothRestoring", f"launched for {launched}")
    app.wait("willRestoreState")
    app.wait("peripheralData", 2)
    app.quit()
    radio.change_value(74)
    time.sleep(0.5)
    require(app.state == "notRunning", f"ended by the user, it is {app.state}")
    world.explains("g23", "bluetoothNotRelaunched", "the user removed it from the app switcher")
    app.uninstall()
    return "data, restoration, and nothing after a force-quit"


@BLUEZ
def row_G24(world, radio):
    """a peripheral's app is run for what a central asks"""
    service = {"service": "180D", "characteristics": [{"characteristic": "2A37", "uses": ["read"]}]}
    publish = {"call": "PublishServices", "parameters": {"services": [service], "restoreIdentifier": "g24"}}
    answer = {"call": "AnswerCentral", "parameters": {"request": "$centralRequest.request", "value": "Kg=="}}
    before = len(radio.calls_of("RegisterApplication", ADAPTER))
    script = {"didFinishLaunching": [publish], "centralRequest": [answer]}
    app = Actor(world, "g24", script, modes=("bluetooth-peripheral",))
    registered = lambda: radio.calls_of("RegisterApplication", ADAPTER)[before:]
    path = wait_until("the registration", registered, 10)[0][0] + "/service0/char0"
    app.home(suspended=True)
    app.die()
    done = radio.call(ADAPTER, "test.Central", "Read", "so", radio.bridge_name(), path, check=False)
    require(done.returncode == 0, f"the central had {done.stderr}")
    require(json.loads(done.stdout)["data"] == [[42]], f"the central read {done.stdout}")
    app.uninstall()
    return "a dead app was launched, and the central read 42"
