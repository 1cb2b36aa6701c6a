"""What the user steers (J), with what belongs to nobody else, and the aims (K1)."""

import re
from contextlib import closing

import pytest

from checks.budgets import FileServer, blockers
from checks.consent import press
from checks.pushes import with_server
from checks.storage import container, fill
from support.actors import Actor, Stage
from support.desktop import Desktop
from support.displays import XDisplay
from support.harness import ROOT, Skip, require, wait_until
from support.machines import machine
from support.scenarios import simulate

STAGE = {"profile": "ios26"}
PAGES = pytest.mark.other_issue("the user's side: pages")


@pytest.mark.stand_in("the notification server: dbusmock's")
def row_G2(world):
    """the user allows microphone and Bluetooth at the first use, and location when the app asks"""
    with closing(Desktop(world)) as desktop:
        server = with_server(desktop)
        app = Actor(world, "g2", modes=("audio", "bluetooth-peripheral"), is_allowed=False)
        record = {"category": "record"}
        advertise = {"services": ["180D"]}
        app.refused("AudioFailed", "ActivateAudioSession", **record)
        app.refused("NotAuthorized", "StartAdvertising", **advertise)
        press(desktop, server, "access the microphone", "allow")
        press(desktop, server, "use Bluetooth", "deny")
        app.wait("didDecideAuthorization", 2)
        app.call("ActivateAudioSession", **record)
        app.refused("NotAuthorized", "StartAdvertising", **advertise)
        world.says("did not let it use Bluetooth: the user does not allow it", "why", "g2")
        app.set(allowsBluetooth=True)
        app.wait("didDecideAuthorization", 3)
        app.call("StartAdvertising", **advertise)
        app.call("RequestAuthorization", use="location")
        press(desktop, server, "use your location", "allowWhenInUse")
        told = app.wait("didChangeAuthorization")
        require(told["authorization"] == "whenInUse", f"it was told {told}")
        return "refused and asked at the first use; a button allows, a button denies, a setting allows after all"


def row_A2(world):
    """an app is inactive while the screen locks, or a call asks something"""
    front = Actor(world, "a2")
    phone = Actor(world, "a2.phone", {
        "didFinishLaunching": [{"call": "RegisterForPush", "parameters": {"kind": "voIP"}}],
        "didReceiveIncomingPush": [{"call": "ReportCall", "parameters": {}}],
    }, modes=("voip",)).home(suspended=True)
    front.launch()
    since = len(front.events())
    world.torpor("push", "a2.phone", '{"aps":{}}', "--type", "voip")
    phone.wait("didReceiveIncomingPush")
    front.becomes("inactive", 5)
    world.torpor("end-call", "a2.phone")
    front.becomes("active", 5)
    names = front.names(since)
    require(names == ["willResignActive", "didBecomeActive"], f"it was told {names}")
    return "inactive while it rings; active again without having left"


@pytest.mark.stand_in("the screen: Xvfb and openbox")
def row_A5(request, world):
    """the Home key, or another app in front, sends an app to the background; on a desktop its windows do"""
    first, second = Actor(world, "a5.one", launch=False), Actor(world, "a5.two", launch=False)
    first.launch()
    second.launch()
    first.becomes("suspended")
    second.home(suspended=True)
    with closing(Stage(request.config.option.bin.resolve(), "windows", profile="linux")) as many:
        many.start_or_skip()
        with closing(XDisplay(many)) as display, closing(Desktop(many)) as desktop:
            desktop.environment["DISPLAY"] = display.environment["DISPLAY"]
            desktop.bridge()
            for name in ("one", "two"):
                many.torpor(
                    "run", "--detach", "--id", f"a5.{name}", "--", "env", f"DISPLAY={display.environment['DISPLAY']}",
                    "xterm", "-T", name, "-e", "sleep", "1000",
                )
                display.window(name)
            states = lambda: [many.state_of(f"a5.{name}") for name in ("one", "two")]
            require(states() == ["active", "active"], f"side by side they are {states()}")
            display.xdotool("windowminimize", display.window("one"))
            wait_until("the minimised one leaving", lambda: states()[0] in ("background", "suspended"), 5)
            require(states()[1] == "active", f"the other is {states()[1]}")
            many.wait_for_state("a5.one", "suspended", 12)
            display.start(["xdotool", "search", "--name", "^one$", "windowmap"])
            wait_until("its return", lambda: states()[0] == "active", 5)
    return "one screen: another app in front, Home; several windows: minimised, frozen, active again"


