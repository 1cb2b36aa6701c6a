"""Time that goes on for others: timers that burst, watchdogs, peers of a network, memory that is short."""

import signal
import socket
import sys
import threading
import time

import pytest

from support.cages import WATCH_SECONDS, Row, lines, program
from support.harness import is_frozen, now_ns, require, wait_until
from support.swap import MEGABYTES, hoarder, paged_out, sizes, swap, touched

# Longer than the watchdogs of 5 s and 10 s that an app has for its callbacks.
FREEZE_SECONDS = 12
TICK_SECONDS = 0.02  # Of ticking.py.


def app_command(bench, name, *arguments):
    log = bench.folder / f"{name}.jsonl"
    return program(f"{name}.py", str(log), *arguments), log


def test_watchdog(bench):
    """timers fire in a burst at the thaw, and a watchdog ends a process that was frozen"""
    command, log = app_command(bench, "ticking")
    cage = bench.cage()
    process = cage.start(command)
    wait_until("the first tick", lambda: lines(log))
    # A supervisor, as of systemd's WatchdogSec: who has not said anything for 2 s is ended.
    cage.freeze()
    begun = time.monotonic()
    wait_until("the watchdog", lambda: silence(log) > 2, 10)
    process.kill()
    ended_after = time.monotonic() - begun
    process.wait()
    cage.close()
    bench.kept.remove(cage)
    log.unlink()

    app = bench.command("e2e.ticking", command)
    wait_until("the first tick", lambda: lines(log))
    wait_until("the app attaching", lambda: told(log, "didBecomeActive"), 10)
    bench.suspend(app)
    time.sleep(FREEZE_SECONDS)
    pid = bench.why(app)["app"]["launch"]
    bench.call("Launch", app=app)
    told_of = wait_until("willEnterForeground", lambda: told(log, "willEnterForeground"), 10)[-1]
    seconds = int(told_of["suspendedMicroseconds"]) / 1e6
    require(FREEZE_SECONDS <= seconds < FREEZE_SECONDS + 5, f"it was told {seconds:.1f} s")

    def burst():
        count = max(line["count"] for line in told(log, "ticks"))
        return count if count > FREEZE_SECONDS / TICK_SECONDS * 0.8 else None

    count = wait_until("the burst of ticks", burst)
    # Its watchdogs begin with the callbacks that follow the thaw; a minute more would show no other end.
    time.sleep(6)
    require(bench.why(app)["app"]["launch"] == pid, "the app was ended and started anew")
    require(bench.state_of(app) == "active", f"it is {bench.state_of(app)}")
    return Row(
        f"ended after {ended_after:.1f} s by a supervisor with a timeout of 2 s",
        f"{FREEZE_SECONDS} s frozen: meanwhile no watchdog of the daemon ran; {count} timers of 20 ms fired "
        f"at once, and the daemon reported {seconds:.1f} s to the app",
        bench.ledger(app, "thawed"),
    )


def silence(log):
    return (now_ns() - lines(log)[-1]["ns"]) / 1e9


def told(log, event):
    return [line for line in lines(log) if line["event"] == event]


