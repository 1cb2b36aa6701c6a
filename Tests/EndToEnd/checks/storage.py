"""What apps take of the disk, which caches go when it is full, and whose files never do."""

import contextlib
import errno
import hashlib
import http.server
import json
import os
import pathlib
import subprocess
import threading
from contextlib import closing

from support.actors import Actor, Stage
from support.harness import Skip, require, wait_until

MEGABYTE = 1_000_000
# 5 % of it are 3.3 MB, below which it is short; 10 % are wanted.
DISK_MEGABYTES = 64


def container(world, app):
    return pathlib.Path(world.state) / "containers" / str(os.getuid()) / app


def fill(folder, name, size):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(os.urandom(size))
    return folder / name


def bundle(folder, identifier, command):
    """A program that runs a command of the shell, and stays."""
    folder.mkdir(parents=True)
    (folder / "Info.plist").write_text(
        f"<plist><dict><key>CFBundleIdentifier</key><string>{identifier}</string>"
        "<key>CFBundleExecutable</key><string>run</string></dict></plist>"
    )
    (folder / "run").write_text(f"#!/bin/sh\n{command}\nexec sleep 1000\n")
    (folder / "run").chmod(0o755)


def row(world, app):
    """What `torpor storage` says of one app, once it was measured."""
    return json.loads(world.torpor("storage", app, "--json"))["apps"][0]


def blocks(*places):
    """What du(1) says that is in them."""
    inner = [str(one) for place in places for one in place.iterdir()]
    if not inner:
        return 0
    told = subprocess.run(["du", "--block-size=1", "--summarize", *inner], capture_output=True, text=True, check=True)
    return sum(int(line.split()[0]) for line in told.stdout.splitlines())


@contextlib.contextmanager
def small_disk(bin_folder, name):
    """A daemon whose state lies on a small file system of its own."""
    if os.getuid() != 0:
        raise Skip("only root can mount a small disk")
    with closing(Stage(bin_folder, name)) as world:
        state = pathlib.Path(world.state)
        state.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m,mode=711", "tmpfs", state],
            capture_output=True, text=True,
        )
        if mounted.returncode:
            raise Skip("no tmpfs can be mounted here: " + mounted.stderr.strip())
        try:
            world.start_or_skip()
            yield world
            for app in ["st.old", "st.new", "st.front"]:
                world.torpor("uninstall", app)
            wait_until("the end of all apps", lambda: not world.groups_left())
            world.stop()
        finally:
            subprocess.run(["umount", "--lazy", state], check=True)


def fill_up(world, left):
    """Leaves so many bytes of the disk."""
    facts = os.statvfs(world.state)
    filler = pathlib.Path(world.state) / f"filler{facts.f_bavail}"
    try:
        filler.write_bytes(bytes(max(0, facts.f_bavail * facts.f_frsize - left)))
    except OSError as error:
        # Something else has taken the last blocks meanwhile: it is full all the same.
        require(error.errno == errno.ENOSPC and left == 0, str(error))
    return filler


def free(world):
    facts = os.statvfs(world.state)
    return facts.f_bavail * facts.f_frsize


def purges(world, app):
    found = world.call("Log", app=app, count=1000)["decisions"]
    return [one for one in found if one["action"]["name"] == "purgeCaches"]


def says(world, words, *arguments):
    told = world.torpor(*arguments)
    require(words in " ".join(told.split()), f"`torpor {' '.join(arguments)}` does not say “{words}”: {told}")


