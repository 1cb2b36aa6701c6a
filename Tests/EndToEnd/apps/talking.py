"""An app that asks a server something once a second, and connects anew when it hears nothing for 5 s.

Usage: talking.py LOG PORT plain|told. With `told` it connects anew as soon as the system tells it that it
has stood still for longer than the server is patient.
"""

import os
import select
import socket
import sys
import threading
import time

import client
from client import log

client.log_path, port, mode = sys.argv[1], int(sys.argv[2]), sys.argv[3]
# A little less than the server is patient.
PATIENCE_MICROSECONDS = 2_500_000
TIMEOUT_SECONDS = 5
wake, waker = os.pipe()


def talk():
    while True:
        line = socket.create_connection(("127.0.0.1", port))
        log("connected")
        while is_answered(line):
            time.sleep(1)
        line.close()


def is_answered(line):
    """Asks, and waits for the answer; no longer than until the system says that it will not come."""
    line.sendall(b"?")
    ready, _, _ = select.select([line, wake], [], [], TIMEOUT_SECONDS)
    if wake in ready:
        os.read(wake, 64)
        return False
    return line in ready and line.recv(64) != b""


def handle(event):
    log(event["name"], suspendedMicroseconds=event.get("suspendedMicroseconds"))
    if mode == "told" and int(event.get("suspendedMicroseconds") or 0) > PATIENCE_MICROSECONDS:
        os.write(waker, b"!")


threading.Thread(target=talk, daemon=True).start()
if "TORPOR_APP_ID" in os.environ:
    client.listen(handle)
threading.Event().wait()
