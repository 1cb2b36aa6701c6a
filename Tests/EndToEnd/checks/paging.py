"""Checks on memory of frozen programs that goes to swap, on a real kernel."""

import contextlib
import pathlib
import statistics
import subprocess
import sys
import time

import pytest

from support.actors import Stage
from support.harness import APPS, is_frozen, is_running, require, wait_until
from support.machines import machine
from support.slowdisk import MEGABYTES_EACH_SECOND, slow_swap
from support.swap import MEGABYTES, begin, major_faults, paged_out, sizes, swap, touched, wrote, zram

pytestmark = pytest.mark.machine

PROGRAMS = 20
# Little enough that the day's budget of the daemon is left for it after the check before.
MEGABYTES_OF_EACH = 2
# The checks here share a daemon, which may write 512 MiB before it has to wait.
MEGABYTES_ASKED = 64


def test_is_paged_out_and_comes_back(world):
    """memory of a frozen program goes to swap, and is there again when it is touched"""
    app = "e2e.hoarder"
    folder = world.folder / "hoarder"
    with swap() as where:
        said = world.torpor("doctor", status=None)
        require("memory of frozen apps is written to swap" in said, f"`torpor doctor` says {said}")
        begin(world, app, folder, MEGABYTES)
        before, after, took = paged_out(world, app, folder)
        milliseconds = touched(world, app, folder)
        back, _ = sizes(world.group(app))
        require(back > MEGABYTES, f"only {back} MiB are resident after all were touched")
        said = wrote(world, app)
        world.torpor("settings", "pageOutAfter=5m")
        world.torpor("uninstall", app)
    return (
        f"{where}: {before} MiB resident, {after} after {took:.1f} s of writing ({said}); "
        f"thawed, all {MEGABYTES} MiB touched in {milliseconds} ms, {back} resident"
    )


def test_is_paged_out_by_request(world):
    """`torpor purge --memory` writes the memory of a frozen program to swap at once; one that runs is refused"""
    app = "e2e.asked"
    folder = world.folder / "asked"
    with swap() as where:
        begin(world, app, folder, MEGABYTES_ASKED)
        wait_until("the memory being full", (folder / "full").exists, 60)

        def refusal():
            return world.torpor("purge", "--memory", app, status=1)

        # Until it has seen the swap, the daemon refuses for want of any.
        wait_until("the refusal of an app that runs", lambda: "is not suspended" in refusal(), 30)
        world.call("Home", app=app)
        group = world.group(app)
        wait_until("the freeze", lambda: is_frozen(group), 60)
        world.wait_for_state(app, "suspended", 60)
        # It rests for less than the 5 minutes after which that is done by itself.
        begun = time.monotonic()
        said = " ".join(world.torpor("purge", "--memory", app).split())
        took = time.monotonic() - begun
        _, swapped = sizes(group)
        require(said.startswith("Wrote ") and f"of {app} to swap." in said, said)
        require(swapped > MEGABYTES_ASKED * 0.95, f"only {swapped} MiB of {MEGABYTES_ASKED} are in swap: {said}")
        require(is_frozen(group), "the program runs")
        milliseconds = touched(world, app, folder)
        world.torpor("uninstall", app)
    return f"{where}: {said} in {took:.1f} s; thawed, all {MEGABYTES_ASKED} MiB touched in {milliseconds} ms"


