"""Pushes (F), and what the user allows them (J1, J4)."""

import json
import time
from contextlib import closing

import pytest

from support.actors import Actor, Stage, seconds_between
from support.harness import require, wait_until

STAGE = {"profile": "ios26"}
SILENT = '{"aps":{"content-available":1},"number":%d}'
DONE = {"complete": "newData"}


def receiver(world, identifier, modes=("remote-notification",), **on):
    register = {"call": "RegisterForPush", "parameters": {"kind": "remote"}}
    # Nobody uses the device: after many silent pushes, use would hold those that follow.
    script = {"didFinishLaunching": [register], "didReceiveRemoteNotification": [DONE], **on}
    world.call("Unlock")
    app = Actor(world, identifier, script, modes=modes).home(suspended=True)
    world.call("Lock")
    return app


def push(world, app, payload, *options, status=0):
    return world.torpor("push", app.identifier, payload, *options, status=status)


def numbers(app):
    return [json.loads(one["payload"]).get("number") for one in app.events("didReceiveRemoteNotification")]


def row_F1(request):
    """content-available wakes a suspended app, while the device is in use, and launches a dead one"""
    with closing(Stage(request.config.option.bin.resolve(), "used", profile="ios26")) as world:
        world.start_or_skip()
        app = receiver(world, "f1")
        world.call("Unlock")
        Actor(world, "f1.front")
        push(world, app, SILENT % 1)
        app.wait("completed")
        app.becomes("suspended")
        app.die()
        push(world, app, SILENT % 2)
        app.wait("completed", 2)
        launched = app.events("didFinishLaunching")[-1]
        require(launched.get("wakeReason") == "silentPush", f"launched for {launched}")
        took = seconds_between(launched, app.events("completed")[-1]) * 1000
        return f"with another app in front; the dead one was done {took:.0f} ms after its launch"


def row_F3(world):
    """an alert with content-available has its content fetched as it is shown"""
    app = receiver(world, "f3")
    push(world, app, '{"aps":{"alert":"News","content-available":1},"number":3}')
    app.wait("completed")
    listed = world.call("ListNotifications", app="f3")["notifications"]
    require(any(one["isDelivered"] for one in listed), f"its alert is not there: {listed}")
    return "woken at once, and the alert is there"


@pytest.fixture(scope="module")
def unfinished(stage):
    """Apps that do not complete their pushes: one holds a background task meanwhile."""
    plain = receiver(stage, "f4", didReceiveRemoteNotification=[{"neverComplete": True}])
    push(stage, plain, SILENT % 1)
    plain.wait("didReceiveRemoteNotification")
    plain.number = plain.status["launch"]
    return plain


def row_F4(world, unfinished):
    """a push has 30 s, or its app is ended"""
    end = wait_until("the kill", lambda: world.end_of(unfinished.number), 40, 0.1)
    woken = next(one for one in world.decisions("f4", "wake") if one["verdict"] == "done")
    lasted = (end["atMicroseconds"] - woken["atMicroseconds"]) / 1e6
    code = end["action"]["end"]["name"]
    require(code == "0x2182bad4" and 30 <= lasted < 33, f"{code} after {lasted:.1f} s")
    return f"killed with {code} after {lasted:.1f} s"


def row_F5(world):
    """silent means silent"""
    app = receiver(world, "f5")
    push(world, app, SILENT % 5)
    app.wait("completed")
    require(not world.call("ListNotifications", app="f5")["notifications"], "something is listed")
    return "nothing is listed"


def row_F6(world):
    """too many silent pushes are delayed, and the newest is kept"""
    app = receiver(world, "f6")
    for number in range(1, 4):
        push(world, app, SILENT % number)
        app.wait("completed", number)
        app.becomes("suspended")
    said = [push(world, app, SILENT % number) for number in (4, 5, 6)]
    require("rate limit" in said[0], f"the fourth was not held: {said[0]}")
    time.sleep(0.3)
    require(numbers(app) == [1, 2, 3], f"it had {numbers(app)}")
    return f"three at once; “{said[0].splitlines()[0]}”"


