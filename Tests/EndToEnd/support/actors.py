"""Apps that do what a script and a driver say (apps/actor.py), and worlds in which time and restarts are made."""

import json
import os
import pathlib
import shlex
import signal
import socket
import subprocess
import sys
import time
from xml.sax.saxutils import escape

from support.harness import APPS, Failure, Skip, World, groups_named, is_frozen, require, wait_until


class Refused(Exception):
    """A call was refused; `name` without its interface, and the parameters."""

    def __init__(self, reply):
        super().__init__(f"{reply['error']} {reply['parameters']}")
        self.name = reply["error"].split(".")[-1]
        self.parameters = reply["parameters"]


class Stage(World):
    """A daemon of one profile, whose machine, clock and boot the rows may choose."""

    def __init__(self, bin_folder, name, profile=None, options=(), machine=None):
        super().__init__(bin_folder, name)
        self.profile, self.options, self.machine = profile, list(options), machine
        self.offset = 0
        self.boots = 0

    def daemon_command(self, **options):
        options.setdefault("machine", self.machine)
        command = super().daemon_command(**options)
        return command + (["--profile", self.profile] if self.profile else []) + self.options

    # Time and boots.

    def later(self, seconds, asleep=False):
        """A daemon for which so much time has passed; the machine slept meanwhile, or nobody ran it."""
        self.kill()
        self.offset += int(seconds)
        clocks = ["--boottime", str(self.offset)] + ([] if asleep else ["--monotonic", str(self.offset)])
        self.restart(["unshare", "--time", *clocks, "--fork", "--kill-child"])

    def reboot(self):
        """A daemon after a restart of the machine: another boot id, a clock that begins anew, no process left."""
        self.kill()
        # The keepers, too, which outlive a daemon and no machine.
        for top in groups_named(self.groups):
            for file in [*top.glob("apps/*/cgroup.kill"), *top.glob("keepers/cgroup.kill")]:
                file.write_text("1")
        self.end_groups()
        self.boots += 1
        path = self.folder / f"boot{self.boots}"
        path.write_text(f"00000000-0000-4000-8000-{os.getpid():06x}{self.boots:06x}\n")
        uptime = int(time.clock_gettime(time.CLOCK_BOOTTIME))
        clocks = ["--boottime", str(20 - uptime), "--monotonic", str(20 - uptime)]
        mount = f"mount --bind {path} /proc/sys/kernel/random/boot_id && exec \"$@\""
        self.restart(
            ["unshare", "--mount", "--time", *clocks, "--fork", "--kill-child", "sh", "-c", mount, "sh"]
        )

    def mounted(self, file, place):
        """The command within which a file stands in the place of another."""
        return ["unshare", "--mount", "sh", "-c", f"mount --bind {file} {place} && exec \"$@\"", "sh"]

    def restart(self, within):
        head = within[: within.index("sh")] if "sh" in within else within
        tried = subprocess.run([*head, "true"], capture_output=True, text=True)
        if tried.returncode:
            raise Skip("no such name space can be made here: " + tried.stderr.strip())
        self.start(within=within)

    # Words.

    def says(self, words, *arguments, status=0):
        """Runs the command line and requires words in what it prints."""
        told = self.torpor(*arguments, status=status)
        flat = " ".join(told.split())
        require(words in flat, f"`torpor {' '.join(arguments)}` does not say “{words}”: {told}")
        return words

    def explains(self, app, question, cause):
        """Requires that the answer to a frequent question finds that cause."""
        checks = self.call("Diagnose", app=app, question=question)["answers"][0]["checks"]
        found = [one["text"] for one in checks if one["finding"] == "found"]
        require(cause in found, f"{question} finds {found} for {app}")

    def decisions(self, app, name=None):
        found = self.call("Log", app=app, count=1000)["decisions"]
        return [one for one in found if name in (None, one["action"]["name"])]


