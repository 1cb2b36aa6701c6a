"""Sockets, keep-alives, Newsstand, accessories (G16–G22), and what declared modes are good for (G1)."""

import http.server
import os
import signal
import socket
import threading
import time
import tty
from contextlib import closing

import pytest

from support.actors import Actor, seconds_between
from support.harness import require, wait_until
from support.jumps import Jumped

STAGE = {"profile": "linux"}
NINE = [
    "audio", "location", "voip", "fetch", "remote-notification", "newsstand-content", "external-accessory",
    "bluetooth-central", "bluetooth-peripheral",
]
PROTOCOL = "com.example.pump"


def row_G1(world):
    """the modes are declared, and each is enforced: without its mode an app is refused, or not woken"""
    app = Actor(world, "g1")
    refused = {
        "voip": app.refused("ModeNotDeclared", "RegisterForPush", kind="voIP")["message"],
        "keep-alive": app.refused("PurposeNotDeclared", "SetKeepAlive", microseconds=600_000_000)["message"],
    }
    app.refused("ModeNotDeclared", "JoinChannel", channel="crew")
    app.home(suspended=True)
    silent = world.torpor("push", "g1", '{"aps":{"content-available":1}}', status=1)
    require("'remote-notification'" in silent, silent)
    fetch = Actor(world, "g1.fetch", tasks=["g1.fetch.t"], on={"didFinishLaunching": [
        {"call": "RegisterTask", "parameters": {"identifier": "g1.fetch.t"}}]})
    fetch.refused("NotPermitted", "SubmitTask", identifier="g1.fetch.t", type="appRefresh")
    fetch.refused("NotPermitted", "SubmitTask", identifier="g1.fetch.t", type="processing")
    world.call("Locate", latitude=52.5, longitude=13.4)
    fetch.call("StartUpdatingLocation", allowsBackgroundUpdates=True)
    fetch.home(suspended=True)
    all_of_them = Actor(world, "g1.all", modes=NINE, launch=False)
    require("is installed" in all_of_them.said, all_of_them.said)
    return f"fetch, processing, pushes, VoIP, talk; the nine are taken; “{refused['voip'].split('.')[0]}”"


def ringing(world, identifier, **on):
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(10)
    connect = {"connect": server.getsockname()[1], "name": "line", "purpose": "voip"}
    app = Actor(world, identifier, {
        "didFinishLaunching": [connect], "socketReadable": [{"read": "line", "reply": "pong"}], **on,
    }, modes=("voip",))
    line, _ = server.accept()
    line.settimeout(10)
    app.home(suspended=True)
    return app, server, line


def row_G16(world):
    """a VoIP app's socket is watched: the app is woken to read it, or launched and given it back"""
    app, server, line = ringing(world, "g16")
    with server, line:
        require(app.is_frozen, "it is not frozen")
        begun = time.monotonic()
        line.sendall(b"ring")
        answer = line.recv(100)
        took = (time.monotonic() - begun) * 1000
        require(answer == b"pong" and app.events("read")[0]["text"] == "ring", f"it answered {answer}")
        require("its VoIP socket 'line'" in world.torpor("why", "g16"), "`torpor why` does not show the socket")
    with socket.create_server(("127.0.0.1", 0)) as server:
        back = {"call": "UnwatchDescriptor", "parameters": {"name": "line"}, "as": "line"}
        script = {"socketReadable": [back, {"read": "line", "reply": "pong"}]}
        app = Actor(world, "g16.dead", script, modes=("voip",))
        app.perform({"connect": server.getsockname()[1], "name": "line", "purpose": "voip"})
        line, _ = server.accept()
        line.settimeout(10)
        app.home(suspended=True)
        with line:
            os.kill(app.pid, signal.SIGKILL)
            wait_until("the end of its process", lambda: world.decisions("g16.dead", "end"), 5)
            line.sendall(b"ring")
            require(line.recv(100) == b"pong", "its new process has another connection, or none")
        require(len(app.events("started")) == 2, "it was not started again")
    return f"answered {took:.1f} ms after the ring; the new process of a dead one answers over the same connection"


@pytest.fixture(scope="module")
def kept_alive(request):
    """An app with keep-alives and a push that is held, ten minutes later."""
    with closing(Jumped(request, "linux")) as jumped:
        world = jumped.stage
        app = Actor(world, "g18", {
            "didFinishLaunching": [
                {"call": "SetKeepAlive", "parameters": {"microseconds": 600_000_000}},
                {"call": "RegisterForPush", "parameters": {"kind": "remote"}},
            ],
            "didReceiveRemoteNotification": [{"complete": "newData"}],
        }, modes=("voip", "remote-notification"))
        app.said = app.refused("KeepAliveTooShort", "SetKeepAlive", microseconds=60_000_000)["message"]
        app.home(suspended=True)
        app.left = world.decisions("g18", "moveToBackground")[0]["atMicroseconds"]
        world.call("Lock")
        silent = '{"aps":{"content-available":1},"number":%d}'
        for number in range(1, 4):
            world.torpor("push", "g18", silent % number)
            app.wait("completed", number)
            app.becomes("suspended")
        app.held = world.torpor("push", "g18", silent % 4)
        now = world.call("Status")["device"]["atMicroseconds"]
        world.later(598 - (now - app.left) / 1e6)
        app.wait("keepAlive", 1, 15)
        yield app


