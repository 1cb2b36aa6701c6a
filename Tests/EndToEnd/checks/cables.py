"""Checks on the bytes that apps move over a network: beside the packets of a cable, and as an allowance of a day."""

import json
import subprocess
import sys
import time
from contextlib import ExitStack, closing

from checks.budgets import SILENT, zone_at
from support.actors import Actor, Stage
from support.harness import Skip, require, wait_until
from support.machines import machine
from support.servers import free_port
from support.spaces import THEIRS, Wire

MEGABYTE = 1_000_000
SIZE = 10 * MEGABYTE
# The other end of the cable: says what it has taken, and sends as much back where it is asked to.
SINK = """
import socket, sys, threading
server = socket.create_server((sys.argv[1], int(sys.argv[2])))
def serve(link):
    with link:
        first = link.recv(1 << 16)
        taken = len(first)
        while data := link.recv(1 << 16): taken += len(data)
        print(taken, flush=True)
        # A zero begins what is only taken, a one what comes back.
        link.sendall(bytes(taken) if first[:1] == b"\\1" else b"k")
while True:
    threading.Thread(target=serve, args=[server.accept()[0]], daemon=True).start()
"""
ECHO = """
import pathlib, socket, time
link = socket.create_connection(({host!r}, {port}))
link.sendall(b"\\1" * {size})
link.shutdown(socket.SHUT_WR)
left = {size}
while left: left -= len(link.recv(1 << 16))
link.close()
pathlib.Path({done!r}).touch()
time.sleep(100000)
"""


class Plugged:
    """A stage whose daemon and apps are at one end of a cable, with a server at the other end."""

    def __init__(self, stack, stage):
        self.stage = stack.enter_context(closing(stage))
        self.wire = Wire(lambda one: stack.enter_context(closing(one)))
        self.port = free_port()
        self.taken = stage.folder / "taken"
        command = [*self.wire.theirs.within, sys.executable, "-c", SINK, THEIRS, str(self.port)]
        with open(self.taken, "wb") as file:
            self.server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file)
        stage.children.append(self.server)
        connect = f"import socket; socket.create_connection(({THEIRS!r}, {self.port})).close()"
        answers = [*self.wire.ours.within, sys.executable, "-c", connect]
        wait_until("the server", lambda: subprocess.run(answers, capture_output=True).returncode == 0)

    def start(self, *words):
        # --mount: of the folder in which its interfaces are.
        self.stage.start(within=[*self.wire.ours.within, "--mount", *words])

    def counts(self):
        """Whether the kernel counts the sockets of apps here; skips where it does not."""
        sources = {one["figure"]: one for one in self.stage.call("DescribeBattery")["battery"]["sources"]}
        if not sources["network"]["isMeasured"]:
            raise Skip(sources["network"]["text"])


def moved(stage, app):
    """The bytes that the battery page has of an app: sent and received, over networks."""
    row = stage.call("DescribeBattery", app=app)["battery"]["apps"][0]
    return tuple(row["onScreen"][way] + row["offScreen"][way] for way in ("sentBytes", "receivedBytes"))


def test_battery_page_agrees_with_the_packets_of_a_cable(world):
    """the bytes of torpor battery are those that the interface has counted, within 1 %, in large packets and in frames"""
    with ExitStack() as stack:
        plugged = Plugged(stack, Stage(world.bin_folder, "cable"))
        own, wire = plugged.stage, plugged.wire
        own.machine = machine(own.folder / "machine")
        plugged.start()
        plugged.counts()
        seen = []
        for name, prepare in (("large packets", lambda: None), ("frames", wire.splits)):
            prepare()
            app, done = f"e2e.{name.split()[-1]}", own.folder / name.split()[-1]
            before = wire.ours.counted("ours")
            code = ECHO.format(host=THEIRS, port=plugged.port, size=SIZE, done=str(done))
            own.torpor("run", "--detach", "--id", app, "--", sys.executable, "-c", code)
            wait_until("its bytes", done.exists, 60)
            # The last confirmations are sent when the bytes have come; one that is missed is 0.001 %, of 1 % allowed.
            still = lambda: (one := wire.ours.counted("ours"), time.sleep(0.2), one == wire.ours.counted("ours"))[2]
            wait_until("the end of all packets", still)
            after, counted = wire.ours.counted("ours"), moved(own, app)
            for way, index in (("sent", 0), ("received", 1)):
                octets, packets = (after[index][part] - before[index][part] for part in (0, 1))
                require(octets > SIZE, f"the interface has counted {octets} bytes of {SIZE}")
                off = (counted[index] - octets) / octets * 100
                require(abs(off) <= 1, f"{name}: {counted[index]} bytes {way}, where {packets} packets had {octets}")
                seen.append(f"{name}, {way}: {counted[index]} bytes of {octets} in {packets} packets ({off:+.4f} %)")
            own.call("Quit", app=app)
        return "; ".join(seen)


