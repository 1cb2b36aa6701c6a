"""Checks on allowances and advice: what apps may use in a day, and what their figures advise."""

import hashlib
import http.server
import json
import os
import threading
import time
from contextlib import closing

from checks.restrictions import AdministratorsFile
from support.actors import Actor, Stage
from support.harness import Skip, require, wait_until
from support.machines import machine

SILENT = '{"aps":{"content-available":1}}'
WORKS = {
    "didFinishLaunching": [{"call": "RegisterForPush", "parameters": {"kind": "remote"}}],
    "didReceiveRemoteNotification": [{"complete": "newData"}],
}


def zone_at(seconds_of_day):
    """The time zone in which it is that time of the day now, as POSIX writes it: its sign is the other way round."""
    ahead = (seconds_of_day - int(time.time()) + 43_200) % 86_400 - 43_200
    size = abs(ahead)
    return f"XYZ{'-' if ahead >= 0 else '+'}{size // 3600:02}:{size // 60 % 60:02}:{size % 60:02}"


def waits(world, app):
    """The latest decision to wait with a push for an allowance."""
    found = world.decisions(app, "wake")
    return [
        condition for one in found if one["verdict"] == "waiting"
        for condition in one["conditions"] if condition["reason"] == "energyAllowance"
    ]


def test_an_app_waits_for_its_energy_allowance(world):
    """an app that has used up its energy allowance waits with a push until midnight, also over a restart, and has it then"""
    with closing(Stage(world.bin_folder, "budgets", profile="ios26")) as own:
        own.machine = machine(own.folder / "machine", is_online=False, battery_percent=80)
        # Ten minutes before the hour: it lies in the day that ends when the zone changes.
        own.start(within=["env", f"TZ={zone_at(12 * 3600 + 50 * 60)}"])
        app = Actor(own, "e2e.eater", WORKS, modes=("remote-notification",))
        own.torpor("settings", "e2e.eater", "energyAllowance=1J", "dataAllowance=50MB")
        shown = own.torpor("settings", "e2e.eater")
        require("energyAllowance=1J" in shown and "dataAllowance=50MB" in shown, shown)
        # Exempt, so that a busy machine does not end it before it has used 3 s of the processor: 3 J by the model.
        own.torpor("exempt", "e2e.eater")
        app.home()
        app.becomes("background", 30)
        app.perform({"burn": 3.0}, seconds=120)
        own.torpor("exempt", "e2e.eater", "--end")
        app.becomes("suspended", 60)
        own.torpor("push", "e2e.eater", SILENT, "--type", "background", "--priority", "5")
        blocked = wait_until("a reason to wait", lambda: waits(own, "e2e.eater"), 30)[-1]
        used, allowed = blocked["allowance"]["used"], blocked["allowance"]["allowed"]
        require(not blocked["holds"] and allowed == 1000 and 2000 <= used <= 20_000, f"it waits for {blocked}")
        require("untilMicroseconds" in blocked, f"nothing says until when: {blocked}")
        own.says("its energy allowance is used up", "why", "e2e.eater")
        own.kill()
        own.start(within=["env", f"TZ={zone_at(12 * 3600 + 50 * 60)}"])
        own.says("its energy allowance is used up", "why", "e2e.eater")
        require(not app.events("didReceiveRemoteNotification"), "it has the push already")
        own.kill()
        # The user has travelled to where midnight comes in some seconds.
        own.start(within=["env", f"TZ={zone_at(86_400 - 5)}"])
        app.wait("didReceiveRemoteNotification", seconds=60)
        return f"{used / 1000:.1f} J used of {allowed // 1000} J; it had the push after midnight"


def test_advice_has_figures(world):
    """torpor advice names what was quit and started again, and the low battery, each with figures and a command"""
    with closing(Stage(world.bin_folder, "advice", profile="ios26")) as own:
        own.machine = machine(own.folder / "machine", is_online=False, battery_percent=80)
        own.start()
        own.says("give no reason for advice", "advice")
        app = Actor(own, "e2e.quit")
        for _ in range(3):
            app.quit()
            app.launch()
        kinds = lambda: {one["kind"]: one for one in own.call("GetAdvice")["advice"]}
        found = wait_until("advice on quitting", lambda: kinds().get("forceQuit"), 30)
        require(found["app"] == "e2e.quit" and found["times"] == 3 and found["relaunches"] == 3, f"it says {found}")
        own.says("torpor home e2e.quit", "advice")
        machine(own.folder / "machine", is_online=False, battery_percent=15)
        found = wait_until("advice on the battery", lambda: kinds().get("lowPower"), 30)
        require(found["percent"] == 15 and found["command"] == "torpor settings lowPowerMode=on", f"it says {found}")
        own.torpor(*found["command"].split()[1:])
        require("lowPower" not in kinds(), "it advises what has been done")
        page = json.loads(own.torpor("advice", "--json"))
        require([one["kind"] for one in page["advice"]] == ["forceQuit"], f"--json has {page}")
        return "3 quits and 3 starts; 15 % of battery"


