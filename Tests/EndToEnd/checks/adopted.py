"""Checks on adopted apps with real windows, real sound and a real browser, as a desktop would start them."""

import contextlib
import json
import pathlib
import random
import shutil
import subprocess
import sys
import time

import pytest

from support.adopting import DesktopWorld
from support.browser import Browser
from support.desktop import Desktop
from support.displays import PYTHON, WaylandDisplay, XDisplay
from support.harness import APPS, Failure, is_frozen, require, wait_until
from support.sounding import sound_server, write_tone
from support.terminals import in_words

pytestmark = pytest.mark.quiet

# How long a program that must not be frozen is watched out of sight: its grace is 5 s, and a loss counts after 0.5 s.
WATCHED_SECONDS = 8
# Longer than the check takes.
TONE_SECONDS = 300
# How often the windows change hands, in which order is drawn from the seed, and how long each is looked at: as a
# person does in an hour, of which what matters is whether each pause is longer than the 5 s of grace.
CHANGES, SEED, PAUSES_SECONDS = 30, 16, (0.1, 0.4, 1.0, 2.5, 6.0)


@pytest.fixture(scope="module")
def module_world(request):
    with contextlib.closing(DesktopWorld(request.config.option.bin.resolve(), "adopted")) as world:
        world.start_or_skip()
        yield world


class Screen:
    """A display, a bus, PipeWire and torpor-session, and what is started there."""

    def __init__(self, world, kind):
        self.world = world
        with contextlib.ExitStack() as opened:
            self.display = opened.enter_context(contextlib.closing(kind(world)))
            self.desktop = opened.enter_context(contextlib.closing(Desktop(world)))
            self.open(world)
            # What could not be opened leaves nothing behind.
            self.opened = opened.pop_all()

    def open(self, world):
        for name in ("DISPLAY", "SWAYSOCK", "WAYLAND_DISPLAY"):
            if name in self.display.environment:
                self.desktop.environment[name] = self.display.environment[name]
            else:
                self.desktop.environment.pop(name, None)
        sound_server(world, self.desktop)
        # Programs hear of the bus, and of PipeWire.
        self.environment = dict(
            self.display.environment, DBUS_SESSION_BUS_ADDRESS=self.desktop.address,
            PIPEWIRE_RUNTIME_DIR=str(world.folder),
        )
        self.bridge = self.desktop.bridge()
        for part in ("windows", "audio", "callers"):
            wait_until(f"the desktop's {part}", lambda part=part: self.desktop.part(part), 10)

    def start(self, name, *command):
        """A program of the desktop, in a group of its own."""
        return self.world.program(f"app-test-{name}-1.scope", name, *command, environment=self.environment)[0]

    def close(self):
        self.world.torpor("adopt", "--off", status=None)
        self.world.end_programs()
        self.opened.close()


@pytest.fixture
def screen(request, world):
    kind = request.node.get_closest_marker("display").kwargs["kind"]
    with contextlib.closing(Screen(world, kind)) as screen:
        yield screen