def test_an_app_waits_for_its_data_allowance(world):
    """an app that has sent more than its data allowance waits with a push until midnight, also over a restart, and has it then"""
    with ExitStack() as stack:
        plugged = Plugged(stack, Stage(world.bin_folder, "data", profile="ios26"))
        own = plugged.stage
        own.machine = machine(own.folder / "machine")
        # Ten minutes before the hour: it lies in the day that ends when the zone changes.
        own.environment["TZ"] = zone_at(12 * 3600 + 50 * 60)
        zone = ["env", f"TZ={own.environment['TZ']}"]
        plugged.start(*zone)
        plugged.counts()
        script = {
            "didFinishLaunching": [{"call": "RegisterForPush", "parameters": {"kind": "remote"}}],
            "didReceiveRemoteNotification": [
                {"send": 3 * MEGABYTE, "to": [THEIRS, plugged.port]}, {"complete": "newData"},
            ],
        }
        app = Actor(own, "e2e.sender", script, modes=("remote-notification",))
        own.torpor("settings", "e2e.sender", "dataAllowance=2MB")
        app.home(suspended=True)
        push = lambda: own.torpor("push", "e2e.sender", SILENT, "--type", "background", "--priority", "5")
        push()
        # Its 3 MB are begun with less than the allowance used, and are not stopped.
        app.wait("completed", seconds=60)
        app.becomes("suspended", 30)
        wait_until("its bytes at the server", lambda: plugged.taken.read_text().split().count(str(3 * MEGABYTE)) == 1)
        push()

        def waits():
            found = own.decisions("e2e.sender", "wake")
            return [
                condition for one in found if one["verdict"] == "waiting"
                for condition in one["conditions"] if condition["reason"] == "dataAllowance"
            ]

        blocked = wait_until("a reason to wait", waits)[-1]
        used, allowed = blocked["allowance"]["used"], blocked["allowance"]["allowed"]
        require(not blocked["holds"] and allowed == 2 * MEGABYTE, f"it waits for {blocked}")
        require(3 * MEGABYTE <= used <= 3.2 * MEGABYTE, f"{used} bytes are used, of 3 MB and headers")
        require("untilMicroseconds" in blocked, f"nothing says until when: {blocked}")
        own.says("its data allowance is used up: 3 of 2 MB used today; what can wait continues when it refills", "why", "e2e.sender")
        own.says(" 00:00 (in 11h ", "why", "e2e.sender")
        own.kill()
        plugged.start(*zone)
        own.says("its data allowance is used up: 3 of 2 MB used today", "why", "e2e.sender")
        require(len(app.events("didReceiveRemoteNotification")) == 1, "it has the second push already")
        own.kill()
        # The user has travelled to where midnight comes in some seconds.
        plugged.start("env", f"TZ={zone_at(86_400 - 5)}")
        app.wait("didReceiveRemoteNotification", 2, seconds=60)
        app.wait("completed", 2, seconds=60)
        page = json.loads(own.torpor("battery", "e2e.sender", "--json"))["battery"]["apps"][0]
        sent = page["offScreen"]["sentBytes"]
        require(6 * MEGABYTE <= sent <= 6.4 * MEGABYTE, f"{sent} bytes were sent off screen, of 6 MB")
        return f"{used / 1e6:.2f} MB used of {allowed // MEGABYTE} MB; the second push came after midnight"