def row_F7(world):
    """a delayed one comes along with a regular push"""
    app = receiver(world, "f7")
    for number in range(1, 4):
        push(world, app, SILENT % number)
        app.wait("completed", number)
        app.becomes("suspended")
    push(world, app, SILENT % 4)
    push(world, app, SILENT % 5)
    push(world, app, '{"aps":{"alert":"Letter"}}')
    app.wait("completed", 4)
    require(numbers(app) == [1, 2, 3, 5], f"it had {numbers(app)}")
    return "the newest came in the same moment"


@pytest.mark.other_issue("the gateway")
def row_F9(world):
    """a provider's JSON comes over APNs"""


def row_F10(world):
    """an app that the user has ended gets none, its alerts are shown, and nothing old comes when it is opened"""
    app = receiver(world, "f10")
    app.quit()
    said = push(world, app, SILENT % 1, status=1)
    require("app switcher" in said, said)
    push(world, app, '{"aps":{"alert":"Letter"}}')
    require(world.call("ListNotifications", app="f10")["notifications"], "its alert is nowhere")
    world.call("Unlock")
    app.launch()
    time.sleep(0.3)
    require(not numbers(app), f"it got {numbers(app)}")
    app.home(suspended=True)
    world.call("Lock")
    push(world, app, SILENT % 2)
    app.wait("completed")
    require(numbers(app) == [2], f"it got {numbers(app)}")
    return "dropped with its reason; the alert is listed; opened again, only new ones come"


def row_J1(world):
    """background refresh can be off for one app, and for all: work waits and says so, pushes are held"""
    task = "j1.refresh"
    world.call("Unlock")
    app = Actor(world, "j1", {
        "didFinishLaunching": [
            {"call": "RegisterForPush", "parameters": {"kind": "remote"}},
            {"call": "RegisterTask", "parameters": {"identifier": task}},
        ],
        "didReceiveRemoteNotification": [DONE],
    }, modes=("fetch", "remote-notification"), tasks=[task])
    app.call("SubmitTask", identifier=task, type="appRefresh")
    world.torpor("settings", "j1", "backgroundRefresh=off")
    require(app.wait("backgroundRefreshStatusDidChange")["isAvailable"] is False, "it was told that it is on")
    app.refused("Unavailable", "SubmitTask", identifier=task, type="appRefresh")
    app.home(suspended=True)
    lacking = {one["reason"] for one in app.activity(task)["conditions"] if not one["holds"]}
    world.call("Lock")
    require("backgroundRefreshOff" in lacking, f"its task waits for {lacking}")
    push(world, app, SILENT % 1)
    require(not numbers(app), "it got the push")
    world.torpor("settings", "j1", "backgroundRefresh=on")
    app.wait("completed")
    world.torpor("settings", "backgroundRefresh=off")
    try:
        push(world, app, SILENT % 2)
        time.sleep(0.3)
        require(numbers(app) == [1], f"it got {numbers(app)}")
    finally:
        world.torpor("settings", "backgroundRefresh=on")
    app.wait("completed", 2)
    return "told, error 1, held, and delivered when it was on again; the same for all"


def row_J4(world):
    """energy is saved: refreshes and silent pushes wait, less time off screen, apps are told"""
    app = receiver(world, "j4")
    world.call("Unlock")
    hold = Actor(world, "j4.time", {"didEnterBackground": [
        {"call": "BeginBackgroundTask", "parameters": {}}]})
    world.torpor("settings", "lowPowerMode=on")
    try:
        require(hold.wait("powerStateDidChange")["isLowPowerModeEnabled"] is True, "it was not told")
        said = push(world, app, SILENT % 1)
        require("Low Power Mode" in said, said)
        hold.home()
        hold.becomes("background")
        left = int(hold.call("BackgroundTimeRemaining")["microseconds"]) / 1e6
        require(left <= 15, f"{left:.1f} s are left off screen")
    finally:
        world.torpor("settings", "lowPowerMode=off")
        hold.uninstall()
        world.call("Lock")
    app.wait("completed")
    return f"held until it was off; {left:.0f} s off screen"
