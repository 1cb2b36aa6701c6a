"""Checks on `torpor build`: sources written for iOS, as they are, become apps that a real daemon runs."""

import hashlib
import os
import pathlib
import plistlib
import shutil
import signal
import subprocess

import pytest

from support.harness import ROOT, is_frozen, lacking, require, wait_until

pytestmark = pytest.mark.nested

SDK = pathlib.Path(os.environ.get("TORPOR_SDK", ROOT / ".build-sdk" / "installed"))
# A compiler beside other builds of a machine with two cores.
BUILD_SECONDS = 900


def require_sdk():
    """Skips where nothing can be built: a machine that only runs Torpor has no compiler, and none of the projects."""
    if not shutil.which("swift"):
        raise lacking("there is no Swift compiler here")
    if not (SDK / "toolset.json").exists():
        raise lacking("the SDK is not built (scripts/sdk FOLDER)")


def copied(world, source):
    """A copy of a project, without what a build has left in it."""
    require_sdk()
    target = world.folder / "projects" / pathlib.Path(source).name
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / source, target, ignore=shutil.ignore_patterns(".build", ".torpor-build"))
    return target


def contents(folder):
    """Every file of a project with its bytes and its time, but for the build folder."""
    return {
        str(file.relative_to(folder)): (hashlib.sha256(file.read_bytes()).hexdigest(), file.stat().st_mtime_ns)
        for file in sorted(folder.rglob("*"))
        if file.is_file() and ".torpor-build" not in file.parts
    }


