"""A small app that wants to know places, for the end-to-end checks.

Usage: walker.py LOG. It opens its monitor and adds a circle, takes every event of it, and has live
updates with a background activity; each launch takes up what the last one had.
"""

import sys

import client
from client import call, log

client.log_path = sys.argv[1]
is_new = True


def take_up():
    """A session begins on screen; what was launched for it takes it up with the same call."""
    call("HoldServiceSession")
    call("OpenMonitor", monitor="house")
    call("BeginBackgroundActivity")
    call("StartLiveUpdates", configuration="fitness")


def handle(event):
    global is_new
    name = event["name"]
    log(name, **{key: event[key] for key in event if key not in ("name", "callback")})
    off_screen = name == "didFinishLaunching" and event.get("destination") == "background"
    if is_new and (name == "didBecomeActive" or off_screen):
        is_new = False
        take_up()
        if not off_screen:
            circle = {"latitude": 52.5, "longitude": 13.4, "radiusMetres": 200}
            call("AddCondition", monitor="house", identifier="home", condition=circle)
        log("ready")
    if name == "didChangeCondition":
        taken = {key: event[key] for key in ("monitor", "identifier", "atMicroseconds")}
        call("TakeMonitorEvent", **taken)
        log("records", records=call("MonitorRecords", monitor="house").get("records"))
    if name == "didChangeAccuracyAuthorization":
        call("RequestLocation")


client.listen(handle)
