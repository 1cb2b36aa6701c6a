"""A scenario on a real daemon: its world is made, its script performed in real time, its ledger read."""

import json
import os
import plistlib
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time

from support.actors import Stage
from support.bridge import Bridge
from support.harness import APPS, PATIENCE_SECONDS, Failure, Skip, wait_until
from support.machines import machine
from support.scenario import seconds, size
from support.servers import Nginx
from support.stand_ins import Memory, Network, openings, setting_parameters, zone_of

# What the simulator's device has, in MiB: all that apps may use together, and nearly all of it is free.
MEMORY_MEBIBYTES = (4096, 3900)
# Bytes a second: the bandwidth of a scenario's device, where it says nothing else.
RATE = "5 MB/s"

# Set where all are to end before they are over.
stopped = threading.Event()


class Twin(Stage):
    """A daemon of one scenario, its apps, and a desktop."""

    def __init__(self, bin_folder, scenario):
        options = ["--passcode"] if scenario.device.get("passcode", True) else []
        super().__init__(bin_folder, "twin", profile=scenario.profile, options=options)
        self.scenario = scenario
        self.machine = machine(self.folder / "machine", memory_mebibytes=MEMORY_MEBIBYTES)
        self.bridge, self.nginx, self.network = None, None, None
        self.kept = []
        self.power = {"battery": "80%", "charging": False, **scenario.device}
        self.lateness = [(0.0, 0.0)]
        self.is_over = False
        self.sockets = []

    # The world at 0 s.

    def prepare(self):
        self.environment["TZ"] = zone_of(self.scenario.start)
        if self.scenario.has_network:
            self.network = Network(self.kept.append, self.scenario.device.get("network", "wifi"))
        try:
            self.start_daemon()
        except Failure as reason:
            # Without the rights to freeze there is nothing to compare.
            if "cgroup" not in str(reason):
                raise
            self.daemon = None
            raise Skip(f"no daemon can run here: {reason}") from reason
        self.bridge = Bridge(self.socket)
        self.tell_power()
        self.tell_use(False)
        if self.scenario.has_memory:
            self.memory = Memory(self)
        self.hear_apps()
        self.take_lines()
        if self.scenario.has_transfers:
            self.serve()
        device = self.scenario.device
        if device.get("lowPowerMode"):
            self.call("ChangeSetting", lowPowerMode=True)
        if "backgroundRefresh" in device:
            self.call("ChangeSetting", backgroundRefresh=device["backgroundRefresh"])
        for app in self.scenario.apps:
            self.install(app)

    @property
    def within(self):
        return self.network.within if self.network else []

    def start_daemon(self):
        with open(self.log, "ab") as log:
            self.daemon = subprocess.Popen(
                [*self.within, *self.daemon_command()], stdout=log, stderr=log, env=self.environment, start_new_session=True)
        self.wait_for_daemon(PATIENCE_SECONDS)

    def tell_power(self):
        percent = int(str(self.power["battery"]).rstrip("%"))
        self.bridge.report({"power": {"batteryPercent": percent, "isOnExternalPower": self.power["charging"]}})
        wait_until(
            "the charge", lambda: self.call("Status")["device"].get("batteryPercent") == percent)

    def hear_apps(self):
        """Takes the apps' word of their sound."""
        path = str(self.folder / "notices")
        notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notices.bind(path)
        self.sockets.append(notices)

        def listen():
            while not self.is_over:
                try:
                    said = json.loads(notices.recv(4096))
                except OSError:
                    return  # It is over.
                self.bridge.hear(said["pid"], said["plays"])

        threading.Thread(target=listen, daemon=True).start()
        self.notices = path

    def take_lines(self):
        """The other end of the sockets that apps hand over."""
        server = socket.create_server(("127.0.0.1", 0))
        self.sockets.append(server)
        self.lines = {}

        def accept():
            while not self.is_over:
                try:
                    line, _ = server.accept()
                    alias = line.makefile("r").readline().strip()
                    self.lines.setdefault(alias, []).append(line)
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        self.line = server.getsockname()[1]

    def serve(self):
        """nginx, which sends as fast as the network of the scenario's device is."""
        number, unit, _ = re.split(r"[ /]", self.scenario.device.get("bandwidth", RATE))
        bytes_per_second = int(float(number) * {"B": 1, "kB": 1e3, "MB": 1e6}[unit])
        self.nginx = Nginx(
            self.folder / "nginx", listen=f"listen {Network.SERVER}:PORT;", within=self.network.theirs.within,
            rate=f"{bytes_per_second}")
        for app in self.scenario.apps:
            for step in app.steps:
                if "download" in step:
                    size = step["download"]["size"]
                    with open(self.folder / "nginx" / "www" / str(size), "wb") as file:
                        file.truncate(size)

    def install(self, app):
        names = {"Identifier": app.identifier, "DisplayName": app.alias, "Executable": "twin"}
        facts = {**app.info, **{f"CFBundle{key}": name for key, name in names.items()}}
        bundle = self.folder / f"{app.alias}.app"
        bundle.mkdir()
        (bundle / "Info.plist").write_bytes(plistlib.dumps(facts))
        definition = {
            "alias": app.alias, "on": app.on, "notices": self.notices, "line": self.line,
            "server": f"http://{Network.SERVER}:{self.nginx.port}" if self.nginx else "",
        }
        if self.scenario.has_memory:
            definition["memory"] = app.memory
        words = [sys.executable, "-B", "-S", "-E", APPS / "twin.py", self.app_log(app), json.dumps(definition)]
        executable = bundle / "twin"
        executable.write_text(f"#!/bin/sh\nulimit -c 0\nexec {shlex.join(str(word) for word in words)}\n")
        executable.chmod(0o755)
        self.torpor("install", str(bundle))
        self.allow(app.identifier)
        settings = setting_parameters(app.settings)
        if settings:
            self.call("ChangeSetting", app=app.identifier, **settings)
        if app.history:
            self.call("AddUsage", app=app.identifier, openedWallMicroseconds=openings(app.history, self.scenario.start))

    def app_log(self, app):
        return self.folder / f"{app.alias}.jsonl"

    # The script.

    def run(self, length):
        """Performs the script, and waits until so much time has passed since 0 s."""
        self.first = self.newest_decision()
        self.began = time.clock_gettime(time.CLOCK_BOOTTIME)
        # Both clocks at one moment, as nearly as a call can tell them.
        at = self.call("Status")["device"]["atMicroseconds"] / 1e6
        self.zero = at - (time.clock_gettime(time.CLOCK_BOOTTIME) - self.began)
        for at, action, value in self.scenario.script:
            if at > length:
                break
            self.sleep_until(at)
            self.perform(action, value)
            done = time.clock_gettime(time.CLOCK_BOOTTIME) - self.began
            self.lateness.append((at, max(done - at, self.lateness[-1][1])))
        self.sleep_until(length)

    def wait_for_transfers(self, ends, length):
        """Waits for as many ends of transfers as the simulator has, and for as long after the last as there; `ends`: when they are there."""
        if ends:
            real = wait_until("the ends of its transfers", lambda: self.transfer_ends()[len(ends) - 1:], PATIENCE_SECONDS * 2)
            self.sleep_until(length + max(0.0, real[0] - ends[-1]))

    def transfer_ends(self):
        return [
            one["at"] for one in self.decisions()
            if one["action"]["name"] == "finish" and str(one["action"]["activity"].get("transfer", "")).isdigit()
        ]

    def sleep_until(self, at):
        left = self.began + at - time.clock_gettime(time.CLOCK_BOOTTIME)
        if stopped.wait(max(left, 0)):
            raise Failure("stopped before it was over")

    def perform(self, action, value):
        getattr(self, "do_" + action)(value)

    def identifier(self, alias):
        return next(app.identifier for app in self.scenario.apps if app.alias == alias)

    def pids(self, alias):
        log = self.folder / f"{alias}.jsonl"
        started = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        return [line["pid"] for line in started if line["event"] == "started"]

    def accepted(self, method, **parameters):
        """A call that the policy may refuse, as it refuses what the simulator's user does; a wrong call is a fault."""
        reply = self.raw_call("io.torpor.Control." + method, parameters)
        if reply.get("error", "").startswith("org.varlink.service."):
            raise Failure(f"{method} {parameters} was refused: {reply}")

    def do_launch(self, alias):
        self.accepted("Launch", app=self.identifier(alias))
        self.tell_use(True)

    def do_home(self, _):
        self.accepted("Home")
        self.tell_use(False)

    def do_lock(self, _):
        self.accepted("Lock")

    def do_unlock(self, _):
        self.accepted("Unlock")
        self.tell_use(True)

    def do_forceQuit(self, alias):
        self.accepted("Quit", app=self.identifier(alias))

    def do_uninstall(self, alias):
        self.accepted("Uninstall", app=self.identifier(alias))

    def do_kill(self, alias):
        self.signal(alias, signal.SIGKILL)

    def do_crash(self, alias):
        self.signal(alias, signal.SIGABRT)

    def signal(self, alias, number):
        try:
            os.kill(self.pids(alias)[-1], number)
        except (IndexError, ProcessLookupError):
            pass  # It does not run.

    def do_daemonCrash(self, _):
        self.kill()
        self.start_daemon()
        self.bridge.attach()
        self.tell_power()
        self.bridge.tell_sound()

    def do_battery(self, value):
        self.power["battery"] = value
        self.tell_power()

    def do_charging(self, value):
        self.power["charging"] = value
        self.tell_power()

    def do_network(self, value):
        self.network.become(value)

    def do_needMemory(self, value):
        self.memory.take(size(value))

    def do_lowPowerMode(self, value):
        self.accepted("ChangeSetting", lowPowerMode=value)

    def do_backgroundRefresh(self, value):
        if isinstance(value, str):
            return self.accepted("ChangeSetting", backgroundRefresh=value)
        for alias, setting in value.items():
            self.accepted("ChangeSetting", app=self.identifier(alias), backgroundRefresh=setting)

    def do_allow(self, value):
        parameters = setting_parameters({key: one for key, one in value.items() if key != "app"})
        if "app" in value:
            parameters["app"] = self.identifier(value["app"])
        self.accepted("ChangeSetting", **parameters)

    def do_push(self, value):
        parameters = {
            "app": self.identifier(value["to"]), "payload": json.dumps(value.get("payload", {})),
            "type": value.get("type", "alert"), "priority": int(value.get("priority", 10)),
        }
        if "collapseId" in value:
            parameters["collapseIdentifier"] = value["collapseId"]
        if "expiration" in value:
            parameters["lifetimeMicroseconds"] = int(seconds(value["expiration"]) * 1e6)
        self.accepted("Push", **parameters)

    def do_location(self, value):
        self.bridge.receiver.move(float(value["lat"]), float(value["lon"]))

    def do_tapNotification(self, name):
        self.bridge.answer(name)

    def do_dismissNotification(self, name):
        self.bridge.dismiss(name)

    def do_answerNotification(self, value):
        self.bridge.answer(value["id"], value["action"])

    def do_screenSaver(self, value):
        self.bridge.report({"screenSaver": {"isOn": value}})

    def do_prepareForSleep(self, value):
        self.bridge.report({"prepareForSleep": {"isStarting": value}})

    def do_input(self, value):
        self.bridge.report({"idle": {"isIdle": not value, "sinceMicrosecondsAgo": 0}})

    def tell_use(self, is_used):
        """A desktop reports use as the simulator's device takes it: while an app is in front, unless the script says."""
        if not any(action == "input" for _, action, _ in self.scenario.script):
            self.do_input(is_used)

    def do_socketData(self, value):
        for line in self.lines.get(value["to"], []):
            line.sendall(b"hello\n")

    def do_simulateLaunch(self, task):
        self.accepted("SimulateLaunch", task=task)

    def do_simulateExpiration(self, task):
        self.accepted("SimulateExpiration", task=task)

    def do_cancelTask(self, task):
        self.accepted("CancelTask", task=task)

    # What came of it.

    def newest_decision(self):
        decisions = self.call("Log", count=1)["decisions"]
        return int(decisions[-1]["sequence"]) if decisions else -1

    def decisions(self):
        """What was decided since 0 s, as `torpor log --json` prints it; moments in seconds since then."""
        lines = [json.loads(line) for line in self.torpor("log", "--json", "-n", "1000").splitlines()]
        return [
            {**one, "at": one["atMicroseconds"] / 1e6 - self.zero}
            for line in lines for one in line["decisions"] if int(one["sequence"]) > self.first
        ]

    def callbacks(self):
        """What each app was told, by its own word."""
        found = []
        for app in self.scenario.apps:
            log = self.app_log(app)
            for line in log.read_text().splitlines() if log.exists() else []:
                event = json.loads(line)
                if event["event"] == "called":
                    found.append({"app": app.alias, "name": event["name"], "at": event["ns"] / 1e9 - self.began})
        return found

    def starts(self):
        """When each process of each app ran its first line."""
        found = {}
        for app in self.scenario.apps:
            log = self.app_log(app)
            events = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
            found[app.alias] = [one["ns"] / 1e9 - self.began for one in events if one["event"] == "started"]
        return found

    def late(self, at):
        """How late the script was by then."""
        return max(late for moment, late in self.lateness if moment <= at + 0.001)

    def close(self):
        self.is_over = True
        try:
            if self.bridge:
                self.bridge.close()
            if self.nginx:
                self.nginx.close()
            for one in self.sockets:
                one.close()
        finally:
            try:
                super().close()
            finally:
                for one in self.kept:
                    one.close()
