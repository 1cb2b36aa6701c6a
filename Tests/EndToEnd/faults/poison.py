"""Cells in which the transfer service dies again and again, by itself or of what a server sends."""

import os
import signal
import time

import pytest

from faults.storm import TWICE_MAX, Kill, costs
from support.downloads import kib
from support.harness import require, wait_until

MIB = 1 << 20
KILLS = 30
DOWNLOADS = 8


def test_killed_again_and_again(bench):
    """30 kills of torpor-transferd during 8 limited downloads: none fails, none starts from the beginning"""
    nginx = bench.nginx()
    # More than comes within the kills: each new service has a burst beyond the limit.
    size = 16 * MIB
    contents, transfers = {}, {}
    for index in range(DOWNLOADS):
        name = f"file{index}"
        contents[name] = bench.content(size)
        nginx.put(name, contents[name])
        transfers[name] = bench.download(
            nginx.url(name), name=name, bytesPerSecondMax=250_000
        )
    # One that nobody answers, beside them: it keeps nothing, and is no reason for anybody else to wait.
    silent = bench.download(bench.hostile().url("/silent"), name="silent")
    kills = []
    for _ in range(KILLS):
        wait_until("a transfer service", bench.service)
        kills.append(Kill(bench, "service"))
        time.sleep(bench.random.uniform(0.7, 1.5))
    for name, transfer in transfers.items():
        row = bench.row(transfer)
        require(row["state"] in ("running", "waiting"), f"{name} is {row}")
        require(row["bytes"] > 0 or row.get("progress", {}).get("bytes", 0) > 0, f"{name}: {row}")
    for name, transfer in transfers.items():
        bench.must_complete(transfer, contents[name], name=name, seconds=180)
    fetched, sent = costs(nginx.requests(), kills)
    require(max(fetched) <= TWICE_MAX, f"fetched twice by kill: {fetched}")
    row = bench.row(silent)
    require(row["state"] in ("running", "waiting"), f"the silent one is {row}")
    return (
        f"{KILLS} kills, {DOWNLOADS} of {DOWNLOADS} complete; fetched twice {kib(sum(fetched))} in all, "
        f"sent again, including data in transit, {kib(sum(sent))}"
    )


SUSPICION = "the transfer service died while it handled this transfer"


@pytest.mark.quick
def test_poisonous_server(bench):
    """every answer of a server kills the service: that server is isolated, and other downloads finish"""
    nginx = bench.nginx()
    hostile = bench.hostile()
    size = 12 * MIB
    contents, transfers = {}, {}
    poison = [bench.download(hostile.url(f"/silent?{index}"), name=f"poison{index}") for index in (1, 2)]
    for index in range(4):
        name = f"file{index}"
        contents[name] = bench.content(size)
        nginx.put(name, contents[name])
        transfers[name] = bench.download(nginx.url(name), name=name, bytesPerSecondMax=500_000)
    # Whoever asks that server dies of it.
    deaths, end = [], time.monotonic() + 60
    open_names, isSuspected = dict(transfers), False
    while open_names and time.monotonic() < end:
        if len(hostile.requests("/silent")) > len(deaths):
            pid = bench.service()
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
                wait_until("its end", lambda: bench.service() != pid)
            asked = len(hostile.requests("/silent"))
            deaths += [time.monotonic()] * (asked - len(deaths))
        # Later it may be asked once more, and then its row says that it runs.
        if not isSuspected and bench.row(poison[0]).get("lastErrorName") == "serviceDied":
            isSuspected = SUSPICION in bench.torpor("transfers", "show", str(poison[0]))
        open_names = {
            name: number for name, number in open_names.items()
            if bench.row(number)["state"] != "completed"
        }
        time.sleep(0.1)
    for name, transfer in transfers.items():
        bench.must_complete(transfer, contents[name], name=name)
    rows = [bench.row(number) for number in poison]
    for row in rows:
        # It may be asked once more at this moment; it has neither ended nor failed.
        require(row["state"] in ("waiting", "queued", "running"), f"the poison is {row}")
    require(isSuspected, f"no transfer is suspected: {rows}")
    lives = len(set(deaths))
    require(lives <= 8, f"the service died {lives} times")
    return f"4 of 4 complete nevertheless; the service died {lives} times of {len(deaths)} requests"
