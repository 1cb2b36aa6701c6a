"""Local notifications (H), and alerts of pushes (F2, J5)."""

import json
import time
from contextlib import closing

import pytest

from support.actors import Actor
from support.desktop import PYTHON, Desktop
from support.harness import require, wait_until

STAGE = {"profile": "ios26"}
SERVER = pytest.mark.stand_in("the notification server: dbusmock")
FEEDBACK = ("org.sigxcpu.Feedback", "/org/sigxcpu/Feedback")
MOCK = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications")


@pytest.fixture(scope="module")
def desktop(stage):
    """A bus with a notification server that writes down what it is to show, and torpor-session."""
    with closing(Desktop(stage)) as desktop:
        desktop.mock("notification_daemon", *MOCK, capabilities="body actions sound")
        desktop.bridge()
        wait_until("notifications", lambda: desktop.part("notifications"), 10)
        yield desktop


def shown(desktop, title):
    """What the server was to show under that title: number, body, hints."""
    done = desktop.busctl("call", *MOCK, "org.freedesktop.DBus.Mock", "GetMethodCalls", "s", "Notify")
    found = []
    for number, (_, arguments) in enumerate(json.loads(done.stdout)["data"][0], 1):
        values = [one["data"] for one in arguments]
        if values[3] == title:
            found.append({"number": number, "body": values[4], "hints": values[6]})
    return found


def alarm(identifier, seconds=None, **more):
    notification = {"identifier": identifier, "title": identifier, **more}
    if seconds is not None:
        notification["trigger"] = {"type": "interval", "microseconds": int(seconds * 1e6)}
    return notification


@SERVER
def row_F2(world, desktop):
    """an alert is seen without its app, also of one that is dead or was ended by the user"""
    app = Actor(world, "f2", {"didFinishLaunching": [{"call": "RegisterForPush", "parameters": {"kind": "remote"}}]})
    app.home(suspended=True).die()
    world.torpor("push", "f2", '{"aps":{"alert":{"title":"F2","body":"dead"}}}')
    wait_until("the alert", lambda: shown(desktop, "F2"), 5)
    require(app.state == "notRunning", f"it is {app.state}")
    app.launch()
    app.quit()
    world.torpor("push", "f2", '{"aps":{"alert":{"title":"F2","body":"ended"}}}')
    wait_until("the second", lambda: len(shown(desktop, "F2")) == 2, 5)
    return " and ".join(one["body"] for one in shown(desktop, "F2"))


@SERVER
def row_H1(world, desktop):
    """a notification comes at once or at a time, whether its app is suspended, dead, or ended by the user"""
    add = lambda app, **n: app.call("AddNotification", notification=n)
    suspended, dead, ended = (Actor(world, f"h1.{name}") for name in ("suspended", "dead", "ended"))
    for app in (suspended, dead, ended):
        app.launch()
        add(app, **alarm(app.identifier, 2))
        app.home(suspended=True)
    begun = time.monotonic()
    dead.die()
    ended.quit()
    for app in (suspended, dead, ended):
        wait_until("its alarm", lambda: shown(desktop, app.identifier), 8)
    took = time.monotonic() - begun
    require({app.state for app in (dead, ended)} == {"notRunning"}, "showing it has started its app")
    return f"all three within {took:.1f} s, set for 2 s"


def row_H2(world, desktop):
    """alert, sound and badge"""
    app = Actor(world, "h2")
    app.call("SetBadge", count=7)
    listed = json.loads(world.torpor("ps", "--json"))
    found = next(one for one in listed["apps"] if one["app"] == "h2")
    require(found.get("badge") == 7, f"`torpor ps` knows of {sorted(found)}")
    return "the badge is 7"


def row_H3(world):
    """in front it goes quietly to the app, which is asked"""
    app = Actor(world, "h3")
    app.call("AddNotification", notification=alarm("h3"))
    app.wait("willPresent")
    return "willPresent"


