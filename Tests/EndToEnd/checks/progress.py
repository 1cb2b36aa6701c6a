"""Checks on continued tasks as the user sees them: a real daemon, a real app, a notification server on a bus."""

import json
import shutil
import time

from checks.pushes import DUNST, displayed, screen, with_server
from support.harness import Skip, require, wait_until

CANCEL = "cancel"


def exporter(world, identifier):
    """An app that exports for 25 s, in the background; its task."""
    task = identifier + ".export"
    permitted = ("BGTaskSchedulerPermittedIdentifiers", [task])
    world.install(identifier, "exporter", identifier, modes=["processing"], declares=[permitted])
    world.call("Launch", app=identifier)
    wait_until("the task", lambda: world.events(identifier, "reported"), 10)
    world.call("Home", app=identifier)
    return task


def notices(desktop):
    """The Notify calls that were about the export, in order, with when the server took them."""
    done = desktop.busctl(
        "call", DUNST[0], DUNST[1], "org.freedesktop.DBus.Mock", "GetMethodCalls", "s", "Notify"
    )
    found = []
    for seconds, arguments in json.loads(done.stdout)["data"][0]:
        values = [one["data"] for one in arguments]
        if values[3] != "Export":
            continue
        hints = {name: one["data"] for name, one in values[6].items()}
        found.append(
            {
                "replaces": values[1], "body": values[4], "actions": values[5], "hints": hints,
                "timeout": values[7], "at": seconds,
            }
        )
    return found


def closed(desktop):
    done = desktop.busctl(
        "call", DUNST[0], DUNST[1], "org.freedesktop.DBus.Mock", "GetMethodCalls", "s",
        "CloseNotification",
    )
    return [arguments[0]["data"] for _, arguments in json.loads(done.stdout)["data"][0]]


def test_continued_tasks_are_seen_and_cancelled(world, desktop):
    """a continued task has one notification, drawn anew once a second, whose button ends it in its app"""
    server = with_server(desktop)
    app = "e2e.export"
    task = exporter(world, app)
    seen = wait_until("five updates", lambda: (found := notices(desktop))[5:] and found, 20)
    world.wait_for_state(app, "background")
    number = seen[1]["replaces"]
    require(number > 0 and {one["replaces"] for one in seen[1:]} == {number}, f"replaced: {seen}")
    require(seen[0]["actions"] == ["default", "", CANCEL, "Cancel"], f"buttons: {seen[0]}")
    require(all(one["timeout"] == 0 for one in seen), "a server may take it off the screen")
    done = [one["hints"]["value"] for one in seen]
    require(done == sorted(set(done)), f"percent: {done}")
    pauses = [after["at"] - before["at"] for before, after in zip(seen, seen[1:])]
    # The mock's clock has whole seconds; 20 reports come in each.
    require(min(pauses) >= 0 and sum(pauses) >= len(pauses) - 2, f"drawn anew after {pauses} s")
    reports = len(world.events(app, "reported"))
    require("% " in world.torpor("ps") and task in world.torpor("ps"), "torpor ps does not show it")
    require(task in world.torpor("jobs"), "torpor jobs does not show it")
    display = [
        one["display"] for one in world.call("ListActivities", app=app)["activities"] if one.get("display")
    ][0]
    require(display["title"] == "Export" and display["permille"] > 0, f"ListActivities: {display}")
    begun = time.monotonic()
    desktop.control(
        server, "EmitSignal", "sssav", server[0], "ActionInvoked", "us",
        "2", "u", str(number), "s", CANCEL,
    )
    told = wait_until("the expiration handler", lambda: world.events(app, "cancelled"), 5, 0.005)
    took = (told[0]["at"] - begun) * 1000
    wait_until("its end on the screen", lambda: number in closed(desktop), 5)
    world.wait_for_state(app, "suspended", 20)
    why = world.torpor("log", app)
    require("the user" in why, f"the ledger does not say who ended it: {why}")
    return f"{reports} reports, {len(seen)} updates; the handler was called {took:.0f} ms after the button"


def test_continued_tasks_are_cancelled_by_name(world):
    """`torpor cancel` ends a continued task in its app, without a desktop"""
    app = "e2e.cancelled"
    task = exporter(world, app)
    world.torpor("cancel", task)
    wait_until("the expiration handler", lambda: world.events(app, "cancelled"), 5)
    world.wait_for_state(app, "suspended", 20)
    absent = world.torpor("cancel", task, status=1)
    require(task in absent, f"a second time: {absent}")
    return f"told; then: {absent.strip()}"


def test_continued_tasks_stand_on_a_real_desktop(world, desktop):
    """a real dunst shows one notification of a continued task for as long as it runs, and none afterwards"""
    missing = [name for name in ["Xvfb", "dunst"] if not shutil.which(name)]
    if missing:
        raise Skip(f"{', '.join(missing)} missing (apt install xvfb dunst)")
    screen(world, desktop)
    desktop.start("dunst")
    desktop.wait_for(DUNST[0])
    desktop.bridge()
    wait_until("notifications", lambda: desktop.part("notifications"), 10)
    app = "e2e.film"
    exporter(world, app)
    wait_until("the notification", lambda: displayed(desktop) == 1, 10)
    begun = time.monotonic()
    # Longer than the 10 s after which dunst takes others off the screen.
    while not world.events(app, "completed"):
        count, looked = displayed(desktop), time.monotonic()
        if count == 0:
            # It may have ended between the two looks: then the app says so, from before.
            ended = wait_until("the end of what is off the screen", lambda: world.events(app, "ending"), 15)
            require(ended[0]["at"] <= looked, f"off the screen {ended[0]['at'] - looked:.1f} s before its end")
            break
        require(count == 1, f"{count} on the screen after {looked - begun:.0f} s")
        require(time.monotonic() - begun < 60, "the export never ended")
        time.sleep(0.5)
    wait_until("an empty screen", lambda: displayed(desktop) == 0, 5)
    return f"one notification for {time.monotonic() - begun:.0f} s, then none"
