"""Cells in which the machine gets another address, in network name spaces of their own.

The daemon and its services live in one, nginx in the other, with two cables between them of which one
is plugged in at a time. Both end with the processes that hold them.
"""

import time

import pytest

from support.downloads import kib, run
from support.harness import Skip, require, wait_until
from support.spaces import HOLD, HOLD_WITH_SYSFS, Space

pytestmark = pytest.mark.starts_itself

SIZE = 8 << 20
BEGUN = 1 << 20
# Where nginx listens, whichever cable leads there.
SERVER = "10.99.0.1"


class Cables:
    """Two cables between the two name spaces: `plug` gives our end of one an address and the route."""

    def __init__(self, ours, theirs):
        self.ours, self.theirs = ours, theirs
        for space in (ours, theirs):
            space.ip("link set lo up")
        theirs.ip(f"address add {SERVER}/32 dev lo")
        for number in (1, 2):
            status, said = run(
                *ours.within, "ip", "link", "add", f"our{number}", "type", "veth", "peer", "name",
                f"their{number}", "netns", str(theirs.process.pid),
            )
            if status:
                raise Skip(f"no cable can be laid here: {said}")
            theirs.ip(f"address add 10.77.{number}.1/24 dev their{number}")
            theirs.ip(f"link set their{number} up")
            ours.ip(f"link set our{number} up")

    def plug(self, number):
        self.ours.ip(f"address add 10.77.{number}.2/24 dev our{number}")
        self.ours.ip(f"route add default via 10.77.{number}.1")

    def pull(self, number):
        self.ours.ip(f"address flush dev our{number}")


def begin(bench, silence=None):
    """A daemon and a server apart, and a download between them that has begun."""
    theirs = Space(bench.keep, HOLD)
    ours = Space(bench.keep, HOLD_WITH_SYSFS, "--mount")
    cables = Cables(ours, theirs)
    cables.plug(1)
    nginx = bench.nginx(listen=f"listen {SERVER}:PORT;", within=theirs.within)
    nginx.host = SERVER
    content = bench.content(SIZE)
    nginx.put("file", content)
    bench.start(within=[*ours.within, "--mount"])
    transfer = bench.download(nginx.url("slow/file"), silence=silence)
    bench.wait_for_bytes(transfer, BEGUN)
    return cables, nginx, content, transfer


def end(bench, nginx, content, transfer):
    """It continues where it was; returns what is shown of it."""
    row = bench.must_complete(transfer, content)
    bench.must_hold("file")
    wait_until("nginx's log", lambda: any(one[2] == 206 for one in nginx.requests()))
    first = next(one[4] for one in nginx.requests() if one[2] == 206)
    require(first >= BEGUN, f"continued from {first}")
    return f"continued from {kib(first)}, {row['attempts']} attempts"


def test_network_goes(bench):
    """the address is removed, and another one follows later: waits for a network, then continues at once"""
    cables, nginx, content, transfer = begin(bench)
    cables.pull(1)
    row = bench.wait_for_row(transfer, "its waiting", lambda row: row["state"] == "waiting")
    said = bench.torpor("transfers", "show", transfer)
    require("waits for a network" in said, said)
    kept = bench.part_bytes()
    require(row["bytes"] <= kept, f"{row['bytes']} bytes are told, {kept} are there")
    cables.plug(2)
    return end(bench, nginx, content, transfer)


def test_address_changes(bench):
    """the address changes at once: the silence is detected, and the download continues from the new address"""
    cables, nginx, content, transfer = begin(bench, silence=3)
    cables.pull(1)
    cables.plug(2)
    return end(bench, nginx, content, transfer)


def test_link_goes(bench):
    """the link in use is removed and another link leads to the host: continues over that one at once"""
    cables, nginx, content, transfer = begin(bench)
    cables.ours.ip("address add 10.77.2.2/24 dev our2")
    cables.ours.ip("route add default via 10.77.2.1 metric 200")
    moment = time.monotonic()
    cables.ours.ip("link set our1 down")
    wait_until("the second request", lambda: bench.row(transfer).get("attempts", 0) >= 2)
    seconds = time.monotonic() - moment
    # The silence of the old connection would have been noticed after 60 s.
    return f"{end(bench, nginx, content, transfer)}, requested again after {seconds:.1f} s"


def leave_way(cables, drops):
    """The second cable becomes the way to everything; the first keeps carrier and address.

    With `drops`, what comes from the first one's address is dropped behind it, as by every router.
    """
    # Reverse path filtering (RFC 3704): a packet must come from where its answer would go.
    for name in ("all", "their2"):
        status, said = run(
            *cables.theirs.within, "sh", "-c",
            f"echo {int(drops)} > /proc/sys/net/ipv4/conf/{name}/rp_filter",
        )
        if status:
            raise Skip(f"packets cannot be filtered here: {said}")
    # The other end is known, so that no question for it is asked from the first one's address.
    cables.theirs.ip("link set their2 address 02:00:00:00:00:02")
    cables.ours.ip("neigh replace 10.77.2.1 lladdr 02:00:00:00:00:02 dev our2 nud permanent")
    cables.ours.ip("address add 10.77.2.2/24 dev our2")
    cables.ours.ip("route replace default via 10.77.2.1")


@pytest.mark.quick
def test_way_is_left(bench):
    """another interface becomes the default, and the old one is dead although its carrier is up: moves within seconds"""
    cables, nginx, content, transfer = begin(bench)
    moment = time.monotonic()
    leave_way(cables, drops=True)
    wait_until("the second request", lambda: bench.row(transfer).get("attempts", 0) >= 2, 30)
    seconds = time.monotonic() - moment
    # The silence alone would be noticed after 60 s.
    require(seconds < 20, f"requested again after {seconds:.1f} s")
    return f"{end(bench, nginx, content, transfer)}, requested again after {seconds:.1f} s"


def test_old_way_is_good(bench):
    """another interface becomes the default, and the old connection still works: it is kept, as on a phone"""
    cables, nginx, content, transfer = begin(bench)
    leave_way(cables, drops=False)
    row = bench.must_complete(transfer, content)
    bench.must_hold("file")
    require(row["attempts"] == 1, f"{row['attempts']} attempts")
    return "1 attempt, 0 bytes twice"
