"""Checks on what wakes real apps: sockets that they have handed over."""

import os
import signal
import socket

from support.harness import is_frozen, now_ns, require, wait_until


def messenger(world, identifier, purpose):
    """Installs a messenger, starts it, and sends it home; the server's end of its connection."""
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(10)
    world.install(identifier, "messenger", server.getsockname()[1], purpose, modes=["voip"])
    world.call("Launch", app=identifier)
    line, _ = server.accept()
    wait_until(f"{identifier} handing over", lambda: world.events(identifier, "handedOver"))
    reply = world.events(identifier, "handedOver")[0]["reply"]
    require("error" not in reply, f"HandOverDescriptor was refused: {reply}")
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
