"""States, callbacks and finite tasks (A, B), under the rules of today."""

import pathlib
import time

import pytest

from support.actors import Actor, seconds_between
from support.harness import is_running, require, resident_kib, usage_microseconds, wait_until

STAGE = {"profile": "ios26"}
TASK = {"call": "BeginBackgroundTask", "parameters": {"name": "upload", "hasExpirationHandler": True}, "as": "upload"}
END_TASK = {"call": "EndBackgroundTask", "parameters": {"task": "$upload.task"}}


def row_A1(world):
    """an app is not running, active, in the background, suspended, and active again; suspended, it runs no code"""
    app = Actor(world, "a1", launch=False)
    require(app.state == "notRunning", f"installed, it is {app.state}")
    app.launch().home()
    app.becomes("suspended")
    require(app.is_frozen, "cgroup.events does not say frozen 1")
    before = usage_microseconds(app.group)
    time.sleep(1.2)
    used = usage_microseconds(app.group) - before
    require(used == 0, f"it used {used} µs")
    app.launch()
    gap = app.wait("gap")["seconds"]
    told = app.events("willEnterForeground")[-1]["suspendedMicroseconds"]
    require(gap > 1.1, f"its tick stood still for {gap:.2f} s alone")
    require(int(told) > 1_100_000, f"it was told {told} µs")
    return f"0 µs of processor; its own tick stood still for {gap:.2f} s, and it was told {int(told) / 1e6:.2f} s"


def row_A3(world):
    """an app that leaves is told willResignActive, then didEnterBackground"""
    app = Actor(world, "a3")
    for count, leave in enumerate([app.home, lambda: world.call("Lock")], 1):
        since = len(app.events())
        leave()
        app.wait("didEnterBackground", count)
        names = app.names(since)
        require(names[:2] == ["willResignActive", "didEnterBackground"], f"it was told {names}")
        world.call("Unlock")
        app.launch()
    return "by Home and by the lock"


def row_A4(world):
    """an app that comes back is told willEnterForeground, then didBecomeActive"""
    app = Actor(world, "a4").home(suspended=True)
    since = len(app.events())
    app.launch()
    names = app.names(since)
    require(names == ["willEnterForeground", "didBecomeActive"], f"it was told {names}")
    world.call("Lock")
    app.becomes("suspended")
    since = len(app.events())
    world.call("Unlock")
    app.wait("didBecomeActive", 3)
    names = app.names(since)
    require(names == ["willEnterForeground", "didBecomeActive"], f"unlocked, it was told {names}")
    return "by a launch and by unlocking"


@pytest.mark.other_issue("Apple's API: names of Apple's modules")
def row_A7(world):
    """anybody in the process can observe that the app leaves and comes back"""


def row_A6(world):
    """an app whose didEnterBackground takes longer than 5 s is removed with 0x8badf00d"""
    app = Actor(world, "a6", {"didEnterBackground": [{"wait": 30}]})
    app.home()
    began = app.wait("didEnterBackground")["ns"]
    code = app.end_code(12)
    took = (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - began) / 1e9
    require(code == "0x8badf00d" and 4.9 < took < 8, f"it ended with {code} after {took:.1f} s")
    return f"killed after {took:.2f} s with {code}"


def row_A8(world):
    """an app gives up memory when it leaves, builds it up again when it comes back, and is small meanwhile"""
    app = Actor(world, "a8", {
        "didBecomeActive": [{"allocate": 80}], "didEnterBackground": [{"free": True}],
    })
    large = wait_until("its memory", lambda: (kib := resident_kib(app.pid)) > 80 << 10 and kib, 10)
    app.home(suspended=True)
    small = resident_kib(app.pid)
    told = wait_until("its footprint", lambda: app.status.get("footprintBytes"), 5)
    require(small < 40 << 10 and told < 40 << 20, f"{small} KiB are left, and `ps` says {told} bytes")
    app.launch()
    wait_until("its memory again", lambda: resident_kib(app.pid) > 80 << 10, 10)
    return f"{large >> 10} MiB in front, {small >> 10} MiB suspended, {told >> 20} MiB in `torpor ps`"