def test_measures_apps(world):
    """`torpor storage` says what du(1) says: data, caches, downloads; files with two names and holes count once"""
    app = Actor(world, "st.sizes", launch=False)
    app.launch().quit()
    place = container(world, "st.sizes")
    data = fill(place / "Documents", "library", 3 * MEGABYTE)
    os.link(data, place / "Library/Caches/library")
    fill(place / "Library/Caches/pages/deep", "page", 2 * MEGABYTE)
    fill(place / "Library/Caches/io.torpor.transfers", "7", MEGABYTE)
    fill(place / "tmp", "half", MEGABYTE // 2)
    os.truncate(fill(place / "tmp", "sparse", 1), 1 << 33)
    victim = fill(world.folder / "victim", "secret", 4 * MEGABYTE)
    (place / "Library/Caches/elsewhere").symlink_to(victim.parent)
    seen = row(world, "st.sizes")
    caches = blocks(place / "Library/Caches", place / "tmp")
    downloads = blocks(place / "Library/Caches/io.torpor.transfers")
    folder = (place / "Library/Caches/io.torpor.transfers").stat().st_blocks * 512
    expected = caches - downloads - folder - data.stat().st_blocks * 512
    require(seen["cacheBytes"] == expected, f"caches are {seen['cacheBytes']} bytes, not {expected}")
    require(seen["downloadBytes"] == downloads, f"downloads are {seen['downloadBytes']} bytes, not {downloads}")
    require(3 * MEGABYTE <= seen["dataBytes"] < 3.2 * MEGABYTE, f"data is {seen['dataBytes']} bytes")
    require(seen["bundle"] == str(app.bundle), f"its bundle is {seen.get('bundle')}")
    require(seen["bundleBytes"] == blocks(app.bundle), f"its bundle takes {seen['bundleBytes']} bytes")
    page = world.torpor("storage")
    require(all(len(line) <= 80 for line in page.splitlines()), page)
    require("st.sizes" in page and "CACHES" in page, page)
    said = world.torpor("storage", "nobody", status=1)
    require("There is no app 'nobody'" in said, said)
    return f"{seen['dataBytes']} + {seen['cacheBytes']} + {seen['downloadBytes']} bytes, as du says"


def test_has_a_cache_folder_of_its_own(world):
    """an installed program finds XDG_CACHE_HOME in its container, where it can be purged"""
    bundle(world.folder / "cacher.app", "st.cacher", 'echo half > "$XDG_CACHE_HOME/page"')
    world.torpor("install", str(world.folder / "cacher.app"))
    world.call("Launch", app="st.cacher")
    page = container(world, "st.cacher") / "Library/Caches/page"
    wait_until("the program's cache", page.exists)
    said = world.torpor("purge", "st.cacher", status=1)
    require("is running, and may be reading its caches" in said, said)
    require(page.exists(), "the caches of an app that runs were purged")
    world.call("Quit", app="st.cacher")
    world.wait_for_state("st.cacher", "notRunning")
    said = purged(world, "st.cacher")
    require(not page.exists() and "of caches of st.cacher" in said, said)
    return said.strip()


def purged(world, app):
    """Purges the caches of an app that was quit, once its process has gone as well; what was said."""

    def purge():
        said = world.torpor("purge", app, status=None)
        return None if "is running, and may be reading" in said else said

    return wait_until("a purge", purge, 10)


def test_purges_by_hand(world):
    """`torpor purge` ends a suspended app first, removes its caches and no data, and says so in `torpor why`"""
    app = Actor(world, "st.hand")
    app.home(suspended=True)
    place = container(world, "st.hand")
    data = fill(place / "Documents", "letter", MEGABYTE)
    download = fill(place / "Library/Caches/io.torpor.transfers", "7", 1000)
    fill(place / "Library/Caches/pages", "page", 2 * MEGABYTE)
    said = world.torpor("purge", "st.hand")
    require("Removed 2.0 MB of caches of st.hand." in said, said)
    require(not (place / "Library/Caches/pages").exists(), "the caches are there")
    require(data.stat().st_size == MEGABYTE and download.exists(), "data has gone")
    end = app.status["lastExit"]["reason"]
    require("baddd15c" in json.dumps(end), f"its process ended with {end}")
    says(world, "removed the caches of it, 2.0 MB", "why", "st.hand")
    says(world, "2.0 MB of caches were removed, because you asked for it", "storage", "st.hand")
    require(row(world, "st.hand")["cacheBytes"] == 0, "the page shows caches")
    return said.strip()


def test_keeps_programs_that_were_installed_from_there(world):
    """a program that a store has unpacked in its caches, and installed from there, starts after their purge"""
    store = Actor(world, "st.store", launch=False)
    store.launch().quit()
    place = container(world, "st.store") / "Library/Caches"
    page = fill(place / "pages", "page", 1000)
    bundle(place / "shop/game.app", "st.game", f"echo > {world.folder}/game-runs")
    world.torpor("install", str(place / "shop/game.app"))
    said = purged(world, "st.store")
    require(not page.exists(), f"the caches are there: {said}")
    world.call("Launch", app="st.game")
    wait_until("the run of the game", (world.folder / "game-runs").exists, 30)
    world.call("Quit", app="st.game")
    return said.strip() + " The program beside them starts."


class PatientServer(http.server.ThreadingHTTPServer):
    """Takes no upload before `opens`: then it breaks off the attempt that waits, and takes the next one."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Upload)
        self.asked, self.opens, self.digests = threading.Event(), threading.Event(), []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self):
        self.opens.set()
        self.shutdown()
        self.server_close()


class Upload(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_PUT(self):
        if not self.server.opens.is_set():
            self.server.asked.set()
            self.server.opens.wait()
            self.close_connection = True
            return
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.digests.append(hashlib.sha256(body).hexdigest())
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()


def test_keeps_what_an_upload_needs(world):
    """the file of an upload that has not ended stays in caches that are purged, and reaches the server; the rest goes"""
    if world.call("Status")["device"].get("network") in (None, "none"):
        raise Skip("this machine has no network, which transfers wait for")
    with closing(PatientServer()) as server:
        app = Actor(world, "st.upload")
        place = container(world, "st.upload")
        film = fill(place / "Library/Caches/outbox", "film", 200_000)
        letter = fill(place / "tmp", "letter", 1000)
        gone = [fill(place / "Library/Caches/pages", "page", 1000), fill(place / "tmp", "half", 1000)]
        digests = {hashlib.sha256(file.read_bytes()).hexdigest() for file in [film, letter]}
        address = f"http://127.0.0.1:{server.server_port}/"
        wanted = [{"url": address + file.name, "file": str(file), "method": "PUT"} for file in [film, letter]]
        app.call("OpenSession", session="out")
        app.call("StartTransfers", session="out", transfers=wanted)
        wait_until("the first attempt", server.asked.is_set, 30)
        app.home(suspended=True)
        said = world.torpor("purge", "st.upload")
        require(film.exists() and letter.exists(), f"the file of an upload has gone: {said}")
        require(not any(file.exists() for file in gone), f"caches are there: {said}")
        # The next attempt opens the file anew.
        server.opens.set()
        wait_until("both uploads", lambda: digests <= set(server.digests), 60)
        return f"{said.strip()} Both uploads came whole."


def test_next_daemon_removes_what_is_left(world):
    """what a purge could not finish, since its daemon was killed, is removed by the next one, and nothing else"""
    with closing(Stage(world.bin_folder, "leftovers")) as stage:
        stage.start_or_skip()
        app = Actor(stage, "st.left", launch=False)
        app.launch().quit()
        data = fill(container(stage, "st.left") / "Documents", "letter", 1000)
        stage.kill()
        left = [fill(pathlib.Path(stage.state) / "purged" / name / "deep", "page", 1000) for name in ["next", "77"]]
        stage.start()
        wait_until("the end of what was left", lambda: not any(file.exists() for file in left), 30)
        trash = pathlib.Path(stage.state) / "trash"
        wait_until("the trash being empty", lambda: not any(trash.iterdir()), 30)
        require(data.exists(), "data has gone")
        require([one.name for one in (pathlib.Path(stage.state) / "purged").iterdir()] == ["next"], "its place is missing")
        return "purged/next and purged/77 were emptied"


def test_purges_when_the_disk_is_short(world):
    """a disk that is full costs the caches of the app used longest ago, then of a suspended one; none on screen"""
    with small_disk(world.bin_folder, "small") as world:
        old, new, front = (Actor(world, name, launch=False) for name in ["st.old", "st.new", "st.front"])
        for app in [old, new, front]:
            app.launch()
            if app is not front:
                app.home(suspended=True)
        old.quit()
        data = []
        for app in [old, new, front]:
            place = container(world, app.identifier)
            fill(place / "Library/Caches/pages", "page", 8 * MEGABYTE)
            data.append(fill(place / "Documents", "letter", 100_000))

        def has_caches(app):
            return any((container(world, app.identifier) / "Library/Caches").iterdir())

        fill_up(world, 2 * MEGABYTE)
        # The daemon looks at the disk when it is awake; asking it is enough.
        wait_until("the purge of st.old", lambda: world.call("GetStorage") and purges(world, "st.old"), 30)
        require(not has_caches(old), "the caches of st.old are there")
        require(has_caches(new) and has_caches(front), "more than was needed has gone")
        freed = purges(world, "st.old")[0]["action"]["freedBytes"]
        require(8 * MEGABYTE <= freed < 8.2 * MEGABYTE, f"{freed} bytes were freed")
        require(free(world) > 9 * MEGABYTE, f"{free(world)} bytes are free")
        condition = purges(world, "st.old")[0]["conditions"][0]
        require(condition["reason"] == "storage" and not condition["holds"], f"because of {condition}")
        require(new.state == "suspended", f"st.new is {new.state}")

        # Full to the last block: nothing can be written any more.
        filler = fill_up(world, 0)
        wait_until("the purge of st.new", lambda: world.call("GetStorage") and not has_caches(new), 30)
        end = new.status["lastExit"]["reason"]
        require("baddd15c" in json.dumps(end), f"st.new ended with {end}")
        require(has_caches(front) and front.state == "active", "st.front has lost its caches")
        require(all(file.stat().st_size == 100_000 for file in data), "data has gone")
        # What was decided while nothing could be written is written with what comes next.
        wait_until("the row of st.new", lambda: (world.call("Home", app="st.front"), purges(world, "st.new"))[1], 30)
        filler.unlink()
        page = world.torpor("storage")
        require("free." in page, page)
        return f"{freed} bytes of st.old, then st.new after its end; st.front keeps its own"
