"""The dashboard as a program, and as one browser after the other sees it."""

import http.client
import re
import signal
import subprocess

from support.harness import ROOT, lacking, require, wait_until

PLACES = [ROOT / ".build-services" / kind for kind in ("tested/release", "release")]


def program(world):
    """The folder of torpor-dashboard, which is built apart: the newest."""
    found = [folder / "torpor-dashboard" for folder in [world.bin_folder, *PLACES] if (folder / "torpor-dashboard").exists()]
    if not found:
        raise lacking("torpor-dashboard is not built; scripts/build-services builds it")
    return max(found, key=lambda path: path.stat().st_mtime).parent


class Dashboard:
    """`torpor dashboard`, until it is closed."""

    def __init__(self, world, *words, environment=(), opens=False):
        folder = program(world)
        environment = {**world.environment, "PATH": f"{folder}:{world.environment['PATH']}", **dict(environment)}
        self.log = world.folder / "dashboard.log"
        with open(self.log, "wb") as file:
            self.process = subprocess.Popen(
                [world.torpor_path, "dashboard", *([] if opens else ["--no-browser"]), *words],
                env=environment, stdout=file, stderr=file, stdin=subprocess.DEVNULL, start_new_session=True,
            )
        try:
            said = wait_until("the address of the dashboard", self.said)
        except BaseException:
            self.close()
            raise
        self.address = said[0]
        self.authority, self.token = said[1], said[2]
        self.port = int(self.authority.rsplit(":", 1)[1])
        self.cookie = None

    def said(self):
        text = self.log.read_text()
        require(self.process.poll() is None, f"the dashboard has ended: {text}")
        found = re.search(r"(http://(torpor-[0-9a-f]+\.localhost:\d+)/login\?token=([0-9a-f]{64}))\n", text)
        return found and (found[1], found[2], found[3])

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def ask(self, path, method="GET", body=None, host=None, **headers):
        """A request as a program makes it; the status, the headers and the body."""
        link = self.connect()
        try:
            sent = {"Host": host or self.authority, **{name.replace("_", "-"): value for name, value in headers.items()}}
            if self.cookie and "Cookie" not in sent:
                sent["Cookie"] = self.cookie
            link.request(method, path, body=body, headers=sent)
            answer = link.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            link.close()

    def log_in(self):
        status, headers, _ = self.ask(f"/login?token={self.token}")
        require(status == 200, f"the token is answered with {status}")
        self.cookie = headers["Set-Cookie"].split(";")[0]
        return headers["Set-Cookie"]

    def change(self, body, **headers):
        facts = {"Origin": f"http://{self.authority}", "Content-Type": "application/json", **headers}
        return self.ask("/api/settings", "POST", body, **{k: v for k, v in facts.items() if v is not None})

    def events(self):
        """The stream of events, once its first has come."""
        link = self.connect()
        link.request("GET", "/api/apps", headers={"Host": self.authority, "Cookie": self.cookie})
        return link, link.getresponse()

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(30)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def next_event(answer):
    """The kind and the data of the next event of a stream."""
    lines = []
    while (line := answer.readline().decode().rstrip("\n")) or not lines:
        if line:
            lines.append(line)
    facts = dict(one.split(": ", 1) for one in lines)
    return facts["event"], facts["data"]


def opener(world):
    """A folder with an xdg-open that keeps what it was given."""
    folder = world.folder / "opener"
    folder.mkdir(exist_ok=True)
    given = world.folder / "opened"
    given.unlink(missing_ok=True)
    (folder / "xdg-open").write_text(f'#!/bin/sh\nstat -c %a "$1" >{given}.mode\ncp "$1" {given}.page\necho "$@" >{given}.new\nmv {given}.new {given}\n')
    (folder / "xdg-open").chmod(0o755)
    return folder, given

