"""Checks on state that lasts: journals of earlier builds, of later ones, and of damaged ones."""

import hashlib
import json
import os
import pwd
import shutil
import sqlite3
import subprocess
import time

from support import harness
from support.harness import require

GOLDEN = harness.ROOT / "Tests" / "Golden"


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
        # The records of what each build said have the name of the first of them.
        "device": {
            "memoryVictims": device["evictionOrder"],
            "pageOutMicroseconds": device["pageOutMicroseconds"],
        },
        "tasks": sorted(one["activity"].get("task", "") for one in tasks),
        "opens": usage.get("opensSeen"),
        "jobs": sorted(
            # One that repeats and is overdue runs as soon as the journal is open.
            [one["name"], "waiting" if one["state"] == "running" else one["state"], one["command"]]
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


def what_was_said(build):
    """What a build said of its journal; what its apps needed no permission for then, they still have."""
    said = json.loads((build / "said.json").read_text())
    said["settings"] = {
        "allowsBluetooth": True, "allowsAccessories": True, "energyAllowanceJoules": 0, "dataAllowanceBytes": 0,
        "wifiOnly": False, "automaticDownloads": "on", **said["settings"],
    }
    return said


def test_opens_earlier_journals(world):
    """a journal of each earlier build opens with everything that was accepted, after a kill -9 too"""
    builds = sorted(folder for folder in GOLDEN.iterdir() if folder.is_dir())
    require(builds, f"there is none in {GOLDEN}")
    for build in builds:
        expected = what_was_said(build)
        state = lay_out(build, world)
        with another_daemon(world, state) as socket:
            def said():
                return summary(socket)
            require(said() == expected, f"{build.name}: {said()} and not {expected}")
            socket.kill()
            socket.start()
            require(said() == expected, f"{build.name}, then again: {said()} and not {expected}")
    return f"{', '.join(build.name for build in builds)}: each opened twice"


def test_turns_down_later_journals(world):
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


def test_names_what_it_cannot_read(world):
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


def test_moves_to_another_machine(world):
    """an export of one daemon is imported by another: apps, jobs, settings, habits; what is missing is named"""
    if os.getuid() != 0:
        raise harness.Skip("what the journals hold is root's")
    build = sorted(folder for folder in GOLDEN.iterdir() if folder.is_dir())[-1]
    state = lay_out(build, world)
    file = world.folder / f"export-{os.urandom(3).hex()}.json"
    with another_daemon(world, state) as source:
        # The program of the golden app went with the folder that it was in.
        app = "golden.reader"
        program = world.folder / "reader"
        program.write_text("#!/bin/sh\nexec sleep 60\n")
        program.chmod(0o755)
        exported = source.call("Export", app=app)["calls"][0]["parameters"]
        source.call("Install", **dict(
            exported, executable=str(program), arguments=["reader"], workingDirectory="/", replaces=True,
        ))
        source.call("SubmitJob", name="golden-gone", command="gone", executable="/nonexistent/gone",
                    arguments=["gone"], environment=[], workingDirectory="/", batteryPercentMin=100,
                    idleMicroseconds=10 ** 12)
        before = summary(source)
        said = source.torpor("export", str(file))
        require("1 app, 4 jobs and the settings of the device" in said, said)
        require(file.stat().st_mode & 0o777 == 0o600, f"its mode is {file.stat().st_mode:o}")
        again = source.torpor("export", str(file), status=1)
        require("already exists" in again, again)
    with another_daemon(world, world.folder / f"fresh-{os.urandom(3).hex()}") as target:
        told = target.torpor("import", str(file), status=1)
        require("job golden-gone: not imported: its program /nonexistent/gone is not on this machine" in told
                and f"app {app}: imported, with its settings and 4 openings" in told
                and "5 of 6 imported." in told, told)
        after = summary(target)
        for key in ("apps", "settings", "device", "opens"):
            require(after[key] == before[key], f"{key}: {after[key]} and not {before[key]}")
        waiting = [one for one in before["jobs"] if one[1] == "waiting" and one[0] != "golden-gone"]
        require(after["jobs"] == waiting, f"jobs: {after['jobs']} and not {waiting}")
        job = target.call("Export", job="golden-after")["calls"][0]["parameters"]
        require(job["after"] == ["golden-charged"], f"it waits for {job['after']}")
        require("GREETING=hello" in job["environment"], "its environment did not come")
        told = target.torpor("import", str(file), status=1)
        require(f"app {app}: not imported: " in told and "1 of 6 imported." in told, told)
        told = target.torpor("import", "--replace", str(file), status=1)
        require("5 of 6 imported." in told, told)
        replaced = summary(target)
        # What was replaced is cancelled, and listed until it is forgotten.
        replaced["jobs"] = [one for one in replaced["jobs"] if one[1] == "waiting"]
        require(replaced == after, f"after --replace: {replaced} and not {after}")
    return "5 of 6 things came; the one whose program is missing is named; a second import replaces"


def test_moves_things_of_every_user(world):
    """an export of root's holds the things of every user, and they are the same users' after the import"""
    if os.getuid() != 0:
        raise harness.Skip("it takes root to act for other users")
    nobody = pwd.getpwnam("nobody")
    file = world.folder / f"export-{os.urandom(3).hex()}.json"
    folder = world.folder / f"first-{os.urandom(3).hex()}"
    with another_daemon(world, folder) as source:
        source.call("SubmitJob", **later("roots"))
        as_user(nobody, lambda: source.call("SubmitJob", **later("nobodys")))
        as_user(nobody, lambda: require(
            [one["method"] for one in source.call("Export", job="nobodys")["calls"]] == ["SubmitJob"],
            "a user may not export a job of their own",
        ))
        as_user(nobody, lambda: require(
            "error" in source.raw_call("io.torpor.Control.Export", {"job": "roots"}),
            "a user exports a job of another",
        ))
        source.torpor("export", str(file))
    with another_daemon(world, world.folder / f"second-{os.urandom(3).hex()}") as target:
        target.torpor("import", str(file))
        owners = {one["name"]: one["ownerUserID"] for one in target.call("ListJobs")["jobs"]}
        require(owners == {"roots": 0, "nobodys": nobody.pw_uid}, f"they belong to {owners}")
    return f"a job of root and one of {nobody.pw_name}, each its owner's again"


def later(name):
    """A job that does not begin while the check lasts."""
    return dict(
        name=name, command="true", executable="/usr/bin/true", arguments=["true"], environment=[],
        workingDirectory="/", idleMicroseconds=10 ** 12,
    )


def as_user(user, body):
    """Does something in a process of another user; fails where that does."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
            body()
            status = 0
        finally:
            os._exit(status)
    require(os.waitpid(child, 0)[1] == 0, f"it failed as {user.pw_name}")


def test_survives_a_death_in_an_upgrade(world):
    """a daemon that is killed anywhere in an upgrade leaves a journal that opens whole, as one format or the other"""
    build = sorted(folder for folder in GOLDEN.iterdir() if folder.is_dir())[0]
    expected = what_was_said(build)
    groups = f"{world.groups}-killed"
    formats = set()
    try:
        for milliseconds in range(2, 62, 6):
            state = lay_out(build, world)
            killed = subprocess.Popen(
                world.daemon_command(socket=f"{world.socket}-killed", state=str(state), groups=groups),
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
            time.sleep(milliseconds / 1000)
            killed.kill()
            killed.wait()
            database = sqlite3.connect(state / "journal.sqlite")
            formats.add(database.execute("PRAGMA user_version").fetchone()[0])
            database.close()
            with another_daemon(world, state) as daemon:
                said = summary(daemon)
            require(said == expected, f"after {milliseconds} ms: {said} and not {expected}")
    finally:
        world.end_groups(groups)
    return f"killed at 10 moments, left in format {' or '.join(str(one) for one in sorted(formats))}"


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
        world.end_groups(groups)


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
