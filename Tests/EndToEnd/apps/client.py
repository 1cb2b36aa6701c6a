"""Varlink by hand for the apps of the end-to-end checks, with Python's standard library alone.

It survives the daemon: it connects and attaches again, and repeats a call that got no reply.
"""

import json
import os
import socket
import threading
import time

log_path = None
lock = threading.Lock()


def log(event, **facts):
    """Adds a line to the app's log, with the time on CLOCK_BOOTTIME."""
    line = {"ns": time.clock_gettime_ns(time.CLOCK_BOOTTIME), "event": event, **facts}
    with open(log_path, "a") as file:
        file.write(json.dumps(line) + "\n")


class Connection:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(os.environ["TORPOR_SOCKET"])
        self.buffer = b""

    def send(self, method, parameters, **flags):
        message = {"method": "io.torpor.App." + method, "parameters": parameters, **flags}
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.buffer:
            bytes = self.socket.recv(65536)
            if not bytes:
                raise ConnectionError("closed")
            self.buffer += bytes
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)


calls = None


def call(method, **parameters):
    """One call and its reply; repeated on a new connection when the daemon went away meanwhile."""
    global calls
    with lock:
        while True:
            try:
                if calls is None:
                    calls = Connection()
                calls.send(method, parameters)
                reply = calls.receive()
                if "error" in reply:
                    log("error", method=method, error=reply["error"])
                return reply["parameters"]
            except OSError:
                calls = None
                time.sleep(0.05)


def listen(handle):
    """Logs that the app has started, attaches, and hands every event to `handle`, for ever."""
    handled = set()
    log("started", pid=os.getpid())
    while True:
        try:
            events = Connection()
            events.send("Attach", {}, more=True)
            while True:
                event = events.receive()["parameters"].get("event")
                if not event:
                    continue
                # An event may come again after the daemon died; it is not handled again.
                if event["callback"] not in handled:
                    handled.add(event["callback"])
                    handle(event)
                call("Returned", callback=event["callback"])
        except OSError:
            time.sleep(0.05)
