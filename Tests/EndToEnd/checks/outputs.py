"""What apps and jobs print: kept, bounded while they print, and given back."""

import fcntl
import json
import os
import pathlib
import select
import shutil
import socket
import subprocess
import sys
import termios
import time

from support import keyboard
from support.actors import Actor
from support.harness import Skip, cgroup_mount, groups_named, require, wait_until

PLIST = """<plist><dict><key>CFBundleIdentifier</key><string>com.example.chatty</string>
<key>CFBundleExecutable</key><string>chatty</string></dict></plist>"""


def room(folder):
    """What the files below a folder take of the disk, in bytes."""
    return sum(path.stat().st_blocks * 512 for path in pathlib.Path(folder).rglob("*.log"))


def test_bounds_what_is_printed(world):
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


def test_keeps_what_a_detached_command_prints(world):
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


def test_passes_on_all_that_a_job_prints(world):
    """when --wait keeps the streams apart, loses nothing of 20 MB at once, and refuses piped input"""
    # A machine without systemd has no folder of the user's own.
    own = world.folder / "runtime"
    own.mkdir(mode=0o700)

    def when(script, **options):
        return subprocess.run(
            [world.torpor_path, "when", "--wait", "--", "sh", "-c", script],
            env=dict(world.environment, XDG_RUNTIME_DIR=str(own)), capture_output=True, timeout=120, **options,
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


def test_a_lock_is_seen(world):
    """a lock is seen in ps, and not after unlock"""
    world.torpor("lock")
    try:
        locked = world.torpor("ps")
        require("locked" in locked, f"ps while it is locked: {locked}")
    finally:
        world.torpor("unlock")
    require("locked" not in world.torpor("ps"), "ps still speaks of a lock")
    return locked.splitlines()[-1]
def test_outlives_the_group_of_the_daemon(world):
    """a service manager that ends the daemon's whole control group ends no job that prints"""
    own = pathlib.Path(cgroup_mount()) / f"{world.groups}-daemon"
    try:
        own.mkdir()
    except OSError:
        raise Skip("no control group can be made beside the daemon's")
    try:
        (own / "cgroup.procs").write_text(str(world.daemon_process_id()))
        script = "i=0; while :; do i=$((i+1)); echo $i; sleep 0.05; done"
        world.torpor("when", "--name", "counter", "--", "sh", "-c", script)

        def counted():
            last = world.torpor("jobs", "output", "counter", "--tail", "1").strip()
            # Before the first number there is the line that the run has begun.
            return int(last) if last.isdigit() else 0

        before = wait_until("its output", counted)
        (own / "cgroup.kill").write_text("1")
        world.daemon.wait()
        time.sleep(1)
        world.start()
        last = counted()
        require(last > before + 3, f"it printed {last} lines, {before} of them before the end")
        wait_until("more", lambda: counted() > last + 3)
        world.torpor("jobs", "cancel", "counter")
    finally:
        (own / "cgroup.kill").write_text("1")
        events = own / "cgroup.events"
        wait_until("the end of the group", lambda: "populated 0" in events.read_text())
        own.rmdir()
        if not world.is_alive():
            world.start()
    return f"{last} lines when a daemon was there again, and more after that"


def test_starts_after_the_group_of_keepers_was_killed(world):
    """after cgroup.kill was written in the group of keepers, the next command starts, prints and is seen to end"""
    groups = [top / "keepers" for top in groups_named(world.groups) if (top / "keepers").is_dir()]
    require(groups, "the keepers have no group")
    for group in groups:
        (group / "cgroup.kill").write_text("1")
    for name in ("first", "second"):
        world.torpor("when", "--name", f"killed-{name}", "--", "sh", "-c", f"echo {name}; exit 3")
        wait_until("its end", lambda: "failed" in world.torpor("jobs", "show", f"killed-{name}"))
        # Its keeper writes what is left of it beside the daemon's news of its end.
        wait_until(f"what {name} prints", lambda: name in world.torpor("jobs", "output", f"killed-{name}"))
        shown = world.torpor("jobs", "show", f"killed-{name}")
        require("status 3" in shown, f"its end is {shown}")
    return "two commands in a row, with their output and their status 3"


def listen_as(path, user):
    """What a server of that user at the path is sent within 10 s."""
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        try:
            if user:
                os.setuid(user)
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(str(path))
                path.chmod(0o777)
                server.listen()
                theirs.sendall(b"ready")
                if select.select([server], [], [], 10)[0]:
                    theirs.sendall(b"reached:")
                    writer = server.accept()[0]
                    while piece := writer.recv(100):
                        theirs.sendall(piece)
        finally:
            os._exit(0)
    theirs.close()
    require(ours.recv(5) == b"ready", "the server did not start")
    return child, ours


def test_copies_to_its_own_user_alone(world):
    """a socket of another user at the place of a copy gets nothing of what a job prints"""
    if os.geteuid() != 0:
        raise Skip("two users need root")
    folder = world.folder / "copies"
    folder.mkdir()
    folder.chmod(0o777)
    for name, user in (("own", 0), ("other", 65534)):
        path = folder / name
        child, server = listen_as(path, user)
        done = subprocess.run(
            [world.torpor_path, "when", "--name", f"copy-{name}", "--", "echo", "secret"],
            env=dict(world.environment, TORPOR_OUTPUT_COPY=str(path)), capture_output=True,
            stdin=subprocess.DEVNULL, timeout=60,
        )
        require(done.returncode == 0, f"when: {done}")
        got = b""
        while piece := server.recv(1000):
            got += piece
        os.waitpid(child, 0)
        require(got.startswith(b"reached:"), f"nobody came to {name}")
        require((b"secret" in got) == (name == "own"), f"{name} got {got!r}")
        wait_until("the output", lambda: "secret" in world.torpor("jobs", "output", f"copy-{name}"))
    return "root's got it, nobody's did not"


def test_words_arrive_as_they_are(world):
    """what is not UTF-8 is refused as an argument, and left out of the environment with a word, instead of changed"""
    refused = subprocess.run(
        [os.fsencode(world.torpor_path), b"when", b"--name", b"odd", b"--", b"touch", b"caf\xe9"],
        env=world.environment, capture_output=True, timeout=60,
    )
    require(refused.returncode == 64 and b"is not UTF-8" in refused.stderr, f"{refused}")
    environment = {os.fsencode(name): os.fsencode(value) for name, value in world.environment.items()}
    done = subprocess.run(
        [os.fsencode(world.torpor_path), b"when", b"--wait", b"--name", b"left", b"--", b"sh", b"-c", b"echo ${PLACE-none}"],
        env={**environment, b"PLACE": b"caf\xe9"}, capture_output=True, timeout=60,
    )
    require(done.returncode == 0 and done.stdout == b"none\n", f"{done}")
    require(b"The variable PLACE is not UTF-8" in done.stderr, f"{done}")
    return "64 for an argument; a variable is left out, and named"


def test_says_what_it_cannot_write(world):
    """a full disk behind torpor is a failure and said, a reader that has gone is none, a slow one is waited for"""
    world.torpor("when", "--wait", "--name", "many", "--", "sh", "-c", "yes 0123456789 | head -c 900000")
    command = [world.torpor_path, "jobs", "output", "many"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command, env=world.environment, stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    require(done.returncode == 1 and b"ENOSPC" in done.stderr, f"/dev/full: {done}")
    for words in (["jobs", "list"], ["ps", "--json"], ["doctor"]):
        with open("/dev/full", "wb") as full:
            listed = subprocess.run(
                [world.torpor_path, *words], env=world.environment, stdout=full, stderr=subprocess.PIPE, timeout=60
            )
        require(listed.returncode == 1 and b"ENOSPC" in listed.stderr, f"{words} to /dev/full: {listed}")
    closed = subprocess.run(
        ["sh", "-c", 'exec "$0" ps >&-', world.torpor_path], env=world.environment, stderr=subprocess.PIPE, timeout=60
    )
    require(closed.returncode == 1 and b"EBADF" in closed.stderr, f"without standard output: {closed}")
    read, write = os.pipe()
    os.set_blocking(write, False)
    child = subprocess.Popen(command, env=world.environment, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    wait_until("a full pipe", lambda: unread_bytes(read) >= 65536)
    got = 0
    while piece := os.read(read, 65536):
        got += len(piece)
    os.close(read)
    status = child.wait(10)
    require(status == 0 and got > 900000, f"non-blocking: {status}, {got} bytes, {child.stderr.read()}")
    return f"1 and ENOSPC, {got} bytes into a pipe that does not block"


def unread_bytes(number):
    """How many bytes lie in a pipe."""
    room = bytearray(4)
    fcntl.ioctl(number, termios.FIONREAD, room)
    return int.from_bytes(room, sys.byteorder)


def test_shows_control_characters_of_a_job(world):
    """when --wait at a terminal shows what would set its title; where no socket can be had it asks for what is kept"""
    typing = keyboard.Typing(
        [world.torpor_path, "when", "--wait", "--", "printf", "a\\033]0;title\\007z\\n"], world.environment
    )
    try:
        typing.expect("a\\x1b]0;title\\x07z")
        require(typing.end() == 0 and "\x1b]0" not in typing.text, f"it showed {typing.text!r}")
    finally:
        typing.close()
    long = world.folder / ("x" * 100)
    long.mkdir(mode=0o700)
    user = ["setpriv", "--reuid", "65534", "--clear-groups"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*user, world.torpor_path, "when", "--wait", "--", "sh", "-c", "echo one; exit 3"],
        env=dict(world.environment, XDG_RUNTIME_DIR=str(long)), capture_output=True,
        stdin=subprocess.DEVNULL, timeout=60,
    )
    require((done.returncode, done.stdout) == (3, b"one\n"), f"without a socket: {done}")
    return "shown as \\x1b and \\x07; one line and status 3 without a socket"


def test_programs_without_standard_streams(world):
    """what torpor and torpord open takes no number of a standard stream that they were started without; each program ends and says so where nothing can replace the stream"""
    places = world.folder / "bare"
    for command in (
        [world.torpor_path, "log", "--follow", "-n", "0"],
        [world.torpord_path, "--socket", f"{places}/socket", "--state", f"{places}/state", "--groups", f"{world.groups}-bare"],
    ):
        child = subprocess.Popen(["sh", "-c", 'exec "$@" <&- >&-', "sh", *command], env=world.environment, stderr=subprocess.DEVNULL)
        world.children.append(child)
        numbers = pathlib.Path(f"/proc/{child.pid}/fd")

        def opened():
            """Whether it has a socket, so that it has opened what could take a number."""
            try:
                links = {one.name: os.readlink(one) for one in numbers.iterdir()}
            except FileNotFoundError:
                return None
            return links if any(one.startswith("socket:") for one in links.values()) else None

        links = wait_until(f"a socket of {command[0]}", opened, 30)
        require(links["0"] == links["1"] == "/dev/null", f"{command[0]} has {links}")
        child.terminate()
        child.wait(30)
    if os.getuid() != 0 or not shutil.which("unshare"):
        return "/dev/null in their places; only root can take /dev/null away"
    for program, words in (("torpor", "--version"), ("torpord", "--version"), ("torpor-transferd", "--version"),
                           ("torpor-session", "--version"), ("torpor-simulate", "--help")):
        path = world.bin_folder / program
        if not path.exists():
            raise Skip(f"{program} was not built")
        bare = subprocess.run(
            ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /dev && exec "$0" "$1" >&-', path, words],
            stderr=subprocess.PIPE, text=True, timeout=60,
        )
        require(bare.returncode == 1, f"{program} without /dev/null: {bare}")
        require("standard stream 1 is closed, and cannot be replaced: cannot open /dev/null" in bare.stderr
                and bare.stderr.startswith(f"{path}: "), f"{program} says {bare.stderr}")
    return "/dev/null in their places; five programs end without it"


def test_says_what_it_has_changed(world):
    """a command that changes something prints with --json what it has changed, as it is afterwards, and nothing into a pipe without it"""
    app = world.app("e2e.changed", "finish")

    def changed(*words):
        """The one object that a command prints."""
        printed = world.torpor(*words, "--json").splitlines()
        require(len(printed) == 1, f"{words} prints {printed}")
        return json.loads(printed[0])

    require([one["app"] for one in changed("home", app)["apps"]] == [app], "home does not name the app")
    require(changed("home", app) == {"apps": []}, "home names an app that was not on the screen")
    world.wait_for_state(app, "suspended")
    held = changed("exempt", app, "--for", "1h")["app"]["heldBy"]
    require("exemption" in [one["reason"] for one in held], f"it is held by {held}")
    require(changed("exempt", app, "--end")["app"]["app"] == app, "exempt --end does not name the app")
    require(changed("settings", app, "backgroundRefresh=off")["backgroundRefresh"] == "off", "the setting is not off")
    job = json.loads(world.torpor("when", "--json", "--name", "e2e-changed", "--not-before", "+10h", "--", "true"))["job"]
    require(changed("jobs", "cancel", job)["state"] == "cancelled", "the job is not cancelled")
    require(changed("jobs", "remove", "e2e-changed")["job"] == job, "the job that was removed is not shown")
    require("has no call" in world.torpor("end-call", app, status=1), "a call ends that is not there")
    require("named by its number, not 'film'" in world.torpor("transfers", "show", "film", status=64), "no number is asked for")
    require(world.torpor("settings", app, "backgroundRefresh=on") == "", "a script is told more than it was")
    require(changed("quit", app)["app"]["app"] == app, "quit does not name the app")
    Actor(world, "e2e.removed", launch=False)
    removed = changed("uninstall", "e2e.removed")["app"]
    require(removed["app"] == "e2e.removed" and removed["state"] == "notRunning", f"{removed} was removed")
    return "home, exempt, settings, jobs, quit, uninstall"
