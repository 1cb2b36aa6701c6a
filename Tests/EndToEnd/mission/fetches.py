"""The legacy fetch (D)."""

import json
import pathlib
import time
from contextlib import closing

import pytest

from support.actors import Actor, Refused
from support.desktop import Desktop
from support.displays import PYTHON, XDisplay
from support.harness import APPS, require, wait_until
from support.jumps import Jumped
from support.pictures import Picture
from support.scenarios import simulate

STAGE = {"profile": "ios26"}
HOUR = 3_600_000_000
OLD, NEWS = "#224466", "#cc8800"


def row_D1(world):
    """a fetch needs the mode 'fetch'"""
    app = Actor(world, "d1")
    try:
        app.call("SetMinimumBackgroundFetchInterval", interval="minimum")
    except Refused as refusal:
        require("fetch" in str(refusal), f"{refusal}")
        return f"refused: {refusal.name}"
    app.home(suspended=True)
    missing = [one for one in app.activity()["conditions"] if not one["holds"] and one.get("subject") == "fetch"]
    require(missing, f"nothing says that it will never run: {app.activity()}")
    world.says("its Info.plist does not list 'fetch'", "why", "d1")
    return "it waits for the line in its Info.plist that is missing, and `torpor why` says so"


def row_D2(world):
    """nothing is fetched before an app asks"""
    app = Actor(world, "d2", modes=("fetch",)).home(suspended=True)
    require(not world.call("ListActivities", app="d2")["activities"], "something waits")
    return "nothing waits"


@pytest.fixture(scope="module")
def fetchers(request):
    """Apps that want to be fetched, on a device whose clock moves past what was planned for all."""
    apps = {}
    with closing(Jumped(request)) as jumped:
        world = jumped.stage

        def fetcher(name, steps, interval=None):
            wish = {"microseconds": interval} if interval else {"interval": "minimum"}
            ask = {"call": "SetMinimumBackgroundFetchInterval", "parameters": wish}
            app = Actor(world, name, {"didFinishLaunching": [ask], "performFetch": steps}, modes=("fetch",))
            app.home(suspended=True)
            apps[name] = app
            return app

        for result in ("newData", "noData", "failed"):
            fetcher(f"d.{result}", [{"complete": result}])
        fetcher("d.hour", [{"complete": "newData"}], interval=HOUR)
        fetcher("d.dead", [{"complete": "newData"}]).die()
        now = world.call("Status")["device"]["atMicroseconds"]
        for app in list(apps.values()):
            app.waits = app.activity()
            app.earliest = (app.waits["earliestMicroseconds"] - app.waits["submittedMicroseconds"]) / 1e6
        jumped.wait(list(apps.values()), lambda app: None, "performFetch")
        for app in apps.values():
            run = next(one for one in world.decisions(app.identifier, "run") if one["verdict"] == "done")
            app.ran = (run["atMicroseconds"] - now) / 1e6
        apps["world"] = world
        yield apps


CLOCK = pytest.mark.stand_in("the clock: a time name space")


@CLOCK
def row_D3(fetchers):
    """the minimum: not before a quarter of an hour, then when it suits, and completed"""
    app = fetchers["d.newData"]
    require(899 < app.earliest < 905 and app.ran >= 899, f"earliest {app.earliest} s, run after {app.ran} s")
    app.wait("completed")
    return f"not before {app.earliest / 60:.0f} min, run {app.ran / 60:.0f} min after it asked, and completed"


@CLOCK
def row_D4(fetchers):
    """an interval of the app's own is a lower bound"""
    app = fetchers["d.hour"]
    require(app.earliest >= 3599 and app.ran >= 3599, f"earliest {app.earliest} s, run after {app.ran} s")
    app.wait("completed")
    return f"not before {app.earliest / 3600:.0f} h, run after {app.ran / 3600:.1f} h"


