"""Checks on memory of frozen programs that goes to swap, on a real kernel."""

import contextlib
import os
import pathlib
import statistics
import subprocess
import sys
import time

from harness import HERE, Skip, is_frozen, is_running, require, wait_until
from slowdisk import MEGABYTES_EACH_SECOND, slow_swap

MEGABYTES = 200
SWAP_MEGABYTES = 400
APPS = 20
# Little enough that the day's budget of the daemon is left for it after the check before.
MEGABYTES_OF_EACH = 2


@contextlib.contextmanager
def swap():
    """The machine's own swap with room enough, or a file of ours for the time of the check."""
    lines = pathlib.Path("/proc/swaps").read_text().splitlines()[1:]
    if lines:
        free = sum(int(line.split()[2]) - int(line.split()[3]) for line in lines) // 1024
        if free < SWAP_MEGABYTES:
            raise Skip(f"of the machine's swap only {free} MiB are free")
        yield "the machine's swap"
        return
    if os.geteuid() != 0:
        raise Skip("there is no swap, and only root can add some")
    # Not in /tmp, which may lie in memory.
    path = pathlib.Path(f"/var/tmp/torpor-swap-{os.getpid()}")
    try:
        with open(path, "wb") as file:
            os.fchmod(file.fileno(), 0o600)
            for _ in range(SWAP_MEGABYTES):
                file.write(bytes(1 << 20))
        for command in [["mkswap", path], ["swapon", path]]:
            try:
                done = subprocess.run(command, capture_output=True, text=True)
            except FileNotFoundError as missing:
                raise Skip(f"there is no swap, and {missing.filename} is missing") from missing
            if done.returncode != 0:
                raise Skip(f"there is no swap, and none can be added: {done.stderr.strip()}")
        try:
            yield "a swap file"
        finally:
            subprocess.run(["swapoff", path], check=True)
    finally:
        path.unlink(missing_ok=True)


def sizes(group):
    """What the processes of a group have in memory and in swap, in MiB."""
    resident = swapped = 0
    for process in (group / "cgroup.procs").read_text().split():
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                resident += int(line.split()[1])
            if line.startswith("VmSwap:"):
                swapped += int(line.split()[1])
    return resident // 1024, swapped // 1024


def hoarder(folder, megabytes=MEGABYTES):
    """The command of a program that holds memory."""
    return [sys.executable, "-B", str(HERE / "hoarder.py"), str(folder), str(megabytes)]


def begin(world, app, folder, megabytes):
    """Starts a program that holds memory, as an app."""
    folder.mkdir()
    subprocess.run(
        [world.torpor_path, "run", "--detach", "--id", app, "--", *hoarder(folder, megabytes)],
        env=world.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True,
        timeout=60,
    )


def paged_out(world, app, folder):
    """Has a hoarder that runs as an app frozen and written to swap: what was resident, what is, the seconds."""
    wait_until("the memory being full", (folder / "full").exists, 30)
    world.torpor("settings", "pageOutAfter=1s")
    world.call("Home", app=app)
    group = world.group(app)
    wait_until("the freeze", lambda: is_frozen(group), 30)
    before, _ = sizes(group)
    require(before >= MEGABYTES, f"{before} MiB are resident of a program with {MEGABYTES}")
    begun = time.monotonic()
    wait_until("the end of writing", lambda: wrote(world, app), 120, 0.2)
    took = time.monotonic() - begun
    after, swapped = sizes(group)
    require(after < before / 10, f"{after} of {before} MiB are resident still")
    require(swapped > MEGABYTES * 0.95, f"only {swapped} MiB of {MEGABYTES} are in swap")
    require(is_frozen(group), "the program runs")
    return before, after, took


def touched(world, app, folder):
    """Has it run and touch all its memory: the milliseconds."""
    (folder / "touch").touch()
    world.call("Launch", app=app)
    return int(wait_until("the touch", lambda: read(folder / "touched"), 60))


def is_paged_out_and_comes_back(world):
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
    command = [sys.executable, "-B", HERE / "saver.py", device, str(offset), output]
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


def nobody_dies_on_a_slow_disk(world):
    """memory of 20 frozen programs goes to a slow disk, nobody dies, and others still get at it"""
    apps = [f"e2e.slow{number}" for number in range(APPS)]
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
        f"a disk of {MEGABYTES_EACH_SECOND} MiB/s: {share} % of {own // 1024} MiB of {APPS} programs are "
        f"in swap after {took:.0f} s, nobody died; a save of 4 KiB took {before} before it and {beside} "
        f"in its first 10 s, in which {early // 1024} MiB were written"
    )


def wrote(world, app):
    """What the ledger says of the writing, once it is over."""
    for decision in world.call("Log", app=app, count=1000)["decisions"]:
        if decision["action"]["name"] == "pageOut":
            return decision["conditions"][0].get("subject")
    return None


def read(path):
    return path.read_text() if path.exists() else None


CHECKS = [is_paged_out_and_comes_back, nobody_dies_on_a_slow_disk]
