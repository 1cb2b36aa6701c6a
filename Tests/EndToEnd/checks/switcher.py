"""Checks on the app switcher: real windows under an X server, and the pictures that are kept of them."""

import json
import pathlib
import time

import pytest

from support.displays import PYTHON, XDisplay
from support.harness import APPS, require, wait_until
from support.pictures import Picture

pytestmark = pytest.mark.display(kind=XDisplay)

SIDE_MAX = 480
RED, GREEN, BLUE = "#cc2200", "#11aa33", "#2244cc"


def coloured(world, display, app, colour, *words):
    """A program with a window of one colour, started as an app; the file that says which."""
    file = world.folder / f"{app}.colour"
    file.write_text(colour)
    command = [PYTHON, "-B", str(APPS / "xcolour.py"), str(file), app, *words]
    environment = f"DISPLAY={display.environment['DISPLAY']}"
    world.torpor("run", "--detach", "--id", app, "--", "env", environment, *command)
    display.window(app)
    wait_until("pictures", lambda: display.desktop.part("snapshots"), 10)
    # The bridge asks the server to keep the picture of a window that it has just heard of.
    time.sleep(0.5)
    return file


def card(world, app):
    cards = json.loads(world.torpor("switcher", "--json"))["cards"]
    return next((one for one in cards if one["app"] == app), None)


def picture(world, app, colour=None):
    """The picture on the card of an app; with a colour, once it is in it."""

    def found():
        snapshot = (card(world, app) or {}).get("snapshot")
        if not snapshot:
            return None
        path = pathlib.Path(snapshot["path"])
        seen = Picture(path)
        return (path, seen) if colour in (None, seen.colour[0]) else None

    return wait_until(f"a picture of {app} in {colour}", found, 10)


def test_keeps_pictures_of_windows(world, display):
    """a minimised window's last picture is on its card; so is that of one which is covered, and none of others"""
    coloured(world, display, "e2e.red", RED)
    display.xdotool("windowminimize", display.window("e2e.red"))
    world.wait_for_state("e2e.red", "suspended", 15)
    path, red = picture(world, "e2e.red", RED)
    require(red.colour[1] > 0.95, f"only {red.colour[1]:.0%} of it is {RED}")
    require(max(red.width, red.height) <= SIDE_MAX, f"it measures {red.width} x {red.height}")
    require(path.stat().st_mode & 0o777 == 0o600, f"its mode is {path.stat().st_mode & 0o777:o}")
    # Covered by another one, it still has all of its pixels, and none of those.
    coloured(world, display, "e2e.green", GREEN)
    cover = display.start([PYTHON, "-B", APPS / "xcolour.py", world.folder / "e2e.red.colour", "cover"])
    for title in ("e2e.green", "cover"):
        display.xdotool("windowmove", display.window(title), 100, 100)
    display.xdotool("windowraise", display.window("cover"))
    time.sleep(0.5)
    world.call("Home", app="e2e.green")
    world.wait_for_state("e2e.green", "suspended", 15)
    _, green = picture(world, "e2e.green", GREEN)
    require(set(green.colours) == {GREEN}, f"in it are {green.colours.most_common(3)}")
    listed = [one["app"] for one in json.loads(world.torpor("switcher", "--json"))["cards"]]
    require(listed.index("e2e.green") < listed.index("e2e.red"), f"the cards are {listed}")
    text = world.torpor("switcher")
    require(str(path) in text and "its window" in text, f"torpor switcher says {text}")
    world.call("Quit", app="e2e.red")
    wait_until("the end of its picture", lambda: not path.exists(), 5)
    require(card(world, "e2e.red") is None, "an app that was removed from the switcher has a card")
    cover.kill()
    world.call("Quit", app="e2e.green")
    return f"{red.width} x {red.height} pixels, {red.byte_count} bytes, {red.colour[1]:.0%} {RED}; mode 0600"


def test_scales_large_windows_down(world, display):
    """the picture of a window that is wider than a card is scaled down to its 480 pixels"""
    coloured(world, display, "e2e.large", BLUE)
    window = display.window("e2e.large")
    display.xdotool("windowmove", window, 0, 0)
    display.xdotool("windowsize", "--sync", window, 600, 400)
    time.sleep(0.5)
    display.xdotool("windowminimize", window)
    world.wait_for_state("e2e.large", "suspended", 15)
    _, large = picture(world, "e2e.large", BLUE)
    require((large.width, large.height) == (480, 320), f"it measures {large.width} x {large.height}")
    world.call("Quit", app="e2e.large")
    return f"600 x 400 became {large.width} x {large.height}, {large.byte_count} bytes"


def test_keeps_no_picture_of_private_windows(world, display):
    """a window that says that it is private has no picture, and one that becomes private loses it"""
    coloured(world, display, "e2e.secret", RED, "private")
    window = display.window("e2e.secret")
    display.xdotool("windowminimize", window)
    world.wait_for_state("e2e.secret", "suspended", 15)
    # What is told of it, and kept, would be there by now.
    time.sleep(1)
    require("snapshot" not in card(world, "e2e.secret"), f"it has one: {card(world, 'e2e.secret')}")
    coloured(world, display, "e2e.later", GREEN)
    world.call("Home", app="e2e.later")
    path, _ = picture(world, "e2e.later", GREEN)
    world.call("Launch", app="e2e.later")
    later = display.window("e2e.later")
    display.start(["xprop", "-id", later, "-f", "_TORPOR_PRIVATE", "32c", "-set", "_TORPOR_PRIVATE", "1"]).wait()
    wait_until("the end of its picture", lambda: not path.exists(), 5)
    # It takes the focus, with which no app is frozen.
    other = display.start(["xterm", "-T", "other", "-e", "sleep", "1000"])
    display.window("other")
    world.call("Home", app="e2e.later")
    world.wait_for_state("e2e.later", "suspended", 20)
    time.sleep(1)
    require("snapshot" not in card(world, "e2e.later"), "it has one again")
    other.kill()
    for app in ("e2e.secret", "e2e.later"):
        world.call("Quit", app=app)
    return "none of a private window; removed when a window became private"


def test_shows_an_apps_own_picture(world, display):
    """a picture that an app has put into its container is shown in the place of its window's"""
    world.install("e2e.painter", "app", "plain")
    world.call("Launch", app="e2e.painter")
    wait_until("its start", lambda: world.events("e2e.painter", "didBecomeActive"))
    world.call("Home", app="e2e.painter")
    require("snapshot" not in card(world, "e2e.painter"), "it has a picture")
    container = next(pathlib.Path(world.state).glob("containers/*/e2e.painter"))
    coloured(world, display, "e2e.model", BLUE)
    world.call("Home", app="e2e.model")
    path, _ = picture(world, "e2e.model", BLUE)
    own = container / "Library" / "Caches" / "Snapshot.png"
    own.write_bytes(path.read_bytes())
    found = card(world, "e2e.painter")["snapshot"]
    require(found["isOwn"] and found["path"] == str(own), f"its card has {found}")
    world.torpor("uninstall", "e2e.painter")
    # Once its process has gone.
    wait_until("a switcher without it", lambda: card(world, "e2e.painter") is None, 10)
    world.call("Quit", app="e2e.model")
    return str(own.relative_to(container))