def built(world, *arguments, status=0):
    """What `torpor build` says on both streams."""
    require_sdk()
    done = subprocess.run(
        [world.torpor_path, "build", "--sdk", SDK, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS,
    )
    require(done.returncode == status, f"torpor build ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout, done.stderr


def lines(world, app):
    return world.torpor("output", app).splitlines()


def suspended(world, app):
    world.wait_for_state(app, "suspended")
    wait_until("its being frozen", lambda: is_frozen(world.group(app)))


def test_builds_a_folder_as_xcode_has_it(world):
    """@objc, #selector, #keyPath, #if os(iOS) and timers of an old app work unmodified; what is never called is told of"""
    project = copied(world, "Examples/Ticker")
    before = contents(project)
    said, warned = built(world, project)
    app = project / ".torpor-build" / "Ticker.app"
    require(contents(project) == before, "files of the project have changed")
    require(said.startswith(f"{app} is built. 2 of 2 sources were rewritten in copies."), said)
    near = f"{project}/Ticker/AppDelegate.swift:56:8: warning: applicationWillResignActiv(_:) is not a method of"
    require(near in warned and "Did you mean applicationWillResignActive(_:)?" in warned, warned)
    require(warned.count("warning:") == 1 and "error:" not in warned, warned)
    information = plistlib.loads((app / "Info.plist").read_bytes())
    require(information["CFBundleIdentifier"] == "com.example.Ticker", str(information))

    identifier = "com.example.Ticker"
    world.torpor("install", str(app))
    try:
        world.call("Launch", app=identifier)
        wait_until("its being in front", lambda: "openings 1" in lines(world, identifier))
        world.call("Home", app=identifier)
        wait_until("its end of counting", lambda: "done" in lines(world, identifier))
        suspended(world, identifier)
        counts = [f"count {number}" for number in range(1, 6)]
        require(lines(world, identifier) == ["built for iOS", "openings 1", *counts, "done"], str(lines(world, identifier)))

        # A build of an installed app that runs leaves its process its program.
        world.call("Launch", app=identifier)
        wait_until("its being in front again", lambda: "openings 2" in lines(world, identifier))
        built(world, project)
        world.call("Home", app=identifier)
        wait_until("its counting to 5 again", lambda: lines(world, identifier).count("done") == 2)
        return "an app of two rewritten sources counted on a timer with a selector, and was frozen; one near miss was named"
    finally:
        world.torpor("uninstall", identifier, status=None)


def test_builds_the_samples_of_the_sdk(world):
    """packages are built as they are, with their Info.plist: a newsreader saves in the background, a countdown counts"""
    app, counter = "com.example.newsreader", "com.example.countdown"
    reader, countdown = copied(world, "SDK/Samples/Newsreader"), copied(world, "SDK/Samples/Countdown")
    before = contents(reader), contents(countdown)
    said, warned = built(world, reader)
    require(f"`torpor install {reader}/.torpor-build/Newsreader.app` installs it as {app}." in said, said)
    require("is never called" not in warned and "error: " not in warned, warned)
    built(world, countdown)
    require((contents(reader), contents(countdown)) == before, "files of a package have changed")
    try:
        world.torpor("install", str(reader / ".torpor-build" / "Newsreader.app"))
        world.torpor("install", str(countdown / ".torpor-build" / "Countdown.app"))
        world.call("Launch", app=app)
        wait_until("its launch", lambda: any("launched in the foreground" in line for line in lines(world, app)))
        world.call("Home", app=app)
        suspended(world, app)
        saved = pathlib.Path(world.state) / "containers" / str(os.getuid()) / app / "Documents" / "articles.json"
        require(saved.exists(), "the newsreader has not saved in the background")

        world.call("Launch", app=counter)
        wait_until("its being in front", lambda: world.state_of(counter) == "active")
        world.call("Home", app=counter)
        wait_until("its end of counting", lambda: "done" in lines(world, counter))
        suspended(world, counter)
        counts = [f"count {number} on the main thread: true" for number in range(5, 0, -1)]
        require(lines(world, counter) == ["made", *counts, "done"], str(lines(world, counter)))
        return "two packages, unmodified; one saved in its background task, one counted"
    finally:
        world.torpor("uninstall", app, status=None)
        world.torpor("uninstall", counter, status=None)


LOOSE = """import UIKit
@UIApplicationMain
@objc(Delegate) class Delegate: UIResponder, UIApplicationDelegate {
  @objc
  func tick(_ note: Notification) { let count: Int = %s; print(count) }
  let selector = #selector(tick(_:))
}
"""


def test_names_the_authors_lines_in_errors(world):
    """an error in a rewritten source names its line in the author's file; with it mended, the build continues"""
    folder = world.folder / "projects" / "Loose"
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "Loose App.swift"
    source.write_text(LOOSE % '"one"')
    said, warned = built(world, source, status=1)
    require(f"{source}:5:54: error: cannot convert value of type 'String'" in warned, warned)
    require(warned.rstrip().endswith("Loose App was not built: one error, see above."), warned)
    source.write_text("import SceneKit\n" + LOOSE % "1")
    said, warned = built(world, source, status=1)
    require("The module SceneKit is neither in the SDK" in warned, warned)
    source.write_text(LOOSE % "1")
    said, warned = built(world, source)
    require("Warning: There is no Info.plist" in warned and "is local.Loose-App" in warned, warned)
    app = folder / ".torpor-build" / "Loose App.app"
    require(f"`torpor install '{app}'` installs it as local.Loose-App." in said, said)
    require(os.access(app / "Loose App", os.X_OK), "there is no program in the app")
    return "line 5 in the author's file, a module that is missing, then an app of one file without an Info.plist"


def test_ends_the_compiler_with_the_command(world):
    """SIGTERM ends `torpor build` and its compiler; the next build in the folder succeeds"""
    project = copied(world, "SDK/Samples/Countdown")
    built(world, project)
    shutil.rmtree(project / ".torpor-build")
    command = [world.torpor_path, "build", "--sdk", SDK, project]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    own = str(project)

    def compilers(naming=own):
        """Processes that name the project, or a file of it, without the command itself and the tests."""
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue
            if naming in words and int(entry.name) not in (process.pid, os.getpid()):
                found.append(entry.name)
        return found

    try:
        # Not the one that reads the manifest: the compiler of a source of the app's.
        source = str(project / "Sources" / "Countdown" / "AppDelegate.swift")
        wait_until("the compiler's start", lambda: compilers(source), seconds=BUILD_SECONDS)
        process.send_signal(signal.SIGTERM)
        require(process.wait(60) != 0, "the build that was ended has succeeded")
        wait_until("the end of all compilers", lambda: not compilers(), seconds=30)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
    built(world, project)
    return "no compiler was left, and what was begun was no obstacle"
