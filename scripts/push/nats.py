"""Real nats-server processes with JetStream: one, or a cluster, until it is closed."""

import json
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def program():
    path = shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if not path:
        raise SystemExit("push-fleet: nats-server is missing; apt-get install nats-server.")
    return path


class Server:
    def __init__(self, folder, name, client, cluster, monitor, routes):
        self.name, self.client, self.monitor = name, client, monitor
        self.configuration = folder / f"{name}.conf"
        text = f'server_name: {name}\nlisten: "127.0.0.1:{client}"\nhttp: "127.0.0.1:{monitor}"\n'
        text += f'jetstream {{ store_dir: "{folder}/{name}" }}\n'
        if routes:
            listed = ", ".join(f'"nats://127.0.0.1:{port}"' for port in routes)
            text += f'cluster {{ name: fleet, listen: "127.0.0.1:{cluster}", routes: [{listed}] }}\n'
        self.configuration.write_text(text)
        self.log = folder / f"{name}.log"
        self.process = None

    def start(self):
        self.process = subprocess.Popen([program(), "-c", self.configuration], stdout=open(self.log, "ab"),
                                        stderr=subprocess.STDOUT)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def ask(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.monitor}{path}", timeout=2) as answer:
            return json.load(answer)


class Cluster:
    """As many servers as are asked for, connected to each other."""

    def __init__(self, count):
        self.folder = Path(tempfile.mkdtemp(prefix="torpor-nats-"))
        routes = [free_port() for _ in range(count)]
        self.servers = [
            Server(self.folder, f"n{index}", free_port(), routes[index], free_port(), routes if count > 1 else [])
            for index in range(count)
        ]
        for server in self.servers:
            server.start()
        self.wait()

    @property
    def address(self):
        return ",".join(f"nats://127.0.0.1:{server.client}" for server in self.servers)

    def wait(self, seconds=60):
        """Until every running server says that it is well: JetStream has a leader then."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if all(server.ask("/healthz")["status"] == "ok" for server in self.servers):
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise SystemExit(f"push-fleet: the NATS servers are not well after {seconds} s; see {self.folder}.")

    def leader(self):
        """The server that leads most of the streams with mailboxes."""
        led = {}
        for server in self.servers:
            try:
                found = server.ask("/jsz?accounts=true&streams=true")
            except OSError:
                continue
            for account in found.get("account_details", []):
                for stream in account.get("stream_detail", []):
                    name = stream.get("cluster", {}).get("leader")
                    if name and "mailboxes" in stream["name"]:
                        led.setdefault(name, set()).add(stream["name"])
        name = max(led, key=lambda server: len(led[server]))
        return next(server for server in self.servers if server.name == name)

    def close(self):
        for server in self.servers:
            if server.process.poll() is None:
                server.process.send_signal(signal.SIGKILL)
                server.process.wait()
        shutil.rmtree(self.folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
