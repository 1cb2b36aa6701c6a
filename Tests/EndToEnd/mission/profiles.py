"""What follows from the profile (A10, A12–A15, A17, B8, B9, G17, H4, I3, K2), and from memory."""

import time
from contextlib import closing

import pytest

from support.actors import Actor, Refused, Stage
from support.harness import is_running, require, wait_until
from support.scenarios import simulate

STAGE = {"profile": "ios6"}
RESTART = pytest.mark.stand_in("a restart: another boot id and a clock that begins anew")
MEMORY = pytest.mark.stand_in("memory: a file in the place of /proc/meminfo")
BUDGETS = {
    "ios4": 600, "ios6": 600, "ios7": 180, "ios8": 180, "ios10": 180, "ios13": 30, "ios26": 30, "linux": 30,
}
TASK = {"call": "BeginBackgroundTask", "parameters": {"name": "work", "hasExpirationHandler": True}}
EXITS = "<key>UIApplicationExitsOnSuspend</key><true/>"


class Memory:
    """A device whose memory is what a file says when its daemon starts."""

    def __init__(self, request, profile):
        self.stage = Stage(request.config.option.bin.resolve(), "memory", profile=profile)
        self.file = self.stage.folder / "meminfo"
        self.say(60)
        self.stage.within = self.stage.mounted(self.file, "/proc/meminfo")
        self.stage.restart(self.stage.within)

    def say(self, percent):
        """So much is available, and there is no swap."""
        total = 1 << 20
        lines = {"MemTotal": total, "MemFree": total * percent // 100, "MemAvailable": total * percent // 100}
        lines |= dict.fromkeys(["Buffers", "Cached", "SwapCached", "SwapTotal", "SwapFree"], 0)
        lines |= dict.fromkeys(["Active(file)", "Inactive(file)"], 0)
        # In place: the daemon sees this file, and not one that takes its name.
        with open(self.file, "w") as file:
            file.write("".join(f"{name}: {kib} kB\n" for name, kib in lines.items()))

    def becomes(self, percent):
        """A daemon that finds so much available: it reads that when it starts."""
        self.say(percent)
        self.stage.kill()
        self.stage.restart(self.stage.within)

    def close(self):
        self.stage.close()


def sized(world, name, mebibytes, **on):
    return Actor(world, name, {"didBecomeActive": [{"allocate": mebibytes}], **on})


@pytest.fixture(scope="module")
def shortage(request):
    """Suspended apps of three sizes, one that works, one in front; then memory is short, and still shorter."""
    with closing(Memory(request, "ios10")) as memory:
        world = memory.stage
        sizes = {"large": 120, "middle": 60, "small": 1}
        apps = {name: sized(world, f"a.{name}", size) for name, size in sizes.items()}
        for app in apps.values():
            app.launch().home(suspended=True)
        apps["works"] = sized(world, "a.works", 20, didEnterBackground=[TASK])
        apps["front"] = sized(world, "a.front", 90)
        apps["works"].becomes("background")
        world.memory = memory
        world.apps = apps
        yield world


def alive(world):
    return [name for name, app in world.apps.items() if app.state != "notRunning"]


def ended(world):
    """Who was ended for memory, in that order."""
    found = []
    for one in world.call("Log", count=1000)["decisions"]:
        if one["action"]["name"] == "end" and one["verdict"] == "done" and one.get("app", "").startswith("a."):
            found.append(one["app"].removeprefix("a."))
    return found


@MEMORY
def row_A12(request):
    """a suspended app stays for as long as memory suffices"""
    with closing(Memory(request, "ios10")) as memory:
        app = sized(memory.stage, "a12", 60).home(suspended=True)
        memory.becomes(60)
        memory.becomes(30)
        time.sleep(1)
        require(app.state == "suspended", f"with 30 % free it is {app.state}")
        return "there with 60 % and with 30 % free"


@MEMORY
def row_A13(shortage):
    """apps are warned, those that run in the background, too, and none that is frozen"""
    world = shortage
    if not world.apps["front"].events("didReceiveMemoryWarning"):
        world.memory.becomes(14)
    for name in ("front", "works"):
        world.apps[name].wait("didReceiveMemoryWarning")
    return "the one in front and the one that works"


@MEMORY
def row_A10(shortage):
    """of the suspended apps the large go first; then those that run; the one in front stays"""
    world = shortage
    for percent in (9, 8, 7):
        world.memory.becomes(percent)
        time.sleep(0.7)
    order = [name for name in ended(world) if name in ("large", "middle", "small")]
    require(order == ["large", "middle", "small"][: len(order)] and order, f"they went as {order}")
    require("front" in alive(world), "the one in front is gone")
    return f"{', '.join(ended(world))} went; {', '.join(alive(world))} stayed"


@MEMORY
def row_A14(request):
    """an app that runs in the background is told applicationWillTerminate before it is ended for memory"""
    with closing(Memory(request, "ios10")) as memory:
        app = sized(memory.stage, "a14", 60, didEnterBackground=[TASK])
        app.home()
        app.becomes("background")
        for percent in (4, 2, 1):
            memory.becomes(percent)
            try:
                app.becomes("notRunning", 3)
                break
            except Exception:
                continue
        require(app.state == "notRunning", f"it is {app.state} with 1 % free")
        require(app.events("willTerminate"), "it was told nothing")
        return "told, then ended"


def row_A15(world):
    """an app can ask whether multitasking is supported"""
    app = Actor(world, "a15")
    answers = {}
    for profile in ("ios3", "ios6"):
        world.torpor("settings", f"profile={profile}")
        answers[profile] = app.call("IsMultitaskingSupported")["isSupported"]
    require(answers == {"ios3": False, "ios6": True}, f"it says {answers}")
    return "no under ios3, yes under ios6"


def row_A17(world):
    """UIApplicationExitsOnSuspend: willTerminate, 5 s, never in the background; who ignores it says so"""
    app = Actor(world, "a17", plist=EXITS)
    slow = Actor(world, "a17.slow", {"applicationWillTerminate": [], "willTerminate": [{"wait": 30}]}, plist=EXITS)
    for one in (app, slow):
        one.launch()
        number, pid = one.status["launch"], one.pid
        one.home()
        end = wait_until("its end", lambda: world.end_of(number), 10)
        wait_until("the end of its process", lambda: not is_running(pid))
        require(not one.events("didEnterBackground"), f"{one.names()}")
        one.code = end["action"]["end"]["name"]
    require(app.events("willTerminate"), "it was not told")
    world.torpor("settings", "profile=linux")
    try:
        ignored = Actor(world, "a17.today", launch=False, plist=EXITS)
    finally:
        world.torpor("settings", "profile=ios6")
    require("UIApplicationExitsOnSuspend" in ignored.said, f"installing says only: {ignored.said}")
    return f"{app.code}; one that takes longer: {slow.code}; today: “{ignored.said.splitlines()[-1]}”"


@pytest.mark.simulated("ten minutes, of which the first second is live")
def row_B8(world):
    """ten minutes, about 600 s: warned 5 s before, then killed"""
    app = Actor(world, "b8", {"didEnterBackground": [TASK]})
    app.home()
    app.becomes("background")
    left = int(app.call("BackgroundTimeRemaining")["microseconds"]) / 1e6
    app.uninstall()
    require(599 < left <= 600, f"{left:.1f} s are left")
    return f"{left:.1f} s at first; {simulate(world, 'ten-minutes.yaml')}"


def row_B9(world):
    """where there is no time to be had, the task is UIBackgroundTaskInvalid"""
    world.torpor("settings", "profile=ios3")
    try:
        app = Actor(world, "b9")
        task = app.call("BeginBackgroundTask", name="never")["task"]
        require(task == "0", f"it is {task}")
    finally:
        world.torpor("settings", "profile=ios6")
    return "task 0 under ios3"


@RESTART
def row_G17(request):
    """a VoIP app is launched right after the machine has started, before anybody opens it"""
    launched = {}
    for profile in ("ios6", "linux"):
        with closing(Stage(request.config.option.bin.resolve(), "boot", profile=profile)) as world:
            world.start_or_skip()
            app = Actor(world, "g17", launch=False, modes=("voip",))
            if profile == "ios6":
                import socket
                server = socket.create_server(("127.0.0.1", 0))
                app.launch()
                app.perform({"connect": server.getsockname()[1], "name": "line", "purpose": "voip"})
            world.reboot()
            launched[profile] = app.wait("didFinishLaunching", 2 if profile == "ios6" else 1, 10).get("wakeReason")
    return f"launched for {launched}"


def row_H4(world):
    """an old profile keeps 128 notifications, today's 64; what is dropped has its reason"""
    kept = {}
    for profile in ("ios6", "linux"):
        world.torpor("settings", f"profile={profile}")
        try:
            app = Actor(world, f"h4.{profile}")
            trigger = {"type": "interval", "microseconds": 3_600_000_000}
            alarms = [{"identifier": f"n{number}", "title": "n", "trigger": trigger} for number in range(140)]
            adding = [{"call": "AddNotification", "parameters": {"notification": one}} for one in alarms]
            app.perform(*adding, seconds=60)
            kept[profile] = len(app.call("PendingNotifications")["notifications"])
            told = world.torpor("why", app.identifier)
            require("are kept" in told, f"`torpor why` does not say that some were dropped: {told}")
            app.uninstall()
        finally:
            world.torpor("settings", "profile=ios6")
    require(kept == {"ios6": 128, "linux": 64}, f"kept {kept}")
    return "128 under ios6, 64 under linux, of 140"


def place(world, north):
    world.call("Locate", latitude=20 + north * 0.02, longitude=10, accuracyMetres=10)


def row_I3(world):
    """… except for places, from iOS 8 on"""
    launched = {}
    monitor = {"call": "StartMonitoringSignificantChanges", "parameters": {}}
    for step, profile in enumerate(["ios4", "ios6", "ios7", "ios8", "ios26"]):
        world.torpor("settings", f"profile={profile}")
        try:
            place(world, step * 10)
            app = Actor(world, f"i3.{profile}", {"didFinishLaunching": [monitor]})
            place(world, step * 10)
            app.home(suspended=True)
            app.quit()
            wait_until("the end in the ledger", lambda: app.status.get("lastExit"), 5)
            place(world, step * 10 + 2)
            decided = lambda: [
                one for one in world.decisions(app.identifier)
                if one["action"].get("wakeReason") == "significantLocation"
            ]
            launched[profile] = wait_until("a decision", decided, 5)[0]["verdict"] == "done"
            app.uninstall()
        finally:
            world.torpor("settings", "profile=ios6")
    expected = {"ios4": False, "ios6": False, "ios7": False, "ios8": True, "ios26": True}
    require(launched == expected, f"launched: {launched}")
    return "not under ios4, ios6, ios7; under ios8 and ios26"


def row_K2(world):
    """the versions differ: each profile has the powers of its time, and no newer ones"""
    app = Actor(world, "k2", {
        "didFinishLaunching": [{"call": "RegisterForPush", "parameters": {"kind": "remote"}}],
    }, modes=("remote-notification", "fetch"), tasks=["k2.refresh"])
    budgets = {}
    for profile, seconds in BUDGETS.items():
        world.torpor("settings", f"profile={profile}")
        app.launch()
        app.call("BeginBackgroundTask", name="time")
        app.home()
        app.becomes("background")
        budgets[profile] = round(int(app.call("BackgroundTimeRemaining")["microseconds"]) / 1e6)
        app.launch()
        app.perform({"call": "EndBackgroundTask", "parameters": {"task": "$BeginBackgroundTask.task"}})
        require(abs(budgets[profile] - seconds) <= 1, f"{profile}: {budgets[profile]} s")
    world.torpor("settings", "profile=ios6")
    app.refused("Unavailable", "SubmitTask", identifier="k2.refresh", type="appRefresh")
    app.home(suspended=True)
    said = world.torpor("push", "k2", '{"aps":{"content-available":1}}', status=None)
    require(not app.events("didReceiveRemoteNotification"), "ios6 wakes for content-available")
    app.launch()
    try:
        app.call("OpenSession", session="media")
    except Refused as refusal:
        return f"{budgets}; {said.splitlines()[0]}; {refusal.name}"
    raise AssertionError("ios6 opens background sessions")