def row_J2(world):
    """only on Wi-Fi"""
    world.torpor("settings", "backgroundRefresh=wifi")
    try:
        app = Actor(world, "j2", {
            "didFinishLaunching": [{"call": "RegisterTask", "parameters": {"identifier": "j2.refresh"}}],
        }, modes=("fetch",), tasks=["j2.refresh"])
        app.call("SubmitTask", identifier="j2.refresh", type="appRefresh")
        app.home(suspended=True)
        found = next(
            one for one in app.activity("j2.refresh")["conditions"] if one["reason"] == "backgroundRefreshOff"
        )
        link = world.call("Status")["device"].get("network")
        require(found["holds"] == (link in ("wired", "wifi")), f"on {link}: {found}")
        return f"on '{link}': {'it may' if found['holds'] else 'it waits'}"
    finally:
        world.torpor("settings", "backgroundRefresh=on")


def row_J3(request):
    """automatic downloads are off"""
    opening = [{"call": "OpenSession", "parameters": {"session": "out"}}]
    works = {
        "didFinishLaunching": opening, "handleEventsForBackgroundURLSession": opening,
        "didFinishDownloading": [{"keep": "kept"}],
    }
    with closing(Stage(request.config.option.bin.resolve(), "downloads", profile="ios26")) as own, closing(FileServer()) as server:
        own.machine = machine(own.folder / "machine", is_online=True, battery_percent=80)
        own.start_or_skip()
        if own.call("Status")["device"].get("network") in (None, "none"):
            raise Skip("this machine has no network, which transfers wait for")
        own.torpor("settings", "automaticDownloads=off")
        app = Actor(own, "j3", works)
        # Exempt, so that a busy machine does not freeze it before it has asked.
        own.torpor("exempt", "j3")
        app.home()
        app.becomes("background", 30)
        film = app.call(
            "StartTransfers", session="out", transfers=[{"url": f"http://127.0.0.1:{server.server_port}/film"}])["first"]
        own.torpor("exempt", "j3", "--end")
        app.becomes("suspended", 60)
        wait_until("the reason", lambda: blockers(own, film) == ["automaticDownloadsOff"], 30)
        own.says("automatic downloads are off", "why", "j3")
        require(server.asked == [], f"the server was asked for {server.asked}")
        app.launch()
        wait_until("the film", lambda: app.events("kept"), 60)
        require(server.asked == ["/film"], f"the server was asked for {server.asked}")
    return "begun off screen, it waited without a request until its user opened the app"


def row_J6(request):
    """advice: for which apps it is worth it"""
    with closing(Stage(request.config.option.bin.resolve(), "advises", profile="ios26")) as own:
        own.machine = machine(own.folder / "machine", is_online=False, battery_percent=80)
        own.start_or_skip()
        own.says("give no reason for advice", "advice")
        app = Actor(own, "j6")
        for _ in range(3):
            app.quit()
            app.launch()
        rows = lambda: own.call("GetAdvice")["advice"]
        wait_until("the advice", lambda: [(row["kind"], row.get("app")) for row in rows()] == [("forceQuit", "j6")], 30)
        told = own.torpor("advice")
        require("torpor home j6" in told, told)
    return "nothing at first; after 3 quits and 3 starts it names the app and the command"


