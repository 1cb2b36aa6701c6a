"""What the cells of the fault matrix share: a daemon, its transfers, and what became of them."""

import hashlib
import json
import os
import pathlib
import random
import re
import signal
import subprocess

from support import harness
from support.harness import Failure, require, wait_until
from support.servers import Hostile, Nginx

# Who sees a retry has waited 5 s for it (`TransferPolicy.retryFirst`); busy machines take longer.
PATIENCE_SECONDS = 40


class Bench(harness.World):
    """A daemon of one cell's own, with a folder `into` for what comes."""

    def __init__(self, bin_folder, seed, data):
        super().__init__(bin_folder, "faults")
        self.seed, self.data = seed, data
        self.random = random.Random(seed)
        self.into = self.folder / "into"
        self.into.mkdir()
        self.servers = []

    def close(self):
        try:
            for server in self.servers:
                server.close()
        finally:
            super().close()

    def nginx(self, **options):
        return self.keep(Nginx(self.folder / f"nginx{len(self.servers)}", **options))

    def hostile(self):
        return self.keep(Hostile(self.folder))

    def keep(self, server):
        self.servers.append(server)
        return server

    def content(self, size):
        return self.random.randbytes(size)

    # Transfers.

    def download(self, url, name="file", destination=None, timeout=None, silence=None, **content):
        """Asks for a download to `into`; its number."""
        place = {"path": str(self.into / name), **(destination or {})}
        return self.submit({"url": url, "destination": place, **content}, timeout, silence)

    def submit(self, content, timeout=None, silence=None):
        parameters = {"transfers": [content]}
        if timeout:
            parameters["timeoutMicroseconds"] = round(timeout * 1e6)
        if silence:
            parameters["requestTimeoutMicroseconds"] = round(silence * 1e6)
        return self.call("SubmitTransfers", **parameters)["first"]

    def row(self, transfer):
        return self.call("ListTransfers", transfer=transfer)["transfers"][0]

    def wait_for_row(self, transfer, what, condition, seconds=PATIENCE_SECONDS):
        """Waits until the transfer is as it should be; the row. The daemon may be away meanwhile."""
        last = None

        def look():
            nonlocal last
            try:
                last = self.row(transfer)
            except OSError:
                return None
            return last if condition(last) else None

        try:
            return wait_until(what, look, seconds)
        except Failure as failure:
            raise Failure(f"{failure}; transfer {transfer} is {brief(last)}") from None

    def wait_for_bytes(self, transfer, count):
        """Waits until so many bytes of the transfer have moved."""
        def has_moved(row):
            require(row["state"] in ("queued", "running", "waiting"), f"it is {brief(row)}")
            return row.get("progress", {}).get("bytes", 0) >= count

        return self.wait_for_row(transfer, f"{count} bytes", has_moved)

    def wait_for_end(self, transfer, seconds=PATIENCE_SECONDS):
        final = ("completed", "failed", "cancelled")
        self.wait_for_row(transfer, "the end", lambda row: row["state"] in final, seconds)
        # As people's programs are told it.
        return json.loads(self.torpor("transfers", "show", str(transfer), "--json"))

    def wait_for_trouble(self, transfer, error, cause):
        """Waits until an attempt has failed and another is to come; it must say why, to all."""
        row = self.wait_for_row(
            transfer, "an attempt that failed",
            lambda row: row["state"] in ("waiting", "failed") and row.get("cause"),
        )
        require(row["state"] == "waiting", f"it is {brief(row)}")
        require(row.get("lastErrorName") == error, f"not {error}: {brief(row)}")
        require(matches(cause, row["cause"]), f"not '{cause}': '{row['cause']}'")
        said = self.torpor("transfers", "show", str(transfer))
        require("tries again at" in said or "checks again at" in said, said)
        require(row["cause"] in said, said)
        return row

    # How it ended.

    def must_complete(self, transfer, content, name="file", seconds=PATIENCE_SECONDS):
        """Waits for the end: whole, byte for byte, in its place and nowhere else."""
        row = self.wait_for_end(transfer, seconds)
        require(row["state"] == "completed", f"it is {brief(row)}")
        require("errorName" not in row and row["bytes"] == len(content), f"it is {brief(row)}")
        place = self.into / name
        require(row["path"] == str(place), f"it is said to be in {row['path']}, not {place}")
        require(place.read_bytes() == content, f"{place} is not what the server has")
        said = self.torpor("transfers", "show", str(transfer))
        require("is complete." in said and str(place) in said, said)
        return row

    def must_fail(self, transfer, error, cause, status=None, seconds=PATIENCE_SECONDS):
        """Waits for the end: failed, with that name and that sentence, and nothing left behind."""
        row = self.wait_for_end(transfer, seconds)
        require(row["state"] == "failed", f"it is {brief(row)}")
        require(row["errorName"] == error, f"not {error}: {brief(row)}")
        told = row.get("cause", "")
        require(matches(cause, told), f"not '{cause}': '{told}'")
        if status is not None:
            require(row.get("status", 0) == status, f"status {row.get('status')}: {brief(row)}")
        said = self.torpor("transfers", "show", str(transfer))
        require("has failed" in said and told in said, said)
        return row

    def must_hold(self, *names):
        """The folder holds these names and no others; no part of a file is left anywhere."""
        found = sorted(path.name for path in self.into.iterdir())
        require(found == sorted(names), f"{self.into} holds {found}, not {sorted(names)}")

    # Kills.

    def service(self):
        """The process that moves the bytes; `None`: there is none."""
        folder = f"{self.state}/transfers/".encode()
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().split(b"\0")
            except OSError:
                continue
            named = words[0].endswith(b"/torpor-transferd")
            if named and any(word.startswith(folder) for word in words):
                pid = int(path.parent.name)
                if harness.is_running(pid):
                    return pid
        return None

    def kill_service(self):
        pid = wait_until("a transfer service", self.service)
        os.kill(pid, signal.SIGKILL)
        return pid

    def restart(self):
        self.kill()
        self.start()

    def part_bytes(self, name="file"):
        """Bytes of a file that is not whole yet."""
        return sum(path.stat().st_size for path in self.into.glob(f".{name}.torpor-*"))


def matches(expected, text):
    """Whether a sentence is as expected; a pattern stands for what differs from run to run."""
    if isinstance(expected, re.Pattern):
        return expected.fullmatch(text) is not None
    return text == expected


def brief(row):
    if row is None:
        return "unknown, for the daemon does not answer"
    keys = (
        "state", "status", "errorName", "lastErrorName", "cause", "attempts", "bytes", "progress",
        "path", "blockers",
    )
    return json.dumps({key: row[key] for key in keys if row.get(key)})


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def kib(count):
    return f"{count / 1024:.0f} KiB"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stderr.strip()
