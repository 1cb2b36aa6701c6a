"""Checks on apps in Apple's API: the SDK's samples as they are, run by a real daemon with a real server."""

import http.server
import json
import os
import pathlib
import plistlib
import shutil
import signal
import socketserver
import threading

import pytest

from support.harness import ROOT, is_frozen, lacking, require, wait_until

pytestmark = pytest.mark.nested

# Where scripts/sdk --samples was told to put them.
SAMPLES = pathlib.Path(os.environ.get("TORPOR_SDK", ROOT / ".build-sdk" / "installed")) / "samples"
NEWSREADER = "com.example.newsreader"
REFRESH = NEWSREADER + ".refresh"


class Feed:
    """An HTTP server with articles, which counts its answers; it can refuse to answer."""

    def __init__(self):
        self.articles = [{"id": 1, "title": "Rain"}]
        self.count = 0
        self.fails = False
        self.answers, self.asked = threading.Event(), threading.Event()
        self.answers.set()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if not outer.answers.is_set():
                    outer.asked.set()
                    outer.answers.wait(60)
                body = b"no JSON" if outer.fails else json.dumps(outer.articles).encode()
                try:
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except OSError:
                    return  # It was cancelled.
                outer.count += 1

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/feed.json"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def install_newsreader(world, url, modes=None):
    """Installs the sample as it was built; only its Info.plist names another server."""
    built = SAMPLES / "Newsreader.app"
    if not (built / "Newsreader").exists():
        raise lacking("the SDK's samples are not built (scripts/sdk FOLDER && scripts/sdk --samples FOLDER)")
    bundle = world.folder / "Newsreader.app"
    shutil.rmtree(bundle, ignore_errors=True)
    shutil.copytree(built, bundle)
    information = plistlib.loads((bundle / "Info.plist").read_bytes())
    information["FeedURL"] = url
    if modes is not None:
        information["UIBackgroundModes"] = modes
    (bundle / "Info.plist").write_bytes(plistlib.dumps(information))
    world.torpor("install", str(bundle))
    world.allow(NEWSREADER)


def home(world):
    return pathlib.Path(world.state) / "containers" / str(os.getuid()) / NEWSREADER


def saved(world):
    file = home(world) / "Documents" / "articles.json"
    return json.loads(file.read_text()) if file.exists() else {"articles": [], "openings": 0}


def printed(world, line):
    return line in world.torpor("output", NEWSREADER)


def suspended(world):
    world.wait_for_state(NEWSREADER, "suspended")
    wait_until("its being frozen", lambda: is_frozen(world.group(NEWSREADER)))


def opened(world):
    world.call("Launch", app=NEWSREADER)
    wait_until("its launch", lambda: printed(world, "launched in the foreground"))
    wait_until("its being in front", lambda: world.state_of(NEWSREADER) == "active")


def test_apples_api_refreshes_a_newsreader(world):
    """an app in UIKit and BackgroundTasks is launched dead for a refresh and a push, loads its feed, notifies, and is frozen"""
    feed = Feed()
    try:
        install_newsreader(world, feed.url)
        opened(world)
        world.call("Home", app=NEWSREADER)
        suspended(world)
        require(saved(world)["openings"] == 1, f"the background task has not saved: {saved(world)}")
        defaults = home(world) / "Library" / "Preferences" / (NEWSREADER + ".plist")
        require(defaults.exists(), f"its defaults are not in its container: {sorted(home(world).rglob('*'))}")

        end_it(world)
        world.torpor("simulate-launch", REFRESH)
        wait_until("the refresh", lambda: len(saved(world)["articles"]) == 1)
        require(printed(world, "launched in the background"), world.torpor("output", NEWSREADER))
        suspended(world)
        require(REFRESH in world.activities(NEWSREADER), "the next refresh was not submitted")

        end_it(world)
        feed.articles.append({"id": 2, "title": "Sun"})
        world.torpor("push", NEWSREADER, '{"aps": {"content-available": 1}, "headline": "Sun"}')
        wait_until("the articles of the push", lambda: len(saved(world)["articles"]) == 2)
        require(printed(world, "push: Sun"), world.torpor("output", NEWSREADER))
        suspended(world)
        require(results(world)[-1:] == ["success"], f"the refresh ended with {results(world)}")
        launches = [one["action"]["wakeReason"] for one in decisions(world, "launch") if "wakeReason" in one["action"]]
        require(launches[-2:] == ["appRefresh", "silentPush"], f"launched for {launches}")
        shown = world.call("ListNotifications", app=NEWSREADER)["notifications"]
        require(len(shown) == 1 and "Sun" in json.dumps(shown), f"shown: {shown}")
        world.call("Respond", app=NEWSREADER, notification="news")
        wait_until("the answer to the tap", lambda: printed(world, "opened: "))
        require(printed(world, "opened: Sun"), world.torpor("output", NEWSREADER))
        return f"{feed.count} loads by a dead app, one for a refresh, one for a push, frozen after each; its notice was tapped"
    finally:
        world.torpor("uninstall", NEWSREADER, status=None)
        feed.close()


