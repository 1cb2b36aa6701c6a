"""Checks on what wakes real apps: sockets that they have handed over."""

import os
import signal
import socket
import sys

from support.harness import PATIENCE_SECONDS, Failure, is_frozen, now_ns, require, wait_until


def messenger(world, identifier, purpose, *words):
    """Installs a messenger, starts it, and sends it home; the server's end of its connection."""
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(PATIENCE_SECONDS)
    world.install(identifier, "messenger", server.getsockname()[1], purpose, *words, modes=["voip"])
    world.call("Launch", app=identifier)
    line, _ = server.accept()
    wait_until(f"{identifier} handing over", lambda: world.events(identifier, "handedOver"))
    reply = world.events(identifier, "handedOver")[0]["reply"]
    require("error" not in reply, f"WatchDescriptor was refused: {reply}")
    world.call("Home", app=identifier)
    world.wait_for_state(identifier, "suspended")
    return server, line


def test_wakes_on_a_socket(world):
    """a byte on a socket that a frozen app has handed over has it run, and it reads the byte itself"""
    app = "e2e.messenger"
    server, line = messenger(world, app, "other")
    with server, line:
        group = world.group(app)
        latencies = []
        for number in range(5):
            world.wait_for_state(app, "suspended", 30)
            require(is_frozen(group), "cgroup.events does not say frozen 1")
            sent = now_ns()
            line.sendall(b"%d" % number)
            wait_until("the read", lambda: len(world.events(app, "read")) > number)
            read = world.events(app, "read")[-1]
            require(read["text"] == str(number), f"it read {read['text']!r}")
            latencies.append((read["ns"] - sent) / 1e6)
        require(max(latencies) < 1000, f"the slowest of 5 took {max(latencies):.0f} ms")
        return f"slowest of 5 from the byte to the read: {max(latencies):.1f} ms"


def test_wakes_after_the_daemon_was_killed(world):
    """a socket that was handed over wakes its frozen app under the next daemon too"""
    app = "e2e.messenger.survivor"
    server, line = messenger(world, app, "other")
    with server, line:
        world.kill()
        # It comes while nobody watches.
        line.sendall(b"meanwhile")
        world.start()
        wait_until("the read", lambda: world.events(app, "read"), 10)
        require(
            world.events(app, "read")[-1]["text"] == "meanwhile",
            f"it read {world.events(app, 'read')[-1]}",
        )
        world.wait_for_state(app, "suspended", 30)
        line.sendall(b"again")
        wait_until("the second read", lambda: len(world.events(app, "read")) > 1, 10)
        return "one byte while no daemon ran and one after: both read"


def answer_on_the_same_line(world, app, server, line, text):
    """What the next process of an app that was killed answers, on the connection of the one before."""
    line.settimeout(PATIENCE_SECONDS)
    line.sendall(text)
    answer = line.recv(4096)
    require(answer == b"took " + text, f"the peer read {answer!r}")
    took = world.events(app, "tookBack")[-1]
    require(took["count"] == 1 and "error" not in took["reply"], f"UnwatchDescriptor: {took}")
    server.settimeout(0.2)
    try:
        server.accept()
    except TimeoutError:
        return
    raise Failure("it has connected anew")


def killed(world, app):
    """Ends the app's process as a crash does, and waits until there is none."""
    process = world.events(app, "started")[-1]["pid"]
    os.kill(process, signal.SIGKILL)
    wait_until(f"the end of {app}", lambda: not os.path.exists(f"/proc/{process}"), 10)


def private_memory(process):
    """What a process takes of memory for itself, in words: of a keeper only root may read it."""
    try:
        lines = open(f"/proc/{process}/smaps_rollup").read().splitlines()
    except PermissionError:
        return "memory that only root may read"
    return f"{sum(int(line.split()[1]) for line in lines if line.startswith('Private_'))} KiB"


