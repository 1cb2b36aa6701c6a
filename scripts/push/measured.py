"""What scripts/push-load measures with: devices in a process of their own, mosquitto, and what a process takes."""

import os
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import jwt

from gateway import KEY, ROOT, TEAM
from nats import free_port

# What is measured is the build that is shipped, never the one of the tests.
SHIPPED = str(ROOT / ".build-services" / "release" / "torpor-gateway")
BYTES = 300
# What B6 wants of mosquitto's messages a second, where both promise the same.
GOAL = 2
# How long all devices may take to connect and register.
READY_SECONDS = 120
PAYLOAD = '{"aps":{"alert":"' + "x" * (BYTES - 21) + '"}}'


def require(holds, sentence):
    if not holds:
        raise SystemExit(f"push-load: {sentence}")


def authorization(gateway):
    claims = {"iss": TEAM, "iat": int(time.time())}
    return "bearer " + jwt.encode(claims, gateway.sender_key.read_text(), algorithm="ES256", headers={"kid": KEY})


def memory(process):
    """What the process alone has in memory, in bytes: no shared pages, and nothing of the kernel's sockets."""
    with open(f"/proc/{process.pid}/smaps_rollup") as file:
        return sum(int(line.split()[1]) * 1024 for line in file if line.startswith(("Private_Clean", "Private_Dirty")))


def processor_seconds(process):
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Devices:
    """Devices in a process of their own."""

    def __init__(self, path, kind, port, count, *options):
        self.count, self.tokens = count, {}
        # When the last message had come that was waited for.
        self.ended = None
        self.process = subprocess.Popen([path, kind, "127.0.0.1", str(port), str(count), *options],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.wait_ready()

    def line(self):
        line = self.process.stdout.readline()
        require(line, "the process with the devices has ended")
        return line.split()

    def wait_ready(self):
        timer = threading.Timer(READY_SECONDS, self.process.kill)
        timer.start()
        while words := self.process.stdout.readline().split():
            if words[0] == "ready":
                break
            if words[0] == "token":
                self.tokens[int(words[1])] = words[2]
        timer.cancel()
        require(words, f"{self.count} devices were not ready within {READY_SECONDS} s")

    def say(self, word):
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def counts(self):
        """Received, of those distinct, devices that are ready, devices with a push since `clear`, and the microseconds
        since the last message."""
        self.say("count")
        while (words := self.line())[0] != "count":
            pass
        return [int(word) for word in words[1:]]

    def wait_for(self, place, number, seconds):
        end = time.monotonic() + seconds
        while (counts := self.counts())[place] < number and time.monotonic() < end:
            time.sleep(0.05)
        self.ended = time.monotonic() - counts[4] / 1e6
        return counts[place]

    def close(self):
        self.process.stdin.close()
        self.process.wait(30)


class Mosquitto:
    """As Debian starts it, or, with `saves`, with all on the disk after each change as far as it can do that."""

    def __init__(self, saves=False):
        path = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
        require(path, "mosquitto is missing; apt-get install mosquitto")
        self.folder = Path(tempfile.mkdtemp(prefix="torpor-mosquitto-"))
        self.port = free_port()
        (self.folder / "conf").write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\nset_tcp_nodelay true\n"
            "user root\nlog_type none\n" + (
                f"persistence true\npersistence_location {self.folder}/\nautosave_on_changes true\n"
                "autosave_interval 1\n" if saves else ""))
        self.process = subprocess.Popen([path, "-c", self.folder / "conf"], stderr=subprocess.DEVNULL)
        time.sleep(0.5)

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)
