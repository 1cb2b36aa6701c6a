"""Checks on wrong input: each is a clear error, and the daemon goes on."""

import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import time

from support.harness import (
    Failure,
    Skip,
    is_frozen,
    read_message,
    require,
    resident_kib,
    wait_until,
)

NOBODY = 65534


def as_nobody(command, **options):
    if os.getuid() != 0:
        raise Skip("only root can run a program as another user")
    return subprocess.run(
        ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command],
        capture_output=True, text=True, timeout=30, **options,
    )


def programs_for_everybody(world):
    """Copies of the programs where another user may run them."""
    folder = world.folder / "bin"
    if not folder.exists():
        folder.mkdir(mode=0o755)
        for name in ("torpor", "torpord", "torpor-transferd"):
            shutil.copy(world.bin_folder / name, folder)
    return folder


def test_bad_info_plist(world):
    """a wrong Info.plist is answered by file, key, what was found and what is allowed"""
    bundle = world.folder / "Bad.app"
    bundle.mkdir()
    (bundle / "Info.plist").write_text(
        "<plist><dict><key>CFBundleIdentifier</key><string>a b</string></dict></plist>"
    )
    said = world.torpor("install", str(bundle), status=1)
    for word in ("Info.plist", "CFBundleIdentifier", "'a b'", "must be"):
        require(word in said, said)
    return said[:110] + "…"


def test_unknown_app(world):
    """an unknown app is answered with the name and a way on"""
    said = world.torpor("launch", "nosuchapp", status=1)
    require("There is no app 'nosuchapp'." in said and "torpor ps" in said, said)
    return said


def test_second_daemon(world):
    """a second daemon on the same socket, or on the same state, does not start"""
    words = []
    for options in ({}, {"socket": world.socket + "2", "groups": world.groups + "-2"}):
        done = subprocess.run(
            world.daemon_command(**options), capture_output=True, text=True, timeout=20
        )
        said = done.stderr.strip()
        require(done.returncode == 1, f"it ended with {done.returncode}: {said}")
        require(said.startswith("torpord: ") and len(said) > 20, said)
        words.append(said.splitlines()[-1].removeprefix("torpord: "))
    world.end_groups(world.groups + "-2")
    return " / ".join(words)


def test_socket_without_rights(world):
    """a socket that this user may not use is told from a daemon that is not there"""
    folder = programs_for_everybody(world)
    mode = os.stat(world.socket).st_mode
    os.chmod(world.socket, 0o600)
    try:
        done = as_nobody([folder / "torpor", "ps"], env=world.environment)
    finally:
        os.chmod(world.socket, mode)
    said = done.stderr.strip()
    require(done.returncode == 69 and "does not take connections from this user" in said, said)
    return said[:100] + "…"


def test_huge_message(world):
    """a message of 100 MB is cut off by its limit, and takes no memory"""
    before = resident_kib(world.daemon.pid)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.settimeout(20)
        link.connect(world.socket)
        piece = b"a" * 1_000_000
        sent = 0
        try:
            for _ in range(100):
                sent += link.send(piece)
        except (BrokenPipeError, ConnectionResetError):
            pass
        reply = read_message(link)
    require(reply.get("error") == "io.torpor.Connection.LimitExceeded", str(reply))
    require(reply["parameters"]["limit"] == "messageBytes", str(reply))
    # What it had read is freed behind the answer; without its limit it would hold the 100 MB now.
    at_once = resident_kib(world.daemon.pid) - before
    require(at_once < 16384, f"the daemon grew by {at_once} KiB")
    wait_until("the daemon giving back its memory", lambda: resident_kib(world.daemon.pid) - before < 4096)
    return f"cut off after {sent / 1e6:.1f} MB, the daemon grew by {at_once} KiB and gave it back"


def test_another_apps_identity(world):
    """an app can neither take another's identifier nor speak for it"""
    world.app("e2e.victim", "hold")
    said = world.torpor("run", "--id", "e2e.victim", "--", "true", status=1)
    require("is in use" in said, said)
    # From inside an app, the command line is that app.
    said = world.torpor("run", "--", world.torpor_path, "quit", "e2e.victim", status=1)
    require("may act only for its own app" in said, said)
    require(world.state_of("e2e.victim") == "active", "the victim is no longer active")
    # A program that is no app has no identity to speak with, and a claim of one is no parameter.
    reply = world.raw_call("io.torpor.App.BeginBackgroundTask", {"name": "x"})
    require(reply.get("error") == "org.varlink.service.PermissionDenied", str(reply))
    reply = world.raw_call("io.torpor.App.BeginBackgroundTask", {"app": "e2e.victim"})
    require(reply.get("error") == "org.varlink.service.InvalidParameter", str(reply))
    world.call("Uninstall", app="e2e.victim")
    return said[:100] + "…"


def test_no_group_rights(world):
    """a daemon that may not make control groups says so and does not start"""
    if os.getuid() != 0:
        raise Skip("only root can run a program as another user")
    folder = programs_for_everybody(world)
    place = world.folder / "nobody"
    place.mkdir()
    os.chown(place, NOBODY, NOBODY)
    done = as_nobody(
        [
            folder / "torpord", "--socket", str(place / "s"), "--state", str(place / "state"),
            "--groups", world.groups + "-nobody",
        ]
    )
    said = done.stderr.strip().splitlines()[-1]
    require(done.returncode == 1 and "cgroup" in said, f"{done.returncode}: {said}")
    return said.removeprefix("torpord: ")