def test_hands_a_dead_app_its_socket_back(world):
    """an app that was killed gets its handed-over socket back in its next process, and the peer sees no change"""
    # It declares `voip`, so it is started again after a crash, whatever the socket is for.
    for purpose, reason in [("other", "voipSocket"), ("voip", "voipSocket")]:
        app = f"e2e.messenger.returning.{purpose}"
        server, line = messenger(world, app, purpose, "returning")
        with server, line:
            killed(world, app)
            answer_on_the_same_line(world, app, server, line, b"ring")
            launched = world.events(app, "didFinishLaunching")
            require(len(launched) == 2, f"it was launched {len(launched)} times")
            require(launched[1]["wakeReason"] == reason, f"launched for {launched[1]['wakeReason']}")
            world.wait_for_state(app, "suspended", 30)
            answer_on_the_same_line(world, app, server, line, b"again")
            world.torpor("uninstall", app)
            line.settimeout(PATIENCE_SECONDS)
            require(line.recv(1) == b"", "the socket is held after the uninstall")
    return "one connection over two processes each, for other and voip; closed by the uninstall"


def test_hands_a_dead_app_its_socket_back_under_the_next_daemon(world):
    """the same where the daemon is killed, too, while no process of the app is left: a keeper has the socket"""
    app = "e2e.messenger.orphan"
    server, line = messenger(world, app, "other", "returning")
    with server, line:
        # Stopped, the daemon does not start the app again before it is killed itself.
        os.kill(world.daemon_process_id(), signal.SIGSTOP)
        process = world.events(app, "started")[-1]["pid"]
        os.kill(process, signal.SIGKILL)
        world.kill()
        wait_until(f"the end of {app}", lambda: not os.path.exists(f"/proc/{process}"), 10)
        keeper = world.socket_keepers()
        require(len(keeper) == 1, f"without a daemon there are the keepers {keeper}")
        line.sendall(b"ring")
        world.start()
        line.settimeout(PATIENCE_SECONDS)
        answer = line.recv(4096)
        require(answer == b"took ring", f"the peer read {answer!r}")
        require(len(world.events(app, "started")) == 2, "it was not started once more")
        world.wait_for_state(app, "suspended", 30)
        killed(world, app)
        answer_on_the_same_line(world, app, server, line, b"later")
        memory = private_memory(world.socket_keepers()[0])
        world.torpor("quit", app)
        line.settimeout(PATIENCE_SECONDS)
        require(line.recv(1) == b"", "the socket is held after the force-quit")
    return f"one connection over three processes and two daemons; the keeper takes {memory}"


TAKES_ALL = """
import array, socket, sys
keeper = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
keeper.connect(sys.argv[1] + "/descriptors.socket")
try:
    keeper.send(b"L")
    packet, beside, _, _ = keeper.recvmsg(1024, socket.CMSG_SPACE(4))
except OSError as error:
    packet, beside = str(error).encode(), []
print("got", packet, len(beside))
"""


def test_a_keeper_answers_no_app(world):
    """an app of the daemon's own user gets nothing out of the keeper of sockets, which ends at SIGTERM"""
    app = "e2e.messenger.guarded"
    server, line = messenger(world, app, "other", "returning")
    with server, line:
        keeper = world.socket_keepers()
        said = world.torpor("run", "--id", "e2e.thief", "--", sys.executable, "-c", TAKES_ALL, world.state)
        require(said.rstrip().endswith(" 0") and "got" in said, f"it {said!r}")
        os.kill(keeper[0], signal.SIGTERM)
        wait_until("the end of the keeper", lambda: keeper[0] not in world.socket_keepers(), 10)
        wait_until("the next keeper", world.socket_keepers, 10)
        world.torpor("uninstall", app)
        line.settimeout(PATIENCE_SECONDS)
        require(line.recv(1) == b"", "the socket is held after the uninstall")
    return f"{said.strip()}; the keeper ended at SIGTERM and was replaced"


def test_launches_a_messenger_that_crashed(world):
    """a VoIP app that was killed by kill -9 is launched again, off screen"""
    app = "e2e.messenger.voip"
    server, line = messenger(world, app, "voip")
    with server, line:
        first = world.events(app, "started")[-1]["pid"]
        os.kill(first, signal.SIGKILL)
        wait_until("the next launch", lambda: len(world.events(app, "started")) > 1, 10)
        launched = wait_until("its first event", lambda: world.events(app, "didFinishLaunching")[1:])
        require(
            launched[0]["wakeReason"] == "voipSocket",
            f"it was launched for {launched[0]['wakeReason']}",
        )
        require(world.events(app, "started")[-1]["pid"] != first, "the process is the same")
        return "launched for voipSocket"
