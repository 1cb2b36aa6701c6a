"""Background transfers (E)."""

import base64
import hashlib
import http.server
import os
import threading
import time
from contextlib import closing

import pytest

from support.actors import Actor, Stage
from support.harness import require, wait_until
from support.machines import machine

STAGE = {"profile": "ios26"}
SIZE = 3_000_000
BODY = os.urandom(1000) * (SIZE // 1000)
CREDENTIAL = "Basic " + base64.b64encode(b"ann:secret").decode()
DIGEST = hashlib.sha256(BODY).hexdigest()


class Handler(http.server.BaseHTTPRequestHandler):
    """`/SECONDS/…` gives the body in that time, with ranges; `/basic/…` asks who is there; PUT takes all."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        kind = self.path.split("/")[1]
        self.server.asked.append((self.path, self.headers.get("Range")))
        if kind == "basic" and self.headers.get("Authorization") != CREDENTIAL:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="letters"')
            self.send_header("Content-Length", "0")
            return self.end_headers()
        if kind == "missing":
            self.send_response(404)
            self.send_header("Content-Length", "0")
            return self.end_headers()
        start = int((self.headers.get("Range") or "bytes=0-").removeprefix("bytes=").split("-")[0])
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{SIZE - 1}/{SIZE}")
        self.send_header("Content-Length", str(SIZE - start))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("ETag", '"one"')
        self.end_headers()
        seconds = float(kind) if kind.replace(".", "").isdigit() else 0
        step = SIZE // 50
        try:
            for offset in range(start, SIZE, step):
                self.wfile.write(BODY[offset:offset + step])
                if seconds:
                    time.sleep(seconds / 50)
        except OSError:
            pass  # Whoever asked is gone.

    def do_PUT(self):
        self.server.taken = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()


@pytest.fixture(scope="module")
def server():
    found = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.daemon_threads, found.asked, found.taken = True, [], None
    found.url = lambda path: f"http://127.0.0.1:{found.server_port}/{path}"
    threading.Thread(target=found.serve_forever, daemon=True).start()
    yield found
    found.shutdown()
    found.server_close()


def loading(world, identifier, session=None, modes=(), **on):
    """An app that opens its session at every launch, keeps what comes, and says that it has heard all."""
    opening = [{"call": "OpenSession", "parameters": {"session": "media", **(session or {})}}]
    script = {
        "didFinishLaunching": opening, "handleEventsForBackgroundURLSession": opening,
        "didFinishDownloading": [{"keep": "kept"}], **on,
    }
    return Actor(world, identifier, script, modes=modes)


def start(app, *urls, **content):
    wanted = [{"url": url, **content} for url in urls]
    return app.call("StartTransfers", session="media", transfers=wanted)["first"]


def row_E1(world, server):
    """a transfer runs in a process of its own, continues while its app is suspended, and wakes it when it is done"""
    app = loading(world, "e1")
    start(app, server.url("2/e1"))
    app.home(suspended=True)
    require(app.is_frozen and not app.events("kept"), "it was not frozen meanwhile")
    woken = app.wait("handleEventsForBackgroundURLSession")
    require(app.wait("kept")["sha256"] == DIGEST, "it is not what the server has")
    app.wait("didFinishEvents")
    app.becomes("suspended")
    return f"frozen at once, woken for '{woken['session']}', the file is whole"


def row_E2(world, server):
    """when the app dies the transfers continue, and it is launched once, when all are done"""
    app = loading(world, "e2")
    start(app, server.url("1/e2a"), server.url("2/e2b"))
    app.home(suspended=True).die()
    app.wait("didFinishEvents", 1, 15)
    launches = app.events("didFinishLaunching")[1:]
    require([one.get("wakeReason") for one in launches] == ["transfer"], f"launched {launches}")
    require([one["sha256"] for one in app.events("kept")] == [DIGEST] * 2, "the files are not whole")
    return "one launch for two files"


def row_E3(world, server):
    """an app that the user ends has its transfers cancelled, and is told at its next launch"""
    app = loading(world, "e3")
    start(app, server.url("20/e3"))
    app.home(suspended=True).quit()
    app.launch()
    told = app.wait("didCompleteWithError")
    require((told["errorCode"], told["cancellationReason"]) == (-999, 0), f"told {told}")
    world.explains("e3", "transfersCancelled", "the user removed it from the app switcher")
    code, reason = told["errorCode"], told["cancellationReason"]
    return f"{told['errorName']} {code}, reason {reason}; question Q21 still knows why"


def row_E4(world, server):
    """an app that is alive is told in the usual way"""
    app = loading(world, "e4")
    start(app, server.url("0/e4"))
    app.wait("kept")
    app.wait("didCompleteWithError")
    require(not app.events("handleEventsForBackgroundURLSession"), "it had a launch event")
    return "no launch event"


def row_E5(world, server):
    """with sessionSendsLaunchEvents off a dead app stays dead, and is told when it is opened"""
    app = loading(world, "e5", {"sendsLaunchEvents": False})
    number = start(app, server.url("1/e5"))
    app.home(suspended=True).die()
    wait_until("the end of the transfer", lambda: row(world, number)["state"] == "completed", 10)
    time.sleep(0.5)
    require(app.state == "notRunning", f"it is {app.state}")
    app.launch()
    app.wait("kept")
    return "not launched; told on opening"


def row(world, number):
    return world.call("ListTransfers", transfer=number)["transfers"][0]


def row_E6(world, server):
    """a session of the same identifier reconnects, also after the daemon's SIGKILL"""
    app = loading(world, "e6")
    number = start(app, server.url("2/e6"))
    app.die()
    world.kill()
    world.start()
    app.launch()
    listed = app.call("ListTransfers", session="media")["transfers"]
    done = [one["transfer"] for one in app.events("didFinishDownloading")]
    require(number in [one["transfer"] for one in listed] + done, f"it lists {listed}")
    require(app.wait("kept")["sha256"] == DIGEST, "it is not what the server has")
    return f"transfer {number} is the new process's"


def row_E7(world, server):
    """a dead app is launched for a challenge, and answers it"""
    answer = {
        "call": "AnswerChallenge",
        "parameters": {"transfer": "$transfer", "disposition": "useCredential", "user": "ann", "password": "secret"},
    }
    app = loading(world, "e7", didReceiveChallenge=[answer])
    app.home(suspended=True)
    app.launch()
    wanted = {"session": "media", "transfers": [{"url": server.url("basic/e7")}]}
    asking = {"call": "StartTransfers", "parameters": wanted}
    app.perform({"later": [{"wait": 0.3}, asking, {"exit": 1}]})
    # The challenge may reach the process that is about to end: then the next launch is a minute later.
    wait_until("its launch for it", lambda: app.events("didFinishLaunching")[1:], 90)
    told = app.wait("didReceiveChallenge", 1, 90)
    require(app.wait("kept")["sha256"] == DIGEST, "it did not get the file")
    return f"asked for '{told['challenge']['realm']}' in a new process, answered, done"


@pytest.mark.stand_in("power: the machine's files")
def row_E8(request, server):
    """a discretionary transfer waits for external power"""
    with closing(Stage(request.config.option.bin.resolve(), "battery", profile="ios26")) as world:
        world.machine = machine(world.folder / "machine", is_online=False, battery_percent=60)
        world.start_or_skip()
        app = loading(world, "e8", {"isDiscretionary": True})
        number = start(app, server.url("0/e8"))
        app.home(suspended=True)
        lacking = {one["reason"] for one in row(world, number)["blockers"] if not one["holds"]}
        require("externalPower" in lacking, f"it waits for {lacking}")
        machine(world.machine, is_online=True, battery_percent=60)
        # The kernel would tell of its adapter; a folder cannot, and is read at the start.
        world.kill()
        world.start()
        app.wait("kept", 1, 15)
        return f"waited for {', '.join(sorted(lacking))}; ran with the adapter"


def row_E9(world, server):
    """an upload is sent from a file, which must lie in the app's container"""
    app = loading(world, "e9")
    container = app.perform({"save": "letter", "text": "x" * 3_000_000}) and next(
        path for path in (world.folder / "state").glob("**/e9/letter")
    )
    start(app, server.url("put"), file=str(container), method="PUT")
    app.wait("didCompleteWithError")
    require(server.taken == b"x" * 3_000_000, "the server has something else")
    outside = [{"url": server.url("put"), "file": "/etc/hostname"}]
    told = app.refused("FileOutsideContainer", "StartTransfers", session="media", transfers=outside)
    require(told["file"] == "/etc/hostname" and told["container"] in told["message"], f"told {told}")
    return f"3 MB are equal; of another file: “{told['message'].split(':')[0]}”"


@pytest.mark.stand_in("a restart: another boot id and a clock that begins anew")
def row_E10(request, server):
    """transfers outlive the daemon and a restart of the machine, and continue where they were"""
    with closing(Stage(request.config.option.bin.resolve(), "boots", profile="ios26")) as world:
        world.start_or_skip()
        app = loading(world, "e10")
        number = start(app, server.url("4/e10"))
        wait_until("the first bytes", lambda: row(world, number).get("progress", {}).get("bytes", 0) > SIZE // 3, 10)
        world.kill()
        world.start()
        ranges = lambda: [asked for path, asked in server.asked if path.endswith("e10") and asked]
        wait_until("the rest being asked for", ranges, 10)
        # What was not synced yet is not trusted after a restart of the machine.
        world.reboot()
        wait_until("the end", lambda: row(world, number)["state"] == "completed", 20)
        app.wait("kept", 1, 15)
        require(app.events("kept")[0]["sha256"] == DIGEST, "it is not what the server has")
        return f"after a SIGKILL with Range: {ranges()[0]}; complete after the restart, its app launched for it"


def row_E11(world, server):
    """what a push asks for goes to the service: discretionary, and each start more waits longer"""
    begin = lambda name: {"call": "StartTransfers", "parameters": {
        "session": "media", "transfers": [{"url": server.url(f"1/{name}")}]}, "as": name}
    app = loading(
        world, "e11", modes=("remote-notification",),
        didReceiveRemoteNotification=[begin("first"), {"complete": "newData"}],
        handleEventsForBackgroundURLSession=[begin("second")],
    )
    app.home(suspended=True)
    world.call("Lock")
    try:
        world.torpor("push", "e11", '{"aps":{"content-available":1}}')
        first = app.wait("called", 2)["reply"]["first"]
        require(row(world, first)["isDiscretionary"], "it is not discretionary")
        app.wait("kept", 1, 15)
        second = wait_until("the second start", lambda: [
            one["reply"]["first"] for one in app.events("called")[2:] if "first" in one["reply"]
        ], 10)[0]
        held = wait_until("its wait", lambda: [
            one for one in row(world, second)["blockers"] if not one["holds"] and one["reason"] == "rateLimit"
        ], 5)[0]
        world.explains("e11", "downloadsStop", "each start in the background delays the next transfer more")
        return f"the second waits until {held['untilMicroseconds'] / 1e6:.0f} s; question Q18 says so"
    finally:
        world.call("Unlock")
