"""Checks on the life of real apps: freezing, thawing, overrunning, surviving the daemon."""

import json
import random
import re
import subprocess
import threading
import time

import pytest

from support.harness import (
    ROOT,
    Failure,
    is_frozen,
    is_running,
    now_ns,
    require,
    usage_microseconds,
    wait_until,
)
from support.keyboard import Typing
from support.varlink import python_with_varlink


@pytest.mark.quiet
def test_freezes_after_its_last_assertion(world):
    """an app is frozen within 100 ms of the end of its last background task"""
    app = world.app("e2e.finish", "finish")
    group = world.group(app)
    latencies = []
    for _ in range(5):
        begun = len(world.events(app, "ending"))
        world.call("Home", app=app)
        wait_until("the end of its task", lambda: len(world.events(app, "ending")) > begun, 5, 0.002)
        limit = time.monotonic() + 5
        while not is_frozen(group) and time.monotonic() < limit:
            pass
        frozen = now_ns()
        require(is_frozen(group), "cgroup.events does not say frozen 1 after 5 s")
        latencies.append((frozen - world.events(app, "ending")[-1]["ns"]) / 1e6)
        world.call("Launch", app=app)
        world.wait_for_state(app, "active")
    world.call("Home", app=app)
    world.wait_for_state(app, "suspended")
    worst = max(latencies)
    require(worst < 100, f"the slowest of 5 took {worst:.1f} ms")
    return f"slowest of 5: {worst:.1f} ms"


def frozen(world, app):
    """An app that has left the screen and done its task."""
    world.app(app, "finish")
    world.call("Home", app=app)
    world.wait_for_state(app, "suspended")
    return app


def test_shows_what_apps_use(world):
    """torpor top has the processor time of the kernel's counter, and q quits it at a terminal"""
    app = "e2e.burner"
    world.torpor("run", "--detach", "--id", app, "--", "sha256sum", "/dev/zero")
    wait_until("its processor time", lambda: usage_microseconds(world.group(app)) > 100_000)
    before = usage_microseconds(world.group(app))
    seen = json.loads(world.torpor("top", "--json", "-n", "1"))
    after = usage_microseconds(world.group(app))
    row = next(row for row in seen["apps"] if row["app"] == app)
    used = row["processorMicroseconds"]
    require(before <= used <= after, f"{used} µs are not between {before} and {after}")
    printed = world.torpor("top", "-n", "1", "--interval", "1s").splitlines()
    line = next(line for line in printed if line.startswith(app))
    share = next(float(word[:-1]) for word in line.split() if word.endswith("%"))
    require(share > 0, f"no share in {line!r}")
    typing = Typing([world.torpor_path, "top"], dict(world.environment, TERM="xterm"))
    try:
        typing.expect(app)
        typing.type("q")
        require(typing.end() == 0, f"it ended with {typing.status}")
    finally:
        typing.close()
        world.call("Quit", app=app)
    return f"{used / 1000:.0f} ms as counted, {share:.0f} % of a processor, q quits"


def test_stands_still_while_frozen(world):
    """a frozen app uses no processor time"""
    group = world.group(frozen(world, "e2e.still"))
    before = usage_microseconds(group)
    time.sleep(2)
    used = usage_microseconds(group) - before
    require(used == 0, f"cpu.stat grew by {used} µs in 2 s")
    return "0 µs in 2 s"


def test_is_thawed_by_launch(world):
    """launching a frozen app thaws it, and it hears of it"""
    app = frozen(world, "e2e.thawed")
    group = world.group(app)
    heard = len(world.events(app, "willEnterForeground"))
    begun = now_ns()
    world.call("Launch", app=app)
    wait_until("willEnterForeground", lambda: len(world.events(app, "willEnterForeground")) > heard)
    require(not is_frozen(group), "cgroup.events still says frozen 1")
    took = (world.events(app, "willEnterForeground")[-1]["ns"] - begun) / 1e6
    return f"willEnterForeground ran {took:.1f} ms after the call"


def test_is_killed_when_it_overruns(world):
    """an app that keeps its task is warned, then killed with 0x2182bad2"""
    app = world.app("e2e.overrun", "overrun")
    launch = world.why(app)["app"]["launch"]
    pid = world.events(app, "started")[0]["pid"]
    world.call("Home", app=app)
    left = wait_until("didEnterBackground", lambda: world.events(app, "didEnterBackground"))[0]["ns"]
    end = wait_until("the kill", lambda: world.end_of(launch), 45, 0.2)
    warned = world.events(app, "backgroundTaskExpiration")
    require(len(warned) == 1, f"its expiration handler ran {len(warned)} times")
    require(end["action"]["end"]["name"] == "0x2182bad2", f"it ended with {end['action']['end']}")
    wait_until(f"the end of process {pid}", lambda: not is_running(pid))
    warning = (warned[0]["ns"] - left) / 1e9
    require(20 <= warning <= 26, f"the warning came after {warning:.1f} s")
    return f"warned after {warning:.1f} s, killed with 0x2182bad2"


