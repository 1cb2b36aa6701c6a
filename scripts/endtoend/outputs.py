"""What apps and jobs print: kept, bounded while they print, and given back."""

import pathlib
import subprocess
import time

import keyboard
from harness import require, wait_until

PLIST = """<plist><dict><key>CFBundleIdentifier</key><string>com.example.chatty</string>
<key>CFBundleExecutable</key><string>chatty</string></dict></plist>"""


def room(folder):
    """What the files below a folder take of the disk, in bytes."""
    return sum(path.stat().st_blocks * 512 for path in pathlib.Path(folder).rglob("*.log"))


def bounds_what_is_printed(world):
    """a chatty app and a chatty job take some MiB of the disk, at any moment; uninstall removes the log"""
    bundle = world.folder / "chatty.app"
    bundle.mkdir()
    (bundle / "Info.plist").write_text(PLIST)
    (bundle / "chatty").write_text("#!/bin/sh\nexec yes chatty\n")
    (bundle / "chatty").chmod(0o755)
    world.torpor("install", str(bundle))
    world.torpor("launch", "com.example.chatty")
    world.torpor("when", "--name", "chatty-job", "--", "yes", "job")
    most = 0
    limit = time.monotonic() + 4
    while time.monotonic() < limit:
        most = max(most, room(world.state))
        time.sleep(0.01)
    # Two files of 4 MiB, and what a write of 64 KiB and the file system's blocks come to.
    require(most < 10 << 20, f"they took {most / 2**20:.1f} MiB")
    shown = world.torpor("output", "chatty", "--tail", "2")
    require("chatty\nchatty" in shown, f"torpor output shows {shown!r}")
    world.kill()
    time.sleep(1)
    require(room(world.state) < 10 << 20, "without a daemon they took more")
    world.start()
    world.torpor("jobs", "cancel", "chatty-job")
    world.torpor("uninstall", "com.example.chatty")
    wait_until(
        "the end of the log",
        lambda: not list(pathlib.Path(world.state, "logs").rglob("com.example.chatty.log")),
    )
    return f"at most {most / 2**20:.1f} MiB of both, also without a daemon; no log after uninstall"


def keeps_what_a_detached_command_prints(world):
    """run --detach reads nothing of the terminal, and torpor output shows what it prints, also afterwards"""
    environment = dict(world.environment, PS1="$ ", TORPOR=world.torpor_path, TERM="dumb")
    typing = keyboard.Typing(["bash", "--norc", "--noprofile", "-i"], environment)
    try:
        typing.expect("$ ")
        script = "cat; echo read; sleep 1; echo late >&2"
        typing.type(f"$TORPOR run --detach --id kept -- sh -c '{script}'\n")
        typing.expect("kept")
        typing.type("echo key$((40 + 2))\n")
        typing.expect("key42")
        followed = world.torpor("output", "kept", "--follow")
        require(followed == "read\nlate", f"it followed {followed!r}")
        wait_until("its end", lambda: "kept" not in world.torpor("ps"))
        require(world.torpor("output", "kept") == "read\nlate", "nothing was kept")
    finally:
        typing.close()
    return "keys stayed the shell's; both lines, followed and afterwards"


def passes_on_all_that_a_job_prints(world):
    """when --wait keeps the streams apart, loses nothing of 20 MB at once, and refuses piped input"""

    def when(script, **options):
        return subprocess.run(
            [world.torpor_path, "when", "--wait", "--", "sh", "-c", script],
            env=world.environment, capture_output=True, timeout=120, **options,
        )

    done = when("echo out; echo err >&2; exit 3", stdin=subprocess.DEVNULL)
    require(done.stdout == b"out\n", f"standard output: {done.stdout!r}")
    require(b"\nerr\n" in b"\n" + done.stderr, f"standard error: {done.stderr!r}")
    require(done.returncode == 3, f"it ended with {done.returncode}")
    done = when("yes 0123456789 | head -c 20000000", stdin=subprocess.DEVNULL)
    require(done.stdout == (b"0123456789\n" * 1818182)[:20000000], f"{len(done.stdout)} bytes came")
    done = when("cat", input=b"hello\n")
    require(done.returncode == 64 and b"standard input" in done.stderr, f"piped: {done}")
    return "apart, 20,000,000 bytes the same, status 64 for piped input"


def log_continues_under_the_next_daemon(world):
    """log --follow misses nothing while the daemon is killed and started again; --since has dates"""
    follower = subprocess.Popen(
        [world.torpor_path, "log", "--follow", "-n", "0"], env=world.environment,
        stdin=subprocess.DEVNULL, stdout=open(world.folder / "followed", "wb"),
        stderr=subprocess.PIPE, text=True,
    )
    world.children.append(follower)

    def text():
        return (world.folder / "followed").read_text()

    def has_run(name):
        world.torpor("run", "--id", name, "--", "true")
        return name in text()

    # Nobody says when it begins to listen.
    wait_until("the first line", lambda: has_run("early"), 20, pause=0.2)
    world.kill()
    wait_until("the daemon's end", lambda: not world.is_alive())
    world.start()
    world.torpor("run", "--id", "later", "--", "true")
    wait_until("lines of the next daemon", lambda: "later" in text(), 30)
    require(follower.poll() is None, "it ended with the daemon")
    follower.terminate()
    lines = text().splitlines()
    ends = [line for line in lines if "later" in line]
    require(len(ends) == len(set(ends)), f"lines came twice: {ends}")
    since = world.torpor("log", "--since", "today")
    require(time.strftime("%Y-%m-%d") in since, f"no date: {since[:200]}")
    return f"{len(lines)} lines over one kill -9, none twice"


def a_lock_is_seen(world):
    """a lock is seen in ps, and not after unlock"""
    world.torpor("lock")
    try:
        locked = world.torpor("ps")
        require("locked" in locked, f"ps while it is locked: {locked}")
    finally:
        world.torpor("unlock")
    require("locked" not in world.torpor("ps"), "ps still speaks of a lock")
    return locked.splitlines()[-1]


CHECKS = [
    bounds_what_is_printed, keeps_what_a_detached_command_prints, passes_on_all_that_a_job_prints,
    log_continues_under_the_next_daemon, a_lock_is_seen,
]
