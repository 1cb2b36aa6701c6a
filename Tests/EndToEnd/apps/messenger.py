"""A small messenger for the end-to-end checks.

Usage: messenger.py LOG PORT PURPOSE. At its first event it connects to the server at the port and
hands the socket over for the purpose (voip or other); when it is told that the socket can be read, it
logs what has come.
"""

import array
import json
import os
import socket
import sys

import client
from client import log

client.log_path, port, purpose = sys.argv[1], int(sys.argv[2]), sys.argv[3]
line = None


def hand_over():
    """The descriptor goes beside the bytes of the call."""
    global line
    line = socket.create_connection(("127.0.0.1", port))
    message = {
        "method": "io.torpor.App.HandOverDescriptor",
        "parameters": {"name": "server", "purpose": purpose, "descriptor": line.fileno()},
    }
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.connect(os.environ["TORPOR_SOCKET"])
        beside = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [line.fileno()]))]
        link.sendmsg([json.dumps(message).encode() + b"\0"], beside)
        reply = b""
        while not reply.endswith(b"\0"):
            reply += link.recv(4096)
    log("handedOver", reply=json.loads(reply[:-1]))


def handle(event):
    log(event["name"], wakeReason=event.get("wakeReason"), isHungUp=event.get("isHungUp"))
    if line is None:
        hand_over()
    if event["name"] == "socketReadable":
        log("read", text=line.recv(4096).decode())


client.listen(handle)
