"""A Bluetooth radio in the machine with a device within its reach: Bumble on both sides, BlueZ and the kernel between (guest/radio.py)."""

import io
import json
import subprocess
import sys
import tarfile

from support.laboratory import GUEST
from support.places import CACHE, Skip, require, wait_until

# Debian has no Bumble. What the radio loads of it, for the machine's Python; its other dependencies are for real USB and network radios.
WHEELS = (
    "bumble==0.0.236 cryptography==50.0.2 cffi==2.1.1 pycparser pyee==13.0.1 typing_extensions click prompt_toolkit wcwidth platformdirs"
).split()
PYTHON, PLATFORMS = "3.11", ("manylinux_2_28_x86_64", "manylinux2014_x86_64", "any")
FOLDER = CACHE / "bumble"
KERNEL, BAND = "E0:E1:E2:E3:E4:E5", "F0:F1:F2:F3:F4:F5"
FIFO, LOG = "/run/lab-radio", "/run/lab-radio.jsonl"


def bumble():
    """The folder with Bumble in it, fetched once."""
    if not (FOLDER / "bumble").is_dir():
        words = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--only-binary=:all:", "--python-version", PYTHON]
        words += [word for name in PLATFORMS for word in ("--platform", name)]
        done = subprocess.run([*words, "--target", str(FOLDER), *WHEELS], capture_output=True, text=True)
        if done.returncode:
            raise Skip(f"Bumble cannot be had by pip: {done.stderr.strip()[-300:]}")
    return FOLDER


def archive():
    """What of it the machine needs, as a tar archive."""
    def kept(member):
        member.mtime = 0
        return None if {"__pycache__", "bin", "apps"} & set(member.name.split("/")) else member

    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz", compresslevel=1) as written:
        written.add(bumble(), "bumble", filter=kept)
    return file.getvalue()


class Air:
    """What the machine's Bluetooth can hear."""

    def __init__(self, lab):
        self.lab = lab

    def start(self):
        """BlueZ with a radio, and a heart-rate band that advertises; the bridge of ada that the daemon reaches it by."""
        subprocess.run(self.lab.machine.ssh("root", "tar -xz -C /root"), input=archive(), check=True)
        self.lab.sh(
            f"mkfifo {FIFO} && modprobe hci_vhci && systemctl unmask bluetooth 2>&1 && systemctl start bluetooth\n"
            f"(PYTHONPATH=/root/bumble setsid python3 -B {GUEST}/radio.py {FIFO} {LOG} >/root/radio.log 2>&1 </dev/null &)"
        )
        wait_until("the radio", lambda: self.events("advertises") or self.has_ended(), 240)
        wait_until("BlueZ's adapter", lambda: KERNEL in self.lab.sh("bluetoothctl list"), 240)
        self.lab.sh("bluetoothctl power on")
        self.lab.sh("loginctl enable-linger ada")
        wait_until("ada's manager", lambda: self.lab.sh("test -S /run/user/1000/bus && echo yes; true").strip())
        self.lab.sh("XDG_RUNTIME_DIR=/run/user/1000 systemctl --user start torpor-session.service", "ada")
        self.wait_for_bridge()

    def has_ended(self):
        require(self.lab.sh("pgrep -f guest/radio.py; true").strip(), f"the radio has ended: {self.lab.sh('tail -5 /root/radio.log')}")

    def wait_for_bridge(self):
        def works():
            found = self.lab.call("GetCapabilities")["capabilities"]
            return any(one["name"] == "desktop.bluetooth" and one["isAvailable"] for one in found)

        wait_until("the bridge's Bluetooth", works, 240)

    def do(self, words):
        self.lab.sh(f"echo {words} >{FIFO}")

    def events(self, name):
        lines = self.lab.sh(f"cat {LOG} 2>/dev/null; true").splitlines()
        return [one for one in map(json.loads, lines) if one["event"] == name]

    def wait_for(self, name, count):
        """The last of so many events of the device."""
        def happened():
            failed = self.events("failed")
            require(not failed, f"the device in the air failed: {failed}")
            found = self.events(name)
            return len(found) >= count and found

        return wait_until(f"'{name}' of the device in the air", happened, 240)[-1]