def row_J7(world):
    """the battery page: share, minutes on screen and behind, 24 h and 10 d"""
    app = Actor(world, "j7")
    app.call("BeginBackgroundTask", name="index", hasExpirationHandler=False)
    app.home()
    app.becomes("background")
    told, moments = [], []
    for hours in (24, 240):
        page = world.call("DescribeBattery", hours=hours)["battery"]
        # Each total is that of the rows, and those are that of the hours.
        for figure, total in page["total"].items():
            rows = sum(row[place][figure] for row in page["apps"] for place in ("onScreen", "offScreen"))
            parts = sum(hour[place][figure] for hour in page["hours"] for place in ("onScreen", "offScreen"))
            require(rows == parts == total, f"{figure}: rows {rows}, hours {parts}, total {total}")
        told.append(next(row for row in page["apps"] if row.get("app") == "j7"))
        moments.append(page["atMicroseconds"])
    require(all(row["onScreen"]["timeMicroseconds"] > 0 for row in told), f"on screen: {told}")
    # It has run off screen from one answer to the next.
    first, last = (row["offScreen"]["timeMicroseconds"] for row in told)
    passed = moments[1] - moments[0]
    require(first > 0 and abs(last - first - passed) <= 10, f"{first} and {last} us off screen, {passed} us apart")
    require(told[1]["labels"] == ["backgroundActivity"], f"labels: {told[1]}")
    world.says("OFF SCREEN FOR", "battery", "--last", "10d")
    app.uninstall()
    return f"{told[0]['sharePermille'] / 10} %; rows and hours add up to the total"


@pytest.mark.stand_in("the clock: a time name space")
def row_J8(request, world):
    """what never sleeps: an app that a stuck use of the location keeps awake is named within an hour"""
    with closing(Stage(request.config.option.bin.resolve(), "awake", profile="ios26")) as stage:
        stage.start_or_skip()
        update = {
            "call": "StartUpdatingLocation",
            "parameters": {"allowsBackgroundUpdates": True, "pausesAutomatically": False},
        }
        app = Actor(stage, "j8", {"didBecomeActive": [update]}, modes=("location",))
        other = Actor(stage, "j8.other").home(suspended=True)
        app.launch()
        app.home()
        app.becomes("background")
        named = lambda: stage.call("DescribeBattery")["battery"]["sleepless"]
        require(named() == [], f"at once {named()} are named")
        stage.later(3500)
        wait_until("its name", lambda: [row["app"] for row in named()] == ["j8"], 30)
        row = named()[0]
        require(row["hold"]["reason"] == "locationUpdates", f"it is held by {row['hold']}")
        require(app.state == "background" and other.state == "suspended", f"{app.state}, {other.state}")
        told = " ".join(stage.torpor("battery").split())
        # However long the daemon needed to begin.
        require(re.search(r"What never sleeps j8: has run off screen for (58m|59m|1h)", told), told)
        # The command that the page gives ends it.
        stage.torpor(*row["remedy"].split()[1:])
        app.becomes("suspended", 30)
        wait_until("nobody to be named", lambda: named() == [], 30)
        return f"named after {stage.offset // 60} min, held by locations; `{row['remedy']}` ends it"


def row_J9(world):
    """storage: who is heavy, what they hold"""
    heavy, light = Actor(world, "j9.heavy"), Actor(world, "j9.light")
    heavy.home(suspended=True)
    fill(container(world, "j9.heavy") / "Documents", "film", 3_000_000)
    fill(container(world, "j9.heavy") / "Library/Caches", "page", 1_000_000)
    page = world.torpor("storage")
    names = [line.split()[0] for line in page.splitlines() if line.startswith("j9.")]
    require(names == [heavy.identifier, light.identifier], page)
    line = next(line for line in page.splitlines() if line.startswith("j9.heavy"))
    require("3.0 MB" in line and "1.0 MB" in line, line)
    return " ".join(line.split())


def row_J10(world):
    """caches are cleared"""
    app = Actor(world, "j10")
    app.home(suspended=True)
    data = fill(container(world, "j10") / "Documents", "letter", 1000)
    cache = fill(container(world, "j10") / "Library/Caches", "page", 1_000_000)
    said = world.torpor("purge", "j10").strip()
    require(not cache.exists() and data.exists(), said)
    world.says("removed the caches of it, 1.0 MB", "why", "j10")
    return said


@PAGES
def row_J11(world):
    """memory is purged"""


