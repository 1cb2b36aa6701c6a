"""Programs that go into an archive and come back: what stays, what is refused, and what no death and no full disk takes."""

import hashlib
import json
import os
import pathlib
import signal
import subprocess
import time

from support.harness import Skip, require, wait_until


def bundle(folder, identifier, lines=40_000):
    """A program of some 2 MB that stays, with a folder, a link and a script beside it."""
    folder.mkdir(parents=True)
    (folder / "Info.plist").write_text(
        f"<plist><dict><key>CFBundleIdentifier</key><string>{identifier}</string>"
        "<key>CFBundleExecutable</key><string>run</string></dict></plist>"
    )
    (folder / "run").write_text(
        "#!/bin/sh\npwd > \"$TORPOR_CONTAINER/Documents/where\"\nexec sleep 1000\n"
    )
    (folder / "run").chmod(0o755)
    (folder / "library").mkdir(mode=0o750)
    text = "".join(f"{hashlib.sha1(str(number).encode()).hexdigest()} line {number % 97}\n" for number in range(lines))
    (folder / "library/data").write_text(text)
    (folder / "library/link").symlink_to("../run")
    os.utime(folder / "library/data", ns=(10**18, 10**18 + 123456789))
    return folder


def digest(folder):
    """Of names, kinds, modes, owners, times and contents."""
    found = hashlib.sha256()
    for place in [folder, *sorted(folder.rglob("*"))]:
        facts = place.lstat()
        kept = (str(place.relative_to(folder)), facts.st_mode, facts.st_uid, facts.st_gid, facts.st_mtime_ns)
        found.update(repr(kept).encode())
        if place.is_symlink():
            found.update(os.readlink(place).encode())
        elif place.is_file():
            found.update(place.read_bytes())
    return found.hexdigest()


def row(world, app):
    return json.loads(world.torpor("storage", app, "--json"))["apps"][0]


def archive(place):
    found = [one for one in place.parent.iterdir() if one.name.startswith(place.name + ".offloaded.tar.")]
    require(len(found) <= 1, f"there are several archives: {found}")
    return found[0] if found else None


def hidden(place):
    return [one.name for one in place.parent.iterdir() if one.name.startswith(f".{place.name}")]


def says(world, words, *arguments, status=0):
    told = world.torpor(*arguments, status=status)
    require(words in " ".join(told.split()), f"`torpor {' '.join(arguments)}` does not say “{words}”: {told}")
    return told


def test_goes_and_comes_back(world):
    """`torpor offload` packs the program and keeps the data; `torpor launch` brings it back, byte for byte"""
    place = bundle(world.folder / "goes/Goes.app", "of.goes")
    before, bytes_before = digest(place), sum(one.stat().st_size for one in place.rglob("*") if one.is_file())
    world.torpor("install", str(place))
    world.call("Launch", app="of.goes")
    container = pathlib.Path(world.state) / "containers" / str(os.getuid()) / "of.goes"
    where = container / "Documents/where"
    wait_until("the program", lambda: where.exists() and where.read_text())
    says(world, "The app 'of.goes' cannot be offloaded: it is running. Send it off the screen", "offload", "of.goes", status=1)
    require(digest(place) == before and not hidden(place), "a refusal has changed the bundle")
    world.call("Quit", app="of.goes")
    wait_until("its end", lambda: row(world, "of.goes")["state"] == "notRunning")
    (container / "Documents/letter").write_text("mine")
    says(world, "are free again, and its program is in", "offload", "of.goes")
    packed = archive(place)
    require(packed is not None and not place.exists() and not hidden(place), "the bundle is still there")
    size = packed.stat().st_size
    seen = row(world, "of.goes")
    require(seen["bundleBytes"] == packed.stat().st_blocks * 512, f"the archive is said to take {seen}")
    says(world, "offloaded since", "storage", "of.goes")
    says(world, "its program is restored when it is opened", "why", "of.goes")
    says(world, "is already offloaded", "offload", "of.goes")
    where.unlink()
    world.torpor("launch", "of.goes")
    wait_until("the program", lambda: where.exists() and where.read_text())
    require(where.read_text().strip() == str(place), f"it was started in {where.read_text()}")
    require(digest(place) == before, "the program is not what it was")
    require(archive(place) is None and not hidden(place), "something is left of the archive")
    require((container / "Documents/letter").read_text() == "mine", "its data were changed")
    require("offloadedSinceMicroseconds" not in row(world, "of.goes"), "it is offloaded for ever")
    world.torpor("uninstall", "of.goes")
    return f"{bytes_before} bytes became {size}"


