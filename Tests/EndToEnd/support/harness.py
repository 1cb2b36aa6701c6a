"""What the end-to-end checks share: a daemon of their own, apps, and what the kernel says of them."""

import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
APPS = ROOT / "Tests" / "EndToEnd" / "apps"
# A process may have several worlds at once, each with control groups of its own.
NUMBERS = itertools.count(1)


class Failure(Exception):
    """A check does not hold; the text says what was seen."""


class Skip(unittest.SkipTest):
    """A check cannot be made here; the text says why."""


def lacking(what):
    """What is raised where a part is missing: a reason to skip, unless everything was to be there (./test)."""
    return Failure(what) if os.environ.get("TORPOR_ALL_PARTS") else Skip(what)


def require(condition, seen):
    if not condition:
        raise Failure(seen)


# How long a check waits for what should happen soon: a machine may be slow, and others run beside it. What was
# measured is said, and does not decide. An emulated machine needs more (scripts/lab end-to-end).
PATIENCE_SECONDS = float(os.environ.get("TORPOR_PATIENCE_SECONDS", 30))


def wait_until(what, condition, seconds=5.0, pause=0.02, is_patient=True):
    """Waits for an event of the real world that takes less than `seconds` on a quiet machine."""
    if is_patient:
        seconds = max(seconds, PATIENCE_SECONDS)
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        value = condition()
        if value:
            return value
        time.sleep(pause)
    raise Failure(f"{what} did not happen within {seconds:g} s")


def cgroup_mount():
    for line in open("/proc/self/mounts"):
        fields = line.split()
        if fields[2] == "cgroup2":
            return fields[1]
    raise Skip("this kernel has no control groups of version 2 mounted")


def groups_named(name):
    """The control groups of that name, wherever they are; those of others come and go meanwhile."""
    # os.walk passes over what is gone, where glob fails.
    return [
        pathlib.Path(folder) / name for folder, names, _ in os.walk(cgroup_mount()) if name in names
    ]


def zone_of_noon():
    """The time zone in which it is about noon now: Etc/GMT+5 is five hours behind (tzdata)."""
    return f"Etc/GMT{time.gmtime().tm_hour - 12:+d}"


# Refreshes are planned by the user's day, and shortly before midnight what is left of it runs at once. So it is noon
# for everything that the checks start, whenever they run.
os.environ["TZ"] = zone_of_noon()
time.tzset()



