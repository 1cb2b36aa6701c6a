"""Cells in which the connection breaks, stays silent, or is not trusted."""

import re
import time

import pytest

from support.harness import require
from support.servers import RefusesHTTP2, certificate, hostile_content

SIZE = 1 << 20


def test_cut_again_and_again(bench):
    """a server that cuts the connection after every 300 KB: four attempts, each byte once"""
    server = bench.hostile()
    transfer = bench.download(server.url(f"/file/plain?size={SIZE}&every=300000"))
    row = bench.wait_for_trouble(
        transfer, "networkConnectionLost", f"the server closed after 300000 of {SIZE} bytes"
    )
    row = bench.must_complete(transfer, hostile_content(SIZE))
    bench.must_hold("file")
    asked = server.ranges("/file")
    require(asked == [None, "bytes=300000-", "bytes=600000-", "bytes=900000-"], f"{asked}")
    return f"{row['attempts']} attempts, 0 bytes twice"


def test_silent_server(bench):
    """a server that accepts the request and sends nothing: the attempt ends with the request's timeout"""
    server = bench.hostile()
    begun = time.monotonic()
    transfer = bench.download(server.url("/silent"), silence=2, timeout=10)
    cause = f"nothing came from 127.0.0.1:{server.port} for 2 s"
    row = bench.wait_for_trouble(transfer, "timedOut", cause)
    took = time.monotonic() - begun
    require(2 <= took <= 8, f"the attempt took {took:.1f} s")
    row = bench.must_fail(transfer, "timedOut", cause)
    bench.must_hold()
    return f"the attempt ended after {took:.1f} s, the transfer when its time had run out; {row['attempts']} attempts"


def test_slow_head(bench):
    """a head that arrives character by character (slow loris) holds nothing beyond the transfer's time"""
    server = bench.hostile()
    transfer = bench.download(server.url("/letters?pause=0.2"), silence=2, timeout=8)
    other = bench.download(server.url("/file/plain?size=1000"), name="other")
    bench.must_complete(other, hostile_content(1000), "other")
    cause = f"nothing came from 127.0.0.1:{server.port} for 2 s"
    row = bench.must_fail(transfer, "timedOut", cause)
    bench.must_hold("other")
    return f"{row['attempts']} attempts, then its time had run out"


def test_slow_body(bench):
    """a body with one character every 1.4 s and a timeout of 3 s: each byte restarts the timeout"""
    server = bench.hostile()
    transfer = bench.download(server.url("/letters?pause=1.4&size=6"), silence=3)
    row = bench.must_complete(transfer, b"aaaaaa")
    bench.must_hold("file")
    require(row["attempts"] == 1, f"{row['attempts']} attempts")
    return "6 bytes in 8.4 s, 1 attempt"


def test_nobody_listens(bench):
    """a port without a listener: waits, reports the cause, and ends with the transfer's time"""
    server = bench.hostile()
    server.close()
    transfer = bench.download(server.url("/file/plain"), timeout=8)
    cause = f"no connection to 127.0.0.1:{server.port}: Connection refused (ECONNREFUSED)"
    bench.wait_for_trouble(transfer, "cannotConnectToHost", cause)
    row = bench.must_fail(transfer, "timedOut", cause)
    bench.must_hold()
    return f"{row['attempts']} attempts, then its time had run out"


def secure(bench, name, is_over=False):
    """nginx over TLS, whose certificate the daemon's services trust."""
    place = bench.folder / "tls"
    place.mkdir()
    path = certificate(place, name, is_over)
    listen = (
        f"listen 127.0.0.1:PORT ssl; ssl_certificate {path}; ssl_certificate_key {place}/key.pem;"
    )
    nginx = bench.nginx(listen=listen, scheme="https")
    bench.start(within=("env", f"SSL_CERT_FILE={path}"))
    content = bench.content(1000)
    nginx.put("file", content)
    return nginx, content


@pytest.mark.starts_itself
def test_trusted(bench):
    """TLS with the right name: complete"""
    nginx, content = secure(bench, "127.0.0.1")
    bench.must_complete(bench.download(nginx.url("file")), content)
    bench.must_hold("file")
    return "complete"


@pytest.mark.quick
@pytest.mark.starts_itself
def test_wrong_name(bench):
    """TLS with another host's name: fails at once and permanently"""
    nginx, _ = secure(bench, "example.org")
    cause = re.compile(
        f"the certificate of 127.0.0.1:{nginx.port} is not trusted \\(curl: .*127.0.0.1.*\\)"
    )
    row = bench.must_fail(
        bench.download(nginx.url("file")), "serverCertificateUntrusted", cause, status=0
    )
    require(row["attempts"] == 1, f"{row['attempts']} attempts")
    bench.must_hold()
    return row["cause"]


@pytest.mark.quick
@pytest.mark.starts_itself
def test_expired(bench):
    """TLS with an expired certificate: fails at once and permanently"""
    nginx, _ = secure(bench, "127.0.0.1", is_over=True)
    cause = re.compile(f"the certificate of 127.0.0.1:{nginx.port} has expired or is not valid yet \\(curl: .*\\)")
    row = bench.must_fail(
        bench.download(nginx.url("file")), "serverCertificateHasBadDate", cause, status=0
    )
    require(row["attempts"] == 1, f"{row['attempts']} attempts")
    bench.must_hold()
    return row["cause"]


@pytest.mark.quick
@pytest.mark.starts_itself
def test_wants_http_1(bench):
    """a server that refuses HTTP/2 with HTTP_1_1_REQUIRED: the same attempt asks over HTTP/1.1"""
    place = bench.folder / "tls"
    place.mkdir()
    path = certificate(place, "127.0.0.1")
    bench.start(within=("env", f"SSL_CERT_FILE={path}"))
    seen = []
    for kind in ("stream", "connection", "late"):
        server = RefusesHTTP2(place, path, kind)
        bench.keep(server)
        for number in range(2):
            row = bench.must_complete(
                bench.download(server.url("/file"), name=f"{kind}{number}"), b"hello", f"{kind}{number}"
            )
            require(row["attempts"] == 1, f"{row['attempts']} attempts")
        protocols = server.protocols()
        require({"h2", "http/1.1"} == set(protocols), f"{kind}: {protocols}")
        seen.append(f"{kind}: {len(protocols)} requests for 2 files")
    return "; ".join(seen)