def row_A9(world):
    """what an app saves when it leaves is there after a kill; uninstalling removes it"""
    app = Actor(world, "a9", {
        "didFinishLaunching": [{"load": "state"}], "didEnterBackground": [{"save": "state", "text": "42"}],
    })
    require(app.events("loaded")[0]["text"] is None, "something is there before it saves")
    app.home(suspended=True).die()
    app.launch()
    require(app.events("loaded")[1]["text"] == "42", f"it reads {app.events('loaded')[1]}")
    container = pathlib.Path(world.state).glob("**/a9/state")
    path = next(container, None)
    require(path, "its file is nowhere below the state folder")
    app.uninstall()
    wait_until("the end of its container", lambda: not path.exists())
    return "saved in its container, read by its next process, removed with the app"


def row_A11(world):
    """a suspended app goes without notice"""
    app = Actor(world, "a11").home(suspended=True)
    since, pid = len(app.events()), app.pid
    app.quit()
    wait_until("the end of its process", lambda: not is_running(pid), 2)
    require(not app.events()[since:], f"it was told {app.names(since)}")
    said = world.says("the user removed it from the app switcher", "why", "a11")
    return f"no callback; the ledger says “{said}”"


def row_A16(world):
    """the app in front has the processor before those that work in the background"""
    burning = {"didFinishLaunching": [{"burn": True}, {"burn": True}], "didBecomeActive": [TASK]}
    others = [Actor(world, f"a16.{number}", burning) for number in range(3)]
    front = Actor(world, "a16.front", {"didFinishLaunching": [{"burn": True}]})
    groups = [app.group for app in others]
    wait_until("those behind being in the background", lambda: {app.state for app in others} == {"background"})
    time.sleep(0.5)
    before = [usage_microseconds(group) for group in [front.group, *groups]]
    time.sleep(2)
    used = [usage_microseconds(group) - old for group, old in zip([front.group, *groups], before)]
    for app in [front, *others]:
        app.uninstall()
    others_most = max(used[1:])
    require(used[0] > 2 * others_most, f"{used[0]} µs in front, {used[1:]} behind")
    return f"{used[0] / 1e6:.2f} s in front, {', '.join(f'{one / 1e6:.2f}' for one in used[1:])} s behind, of 2 s"


# Finite tasks.


def row_B1(world):
    """each task has a token; suspension waits for all of them, and the end of the last suspends at once"""
    app = Actor(world, "b1", {"didEnterBackground": [TASK]})
    second = app.call("BeginBackgroundTask", name="other")["task"]
    app.home()
    app.wait("called", 2)
    first = app.events("called")[-1]["reply"]["task"]
    require(first != second, f"both are {first}")
    app.call("EndBackgroundTask", task=second)
    time.sleep(0.5)
    require(app.state == "background", f"with one task it is {app.state}")
    begun = time.monotonic()
    app.perform({"later": [END_TASK]})
    app.becomes("suspended", 2)
    return f"suspended {(time.monotonic() - begun) * 1000:.0f} ms after the last end"


def row_B2(world):
    """tasks have names, which people read"""
    app = Actor(world, "b2")
    app.call("BeginBackgroundTask", name="sync of photos")
    app.home()
    app.becomes("background")
    world.says("task 'sync of photos'", "why", "b2")
    world.says("task 'sync of photos'", "ps")
    require([one["name"] for one in app.status["tasks"]] == ["sync of photos"], f"{app.status['tasks']}")
    app.uninstall()
    return "in `torpor ps`, in `torpor why`, on the socket"


@pytest.fixture(scope="module")
def overrun(stage):
    """Two apps that are out of time at once: one ends its task when it is asked, one does not."""
    good = Actor(stage, "b.good", {"didEnterBackground": [TASK], "backgroundTaskExpiration": [END_TASK]})
    bad = Actor(stage, "b.bad", {"didEnterBackground": [TASK]})
    bad.launch_number = bad.status["launch"]
    bad.home()
    return good, bad