def test_comes_back_on_a_tap(world):
    """an app that the daemon opens, as after a tap on a notification, is put back by its own process before it runs"""
    place = bundle(world.folder / "tap/Tap.app", "of.tap")
    before = digest(place)
    world.torpor("install", str(place))
    world.torpor("offload", "of.tap")
    world.call("Launch", app="of.tap")
    where = pathlib.Path(world.state) / "containers" / str(os.getuid()) / "of.tap/Documents/where"
    wait_until("the program", lambda: where.exists() and where.read_text())
    require(digest(place) == before and archive(place) is None, "the program is not what it was")
    wait_until("the daemon's knowing", lambda: "offloadedSinceMicroseconds" not in row(world, "of.tap"))
    says(world, "restored the program", "why", "of.tap")
    world.call("Quit", app="of.tap")
    wait_until("its end", lambda: row(world, "of.tap")["state"] == "notRunning")
    # An archive that is gone is said to be gone, where its output is.
    world.torpor("offload", "of.tap")
    packed = archive(place)
    packed.rename(place.parent / "elsewhere")
    world.call("Launch", app="of.tap")
    wait_until("its end", lambda: row(world, "of.tap")["state"] == "notRunning")
    says(world, "could not be restored. Neither", "output", "of.tap")
    (place.parent / "elsewhere").rename(packed)
    says(world, "is installed", "install", str(place))
    require(digest(place) == before and archive(place) is None, "`torpor install` has not put it back")
    world.torpor("uninstall", "of.tap")
    return "the same bytes, times and modes"


def test_refuses_what_would_be_lost(world):
    """a bundle that another app needs, holds a socket, or has a name outside is left alone, with the reason"""
    place = bundle(world.folder / "shared/Shared.app", "of.shared", lines=100)
    before = digest(place)
    world.torpor("install", str(place))
    user = world.folder / "user.desktop"
    user.write_text(f"[Desktop Entry]\nType=Application\nName=User\nX-Torpor-Identifier=of.user\nExec={place}/run\n")
    world.torpor("install", str(user))
    says(world, f"'of.user' needs {place}/run", "offload", "of.shared", status=1)
    says(world, "it has no folder that holds only its program", "offload", "of.user", status=1)
    world.torpor("uninstall", "of.user")
    os.mkfifo(place / "pipe")
    says(world, f"{place}/pipe is neither a file nor a folder nor a link", "offload", "of.shared", status=1)
    (place / "pipe").unlink()
    os.link(place / "library/data", world.folder / "outside")
    says(world, "has another name outside of it", "offload", "of.shared", status=1)
    (world.folder / "outside").unlink()
    with open(place / "library/data"):
        says(world, f"Process {os.getpid()} uses files of {place}, so it stays", "offload", "of.shared", status=1)
    require("offloadedSinceMicroseconds" not in row(world, "of.shared"), "a refusal has offloaded it")
    require(archive(place) is None and not hidden(place), "a refusal has left something")
    # Its folder's time is younger by the pipe.
    require((place / "library/data").read_bytes() and before, "the bundle was changed")
    world.torpor("offload", "of.shared")
    other = bundle(world.folder / "elsewhere/Shared.app", "of.shared", lines=100)
    told = world.torpor("install", "--replace", str(other))
    require(f"stays in {archive(place)}" in told, f"nothing is said of the program of before: {told}")
    world.torpor("offload", "of.shared")
    place = other
    told = world.torpor("uninstall", "of.shared")
    require("stays in" in told and archive(place) is not None, f"the program went with its app: {told}")
    return "5 refusals, and the archive outlives its app, replaced or uninstalled"


