"""Checks on Web Push: programs that know nothing of Torpor, a library that nobody here wrote, and all between them."""

import json
import os
import shlex
import sqlite3
import subprocess
import time
from contextlib import ExitStack, closing

import pytest

from support.desktop import PYTHON, Desktop
from support.gateways import Gateway, Link
from support.harness import APPS, ROOT, Failure, World, is_frozen, require, wait_until
from support.libraries import libraries

pytestmark = pytest.mark.nested

DISTRIBUTOR = "org.unifiedpush.Distributor.torpor"


def packages():
    found = subprocess.run(
        [libraries(), "-c", "import http_ece, pathlib; print(pathlib.Path(http_ece.__file__).parent.parent)"],
        capture_output=True, text=True, check=True)
    return found.stdout.strip()


def library(*words):
    done = subprocess.run(
        [libraries(), ROOT / "Tests" / "EndToEnd" / "support" / "web_push.py", *words], capture_output=True, text=True,
        timeout=60)
    require(done.returncode == 0, f"pywebpush failed: {done.stderr.strip()}")
    return done.stdout.strip()


class Machine:
    """A gateway, the link to it, a daemon, a bus and torpor-session of their own."""

    def __init__(self, world, name, is_encrypted=False):
        self.parts, self.session = ExitStack(), None
        try:
            self.world = World(world.bin_folder, name)
            self.parts.callback(self.world.close)
            self.world.start()
            # Where the bus looks for programs that it may start.
            self.services = self.world.folder / "data" / "dbus-1" / "services"
            self.services.mkdir(parents=True)
            self.world.environment.update(
                XDG_DATA_HOME=str(self.world.folder / "data"), XDG_DATA_DIRS=str(self.world.folder / "data"))
            self.gateway = Gateway(self.world, is_encrypted)
            self.parts.callback(self.gateway.close)
            self.trust = ("--certificate", self.gateway.certificate[0]) if is_encrypted else ()
            self.link = Link(self.world, self.gateway)
            self.parts.callback(self.link.close)
            if is_encrypted:
                self.link.kill()
                self.link.begin(*self.trust)
            wait_until("the connection to the gateway", self.link.is_connected)
            self.desktop = Desktop(self.world)
            self.parts.callback(self.desktop.close)
            self.log_in()
        except BaseException:
            self.parts.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.parts.close()

    def log_in(self):
        self.session = self.desktop.bridge()
        self.desktop.wait_for(DISTRIBUTOR)

    def log_out(self):
        self.desktop.end(self.session)

    def waiting_count(self):
        """How many messages the gateway keeps of which it does not know that they were read."""
        with closing(sqlite3.connect(f"file:{self.gateway.data}/mailboxes.sqlite?mode=ro", uri=True)) as store:
            return store.execute("SELECT count(*) FROM push").fetchone()[0]

    def program(self, name, version=2, key=None):
        return Program(self, name, version, key)


