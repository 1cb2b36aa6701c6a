"""Cells in which a server sends what no server should, or keeps a place for nothing."""

import json
import re
import time

import pytest

from support.harness import require, wait_until
from support.servers import hostile_content

SIZE = 500_000
CUT = 300_000


def test_folded_first_line(bench):
    """an answer whose first header line begins with a tab: libcurl 7.88 wrote into freed memory"""
    server = bench.hostile()
    first = bench.download(server.url("/plain"), name="plain0")
    bench.must_complete(first, b"hello", name="plain0")
    pid = bench.service()
    folded = [bench.download(server.url("/folded"), name=f"folded{n}", timeout=9) for n in range(4)]
    plain = [bench.download(server.url("/plain"), name=f"plain{n}") for n in range(1, 5)]
    for number, transfer in enumerate(plain):
        bench.must_complete(transfer, b"hello", name=f"plain{number + 1}")
    rows = [bench.wait_for_end(transfer) for transfer in folded]
    require(bench.service() == pid, "the service died of it")
    for row in rows:
        require(row["state"] == "completed" or "not HTTP" in row["cause"], f"it is {row}")
    return f"{len(rows)} such answers, one process; {rows[0]['state']}"


def test_no_http(bench):
    """bytes that are not HTTP: tried again, and reported"""
    server = bench.hostile()
    transfer = bench.download(server.url("/garbage"), timeout=8)
    place = re.escape(f"127.0.0.1:{server.port}")
    cause = re.compile(f"the answer of {place} is not HTTP.*")
    bench.wait_for_trouble(transfer, "badServerResponse", cause)
    row = bench.must_fail(transfer, "timedOut", cause)
    bench.must_hold()
    return f"{row['attempts']} attempts, then its time had run out"


@pytest.mark.quick
def test_spilled_bytes(bench):
    """bytes after the end of an answer: the next download on that connection is correct"""
    server = bench.hostile()
    for number in range(12):
        transfer = bench.download(server.url("/spill"), name=f"file{number}")
        row = bench.must_complete(transfer, b"hello", name=f"file{number}")
        require(row["attempts"] == 1, f"{row['attempts']} attempts")
    return "12 downloads, one attempt each"


@pytest.mark.quick
def test_part_unasked(bench):
    """206 with the first half for a request of the whole file: the rest is requested at once"""
    server = bench.hostile()
    transfer = bench.download(server.url(f"/file/part?size={SIZE}&half=1"))
    row = bench.must_complete(transfer, hostile_content(SIZE))
    bench.must_hold("file")
    require(row["attempts"] == 1, f"{row['attempts']} attempts")
    require(server.ranges("/file") == [None, f"bytes={SIZE // 2}-"], f"{server.ranges('/file')}")
    return "1 attempt, 2 requests"


def test_short_ranges(bench):
    """a server that sends less of the rest than requested: the next request follows at once"""
    server = bench.hostile()
    path = f"/file/pieces?size={SIZE}&cut={CUT}&piece=20000"
    row = bench.must_complete(bench.download(server.url(path)), hostile_content(SIZE))
    bench.must_hold("file")
    require(row["attempts"] == 2, f"{row['attempts']} attempts")
    return f"{len(server.ranges('/file'))} requests in {row['attempts']} attempts"


def test_precondition_failed(bench):
    """412 for a request of the rest: starts from the beginning in the same attempt"""
    server = bench.hostile()
    transfer = bench.download(server.url(f"/file/refuses?size={SIZE}&cut={CUT}"))
    row = bench.must_complete(transfer, hostile_content(SIZE))
    require(row["attempts"] == 2, f"{row['attempts']} attempts")
    require(server.ranges("/file") == [None, f"bytes={CUT}-", None], f"{server.ranges('/file')}")
    return "2 attempts, 3 requests"


def test_refusals_with_a_body(bench):
    """503 with a body, repeatedly: the intervals grow although bytes are transferred"""
    server = bench.hostile()
    bench.download(server.url("/status/503"), timeout=60)
    begun = time.monotonic()

    def third():
        return len(server.requests("/status")) >= 3

    wait_until("three requests", third, 60)
    seconds = time.monotonic() - begun
    # 5 s and 10 s; 5 s twice where the body of the refusal counts as progress.
    require(seconds > 12, f"three requests in {seconds:.1f} s")
    return f"three requests in {seconds:.0f} s"


def twenty_files(bench, server):
    """Downloads 20 small files; how many seconds that took."""
    begun = time.monotonic()
    names = [f"good{number}" for number in range(20)]
    for name in names:
        bench.download(server.url("/plain"), name=name)
    wait_until("the files", lambda: all((bench.into / name).exists() for name in names), 60)
    return time.monotonic() - begun


def test_silent_hosts(bench):
    """17 hosts that accept requests and send nothing: downloads from another host finish"""
    server = bench.hostile()
    silent = [
        bench.download(f"http://host{n}.localhost:{server.port}/silent", name=f"silent{n}-{m}")
        for n in range(17) for m in range(4)
    ]
    wait_until("their requests", lambda: len(server.requests("/silent")) >= 60, 60)
    seconds = twenty_files(bench, server)
    row = bench.row(silent[0])
    require(row["state"] in ("running", "waiting", "queued"), f"it is {row}")
    return f"20 files in {seconds:.1f} s beside {len(silent)} requests to 17 silent hosts"


def test_trickling_host(bench):
    """4 answers of one character per second: small files from the same host are not delayed by them"""
    server = bench.hostile()
    for number in range(4):
        bench.download(server.url("/letters?pause=1&size=600"), name=f"slow{number}")
    wait_until("their requests", lambda: len(server.requests("/letters")) >= 4, 60)
    late = bench.download(server.url("/plain"), name="late")
    row = json.loads(bench.torpor("transfers", "show", str(late), "--json"))
    blockers = [(one["reason"], one.get("subject")) for one in row["blockers"]]
    require((row["state"], blockers) == ("queued", [("slotTaken", "connection")]), f"it is {row}")
    require(" queued " in bench.torpor("transfers") and "waits for a connection" in bench.torpor("transfers"),
            bench.torpor("transfers"))
    seconds = twenty_files(bench, server)
    bench.must_complete(late, b"hello", "late")
    return f"20 files in {seconds:.1f} s; those that wait for a connection report it"
