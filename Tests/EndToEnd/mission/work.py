"""The task scheduler (C)."""

from contextlib import closing

import pytest

from support.actors import Actor, seconds_between
from support.harness import is_running, require, wait_until
from support.jumps import Jumped

STAGE = {"profile": "ios26"}
HOUR = 3_600_000_000
HANDLER = {"call": "SetExpirationHandler", "parameters": {"callback": "$callback", "isSet": True}}


def scheduling(world, identifier, kinds=("refresh",), launch=True, late=(), **on):
    """An app with tasks of those names, which registers all and sets an expiration handler for each."""
    tasks = [f"{identifier}.{kind}" for kind in kinds]
    register = [{"call": "RegisterTask", "parameters": {"identifier": task}} for task in tasks if task not in late]
    script = {"didFinishLaunching": register, "launchTask": [HANDLER], **on}
    return Actor(world, identifier, script, launch, modes=("fetch", "processing"), tasks=tasks)


def row_C1(world):
    """tasks are registered and submitted; what is not permitted, too much, late or twice is refused as by Apple"""
    kinds = ["refresh", "second", "late", *[f"index{number}" for number in range(11)]]
    app = scheduling(world, "c1", kinds, late=["c1.late"])
    submit = lambda name, kind="appRefresh": app.call("SubmitTask", identifier=f"c1.{name}", type=kind)
    submit("refresh")
    require(app.activity("c1.refresh"), "its request does not wait")
    unlisted = app.call("RegisterTask", identifier="c1.unlisted")
    require(unlisted["isPermitted"] is False, "an unlisted one is permitted")
    app.refused("NotPermitted", "SubmitTask", identifier="c1.unlisted", type="appRefresh")
    app.refused("TooManyPendingTaskRequests", "SubmitTask", identifier="c1.second", type="appRefresh")
    for number in range(10):
        submit(f"index{number}", "processing")
    app.refused("TooManyPendingTaskRequests", "SubmitTask", identifier="c1.index10", type="processing")
    app.set(backgroundRefresh="off")
    app.refused("Unavailable", "SubmitTask", identifier="c1.refresh", type="appRefresh")
    app.set(backgroundRefresh="on")
    late = app.refused("Misuse", "RegisterTask", identifier="c1.late")
    missing = app.refused("Misuse", "SubmitTask", identifier="c1.late", type="appRefresh")
    again = {"call": "RegisterTask", "parameters": {"identifier": "c1.twice.refresh"}}
    script = {"didFinishLaunching": [again, again]}
    other = Actor(world, "c1.twice", script, modes=("fetch",), tasks=["c1.twice.refresh"])
    twice = other.events("refused")[0]["reply"]["parameters"]
    which = [one["which"] for one in (twice, late, missing)]
    require(which == ["registeredTwice", "registeredTooLate", "noHandler"], f"{twice}, {late}, {missing}")
    sentence = "All launch handlers must be registered before application finishes launching"
    require(sentence in late["message"], late["message"])
    return "errors 1, 2 and 3, and Apple's three sentences"


@pytest.fixture(scope="module")
def overrun(stage):
    """Refreshes that are not completed: one is warned, one has no handler for that."""
    warned = scheduling(stage, "c2.warned", launchTask=[
        HANDLER, {"neverComplete": True},
    ])
    plain = scheduling(stage, "c2.plain", launchTask=[{"neverComplete": True}])
    for app in (warned, plain):
        app.launch()
        app.call("SubmitTask", identifier=f"{app.identifier}.refresh", type="appRefresh")
        app.home(suspended=True)
        stage.torpor("simulate-launch", app.identifier, f"{app.identifier}.refresh")
        app.wait("launchTask")
        app.number = app.status["launch"]
    return warned, plain