class World:
    """A folder, a daemon, its apps; everything that was started ends with it, by process number."""

    def __init__(self, bin_folder, name="end-to-end"):
        self.bin_folder = bin_folder
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="torpor-end-to-end-"))
        self.folder.chmod(0o755)
        self.groups = f"torpor-{name}-{os.getpid()}-{next(NUMBERS)}"
        self.socket = str(self.folder / "socket")
        self.state = str(self.folder / "state")
        self.log = self.folder / "torpord.log"
        self.torpor_path = str(bin_folder / "torpor")
        self.torpord_path = str(bin_folder / "torpord")
        self.environment = dict(os.environ, TORPOR_SOCKET=self.socket, LC_ALL="C")
        self.daemon = None
        self.children = []

    # The daemon.

    def start(self, log=None, within=(), **options):
        """Starts the daemon, `within` another command if need be, and waits until it answers."""
        with open(log or self.log, "ab") as file:
            self.daemon = subprocess.Popen(
                [*within, *self.daemon_command(**options)], stdout=file, stderr=file,
                # Ctrl-C is for the checks; they end their daemons.
                start_new_session=True,
            )
        self.wait_for_daemon()

    def start_or_skip(self):
        """Starts the daemon; skips where none can run."""
        try:
            self.start()
        except (Failure, Skip) as reason:
            # Without the rights to freeze there is nothing to show; a real defect fails the same way, so
            # only a missing right is let pass.
            if "cgroup" not in str(reason):
                raise
            self.daemon = None
            raise Skip(f"no daemon can run here: {reason}") from reason

    def daemon_command(self, socket=None, state=None, groups=None, machine=None):
        return [
            self.torpord_path, "--socket", socket or self.socket, "--state", state or self.state,
            "--groups", groups or self.groups, *(["--machine", str(machine)] if machine else []),
        ]

    def wait_for_daemon(self, seconds=10):
        def answers():
            if self.daemon.poll() is not None:
                last = self.log.read_text().strip().splitlines()[-1:]
                raise Failure(f"the daemon ended with {self.daemon.returncode}: {last}")
            try:
                return self.call("GetVersion")
            except OSError:
                return None

        wait_until("the daemon's first answer", answers, seconds, pause=0.005)

    def kill(self):
        self.daemon.send_signal(signal.SIGKILL)
        self.daemon.wait()

    def stop(self):
        if self.daemon and self.daemon.poll() is None:
            os.kill(self.daemon_process_id(), signal.SIGTERM)
            self.daemon.wait(PATIENCE_SECONDS)

    def daemon_process_id(self):
        # A command that was put in front of it may have become it, or wait for it as its parent.
        program = pathlib.Path(f"/proc/{self.daemon.pid}/comm").read_text().strip()
        if program == "torpord":
            return self.daemon.pid
        text = pathlib.Path(f"/proc/{self.daemon.pid}/task/{self.daemon.pid}/children").read_text()
        return int(text.split()[0])

    def is_alive(self):
        return self.daemon.poll() is None

    # Calls.

    def call(self, method, socket_path=None, **parameters):
        """One call of io.torpor.Control; the reply's parameters, or a Failure with its error."""
        reply = self.raw_call("io.torpor.Control." + method, parameters, socket_path)
        if "error" in reply:
            raise Failure(f"{method} was refused: {reply['error']} {reply['parameters']}")
        return reply["parameters"]

    def raw_call(self, method, parameters, socket_path=None):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
            link.settimeout(PATIENCE_SECONDS)
            link.connect(socket_path or self.socket)
            message = {"method": method, "parameters": parameters}
            link.sendall(json.dumps(message).encode() + b"\0")
            return read_message(link)

    def torpor(self, *arguments, status=0, timeout=2 * PATIENCE_SECONDS, **options):
        """Runs the command line; what it printed, standard error behind standard output."""
        done = subprocess.run(
            [self.torpor_path, *arguments], env=self.environment, capture_output=True, text=True,
            timeout=timeout, **options,
        )
        text = (done.stdout + done.stderr).strip()
        if status is not None:
            require(
                done.returncode == status,
                f"`torpor {' '.join(arguments)}` ended with {done.returncode}, not {status}: {text}",
            )
        return text

    # Apps.

    def app(self, identifier, mode):
        """Starts one of our small apps and waits until it is in front."""
        log = self.folder / f"{identifier}.jsonl"
        log.unlink(missing_ok=True)
        # A detached app keeps the streams that it was given, so none of them may be a pipe of ours.
        with open(self.folder / f"{identifier}.out", "wb") as output:
            subprocess.run(
                [
                    self.torpor_path, "run", "--json", "--detach", "--id", identifier, "--",
                    sys.executable, str(APPS / "app.py"), str(log), mode,
                ],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                timeout=2 * PATIENCE_SECONDS, check=True,
            )
        wait_until(f"{identifier} attaching", lambda: self.events(identifier, "didBecomeActive"))
        return identifier

    def install(self, identifier, program, *words, modes=(), declares=(), flags=(), is_allowed=True):
        """Installs one of the programs in apps as an app, with lists and flags that its Info.plist declares.

        The user allows it everything, unless the check is about their being asked.
        """
        names = {"Identifier": identifier, "DisplayName": identifier, "Executable": program}
        keys = [f"<key>CFBundle{key}</key><string>{name}</string>" for key, name in names.items()]
        for key, values in [("UIBackgroundModes", modes), *declares]:
            listed = "".join(f"<string>{value}</string>" for value in values)
            keys.append(f"<key>{key}</key><array>{listed}</array>")
        keys += [f"<key>{flag}</key><true/>" for flag in flags]
        bundle = self.folder / f"{identifier}.app"
        bundle.mkdir()
        (bundle / "Info.plist").write_text(f"<plist><dict>{''.join(keys)}</dict></plist>", encoding="utf-8")
        log = self.folder / f"{identifier}.jsonl"
        command = [sys.executable, "-B", APPS / f"{program}.py", log, *words]
        executable = bundle / program
        executable.write_text(f"#!/bin/sh\nexec {shlex.join(str(word) for word in command)}\n")
        executable.chmod(0o755)
        self.torpor("install", str(bundle))
        if is_allowed:
            self.allow(identifier)

    def allow(self, identifier):
        """The user allows an app all that it may ask for."""
        allowed = {f"allows{name}": True for name in ("Notifications", "Microphone", "Bluetooth", "Accessories")}
        self.call("ChangeSetting", app=identifier, location="always", **allowed)

    def worker(self, identifier, mode, tasks="refresh index"):
        """Installs one of our small apps with scheduled tasks, has it submit them, and sends it home."""
        permitted = ("BGTaskSchedulerPermittedIdentifiers", [f"{identifier}.refresh", f"{identifier}.index"])
        words = [identifier, mode, *tasks.split()]
        self.install(identifier, "worker", *words, modes=("fetch", "processing"), declares=[permitted])
        self.call("Launch", app=identifier)
        wait_until(f"{identifier} submitting", lambda: self.events(identifier, "submitted"))
        self.call("Home", app=identifier)
        self.wait_for_state(identifier, "suspended")
        return identifier

    def activities(self, identifier):
        """What of the app waits or runs, by the name of the task."""
        found = self.call("ListActivities")["activities"]
        return {
            one["activity"]["task"]: one for one in found if one.get("app") == identifier
        }

    def events(self, identifier, name=None):
        log = self.folder / f"{identifier}.jsonl"
        if not log.exists():
            return []
        lines = [json.loads(line) for line in log.read_text().splitlines() if line.endswith("}")]
        return [line for line in lines if name in (None, line["event"])]

    def why(self, identifier):
        return self.call("Why", app=identifier)

    def state_of(self, identifier):
        return self.why(identifier)["app"]["state"]

    def wait_for_state(self, identifier, state, seconds=10):
        wait_until(
            f"{identifier} becoming {state}", lambda: self.state_of(identifier) == state, seconds
        )

    def socket_keepers(self):
        """The processes that hold descriptors for the daemon, by their name."""
        found = []
        for group in groups_named(self.groups):
            members = group / "keepers" / "cgroup.procs"
            for process in members.read_text().split() if members.exists() else []:
                try:
                    name = pathlib.Path(f"/proc/{process}/comm").read_text().strip()
                except OSError:
                    continue  # It has ended since.
                if name == "torpor-sockets":
                    found.append(int(process))
        return found

    def group(self, identifier):
        launch = self.why(identifier)["app"]["launch"]
        found = [
            group for top in groups_named(self.groups) for group in top.glob(f"apps/{identifier}@{launch}")
        ]
        require(len(found) == 1, f"{identifier} has {len(found)} control groups")
        return found[0]

    def end_of(self, launch):
        for decision in reversed(self.call("Log", count=1000)["decisions"]):
            if decision["action"]["name"] == "end" and decision.get("launch") == launch:
                return decision
        return None

    # The end.

    def close(self):
        try:
            if self.daemon:
                if not self.is_alive():
                    self.start()
                for app in self.call("List")["apps"]:
                    self.torpor("uninstall", app["app"], status=None)
                wait_until("the end of all apps", lambda: not self.groups_left())
        finally:
            self.stop()
            for child in self.children:
                child.kill()
                child.wait()
            for group in self.groups_left():
                for file in group.glob("cgroup.kill"):
                    file.write_text("1")
            self.end_groups()
            shutil.rmtree(self.folder, ignore_errors=True)

    def groups_left(self):
        return [
            path
            for top in groups_named(self.groups) for path in top.glob("apps/*")
            if path.is_dir()
        ]

    def end_groups(self, name=None):
        """Ends what outlives a daemon for a while, and removes its control groups."""
        name = name or self.groups
        # The dead man's switch waits 10 s for another daemon; none is to come.
        for top in groups_named(name):
            for file in top.glob("deadman/cgroup.kill"):
                file.write_text("1")

        def are_gone():
            for top in groups_named(name):
                for folder in sorted(top.glob("**/"), reverse=True):
                    try:
                        folder.rmdir()
                    except OSError:
                        pass  # Processes that were just killed take a moment to go.
            return not groups_named(name)

        wait_until("the end of the control groups", are_gone)


def read_message(link):
    answer = b""
    while not answer.endswith(b"\0"):
        bytes = link.recv(65536)
        if not bytes:
            raise ConnectionError("the daemon closed the connection")
        answer += bytes
    return json.loads(answer[:-1])


def is_frozen(group):
    return "frozen 1" in (group / "cgroup.events").read_text()


def usage_microseconds(group):
    return int(re.search(r"usage_usec (\d+)", (group / "cpu.stat").read_text())[1])


def is_running(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def now_ns():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def resident_kib(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{pid}/status").read())[1])
