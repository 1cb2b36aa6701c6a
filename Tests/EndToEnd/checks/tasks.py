"""Checks on scheduled tasks of real apps: launched for them, bounded, kept whatever ends."""

import os
import signal
import subprocess

from support import harness
from support.harness import (
    Failure,
    Skip,
    is_frozen,
    is_running,
    now_ns,
    require,
    wait_until,
)

# How long before the planned moment the machine seems to wake: time for the daemon to be ready.
EARLY_SECONDS = 4


def end_from_outside(world, app):
    """SIGKILL, as from any program of this machine."""
    os.kill(world.events(app, "started")[-1]["pid"], signal.SIGKILL)
    world.wait_for_state(app, "notRunning")


def asleep_until(world, app, moment):
    """The command within which a program finds the machine's clock shortly before a moment of the
    device, as after a sleep."""
    # The app wrote down when it had submitted, and the device when it had taken that in.
    zero = world.events(app, "submitted")[0]["ns"] / 1e9 - submitted_seconds(world, app)
    offset = int(zero + moment - now_ns() / 1e9) - EARLY_SECONDS
    require(offset > 0, "a refresh is planned for the next seconds: no time for a sleep")
    # With a fork, since up to Linux 6.2 the new clock is that of children only; a program that is
    # killed with `unshare` leaves nothing behind.
    command = ["unshare", "--time", "--boottime", str(offset), "--fork", "--kill-child"]
    tried = subprocess.run([*command, "true"], capture_output=True, text=True)
    if tried.returncode:
        raise Skip("no time namespace can be made here: " + tried.stderr.strip())
    return command, offset


def submitted_seconds(world, app):
    return world.activities(app)[app + ".refresh"]["submittedMicroseconds"] / 1e6


def planned_seconds(world, app):
    """When the refresh of an app is planned for; skips where something else is in its way."""
    for condition in world.activities(app)[app + ".refresh"]["conditions"]:
        if condition["reason"] == "plannedMoment":
            return condition["untilMicroseconds"] / 1e6
        if not condition["holds"]:
            raise Skip(f"a refresh waits for something else here: {condition['reason']}")
    raise Failure("no moment is planned for the refresh")


def charging_machine(folder):
    """The files of a machine on external power, where no wake waits for another to share."""
    supply = folder / "sys" / "class" / "power_supply" / "AC"
    supply.mkdir(parents=True)
    (supply / "type").write_text("Mains\n")
    (supply / "online").write_text("1\n")
    return folder


def test_launches_for_refreshes(world):
    """apps that are not running are launched for their refreshes; one that overruns is killed"""
    # A daemon of its own: the clock of the other one must not jump.
    own = harness.World(world.bin_folder, "sleep")
    try:
        machine = charging_machine(own.folder / "machine")
        own.start(machine=machine)
        # Refreshes alone: processing has a moment of its own, and its wake may take others along.
        good = own.worker("e2e.good", "finish", "refresh")
        bad = own.worker("e2e.bad", "overrun", "refresh")
        for app in (good, bad):
            end_from_outside(own, app)
        command, slept = asleep_until(own, good, planned_seconds(own, good))
        own.kill()
        own.start(within=command, machine=machine)
        return f"{slept / 3600:.1f} h later " + refreshed(own, good) + "; " + overran(own, bad)
    finally:
        own.close()


def refreshed(world, app):
    wait_until("the refresh", lambda: world.events(app, "completing"), 15)
    launched = world.events(app, "didFinishLaunching")[1:]
    require([one["wake"] for one in launched] == ["appRefresh"], f"it was launched: {launched}")
    wait_until("its being frozen", lambda: is_frozen(world.group(app)))
    runs = world.events(app, "launchTask")
    require([one["identifier"] for one in runs] == [app + ".refresh"], f"it ran {runs}")
    require(not world.activities(app), "the request has not gone")
    took = (runs[0]["ns"] - world.events(app, "started")[-1]["ns"]) / 1e6
    return f"launched, its task handed over within {took:.0f} ms of its start, completed, frozen"


