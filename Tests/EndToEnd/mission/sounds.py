"""Sound (G3–G8): torpor-session, a real PipeWire with a sink that nobody hears, and its own players."""

import subprocess
import time
from contextlib import closing

import pytest

from checks.sounds import sound_server, sounds, write_tone
from checks.video import camera, nodes
from support.actors import Actor, Stage
from support.desktop import PYTHON, Desktop
from support.harness import APPS, require, wait_until

STAGE = {"profile": "ios26"}
CARD = pytest.mark.stand_in("the sound card: PipeWire's null sink")
TONE_SECONDS = 4


@pytest.fixture(scope="module")
def studio(stage):
    """The desktop with sound, and a tone to play."""
    with closing(Desktop(stage)) as desktop:
        sound_server(stage, desktop)
        # Those apps that play find the server as the desktop's programs do.
        stage.environment["XDG_RUNTIME_DIR"] = str(stage.folder)
        desktop.bridge()
        wait_until("audio", lambda: desktop.part("audio"), 10)
        stage.tone = stage.folder / "tone.wav"
        write_tone(stage.tone, TONE_SECONDS)
        yield desktop


def player(world, identifier, mixes=False, modes=("audio",), category="playback", loops=False):
    """An app that plays the tone once it is in front."""
    command = f"XDG_RUNTIME_DIR={world.folder} pw-cat -p {world.tone}"
    script = f"while :; do {command}; done" if loops else command
    session = {"call": "ActivateAudioSession", "parameters": {"category": category, "mixesWithOthers": mixes}}
    app = Actor(world, identifier, modes=modes)
    playing = streams(world)
    app.perform(session, {"run": ["sh", "-c", script]})
    wait_until("its stream", lambda: streams(world) > playing, 10)
    # The bridge hears of it within this time, and the daemon from the bridge.
    time.sleep(0.5)
    return app


def streams(world, kind="Output"):
    """How many streams of sound there are."""
    done = subprocess.run(
        ["pw-cli", "ls", "Node"], env=world.environment, capture_output=True, text=True, timeout=20
    )
    return done.stdout.count(f"Stream/{kind}/Audio")


def heard(world, app):
    wait_until(f"{app.identifier} being heard", lambda: "audio" in app.holds, 6)


@CARD
def row_G3(world, studio):
    """an app plays on in the background, and is suspended when it stops"""
    app = player(world, "g3").home()
    begun = time.monotonic()
    heard(world, app)
    time.sleep(1)
    require(not app.is_frozen, "frozen while it sounds")
    app.becomes("suspended", 30)
    return f"{TONE_SECONDS} s of a tone; frozen {time.monotonic() - begun:.1f} s after it left"


@CARD
def row_G4(world, studio):
    """an app records on, where the user lets it"""
    app = Actor(world, "g4", modes=("audio",))
    command = f"XDG_RUNTIME_DIR={world.folder} timeout 3 pw-cat -r {world.folder}/take.wav"
    world.torpor("settings", "g4", "allowsMicrophone=on")
    app.call("ActivateAudioSession", category="record")
    app.perform({"run": ["sh", "-c", command]})
    wait_until("its stream", lambda: streams(world, "Input"), 10)
    time.sleep(0.5)
    app.home()
    heard(world, app)
    app.becomes("suspended", 30)
    world.torpor("settings", "g4", "allowsMicrophone=off")
    app.launch()
    told = app.refused("AudioFailed", "ActivateAudioSession", category="record")
    require(told["which"] == "recordingNotPermitted", f"{told}")
    return f"held while it recorded; with the switch off: {told['which']}"


@CARD
def row_G5(world, studio):
    """without the mode sound ends with leaving"""
    app = player(world, "g5", modes=()).home()
    begun = time.monotonic()
    app.becomes("suspended", 10)
    took = time.monotonic() - begun
    require(took < TONE_SECONDS - 1, f"frozen after {took:.1f} s")
    return f"frozen after {took:.1f} s"