class Peer:
    """A server that gives up on a client that has not said anything for 3 s."""

    PATIENCE_SECONDS = 3

    def __init__(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.events, self.kept = [], []
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while True:
            try:
                line, _ = self.server.accept()
            except OSError:
                return
            threading.Thread(target=self.listen, args=[line], daemon=True).start()

    def listen(self, line):
        line.settimeout(self.PATIENCE_SECONDS)
        self.events.append(("met", now_ns()))
        try:
            while line.recv(64):
                line.sendall(b".")
        except OSError:
            self.events.append(("gave up", now_ns()))
        # It says so to nobody, as with a router that has forgotten the connection.
        self.kept.append(line)

    def count(self, event):
        return sum(name == event for name, _ in self.events)

    def close(self):
        self.server.close()


def test_network_peer(bench):
    """the other end of a connection gives up on a frozen program"""
    peer = bench.keep(Peer())
    plain, plain_log = app_command(bench, "talking", str(peer.port), "plain")
    cage = bench.cage()
    cage.start(plain)
    wait_until("the connection", lambda: peer.count("met") == 1, 10)
    cage.freeze()
    wait_until("the peer's end", lambda: peer.count("gave up") == 1, 10)
    cage.thaw()
    thawed = now_ns()
    wait_until("the next connection", lambda: peer.count("met") == 2, 30)
    blind = (peer.events[-1][1] - thawed) / 1e9
    cage.close()
    bench.kept.remove(cage)
    plain_log.unlink(missing_ok=True)

    clever, log = app_command(bench, "talking", str(peer.port), "told")
    before = peer.count("met")
    app = bench.command("e2e.talking", clever)
    wait_until("the connection", lambda: peer.count("met") > before, 10)
    wait_until("the app attaching", lambda: told(log, "didBecomeActive"), 10)
    gave_up = peer.count("gave up")
    bench.suspend(app)
    wait_until("the peer's end", lambda: peer.count("gave up") > gave_up, 10)
    before = peer.count("met")
    thawed = now_ns()
    bench.call("Launch", app=app)
    wait_until("the next connection", lambda: peer.count("met") > before, 10)
    took = (peer.events[-1][1] - thawed) / 1e6
    seconds = int(told(log, "willEnterForeground")[-1]["suspendedMicroseconds"]) / 1e6
    return Row(
        f"the peer gave up after {peer.PATIENCE_SECONDS} s; the thawed program waited {blind:.1f} s for "
        "an answer before it reconnected",
        f"notified of a freeze of {seconds:.1f} s, it reconnected {took:.0f} ms after the thaw was "
        "requested",
        bench.ledger(app, "thawed"),
    )


SERVER = """
import os, socket, sys
served = socket.socket()
served.bind(("127.0.0.1", 0))
served.listen(8)
with open(sys.argv[1] + ".new", "w") as file:
    file.write(str(served.getsockname()[1]))
os.rename(sys.argv[1] + ".new", sys.argv[1])
while True:
    peer, _ = served.accept()
    while question := peer.recv(100):
        peer.sendall(question)
"""


def ask(peer, seconds):
    """Sends a question and waits for its answer: how many milliseconds that took, or None."""
    begun = time.monotonic()
    peer.settimeout(seconds)
    peer.sendall(b"ask")
    try:
        require(peer.recv(100) == b"ask", "another answer came")
    except TimeoutError:
        return None
    return (time.monotonic() - begun) * 1000


@pytest.mark.quick
def test_served_socket(bench):
    """a client of a frozen server waits for its answer"""

    def server(name):
        port = bench.folder / name
        return [sys.executable, "-c", SERVER, port], port

    def connect(port):
        text = wait_until("its port", lambda: port.exists() and port.read_text(), 10)
        return socket.create_connection(("127.0.0.1", int(text)), 10)

    plain, port = server("bare")
    cage = bench.cage()
    cage.start(plain)
    wait_until("its port", port.exists, 10)
    cage.freeze()
    # The kernel makes the connection by itself; nobody answers at it.
    peer = connect(port)
    require(ask(peer, WATCH_SECONDS) is None, "a frozen server has answered")
    peer.close()
    cage.close()
    bench.kept.remove(cage)

    guarded, port = server("guarded")
    app = bench.command("e2e.server", guarded)
    wait_until("its port", port.exists, 10)
    group = bench.suspend(app)
    peer = connect(port)
    first = ask(peer, 10)
    require(first is not None, "no answer in 10 s")
    reason = bench.ledger(app, "thawed")
    # The connection is open still, and its peer asks again when the server has been frozen again.
    bench.wait_for_state(app, "suspended", 30)
    require(is_frozen(group), "it is said to be suspended and is not frozen")
    second = ask(peer, 10)
    require(second is not None, "no answer in 10 s to a question on an open connection")
    peer.close()
    return Row(
        f"no answer in {WATCH_SECONDS} s",
        f"answered after {first:.0f} ms, and after {second:.0f} ms on an open connection; frozen again in "
        "between",
        reason,
    )


@pytest.mark.machine
def test_short_memory(bench):
    """a frozen program cannot release memory"""
    folder = bench.folder / "bare"
    folder.mkdir()
    cage = bench.cage()
    process = cage.start(hoarder(folder))
    wait_until("the memory being full", (folder / "full").exists, 30)
    cage.freeze()
    process.send_signal(signal.SIGUSR1)
    time.sleep(WATCH_SECONDS)
    kept, _ = sizes(cage.path)
    require(kept >= MEGABYTES, f"{kept} MiB are resident: it has heard")
    # It gives back what it is asked for as soon as it can.
    cage.thaw()
    wait_until("its memory", lambda: sizes(cage.path)[0] < MEGABYTES / 2, 10)
    cage.close()
    bench.kept.remove(cage)

    folder = bench.folder / "guarded"
    folder.mkdir()
    with swap() as where:
        app = bench.command("e2e.hoarder", hoarder(folder))
        before, after, took = paged_out(bench, app, folder)
        # The app leaves before its swap does.
        milliseconds = touched(bench, app, folder)
        reason = bench.ledger(app, "wrote memory of", suffix=" to swap")
        bench.torpor("uninstall", app)
        wait_until("its end", lambda: not bench.is_alive_app(app), 10)
    return Row(
        f"{kept} MiB resident {WATCH_SECONDS} s after the request",
        f"{before} MiB resident, {after} MiB after {took:.0f} s, the rest in {where}; read "
        f"back in {milliseconds} ms", reason,
    )
