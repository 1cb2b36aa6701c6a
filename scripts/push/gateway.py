"""A torpor-gateway as a program, with a certificate and a sender's key of its own, until it is closed."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEAM, KEY = "TEAM000001", "KEY0000001"


def program():
    """torpor-gateway, the newest build of it."""
    kinds = [ROOT / ".build-services" / kind for kind in ("tested/release", "release")]
    found = [folder / "torpor-gateway" for folder in kinds if (folder / "torpor-gateway").exists()]
    if not found:
        raise SystemExit("push-clients: torpor-gateway is not built; scripts/build-services builds it.")
    return str(max(found, key=lambda path: path.stat().st_mtime))


class Gateway:
    def __init__(self, program_path=None, options=(), sender_key=None, is_plain=False):
        self.program = program_path or program()
        self.options, self.is_plain = list(options), is_plain
        self.folder = Path(tempfile.mkdtemp(prefix="torpor-gateway-"))
        self.data = self.folder / "data"
        self.certificate, self.key = self.folder / "certificate.pem", self.folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-keyout", self.key, "-out", self.certificate, "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
            check=True, capture_output=True,
        )
        self.sender_key = self.folder / "sender.p8"
        if sender_key:
            # Gateways of one fleet know the same sender.
            self.sender_key.write_bytes(sender_key.read_bytes())
            public = self.folder / "public.pem"
            subprocess.run(["openssl", "ec", "-in", sender_key, "-pubout", "-out", public], check=True,
                           capture_output=True)
            self.run("key", "add", "--team", TEAM, "--key-id", KEY, "--public", public)
        else:
            made = self.run("key", "add", "--team", TEAM, "--key-id", KEY, "--generate")
            self.sender_key.write_text(made)
        self.ports = {}
        self.process = None
        self.start()

    def run(self, *words):
        done = subprocess.run([self.program, *words, "--data", self.data], capture_output=True, text=True, check=True)
        return done.stdout

    def start(self):
        """Starts it, on the ports that it had before."""
        def place(name):
            return f"127.0.0.1:{self.ports.get(name, 0)}"

        self.process = subprocess.Popen(
            [self.program, "--data", self.data, "--listen", place("Senders"), "--sandbox", place("Senders, sandbox"),
             "--devices", place("Devices"), "--admin", place("Metrics"), "--log-level", "notice", *self.options,
             *(["--plain"] if self.is_plain else ["--tls-certificate", self.certificate, "--tls-key", self.key])],
            stdout=subprocess.PIPE, stderr=open(self.folder / "log", "ab"), text=True,
        )
        found = set()
        while not {"Senders", "Senders, sandbox", "Devices", "Metrics"} <= found:
            line = self.process.stdout.readline()
            said = re.fullmatch(r"(.*): \w+://[^/]*:(\d+)/?.*\n", line)
            if not said:
                raise SystemExit(f"push-clients: the gateway says {line!r}: {(self.folder / 'log').read_text()}")
            self.ports[said[1]] = int(said[2])
            found.add(said[1])

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Asks it to end; its status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)

    def metrics(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.ports['Metrics']}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        return dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))

    def close(self):
        if self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder)

    def __enter__(self):
        # The libraries that take no certificate of a server read this.
        os.environ["SSL_CERT_FILE"] = str(self.certificate)
        return self

    def __exit__(self, *_):
        self.close()