def test_apples_api_reports_what_failed(world):
    """a refresh fails where its server answers nonsense, and where its time ends; a request without its mode is refused"""
    feed = Feed()
    try:
        install_newsreader(world, feed.url)
        opened(world)
        world.call("Home", app=NEWSREADER)
        suspended(world)
        feed.fails = True
        before = len(results(world))
        world.torpor("simulate-launch", REFRESH)
        wait_until("the failed load", lambda: printed(world, "not refreshed"))
        suspended(world)
        require(results(world)[before:] == ["failure"], f"it ended with {results(world)[before:]}")

        feed.answers.clear()
        world.torpor("simulate-launch", REFRESH)
        wait_until("the load", feed.asked.is_set)
        world.torpor("simulate-expiration", REFRESH)
        wait_until("its end", lambda: results(world)[before:] == ["failure", "failure"])
        suspended(world)
        feed.answers.set()
        world.torpor("uninstall", NEWSREADER)
        wait_until("its being gone", lambda: NEWSREADER not in [one["app"] for one in world.call("List")["apps"]])

        install_newsreader(world, feed.url, modes=["remote-notification"])
        opened(world)
        world.call("Home", app=NEWSREADER)
        wait_until("the refusal", lambda: printed(world, "Could not schedule app refresh"))
        suspended(world)
        lines = [line for line in world.torpor("output", NEWSREADER).splitlines() if "Could not schedule" in line]
        require("fetch" in lines[0], f"the error does not name the mode: {lines}")
        return f"twice failure; “{lines[0].split('] ')[-1]}”"
    finally:
        world.torpor("uninstall", NEWSREADER, status=None)
        feed.close()


def test_apples_api_counts_in_the_background(world):
    """an app with @UIApplicationMain counts on the main thread as long as its background task lasts, and is frozen"""
    app = "com.example.countdown"
    bundle = SAMPLES / "Countdown.app"
    if not (bundle / "Countdown").exists():
        raise lacking("the SDK's samples are not built (scripts/sdk FOLDER && scripts/sdk --samples FOLDER)")
    world.torpor("install", str(bundle))
    try:
        world.call("Launch", app=app)
        wait_until("its being in front", lambda: world.state_of(app) == "active")
        world.call("Home", app=app)
        wait_until("its end of counting", lambda: "done" in world.torpor("output", app))
        world.wait_for_state(app, "suspended")
        wait_until("its being frozen", lambda: is_frozen(world.group(app)))
        lines = world.torpor("output", app).splitlines()
        counts = [f"count {number} on the main thread: true" for number in range(5, 0, -1)]
        require(lines == ["made", *counts, "done"], f"it printed {lines}")
        process = int(world.group(app).joinpath("cgroup.procs").read_text().split()[0])
        mapped = {line.split()[-1] for line in pathlib.Path(f"/proc/{process}/maps").read_text().splitlines()}
        tls = [path for path in mapped if "libssl" in path or "libgssapi" in path]
        require(not tls, f"an app that asks no server has loaded {tls}")
        return "made by its own init(), five ticks of a timer on the main thread, then frozen, without libraries for TLS"
    finally:
        world.torpor("uninstall", app, status=None)


DIARY = "com.example.diary"
HOME = (52.5, 13.4)
# Some 300 m to the north: out of a circle of 150 m, and no large move.
STREET = (52.5027, 13.4)


def test_apples_api_keeps_a_diary_of_places(world):
    """an app in CoreLocation notes where it is, and is launched dead when it leaves the circle that it has drawn there"""
    bundle = SAMPLES / "LocationDiary.app"
    if not (bundle / "LocationDiary").exists():
        raise lacking("the SDK's samples are not built (scripts/sdk FOLDER && scripts/sdk --samples FOLDER)")
    world.torpor("install", str(bundle))
    file = pathlib.Path(world.state) / "containers" / str(os.getuid()) / DIARY / "Documents" / "diary.json"

    def noted():
        return [entry["what"] for entry in json.loads(file.read_text())] if file.exists() else []

    def said(line):
        return line in world.torpor("output", DIARY)

    def locate(place):
        world.torpor("locate", "--accuracy", "5", str(place[0]), str(place[1]))

    def frozen():
        world.wait_for_state(DIARY, "suspended")
        wait_until("its being frozen", lambda: is_frozen(world.group(DIARY)))

    try:
        world.torpor("settings", DIARY, "location=always")
        world.call("Launch", app=DIARY)
        # A place that was given before an app asked for places is not kept.
        wait_until("its asking", lambda: said("follows large moves"))
        locate(HOME)
        wait_until("its place", lambda: noted() == ["was here"])
        wait_until("its circle", lambda: said("monitors home"))
        first = json.loads(file.read_text())[0]
        require(abs(first["latitude"] - HOME[0]) < 0.001, f"it noted {first}")
        world.call("Home", app=DIARY)
        frozen()
        end_it(world, DIARY)
        locate(STREET)
        # A boundary is crossed when the device has stayed on the other side for 20 s.
        wait_until("its being told that it left", lambda: "left home" in noted(), 60)
        wait_until("what it says", lambda: said("left home, "))
        launches = [one["action"]["wakeReason"] for one in decisions(world, "launch", DIARY) if "wakeReason" in one["action"]]
        require(launches == ["region"], f"launched for {launches}")
        require(said("launched for a location"), world.torpor("output", DIARY))
        frozen()
        return f"noted {', '.join(noted())}; launched dead for a region, and frozen afterwards"
    finally:
        world.torpor("uninstall", DIARY, status=None)


