"""Checks on apps that want to know places, with fixes that a person gives."""

import math
import os
import signal

from support.harness import require, wait_until

HOME = (52.5, 13.4)
# Some 1.1 and 11 km to the north.
STREET = (52.51, 13.4)
TOWN = (52.6, 13.4)


def walker(world, identifier):
    """Installs the app and opens it."""
    world.install(identifier, "walker", modes=["location"])
    world.call("Launch", app=identifier)
    wait_until(f"{identifier} asking", lambda: world.events(identifier, "ready"))
    return identifier


def locate(world, place):
    world.torpor("locate", "--accuracy", "5", str(place[0]), str(place[1]))


def states(world, app):
    return [event["conditionState"] for event in world.events(app, "didChangeCondition")]


def end(world, app):
    os.kill(world.events(app, "started")[-1]["pid"], signal.SIGKILL)
    world.wait_for_state(app, "notRunning")


def test_has_its_places(world):
    """a dead app is launched for live updates and for its monitor, and takes up what it had"""
    app = walker(world, "e2e.walker")
    locate(world, STREET)
    wait_until("the first state of the condition", lambda: states(world, app) == ["unsatisfied"])
    wait_until("a live update", lambda: world.events(app, "didUpdateLive"))
    world.call("Home", app=app)
    end(world, app)
    locate(world, TOWN)
    launched = wait_until("its launch", lambda: world.events(app, "didFinishLaunching")[1:], 10)
    require(launched[0]["wakeReason"] == "liveLocation", f"launched for {launched[0]['wakeReason']}")
    wait_until("what it has taken up", lambda: len(world.events(app, "ready")) == 2, 10)
    world.call("Quit", app=app)
    world.wait_for_state(app, "notRunning")
    locate(world, HOME)
    launched = wait_until("its launch", lambda: world.events(app, "didFinishLaunching")[2:], 40)
    reason = launched[0]["wakeReason"]
    require(reason == "region", f"after the force-quit it was launched for {reason}")
    wait_until("the entry", lambda: states(world, app)[-1:] == ["satisfied"], 10)
    records = wait_until("its records", lambda: world.events(app, "records")[1:])
    last = records[-1]["records"][0]["conditionState"]
    require(last == "satisfied", f"the last event that it took is {last}")
    return f"told {', '.join(states(world, app))}; launched for liveLocation, then {reason}"


def test_knows_no_more_than_it_may(world):
    """with reduced accuracy an app is told a circle of 5 km, and its condition rests"""
    app = walker(world, "e2e.reduced")
    locate(world, HOME)
    wait_until("an exact fix", lambda: world.events(app, "didUpdateLive"))
    world.torpor("settings", app, "locationAccuracy=reduced")
    wait_until("the end of the watch", lambda: states(world, app)[-1:] == ["unmonitored"])
    event = world.events(app, "didChangeCondition")[-1]
    require(event["obstacle"] == "accuracyLimited", f"the obstacle is {event['obstacle']}")
    told = wait_until("its one fix", lambda: world.events(app, "didUpdateLocations"))
    fix = told[-1]["locations"][-1]
    require(fix["horizontalAccuracyMetres"] == 5000, f"it is told {fix}")
    # A degree of latitude is 111.3 km there, one of longitude 67.9 km.
    north, east = (fix["latitude"] - HOME[0]) * 111.3, (fix["longitude"] - HOME[1]) * 67.9
    kilometres = math.hypot(north, east)
    require(0.01 < kilometres < 5, f"it is told a place {kilometres:.2f} km away")
    world.torpor("settings", app, "locationAccuracy=full")
    return f"told a circle of 5 km whose middle is {kilometres:.2f} km from the place"
