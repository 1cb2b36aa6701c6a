"""Checks on state that lasts: journals of earlier builds, of later ones, and of damaged ones."""

import hashlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess

import harness
from harness import require

GOLDEN = harness.HERE.parents[1] / "Tests" / "Golden"


def summary(world):
    """What the daemon says of the things that must last, without what passes."""
    app = "golden.reader"
    listed = [one for one in world.call("List")["apps"] if one["app"] == app]
    tasks = world.call("ListActivities", app=app)["activities"]
    usage = world.call("DescribeUsage", app=app).get("usage") or {}
    device = world.call("GetSettings")
    return {
        "apps": [[one["app"], one.get("name")] for one in listed],
        "settings": world.call("GetSettings", app=app),
        "device": {key: device[key] for key in ("memoryVictims", "pageOutMicroseconds")},
        "tasks": sorted(one["activity"].get("task", "") for one in tasks),
        "opens": usage.get("opensSeen"),
        "jobs": sorted(
            [one["name"], one["state"], one["command"]]
            for one in world.call("ListJobs")["jobs"]
        ),
        "transfers": [
            [one["url"], one["state"], one.get("label")]
            for one in world.call("ListTransfers")["transfers"]
        ],
        "notifications": sorted(
            one["notification"]["identifier"]
            for one in world.call("ListNotifications", app=app)["notifications"]
        ),
    }


def opens_earlier_journals(world):
    """a journal of each earlier build opens with everything that was accepted, after a kill -9 too"""
    builds = sorted(folder for folder in GOLDEN.iterdir() if folder.is_dir())
    require(builds, f"there is none in {GOLDEN}")
    for build in builds:
        expected = json.loads((build / "said.json").read_text())
        state = lay_out(build, world)
        with another_daemon(world, state) as socket:
            def said():
                return summary(socket)
            require(said() == expected, f"{build.name}: {said()} and not {expected}")
            socket.kill()
            socket.start()
            require(said() == expected, f"{build.name}, then again: {said()} and not {expected}")
    return f"{', '.join(build.name for build in builds)}: each opened twice"


def turns_down_later_journals(world):
    """a journal of a later build is turned down with what to do, and no file of it is changed"""
    build = sorted(folder for folder in GOLDEN.iterdir() if folder.is_dir())[-1]
    state = lay_out(build, world)
    database = sqlite3.connect(state / "journal.sqlite")
    database.execute("PRAGMA user_version = 99")
    database.close()
    before = digests(state)
    done = start_daemon(world, state)
    require(done.returncode == 1, f"it ended with {done.returncode}")
    last = done.stderr.strip().splitlines()[-1]
    require("written by a newer Torpor (format 99" in last and "`torpor export`" in last, last)
    require(digests(state) == before, "its files have changed")
    return "refused by its number; its files are the same byte for byte"


def names_what_it_cannot_read(world):
    """a damaged entry is named with its file and what to do, and no file is changed"""
    build = sorted(folder for folder in GOLDEN.iterdir() if folder.is_dir())[0]
    state = lay_out(build, world)
    database = sqlite3.connect(state / "journal.sqlite")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute(
        "UPDATE journal SET bytes = x'7b7d' WHERE sequence = (SELECT max(sequence) FROM journal)"
    )
    database.commit()
    database.close()
    before = digests(state)
    done = start_daemon(world, state)
    require(done.returncode == 1, f"it ended with {done.returncode}")
    last = done.stderr.strip().splitlines()[-1]
    require("cannot read entry " in last and str(state) in last and "Nothing was changed" in last, last)
    require(digests(state) == before, "its files have changed")
    return last


def lay_out(build, world):
    """A state folder as the build left it."""
    state = world.folder / f"state-{build.name}-{os.urandom(3).hex()}"
    shutil.copytree(build, state)
    (state / "said.json").unlink()
    state.chmod(0o711)
    return state


def digests(folder):
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.glob("**/*"))
        if file.is_file() and file.stat().st_size
    }


def start_daemon(world, state):
    """A daemon that is to end by itself."""
    groups = f"{world.groups}-refused"
    try:
        return subprocess.run(
            world.daemon_command(socket=f"{world.socket}-refused", state=str(state), groups=groups),
            capture_output=True, text=True, timeout=60,
        )
    finally:
        other = harness.World(world.bin_folder)
        other.groups = groups
        other.end_groups()
        shutil.rmtree(other.folder)


class another_daemon:
    """A second daemon with a state folder of its own, for a while."""

    def __init__(self, world, state):
        self.world = harness.World(world.bin_folder, name="golden")
        self.world.state = str(state)

    def __enter__(self):
        self.world.start()
        return self.world

    def __exit__(self, *_):
        self.world.close()


CHECKS = [opens_earlier_journals, turns_down_later_journals, names_what_it_cannot_read]