MESSENGER = "com.example.messenger"


class Chat:
    """A server that answers every line, and says lines of its own to whoever is connected."""

    def __init__(self):
        self.lines, self.connections = [], []
        outer = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                outer.connections.append(self.connection)
                for line in self.rfile:
                    outer.lines.append(line.decode().strip())
                    self.connection.sendall(b"taken\n")
                outer.connections.remove(self.connection)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            # What the app has closed last is gone when the server ends.
            block_on_close = False

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_address[1]

    def say(self, line):
        self.connections[-1].sendall(f"{line}\n".encode())

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def test_apples_api_keeps_a_messenger_connected(world):
    """an app with a VoIP stream is woken frozen for what its server says, and dead for a VoIP push, which it reports as a call"""
    built = SAMPLES / "Messenger.app"
    if not (built / "Messenger").exists():
        raise lacking("the SDK's samples are not built (scripts/sdk FOLDER && scripts/sdk --samples FOLDER)")
    chat = Chat()
    bundle = world.folder / "Messenger.app"
    shutil.rmtree(bundle, ignore_errors=True)
    shutil.copytree(built, bundle)
    information = plistlib.loads((bundle / "Info.plist").read_bytes())
    information["ServerPort"] = chat.port
    (bundle / "Info.plist").write_bytes(plistlib.dumps(information))

    def said(line):
        return line in world.torpor("output", MESSENGER)

    def frozen():
        world.wait_for_state(MESSENGER, "suspended")
        wait_until("its being frozen", lambda: is_frozen(world.group(MESSENGER)))

    try:
        world.torpor("install", str(bundle))
        world.call("Launch", app=MESSENGER)
        wait_until("its being in front", lambda: world.state_of(MESSENGER) == "active")
        wait_until("its connection", lambda: len(chat.connections) == 1)
        world.call("Home", app=MESSENGER)
        wait_until("what it sends in the background", lambda: chat.lines == ["message I am away."])
        require(said("keeps its connection"), world.torpor("output", MESSENGER))
        frozen()
        chat.say("message Rain")
        wait_until("its being told", lambda: said("received: message Rain"))
        inbox = pathlib.Path(world.state) / "containers" / str(os.getuid()) / MESSENGER / "Documents" / "inbox.txt"
        require(inbox.read_text() == "Rain\n", f"it keeps {inbox.read_text()!r}")
        frozen()
        woken = [one["action"].get("wakeReason") for one in decisions(world, "wake", MESSENGER)]
        require(woken[-1:] == ["voipSocket"], f"woken for {woken}")

        world.call("Quit", app=MESSENGER)
        world.wait_for_state(MESSENGER, "notRunning")
        wait_until("its connection being closed", lambda: not chat.connections)
        world.torpor("push", "--type", "voip", MESSENGER, '{"aps": {}, "caller": "Anna"}')
        wait_until("the call", lambda: said("rings: Anna"))
        frozen()
        launched = [one["action"].get("wakeReason") for one in decisions(world, "launch", MESSENGER)]
        require(launched[-1:] == ["voipPush"], f"launched for {launched}")
        return "frozen, it has read a line of its server; quit by its user, it has reported a call"
    finally:
        world.torpor("uninstall", MESSENGER, status=None)
        chat.close()


def end_it(world, app=NEWSREADER):
    """SIGKILL, as from any program of this machine."""
    pid = int(world.group(app).joinpath("cgroup.procs").read_text().split()[0])
    os.kill(pid, signal.SIGKILL)
    world.wait_for_state(app, "notRunning")


def decisions(world, name, app=NEWSREADER):
    found = world.call("Log", app=app, count=1000)["decisions"]
    return [one for one in found if one["action"]["name"] == name]


def results(world):
    """How the refreshes of the app ended, oldest first, as the daemon tells it."""
    return [one["action"]["result"] for one in decisions(world, "finish")]