def overran(world, app):
    refresh = app + ".refresh"
    tasks = lambda name: [one for one in world.events(app, name) if one["identifier"] == refresh]
    begun = wait_until("the refresh", lambda: tasks("launchTask"), 15)[0]["ns"]
    launch = world.why(app)["app"]["launch"]
    pid = world.events(app, "started")[-1]["pid"]
    end = wait_until("the kill", lambda: world.end_of(launch), 45, 0.2)
    require(end["action"]["end"]["name"] == "0x2182bad4", f"it ended with {end['action']['end']}")
    require("0x2182bad4" in world.torpor("why", app), "`torpor why` does not tell the code")
    wait_until(f"the end of process {pid}", lambda: not is_running(pid))
    warned = tasks("taskExpiration")
    require(len(warned) == 1, f"its expiration handler ran {len(warned)} times")
    warning = (warned[0]["ns"] - begun) / 1e9
    lasted = lasted_seconds(world, launch, refresh)
    require(23 <= warning <= 26, f"the warning came after {warning:.1f} s")
    require(30.5 <= lasted <= 33, f"the kill came after {lasted:.1f} s")
    return f"warned after {warning:.1f} s, killed after {lasted:.1f} s with 0x2182bad4"


def lasted_seconds(world, launch, task):
    """From the start of the task to the end of the process, as the daemon tells it."""
    log = [one for one in world.call("Log", count=1000)["decisions"] if one.get("launch") == launch]
    begun = next(one for one in log if task in str(one["action"]) and one["action"]["name"] == "run")
    return (world.end_of(launch)["atMicroseconds"] - begun["atMicroseconds"]) / 1e6


def test_obeys_developers(world):
    """a developer has a waiting task run at once, and has its time end"""
    app = world.worker("e2e.simulated", "hold")
    task = app + ".index"
    end_from_outside(world, app)
    world.torpor("simulate-launch", app, task)
    wait_until("the task", lambda: world.events(app, "launchTask"))
    wait_until("its running", lambda: world.activities(app)[task]["isRunning"])
    said = world.torpor("simulate-launch", app, task, status=1)
    require("No task" in said, said)
    world.torpor("simulate-expiration", app, task)
    wait_until("the expiration", lambda: world.events(app, "completing"))
    wait_until("its being frozen", lambda: is_frozen(world.group(app)))
    require(task not in world.activities(app), "the task still waits or runs")
    world.call("Uninstall", app=app)
    return "launched in the background, warned, completed, frozen"


def test_keeps_tasks(world):
    """kill -9 of the daemon while tasks wait and run; then of the app as well: nothing is lost"""
    app = world.worker("e2e.kept", "hold")
    refresh, index = app + ".refresh", app + ".index"
    pid = world.events(app, "started")[-1]["pid"]
    submitted = {name: one["submittedMicroseconds"] for name, one in world.activities(app).items()}
    require(set(submitted) == {refresh, index}, f"there are {list(submitted)}")
    world.torpor("simulate-launch", index)
    wait_until("the task", lambda: world.events(app, "launchTask"))
    for _ in range(3):
        world.kill()
        world.start()
        now = world.activities(app)
        require(set(now) == {refresh, index}, f"the daemon knows only of {list(now)}")
        require(now[index]["isRunning"] and not now[refresh]["isRunning"], "they changed places")
        require(is_running(pid), "the app died")
    world.torpor("simulate-expiration", index)
    wait_until("the expiration", lambda: world.events(app, "completing"))
    wait_until("its being frozen", lambda: is_frozen(world.group(app)))
    require(len(world.events(app, "launchTask")) == 1, "the task was launched again")
    require(len(world.events(app, "taskExpiration")) == 1, "it was warned more than once")
    # Everything ends, and begins anew.
    world.kill()
    os.kill(pid, signal.SIGKILL)
    world.start()
    kept = world.activities(app)
    require(list(kept) == [refresh], f"the daemon knows of {list(kept)}")
    require(kept[refresh]["submittedMicroseconds"] == submitted[refresh], "it was submitted anew")
    world.torpor("simulate-launch", refresh)
    wait_until("the refresh in a new process", lambda: len(world.events(app, "launchTask")) == 2)
    require(len(world.events(app, "started")) == 2, "the app was not launched for it")
    world.call("Uninstall", app=app)
    return "4 kills: the task ran on and ended once, the request waited and then ran"
