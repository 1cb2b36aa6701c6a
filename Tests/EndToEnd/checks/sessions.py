"""Checks on background sessions in Apple's API: the SDK's samples as they are, a real daemon, and a real nginx."""

import json
import os
import pathlib
import plistlib
import shutil
import signal

import pytest

from support.harness import ROOT, is_frozen, lacking, require, wait_until
from support.servers import Nginx

pytestmark = pytest.mark.nested

SAMPLES = pathlib.Path(os.environ.get("TORPOR_SDK", ROOT / ".build-sdk" / "installed")) / "samples"


class App:
    """A sample that is installed, with another server in its Info.plist."""

    def __init__(self, world, name, identifier, **information):
        built = SAMPLES / f"{name}.app"
        if not (built / name).exists():
            raise lacking("the SDK's samples are not built (scripts/sdk FOLDER && scripts/sdk --samples FOLDER)")
        self.world, self.identifier = world, identifier
        bundle = world.folder / f"{name}.app"
        shutil.rmtree(bundle, ignore_errors=True)
        shutil.copytree(built, bundle)
        manifest = plistlib.loads((bundle / "Info.plist").read_bytes())
        (bundle / "Info.plist").write_bytes(plistlib.dumps(manifest | information))
        world.torpor("install", str(bundle))
        self.documents = pathlib.Path(world.state) / "containers" / str(os.getuid()) / identifier / "Documents"

    def said(self, line, count=1):
        return self.world.torpor("output", self.identifier).count(line) >= count

    def wait_to_say(self, line, count=1):
        try:
            wait_until(f"“{line}”", lambda: self.said(line, count))
        except BaseException:
            print(self.world.torpor("output", self.identifier))
            print(self.transfers())
            raise

    def transfers(self):
        found = self.world.call("ListTransfers", includesOver=True)["transfers"]
        return [one for one in found if one.get("app") == self.identifier]

    def open(self):
        self.world.call("Launch", app=self.identifier)
        wait_until("its being in front", lambda: self.world.state_of(self.identifier) == "active")

    def leave(self):
        self.world.call("Home", app=self.identifier)
        self.wait_for_freeze()

    def wait_for_freeze(self):
        self.world.wait_for_state(self.identifier, "suspended")
        wait_until("its being frozen", lambda: is_frozen(self.world.group(self.identifier)))

    def kill(self):
        """SIGKILL, as from any program of this machine."""
        pid = int(self.world.group(self.identifier).joinpath("cgroup.procs").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)
        self.world.wait_for_state(self.identifier, "notRunning")

    def launches(self):
        found = self.world.call("Log", app=self.identifier, count=1000)["decisions"]
        return [
            one["action"]["wakeReason"] for one in found
            if one["action"]["name"] == "launch" and "wakeReason" in one["action"]
        ]

    def remove(self):
        self.world.torpor("uninstall", self.identifier, status=None)


PODCASTS = "com.example.podcasts"
SESSION = "com.example.podcasts.episodes"


class Studio:
    """A feed on one nginx, and the episodes on another one, which can be held."""

    def __init__(self, world):
        (world.folder / "feed").mkdir(exist_ok=True)
        (world.folder / "audio").mkdir(exist_ok=True)
        self.feed, self.audio = Nginx(world.folder / "feed"), Nginx(world.folder / "audio")
        self.episodes = {}

    def publish(self, name, size=3_000_000):
        self.episodes[name] = os.urandom(size)
        self.audio.put(f"{name}.mp3", self.episodes[name])
        listed = [{"id": one, "url": self.audio.url(f"{one}.mp3")} for one in self.episodes]
        self.feed.put("feed.json", json.dumps(listed).encode())

    def is_whole(self, app, name):
        file = app.documents / "Episodes" / f"{name}.mp3"
        return file.exists() and file.read_bytes() == self.episodes[name]

    def close(self):
        self.audio.release()
        self.feed.close()
        self.audio.close()