@CARD
def row_G6(world, studio):
    """it must be sound: silence holds no app"""
    silence = world.folder / "silence.wav"
    import wave
    with wave.open(str(silence), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(48000)
        file.writeframes(bytes(4 * 48000 * 20))
    app = Actor(world, "g6", modes=("audio",))
    playing = streams(world)
    app.call("ActivateAudioSession", category="playback")
    app.perform({"run": ["sh", "-c", f"XDG_RUNTIME_DIR={world.folder} pw-cat -p {silence}"]})
    wait_until("its stream", lambda: streams(world) > playing, 10)
    # As long as a player of a tone has before it leaves.
    time.sleep(0.5)
    app.home()
    begun = time.monotonic()
    app.becomes("suspended", 12)
    return f"frozen after {time.monotonic() - begun:.1f} s of 20 s of zeros"


@CARD
def row_G7(world, studio):
    """several may sound; a new one in front interrupts one that does not mix, and says when it may resume"""
    mixing = [player(world, f"g7.{number}", mixes=True, loops=True).home() for number in (1, 2)]
    for app in mixing:
        heard(world, app)
    require({app.state for app in mixing} == {"background"}, "the two do not both continue")
    alone = player(world, "g7.alone", loops=True).home()
    heard(world, alone)
    for app in mixing:
        app.uninstall()
    front = Actor(world, "g7.front", modes=("audio",))
    front.call("ActivateAudioSession", category="playback")
    alone.wait("interruptionBegan")
    front.call("DeactivateAudioSession", notifiesOthers=True)
    ended = alone.wait("interruptionEnded", 1, 10)
    require(ended["shouldResume"] is True, f"told {ended}")
    alone.uninstall()
    return "two mix; a third is interrupted, and told that it should resume"


def films(world, studio):
    """An app takes pictures of a camera off screen, and is suspended when they end; how long it was held."""
    camera(world, studio)
    app = Actor(world, "g8.films", modes=("audio",))
    app.call("ActivateAudioSession", category="playAndRecord")
    end = world.folder / "g8.films.end"
    app.perform({"run": [PYTHON, "-B", str(APPS / "pictures.py"), "take", str(end)]})
    wait_until("its pictures", lambda: nodes(world, "Stream/Input/Video").get("take") == "running", 30)
    begun = time.monotonic()
    app.home()
    heard(world, app)
    time.sleep(1)
    require(not app.is_frozen, "frozen while it has pictures")
    end.touch()
    app.becomes("suspended", 30)
    return time.monotonic() - begun


def row_G8(request, world, studio):
    """a cast and a camera count as sound does; without the desktop bridge the daemon says that it cannot hear"""
    app = Actor(world, "g8", modes=("audio",))
    playing = streams(world)
    app.call("ActivateAudioSession", category="playback")
    bus = f"DBUS_SESSION_BUS_ADDRESS={studio.address}"
    app.perform({"run": ["env", bus, PYTHON, "-B", str(APPS / "caster.py"), str(TONE_SECONDS)]})
    wait_until("its name on the bus", lambda: "MediaPlayer2.caster" in studio.busctl("list").stdout, 5)
    begun = time.monotonic()
    app.home()
    heard(world, app)
    require(streams(world) <= playing, "it has a stream here")
    app.becomes("suspended", 30)
    took = time.monotonic() - begun
    require(took > 1, f"frozen after {took:.1f} s, while it plays elsewhere")
    pictures = films(world, studio)
    with closing(Stage(request.config.option.bin.resolve(), "deaf", profile="linux")) as deaf:
        deaf.start_or_skip()
        deaf.torpor("run", "--detach", "--id", "g8.deaf", "--", "sleep", "1000")
        deaf.call("Home", app="g8.deaf")
        deaf.wait_for_state("g8.deaf", "suspended")
        deaf.says("Programs that play sound off screen are frozen like all others", "doctor", status=None)
        said = deaf.says("The daemon cannot detect whether it plays sound", "why", "g8.deaf")
    return f"held {took:.1f} s by the word of a player that plays elsewhere, {pictures:.1f} s by a camera; without a bridge: “{said}”"
