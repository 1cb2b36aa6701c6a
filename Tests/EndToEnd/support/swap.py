"""Memory that goes to swap: programs that hold some, and swap for the time of a check."""

import contextlib
import os
import pathlib
import subprocess
import sys
import time

from support.harness import APPS, Skip, is_frozen, require, wait_until

MEGABYTES = 200
SWAP_MEGABYTES = 400


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


@contextlib.contextmanager
def zram(megabytes=SWAP_MEGABYTES):
    """Swap within memory, whose pages are really gone once they are written: a device that nobody uses."""
    if os.geteuid() != 0:
        raise Skip("only root can make swap")
    if len(pathlib.Path("/proc/swaps").read_text().splitlines()) > 1:
        raise Skip("the machine has swap of its own, which memory would go to")
    free = [one for one in sorted(pathlib.Path("/sys/block").glob("zram*")) if (one / "disksize").read_text().strip() == "0"]
    if not free:
        raise Skip("there is no zram device that is free")
    device = f"/dev/{free[0].name}"
    try:
        (free[0] / "disksize").write_text(f"{megabytes}M")
        for command in [["mkswap", device], ["swapon", device]]:
            try:
                done = subprocess.run(command, capture_output=True, text=True)
            except FileNotFoundError as missing:
                raise Skip(f"{missing.filename} is missing") from missing
            if done.returncode != 0:
                raise Skip(f"zram is no swap here: {done.stderr.strip()}")
        try:
            yield
        finally:
            subprocess.run(["swapoff", device], check=True)
    finally:
        (free[0] / "reset").write_text("1")


def major_faults(group):
    """How many page faults of the group's processes have had to read."""
    return sum(
        int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[9])
        for process in (group / "cgroup.procs").read_text().split()
    )


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
    return [sys.executable, "-B", str(APPS / "hoarder.py"), str(folder), str(megabytes)]


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


def wrote(world, app):
    """What the ledger says of the writing, once it is over."""
    for decision in world.call("Log", app=app, count=1000)["decisions"]:
        if decision["action"]["name"] == "pageOut":
            return decision["conditions"][0].get("subject")
    return None


def read(path):
    return path.read_text() if path.exists() else None