def row_C2(world, overrun):
    """a refresh has 30 s: warned, then killed; without a handler it ends, unsuccessful"""
    warned, plain = overrun
    warning = seconds_between(warned.events("launchTask")[0], warned.wait("taskExpiration", 1, 35))
    code = wait_until("the kill", lambda: world.end_of(warned.number), 15, 0.1)["action"]["end"]["name"]
    require(24 < warning < 26.5 and code == "0x2182bad4", f"warned after {warning:.1f} s, {code}")
    wait_until("the end of the other", lambda: not plain.activity("c2.plain.refresh"), 10)
    require(is_running(plain.pid), "the one without a handler was killed")
    return f"warned after {warning:.1f} s, killed with {code}; without a handler it only ended"


@pytest.fixture(scope="module")
def planned(request):
    """A dead app whose refresh is planned, with an app that processes; and the device at the planned moment."""
    with closing(Jumped(request)) as jumped:
        world = jumped.stage
        app = scheduling(world, "c3")
        app.call("SubmitTask", identifier="c3.refresh", type="appRefresh", earliestBeginMicroseconds=HOUR)
        app.home(suspended=True).die()
        app.said = world.torpor("why", "c3")
        app.hours = jumped.wait([app], lambda app: "c3.refresh", "launchTask") / 3600
        yield app


@pytest.mark.stand_in("the clock: a time name space")
def row_C3(planned):
    """the system plans when a refresh runs, and launches a dead app for it"""
    planned.wait("launchTask", 1, 30)
    launched = planned.events("didFinishLaunching")[-1]
    require(launched.get("wakeReason") == "appRefresh", f"launched for {launched}")
    planned.wait("completed", 1, 30)
    planned.becomes("suspended")
    return f"planned {planned.hours:.2f} h ahead, launched for it, completed, suspended"


@pytest.mark.stand_in("the clock: a time name space")
def row_C6(planned):
    """hours may pass between the wish and the run, and it is said why"""
    require(planned.hours >= 1, f"planned {planned.hours:.2f} h ahead")
    require("c3.refresh" in planned.said, f"`torpor why` says {planned.said}")
    line = next(line.strip() for line in planned.said.splitlines() if "c3.refresh" in line)
    return f"“{line}”"


@pytest.mark.stand_in("the machine's files: no terminal, no input device, external power")
def row_C4(request):
    """processing begins by itself when the device is idle, has minutes, and can ask for power and network"""
    with closing(Jumped(request)) as jumped:
        world = jumped.stage
        app = scheduling(world, "c4", ["index"], launchTask=[
            HANDLER, {"neverComplete": True},
        ])
        app.call("SubmitTask", identifier="c4.index", type="processing", network=True, externalPower=True)
        asked = {one["reason"] for one in app.activity("c4.index")["conditions"]}
        require({"network", "externalPower", "deviceInUse"} <= asked, f"it asks for {asked}")
        app.home(suspended=True)
        world.call("Lock")
        wait = 0 if app.events("launchTask") else jumped.wait([app], lambda app: "c4.index", "launchTask")
        left = app.status["timeRemainingMicroseconds"] / 1e6
        require(120 < left <= 310, f"it has {left:.0f} s")
        return f"begun {max(wait, 0) / 3600:.1f} h later on the idle machine, with {left:.0f} s"


def row_C5(world):
    """a developer has a task run now, and its time end now, also of a frozen app"""
    app = scheduling(world, "c5", launchTask=[
        HANDLER, {"neverComplete": True},
    ], taskExpiration=[{"call": "Complete", "parameters": {"callback": "$launchCallback", "result": "failure"}}])
    app.call("SubmitTask", identifier="c5.refresh", type="appRefresh")
    app.home(suspended=True)
    world.torpor("simulate-launch", "c5.refresh")
    app.wait("launchTask")
    world.torpor("simulate-expiration", "c5.refresh")
    app.wait("taskExpiration")
    app.becomes("suspended")
    world.says("No task", "simulate-launch", "c5.refresh", status=1)
    return "launched and expired while frozen; nothing left to launch"
