"""Checks on permissions: a real daemon, a real app that asks, and a user who answers on a desktop or by commands."""

import json

from checks.pushes import notifications, with_server
from support.harness import require, wait_until

MODES = ["audio", "location", "bluetooth-central", "external-accessory"]


def asker(world, identifier, *permissions):
    """An app that is new, and has asked for them; what it was answered."""
    world.install(identifier, "asker", *permissions, modes=MODES, is_allowed=False)
    world.call("Launch", app=identifier)
    wait_until("its questions", lambda: len(world.events(identifier, "asked")) == len(permissions), 10)
    return [event["reply"] for event in world.events(identifier, "asked")]


def question(desktop, words):
    """The server's number and the buttons of the notification whose title has the words."""
    found = [(number, one["actions"]) for number, one in enumerate(notifications(desktop), 1) if words in one["title"]]
    return found[-1] if found else None


def press(desktop, server, words, action):
    """The user presses a button of a question; its buttons."""
    number, buttons = wait_until(f"the question '{words}'", lambda: question(desktop, words), 10)
    desktop.control(
        server, "EmitSignal", "sssav", server[0], "ActionInvoked", "us", "2", "u", str(number), "s", action
    )
    return [title for name, title in zip(buttons[::2], buttons[1::2]) if name != "default"]


def told(world, app, permission):
    """What the app was told of a permission, and what its use came to."""
    decided = lambda: [e for e in world.events(app, "didDecideAuthorization") if e["permission"] == permission]
    status = wait_until(f"the decision about {permission}", decided, 10)[-1]["permissionStatus"]
    used = lambda: [e["reply"] for e in world.events(app, "used") if e["permission"] == permission]
    return status, wait_until(f"the use of {permission}", used, 10)[-1]


def test_users_decide_on_the_desktop(world, desktop):
    """a new app has no permission until the user presses a button on the desktop; it hears of both answers"""
    server = with_server(desktop)
    app = "e2e.asks"
    wanted = ["notifications", "microphone", "location", "bluetooth", "accessories"]
    replies = asker(world, app, *wanted)
    require(all(one == {"status": "notDetermined", "isAsked": True} for one in replies), f"{replies}")
    titles = press(desktop, server, "send you notifications", "allow")
    require(titles == ["Allow", "Don’t Allow"], f"buttons: {titles}")
    status, reply = told(world, app, "notifications")
    require((status, reply) == ("authorized", {}), f"notifications: {status}, {reply}")
    press(desktop, server, "access the microphone", "deny")
    status, reply = told(world, app, "microphone")
    require((status, reply.get("which")) == ("denied", "recordingNotPermitted"), f"microphone: {status}, {reply}")
    titles = press(desktop, server, "use your location", "allowWhenInUse")
    require(titles[:3] == ["Allow Once", "Allow While Using App", "Don’t Allow"], f"buttons: {titles}")
    changed = wait_until("the permission", lambda: world.events(app, "didChangeAuthorization"), 10)
    require(changed[-1]["authorization"] == "whenInUse", f"{changed}")
    press(desktop, server, "use Bluetooth", "deny")
    status, reply = told(world, app, "bluetooth")
    require((status, reply.get("permission")) == ("denied", "bluetooth"), f"Bluetooth: {status}, {reply}")
    press(desktop, server, "use accessories", "allow")
    status, reply = told(world, app, "accessories")
    require((status, reply) == ("authorized", {}), f"accessories: {status}, {reply}")
    why = " ".join(world.torpor("why", app).split())
    for use in ("the microphone", "Bluetooth"):
        require(f"did not let it use {use}: the user does not allow it" in why, f"why says: {why}")
    settings = world.call("GetSettings", app=app)
    found = [settings["location"], *(settings[f"allows{name.capitalize()}"] for name in wanted if name != "location")]
    require(found == ["whenInUse", True, False, False, True], f"settings: {settings}")
    return "notifications, location and accessories allowed; microphone and Bluetooth denied, and refused with a reason"


def test_users_decide_without_a_desktop(world):
    """without a desktop a setting answers, and a refusal is an answer too; unmodified programs are never asked about"""
    app = "e2e.settles"
    asker(world, app, "notifications", "microphone")
    listed = world.torpor("settings", app)
    every = "Not decided yet: location, microphone, notifications, bluetooth, accessories."
    require(every in listed, listed)
    world.torpor("settings", app, "allowsNotifications=on")
    status, reply = told(world, app, "notifications")
    require((status, reply) == ("authorized", {}), f"notifications: {status}, {reply}")
    # It is off already, and off by the user's decision from now on.
    world.torpor("settings", app, "allowsMicrophone=off")
    status, _ = told(world, app, "microphone")
    require(status == "denied", f"microphone: {status}")
    kept = world.torpor("settings", app)
    require("Not decided yet: location, bluetooth, accessories." in kept, kept)
    shown = json.loads(world.torpor("why", "--json", app))
    require(shown["app"]["undecided"] == ["location", "bluetooth", "accessories"], f"{shown['app']}")
    world.kill()
    world.start()
    again = world.torpor("settings", app)
    require(again == kept, f"after a kill -9 of the daemon: {again}")
    world.torpor("run", "--detach", "--id", "e2e.plain", "--", "/bin/sleep", "60")
    plain = world.torpor("settings", "e2e.plain")
    require("Not decided" not in plain and "location=always" in plain, plain)
    world.torpor("quit", "e2e.plain")
    return "allowed and denied by settings, kept over a kill -9; a program of `torpor run` has all"