@pytest.mark.stand_in("the clock: a time name space")
def row_G18(kept_alive):
    """a VoIP app is called at intervals of ten minutes or more, to the second"""
    app = kept_alive
    woken = next(one for one in app.world.decisions("g18", "wake") if one["action"]["wakeReason"] == "voipSocket")
    interval = (woken["atMicroseconds"] - app.left) / 1e6
    require(599 <= interval <= 602, f"after {interval:.1f} s")
    return f"after {interval:.1f} s; of 60 s: “{app.said.split('.')[0]}”"


@pytest.mark.stand_in("the clock: a time name space")
def row_F8(kept_alive):
    """a delayed push comes along with a keep-alive"""
    app = kept_alive
    require("rate limit" in app.held, f"the fourth was not held: {app.held}")
    apart = seconds_between(app.events("keepAlive")[0], app.wait("didReceiveRemoteNotification", 4))
    require(abs(apart) < 2, f"{apart:.1f} s later")
    return f"{abs(apart) * 1000:.0f} ms apart"


# Newsstand.


class Issues(http.server.BaseHTTPRequestHandler):
    """A megabyte in two seconds; what is missing is missing."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        if "missing" in self.path:
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        for _ in range(20):
            self.wfile.write(bytes(50_000))
            time.sleep(0.1)


@pytest.fixture(scope="module")
def press():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Issues)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def magazine(world, identifier, url):
    opening = [{"call": "OpenSession", "parameters": {"session": "issues"}}]
    app = Actor(world, identifier, {
        "didFinishLaunching": [{"call": "RegisterForPush", "parameters": {"kind": "remote"}}, *opening],
        "handleEventsForBackgroundURLSession": opening,
        "issueAnnounced": [
            {"call": "StartTransfers", "parameters": {"session": "issues", "transfers": [{"url": url}]}},
            {"complete": "newData"},
        ],
    }, modes=("newsstand-content",))
    app.home(suspended=True)
    world.torpor("push", identifier, '{"aps":{"content-available":1}}')
    app.wait("issueAnnounced")
    wait_until("its download", lambda: any("first" in one["reply"] for one in app.events("called")), 10)
    return app


def row_G19(world, press):
    """a Newsstand app is run for an issue; the system downloads it although the app is killed, and wakes it"""
    app = magazine(world, "g19", f"{press}/issue")
    app.die()
    told = app.wait("issueDownloaded", 1, 15)
    require(len(app.events("started")) == 2 and "errorCode" not in told, f"told {told}")
    said = world.torpor("push", "g19", '{"aps":{"content-available":1}}', status=None)
    require(len(app.events("issueAnnounced")) == 1, "a second issue of the day ran it")
    return f"in a new process, with its file; a second issue: “{said.splitlines()[0]}”"


def row_G20(world, press):
    """… and wakes it on an error, too"""
    app = magazine(world, "g20", f"{press}/missing")
    told = app.wait("issueDownloaded", 1, 15)
    require(told.get("status") == 404 or told.get("errorCode"), f"told {told}")
    return f"status {told.get('status')}, {told.get('errorName')}: {told.get('cause', '')}"


# Accessories.


@pytest.mark.stand_in("the accessory: a pseudo terminal")
def row_G21(world):
    """a session with an accessory is kept, and data wakes its app"""
    far, near = os.openpty()
    tty.setraw(near)
    try:
        opening = {"open": os.ttyname(near), "name": "line", "accessory": "pulse"}
        app = Actor(world, "g21", {
            "didFinishLaunching": [{"call": "OpenAccessory", "parameters": {"accessory": "pulse"}}],
            "accessoryDidConnect": [opening], "accessoryData": [{"read": "line"}],
        }, modes=("external-accessory",), protocols=[PROTOCOL])
        world.torpor("accessory", "plug", "pulse", "--protocol", PROTOCOL, "--device", os.ttyname(near))
        app.wait("handedOver")
        app.home(suspended=True)
        world.says("the line 'line' of an accessory", "why", "g21")
        begun = time.monotonic()
        os.write(far, b"72 bpm")
        require(app.wait("read")["text"] == "72 bpm", "it read something else")
        app.becomes("suspended", 15)
        awake = time.monotonic() - begun
        require(9 < awake < 13, f"it ran for {awake:.1f} s")
        return f"read '72 bpm', and was frozen {awake:.1f} s later"
    finally:
        world.torpor("accessory", "unplug", "pulse", status=None)
        os.close(far)
        os.close(near)


@pytest.mark.stand_in("the accessory: plugged by a call")
def row_G22(world):
    """an accessory that comes or goes wakes an app that is suspended, and launches none"""
    far, near = os.openpty()
    tty.setraw(near)
    plug = ("accessory", "plug", "pulse2", "--protocol", PROTOCOL, "--device", os.ttyname(near))
    try:
        app = Actor(world, "g22", {
            "didFinishLaunching": [{"call": "OpenAccessory", "parameters": {"accessory": "pulse2"}}],
        }, modes=("external-accessory",), protocols=[PROTOCOL])
        app.home(suspended=True)
        world.torpor(*plug)
        app.wait("accessoryDidConnect")
        require(app.state == "background", f"told, it is {app.state}")
        app.becomes("suspended", 15)
        world.torpor("accessory", "unplug", "pulse2")
        app.wait("accessoryDidDisconnect")
        app.die()
        world.torpor(*plug)
        time.sleep(0.5)
        require(app.state == "notRunning", f"dead, it is {app.state} now")
        return "suspended: woken for both; dead: not launched"
    finally:
        world.torpor("accessory", "unplug", "pulse2", status=None)
        os.close(far)
        os.close(near)
