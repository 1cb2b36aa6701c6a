"""Places (G9–G15), and what launches an app again (I)."""

import time
from contextlib import closing

import pytest

from support.actors import Actor
from support.desktop import PYTHON, Desktop
from support.harness import ROOT, require, wait_until

STAGE = {"profile": "ios26"}
HOME = (52.5200, 13.4050)
# Some 1.4 km north of it, so that it is a significant change.
AWAY = (52.5326, 13.4050)
SIGNIFICANT = {"call": "StartMonitoringSignificantChanges", "parameters": {}}


def locate(world, place, north_metres=0):
    world.call("Locate", latitude=place[0] + north_metres / 111_195, longitude=place[1], accuracyMetres=10)


def region(radius=200, name="home"):
    circle = {"identifier": name, "latitude": HOME[0], "longitude": HOME[1], "radiusMetres": radius}
    return {"call": "StartMonitoringRegion", "parameters": {"region": circle}}


class Walk:
    """Where the device is; each change is 500 m or more from all before, so that each is significant."""

    def __init__(self):
        self.steps = 0

    def on(self, world):
        self.steps += 1
        self.here(world)

    def here(self, world):
        """The device is still where it was: for a new app, where its way begins."""
        world.call("Locate", latitude=40 + self.steps * 0.02, longitude=10, accuracyMetres=10)


WALK = Walk()


def monitoring(world, identifier, *calls, modes=(), **on):
    WALK.here(world)
    app = Actor(world, identifier, {"didFinishLaunching": list(calls), **on}, modes=modes)
    WALK.here(world)
    return app


def row_G9(world):
    """a significant change of place wakes a suspended app"""
    app = monitoring(world, "g9", SIGNIFICANT).home(suspended=True)
    told = len(app.events("didUpdateLocations"))
    WALK.on(world)
    app.wait("didUpdateLocations", told + 1)
    world.says("a significant change of location", "why", "g9")
    return "woken at once"


def row_G10(world):
    """… and launches a dead one"""
    app = monitoring(world, "g10", SIGNIFICANT).home(suspended=True)
    app.die()
    WALK.on(world)
    launched = app.wait("didFinishLaunching", 2, 15)
    require(launched.get("wakeReason") == "significantLocation", f"launched for {launched}")
    return "launched for significantLocation"


@pytest.fixture(scope="module")
def crossing(stage):
    """Two apps that watch a circle without the mode, one of them dead; the device has come into it."""
    locate(stage, AWAY)
    apps = [Actor(stage, name, {"didFinishLaunching": [region()]}) for name in ("g11", "g11.dead")]
    for app in apps:
        app.home(suspended=True)
    apps[1].die()
    apps[0].shown = stage.torpor("why", "g11")
    begun = time.monotonic()
    for _ in range(14):
        locate(stage, HOME)
        time.sleep(2)
        if apps[0].events("didEnterRegion") and apps[1].events("didEnterRegion"):
            break
    apps[0].took = time.monotonic() - begun
    return apps


def row_G11(world, crossing):
    """regions of any size tell when they are entered and left; what woke the app is told as a region"""
    app, _ = crossing
    app.wait("didEnterRegion")
    require("the region 'home'" in app.shown, f"`torpor why` does not show the region: {app.shown}")
    world.says("a region that it monitors", "why", "g11")
    woken = next(one for one in world.decisions("g11", "wake") if one["verdict"] == "done")
    require(woken["action"]["wakeReason"] == "region", f"the ledger says {woken['action']}")
    return f"told within {app.took:.0f} s of the crossing, as a region"


def row_G13(crossing):
    """neither needs the mode 'location'"""
    _, dead = crossing
    launched = dead.wait("didFinishLaunching", 2)
    require(launched.get("wakeReason") == "region", f"launched for {launched}")
    return "both apps declare no mode"


def row_G12(world):
    """a wake for a place is some 10 s; more only with a task"""
    begin = {"call": "BeginBackgroundTask", "parameters": {"name": "map"}}
    short = monitoring(world, "g12", SIGNIFICANT).home(suspended=True)
    long = monitoring(world, "g12.task", SIGNIFICANT, didUpdateLocations=[begin]).home(suspended=True)
    WALK.on(world)
    short.becomes("background")
    begun = time.monotonic()
    short.becomes("suspended", 15)
    awake = time.monotonic() - begun
    time.sleep(0.5)
    require(9 < awake < 12, f"it ran for {awake:.1f} s")
    require(long.state == "background", f"with a task it is {long.state}")
    long.uninstall()
    return f"frozen after {awake:.1f} s; the one with a task ran on"