@pytest.mark.stand_in("a restart: another boot id and a clock that begins anew")
def row_J12(request):
    """what was asked for survives a restart"""
    with closing(Stage(request.config.option.bin.resolve(), "survives", profile="ios26")) as world:
        world.start_or_skip()
        circle = {"identifier": "home", "latitude": 52.52, "longitude": 13.4, "radiusMetres": 200}
        app = Actor(world, "j12", {
            "didFinishLaunching": [{"call": "RegisterTask", "parameters": {"identifier": "j12.refresh"}}],
        }, modes=("fetch",), tasks=["j12.refresh"])
        app.call("SubmitTask", identifier="j12.refresh", type="appRefresh")
        app.call("StartMonitoringRegion", region=circle)
        alarm = {"identifier": "tea", "title": "Tea", "trigger": {"type": "interval", "microseconds": 3_600_000_000}}
        app.call("AddNotification", notification=alarm)
        app.home(suspended=True)
        before = len(world.call("Log", count=1000)["decisions"])
        world.reboot()
        require(app.activity("j12.refresh"), "the request is gone")
        require(world.call("ListNotifications", app="j12")["notifications"], "the notification is gone")
        require(len(world.call("Log", count=1000)["decisions"]) >= before, "the ledger is shorter")
        app.launch()
        regions = app.call("MonitoredRegions")["regions"]
        require([one["identifier"] for one in regions] == ["home"], f"it monitors {regions}")
        return f"a request, a region, a notification, {before} decisions"


def row_J13(world):
    """the list of battery settings"""
    settings = {
        "backgroundRefresh": "off", "lowPowerMode": "on", "automaticLowPowerMode": "on", "energyAllowance": "300J",
        "dataAllowance": "50MB", "wifiOnly": "on", "automaticDownloads": "wifi",
    }
    listed = lambda: dict(line.split("=", 1) for line in world.torpor("settings").splitlines() if "=" in line)
    before = listed()
    require(set(settings) <= set(before), f"it lists {sorted(before)}")
    try:
        for name, value in settings.items():
            require(before[name] != value, f"{name} is {value} at first")
            world.torpor("settings", f"{name}={value}")
        after = listed()
        for name in settings:
            require(after[name] != before[name], f"{name} is still {after[name]}")
    finally:
        for name in settings:
            world.torpor("settings", f"{name}={before[name]}", status=None)
    require(listed() == before, f"{listed()} and not {before}")
    return f"{len(settings)} settings of energy and data, each changed and changed back"


@pytest.mark.other_issue("outside of an execution system: docs/guide/using.md")
def row_J14(world):
    """less animation, Spotlight, a dark theme"""
    text = " ".join((ROOT / "docs" / "guide" / "using.md").read_text().split())
    require("animations" in text and "theme" in text, "docs/guide/using.md does not say so")
    return "the guide says which settings of the desktop these are"


@pytest.mark.simulated("days of a device")
def row_K1(world):
    """the aims: energy, performance, privacy"""
    app = Actor(world, "k1").home(suspended=True)
    require(app.is_frozen, "a suspended app runs")
    shown = ["evening", "processor-burner", "reduced-accuracy", "low-power-mode-ends"]
    return simulate(world, *(f"{name}.yaml" for name in shown))


def row_M30(world):
    """a continued task shows its title and progress, and the user cancels it"""
    app = Actor(world, "m30", {
        "didFinishLaunching": [{"call": "RegisterTask", "parameters": {"identifier": "m30.export"}}],
        "launchTask": [
            {"call": "SetExpirationHandler", "parameters": {"callback": "$callback", "isSet": True}},
            {"call": "ReportProgress", "parameters": {"callback": "$callback", "permille": 400}},
            {"neverComplete": True},
        ],
    }, modes=("processing",), tasks=["m30.export"])
    app.call("SubmitTask", identifier="m30.export", type="continued", title="Export", subtitle="12 photos")
    app.wait("launchTask")
    try:
        display = lambda: (app.activity("m30.export") or {}).get("display") or {}
        # Told of its launch it reports how far it is, and is shown from the moment of the launch on.
        wait_until("its progress", lambda: display().get("permille") == 400, 3)
        shown = display()
        require((shown["title"], shown["subtitle"]) == ("Export", "12 photos"), f"it is shown as {shown}")
        world.call("CancelTask", task="m30.export")
        app.wait("taskExpiration")
        return f"shown as {shown}; the user's cancel is its expiration"
    finally:
        app.uninstall()
