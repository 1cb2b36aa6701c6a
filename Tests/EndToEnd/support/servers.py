"""Servers for the fault matrix: nginx with a log of every byte, and the one that misbehaves."""

import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import urllib.request

from support.harness import ROOT, Failure, Skip, wait_until

CONFIGURATION = """
daemon off; master_process off; pid FOLDER/pid; error_log FOLDER/error.log; user root;
events { worker_connections 512; }
http {
  client_body_temp_path FOLDER/a; proxy_temp_path FOLDER/b; fastcgi_temp_path FOLDER/c;
  uwsgi_temp_path FOLDER/d; scgi_temp_path FOLDER/e;
  log_format faults '$msec $uri $status $body_bytes_sent "$http_range"';
  access_log FOLDER/access.log faults;
  server {
    # So little is on its way when something is killed that what was sent is nearly what has come.
    LISTEN
    root FOLDER/www;
    # Slow enough to be caught in the middle, and nothing piles up on the way: what the log says was
    # sent is what came.
    location /slow/ { alias FOLDER/www/; limit_rate RATE; }
    location /put/ { root FOLDER/www; dav_methods PUT; create_full_put_path on; client_max_body_size 64m; }
  }
}
"""


class Nginx:
    """nginx on a free port of its own; it can be killed, and come back on the same port."""

    def __init__(self, folder, listen="listen 127.0.0.1:PORT sndbuf=64k;", within=(), scheme="http", rate="2m"):
        path = pathlib.Path("/usr/sbin/nginx")
        if not path.exists():
            raise Skip("there is no nginx at /usr/sbin/nginx (apt install nginx-light)")
        self.folder, self.within = folder, list(within)
        (folder / "www").mkdir(parents=True)
        self.host = "127.0.0.1"
        self.port = free_port()
        self.scheme = scheme
        text = CONFIGURATION.replace("LISTEN", listen.replace("PORT", str(self.port))).replace("RATE", rate)
        (folder / "nginx.conf").write_text(text.replace("FOLDER", str(folder)))
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*self.within, "/usr/sbin/nginx", "-c", str(self.folder / "nginx.conf")],
            stderr=subprocess.DEVNULL,
        )
        if not self.within:
            wait_until("nginx listening", self.listens)

    def listens(self):
        with socket.socket() as probe:
            return probe.connect_ex((self.host, self.port)) == 0

    def hold(self):
        """Accepts connections and answers nothing, until `release`."""
        self.process.send_signal(signal.SIGSTOP)

    def release(self):
        self.process.send_signal(signal.SIGCONT)

    def kill(self):
        self.process.kill()
        self.process.wait()

    close = kill

    def url(self, name):
        return f"{self.scheme}://{self.host}:{self.port}/{name}"

    def put(self, name, content):
        (self.folder / "www" / name).write_bytes(content)

    def requests(self):
        """What was answered, in the order of the ends: moment, file, status, bytes sent, first byte."""
        found = []
        log = self.folder / "access.log"
        for line in log.read_text().splitlines() if log.exists() else []:
            moment, uri, status, sent, asked = line.split(" ", 4)
            first = re.search(r"bytes=(\d+)-", asked)
            name = uri.rsplit("/", 1)[1]
            first = int(first[1]) if first and status == "206" else 0
            found.append((float(moment), name, int(status), int(sent), first))
        return found

    def sent(self, name):
        """Bytes that were sent of a file, all answers together."""
        return sum(one[3] for one in self.requests() if one[1] == name and one[2] in (200, 206))


class Hostile:
    """`Tests/Servers/hostile.py`."""

    def __init__(self, folder):
        self.log = folder / "hostile.jsonl"
        self.process = subprocess.Popen(
            [sys.executable, "-B", str(ROOT / "Tests/Servers/hostile.py"), str(self.log)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        line = self.process.stdout.readline().strip()
        if not line:
            raise Failure("hostile.py did not start")
        self.port = int(line)

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def requests(self, prefix=""):
        """In the order in which they came; an upload that breaks off is noted when that is noticed."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        found = [one for one in map(json.loads, lines) if one["path"].startswith(prefix or "/")]
        return sorted(found, key=lambda one: one["began"])

    def ranges(self, prefix):
        """What the requests asked to begin with, in their order."""
        return [one["headers"].get("range") for one in self.requests(prefix)]

    def kept(self):
        """What it has of uploads."""
        with urllib.request.urlopen(self.url("/kept"), timeout=20) as reply:
            return json.load(reply)

    def close(self):
        self.process.kill()
        self.process.wait()


class RefusesHTTP2:
    """`Tests/Servers/http2.py`."""

    def __init__(self, folder, certificate, kind):
        self.log = folder / f"http2-{kind}.jsonl"
        program = ROOT / "Tests/Servers/http2.py"
        self.process = subprocess.Popen(
            [sys.executable, "-B", str(program), str(self.log), certificate, str(folder / "key.pem"), kind],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        line = self.process.stdout.readline().strip()
        if not line:
            raise Failure("http2.py did not start")
        self.port = int(line)

    def url(self, path):
        return f"https://127.0.0.1:{self.port}{path}"

    def protocols(self):
        """Over what it was asked, in order."""
        return [json.loads(line)["protocol"] for line in self.log.read_text().splitlines()]

    def close(self):
        self.process.kill()
        self.process.wait()


def hostile_content(size, seed=0):
    """What `/file/…?size=N` holds."""
    block = bytes((index + seed) % 251 for index in range(251))
    return (block * (size // 251 + 1))[:size]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def certificate(folder, name, is_over=False):
    """Makes cert.pem and key.pem for one name; the path of the certificate."""
    kind = "IP" if name[0].isdigit() else "DNS"
    key, cert = str(folder / "key.pem"), str(folder / "cert.pem")
    make = [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-subj", f"/CN={name}", "-addext", f"subjectAltName={kind}:{name}",
        "-keyout", key, "-out", cert,
    ]
    try:
        subprocess.run(make, check=True, capture_output=True)
        if is_over:
            # `req` makes none of another day, but `x509` does.
            again = ["openssl", "x509", "-in", cert, "-signkey", key, "-days", "-1", "-out", cert]
            subprocess.run(again, check=True, capture_output=True)
    except FileNotFoundError:
        raise Skip("there is no openssl to make certificates with") from None
    return cert