class Actor:
    """An app of the rows, installed and, unless told otherwise, in front."""

    def __init__(self, world, identifier, on=None, launch=True, plist="", is_allowed=True, **declares):
        self.world, self.identifier = world, identifier
        self.install(on or {}, plist, **declares)
        # The user allows it everything, unless the row is about their being asked.
        if is_allowed:
            world.allow(identifier)
        if launch:
            self.launch()

    def install(self, on, plist="", modes=(), tasks=(), protocols=(), replaces=False, name=None):
        self.log = self.world.folder / f"{self.identifier}.jsonl"
        lists = {
            "UIBackgroundModes": modes, "BGTaskSchedulerPermittedIdentifiers": tasks,
            "UISupportedExternalAccessoryProtocols": protocols,
        }
        names = {"Identifier": self.identifier, "DisplayName": name or self.identifier, "Executable": "actor"}
        keys = [f"<key>CFBundle{key}</key><string>{escape(name)}</string>" for key, name in names.items()]
        for key, values in lists.items():
            if values:
                keys.append(f"<key>{key}</key><array>{''.join(f'<string>{one}</string>' for one in values)}</array>")
        self.bundle = self.world.folder / f"{self.identifier}.app"
        self.bundle.mkdir(exist_ok=True)
        text = f"<plist><dict>{''.join(keys)}{plist}</dict></plist>"
        (self.bundle / "Info.plist").write_text(text, encoding="utf-8")
        command = shlex.join([sys.executable, "-B", str(APPS / "actor.py"), str(self.log), json.dumps(on)])
        executable = self.bundle / "actor"
        executable.write_text(f"#!/bin/sh\nexec {command}\n")
        executable.chmod(0o755)
        self.said = self.world.torpor("install", *(["--replace"] if replaces else []), str(self.bundle))

    # What the user does.

    def launch(self):
        if self.state == "active":
            return self
        before = len(self.events("didBecomeActive"))
        self.world.call("Launch", app=self.identifier)
        self.wait("didBecomeActive", before + 1, 15)
        return self

    def home(self, suspended=False):
        self.world.call("Home", app=self.identifier)
        if suspended:
            self.becomes("suspended", 20)
        return self

    def quit(self):
        self.world.call("Quit", app=self.identifier)
        self.becomes("notRunning")

    def die(self):
        """SIGKILL, as from any program of this machine."""
        os.kill(self.pid, signal.SIGKILL)
        self.becomes("notRunning")

    def set(self, **settings):
        self.world.call("ChangeSetting", app=self.identifier, **settings)

    # What it does.

    def perform(self, *steps, seconds=10):
        """Has the app perform steps now; what came of each."""
        orders = pathlib.Path(f"{self.log}.orders")
        # One that was launched just now has not made it yet.
        wait_until("the app's socket", orders.exists, seconds)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
            link.settimeout(seconds)
            link.connect(str(orders))
            link.sendall(json.dumps(steps).encode() + b"\n")
            with link.makefile("r") as words:
                try:
                    return json.loads(words.readline())
                except (OSError, ValueError):
                    raise Failure(f"{self.identifier} does not answer: it is {self.state}") from None

    def call(self, method, **parameters):
        reply = self.perform({"call": method, "parameters": parameters, "as": method})[0]
        if "error" in reply:
            raise Refused(reply)
        return reply

    def refused(self, name, method, **parameters):
        """Requires that a call is refused with that error; its parameters."""
        try:
            reply = self.call(method, **parameters)
        except Refused as refusal:
            require(refusal.name == name, f"{method} was refused with {refusal}, not {name}")
            return refusal.parameters
        raise Failure(f"{method} was accepted: {reply}")

    # What is known of it.

    @property
    def status(self):
        return self.world.why(self.identifier)["app"]

    @property
    def state(self):
        return self.status["state"]

    @property
    def pid(self):
        return self.events("started")[-1]["pid"]

    @property
    def holds(self):
        return {one["reason"] for one in self.status["heldBy"]}

    @property
    def group(self):
        return self.world.group(self.identifier)

    @property
    def is_frozen(self):
        return is_frozen(self.group)

    def events(self, name=None):
        return self.world.events(self.identifier, name)

    def names(self, since=0, without=("called", "started", "gap", "completed", "handedOver", "refused")):
        return [one["event"] for one in self.events()[since:] if one["event"] not in without]

    def wait(self, name, count=1, seconds=10):
        """Waits until the app was told so often; the last such event."""
        what = f"{name} of {self.identifier}"
        return wait_until(what, lambda: self.events(name)[count - 1:count], seconds)[0]

    def becomes(self, state, seconds=10):
        self.world.wait_for_state(self.identifier, state, seconds)

    def end_code(self, seconds=45):
        """How its present process ends."""
        launch = self.status["launch"]
        return wait_until("the end", lambda: self.world.end_of(launch), seconds, 0.1)["action"]["end"]["name"]

    def activity(self, task=None):
        """Its background work of that name that waits or runs; of a fetch without a name."""
        for one in self.world.call("ListActivities", app=self.identifier)["activities"]:
            name = one["activity"].get("task") or one["activity"].get("transfer")
            if name == task:
                return one
        return None

    def uninstall(self):
        self.world.call("Uninstall", app=self.identifier)


def seconds_between(one, other):
    return (other["ns"] - one["ns"]) / 1e9