def test_foreign_client(world):
    """a Python app with a Varlink library from PyPI is told, gets time, is frozen and thawed"""
    python = python_with_varlink()
    world.torpor(
        "run", "--json", "--detach", "--id", "e2e.clock", "--", str(python),
        str(ROOT / "Examples" / "python" / "clock.py"),
    )
    output = lambda: world.torpor("output", "e2e.clock")

    def says(text):
        try:
            wait_until(f"'{text}' of the clock", lambda: text in output(), 15)
        except Failure as failure:
            raise Failure(f"{failure}; it printed:\n{output()}\n{world.torpor('why', 'e2e.clock')}") from failure

    says("didBecomeActive")
    world.call("Home", app="e2e.clock")
    says("began background task")
    # With the end of its last task it may be frozen before it has printed that.
    world.wait_for_state("e2e.clock", "suspended")
    require(is_frozen(world.group("e2e.clock")), "cgroup.events does not say frozen 1")
    time.sleep(1.5)
    world.call("Launch", app="e2e.clock")
    says("ended background task")
    says("none of my code ran for")
    says("willEnterForeground")
    printed = output()
    world.call("Uninstall", app="e2e.clock")
    return "told of 6 events; " + re.search(r"none of my code ran for .*", printed)[0]


def test_survives_kills_of_the_daemon(world):
    """kill -9 of the daemon, 50 times, while three apps run, freeze and hold tasks"""
    apps = ["e2e.front", "e2e.frozen", "e2e.hold"]
    for app in apps:
        world.app(app, "hold" if app == "e2e.hold" else "finish")
    pids = {app: world.events(app, "started")[0]["pid"] for app in apps}
    chance = random.Random(2)
    on_screen = {app: True for app in apps}
    compared, tasks_kept = 0, 0
    for round in range(50):
        # A wish that is accepted just before the daemon dies must hold in the next one.
        app = chance.choice(apps)
        if on_screen[app]:
            world.call("Home", app=app)
        else:
            world.call("Launch", app=app)
        on_screen[app] = not on_screen[app]
        if round % 5 == 0:
            world.call("ChangeSetting", lowPowerMode=round % 10 == 0)
        if round % 3 == 0:
            # Let apps get as far as holding a task, or being frozen.
            time.sleep(chance.choice([0.1, 0.3, 0.8]))
        tasks = {a: {t["task"] for t in world.why(a)["app"]["tasks"]} for a in apps}
        digest = world.call("GetDigest")
        world.kill()
        world.start()
        recovered = re.findall(r'digest="(\w+)" entry="(\d+)"', world.log.read_text())[-1]
        if recovered[1] == digest["sequence"]:
            require(
                recovered[0] == digest["digest"],
                f"round {round}: digest {digest['digest']} became {recovered[0]}",
            )
            compared += 1
        check_world_is_whole(world, round, pids, on_screen, tasks)
        tasks_kept += sum(len(held) for held in tasks.values())
    require(compared >= 25, f"only {compared} of 50 digests were of the same entry")
    require(tasks_kept > 0, "no task was ever held when the daemon was killed")
    wait_until(
        "apps off the screen being frozen",
        lambda: all(on_screen[app] or is_frozen(world.group(app)) for app in apps), 45, 0.2,
    )
    for app in apps:
        world.call("Uninstall", app=app)
    return f"{compared} digests equal, {tasks_kept} tasks kept, no app died"


def check_world_is_whole(world, round, pids, on_screen, tasks):
    low_power = world.call("GetSettings")["lowPowerMode"]
    expected = (round // 5 * 5) % 10 == 0
    require(low_power == expected, f"round {round}: the accepted setting is lost")
    for app, pid in pids.items():
        require(is_running(pid), f"round {round}: {app} died")
        status = world.why(app)["app"]
        if on_screen[app]:
            require(status["state"] == "active", f"round {round}: {app} is {status['state']}")
            wait_until(f"{app} running", lambda: not is_frozen(world.group(app)), 2)
            continue
        require(
            status["state"] in ("background", "suspended"),
            f"round {round}: {app} is {status['state']}",
        )
        ended = {event["task"] for event in world.events(app, "ending")}
        kept = {task["task"] for task in status["tasks"]}
        lost = tasks[app] - kept - ended
        # A task that the app gave back meanwhile is not lost: the app's own log says so.
        require(not lost, f"round {round}: {app} lost the tasks {lost}")


def test_shows_nothing_of_before_in_the_log(world):
    """log -n 0 --follow shows nothing of before, also after the daemon was restarted"""
    world.app("e2e.followed", "finish")
    world.app("e2e.marker", "finish")
    child = subprocess.Popen(
        [world.torpor_path, "log", "-n", "0", "--follow"], env=world.environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    world.children.append(child)
    lines = []
    threading.Thread(target=lambda: lines.extend(iter(child.stdout.readline, "")), daemon=True).start()

    def follows():
        """Whether it shows what happens now."""
        count = len(lines)
        world.call("Launch", app="e2e.marker")
        world.call("Home", app="e2e.marker")
        time.sleep(0.2)
        return any("e2e.marker" in line for line in lines[count:])

    wait_until("its following", follows)
    before = len(world.call("Log", count=1000)["decisions"])
    world.kill()
    world.start()
    wait_until("its following the next daemon", follows)
    world.call("Home", app="e2e.followed")
    wait_until("the line of it", lambda: any("e2e.followed" in line for line in lines))
    child.terminate()
    old = [line for line in lines if "e2e.followed" in line and "launch" in line.lower()]
    require(not old, f"it showed {lines}")
    return f"{before} decisions before, {len(lines)} lines shown"
