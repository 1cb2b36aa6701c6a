"""The storm: thousands of files, and processes that are killed again and again meanwhile."""

import os
import pathlib
import random
import signal
import time

from support.downloads import brief, kib
from support.harness import is_running, require, wait_until

FILES = 2000
KILLS = 20
# The sizes that are drawn end here (our choice): the few files of a gibibyte in the measured sizes would
# take most of the time and be hit by all the kills.
BYTES_MAX = 4 << 20
TWICE_MAX = 1 << 20
SECONDS_MAX = 420
# Transfers of one call (`TransferContent.countMax`).
CALL_MAX = 256


def sizes(bench, count):
    """Sizes of files: of the measured quantiles where there are any, else drawn alike from the seed."""
    draw = random.Random(bench.seed)
    if bench.data:
        path = pathlib.Path(bench.data) / "download_sizes" / "quantiles_permille.txt"
        known = [int(line) for line in path.read_text().split()]
        found = [draw.choice(known) for _ in range(count)]
    else:
        # Half of them below 62 KiB, a tenth above 1.5 MiB, as among the packages of Debian 12.
        found = [round(draw.lognormvariate(11, 2.5)) for _ in range(count)]
    return [min(size, BYTES_MAX) for size in found]


class Files:
    """What the server has: slices of one block, so that two of them differ and none is kept twice."""

    def __init__(self, bench, nginx, count):
        self.block = bench.content(BYTES_MAX + count)
        self.sizes = sizes(bench, count)
        self.names = [f"file{number:04}" for number in range(count)]
        for number, name in enumerate(self.names):
            nginx.put(name, self.content(number))

    def content(self, number):
        return self.block[number : number + self.sizes[number]]


def submit(bench, nginx, files):
    for first in range(0, len(files.names), CALL_MAX):
        names = files.names[first : first + CALL_MAX]
        bench.call(
            "SubmitTransfers",
            transfers=[
                {"url": nginx.url(name), "destination": {"path": str(bench.into / name)}}
                for name in names
            ],
        )


def whole(bench):
    """How many files have their names."""
    return sum(not path.name.startswith(".") for path in os.scandir(bench.into))


class Kill:
    """One kill: when, and how much of the files that were under way had been written by then."""

    def __init__(self, bench, kind):
        # Nothing is to begin anew before what is there was looked at.
        bench.daemon.send_signal(signal.SIGSTOP)
        self.moment = time.time()
        service = bench.service()
        if kind in ("service", "both") and service is not None:
            os.kill(service, signal.SIGKILL)
        if kind in ("daemon", "both"):
            bench.kill()
        if service is not None:
            wait_until("the end of the service", lambda: not is_running(service), 20)
        self.parts = {}
        for path in bench.into.glob(".file*.torpor-*"):
            self.parts[path.name.split(".")[1]] = path.stat().st_size
        if kind == "service":
            bench.daemon.send_signal(signal.SIGCONT)
        else:
            bench.start()


def costs(log, kills):
    """For each kill: bytes written and fetched again, bytes sent again whether they had come or not."""
    fetched, sent = [0] * len(kills), [0] * len(kills)
    ends = {}
    for moment, name, status, count, first in log:
        require(status in (200, 206), f"{name} was answered {status}")
        if name in ends:
            ended, end = ends[name]
            # nginx logs a broken request a moment after the kill.
            at = max((i for i, one in enumerate(kills) if one.moment <= ended + 0.01), default=0)
            sent[at] += max(0, end - first)
            fetched[at] += max(0, kills[at].parts.get(name, 0) - first)
        ends[name] = (moment, first + count)
    return fetched, sent


def test_storm(bench):
    """20 kills of torpor-transferd, torpord or both during 2,000 downloads: each file once, byte for byte"""
    nginx = bench.nginx()
    files = Files(bench, nginx, FILES)
    begun = time.monotonic()
    submit(bench, nginx, files)
    draw = random.Random(bench.seed)
    # At numbers of files, not at times: a slow machine is hit in the same places as a fast one.
    places = sorted(draw.sample(range(1, FILES - 20), KILLS))
    kills, kinds = [], []
    for place in places:
        wait_until(f"{place} files", lambda: whole(bench) >= place, SECONDS_MAX, 0.003)
        kinds.append(draw.choice(["service", "daemon", "both"]))
        kills.append(Kill(bench, kinds[-1]))
    wait_until("all files", lambda: whole(bench) >= FILES, SECONDS_MAX, 0.05)
    wait_until("the end of all transfers", lambda: not bench.call("ListTransfers")["transfers"], 60)
    seconds = time.monotonic() - begun
    bench.must_hold(*files.names)
    for number, name in enumerate(files.names):
        require((bench.into / name).read_bytes() == files.content(number), f"{name} is not the server's")
    # The daemon remembers the last of them alone.
    for row in bench.call("ListTransfers", includesOver=True)["transfers"]:
        require(row["state"] == "completed", f"transfer {row['transfer']} is {brief(row)}")
    fetched, sent = costs(nginx.requests(), kills)
    require(max(fetched) <= TWICE_MAX, f"fetched twice by kill: {fetched}")
    hits = ", ".join(f"{kinds.count(kind)} of {kind}" for kind in sorted(set(kinds)))
    return (
        f"{FILES} files, {sum(files.sizes) / 1e6:.0f} MB in {seconds:.0f} s; kills: {hits}; fetched "
        f"twice {kib(sum(fetched))} in all, {kib(max(fetched))} at most by one kill; sent again, "
        f"including data in transit, {kib(sum(sent))} and {kib(max(sent))}; seed {bench.seed}"
    )
