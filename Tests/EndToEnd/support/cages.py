"""What the rows of the hazard table share: a program frozen by hand, and the same one as an app."""

import collections
import json
import pathlib
import subprocess
import sys
import time

from support import harness
from support.desktop import Desktop
from support.harness import APPS, Failure, is_frozen, require, wait_until

# How long a frozen program is watched to see that it does not answer: our choice. The library of a
# caller over D-Bus would wait for 25 s; a person does not.
WATCH_SECONDS = 3

# What was seen of the bare mechanism and under the guard, and the ledger's words.
Row = collections.namedtuple("Row", "without guarded ledger")


class Cage:
    """A plain control group that is frozen by writing to it: the mechanism without the guard."""

    def __init__(self, path):
        self.path = path
        self.path.mkdir()

    def start(self, command, **options):
        """Starts a program in the group."""
        process = subprocess.Popen(
            [str(part) for part in command], stdin=options.pop("stdin", subprocess.DEVNULL),
            stdout=options.pop("stdout", subprocess.DEVNULL),
            stderr=options.pop("stderr", subprocess.DEVNULL), **options,
        )
        (self.path / "cgroup.procs").write_text(str(process.pid))
        return process

    def order(self, is_to_freeze):
        (self.path / "cgroup.freeze").write_text("1" if is_to_freeze else "0")

    def freeze(self):
        self.order(True)
        wait_until("the freeze", lambda: is_frozen(self.path), 5, 0.001)

    def thaw(self):
        self.order(False)
        wait_until("the thaw", lambda: not is_frozen(self.path), 5, 0.001)

    def close(self):
        (self.path / "cgroup.kill").write_text("1")

        def is_removed():
            try:
                self.path.rmdir()
                return True
            except OSError:
                return False

        wait_until("the end of a group", is_removed)


class Bench(harness.World):
    """A daemon of one row's own, and what the row has started beside it."""

    def __init__(self, bin_folder):
        super().__init__(bin_folder, "hazards")
        self.kept = []

    def keep(self, thing):
        """Has `thing.close` called at the end."""
        self.kept.append(thing)
        return thing

    def close(self):
        try:
            for thing in reversed(self.kept):
                thing.close()
        finally:
            super().close()

    def cage(self):
        # Beside the daemon's groups: there this user may make some.
        beside = next(pathlib.Path(harness.cgroup_mount()).glob(f"**/{self.groups}"))
        return self.keep(Cage(beside.with_name(f"{self.groups}-bare{len(self.kept)}")))

    def desktop(self, **environment):
        """A session bus, and what a bridge on it is to know."""
        desktop = self.keep(Desktop(self))
        desktop.environment.update(environment)
        return desktop

    def background(self, command, **options):
        """Starts a program outside every group; it ends with the row."""
        with open(self.folder / "background.out", "ab") as output:
            process = subprocess.Popen(
                [str(part) for part in command], stdin=options.pop("stdin", subprocess.DEVNULL),
                stdout=options.pop("stdout", output), stderr=options.pop("stderr", output), **options,
            )
        self.children.append(process)
        return process

    # Programs as apps.

    def command(self, identifier, command, environment=None, within=()):
        """Has `torpor run` start any program as an app, and leaves it in front."""
        with open(self.folder / f"{identifier}.out", "ab") as output:
            subprocess.run(
                [
                    *within, self.torpor_path, "run", "--detach", "--id", identifier, "--",
                    *[str(part) for part in command],
                ],
                env=environment or self.environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=output, timeout=60, check=True,
            )
        return identifier

    def suspend(self, identifier, seconds=20):
        """Sends the app home and waits until it stands still; its group."""
        self.call("Home", app=identifier)
        self.wait_for_state(identifier, "suspended", seconds)
        group = self.group(identifier)
        require(is_frozen(group), f"{identifier} is said to be suspended and is not frozen")
        return group

    def ledger(self, identifier, verb, seconds=5, suffix=""):
        """The newest line of the ledger that says `verb` of the app, from the reason on."""

        def line():
            for text in reversed(self.torpor("log").splitlines()):
                if f"{verb} {identifier}{suffix}: " in text:
                    reason = text.split(f"{verb} {identifier}{suffix}: ")[1]
                    return reason.replace(str(self.folder), "…")

        return wait_until(f"'{verb} {identifier}' in the ledger", line, seconds)

    def is_alive_app(self, identifier):
        return self.state_of(identifier) != "notRunning"


def program(name, *arguments):
    """One of our small programs of apps, as a command."""
    return [sys.executable, "-B", APPS / name, *arguments]


def lines(path):
    """What a small program has logged: a JSON object a line."""
    path = pathlib.Path(path)
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines() if line.endswith("}")]


def answers_within(command, seconds, **options):
    """Whether a command ends well in time, and how long it took."""
    begun = time.monotonic()
    try:
        done = subprocess.run(
            [str(part) for part in command], capture_output=True, text=True, timeout=seconds,
            **options,
        )
    except subprocess.TimeoutExpired:
        return False, time.monotonic() - begun
    took = time.monotonic() - begun
    if done.returncode:
        raise Failure(f"{command[0]} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
    return True, took


def state_of_process(pid):
    """The letter of its state: S sleeps, D sleeps and cannot be woken, Z has ended and is not waited for."""
    return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0]