@CLOCK
def row_D5(fetchers):
    """newData, noData and failed are told apart"""
    world = fetchers["world"]
    found = []
    for result in ("newData", "noData", "failed"):
        fetchers[f"d.{result}"].wait("completed")
        ended = wait_until("the end", lambda: world.decisions(f"d.{result}", "finish"))
        found.append(ended[-1]["action"]["result"])
    require(found == ["newData", "noData", "failed"], f"the ledger has {found}")
    return ", ".join(found)


@CLOCK
def row_D6(request):
    """a fetch has 30 s, then the app is ended"""
    with closing(Jumped(request)) as jumped:
        world = jumped.stage
        ask = {"call": "SetMinimumBackgroundFetchInterval", "parameters": {"interval": "minimum"}}
        script = {"didFinishLaunching": [ask], "performFetch": [{"neverComplete": True}]}
        app = Actor(world, "d6", script, modes=("fetch",)).home(suspended=True)
        jumped.wait([app], lambda app: None, "performFetch")
        number = app.status["launch"]
        end = wait_until("the kill", lambda: world.end_of(number), 40, 0.2)
        begun = next(one for one in world.decisions("d6", "run") if one["verdict"] == "done")
        lasted = (end["atMicroseconds"] - begun["atMicroseconds"]) / 1e6
        code = end["action"]["end"]["name"]
        require(code == "0x2182bad4" and 30 <= lasted < 33, f"{code} after {lasted:.1f} s")
        return f"killed with {code} after {lasted:.1f} s"


@CLOCK
def row_D7(fetchers):
    """a fetch wakes a suspended app and launches a dead one"""
    dead, frozen = fetchers["d.dead"], fetchers["d.noData"]
    launched = dead.events("didFinishLaunching")[-1]
    require(launched.get("wakeReason") == "backgroundFetch", f"launched for {launched}")
    require(len(frozen.events("started")) == 1, "the suspended one was started again")
    return "one process was woken, one was launched for backgroundFetch"


@pytest.mark.simulated("two weeks of a device")
def row_D8(world):
    """who fetches nothing new for a week is woken less; results are judged"""
    return simulate(world, "fetches-without-news.yaml")


@pytest.mark.stand_in("the screen: Xvfb and openbox")
def row_D9(world):
    """what was fetched is in the picture of the app switcher"""
    with closing(XDisplay(world)) as display, closing(Desktop(world)) as desktop:
        desktop.environment["DISPLAY"] = display.environment["DISPLAY"]
        desktop.bridge()
        app = Actor(world, "d9", {
            "didFinishLaunching": [{"call": "RegisterTask", "parameters": {"identifier": "d9.refresh"}}],
            # Longer than its window takes to show what is new.
            "launchTask": [{"save": "colour", "text": NEWS}, {"wait": 0.5}, {"complete": "success"}],
        }, modes=("fetch",), tasks=["d9.refresh"])
        app.call("SubmitTask", identifier="d9.refresh", type="appRefresh")
        app.perform({"save": "colour", "text": OLD})
        container = next(pathlib.Path(world.state).glob("containers/*/d9"))
        shown = f"DISPLAY={display.environment['DISPLAY']}"
        window = [PYTHON, "-B", str(APPS / "xcolour.py"), str(container / "colour"), "d9"]
        app.perform({"run": ["env", shown, *window]})
        display.window("d9")
        wait_until("pictures", lambda: desktop.part("snapshots"), 10)
        # It takes the focus, with which no app is frozen.
        display.start(["xterm", "-T", "other", "-e", "sleep", "1000"])
        display.window("other")
        time.sleep(0.5)

        def picture():
            cards = json.loads(world.torpor("switcher", "--json"))["cards"]
            card = next(one for one in cards if one["app"] == "d9")
            return Picture(pathlib.Path(card["snapshot"]["path"])).colour[0] if "snapshot" in card else None

        app.home(suspended=True)
        wait_until("its picture", lambda: picture() == OLD, 5)
        world.torpor("simulate-launch", "d9.refresh")
        app.wait("completed")
        app.becomes("suspended")
        wait_until("what is new in its picture", lambda: picture() == NEWS, 5)
        app.uninstall()
        return f"{OLD} when it left the screen, {NEWS} after it had refreshed in the background"
