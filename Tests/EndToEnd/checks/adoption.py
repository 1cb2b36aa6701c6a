"""Checks on apps that the desktop has started: groups as systemd makes them, with real programs and windows."""

import contextlib
import fcntl
import os
import pathlib
import shutil
import subprocess
import sys
import time

import pytest

from support.adopting import DesktopWorld
from support.bridge import Bridge
from support.harness import Skip, is_frozen, is_running, require, wait_until

# How long the dead man waits for another daemon.
DEAD_MAN_SECONDS = 10


@pytest.fixture(scope="module")
def module_world(request):
    with contextlib.closing(DesktopWorld(request.config.option.bin.resolve(), "adoption")) as world:
        world.start_or_skip()
        yield world


@pytest.fixture
def bridge(world):
    """A desktop that reports what the check says; afterwards nothing is adopted or started any more."""
    bridge = Bridge(world.socket)
    report_parts(bridge)
    yield bridge
    world.torpor("adopt", "--off", status=None)
    bridge.close()
    world.end_programs()


def report_parts(bridge, audio=True):
    """Nothing adopted is frozen unless a desktop reports sound and callers beside its windows."""
    bridge.report(
        {"part": {"name": "audio", "isAvailable": audio}}, {"part": {"name": "callers", "isAvailable": True}}
    )


def show(bridge, **visibilities):
    """Reports windows, by `p` and the number of the process."""
    bridge.report({
        "windows": {
            "windows": [
                {"pid": int(pid[1:]), "visibility": how, "isTerminal": False}
                for pid, how in visibilities.items()
            ]
        }
    })


def locks(pid):
    """Whether a process has a lock, or waits for one."""
    lines = pathlib.Path("/proc/locks").read_text().splitlines()
    return any(str(pid) in line.split() for line in lines)


def test_adopts_only_what_it_says(world, bridge):
    """a dry run changes nothing and names every reason; what it would freeze is frozen then, and nothing else"""
    (world.machine / "etc/torpor/adopt.conf").write_text("never diary\n")
    maps, maps_pid = world.program("app-test-maps-1.scope", "maps")
    notes, notes_pid = world.program("app-test-notes-2.scope", "notes")
    _, diary_pid = world.program("app-test-diary-3.scope", "diary")
    _, stranger_pid = world.program("app-test-stranger-4.scope", None)
    _, blind_pid = world.program("app-test-blind-5.scope", "blind")
    lock = world.folder / "lock"
    script = f"import fcntl,time; f=open({str(lock)!r},'w'); fcntl.flock(f,fcntl.LOCK_EX); time.sleep(1000)"
    keeper, keeper_pid = world.program("app-test-keeper-6.scope", "keeper", sys.executable, "-c", script)
    wait_until("the lock", lambda: locks(keeper_pid))
    waiter = subprocess.Popen(["flock", str(lock), "true"])
    wait_until("the wait for the lock", lambda: locks(waiter.pid))
    show(
        bridge,
        **{f"p{maps_pid}": "minimised", f"p{notes_pid}": "focused", f"p{diary_pid}": "minimised",
           f"p{stranger_pid}": "minimised", f"p{keeper_pid}": "minimised"},
    )
    wait_until("the windows", lambda: "obstacle" not in world.listed()["maps"])
    before = world.files()
    text = world.torpor("adopt", "--dry-run")
    rows = world.listed()
    require(world.files() == before, "the dry run has changed a group")
    require("Nothing was changed." in text and "WOULD BE FROZEN NOW" in text, text)
    reasons = {
        "notes": "one of its windows is visible", "diary": f"{world.machine}/etc/torpor/adopt.conf says never",
        "stranger": "there is no file stranger.desktop of a program", "blind": "no desktop reports its windows",
        "keeper": f"another process waits for its lock on {lock}",
    }
    for name, reason in reasons.items():
        require(rows[name].get("obstacle") == reason, f"{name}: {rows[name]}")
    require(not any(row["isAdopted"] for row in rows.values()), f"{rows}")
    world.adopt()
    wait_until("the freeze", lambda: is_frozen(maps), 15)
    # The others had the same time.
    still = [group.name for _, group in world.programs if is_frozen(group)]
    require(still == [maps.name], f"frozen: {still}")
    waiter.kill()
    waiter.wait()
    wait_until("the freeze of one that nobody waits for", lambda: is_frozen(keeper), 45)
    show(bridge, **{f"p{maps_pid}": "focused", f"p{keeper_pid}": "minimised"})
    wait_until("the thaw", lambda: not is_frozen(maps))
    # The desktop starts it once more: both groups are one app, and the second start is not kept waiting.
    show(bridge, **{f"p{maps_pid}": "minimised", f"p{keeper_pid}": "minimised"})
    wait_until("the freeze", lambda: is_frozen(maps), 15)
    second, _ = world.program("app-test-maps-7.scope", "maps")
    wait_until("the thaw for a second start", lambda: not is_frozen(maps))
    wait_until("two groups of one app", lambda: len(world.listed()["maps"]["groups"]) == 2)
    wait_until("the freeze of both", lambda: is_frozen(maps) and is_frozen(second), 45)
    for words in (["quit", "maps"], ["settings", "maps", "wifiOnly=on"], ["purge", "maps"]):
        refusal = world.torpor(*words, status=1)
        require("was started by the desktop" in refusal, f"{words}: {refusal}")
    require(is_running(maps_pid), "it was ended")
    # Sound is not reported any more: what plays could not be told from what does not.
    report_parts(bridge, audio=False)
    wait_until("the thaw without sound", lambda: not is_frozen(maps) and not is_frozen(second))
    require("No desktop reports audio" in world.torpor("doctor", status=None), "doctor does not say it")
    return f"{len(reasons)} reasons, one app frozen, two groups as one"


