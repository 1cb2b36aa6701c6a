"""Cells in which the server answers in a way that it should not, or not yet."""

import re
import time

import pytest

from support.harness import require, wait_until
from support.servers import hostile_content

SIZE = 500_000
CUT = 300_000


def after_a_cut(bench, kind, asked, seed=0, content=None, query="", amount=f"{CUT} of {SIZE} bytes"):
    """A download of that kind whose first answer breaks off; what the requests asked to begin with."""
    server = bench.hostile()
    transfer = bench.download(server.url(f"/file/{kind}?size={SIZE}&cut={CUT}{query}"))
    cause = f"the server closed after {amount}"
    bench.wait_for_trouble(transfer, "networkConnectionLost", cause)
    content = hostile_content(SIZE, seed) if content is None else content
    row = bench.must_complete(transfer, content)
    bench.must_hold("file")
    require(server.ranges("/file") == asked, f"asked {server.ranges('/file')}, not {asked}")
    return row


def test_other_etag(bench):
    """the file changes during the download (another ETag): the complete new file, no byte of the old one"""
    after_a_cut(bench, "changes", [None, f"bytes={CUT}-"], seed=7)
    return f"requested from {CUT}, got the new file from 0; {CUT} bytes of the old one lost"


def test_no_ranges(bench):
    """a server that ignores ranges: starts from the beginning"""
    after_a_cut(bench, "norange", [None, f"bytes={CUT}-"])
    return f"{CUT} bytes twice, because the server cannot resume"


def test_weak_etag(bench):
    """a server with only a weak ETag: starts from the beginning, without requesting a range"""
    after_a_cut(bench, "weak", [None, None])
    return f"{CUT} bytes twice, because nothing identifies the version"


def test_wrong_range(bench):
    """a 206 with another range than requested: rejected, starts from the beginning in the same attempt"""
    row = after_a_cut(bench, "lies", [None, f"bytes={CUT}-", None])
    return f"{row['attempts']} attempts, 3 requests"


def test_not_satisfiable_whole(bench):
    """416 for the rest of a file of unknown length, with the length that was received: complete"""
    after_a_cut(
        bench, "ended", [None, f"bytes={CUT}-"], content=hostile_content(CUT),
        query=f"&total={CUT}&chunked=1", amount=f"{CUT} bytes, and its answer was not at its end",
    )
    return f"{CUT} bytes, as the server says"


def test_not_satisfiable_shorter(bench):
    """416 with a length that contradicts the announced one: starts from the beginning"""
    after_a_cut(bench, "ended", [None, f"bytes={CUT}-", None], query=f"&total={CUT}")
    return "3 requests, the complete file as announced"


def test_not_satisfiable(bench):
    """416 for the rest although bytes are missing: starts from the beginning"""
    after_a_cut(bench, "ended", [None, f"bytes={CUT}-", None], query=f"&total={SIZE}")
    return "3 requests"


def test_too_short(bench):
    """fewer bytes than announced, every time: never complete, ends with the transfer's time"""
    server = bench.hostile()
    transfer = bench.download(server.url(f"/file/plain?size={SIZE}&says=1000"), timeout=14)
    cause = f"the server closed after {SIZE} of {SIZE + 1000} bytes"
    bench.wait_for_trouble(transfer, "networkConnectionLost", cause)
    nothing_more = "the server closed after 500000 of 501000 bytes"
    row = bench.must_fail(transfer, "timedOut", nothing_more)
    # What came stays for a retry, and goes when nobody wants to know of it any more.
    bench.must_hold(f".file.torpor-{transfer}")
    bench.torpor("transfers", "remove", str(transfer))
    wait_until("the end of the part", lambda: not list(bench.into.iterdir()))
    asked = server.ranges("/file")
    require(asked[0] is None and set(asked[1:]) == {f"bytes={SIZE}-"}, f"it asked {asked}")
    return f"{row['attempts']} attempts; the partial file is kept until `torpor transfers remove`"


@pytest.mark.quick
def test_too_long(bench):
    """more bytes than announced: as many as announced are kept, the rest is ignored"""
    server = bench.hostile()
    transfer = bench.download(server.url(f"/file/plain?size={SIZE}&says=-1000"))
    row = bench.must_complete(transfer, hostile_content(SIZE)[:-1000])
    bench.must_hold("file")
    return f"{row['bytes']} of {SIZE} bytes, as announced; {row['attempts']} attempt"


def test_busy(bench):
    """503 with Retry-After: 8, then 200: no request before that"""
    server = bench.hostile()
    begun = time.monotonic()
    transfer = bench.download(server.url("/busy/503?times=1&after=8&size=1000"))
    cause = f"127.0.0.1:{server.port} answered 503"
    bench.wait_for_trouble(transfer, "httpStatus", cause)
    row = bench.must_complete(transfer, hostile_content(1000))
    took = time.monotonic() - begun
    require(8 <= took <= 20, f"it took {took:.1f} s")
    bench.must_hold("file")
    return f"complete after {took:.1f} s, {row['attempts']} attempts"


def test_broken_then_good(bench):
    """500, then 200: complete with the second attempt"""
    server = bench.hostile()
    transfer = bench.download(server.url("/busy/500?times=1&size=1000"))
    bench.wait_for_trouble(transfer, "httpStatus", f"127.0.0.1:{server.port} answered 500")
    row = bench.must_complete(transfer, hostile_content(1000))
    bench.must_hold("file")
    return f"{row['attempts']} attempts"


@pytest.mark.quick
def test_not_found(bench):
    """404: fails at once and permanently"""
    server = bench.hostile()
    transfer = bench.download(server.url("/nothing"))
    cause = f"127.0.0.1:{server.port} answered 404"
    row = bench.must_fail(transfer, "httpStatus", cause, status=404)
    require(row["attempts"] == 1, f"{row['attempts']} attempts")
    bench.must_hold()
    return cause


@pytest.mark.quick
def test_redirect_loop(bench):
    """a redirect to itself: fails at once, after 20 redirects"""
    server = bench.hostile()
    cause = f"127.0.0.1:{server.port} redirected more than 20 times"
    row = bench.must_fail(
        bench.download(server.url("/loop")), "httpTooManyRedirects", cause, status=302
    )
    count = len(server.requests("/loop"))
    require(count == 21, f"{count} requests")
    require(row["attempts"] == 1, f"{row['attempts']} attempts")
    bench.must_hold()
    return f"{count} requests, 1 attempt"


@pytest.mark.quick
def test_redirect_to_file(bench):
    """a redirect to file:///etc/passwd: fails at once, and nothing of it is read"""
    server = bench.hostile()
    cause = re.compile("transfers use only http and https \\(curl: .*\\)")
    row = bench.must_fail(
        bench.download(server.url("/to?url=file:///etc/passwd")), "unsupportedURL", cause, status=302
    )
    require(row["bytes"] == 0 and row["attempts"] == 1, f"it is {row}")
    bench.must_hold()
    return row["cause"]