def test_is_read_back_before_it_is_opened(world):
    """memory of a frozen program is read back from swap before its user is likely to open it, and the first touch waits for nothing"""
    step = 600
    with zram(), contextlib.closing(Stage(world.bin_folder, "readback", profile="linux")) as own:
        own.machine = machine(own.folder / "machine")
        own.start()

        def written(app, opens=()):
            """A program with these habits that is frozen and in swap: its folder and group."""
            folder = own.folder / app
            begin(own, app, folder, MEGABYTES_ASKED)
            wait_until("the memory being full", (folder / "full").exists, 60)
            if opens:
                own.call("AddUsage", app=app, openedWallMicroseconds=[one * 10**6 for one in sorted(opens)])
            own.call("Home", app=app)
            group = own.group(app)
            wait_until("the freeze", lambda: is_frozen(group), 60)
            wait_until("the end of writing", lambda: wrote(own, app), 120, 0.2)
            _, swapped = sizes(group)
            require(swapped > MEGABYTES_ASKED * 0.95, f"only {swapped} MiB of {MEGABYTES_ASKED} are in swap")
            return folder, group

        def first_touch(app, folder, group):
            before = major_faults(group)
            milliseconds = touched(own, app, folder)
            return milliseconds, major_faults(group) - before

        own.torpor("settings", "pageOutAfter=1s")
        plain = first_touch("e2e.unexpected", *written("e2e.unexpected"))
        require(plain[1] > 1000, f"{plain[1]} faults read something: memory was not gone")
        # Opened all day long, so that the user is likely to return whenever it is looked at.
        now = int(time.time())
        opens = [now - day * 86400 - at * step for day in range(1, 8) for at in range(-60, 60)]
        folder, group = written("e2e.expected", opens)
        require(not own.decisions("e2e.expected", "readBack"), "it was read back at once")
        own.later(2 * step)
        wait_until("the reading", lambda: own.decisions("e2e.expected", "readBack"), 60)
        said = own.decisions("e2e.expected", "readBack")[-1]["conditions"][0]["subject"]
        require(is_frozen(group), "the program runs")
        require(int(said.split()[0]) > MEGABYTES_ASKED * 0.9, f"{said} were read of {MEGABYTES_ASKED} MiB")
        own.says("from swap: the user is likely to open it soon", "log", "e2e.expected")
        ahead = first_touch("e2e.expected", folder, group)
        require(ahead[1] < plain[1] / 10, f"{ahead[1]} faults read something, {plain[1]} without reading ahead")
        for app in ("e2e.expected", "e2e.unexpected"):
            own.torpor("uninstall", app)
    return (
        f"zram: {MEGABYTES_ASKED} MiB touched in {plain[0]} ms with {plain[1]} faults that read; {said} read back while it "
        f"was frozen, touched in {ahead[0]} ms with {ahead[1]}"
    )


def own_memory(group):
    """What the processes of a group have of their own in memory and in swap, in KiB."""
    own = swapped = 0
    for process in (group / "cgroup.procs").read_text().split():
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                own += int(line.split()[1])
            if line.startswith("VmSwap:"):
                swapped += int(line.split()[1])
    return own, swapped


@contextlib.contextmanager
def saver(device, offset, output):
    """A program in front that saves something on the device again and again."""
    command = [sys.executable, "-B", APPS / "saver.py", device, str(offset), output]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def latencies(output, begin, end):
    """The milliseconds that the saver needed between two moments: in the middle, at worst."""
    lines = [line.split() for line in output.read_text().splitlines()]
    found = sorted(float(ms) for at, ms in lines if begin <= float(at) < end)
    require(len(found) > 5, f"only {len(found)} saves were made in {end - begin:.0f} s")
    return f"{statistics.median(found):.1f} ms (worst {found[-1]:.1f})"


def test_nobody_dies_on_a_slow_disk(world):
    """memory of 20 frozen programs goes to a slow disk, nobody dies, and others still get at it"""
    apps = [f"e2e.slow{number}" for number in range(PROGRAMS)]
    output = world.folder / "saves"
    with slow_swap() as (device, offset), contextlib.ExitStack() as stack:
        for app in apps:
            stack.callback(world.torpor, "uninstall", app)
            begin(world, app, world.folder / app, MEGABYTES_OF_EACH)
        for app in apps:
            wait_until("the memory being full", (world.folder / app / "full").exists, 60, 0.1)
            world.call("Home", app=app)
        groups = [world.group(app) for app in apps]
        for group in groups:
            wait_until("the freeze", lambda group=group: is_frozen(group), 60, 0.1)
        pids = [int((group / "cgroup.procs").read_text().split()[0]) for group in groups]
        own = sum(own_memory(group)[0] for group in groups)
        with saver(device, offset, output):
            alone = time.monotonic()
            time.sleep(4)
            stack.callback(world.torpor, "settings", "pageOutAfter=5m")
            world.torpor("settings", "pageOutAfter=1s")
            begun = time.monotonic()
            time.sleep(10)
            before, beside = latencies(output, alone, begun), latencies(output, begun, begun + 10)
            early = sum(own_memory(group)[1] for group in groups)

        def swapped():
            return sum(own_memory(group)[1] for group in groups)

        wait_until("95 % being in swap", lambda: swapped() >= own * 0.95, 300, 0.5)
        took = time.monotonic() - begun
        ends = [
            decision for app in apps for decision in world.call("Log", app=app, count=100)["decisions"]
            if decision["action"]["name"] == "end"
        ]
        require(all(is_running(pid) for pid in pids) and not ends, f"somebody was ended: {ends}")
        share = swapped() * 100 // own
    return (
        f"a disk of {MEGABYTES_EACH_SECOND} MiB/s: {share} % of {own // 1024} MiB of {PROGRAMS} programs are "
        f"in swap after {took:.0f} s, nobody died; a save of 4 KiB took {before} before it and {beside} "
        f"in its first 10 s, in which {early // 1024} MiB were written"
    )
