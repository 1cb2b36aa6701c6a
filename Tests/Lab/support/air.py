"""A Bluetooth radio in the machine with a device within its reach: Bumble on both sides, BlueZ and the kernel between (guest/radio.py)."""

import json

from support.laboratory import GUEST
from support.places import Failure, require, wait_until
from support.wheels import fetched

# Debian has no Bumble. What the radio loads of it; its other dependencies are for real USB and network radios.
BUMBLE = (
    "bumble==0.0.236", "cryptography==50.0.2", "cffi==2.1.1", "pycparser==3.12", "pyee==13.0.1", "typing_extensions==4.16.0",
    "click==8.5.1", "prompt_toolkit==3.0.53", "wcwidth==0.9.4", "platformdirs==4.14.8",
)
KERNEL, BAND = "E0:E1:E2:E3:E4:E5", "F0:F1:F2:F3:F4:F5"
FIFO, LOG = "/run/lab-radio", "/run/lab-radio.jsonl"
# bluetoothctl waits for BlueZ as long as there is none.
ASK = "timeout 20 bluetoothctl"
READS_MAX = 3


class Air:
    """What the machine's Bluetooth can hear."""

    def __init__(self, lab):
        self.lab = lab

    def start(self):
        """BlueZ with a radio, and a heart-rate band that advertises; the bridge of ada that the daemon reaches it by."""
        self.lab.bring([(fetched("bumble", BUMBLE), "bumble")], without=["bin", "apps"])
        self.lab.sh(
            f"mkfifo {FIFO} && modprobe hci_vhci && systemctl unmask bluetooth 2>&1 && systemctl start bluetooth || exit\n"
            f"(PYTHONPATH=/root/bumble setsid python3 -B {GUEST}/radio.py {FIFO} {LOG} >/root/radio.log 2>&1 </dev/null &)"
        )
        wait_until("the radio", lambda: self.events("advertises") or self.require_radio(), 240)
        wait_until("BlueZ's adapter", lambda: KERNEL in self.lab.sh(f"{ASK} list; true"), 240)
        wait_until("its power", lambda: "Powered: yes" in self.lab.sh(f"{ASK} power on >/dev/null; {ASK} show; true"), 240)
        self.lab.sh("loginctl enable-linger ada")
        wait_until("ada's manager", lambda: self.lab.sh("test -S /run/user/1000/bus && echo yes; true").strip())
        self.lab.sh("XDG_RUNTIME_DIR=/run/user/1000 systemctl --user start torpor-session.service", "ada")
        self.wait_for_bridge()

    def require_radio(self):
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

    def read(self):
        """What a central reads of the machine's value, and how often it asked.

        The bridge gives an app 10 s for its answer, in which an emulated machine beside builds may not even have started it.
        A central that is told of an error asks again.
        """
        for asked in range(1, READS_MAX + 1):
            before = {name: len(self.events(name)) for name in ("read", "failed")}
            self.do("read")
            wait_until("an answer to the central", lambda: any(len(self.events(name)) > count for name, count in before.items()), 240)
            if len(self.events("read")) > before["read"]:
                return self.events("read")[-1]["value"], asked
        raise Failure(f"the central read nothing: {self.events('failed')[-READS_MAX:]}")

    def wait_for(self, name, count):
        """The last of so many events of the device."""
        def happened():
            failed = self.events("failed")
            require(not failed, f"the device in the air failed: {failed}")
            found = self.events(name)
            return len(found) >= count and found

        return wait_until(f"'{name}' of the device in the air", happened, 240)[-1]
