"""A server over TLS that wants HTTP/1.1: it refuses every request over HTTP/2 with HTTP_1_1_REQUIRED.

Usage: http2.py LOG CERTIFICATE KEY KIND. It prints its port, serves until its standard input closes, and
appends one JSON line to LOG for each request: the protocol, and over HTTP/1.1 method, path and the length
of the body that came. Over HTTP/1.1 every request is answered with "hello".

  KIND stream        resets the stream (RST_STREAM)
       connection    ends the connection (GOAWAY), with that stream not looked at
       late          answers the first request of a connection over HTTP/2, and resets every other stream
"""

import json
import socket
import ssl
import struct
import sys
import threading

LOG, CERTIFICATE, KEY, KIND = sys.argv[1:]
PREFACE_BYTES = 24
DATA, HEADERS, RST_STREAM, SETTINGS, GOAWAY = 0, 1, 3, 4, 7
ACK = END_STREAM = 1
END_HEADERS = 4
HTTP_1_1_REQUIRED = 13
# ":status: 200" as an index into the static table (RFC 7541, A).
STATUS_200 = b"\x88"
lock = threading.Lock()


def note(**facts):
    with lock, open(LOG, "a") as log:
        log.write(json.dumps(facts) + "\n")


def exactly(connection, count):
    found = b""
    while len(found) < count:
        piece = connection.recv(count - len(found))
        if not piece:
            raise EOFError
        found += piece
    return found


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def speak_http2(connection):
    exactly(connection, PREFACE_BYTES)
    connection.sendall(frame(SETTINGS, 0, 0))
    while True:
        head = exactly(connection, 9)
        exactly(connection, int.from_bytes(head[:3], "big"))
        kind, flags, stream = head[3], head[4], int.from_bytes(head[5:], "big")
        if kind == SETTINGS and not flags & ACK:
            connection.sendall(frame(SETTINGS, ACK, 0))
        if kind != HEADERS:
            continue
        note(protocol="h2")
        code = struct.pack(">I", HTTP_1_1_REQUIRED)
        if KIND == "late" and stream == 1:
            answer = frame(HEADERS, END_HEADERS, stream, STATUS_200)
            connection.sendall(answer + frame(DATA, END_STREAM, stream, b"hello"))
        elif KIND == "connection":
            connection.sendall(frame(GOAWAY, 0, 0, struct.pack(">I", 0) + code))
        else:
            connection.sendall(frame(RST_STREAM, 0, stream, code))


def speak_http1(connection):
    file = connection.makefile("rb")
    while line := file.readline():
        method, path, _ = line.decode().split(" ")
        taken = 0
        while (line := file.readline()).strip():
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                taken = int(value)
        # A client that gives up in the middle of the body has not made a request.
        if len(file.read(taken)) < taken:
            return
        note(protocol="http/1.1", method=method, path=path, taken=taken)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")


def serve(connection):
    try:
        connection = context.wrap_socket(connection, server_side=True)
        speak = speak_http2 if connection.selected_alpn_protocol() == "h2" else speak_http1
        speak(connection)
    except (EOFError, OSError):
        pass
    finally:
        connection.close()


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(CERTIFICATE, KEY)
context.set_alpn_protocols(["h2", "http/1.1"])
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)


def accept():
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
sys.stdin.read()