def test_survives_kill_9(world):
    """killed at any moment, `torpor offload` and `torpor launch` leave the whole program or the whole archive"""
    place = bundle(world.folder / "killed/Killed.app", "of.killed", lines=120_000)
    before = digest(place)
    world.torpor("install", str(place))
    # As long as the two take here, and a little more, in steps.
    began = time.monotonic()
    world.torpor("offload", "of.killed")
    packing = time.monotonic() - began
    require(digest_of_archive(place, world) == before, "the archive holds something else")
    began = time.monotonic()
    world.torpor("launch", "of.killed")
    unpacking = time.monotonic() - began
    world.call("Quit", app="of.killed")
    states = {"bundle": 0, "archive": 0}
    for step in range(16):
        wait_until("its end", lambda: row(world, "of.killed")["state"] == "notRunning")
        command = "offload" if step % 2 == 0 else "launch"
        limit = packing if command == "offload" else unpacking
        killed = subprocess.Popen(
            [world.torpor_path, command, "of.killed"], env=world.environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )
        time.sleep(limit * (step // 2 + 1) / 8)
        # Nothing counts on the moment: whatever it has reached, the program is whole.
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
        name = check_whole(world, place, before)
        states[name] += 1
        world.torpor("quit", "of.killed", status=None)
    # What a death while it was packed has left goes with the next try.
    wait_until("its end", lambda: row(world, "of.killed")["state"] == "notRunning")
    world.torpor("offload", "of.killed")
    require(archive(place) is not None and not place.exists() and not hidden(place), "something is left")
    world.torpor("launch", "of.killed")
    require(digest(place) == before and archive(place) is None and not hidden(place), "something is left")
    world.torpor("uninstall", "of.killed")
    return f"16 deaths: {states['bundle']} left the bundle, {states['archive']} the archive"


def check_whole(world, place, before):
    """Whether a copy of what a death has left gives the program back; what was left."""
    copy = world.folder / "copy"
    subprocess.run(["cp", "-a", place.parent, copy], check=True)
    try:
        there = copy / place.name
        # What the daemon runs as the process of the app; it becomes /bin/true then.
        world.torpor("restore-program", "nobody", str(there), "/bin/true", "true")
        require(digest(there) == before, "a death has damaged the program")
        require(archive(there) is None and not hidden(there), "something is left of a death")
        return "archive" if archive(place) is not None and not place.exists() else "bundle"
    finally:
        subprocess.run(["rm", "-rf", copy], check=True)


def digest_of_archive(place, world):
    """Of what GNU tar unpacks, as a user would without Torpor."""
    folder = world.folder / "unpacked"
    folder.mkdir()
    subprocess.run(["tar", "--extract", "--file", archive(place), "--directory", folder], check=True)
    found = digest(folder / place.name)
    subprocess.run(["rm", "-rf", folder], check=True)
    return found


def small_disks(world):
    """A file system in memory, where a folder needs no block, and one on a file, where it does."""
    yield ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs"]
    image = world.folder / "disk.img"
    with image.open("wb") as file:
        file.truncate(24 << 20)
    made = subprocess.run(["mkfs.ext4", "-q", "-m", "0", "-O", "^has_journal", image], capture_output=True, text=True)
    if made.returncode == 0:
        yield ["mount", "-o", "loop", image]


def test_needs_room_to_come_back(world):
    """on a full disk the archive stays whole and the app is not started; with room it comes back"""
    if os.getuid() != 0:
        raise Skip("only root can mount a small disk")
    disk = world.folder / "disk"
    disk.mkdir()
    said = []
    for mount in small_disks(world):
        mounted = subprocess.run([*mount, disk], capture_output=True, text=True)
        if mounted.returncode == 0:
            try:
                said.append(fails_without_room(world, disk))
            finally:
                subprocess.run(["umount", "--lazy", disk], check=True)
    if not said:
        raise Skip("no small disk can be mounted here: " + mounted.stderr.strip())
    return f"{len(said)} disks: {said[-1].splitlines()[0]}"


def fails_without_room(world, disk):
    place = bundle(disk / "Room.app", "of.room", lines=60_000)
    before = digest(place)
    world.torpor("install", str(place))
    world.torpor("offload", "of.room")
    packed = archive(place)
    held = packed.read_bytes()
    # Written to the disk first: only then it says how much is free.
    os.sync()
    (disk / "filler").write_bytes(bytes(free(disk) - 1_000_000))
    os.sync()
    # Twice: what the first has left there does not stop the second.
    for _ in range(2):
        said = world.torpor("launch", "of.room", status=1)
        require("Free some space and try again." in said, f"a full disk is not named: {said}")
        require(packed.read_bytes() == held and not place.exists() and not hidden(place), "the archive was touched")
        require(row(world, "of.room")["state"] == "notRunning", "it was started")
    (disk / "filler").unlink()
    world.torpor("launch", "of.room")
    require(digest(place) == before and archive(place) is None, "the program is not what it was")
    world.torpor("uninstall", "of.room")
    wait_until("its end", lambda: not any(one["app"] == "of.room" for one in world.call("List")["apps"]))
    return said


def free(folder):
    facts = os.statvfs(folder)
    return facts.f_bavail * facts.f_frsize
