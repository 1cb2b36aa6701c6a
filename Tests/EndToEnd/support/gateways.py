"""A push gateway and the link to it, as programs that are built apart (scripts/build-services)."""

import base64
import json
import re
import shutil
import signal
import subprocess
import time
from typing import NamedTuple

from support.dashboards import PLACES
from support.harness import lacking, require, wait_until

TEAM, KEY = "TEAMTEAM01", "KEYKEYKEY1"


def program(world, name):
    """The program, the newest that was built."""
    found = [folder / name for folder in [world.bin_folder, *PLACES] if (folder / name).exists()]
    if not found:
        raise lacking(f"{name} is not built; scripts/build-services builds it")
    return max(found, key=lambda path: path.stat().st_mtime)


class Program:
    """A program with a log, which is killed and started again as often as a check wants."""

    def __init__(self, world, name):
        self.path, self.process = program(world, name), None
        self.log = world.folder / f"{name}.log"

    def start(self, *words):
        with open(self.log, "ab") as file:
            self.process = subprocess.Popen(
                [self.path, *words], stdout=file, stderr=file, stdin=subprocess.DEVNULL, start_new_session=True,
            )

    def said(self, pattern):
        """What the log has of it, last; the program must live."""
        text = self.log.read_text() if self.log.exists() else ""
        require(self.process.poll() is None, f"{self.path.name} has ended: {text}")
        found = re.findall(pattern, text)
        return found[-1] if found else None

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill()


def certificate(folder):
    """The files of a new certificate for 127.0.0.1, and of its key."""
    if not shutil.which("openssl"):
        raise lacking("openssl is missing (apt install openssl)")
    files = folder / "gateway.pem", folder / "gateway.key"
    command = [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-out", files[0], "-keyout", files[1],
    ]
    subprocess.run(command, capture_output=True, check=True)
    return files


class Gateway(Program):
    """`torpor-gateway` on the loopback, with a sender's key; without TLS, or with a certificate of its own."""

    def __init__(self, world, is_encrypted=False):
        super().__init__(world, "torpor-gateway")
        self.certificate = certificate(world.folder) if is_encrypted else None
        self.data = world.folder / "gateway"
        self.key = world.folder / "sender.p8"
        made = subprocess.run(
            [self.path, "key", "add", "--data", self.data, "--team", TEAM, "--key-id", KEY, "--generate"],
            capture_output=True, text=True, check=True,
        )
        self.key.write_text(made.stdout)
        self.ports = {"listen": 0, "devices": 0}
        self.begin()

    def begin(self):
        """Starts it, on the ports that it had before."""
        ports = [word for name, port in self.ports.items() for word in (f"--{name}", f"127.0.0.1:{port}")]
        self.log.unlink(missing_ok=True)
        files = zip(("--tls-certificate", "--tls-key"), self.certificate or ())
        security = [word for pair in files for word in pair] or ["--plain"]
        self.start("--data", self.data, "--admin", "none", *security, *ports)
        pattern = r"Senders: (https?://127\.0\.0\.1:(\d+))\n[^$]*Devices: (wss?://127\.0\.0\.1:(\d+))"
        said = wait_until("the gateway's addresses", lambda: self.said(pattern))
        self.senders, self.devices = said[0], said[2]
        self.ports = {"listen": int(said[1]), "devices": int(said[3])}


class Link(Program):
    """`torpor-pushd` between a daemon and a gateway."""

    def __init__(self, world, gateway):
        super().__init__(world, "torpor-pushd")
        self.world, self.gateway = world, gateway
        self.begin()

    def begin(self, *words):
        state = self.world.folder / "link"
        self.start("--gateway", self.gateway.devices, "--socket", self.world.socket, "--state", state, *words)

    def line(self):
        """What `torpor doctor` says of it."""
        found = self.world.call("GetCapabilities")["capabilities"]
        return next((one for one in found if one["name"] == "push gateway"), None)

    def is_connected(self):
        line = self.line()
        return line and line["isAvailable"]


def send(world, gateway, app, token, payload, *words):
    """`torpor push --gateway`; the apns-id."""
    folder = str(program(world, "torpor-pushd").parent)
    environment = {**world.environment, "PATH": f"{folder}:{world.environment['PATH']}"}
    command = [
        world.torpor_path, "push", app, payload, "--gateway", gateway.senders,
        "--token", token, "--key", gateway.key, "--key-id", KEY, "--team", TEAM, *words,
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    text = done.stdout + done.stderr
    require(done.returncode == 0, f"`torpor push --gateway` ended with {done.returncode}: {text}")
    return re.search(r"Accepted by the gateway: (\S+)", text)[1]


class Answer(NamedTuple):
    status: int
    headers: dict
    body: str


def broadcast(gateway, method, path, headers=None, body=""):
    """One request about broadcast channels, by curl; without TLS."""
    if not shutil.which("curl"):
        raise lacking("curl is missing (apt install curl)")

    def packed(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=")

    signed = packed(json.dumps({"alg": "ES256", "kid": KEY}).encode()) + b"." + packed(
        json.dumps({"iss": TEAM, "iat": int(time.time())}).encode())
    der = subprocess.run(
        ["openssl", "dgst", "-sha256", "-sign", gateway.key], input=signed, capture_output=True, check=True).stdout
    # Two numbers of 32 bytes, which DER writes with a zero in front or shorter (RFC 7518, 3.4).
    first = der[4 : 4 + der[3]]
    second = der[6 + der[3] :]
    raw = b"".join(number.lstrip(b"\0").rjust(32, b"\0") for number in (first, second))
    token = (signed + b"." + packed(raw)).decode()
    words = [f"-H{name}: {value}" for name, value in {"authorization": f"bearer {token}", **(headers or {})}.items()]
    done = subprocess.run(
        ["curl", "-si", "--http2-prior-knowledge", "-X", method, *words, "--data-binary", body, gateway.senders + path],
        capture_output=True, text=True, timeout=60)
    require(done.returncode == 0, f"curl ended with {done.returncode} for {path}")
    head, _, text = done.stdout.replace("\r", "").partition("\n\n")
    lines = head.split("\n")
    return Answer(int(lines[0].split()[1]), dict(line.split(": ", 1) for line in lines[1:]), text)
