"""An app that does in its callbacks what a script says: apps/player.py."""

import json
import sys

from support.harness import APPS, wait_until

PLIST = """<plist><dict>
  <key>CFBundleIdentifier</key><string>IDENTIFIER</string>
  <key>CFBundleDisplayName</key><string>IDENTIFIER</string>
  <key>CFBundleExecutable</key><string>player</string>
  <key>UIBackgroundModes</key><array>MODES</array>
</dict></plist>
"""


def player(world, identifier, script, modes=("remote-notification",)):
    """Installs an app that does what the script says in its callbacks, opens it, and sends it home."""
    bundle = world.folder / f"{identifier}.app"
    bundle.mkdir()
    plist = PLIST.replace("IDENTIFIER", identifier)
    declared = "".join(f"<string>{mode}</string>" for mode in modes)
    (bundle / "Info.plist").write_text(plist.replace("MODES", declared), encoding="utf-8")
    executable = bundle / "player"
    log = world.folder / f"{identifier}.jsonl"
    steps = world.folder / f"{identifier}.json"
    steps.write_text(json.dumps(script))
    executable.write_text(
        f'#!/bin/sh\nexec {sys.executable} -B {APPS}/player.py {log} "$(cat {steps})"\n'
    )
    executable.chmod(0o755)
    world.torpor("install", str(bundle))
    world.call("Launch", app=identifier)
    wait_until(f"{identifier} in front", lambda: world.events(identifier, "didBecomeActive"))
    world.call("Home", app=identifier)
    world.wait_for_state(identifier, "suspended")
    return identifier


def registered(more=None):
    register = {"call": "RegisterForPush", "parameters": {"kind": "remote"}}
    return {"didFinishLaunching": [register], **(more or {})}