def warned_after(app):
    warned = app.wait("backgroundTaskExpiration", 1, 35)
    return seconds_between(app.events("didEnterBackground")[0], warned)


def row_B3(world, overrun):
    """the expiration handler is the last chance to end a task"""
    good, _ = overrun
    warned_after(good)
    good.becomes("suspended")
    require(is_running(good.pid), "it was killed although it has ended its task")
    return "ended in its handler, and suspended"


def row_B4(world, overrun):
    """the handler comes 5 to 10 s before the end"""
    after = warned_after(overrun[1])
    require(20 <= after <= 25.5, f"after {after:.1f} s")
    return f"after {after:.1f} s of 30"


def row_B5(world, overrun):
    """an app that does not end its task is killed"""
    _, bad = overrun
    end = wait_until("the kill", lambda: world.end_of(bad.launch_number), 40, 0.1)
    code = end["action"]["end"]["name"]
    require(code == "0x2182bad2", f"it ended with {code}")
    left = next(one for one in world.decisions("b.bad", "moveToBackground") if one["launch"] == bad.launch_number)
    after = (end["atMicroseconds"] - left["atMicroseconds"]) / 1e6
    require(30 <= after <= 33, f"after {after:.1f} s")
    return f"killed with {code} {after:.1f} s after it left"


def row_B6(world):
    """a task is begun before the work, in front, and counts from leaving the screen on"""
    app = Actor(world, "b6")
    app.call("BeginBackgroundTask", name="early")
    require("microseconds" not in app.call("BackgroundTimeRemaining"), "time runs in front")
    time.sleep(1)
    app.home()
    app.becomes("background")
    left = int(app.call("BackgroundTimeRemaining")["microseconds"]) / 1e6
    app.uninstall()
    require(29 < left <= 30, f"{left:.1f} s are left")
    return f"dormant in front for 1 s, {left:.2f} s left off screen"


def row_B7(world):
    """backgroundTimeRemaining can be polled; it is unlimited in front"""
    app = Actor(world, "b7", {"didEnterBackground": [TASK]})
    require("microseconds" not in app.call("BackgroundTimeRemaining"), "it is limited in front")
    app.home()
    app.becomes("background")
    left = []
    for _ in range(3):
        left.append(int(app.call("BackgroundTimeRemaining")["microseconds"]) / 1e6)
        time.sleep(0.4)
    app.uninstall()
    require(30 >= left[0] > left[1] > left[2] > 25, f"it says {left}")
    return ", ".join(f"{one:.2f}" for one in left) + " s"


def row_B10(world):
    """a task is ended on the return to the front, and the next visit has its time anew"""
    app = Actor(world, "b10", {"didEnterBackground": [TASK], "willEnterForeground": [END_TASK]})
    app.home()
    app.becomes("background")
    time.sleep(1.5)
    app.launch()
    require(not app.status["tasks"], f"it holds {app.status['tasks']}")
    app.home()
    app.becomes("background")
    left = int(app.call("BackgroundTimeRemaining")["microseconds"]) / 1e6
    app.uninstall()
    require(left > 29.3, f"{left:.1f} s are left")
    return f"{left:.2f} s after the second leaving"


def row_B11(world):
    """ending a task twice, or one of another process, does no harm"""
    app = Actor(world, "b11")
    task = app.call("BeginBackgroundTask", name="once")["task"]
    app.call("EndBackgroundTask", task=task)
    said = app.refused("UnknownTask", "EndBackgroundTask", task=task)["message"]
    app.refused("UnknownTask", "EndBackgroundTask", task="77")
    require(app.state == "active", f"it is {app.state}")
    return f"“{said.splitlines()[0]}”"


def row_B12(world):
    """without a task, work stops on leaving and continues where it was"""
    app = Actor(world, "b12").home()
    begun = time.monotonic()
    app.becomes("suspended", 15)
    took = time.monotonic() - begun
    time.sleep(1)
    app.launch()
    require(app.wait("gap")["seconds"] > 0.9, "its tick continued")
    return f"frozen within {took:.1f} s"