BODY = bytes(range(256)) * 4000
DIGEST = hashlib.sha256(BODY).hexdigest()


class FileServer(http.server.ThreadingHTTPServer):
    """Serves one body, and counts the requests for it."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), FileHandler)
        self.asked = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self):
        self.shutdown()
        self.server_close()


class FileHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.server.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        try:
            self.wfile.write(BODY)
        except OSError:
            pass  # The service has ended the attempt.


def blockers(world, number):
    """Why a transfer waits."""
    row = world.call("ListTransfers", transfer=str(number))["transfers"][0]
    return [one["reason"] for one in row["blockers"]]


def test_automatic_downloads_wait_for_the_user(world):
    """with automatic downloads off, what an app begins to download off screen waits until its user opens it, over a kill"""
    opening = [{"call": "OpenSession", "parameters": {"session": "out"}}]
    works = {
        "didFinishLaunching": opening, "handleEventsForBackgroundURLSession": opening,
        "didFinishDownloading": [{"keep": "kept"}],
    }
    with closing(Stage(world.bin_folder, "automatic", profile="ios26")) as own, closing(FileServer()) as server:
        own.machine = machine(own.folder / "machine", is_online=True, battery_percent=80)
        own.start()
        if own.call("Status")["device"].get("network") in (None, "none"):
            raise Skip("this machine has no network, which transfers wait for")
        address = f"http://127.0.0.1:{server.server_port}/"
        app = Actor(own, "e2e.automatic", works)
        begin = lambda name: app.call(
            "StartTransfers", session="out", transfers=[{"url": address + name}])["first"]
        own.torpor("settings", "automaticDownloads=wifi")
        own.says("automaticDownloads=wifi", "settings")
        own.torpor("settings", "e2e.automatic", "automaticDownloads=off")
        own.says("automaticDownloads=off", "settings", "e2e.automatic")
        # What the user has begun is not asked.
        begin("wanted")
        wait_until("what was begun on screen", lambda: app.events("kept"), 60)
        # Exempt, so that a busy machine does not freeze it before it has asked.
        own.torpor("exempt", "e2e.automatic")
        app.home()
        # What it begins before it has returned from willResignActive counts as begun on screen.
        app.wait("didEnterBackground", seconds=30)
        app.becomes("background", 30)
        film = begin("film")
        own.torpor("exempt", "e2e.automatic", "--end")
        app.becomes("suspended", 60)
        wait_until("the reason", lambda: blockers(own, film) == ["automaticDownloadsOff"], 30)
        own.says("automatic downloads are off for its app", "why", "e2e.automatic")
        own.says(
            "Open the app, or allow automatic downloads: `torpor settings APP automaticDownloads=on`.",
            "why", "e2e.automatic", "--question", "Q18")
        if os.getuid() == 0:
            administrator = AdministratorsFile(own)
            administrator.put("* automaticDownloads=off\n")
            fixed = f"Open the app. The administrator of this machine has fixed the setting in {administrator.path}."
            remedy = lambda: " ".join(own.torpor("why", "e2e.automatic", "--question", "Q18").split())
            wait_until("the file's name in the remedy", lambda: fixed in remedy(), 30)
            own.torpor("settings", "e2e.automatic", "automaticDownloads=on", status=1)
            administrator.path.unlink()
            wait_until("the user's own remedy", lambda: fixed not in remedy(), 30)
        own.kill()
        own.start()
        # The setting and where the transfer was begun are in the journal.
        wait_until("the reason after a restart", lambda: blockers(own, film) == ["automaticDownloadsOff"], 30)
        require(server.asked == ["/wanted"], f"the server was asked for {server.asked}")
        app.launch()
        wait_until("the film", lambda: len(app.events("kept")) == 2, 60)
        digests = [one["sha256"] for one in app.events("kept")]
        require(digests == [DIGEST] * 2, "the files are not what the server has")
        require(server.asked == ["/wanted", "/film"], f"the server was asked for {server.asked}")
        return "it waited over a kill -9 of the daemon, without one request, and came when the app was opened"
