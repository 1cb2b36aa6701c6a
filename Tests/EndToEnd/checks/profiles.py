"""Checks on old profiles: what they lack is not there, and is named."""

from support import harness
from support.harness import require, wait_until


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
