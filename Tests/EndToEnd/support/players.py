"""An app that does in its callbacks what a script says: apps/player.py."""

import json

from support.harness import wait_until


def player(world, identifier, script, modes=("remote-notification",)):
    """Installs an app that does what the script says in its callbacks, opens it, and sends it home."""
    world.install(identifier, "player", json.dumps(script), modes=modes)
    world.call("Launch", app=identifier)
    wait_until(f"{identifier} in front", lambda: world.events(identifier, "didBecomeActive"))
    world.call("Home", app=identifier)
    # What it asks for in its callbacks may wake it once more for 10 s.
    world.wait_for_state(identifier, "suspended", 20)
    return identifier


def registered(more=None):
    register = {"call": "RegisterForPush", "parameters": {"kind": "remote"}}
    return {"didFinishLaunching": [register], **(more or {})}