def test_apples_api_downloads_episodes(world):
    """an app in URLSession gets its files while it is frozen and while it is dead, is launched to take them, and plays one"""
    studio, app = Studio(world), None
    try:
        for name in ("one", "two", "three"):
            studio.publish(name)
        app = App(world, "PodcastPlayer", PODCASTS, FeedURL=studio.feed.url("feed.json"))
        world.allow(PODCASTS)
        studio.audio.hold()
        app.open()
        app.wait_to_say("downloading 3 episodes")
        app.leave()
        studio.audio.release()
        app.wait_to_say(f"woken for {SESSION}")
        app.wait_to_say("everything was told")
        app.wait_for_freeze()
        for name in ("one", "two", "three"):
            require(studio.is_whole(app, name), f"{name} is not what the server has")
        require(app.launches() == [], f"a frozen app was launched: {app.launches()}")

        for name in ("four", "five"):
            studio.publish(name)
        studio.audio.hold()
        app.open()
        app.wait_to_say("downloading 2 episodes")
        app.leave()
        app.kill()
        studio.audio.release()
        app.wait_to_say("launched in the background")
        app.wait_to_say("five is here")
        app.wait_to_say("everything was told", 2)
        app.wait_for_freeze()
        # A process that has not started them has named their files by their descriptions.
        for name in ("four", "five"):
            require(studio.is_whole(app, name), f"{name} is not what the server has")
        require(app.launches() == ["transfer"], f"launched for {app.launches()}")
        require(app.said(f"woken for {SESSION}", 2), world.torpor("output", PODCASTS))

        studio.publish("six")
        studio.audio.hold()
        app.open()
        app.wait_to_say("downloading 1 episodes")
        world.call("Quit", app=PODCASTS)
        world.wait_for_state(PODCASTS, "notRunning")
        studio.audio.release()
        app.open()
        app.wait_to_say("six was cancelled by the user")
        app.wait_to_say("downloading 1 episodes", 2)
        app.wait_to_say("six is here")
        require(studio.is_whole(app, "six"), "six is not what the server has")
        # What came off screen was announced.
        world.call("Respond", app=PODCASTS, notification="five")
        app.wait_to_say("playing five from second 0")
        wait_until("its being in front", lambda: world.state_of(PODCASTS) == "active")
        # It has a session and makes no sound, which does not keep it.
        app.leave()
        left = list((app.documents.parent / "Library/Caches/io.torpor.transfers").glob("*"))
        require(left == [], f"what the app has taken lies there, too: {left}")
        return "3 episodes while frozen, 2 while dead, 1 cancelled by a force-quit and got again; one is played, whose notice was tapped"
    finally:
        if app:
            app.remove()
        studio.close()


PHOTOS = "com.example.photobackup"


def test_apples_api_sends_photos(world):
    """an app in URLSession and BackgroundTasks sends files of its container while it is dead, and what a processing task hands over"""
    (world.folder / "backup").mkdir(exist_ok=True)
    server, app = Nginx(world.folder / "backup"), None
    taken = server.folder / "www" / "put"

    def take(app, name):
        content = os.urandom(2_000_000)
        (app.documents / "Photos").mkdir(parents=True, exist_ok=True)
        (app.documents / "Photos" / name).write_bytes(content)
        return content

    def is_there(name, content):
        return (taken / name).exists() and (taken / name).read_bytes() == content

    try:
        app = App(world, "PhotoBackup", PHOTOS, BackupURL=server.url("put/"))
        first = take(app, "1.jpg"), take(app, "2.jpg")
        server.hold()
        app.open()
        app.wait_to_say("sending 2 photos")
        app.leave()
        app.kill()
        server.release()
        app.wait_to_say("1.jpg is sent, 2000000 bytes")
        app.wait_to_say("2.jpg is sent, 2000000 bytes")
        app.wait_to_say("woken for com.example.photobackup.uploads")
        app.wait_for_freeze()
        require(is_there("1.jpg", first[0]) and is_there("2.jpg", first[1]), "the server has something else")
        require(app.launches() == ["transfer"], f"launched for {app.launches()}")

        # Its user opens it, so that what it begins in the background is not held for having been woken.
        app.open()
        app.wait_to_say("sending 0 photos")
        app.leave()
        third = take(app, "3.jpg")
        app.kill()
        world.torpor("simulate-launch", "com.example.photobackup.backup")
        app.wait_to_say("processing: sending 1 photos")
        app.wait_to_say("3.jpg is sent, 2000000 bytes")
        require(is_there("3.jpg", third), "the server has something else")
        app.wait_for_freeze()
        # What is sent is not sent again, by a later process either.
        app.open()
        app.wait_to_say("sending 0 photos", 2)
        return f"2 photos by a dead app, 1 by a processing task; launched for {', '.join(app.launches())}"
    finally:
        if app:
            app.remove()
        server.release()
        server.close()


MAGAZINE = "com.example.magazine"


def test_apples_api_loads_an_issue(world):
    """an app in NewsstandKit is launched dead for a push, names what its issue has, and is launched dead when that is loaded"""
    (world.folder / "issues").mkdir(exist_ok=True)
    server, app = Nginx(world.folder / "issues"), None
    parts = {name: os.urandom(2_000_000) for name in ("May.pdf", "May.jpg")}
    for name, content in parts.items():
        server.put(name, content)
    try:
        app = App(world, "Magazine", MAGAZINE, IssuesURL=server.url(""))
        app.open()
        app.leave()
        app.kill()
        server.hold()
        world.torpor("push", MAGAZINE, '{"aps": {"content-available": 1}, "issue": "May"}')
        app.wait_to_say("issue May is announced")
        app.wait_for_freeze()
        app.kill()
        server.release()
        app.wait_to_say("issue May is complete")
        app.wait_for_freeze()
        folders = list((app.documents.parent / "Library/Caches/Newsstand").iterdir())
        require(len(folders) == 1, f"the folders of issues are {folders}")
        for name, content in parts.items():
            require((folders[0] / name).read_bytes() == content, f"{name} is not what the server has")
        require(app.launches() == ["newsstand"] * 2, f"launched for {app.launches()}")
        return "launched dead for the announcement of an issue, and for what was loaded; both parts byte for byte"
    finally:
        if app:
            app.remove()
        server.release()
        server.close()