def row_G14(world):
    """updates for the foreground stop with the suspension; a session with the mode continues"""
    update = {"call": "StartUpdatingLocation", "parameters": {"allowsBackgroundUpdates": True}}
    with_mode = Actor(world, "g14", {"didBecomeActive": [update]}, modes=("location",))
    with_mode.home()
    without = Actor(world, "g14.front", {"didBecomeActive": [{"call": "StartUpdatingLocation", "parameters": {}}]})
    without.home(suspended=True)
    idle = Actor(world, "g14.mode", modes=("location",)).home(suspended=True)
    WALK.here(world)
    time.sleep(0.3)
    told = [len(app.events("didUpdateLocations")) for app in (with_mode, without)]
    WALK.on(world)
    with_mode.wait("didUpdateLocations", told[0] + 1)
    require(with_mode.state == "background", f"with the mode it is {with_mode.state}")
    require(len(without.events("didUpdateLocations")) == told[1], "the other was told")
    with_mode.uninstall()
    return f"the one continues, the other is {without.state}; the mode alone: {idle.state}"


@pytest.mark.stand_in("the receiver: a GeoClue of the tests")
def row_G15(world):
    """a real receiver is followed off screen"""
    with closing(Desktop(world)) as desktop:
        desktop.start(PYTHON, str(ROOT / "Tests" / "Servers" / "geoclue.py"), str(world.folder / "geoclue.calls"))
        desktop.wait_for("org.freedesktop.GeoClue2")

        def move(latitude):
            service = ("org.freedesktop.GeoClue2", "/test", "io.torpor.Test")
            desktop.busctl("call", *service, "Move", "ddd", f"{latitude:.7f}", "13.405", "10")

        move(52.52)
        desktop.bridge()
        update = {"call": "StartUpdatingLocation", "parameters": {"allowsBackgroundUpdates": True}}
        app = Actor(world, "g15", {"didBecomeActive": [update]}, modes=("location",)).home()
        app.wait("didUpdateLocations")
        move(52.53)
        told = lambda: [one for event in app.events("didUpdateLocations") for one in event["locations"]]
        found = lambda: [one for one in told() if abs(one["latitude"] - 52.53) < 1e-4]
        wait_until("the next place", found, 10)
        require(app.state == "background", f"it is {app.state}")
        app.uninstall()
        return "followed off screen"


# What launches an app again.


def row_I1(world):
    """after any end but the user's an app is launched for its events"""
    app = monitoring(
        world, "i1", SIGNIFICANT, {"call": "RegisterForPush", "parameters": {"kind": "remote"}},
        modes=("remote-notification",),
    ).home(suspended=True)
    for event, reason in [
        # Once: two changes are told five minutes apart.
        (lambda: WALK.on(world), "significantLocation"),
        (lambda: world.torpor("push", "i1", '{"aps":{"content-available":1}}'), "silentPush"),
    ]:
        app.die()
        count = len(app.events("didFinishLaunching"))
        event()
        launched = app.wait("didFinishLaunching", count + 1, 15)
        require(launched.get("wakeReason") == reason, f"launched for {launched}")
    return "SIGKILL, then a place, a push; transfers E2, fetches D7, Newsstand G19, Bluetooth G23"


def row_I2(world):
    """an app that the user has ended is launched for nothing"""
    app = Actor(world, "i2", {
        "didFinishLaunching": [{"call": "RegisterForPush", "parameters": {"kind": "remote"}}],
    }, modes=("remote-notification", "fetch")).home(suspended=True)
    app.call_fetch = None
    app.quit()
    world.torpor("push", "i2", '{"aps":{"content-available":1}}', status=1)
    time.sleep(0.3)
    require(app.state == "notRunning", f"it is {app.state}")
    lacking = [one["reason"] for one in app.status["blockedBy"]]
    require("forceQuit" in lacking, f"`why` says {lacking}")
    return "a push is refused with its reason; transfers E3, Bluetooth G23"


@pytest.mark.stand_in("a restart: another boot id and a clock that begins anew")
def row_I4(request):
    """a restart, or opening the app, lifts that"""
    from support.actors import Stage

    with closing(Stage(request.config.option.bin.resolve(), "lifted", profile="ios26")) as world:
        world.start_or_skip()
        app = Actor(world, "i4", {
            "didFinishLaunching": [{"call": "RegisterForPush", "parameters": {"kind": "remote"}}],
        }, modes=("remote-notification",)).home(suspended=True)
        app.quit()
        world.torpor("push", "i4", '{"aps":{"content-available":1}}', status=1)
        world.reboot()
        world.torpor("push", "i4", '{"aps":{"content-available":1}}')
        launched = app.wait("didFinishLaunching", 2, 15)
        require(launched.get("wakeReason") == "silentPush", f"launched for {launched}")
        return "refused; after the restart launched for a silent push"
