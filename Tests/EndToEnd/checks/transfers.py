"""Checks on transfers: a real service, a real server on loopback, and whatever may die meanwhile."""

import hashlib
import http.server
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

from support import harness
from support.actors import Actor
from support.harness import require, wait_until

SIZE = 8_000_000
BODY = os.urandom(1000) * (SIZE // 1000)
DIGEST = hashlib.sha256(BODY).hexdigest()


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves one body: `/fast` at once, `/slow` at some 8 MB in two seconds, `/held` its first half until `goes_on` is set."""

    protocol_version = "HTTP/1.1"
    requests = []
    goes_on = threading.Event()

    def log_message(self, *_):
        pass

    def do_GET(self):
        wanted = self.headers.get("Range", "bytes=0-")
        Handler.requests.append((self.path, wanted))
        start = int(wanted.removeprefix("bytes=").split("-")[0])
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{SIZE - 1}/{SIZE}")
        self.send_header("Content-Length", str(SIZE - start))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("ETag", '"one"')
        self.end_headers()
        step = 200_000
        try:
            for offset in range(start, SIZE, step):
                self.wfile.write(BODY[offset:offset + step])
                if self.path.startswith("/slow"):
                    time.sleep(0.05)
                elif self.path.startswith("/held") and offset < SIZE // 2 <= offset + step:
                    Handler.goes_on.wait()
        except OSError:
            pass  # Whoever asked is gone; that is what some of the checks are about.


def serve(world):
    if world.call("Status")["device"].get("network") in (None, "none"):
        raise harness.Skip("this machine has no network, which transfers wait for")
    Handler.goes_on.clear()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def submit(world, server, path, *names):
    folder = world.folder / "downloads"
    folder.mkdir(exist_ok=True)
    first = world.call(
        "SubmitTransfers",
        transfers=[
            {
                "direction": "download",
                "url": f"http://127.0.0.1:{server.server_port}/{path}",
                "destination": {"path": str(folder / name)},
            }
            for name in names
        ],
    )["first"]
    return int(first), [folder / name for name in names]


def row(world, number):
    return world.call("ListTransfers", transfer=str(number))["transfers"][0]


def wait_for(world, number, *states, seconds=30):
    wait_until(
        f"transfer {number} becoming {' or '.join(states)}",
        lambda: row(world, number)["state"] in states, seconds,
    )
    return row(world, number)


def require_whole(file):
    seen = hashlib.sha256(file.read_bytes()).hexdigest()
    require(seen == DIGEST, f"{file} is not what the server has: {file.stat().st_size} bytes")


def service(state):
    """The process of the one service of a daemon, by its state folder; `None` where there is none."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().decode().split("\0")
        except OSError:
            continue
        if words[1:2] == ["--state"] and words[2].startswith(f"{state}/transfers/"):
            return int(process.name)
    return None


def test_moves_files(world):
    """files that a user asks for come whole, and the service ends when the daemon does"""
    server = serve(world)
    try:
        first, files = submit(world, server, "fast", "a", "b", "c")
        for offset, file in enumerate(files):
            found = wait_for(world, first + offset, "completed", "failed")
            require(found["state"] == "completed", f"{found}")
            require(found["path"] == str(file), f"it says that it lies at {found.get('path')}")
            require_whole(file)
        pid = service(world.state)
        require(pid is not None, "no service runs")
        world.stop()
        wait_until("the end of the service", lambda: not harness.is_running(pid))
        world.start()
        require(row(world, first)["state"] == "completed", "the next daemon has forgotten it")
        return f"3 files of {SIZE / 1e6:.0f} MB, service {pid} is gone with its daemon"
    finally:
        server.shutdown()


def test_service_is_killed(world):
    """a service that is killed goes on with the file where it was, and the daemon stays"""
    server = serve(world)
    try:
        Handler.requests.clear()
        number, (file,) = submit(world, server, "slow", "killed")
        kills = 0
        for least in (SIZE // 8, SIZE // 2):
            wait_until(
                "bytes", lambda: row(world, number).get("progress", {}).get("bytes", 0) > least, 20
            )
            os.kill(service(world.state), signal.SIGKILL)
            kills += 1
            wait_until("another service", lambda: service(world.state) is not None)
        wait_for(world, number, "completed")
        require_whole(file)
        starts = [int(wanted[6:-1]) for _, wanted in Handler.requests]
        require(len(starts) == 3 and starts[1] > SIZE // 8 - 1_000_000, f"it asked from {starts}")
        require(world.is_alive(), "the daemon died")
        return f"killed {kills} times, the file is whole, asked for from {starts}"
    finally:
        server.shutdown()


def test_group_is_killed(world):
    """after cgroup.kill was written in the group of the services, the next service starts, and the log names the cause"""
    server = serve(world)
    try:
        number, (file,) = submit(world, server, "slow", "in-a-killed-group")
        wait_until(
            "bytes", lambda: row(world, number).get("progress", {}).get("bytes", 0) > SIZE // 8, 20
        )
        groups = [top / "transfers" for top in harness.groups_named(world.groups) if (top / "transfers").is_dir()]
        require(groups, "the services have no group")
        before = [group.stat().st_ino for group in groups]
        for group in groups:
            (group / "cgroup.kill").write_text("1")
        wait_for(world, number, "completed", "failed")
        require_whole(file)
        require(world.is_alive(), "the daemon died")
        if [group.stat().st_ino for group in groups] == before:
            return "this kernel lets processes be born in a group that was killed (before Linux 6.14)"
        log = world.log.read_text()
        require("`cgroup.kill` was written in its control group" in log, f"the log says {log[-500:]}")
        return "the file is whole; the group was made again, and the log says why"
    finally:
        server.shutdown()


def test_daemon_is_killed(world):
    """a daemon that is killed finds its transfers again, and they go on where they were"""
    server = serve(world)
    try:
        Handler.requests.clear()
        number, (file,) = submit(world, server, "slow", "orphaned")
        wait_until("bytes", lambda: row(world, number).get("progress", {}).get("bytes", 0) > 1e6, 20)
        pid = service(world.state)
        world.kill()
        wait_until("the end of the service", lambda: not harness.is_running(pid))
        require(not file.exists(), "there is half a file under its final name")
        world.start()
        wait_for(world, number, "completed")
        require_whole(file)
        starts = [int(wanted[6:-1]) for _, wanted in Handler.requests]
        require(len(starts) == 2 and starts[1] > 0, f"it asked from {starts}")
        return f"the file is whole, asked for from {starts}"
    finally:
        server.shutdown()


def test_paused_keeps_its_bytes(world):
    """a paused transfer shows the bytes that it has, also under the next daemon, and goes on there"""
    server = serve(world)
    try:
        # However long the pause takes to come: not all of it is there by then.
        number, (file,) = submit(world, server, "held", "paused")
        wait_until("bytes", lambda: row(world, number).get("progress", {}).get("bytes", 0) > 1e6, 20)
        world.torpor("transfers", "pause", str(number))
        wait_for(world, number, "suspended")
        wait_until("the bytes of the paused one", lambda: row(world, number)["bytes"] > 1e6)
        found = row(world, number)["bytes"]
        world.kill()
        world.start()
        kept = row(world, number)["bytes"]
        require(kept >= found, f"the next daemon shows {kept} of {found} bytes")
        shown = world.torpor("transfers", "show", str(number))
        require(" 0 B" not in shown and "paused" in shown, f"`transfers show`: {shown}")
        Handler.requests.clear()
        Handler.goes_on.set()
        world.torpor("transfers", "resume", str(number))
        wait_for(world, number, "completed")
        require_whole(file)
        starts = [int(wanted[6:-1]) for _, wanted in Handler.requests]
        require(starts and starts[0] > 0, f"it asked from {starts}")
        return f"{found} bytes shown, {kept} by the next daemon, asked for from {starts}"
    finally:
        server.shutdown()


def test_users_are_apart(world):
    """each user's transfers have a process of that user, who cannot write where they may not"""
    if os.getuid() != 0:
        raise harness.Skip("only root can ask as other users")
    server = serve(world)
    world.folder.chmod(0o711)
    try:
        found = []
        for user in (54321, 54322):
            home = world.folder / f"home-{user}"
            home.mkdir(mode=0o700)
            os.chown(home, user, user)
        for user, place in ((54321, 54321), (54322, 54322), (54322, 54321)):
            found.append(as_user(world, server, user, world.folder / f"home-{place}/file"))
        good, also_good, bad = found
        for one, user in ((good, 54321), (also_good, 54322)):
            require(one["state"] == "completed", f"{one}")
            require(os.stat(one["path"]).st_uid == user, f"{one['path']} is not {user}'s")
        require(
            bad["state"] == "failed" and bad["errorName"] == "cannotCreateFile",
            f"54322 wrote into the home of 54321: {bad}",
        )
        return f"two services, each its user's; across: “{bad['cause']}”"
    finally:
        server.shutdown()


def as_user(world, server, user, file):
    """Asks for a file as another user, in a process of theirs; how it ended."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgid(user)
            os.setuid(user)
            number = world.call(
                "SubmitTransfers",
                transfers=[
                    {
                        "direction": "download",
                        "url": f"http://127.0.0.1:{server.server_port}/fast",
                        "destination": {"path": str(file)},
                    }
                ],
            )["first"]
            os.write(write, number.encode())
        finally:
            os._exit(0)
    os.close(write)
    os.waitpid(child, 0)
    number = os.read(read, 100).decode()
    os.close(read)
    require(number, f"user {user} could not submit")
    return wait_for(world, int(number), "completed", "failed")


def test_service_is_missing(world):
    """without the program transfers wait and say why, and go once it is there, without a restart"""
    server = serve(world)
    place = world.folder / "own-service"
    state, sock = str(world.folder / "own-state"), str(world.folder / "own-socket")
    command = world.daemon_command(sock, state, world.groups + "-own")
    daemon = subprocess.Popen(
        [*command, "--transfer-service", str(place)], stderr=subprocess.DEVNULL
    )
    file = world.folder / "late"

    def ask():
        try:
            return world.call(
                "SubmitTransfers", sock,
                transfers=[
                    {
                        "direction": "download",
                        "url": f"http://127.0.0.1:{server.server_port}/fast",
                        "destination": {"path": str(file)},
                    }
                ],
            )
        except OSError:
            return None

    def find():
        return world.call("ListTransfers", sock, transfer="1")["transfers"][0]

    try:
        wait_until("the daemon without a service", ask)
        wait_until("a cause", lambda: find().get("cause"))
        cause = find()["cause"]
        require("No such file" in cause, f"it says {cause}")
        told = [
            one for one in world.call("GetCapabilities", sock)["capabilities"]
            if one["name"] == "transfers"
        ]
        require(told and not told[0]["isAvailable"], "`torpor doctor` does not know")
        place.symlink_to(world.bin_folder / "torpor-transferd")
        wait_until("the transfer", lambda: find()["state"] == "completed", 30)
        require_whole(file)
        require(daemon.poll() is None, "the daemon died")
        return f"“{told[0]['text']}”; moved once the program was there"
    finally:
        server.shutdown()
        daemon.terminate()
        daemon.wait(10)
        wait_until("the end of its service", lambda: service(state) is None)
        world.end_groups(world.groups + "-own")


# Joins the group of an app, as a process that the app has started is in it, and opens a background session of each name.
SECOND_PROCESS = """
import json, os, socket, sys
open(sys.argv[1], "w").write(str(os.getpid()))
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[2])
for name in sys.argv[3:]:
    call = {"method": "io.torpor.App.OpenSession", "parameters": {"session": name}}
    line.sendall(json.dumps(call).encode() + b"\\0")
    print(json.loads(line.recv(65536).split(b"\\0")[0]).get("error", "opened"))
"""


def test_keeps_a_session_for_one_process(world):
    """a second process of a real app cannot open the background session that the first one has, and can open another"""
    app = Actor(world, "tr.twice")
    app.call("OpenSession", session="out")
    group = world.group("tr.twice") / "cgroup.procs"
    told = subprocess.run(
        [sys.executable, "-c", SECOND_PROCESS, group, world.socket, "out", "other"],
        capture_output=True, text=True, timeout=30, check=True,
    ).stdout.split()
    require(told == ["io.torpor.Transfers.SessionInUse", "opened"], f"the second process was told {told}")
    # The first one has it still, and may open it again.
    app.call("OpenSession", session="out")
    return "SessionInUse for 'out', which the first process has; 'other' is opened"