def test_lets_adopted_apps_play(world, bridge):
    """an adopted app that plays is not frozen off screen, is when it stops, and `--off` leaves no trace"""
    group, pid = world.program("app-test-radio-1.scope", "radio")
    quiet, quiet_pid = world.program("app-test-book-2.scope", "book")
    before = world.files()
    # Told before it is adopted.
    bridge.hear(pid, True)
    show(bridge, **{f"p{pid}": "minimised", f"p{quiet_pid}": "minimised"})
    world.adopt()
    wait_until("the freeze of the silent one", lambda: is_frozen(quiet), 15)
    require(not is_frozen(group), "it was frozen while it plays")
    held = world.why("radio")["app"]["heldBy"]
    require([one["reason"] for one in held] == ["audio"], f"held by {held}")
    bridge.hear(pid, False)
    wait_until("the freeze", lambda: is_frozen(group), 45)
    world.torpor("adopt", "--off")
    wait_until("both running", lambda: not is_frozen(group) and not is_frozen(quiet))
    require(world.files() == before, "a trace is left in the groups")
    require(not list((pathlib.Path(world.state) / "adopted").iterdir()), "a file is left")
    names = [app["app"] for app in world.call("List")["apps"]]
    require(not names, f"apps are left: {names}")
    require(is_running(pid) and is_running(quiet_pid), "one has ended")
    return "played on, stood still in silence, and was given back as it was"


def test_thaws_adopted_apps_without_a_daemon(world, bridge):
    """adopted apps stay frozen over a restart of the daemon, and run within 10 s when none comes back"""
    group, pid = world.program("app-test-maps-1.scope", "maps")
    second, _ = world.program("app-test-maps-2.scope", "maps")
    show(bridge, **{f"p{pid}": "minimised"})
    world.adopt()
    wait_until("the freeze", lambda: is_frozen(group) and is_frozen(second), 15)
    world.kill()
    world.start()
    bridge.attach()
    report_parts(bridge)
    show(bridge, **{f"p{pid}": "minimised"})
    require(is_frozen(group), "the next daemon has thawed it")
    require(world.call("GetSettings")["adoption"], "the next daemon does not know that adoption is on")
    require(world.state_of("maps") == "suspended", f"it is {world.state_of('maps')}")
    world.kill()
    killed = time.monotonic()
    wait_until("the dead man's thaw", lambda: not is_frozen(group) and not is_frozen(second))
    seconds = time.monotonic() - killed
    require(seconds < DEAD_MAN_SECONDS + 3, f"only after {seconds:.1f} s")
    world.start()
    bridge.attach()
    report_parts(bridge)
    show(bridge, **{f"p{pid}": "minimised"})
    wait_until("the freeze by the third daemon", lambda: is_frozen(group), 45)
    # Another daemon with the same groups, and a state that knows nothing of these.
    world.stop()
    world.start(state=str(world.folder / "other-state"))
    wait_until("the thaw beside another daemon", lambda: not is_frozen(group), 15)
    world.stop()
    world.start()
    bridge.attach()
    report_parts(bridge)
    show(bridge, **{f"p{pid}": "minimised"})
    wait_until("the freeze by the last daemon", lambda: is_frozen(group), 45)
    # As a package is purged.
    world.stop()
    shutil.rmtree(world.state)
    wait_until("the thaw without a state", lambda: not is_frozen(group))
    world.start()
    bridge.attach()
    return (
        f"frozen over a restart; thawed {seconds:.1f} s after the daemon was killed for good, beside a daemon with "
        "another state, and after the state was removed"
    )


