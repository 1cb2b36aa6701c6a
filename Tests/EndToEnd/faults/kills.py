"""Cells in which a process is killed with signal 9 in the middle of a download."""

import os
import pathlib
import signal

import pytest

from support.downloads import kib, sha256
from support.harness import is_frozen, is_running, require, wait_until

# 3 s at the 2 MB/s of /slow/.
SIZE = 6 << 20
BEGUN = 1 << 20
# What one kill may cost (design, section 8).
TWICE_MAX = 1 << 20

@pytest.mark.quick
def test_killed_app(bench):
    """kill -9 of the app: the download finishes, and the app is relaunched for it and frozen again"""
    nginx = bench.nginx()
    content = bench.content(SIZE)
    nginx.put("episode", content)
    app = "faults.podcast"
    bench.install(app, "podcast", nginx.url("slow/episode"))
    bench.call("Launch", app=app)
    transfer = wait_until("its request", lambda: bench.events(app, "submitted"))[0]["first"]
    bench.wait_for_bytes(transfer, BEGUN)
    pid = bench.events(app, "started")[0]["pid"]
    bench.call("Home", app=app)
    os.kill(pid, signal.SIGKILL)
    wait_until("its second life", lambda: len(bench.events(app, "started")) == 2, 30)
    wait_until("the end of its events", lambda: bench.events(app, "didFinishEvents"), 20)
    life = bench.events(app)
    second = [index for index, event in enumerate(life) if event["event"] == "started"][1]
    heard = [event for event in life[second + 1 :]]
    names = [event["event"] for event in heard]
    order = [
        "didFinishLaunching", "handleEventsForBackgroundURLSession",
        "didFinishDownloading", "kept", "didCompleteWithError", "didFinishEvents",
    ]
    require(names == order, f"it heard {names}")
    require(heard[0]["destination"] == "background", f"it was launched {heard[0]}")
    finished, kept, done = heard[2:5]
    require(finished["transfer"] == transfer and finished["status"] == 200, f"{finished}")
    require(done["transfer"] == transfer and "errorCode" not in done, f"{done}")
    require(kept["isInside"], f"the file came outside of the container: {kept['path']}")
    require(kept["sha256"] == sha256(content), "the file is not what the server has")
    bench.wait_for_state(app, "suspended")
    group = bench.group(app)
    wait_until("its being frozen", lambda: is_frozen(group))
    require((group / "cgroup.freeze").read_text().strip() == "1", "cgroup.freeze is not 1")
    require(nginx.sent("episode") == SIZE, f"{nginx.sent('episode')} bytes were sent of {SIZE}")
    caches = list(pathlib.Path(kept["path"]).parents[1].glob("Library/Caches/io.torpor.transfers/*"))
    require(not caches, f"left behind: {caches}")
    return f"{len(order)} events in order, 0 bytes twice, cgroup.freeze 1"


def caught_at_it(bench):
    """A download that has begun, from nginx."""
    nginx = bench.nginx()
    content = bench.content(SIZE)
    nginx.put("file", content)
    transfer = bench.download(nginx.url("slow/file"))
    bench.wait_for_bytes(transfer, BEGUN)
    return nginx, content, transfer


def must_go_on(bench, nginx, content, transfer, part, requests=2):
    """It succeeds, continued where it was, and little was fetched twice."""
    row = bench.must_complete(transfer, content)
    bench.must_hold("file")

    def logged():
        return len(nginx.requests()) >= requests

    wait_until("nginx's log", logged)
    log = nginx.requests()
    require(len(log) == requests, f"there were {len(log)} requests, not {requests}: {log}")
    first = log[-1][4]
    require(log[-1][2] == 206 and first >= part, f"asked from {first}, {part} were there: {log}")
    twice = nginx.sent("file") - SIZE
    require(0 <= twice <= TWICE_MAX, f"{twice} bytes came twice")
    return f"continued from {kib(first)}, {kib(twice)} sent twice, {row['attempts']} attempts"


@pytest.mark.quick
def test_killed_service(bench):
    """kill -9 of torpor-transferd: the next process continues the download"""
    nginx, content, transfer = caught_at_it(bench)
    first = bench.kill_service()
    part = bench.part_bytes()
    told = must_go_on(bench, nginx, content, transfer, part)
    require(not is_running(first), "the killed process still runs")
    return told


@pytest.mark.quick
def test_killed_daemon(bench):
    """kill -9 of torpord and a restart: the download continues"""
    nginx, content, transfer = caught_at_it(bench)
    bench.kill()
    part = bench.part_bytes()
    wait_until("the end of its service", lambda: bench.service() is None)
    bench.start()
    return must_go_on(bench, nginx, content, transfer, part)


def test_killed_all(bench):
    """kill -9 of torpord, torpor-transferd and the app at once: nothing is lost"""
    nginx = bench.nginx()
    content = bench.content(SIZE)
    nginx.put("file", content)
    app = "faults.podcast"
    bench.install(app, "podcast", nginx.url("slow/file"))
    bench.call("Launch", app=app)
    transfer = wait_until("its request", lambda: bench.events(app, "submitted"))[0]["first"]
    bench.wait_for_bytes(transfer, BEGUN)
    bench.call("Home", app=app)
    pids = [bench.daemon.pid, bench.service(), bench.events(app, "started")[0]["pid"]]
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    bench.daemon.wait()
    bench.start()
    wait_until("the end of its events", lambda: bench.events(app, "didFinishEvents"), 40)
    kept = bench.events(app, "kept")
    require(len(kept) == 1, f"it had the file {len(kept)} times")
    require(kept[0]["sha256"] == sha256(content), "the file is not what the server has")
    done = bench.events(app, "didCompleteWithError")
    require(len(done) == 1 and "errorCode" not in done[0], f"it was told {done}")
    bench.wait_for_state(app, "suspended")
    log = nginx.requests()
    require([one[2] for one in log] == [200, 206], f"the requests were {log}")
    twice = nginx.sent("file") - SIZE
    require(0 <= twice <= TWICE_MAX, f"{twice} bytes came twice")
    return f"reported once, in the second launch; continued from {kib(log[1][4])}, {kib(twice)} sent twice"


def test_killed_server(bench):
    """the server is killed and started again: a retry continues the download"""
    nginx, content, transfer = caught_at_it(bench)
    nginx.kill()
    row = bench.wait_for_row(transfer, "a failed attempt", lambda row: row.get("lastErrorName"))
    require(row["lastErrorName"] == "networkConnectionLost", f"it is {row}")
    require("of 6291456 bytes" in row["cause"], row["cause"])
    nginx.start()
    row = bench.must_complete(transfer, content)
    bench.must_hold("file")
    # What a killed server sent it can log no more; where the retry began is what had come.
    first = nginx.requests()[-1][4]
    require(first >= BEGUN, f"the retry began at {first}")
    return f"continued from {kib(first)}, {row['attempts']} attempts"
