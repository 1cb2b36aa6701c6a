"""Cells in which torpor-transferd is killed with signal 9 in the middle of an upload."""

import pytest

from support.downloads import kib, sha256
from support.harness import require

SIZE = 4 << 20
# 4 s in all, so that the kill comes in the middle.
RATE = 1 << 20
BEGUN = 1 << 20


def killed_in_the_middle(bench, path, **content):
    """An upload whose service is killed when a quarter is sent; what the server was asked."""
    server = bench.hostile()
    source = bench.folder / "source"
    body = bench.content(SIZE)
    source.write_bytes(body)
    transfer = bench.submit(
        {"url": server.url(path), "file": str(source), "bytesPerSecondMax": RATE, **content}
    )
    bench.wait_for_bytes(transfer, BEGUN)
    bench.kill_service()
    row = bench.wait_for_end(transfer)
    require(row["state"] == "completed" and row["bytes"] == SIZE, f"it is {row}")
    require(row["attempts"] == 2, f"{row['attempts']} attempts")
    said = bench.torpor("transfers", "show", str(transfer))
    require("was sent." in said, said)
    whole = [one for one in server.kept() if one["isWhole"]]
    require(len(whole) == 1, f"the server has {len(whole)} files: {whole}")
    require(whole[0]["sha256"] == sha256(body), "the server's file is not ours")
    asked = [(one["method"], one["taken"]) for one in server.requests() if one["path"] != "/kept"]
    return server, asked


def taken(asked):
    return sum(count for _, count in asked)


@pytest.mark.quick
def test_draft(bench):
    """upload to a server with the IETF's draft: the offset is requested, and only the rest is sent"""
    _, asked = killed_in_the_middle(bench, "/draft")
    methods = [method for method, _ in asked]
    require(methods == ["PUT", "HEAD", "PATCH"], f"the requests were {asked}")
    require(asked[0][1] >= BEGUN and taken(asked) == SIZE, f"the requests were {asked}")
    return f"{kib(asked[0][1])}, then the other {kib(asked[2][1])}: 0 bytes twice"


def test_tus(bench):
    """upload to a server with tus 1.0: the offset is requested, and only the rest is sent"""
    _, asked = killed_in_the_middle(bench, "/tus", resumption="tus")
    methods = [method for method, _ in asked]
    require(methods == ["POST", "PATCH", "HEAD", "PATCH"], f"the requests were {asked}")
    require(asked[1][1] >= BEGUN and taken(asked) == SIZE, f"the requests were {asked}")
    return f"{kib(asked[1][1])}, then the other {kib(asked[3][1])}: 0 bytes twice"


def test_plain(bench):
    """upload to a server without resumption: starts from the beginning, and one file results"""
    _, asked = killed_in_the_middle(bench, "/put")
    methods = [method for method, _ in asked]
    require(methods == ["PUT", "PUT"], f"the requests were {asked}")
    require(asked[0][1] < SIZE and asked[1][1] == SIZE, f"the requests were {asked}")
    return f"{kib(asked[0][1])} discarded, then {kib(asked[1][1])}; one file"