def test_full_disk(world):
    """a full disk under the journal refuses what must be remembered, and nothing else"""
    if os.getuid() != 0:
        raise Skip("only root can mount a small disk")
    place = world.folder / "small"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place], capture_output=True, text=True
    )
    if mounted.returncode:
        raise Skip("no tmpfs can be mounted here: " + mounted.stderr.strip())
    small_socket = str(world.folder / "small-socket")
    daemon = subprocess.Popen(
        world.daemon_command(small_socket, str(place / "state"), world.groups + "-small"),
        stderr=subprocess.DEVNULL,
    )
    try:
        def answers():
            try:
                return world.call("GetVersion", small_socket)
            except OSError:
                return None

        wait_until("the daemon on the small disk", answers)
        filler = place / "filler"
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass
        # What is left of the journal's last page may take a few entries still.
        error = None
        for number in range(200):
            reply = world.raw_call(
                "io.torpor.Control.Install",
                {
                    "identifier": f"e2e.full{number}", "executable": "/bin/true",
                    "arguments": ["true"], "workingDirectory": "/",
                },
                small_socket,
            )
            if "error" in reply:
                error = reply
                break
        require(error is not None, "200 installs were accepted on a full disk")
        require("NotSaved" in error["error"] or "StorageFailed" in error["error"], str(error))
        count = len(world.call("List", small_socket)["apps"])
        require(count == number, f"{count} apps are there, {number} were accepted")
        filler.unlink()
        begun = time.monotonic()

        def is_accepted():
            try:
                world.call(
                    "Install", small_socket, identifier="e2e.after", executable="/bin/true",
                    arguments=["true"], workingDirectory="/",
                )
                return True
            except Failure:
                return False

        # The daemon tries its journal again about once a second.
        wait_until("an install with room on the disk", is_accepted, 5)
        require(daemon.poll() is None, "the daemon died")
        took = time.monotonic() - begun
        return f"{error['parameters']['message'][:90]}… With room, accepted after {took:.1f} s"
    finally:
        daemon.terminate()
        daemon.wait(10)
        subprocess.run(["umount", place], check=True)
        world.end_groups(world.groups + "-small")


def test_damaged_journal(world):
    """a log that was damaged on the disk is spoken of, and a journal without its end is refused"""
    socket, state = world.socket + "-damaged", world.folder / "damaged"
    words = world.folder / "damaged.log"

    def daemon():
        with open(words, "ab") as file:
            return subprocess.Popen(
                world.daemon_command(socket, str(state), world.groups + "-damaged"),
                stdout=file, stderr=file,
            )

    def apps():
        try:
            return len(world.call("List", socket)["apps"])
        except OSError:
            return None

    process = daemon()
    try:
        wait_until("the daemon", lambda: apps() is not None, 10)
        for number in range(20):
            world.call(
                "Install", socket, identifier=f"e2e.damaged{number}", executable="/bin/true",
                arguments=["true"], workingDirectory="/",
            )
        process.kill()
        process.wait()
        log = state / "journal.sqlite-wal"
        data = bytearray(log.read_bytes())
        # A bit of the page in the middle, behind the log's head and the page's own.
        place = 32 + (len(data) - 32) // 4120 // 2 * 4120 + 24 + 2000
        data[place] ^= 4
        log.write_bytes(data)
        process = daemon()
        wait_until("the next daemon", lambda: apps() is not None or process.poll() is not None, 10)
        require(apps() is not None, words.read_text())
        left = apps()
        require(left < 20, f"{left} apps, so nothing was damaged")
        said = words.read_text()
        require("what was accepted last may be lost" in said and "page " in said, said)
        process.terminate()
        process.wait(10)
        journal = state / "journal.sqlite"
        os.truncate(journal, journal.stat().st_size // 2)
        process = daemon()
        process.wait(20)
        said = words.read_text().splitlines()[-1]
        require(process.returncode == 1 and "damaged" in said, f"{process.returncode}: {said}")
        return f"{left} of 20 apps and a warning; cut in half: {said[-60:]}"
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(10)
        world.end_groups(world.groups + "-damaged")


SERVER = """
import socket, time
server = socket.create_server(("127.0.0.1", 0))
time.sleep(1000)
"""


def test_no_descriptors(world):
    """a server that the daemon has no descriptor left to watch is not frozen, and is when it has"""
    pid = world.daemon_process_id()
    before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    command = [world.torpor_path, "run", "--detach", "--id", "served", "--", sys.executable, "-c", SERVER]
    subprocess.run(
        command, env=world.environment, stdin=subprocess.DEVNULL, check=True, capture_output=True
    )
    group = world.group("served")
    with socket.socket(socket.AF_UNIX) as link:
        # A connection from before, for it takes a descriptor, too.
        link.connect(world.socket)

        def call(method, **parameters):
            message = {"method": "io.torpor.Control." + method, "parameters": parameters}
            link.sendall(json.dumps(message).encode() + b"\0")
            return read_message(link)["parameters"]

        call("GetVersion")
        numbers = {int(name) for name in os.listdir(f"/proc/{pid}/fd")}
        free = next(number for number in range(len(numbers) + 1) if number not in numbers)
        try:
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (free, before[1]))
            call("Home", app="served")
            # Past the grace of 5 s.
            time.sleep(7)
            held = call("Why", app="served")["app"]["heldBy"]
            require(not is_frozen(group), "it was frozen")
            require([one["reason"] for one in held] == ["waitingPeer"], f"held by {held}")
        finally:
            resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
    wait_until("its freeze", lambda: is_frozen(group), 40)
    world.torpor("quit", "served")
    return f"not frozen with {free} descriptors, a peer may wait; frozen afterwards"


def test_daemon_goes_on(world):
    """after all this the daemon is the one that was started"""
    require(world.is_alive(), f"the daemon ended with {world.daemon.returncode}")
    device = world.call("Status")["device"]
    return f"process {world.daemon.pid}, {device['sequence']} entries, " + (
        f"{resident_kib(world.daemon.pid) / 1024:.1f} MiB resident (debug build)"
    )
