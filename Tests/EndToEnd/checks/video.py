"""Checks on streams of pictures: a real PipeWire with a camera that needs no hardware, and clients that know nothing of
Torpor."""

import json
import subprocess
import time
from pathlib import Path

from checks.sounds import sounds
from support.desktop import PYTHON
from support.harness import APPS, Skip, is_frozen, require, wait_until
from support.sounding import sound_server

# A source of pictures that PipeWire brings along; its properties name the plug-in, which no configuration lists.
CAMERA = (
    "{ factory.name=videotestsrc library.name=videotestsrc/libspa-videotestsrc node.name=camera "
    "media.class=Video/Source object.linger=true }"
)


def nodes(world, kind):
    """The streams of pictures of that direction under PipeWire, by their names, with the state of each."""
    done = subprocess.run(
        ["pw-dump"], env=dict(world.environment, XDG_RUNTIME_DIR=str(world.folder)), capture_output=True, text=True,
        timeout=30,
    )
    # A dump during which something changes is several arrays; what is later is right.
    found, text, decoder = {}, done.stdout.strip(), json.JSONDecoder()
    while text:
        objects, end = decoder.raw_decode(text)
        text = text[end:].strip()
        found |= {one["id"]: one.get("info") or {} for one in objects}
    streams = [one for one in found.values() if (one.get("props") or {}).get("media.class") == kind]
    return {one["props"].get("node.name"): one.get("state") for one in streams}


def link(world, output, taken):
    """Links two ports, as a session manager does with what a portal has granted; whether both were there."""
    environment = dict(world.environment, XDG_RUNTIME_DIR=str(world.folder))
    return subprocess.run(["pw-link", output, taken], env=environment, capture_output=True, timeout=30).returncode == 0


def camera(world, desktop):
    """A camera of the PipeWire that runs, which needs no hardware."""
    if not list(Path("/usr").glob("lib/*/spa-0.2/videotestsrc")):
        raise Skip("PipeWire has no videotestsrc (apt install libspa-0.2-modules)")
    desktop.start("pw-cli", "create-node", "spa-node-factory", CAMERA)
    wait_until("a camera", lambda: "camera" in nodes(world, "Video/Source"), 30)


def studio(world, desktop):
    """PipeWire with a camera, and the bridge."""
    sound_server(world, desktop)
    camera(world, desktop)
    desktop.bridge()
    wait_until("audio", lambda: desktop.part("audio"), 30)


def end(world, identifier):
    """The file at which the client ends its stream."""
    return world.folder / f"{identifier}.end"


def run(world, identifier, what):
    """The client as a program of Torpor's, in a control group of its own; returns what it prints to."""
    printed = world.folder / f"{identifier}.txt"
    for file in (printed, end(world, identifier)):
        file.unlink(missing_ok=True)
    client = " ".join(str(one) for one in [PYTHON, "-B", APPS / "pictures.py", what, end(world, identifier)])
    subprocess.run(
        [world.torpor_path, "run", "--detach", "--id", identifier, "--", "/bin/sh", "-c", f"exec {client} > {printed}"],
        env=dict(world.environment, XDG_RUNTIME_DIR=str(world.folder)),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, timeout=30,
    )
    return printed


def is_held_while_it_lasts(world, app, printed):
    """Sends an app home whose stream runs: it is held for as long as that runs, and frozen then."""
    world.call("Home", app=app)
    wait_until("the daemon to see its pictures", lambda: sounds(world, app), 30)
    # Longer than a program is left alone after leaving the screen.
    held = time.monotonic()
    while time.monotonic() - held < 8:
        require(not is_frozen(world.group(app)), "frozen while it has pictures")
        time.sleep(0.05)
    end(world, app).touch()

    def has_ended():
        # What it says is read after its group: it says so before its stream ends.
        frozen = is_frozen(world.group(app))
        require(not frozen or printed.read_text(), "frozen while it has pictures")
        return printed.read_text()

    wait_until("the end of its pictures", has_ended, 60)
    wait_until("the freeze", lambda: is_frozen(world.group(app)), 60)
    require(not sounds(world, app), "the daemon still takes it for one with a stream")
    return printed.read_text().strip()


def test_takes_pictures_of_a_camera_out_of_sight(world, desktop):
    """a program that takes pictures of a camera under PipeWire runs on out of sight, and is frozen when its stream ends"""
    studio(world, desktop)
    app = "e2e.viewer"
    printed = run(world, app, "take")
    wait_until("its stream", lambda: nodes(world, "Stream/Input/Video").get("take") == "running", 30)
    said = is_held_while_it_lasts(world, app, printed)
    world.call("Quit", app=app)
    return f"held out of sight while it had pictures, then frozen; it {said}"


def test_shares_a_screen_out_of_sight(world, desktop):
    """a program that gives pictures to another one, as of a screen, runs on out of sight, and so does the one that takes them"""
    studio(world, desktop)
    gives, takes = "e2e.sharer", "e2e.watcher"
    printed = run(world, gives, "give")
    wait_until("what it gives", lambda: "give" in nodes(world, "Stream/Output/Video"), 30)
    run(world, takes, "watch")
    wait_until("what takes them", lambda: "watch" in nodes(world, "Stream/Input/Video"), 30)
    wait_until("the link between them", lambda: link(world, "give:out_0", "watch:in_0"), 30)
    wait_until("its stream", lambda: nodes(world, "Stream/Output/Video").get("give") == "running", 30)
    world.call("Home", app=takes)
    wait_until("the daemon to see the one that takes them", lambda: sounds(world, takes), 30)
    said = is_held_while_it_lasts(world, gives, printed)
    # No pictures come any longer: the stream of the other one does not run.
    wait_until("the freeze of the other one", lambda: is_frozen(world.group(takes)), 60)
    for app in (gives, takes):
        world.call("Quit", app=app)
    return f"both held out of sight while pictures came, then frozen; the one that gave them {said}"
