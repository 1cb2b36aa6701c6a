"""A disk that writes and reads slowly, with swap on it: a loop device that is throttled below another."""

import contextlib
import os
import pathlib
import subprocess

from support.harness import Skip

THROTTLES = pathlib.Path("/sys/fs/cgroup/blkio")
SWAP_MEGABYTES = 480
# What lies behind swap on the same disk, for others to write.
REST_MEGABYTES = 1
MEGABYTES_EACH_SECOND = 16


def told(*command):
    """What a command prints; the check is skipped where there is no such command, or it may not."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    except FileNotFoundError as missing:
        raise Skip(f"there is no slow disk: {missing.filename} is missing") from missing
    if done.returncode != 0:
        raise Skip(f"there is no slow disk: {' '.join(done.args)}: {done.stderr.strip()}")
    return done.stdout.strip()


def throttle(device, bytes_each_second):
    number = (pathlib.Path("/sys/block") / pathlib.Path(device).name / "dev").read_text().strip()
    for way in ["read", "write"]:
        file = THROTTLES / f"blkio.throttle.{way}_bps_device"
        file.write_text(f"{number} {bytes_each_second}")


@contextlib.contextmanager
def slow_swap():
    """Swap on a slow disk, for the time of the check: the device, and an offset on it that is not swap.

    The kernel lets writes to swap pass every throttle. So swap is on a loop device of its own, whose writes
    are plain ones to the one below, which is throttled.
    """
    if os.geteuid() != 0:
        raise Skip("only root can make a slow disk")
    if len(pathlib.Path("/proc/swaps").read_text().splitlines()) > 1:
        raise Skip("the machine has swap of its own, which memory would go to")
    if not (THROTTLES / "blkio.throttle.write_bps_device").exists():
        raise Skip(f"{THROTTLES} is not there: no disk can be throttled")
    path = pathlib.Path(f"/var/tmp/torpor-slow-{os.getpid()}")
    with contextlib.ExitStack() as stack:
        stack.callback(path.unlink, missing_ok=True)
        with open(path, "wb") as file:
            os.fchmod(file.fileno(), 0o600)
            for _ in range(SWAP_MEGABYTES + REST_MEGABYTES):
                file.write(bytes(1 << 20))
        disk = told("losetup", "--find", "--show", path)
        stack.callback(subprocess.run, ["losetup", "--detach", disk], check=True)
        limit = f"--sizelimit={SWAP_MEGABYTES << 20}"
        swap = told("losetup", "--find", "--show", "--direct-io=on", limit, disk)
        stack.callback(subprocess.run, ["losetup", "--detach", swap], check=True)
        told("mkswap", swap)
        told("swapon", swap)
        stack.callback(subprocess.run, ["swapoff", swap], check=True)
        throttle(disk, MEGABYTES_EACH_SECOND << 20)
        # Taken back before swap is: what is left there is read at full speed.
        stack.callback(throttle, disk, 0)
        yield disk, SWAP_MEGABYTES << 20
