"""Checks on what reports windows where the compositor tells no program of them: GNOME Shell's extension, KWin's script."""

import contextlib
import shutil
import subprocess
import time

import pytest

from support.adopting import DesktopWorld
from support.desktop import Desktop
from support.displays import need
from support.harness import APPS, Failure, is_frozen, require, wait_until
from support.shells import DESKTOPS, GnomeShell, KWin
from support.sounding import sound_server
from support.terminals import in_words

pytestmark = pytest.mark.quiet

ROUNDS = 3


@pytest.fixture(scope="module")
def module_world(request):
    with contextlib.closing(DesktopWorld(request.config.option.bin.resolve(), "shells")) as world:
        world.start_or_skip()
        yield world


@contextlib.contextmanager
def shell_of(world, kind):
    """A shell with two terminals of the desktop's in it, torpor-session, and adoption turned on."""
    with contextlib.closing(Desktop(world)) as desktop:
        for name in ("DISPLAY", "SWAYSOCK", "WAYLAND_DISPLAY"):
            desktop.environment.pop(name, None)
        sound_server(world, desktop)
        bridge = desktop.bridge()
        wait_until("audio", lambda: desktop.part("audio"), 10)
        require(desktop.part("windows") is False, "somebody reports windows before the shell is there")
        with contextlib.closing(kind(world, desktop)) as shell:
            shell.bridge = bridge
            groups = {}
            try:
                for name in ("left", "right"):
                    groups[name] = world.program(
                        f"app-test-{name}-1.scope", name, *shell.window(name), environment=shell.programs(),
                    )[0]
                yield desktop, shell, groups
            finally:
                world.torpor("adopt", "--off", status=None)
                world.end_programs()


def visibility(world, name):
    """What `torpor adopt --dry-run` says against freezing it."""
    return world.listed().get(name, {}).get("obstacle", "nothing")


def drive(world, desktop, shell, groups):
    """Windows are minimised, chosen and moved; returns how soon each was thawed (ms)."""
    for part in ("windows", "focus"):
        wait_until(f"the shell's {part}", lambda part=part: desktop.part(part), 60)
    shown = {"one of its windows is visible", "its window has the focus"}
    try:
        wait_until("both windows", lambda: all(visibility(world, name) in shown for name in groups), 60)
    except Failure as failure:
        seen = {name: visibility(world, name) for name in groups}
        running = {name: (group / "cgroup.procs").read_text().split() for name, group in groups.items()}
        raise Failure(f"{failure}: {seen}, processes {running}") from failure
    world.adopt()
    for name in groups:
        world.wait_for_adoption(name)
    thaws = []
    for _ in range(ROUNDS):
        shell.minimise("left")
        wait_until("the freeze of a minimised window", lambda: is_frozen(groups["left"]), 30)
        require(not is_frozen(groups["right"]), "the window in front was frozen")
        begun = time.monotonic()
        shell.choose("left")
        wait_until("the thaw of a chosen window", lambda: not is_frozen(groups["left"]), 30, 0.001)
        thaws.append((time.monotonic() - begun) * 1000)
    shell.move_away("right")
    wait_until("the freeze of a window on another workspace", lambda: is_frozen(groups["right"]), 30)
    # Another torpor-session is told all of it.
    desktop.end(shell.bridge)
    shell.bridge = desktop.bridge()
    wait_until("audio", lambda: desktop.part("audio"), 10)
    # A script of KWin does not see that it came: it tells it with the next change.
    shell.minimise("left")
    wait_until("the freeze by the next report", lambda: is_frozen(groups["left"]), 45)
    return thaws


def test_reports_windows_of_gnome_shell(world):
    """the extension tells of windows and the focus in a real GNOME Shell; turned off, it leaves nothing frozen"""
    with shell_of(world, GnomeShell) as (desktop, shell, groups):
        thaws = drive(world, desktop, shell, groups)
        # One of Torpor's own, in front of the user.
        subprocess.run(
            [world.torpor_path, "run", "--detach", "--id", "wrapped", "--", *shell.window("wrapped")],
            env=shell.programs(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, timeout=60,
        )
        wait_until("its window", lambda: shell.has_window("wrapped"), 30)
        wait_until("its report", lambda: world.why("wrapped")["app"]["state"] == "active", 30)
        shell.switch(False)
        wait_until("the thaw without the extension", lambda: not any(is_frozen(one) for one in groups.values()), 45)
        # Nobody has closed its window: an app without one is in the background after 30 s, and frozen 5 s later.
        until = time.monotonic() + 40
        while time.monotonic() < until:
            require(not is_frozen(world.group("wrapped")), "what the user looks at was frozen")
            time.sleep(0.5)
        world.torpor("quit", "wrapped")
        version = shell.version
    return f"GNOME Shell {version}: thawed {in_words(thaws)} after a window was chosen"


def test_reports_windows_of_kwin(world):
    """the script tells of windows and the focus in a real KWin; when it is turned off, nothing stays frozen"""
    with shell_of(world, KWin) as (desktop, shell, groups):
        thaws = drive(world, desktop, shell, groups)
        shell.unload()
        # What it has reported holds for 90 s.
        wait_until("the thaw without the script", lambda: not any(is_frozen(one) for one in groups.values()), 150)
    return f"thawed {in_words(thaws)} after a window was chosen"


TOLD = """SetWindows ([(11, 'visible')],)
SetFocus ([],)
SetWindows ([(11, 'visible'), (12, 'focused')],)
SetFocus ([12],)
SetWindows ([(11, 'minimised'), (12, 'focused')],)
SetWindows ([(11, 'elsewhere'), (12, 'focused')],)
SetWindows ([(12, 'focused')],)
SetWindows ([(12, 'focused')],)
SetFocus ([12],)
closed
left 0"""


def test_reports_windows_as_a_module(world):
    """the extension as GNOME 45 and newer load it, without a shell: it tells each change once, all of it to another
    torpor-session, and leaves nothing connected"""
    need("gjs")
    for file in (DESKTOPS / "gnome-shell" / "reporter.js", APPS / "gnome_shell.js"):
        shutil.copy(file, world.folder)
    done = subprocess.run(
        ["gjs", "-m", world.folder / "gnome_shell.js"], capture_output=True, text=True, timeout=60
    )
    require(done.stdout.strip() == TOLD, done.stdout + done.stderr)
    return f"{len(TOLD.splitlines()) - 1} calls"
