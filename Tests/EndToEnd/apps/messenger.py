"""A small messenger for the end-to-end checks.

Usage: messenger.py LOG PORT PURPOSE [returning]. At its first event it connects to the server at the port and
hands the socket over for the purpose (voip or other); when it is told that the socket can be read, it logs
what has come. One that is returning takes back first what a process before it has handed over, and answers
what it reads.
"""

import array
import json
import os
import socket
import sys

import client
from client import log

client.log_path, port, purpose = sys.argv[1], int(sys.argv[2]), sys.argv[3]
is_returning = sys.argv[4:] == ["returning"]
line = None


def ask(method, parameters, beside=()):
    """A call with descriptors beside its bytes; the reply, and what came beside that."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.connect(os.environ["TORPOR_SOCKET"])
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", beside))] if beside else []
        message = {"method": "io.torpor.App." + method, "parameters": parameters}
        link.sendmsg([json.dumps(message).encode() + b"\0"], rights)
        reply, came = b"", []
        while not reply.endswith(b"\0"):
            bytes, descriptors, _, _ = socket.recv_fds(link, 4096, 4)
            if not bytes:
                raise OSError("the connection was closed")
            reply, came = reply + bytes, came + descriptors
    return json.loads(reply[:-1]), came


def hand_over():
    reply, _ = ask(
        "WatchDescriptor",
        {"name": "server", "purpose": purpose, "descriptor": line.fileno()},
        [line.fileno()],
    )
    log("handedOver", reply=reply)


def take_back():
    global line
    reply, came = ask("UnwatchDescriptor", {"name": "server"})
    log("tookBack", reply=reply, count=len(came))
    if came:
        line = socket.socket(fileno=came[0])


def handle(event):
    global line
    log(event["name"], wakeReason=event.get("wakeReason"), isHungUp=event.get("isHungUp"))
    if line is None and is_returning:
        take_back()
    if line is None:
        line = socket.create_connection(("127.0.0.1", port))
    if event["name"] == "didFinishLaunching":
        hand_over()
    if event["name"] == "socketReadable":
        text = line.recv(4096).decode()
        log("read", text=text)
        if is_returning:
            line.sendall(f"took {text}".encode())


client.listen(handle)
