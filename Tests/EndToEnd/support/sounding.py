"""A real PipeWire without a sound card, in a check's own folder."""

import math
import shutil
import struct
import subprocess
import wave
from pathlib import Path

from support.harness import Skip, wait_until

SILENT_SINK = (
    "{ factory.name=support.null-audio-sink node.name=nowhere media.class=Audio/Sink "
    "object.linger=true audio.position=[FL FR] }"
)


def sound_server(world, desktop):
    """PipeWire with its session manager and a sink that nobody hears, in the world's own folder."""
    missing = [name for name in ["pipewire", "wireplumber", "pw-cat", "pw-cli"] if not shutil.which(name)]
    if missing:
        raise Skip(f"{', '.join(missing)} missing (apt install pipewire pipewire-bin wireplumber)")
    if not Path("/run/systemd/sessions").is_dir():
        raise Skip("WirePlumber ends without /run/systemd/sessions, where logind has its sessions")
    desktop.environment["XDG_RUNTIME_DIR"] = str(world.folder)
    desktop.environment["XDG_STATE_HOME"] = str(world.folder / "state")
    socket = world.folder / "pipewire-0"
    desktop.start("pipewire")
    wait_until("PipeWire", socket.exists, 10)
    desktop.start("wireplumber")

    def pw_cli(*words):
        return subprocess.run(["pw-cli", *words], env=desktop.environment, capture_output=True, text=True, timeout=30)

    def has_a_sink():
        if "nowhere" in pw_cli("ls", "Node").stdout:
            return True
        # A server that has only just started can refuse it.
        pw_cli("create-node", "adapter", SILENT_SINK)
        return False

    wait_until("a sink", has_a_sink, 10, pause=0.2)


def write_tone(path, seconds, amplitude=9000):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(48000)
        period = b"".join(
            struct.pack("<hh", *2 * [int(amplitude * math.sin(math.tau * i / 96))]) for i in range(96)
        )
        file.writeframes(period * (500 * seconds))