class Windows:
    """Windows of X11, by their titles."""

    def __init__(self, display):
        self.display, self.numbers = display, {}

    def find(self, *titles):
        for title in titles:
            self.numbers[title] = self.display.window(title)

    def minimise(self, *titles):
        for title in titles:
            self.display.xdotool("windowminimize", self.numbers[title])

    def focus(self, title, group=None):
        """Shows a window and gives it the focus; how long its group took to run again, in milliseconds."""
        begun = time.monotonic()
        # Its own process, so that the wait for the window manager does not delay the look.
        chooser = subprocess.Popen(
            ["xdotool", "windowactivate", self.numbers[title]], env=self.display.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        if group:
            wait_until(f"the thaw of {title}", lambda: not is_frozen(group), 10, 0.0005)
        took = (time.monotonic() - begun) * 1000
        require(chooser.wait(20) == 0, f"xdotool could not activate {title}")
        return took

    def type(self, title, *keys):
        self.focus(title)
        self.display.xdotool("key", "--window", self.numbers[title], *keys)


def held_by(world, app):
    return [one["reason"] for one in world.why(app)["app"].get("heldBy", [])]


def expect_frozen(group, seconds=15):
    wait_until(f"the freeze of {group.name}", lambda: is_frozen(group), seconds)


def expect_to_run(*groups):
    """None of them is frozen for longer than it takes to freeze one."""
    until = time.monotonic() + WATCHED_SECONDS
    while time.monotonic() < until:
        for group in groups:
            require(not is_frozen(group), f"{group.name} was frozen")
        time.sleep(0.05)


def terminal(title, *command):
    return ["xterm", "-T", title, "-e", *(command or ["bash", "--norc", "--noprofile", "-i"])]


@pytest.mark.display(kind=XDisplay)
def test_governs_windows_of_x11(world, screen):
    """minimised programs of a desktop are frozen and run as soon as they are chosen; a player and a build run on"""
    windows = Windows(screen.display)
    tone = world.folder / "tone.wav"
    write_tone(tone, TONE_SECONDS)
    notes = screen.start("notes", *terminal("notes"))
    build = screen.start("build", *terminal("build"))
    radio = screen.start("radio", PYTHON, "-B", APPS / "xplayer.py", tone, "radio")
    zeros = world.folder / "zeros.wav"
    write_tone(zeros, TONE_SECONDS, 0)
    hush = screen.start("hush", PYTHON, "-B", APPS / "xplayer.py", zeros, "hush")
    windows.find("notes", "build", "radio", "hush")
    mark = world.folder / "built"
    # Typed into the shell, as a person does.
    windows.focus("build")
    screen.display.xdotool("type", "--window", windows.numbers["build"], f"touch {mark}; sleep 1000\n")
    wait_until("the build", mark.exists, 10)
    windows.type("radio", "space")
    windows.type("hush", "space")
    world.adopt()
    for app in ("notes", "build", "radio", "hush"):
        world.wait_for_adoption(app)
    wait_until("the sound", lambda: "audio" in held_by(world, "radio") or world.state_of("radio") == "active", 10)
    windows.minimise("notes", "build", "radio", "hush")
    hidden = time.monotonic()
    expect_frozen(notes)
    frozen_after = time.monotonic() - hidden
    expect_to_run(build, radio)
    require("controllingTerminal" in held_by(world, "build"), f"build: {held_by(world, 'build')}")
    require("audio" in held_by(world, "radio"), f"radio: {held_by(world, 'radio')}")
    # Its stream is open, and silent: that is found out after 5 s, while it is listened to.
    expect_frozen(hush, 45)
    # Chosen again: it runs before a person could see that it did not.
    thaws = []
    for _ in range(5):
        thaws.append(windows.focus("notes", notes))
        windows.minimise("notes")
        expect_frozen(notes)
    # Paused, it has no reason to run any more; neither has a terminal whose build was stopped.
    windows.type("radio", "space")
    windows.minimise("radio")
    windows.type("build", "ctrl+c")
    windows.minimise("build")
    expect_frozen(radio, 30)
    expect_frozen(build, 45)
    require(windows.focus("build", build) > 0 and windows.focus("radio", radio) > 0, "")
    world.torpor("adopt", "--off")
    return f"frozen {frozen_after:.1f} s after it was minimised, thawed {in_words(thaws)} after it was chosen"


@pytest.mark.display(kind=WaylandDisplay)
def test_governs_windows_of_sway(world, screen):
    """programs of a desktop on another workspace are frozen, and run as soon as it is shown; one at work runs on"""
    display = screen.display
    notes = screen.start("notes", "foot", "--app-id", "notes", "bash", "--norc", "--noprofile", "-i")
    display.window("notes")
    build = screen.start("build", "foot", "--app-id", "build", "sh", "-c", "sleep 1000; true")
    display.window("build")
    world.adopt()
    for app in ("notes", "build"):
        world.wait_for_adoption(app)
    thaws = []
    for _ in range(3):
        display.swaymsg("workspace 2")
        hidden = time.monotonic()
        expect_frozen(notes)
        frozen_after = time.monotonic() - hidden
        begun = time.monotonic()
        chooser = display.start(["swaymsg", "workspace 1"])
        wait_until("the thaw", lambda: not is_frozen(notes), 10, 0.0005)
        thaws.append((time.monotonic() - begun) * 1000)
        chooser.wait(20)
    display.swaymsg("workspace 2")
    expect_frozen(notes)
    expect_to_run(build)
    world.torpor("adopt", "--off")
    return f"frozen {frozen_after:.1f} s after the workspace was left, thawed {in_words(thaws)} after it was chosen"


PAGE = """<title>pages</title><script>
let count = 0; setInterval(() => count += 1, 50);
const port = new Worker(URL.createObjectURL(new Blob(["onmessage = e => postMessage(e.data + 1)"])));
function ask(n) { return new Promise(r => { port.onmessage = e => r(e.data); port.postMessage(n); }); }
</script><p>page"""


@pytest.mark.display(kind=XDisplay)
def test_a_browser_lives_with_changes_of_focus(world, screen):
    """a browser beside two terminals: windows change hands as in an hour; whatever is in front answers, nothing ends"""
    windows = Windows(screen.display)
    page = world.folder / "page.html"
    page.write_text(PAGE)
    groups = {name: screen.start(name, *terminal(name)) for name in ("left", "right")}
    windows.find("left", "right")
    group = world.slice / "app-test-browser-1.scope"
    with contextlib.closing(Browser(environment=screen.environment, group=group)) as browser:
        world.desktop_file("browser")
        world.note(browser.process, group)
        browser.open(f"file://{page}")
        browser.wait("the page", "document.title === 'pages'")
        groups["browser"] = group
        windows.numbers["browser"] = wait_until(
            "the browser's window",
            lambda: screen.display.xdotool("search", "--onlyvisible", "--name", "^pages", check=False), 15,
        ).splitlines()[-1]
        world.adopt()
        for app in groups:
            world.wait_for_adoption(app)
        generator = random.Random(SEED)
        frozen, thaws = {name: 0 for name in groups}, []
        shown = None
        for _ in range(CHANGES):
            shown = generator.choice([name for name in groups if name != shown])
            was_frozen = is_frozen(groups[shown])
            frozen[shown] += was_frozen
            took = windows.focus(shown, groups[shown])
            if was_frozen:
                thaws.append(took)
            windows.minimise(*[name for name in groups if name != shown])
            if shown == "browser":
                number = generator.randrange(1000)
                require(browser.run(f"ask({number})") == number + 1, "the page's worker gave a wrong answer")
                browser.wait("the page counting", f"count > {browser.run('count')}")
            time.sleep(generator.choice(PAUSES_SECONDS))
        require(thaws, f"with this seed nothing was frozen: {frozen}")
        require(browser.process.poll() is None, "the browser has ended")
        complaints = browser.complaints()
        require(not complaints, f"the browser complains: {complaints}")
        world.torpor("adopt", "--off")
        require(not any(is_frozen(one) for one in groups.values()), "one is frozen still")
        require(browser.run("ask(1)") == 2, "the page does not answer after the end")
    counts = ", ".join(f"{name} {count}" for name, count in frozen.items())
    return f"{CHANGES} changes; chosen while frozen: {counts}; thawed {in_words(thaws)} after the choice"
