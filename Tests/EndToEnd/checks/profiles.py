"""Checks on old profiles: what they lack is not there, and is named."""

from contextlib import closing

from support import harness
from support.actors import Actor, Stage
from support.harness import require, wait_until
from support.servers import Hostile


def test_names_what_a_profile_ignores(world):
    """`torpor install` and `torpor why` name each key that the profile ignores, in the words of the profile"""
    own = harness.World(world.bin_folder, "profiles")
    try:
        own.start()
        own.torpor("settings", "profile=ios6")
        app = "e2e.ignored"
        bundle = own.folder / "ignored.app"
        bundle.mkdir()
        (bundle / "Info.plist").write_text(
            "<plist><dict><key>CFBundleIdentifier</key><string>e2e.ignored</string>"
            "<key>CFBundleExecutable</key><string>run</string>"
            "<key>UIBackgroundModes</key><array><string>fetch</string><string>audio</string></array>"
            "<key>UIApplicationExitsOnSuspend</key><true/></dict></plist>"
        )
        (bundle / "run").write_text("#!/bin/sh\nexec sleep 1000\n")
        (bundle / "run").chmod(0o755)
        said = own.torpor("install", str(bundle))
        fetch = "UIBackgroundModes 'fetch' has no effect: ios6 has no background fetch."
        exits = "UIApplicationExitsOnSuspend has no effect: linux has no exit on suspension."
        require(f"Warning: {fetch}" in said, f"`torpor install` said {said}")
        require("'audio'" not in said and "ExitsOnSuspend" not in said, f"`torpor install` said {said}")
        require(fetch in own.torpor("why", app), "`torpor why` does not name it")
        own.torpor("settings", "profile=linux")
        told = own.torpor("why", app)
        require(exits in told and "'fetch'" not in told, f"`torpor why` says {told}")
        return f"ios6: {fetch} linux: {exits}"
    finally:
        own.close()


def test_ends_without_multitasking(world):
    """under ios3 a real app is told that multitasking is not supported, gets task 0, and ends when it leaves the screen"""
    own = harness.World(world.bin_folder, "single")
    try:
        own.start()
        own.torpor("settings", "profile=ios3")
        app = own.app("e2e.single", "multitasking")
        told = wait_until("its question", lambda: own.events(app, "asked"))[0]
        require(told["supported"] is False and told["task"] == "0", f"it was told {told}")
        own.call("Home", app=app)
        wait_until("its end", lambda: own.events(app, "willTerminate"))
        require(not own.events(app, "didEnterBackground"), "it was sent to the background")
        return "isSupported false, task 0, willTerminate at home"
    finally:
        own.close()


def test_denies_what_came_later(world):
    """a push with content-available wakes no real app under ios6, and the ledger says that the profile lacks the capability"""
    own = harness.World(world.bin_folder, "old")
    try:
        own.start()
        own.torpor("settings", "profile=ios6")
        app = "e2e.old"
        own.install(app, "app", "finish", modes=("remote-notification",))
        own.call("Launch", app=app)
        wait_until("its start", lambda: own.events(app, "didBecomeActive"))
        own.call("Home", app=app)
        own.wait_for_state(app, "suspended")
        own.torpor("push", app, '{"aps":{"content-available":1}}', status=None)
        sentence = "ios6 has no wakes for 'content-available'"
        wait_until("the decision", lambda: sentence in own.torpor("log", app))
        require(own.state_of(app) == "suspended", "it was woken")
        require(not own.events(app, "didReceiveRemoteNotification"), "it was told of the push")
        return f"the ledger says: {sentence}"
    finally:
        own.close()


