"""Checks on what sounds: a real PipeWire without a sound card, and players that know nothing of Torpor."""

import os
import subprocess
import time
from pathlib import Path

import pytest

from support.harness import is_frozen, require, wait_until
from support.sounding import sound_server, write_tone

pytestmark = pytest.mark.quiet

TONE_SECONDS = 8


def sounds(world, identifier):
    """Whether the daemon takes an app for one that sounds."""
    return any(one["reason"] == "audio" for one in world.why(identifier)["app"].get("heldBy", []))


def test_plays_on_out_of_sight(world, desktop):
    """a player out of sight runs on for as long as it sounds under PipeWire, and is frozen when it stops"""
    sound_server(world, desktop)
    desktop.bridge()
    wait_until("audio", lambda: desktop.part("audio"), 10)
    tone = world.folder / "tone.wav"
    write_tone(tone, TONE_SECONDS)
    app = "e2e.radio"
    script = f"pw-cat -p {tone}; while :; do sleep 0.2; done"
    subprocess.run(
        [world.torpor_path, "run", "--detach", "--id", app, "--", "/bin/sh", "-c", script],
        env=dict(world.environment, XDG_RUNTIME_DIR=str(world.folder)),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, timeout=30,
    )
    world.call("Home", app=app)
    begun = time.monotonic()
    wait_until("the daemon to hear it", lambda: sounds(world, app), 5)
    while (sounded := time.monotonic() - begun) < TONE_SECONDS - 1:
        require(not is_frozen(world.group(app)), f"frozen while it sounds, after {sounded:.1f} s")
        time.sleep(0.05)
    wait_until("the freeze", lambda: is_frozen(world.group(app)), 30)
    took = time.monotonic() - begun
    world.call("Quit", app=app)
    return f"frozen after {took:.1f} s out of sight, of which a tone of {TONE_SECONDS} s sounded nearly all"


def play(world, identifier, path):
    """A player that knows nothing of Torpor, sent home."""
    script = f"pw-cat -p {path}; while :; do sleep 0.2; done"
    subprocess.run(
        [world.torpor_path, "run", "--detach", "--id", identifier, "--", "/bin/sh", "-c", script],
        env=dict(world.environment, XDG_RUNTIME_DIR=str(world.folder)),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, timeout=30,
    )
    wait_until(f"{identifier} playing", lambda: sounds_on_screen(world, identifier), 10)
    world.call("Home", app=identifier)
    return time.monotonic()


def sounds_on_screen(world, identifier):
    """Whether a process of the app has a stream under PipeWire."""
    members = (world.group(identifier) / "cgroup.procs").read_text().split()
    return any(Path(f"/proc/{process}/comm").read_text().strip() == "pw-cat" for process in members)


def meters():
    """The processes that listen to a stream, with what each takes for itself (KiB) and has computed (ms)."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"torpor-level" not in (folder / "cmdline").read_bytes():
                continue
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            rollup = (folder / "smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        kib = sum(int(line.split()[1]) for line in rollup if line.startswith("Private_"))
        found[int(folder.name)] = (kib, (int(fields[11]) + int(fields[12])) * 1000 // os.sysconf("SC_CLK_TCK"))
    return found


def test_silence_is_no_sound(world, desktop):
    """a player of zeros, or of less than -80 dBFS, is frozen out of sight; one beside it that sounds runs on"""
    sound_server(world, desktop)
    desktop.bridge()
    wait_until("audio", lambda: desktop.part("audio"), 10)
    silent = {"e2e.zeros": 0, "e2e.whisper": 2.4}
    for name, amplitude in silent.items():
        write_tone(world.folder / f"{name}.wav", 90, amplitude)
    write_tone(world.folder / "e2e.tone.wav", 90)
    require(not meters(), "somebody listens before anything plays")
    begun = {name: play(world, name, world.folder / f"{name}.wav") for name in [*silent, "e2e.tone"]}
    seen = wait_until("a meter", meters, 20)
    took = {}
    while len(took) < len(silent):
        seen |= meters()
        for name in silent:
            if name not in took and is_frozen(world.group(name)):
                took[name] = time.monotonic() - begun[name]
        require(time.monotonic() - max(begun.values()) < 40, f"only {took} are frozen after 40 s")
        time.sleep(0.1)
    until = time.monotonic() + 12
    while time.monotonic() < until:
        require(not is_frozen(world.group("e2e.tone")), "the tone is frozen")
        seen |= meters()
        time.sleep(0.05)
    for name in begun:
        world.call("Quit", app=name)
    wait_until("the end of the last meter", lambda: not meters(), 20)
    kib, milliseconds = max(value[0] for value in seen.values()), max(value[1] for value in seen.values())
    held = ", ".join(f"{name[4:]} {seconds:.1f} s" for name, seconds in took.items())
    return f"held out of sight: {held}; a meter takes {kib} KiB and at most {milliseconds} ms"