class Program:
    """One of our small programs that want messages."""

    def __init__(self, machine, name, version, key):
        self.machine, self.name = machine, name
        self.folder = machine.world.folder / name
        self.folder.mkdir()
        words = [PYTHON, "-B", APPS / "pushed.py", name, version, self.folder, packages(), *([key] if key else [])]
        self.command = [str(word) for word in words]

    def install(self):
        """Tells the bus how it is started."""
        (self.machine.services / f"{self.name}.service").write_text(
            f"[D-BUS Service]\nName={self.name}\nExec={shlex.join(self.command)}\n")
        self.machine.desktop.busctl("call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ReloadConfig")

    def begin(self, until="endpoint"):
        """Has the bus start it."""
        self.machine.desktop.busctl(
            "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "StartServiceByName", "su", self.name, "0")
        return self.wait(until)

    def events(self, name=None):
        log = self.folder / "events.jsonl"
        lines = [json.loads(line) for line in log.read_text().splitlines() if line.endswith("}")] if log.exists() else []
        return [line for line in lines if name in (None, line["event"])]

    def wait(self, name, count=1):
        """What has happened that many times; the last of it."""
        wait_until(f"{self.name}: {name}", lambda: len(self.events(name)) >= count, 30)
        return self.events(name)[-1]

    def texts(self):
        return [one["text"] for one in self.events("message")]

    def end(self):
        pid = self.events("started")[-1]["pid"]
        os.kill(pid, 9)
        has_gone = lambda: self.machine.desktop.busctl("status", self.name, check=False).returncode  # noqa: E731
        wait_until(f"the end of {self.name}", has_gone)

    def is_gone(self, key):
        """Whether its sender is told that it wants nothing more."""
        try:
            return self.send("x", 410, key=key)
        except Failure:
            return None

    def send(self, text, status=201, **options):
        """A message by pywebpush."""
        if self.machine.gateway.certificate:
            options["certificate"] = str(self.machine.gateway.certificate[0])
        answer = json.loads(library(str(self.folder / "subscription.json"), text, json.dumps(options)))
        require(answer["status"] == status, f"answered: {answer}")
        return answer


def test_a_message_starts_a_program(world):
    """a Web Push message of pywebpush, over TLS and signed with its own key, starts a program that knows nothing of Torpor, which decrypts it"""
    with Machine(world, "messages", is_encrypted=True) as machine:
        mine, other = machine.world.folder / "mine.pem", machine.world.folder / "other.pem"
        key = library("--key", str(mine))
        library("--key", str(other))
        program = machine.program("org.torpor.checks.Mail", key=key)
        program.install()
        endpoint = program.begin()["endpoint"]
        require(endpoint.startswith(machine.gateway.senders + "/wpush/v2/"), f"the endpoint is {endpoint}")
        require(program.events("register")[0]["answer"] == {"success": "REGISTRATION_SUCCEEDED"}, program.events())
        program.end()
        answer = program.send("Hello", key=str(mine), urgency="high")
        told = program.wait("message")
        require(told["text"] == "Hello", f"it read {told}")
        started = [one["pid"] for one in program.events("started")]
        require(len(started) == 2 and told["pid"] == started[1], f"started as {started}, told as {told['pid']}")
        require(answer["location"].startswith(machine.gateway.senders), f"answered {answer}")
        # What a program gives as its server's key is its own mistake, and nobody else's.
        careless = machine.program("org.torpor.checks.Careless", key="A" * 87)
        careless.install()
        careless.begin("refused")
        unsigned, foreign = program.send("x", 401), program.send("x", 403, key=str(other))
        reasons = [one["body"]["reason"] for one in (unsigned, foreign)]
        require(reasons == ["MissingAuthorization", "OtherKey"], f"refused with {reasons}")
        # It registers at each start, and is told the same address.
        require({one["endpoint"] for one in program.events("endpoint")} == {endpoint}, program.events("endpoint"))
        machine.desktop.busctl("call", program.name, "/org/torpor/pushed", "org.torpor.Pushed", "Leave")
        program.wait("unregistered")
        wait_until("the gateway to know", lambda: program.is_gone(str(mine)), pause=0.2)
        return f"{endpoint[:40]}…: started by the bus, read; unsigned 401, another key 403, unregistered 410"


def test_a_frozen_program_is_thawed_for_a_message(world):
    """a program of torpor run that stands still is thawed for a message as for any push, and stands still again"""
    with Machine(world, "thaw") as machine:
        own, app = machine.world, "e2e.chat"
        program = machine.program("org.torpor.checks.Chat", version=1)
        environment = dict(own.environment, DBUS_SESSION_BUS_ADDRESS=machine.desktop.address)
        with open(own.folder / "chat.out", "wb") as output:
            subprocess.run(
                [own.torpor_path, "run", "--detach", "--id", app, "--", *program.command], env=environment,
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=60, check=True)
        program.wait("endpoint")
        require(program.events("register")[0]["answer"] == ["REGISTRATION_SUCCEEDED", ""], program.events())
        own.torpor("home", app)
        own.wait_for_state(app, "suspended", 60)
        require(is_frozen(own.group(app)), "cgroup.events does not say frozen 1")
        program.send("Wake up")
        told = program.wait("message")
        require(told["text"] == "Wake up", f"it read {told}")
        require(told["pid"] == program.events("started")[0]["pid"], "it was started anew")
        log = own.torpor("log", app)
        require("for a push" in log, f"the ledger says: {log}")
        own.wait_for_state(app, "suspended", 60)
        # The one that it has answered for is not sent again; the next one comes.
        program.send("Again")
        wait_until("the second message", lambda: program.texts() == ["Wake up", "Again"], 30)
        return [line for line in log.splitlines() if "for a push" in line][-1].strip()


def test_messages_outlive_kills(world):
    """gateway, link, daemon and session are killed with -9, before a message is handed over and right after: each is read once, in order, and none is lost"""
    with Machine(world, "messages-kills") as machine:
        program = machine.program("org.torpor.checks.Notes")
        program.install()
        program.begin()
        sent = []

        def say():
            sent.append(str(len(sent)))
            program.send(sent[-1])

        def read():
            wait_until(f"message {sent[-1]}", lambda: sent[-1] in program.texts(), 90)

        def kill(number):
            if number % 3 == 0:
                machine.gateway.kill()
                machine.gateway.begin()
            elif number % 3 == 1:
                machine.link.kill()
                machine.link.begin()
            else:
                machine.world.kill()
                machine.world.start()

        for number in range(6):
            # Right after it was read: whoever dies may not have said so yet.
            say()
            read()
            kill(number)
        for number in range(3):
            # Nobody is there who could take it, and what was accepted is on the gateway's disk alone. A session that dies
            # before its word has come there would hand a message over again.
            wait_until("what was read to be known", lambda: machine.waiting_count() == 0, 90)
            machine.log_out()
            say()
            kill(number)
            machine.log_in()
            read()
        require(program.texts() == sent, f"sent {sent}, read {program.texts()}")
        endpoints = {one["endpoint"] for one in program.events("endpoint")}
        require(len(endpoints) == 1, f"its address has changed: {endpoints}")
        return f"{len(sent)} messages and {len(sent)} kills, each read once, in order"


def test_topics_and_lifetimes(world):
    """of two messages with one topic the later is read, one whose time has passed is not, and one for now or never is not kept"""
    with Machine(world, "topics") as machine:
        program = machine.program("org.torpor.checks.News")
        program.install()
        program.begin()
        machine.log_out()
        # What says that the gateway knows of it: it may still have handed the first one over.
        program.send("now or never", ttl=0)
        program.send("short", ttl=1)
        program.send("old", topic="score")
        program.send("new", topic="score")
        program.send("last")
        wait_until("the second to pass", passed(1.5))
        machine.log_in()
        wait_until("the last message", lambda: "last" in program.texts(), 90)
        texts = program.texts()
        require(texts[-2:] == ["new", "last"] and "short" not in texts, f"read: {texts}")
        require("now or never" not in texts, f"read: {texts}")
        return f"read: {texts}"


def passed(seconds):
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end