def test_is_no_peripheral_and_repeats_every_minute(world):
    """under ios4 a real app is refused as a Bluetooth peripheral, has no deferral, and is not ended for a repetition of 30 s"""
    with closing(Stage(world.bin_folder, "ios4", profile="ios4")) as stage:
        stage.start_or_skip()
        app = Actor(stage, "e2e.four", modes=("bluetooth-peripheral",))
        lacks = "ios4 has no Bluetooth peripherals of apps"
        require(f"UIBackgroundModes 'bluetooth-peripheral' has no effect: {lacks}." in app.said, f"told {app.said}")
        told = app.refused("NoPeripherals", "StartAdvertising", services=["180D"])
        require(told["profile"] == "ios4", f"refused with {told}")
        app.call("StartUpdatingLocation")
        app.call("DeferLocationUpdates", untilTravelledMetres=100)
        told = app.wait("didFinishDeferredUpdates", 1, 30)
        require(told["locationError"] == 11, f"told {told}")
        trigger = {"type": "interval", "microseconds": 30_000_000, "repeats": True}
        app.call("AddNotification", notification={"identifier": "nag", "title": "nag", "trigger": trigger})
        place = {"identifier": "house", "latitude": 52.5, "longitude": 13.4, "radiusMetres": 100}
        at_house = {"identifier": "home", "title": "home", "trigger": {"type": "region", "region": place}}
        app.call("AddNotification", notification=at_house)
        require(app.state == "active", f"it is {app.state}")
        sentences = [
            f"did not provide e2e.four with Bluetooth peripherals of apps: {lacks}",
            "did not provide e2e.four with deferred location updates: ios4 has no deferred location updates",
            "scheduled notification 'nag' of e2e.four: the profile has no intervals below a minute",
            "did not provide e2e.four with notifications at regions: ios4 has no notifications at regions",
        ]
        for sentence in sentences:
            wait_until(f"“{sentence}”", lambda: sentence in stage.torpor("log", "e2e.four"), 30)
        return f"NoPeripherals, deferredFailed; the ledger has {len(sentences)} sentences of it"


def upload(stage, profile):
    """What a server that breaks off once is asked by the upload of a real app: each method with the bytes that it sent."""
    stage.torpor("settings", f"profile={profile}")
    name = f"e2e.{profile}"
    app = Actor(stage, name)
    app.perform({"save": "film", "text": "x" * 9000})
    film = next((stage.folder / "state").glob(f"**/{name}/film"))
    app.call("OpenSession", session="out")
    folder = stage.folder / f"server-{profile}"
    folder.mkdir()
    # A server for each, which breaks off the first connection that it has: on one that was used before curl repeats.
    with closing(Hostile(folder)) as server:
        wanted = {"url": server.url("/draft?cut=2000"), "file": str(film), "method": "PUT"}
        if profile == "ios8":
            # Long after the check: a version without begin dates begins at once.
            wanted["earliestBeginMicroseconds"] = 86_400_000_000
        app.call("StartTransfers", session="out", transfers=[wanted])
        told = app.wait("didCompleteWithError", 1, 60)
        require("errorCode" not in told, f"{name} was told {told}")
        return [f"{one['method']} {one['taken']}" for one in server.requests()]


def test_uploads_begin_anew_in_old_profiles(world):
    """a real app's upload that breaks off begins at its first byte before iOS 17, and at once in spite of a begin date before iOS 11"""
    with closing(Stage(world.bin_folder, "uploads")) as stage:
        stage.start_or_skip()
        seen = {profile: upload(stage, profile) for profile in ("ios8", "ios13", "ios26")}
        anew, resumed = ["PUT 2000", "PUT 9000"], ["PUT 2000", "HEAD 0", "PATCH 7000"]
        require(seen == {"ios8": anew, "ios13": anew, "ios26": resumed}, f"the server saw {seen}")
        said = {profile: stage.torpor("log", f"e2e.{profile}") for profile in seen}
        for profile, capability in [
            ("ios8", "begin dates of transfers"), ("ios8", "uploads that resume"), ("ios13", "uploads that resume"),
        ]:
            sentence = f"did not provide e2e.{profile} with {capability}: {profile} has no {capability}"
            require(sentence in said[profile], f"`torpor log` does not say “{sentence}”: {said[profile]}")
        require("did not provide" not in said["ios26"], f"{said['ios26']}")
        return f"ios8, with a begin date in a day, and ios13: {', '.join(anew)}; ios26: {', '.join(resumed)}"