@pytest.mark.stand_in("the clock: a time name space")
def row_H5(request):
    """a notification repeats"""
    from support.jumps import Jumped

    with closing(Jumped(request)) as jumped:
        world = jumped.stage
        app = Actor(world, "h5")
        minute, often = alarm("h5", 60), alarm("often", 30)
        for notification in (minute, often):
            notification["trigger"]["repeats"] = True
        app.call("AddNotification", notification=minute)
        app.refused("IntervalTooShort", "AddNotification", notification=often)
        app.home(suspended=True)
        # Without a desktop it is kept: what is due is told once, and again that nobody shows it.
        times = lambda: sorted({one["atMicroseconds"] // 1_000_000 for one in world.decisions("h5", "show")})
        world.later(58)
        first = wait_until("the first", times, 10)[0]
        world.later(58)
        apart = wait_until("the second", lambda: times()[-1] - first, 10)
        require(59 <= apart <= 62, f"{apart} s apart")
        return f"again after {apart} s; 30 s are refused"


def row_H6(world):
    """notifications are listed, cancelled and replaced"""
    app = Actor(world, "h6")
    for body in ("old", "new"):
        app.call("AddNotification", notification=alarm("h6.one", 600, body=body))
    app.call("AddNotification", notification=alarm("h6.two", 600))
    listed = app.call("PendingNotifications")["notifications"]
    found = [(one["identifier"], one.get("body")) for one in listed]
    require(found == [("h6.one", "new"), ("h6.two", None)], f"{listed}")
    app.call("RemovePendingNotifications", identifiers=["h6.one"])
    left = [one["identifier"] for one in app.call("PendingNotifications")["notifications"]]
    require(left == ["h6.two"], f"left are {left}")
    return "replaced by its name, cancelled, listed"


@SERVER
def row_H7(world, desktop):
    """a notification has a sound file of the bundle"""
    app = Actor(world, "h7", launch=False)
    import wave
    with wave.open(str(app.bundle / "bell.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(16000))
    app.install({}, replaces=True)
    app.launch()
    app.call("AddNotification", notification=alarm("h7", 1, hasSound=True, soundName="bell.wav"))
    app.home(suspended=True)
    hints = wait_until("it", lambda: shown(desktop, "h7"), 6)[0]["hints"]
    require("sound-file" in hints, f"its hints are {sorted(hints)}")
    return f"sound-file {hints['sound-file']['data']}"


@SERVER
def row_H8(world, desktop):
    """the default sound is played"""
    app = Actor(world, "h8").home(suspended=True)
    world.torpor("push", "h8", '{"aps":{"alert":{"title":"h8","body":"x"},"sound":"default"}}')
    hints = wait_until("it", lambda: shown(desktop, "h8"), 6)[0]["hints"]
    require("sound-name" in hints, f"its hints are {sorted(hints)}")
    return f"sound-name {hints['sound-name']['data']}; {app.state}"


@pytest.mark.stand_in("the haptic device: dbusmock in the place of feedbackd")
def row_H9(world, desktop):
    """a notification vibrates where a haptic device is"""
    desktop.start(PYTHON, "-m", "dbusmock", *FEEDBACK, FEEDBACK[0])
    desktop.wait_for(FEEDBACK[0])
    desktop.control(FEEDBACK, "AddMethod", "sssss", FEEDBACK[0], "TriggerFeedback", "ssa{sv}i", "u", "ret = 7")
    wait_until("vibration", lambda: desktop.part("vibration"), 5)
    app = Actor(world, "h9")
    app.call("AddNotification", notification=alarm("h9", 1, hasSound=True))
    app.home(suspended=True)

    def asked():
        mock = ("org.freedesktop.DBus.Mock", "GetMethodCalls", "s", "TriggerFeedback")
        done = desktop.busctl("call", *FEEDBACK, *mock)
        return [[one["data"] for one in call[1]] for call in json.loads(done.stdout)["data"][0]]

    found = wait_until("the vibration", asked, 6)
    return f"feedbackd was asked for {found[0][1]}"


@SERVER
def row_H10(world, desktop):
    """the user opens the app by it"""
    app = Actor(world, "h10")
    app.call("AddNotification", notification=alarm("h10", 1))
    app.home(suspended=True).die()
    number = wait_until("it", lambda: shown(desktop, "h10"), 6)[0]["number"]
    desktop.control(
        MOCK, "EmitSignal", "sssav", MOCK[0], "ActionInvoked", "us", "2", "u", str(number), "s", "default",
    )
    app.wait("didReceiveResponse")
    app.becomes("active")
    return "the dead app is in front, told didReceiveResponse"


def row_J5(world):
    """notifications are off for an app"""
    app = Actor(world, "j5")
    world.torpor("settings", "j5", "allowsNotifications=off")
    said = app.refused("NotificationsNotAllowed", "AddNotification", notification=alarm("j5"))["message"]
    require(app.call("NotificationSettings")["isAllowed"] is False, "it is told that it may")
    world.torpor("settings", "j5", "allowsNotifications=on")
    return f"“{said.split('.')[0]}”"