@contextlib.contextmanager
def small_disk(place):
    """A small file system of its own."""
    if os.getuid() != 0:
        raise Skip("only root can mount a small disk")
    place.mkdir(exist_ok=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", place], capture_output=True, text=True)
    if mounted.returncode:
        raise Skip("no tmpfs can be mounted here: " + mounted.stderr.strip())
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def test_is_turned_off_on_a_full_disk(world, bridge):
    """`--off` lets adopted apps run with a full disk, says that it is not saved, and is saved when there is room"""
    place = world.folder / "small"
    with small_disk(place):
        state = str(place / "state")
        world.stop()
        world.start(state=state)
        bridge.attach()
        report_parts(bridge)
        group, pid = world.program("app-test-maps-1.scope", "maps")
        show(bridge, **{f"p{pid}": "minimised"})
        world.adopt()
        wait_until("the freeze", lambda: is_frozen(group), 15)
        filler = place / "filler"
        with open(filler, "wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))
        # What is left of the journal's last page may take some.
        wait_until("the first refusal", lambda: "disk is full" in world.torpor(
            "settings", "jobNotifications=off", status=None))
        text = world.torpor("adopt", "--off")
        require("It is not saved yet" in text and "cannot be written" in text, text)
        wait_until("the thaw", lambda: not is_frozen(group))
        require(not world.call("GetSettings")["adoption"], "adoption is on still")
        refusal = world.torpor("adopt", status=1)
        require("disk is full" in refusal, refusal)
        filler.unlink()
        wait_until("a journal that is written", lambda: "unsaved" not in world.call("ListAdoptable"), 90)
        world.kill()
        world.start(state=state)
        require(not world.call("GetSettings")["adoption"], "the next daemon has turned it on")
        world.stop()
    world.start()
    bridge.attach()
    return "the app ran at once, and the setting was saved when there was room"


def user_limit(process, name, value):
    """Sets a limit of the kernel on what the users of a process's user name space have; gives what it was."""
    command = f"cat /proc/sys/user/{name}; echo {value} >/proc/sys/user/{name}"
    done = subprocess.run(
        ["nsenter", f"--target={process}", "--user", "--preserve-credentials", "sh", "-c", command],
        capture_output=True, text=True,
    )
    require(done.returncode == 0, f"the limit {name} cannot be set: {done.stderr}")
    return done.stdout.strip()


def test_waits_for_room_for_watches(world, bridge):
    """where the kernel has no room for a watch, `torpor adopt` says so, and new programs are adopted once there is"""
    if os.getuid() != 0 or not shutil.which("nsenter"):
        raise Skip("only root can limit the watches of a name space of users (nsenter)")
    world.stop()
    # In a name space of its own, so that nobody else runs into the limit.
    world.start(within=["unshare", "--user", "--map-root-user"])
    daemon = world.daemon_process_id()
    bridge.attach()
    report_parts(bridge)
    before = user_limit(daemon, "max_inotify_watches", 1)
    world.adopt()
    said = "the kernel does not report new programs"
    wait_until("the missing watch", lambda: any(said in one for one in world.call("ListAdoptable")["missing"]))
    group, pid = world.program("app-test-maps-1.scope", "maps")
    show(bridge, **{f"p{pid}": "minimised"})
    user_limit(daemon, "max_inotify_watches", before)
    # It tries again every 30 s.
    wait_until("the freeze", lambda: is_frozen(group), 60)
    missing = world.call("ListAdoptable")["missing"]
    require(not any(said in one for one in missing), f"{missing}")
    world.torpor("adopt", "--off")
    world.stop()
    world.start()
    bridge.attach()
    return "said, and adopted when there was room"


def is_locked(slice):
    """Whether a daemon adopts there: it holds the lock of the folder's `cgroup.kill`."""
    with open(slice / "cgroup.kill", "wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_locks_a_slice_that_is_made_anew(world, bridge):
    """a slice that is made anew, as with the next login, is another one: it is locked, and its programs are adopted"""
    group, pid = world.program("app-test-maps-1.scope", "maps")
    show(bridge, **{f"p{pid}": "minimised"})
    world.adopt()
    wait_until("the freeze", lambda: is_frozen(group), 15)
    require(is_locked(world.slice), "the slice is not locked")
    world.end_programs()
    inode = world.slice.stat().st_ino
    world.slice.rmdir()
    world.slice.mkdir()
    require(world.slice.stat().st_ino != inode, "the folder has the number of the old one")
    group, pid = world.program("app-test-notes-2.scope", "notes")
    show(bridge, **{f"p{pid}": "minimised"})
    wait_until("the freeze in the new slice", lambda: is_frozen(group), 45)
    require(is_locked(world.slice), "the new slice is not locked")
    world.torpor("adopt", "--off")
    require(not is_locked(world.slice), "the slice is locked without adoption")
    return "locked anew, and let go with `--off`"
