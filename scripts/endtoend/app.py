"""A small app for the end-to-end checks: Varlink by hand, with Python's standard library alone.

Usage: app.py LOG MODE. It attaches, logs every event with the time on CLOCK_BOOTTIME, and, when it
leaves the screen, begins a background task:
  finish   ends it after half a second
  hold     ends it when it is asked to
  overrun  never ends it
It survives the daemon: it connects and attaches again, and repeats a call that got no reply.
"""

import json
import os
import socket
import sys
import threading
import time

log_path, mode = sys.argv[1], sys.argv[2]
lock = threading.Lock()


def log(event, **facts):
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


def end(task):
    log("ending", task=task)
    call("EndBackgroundTask", task=task)


def handle(event):
    name = event["name"]
    log(name, task=event.get("task"))
    if name == "didEnterBackground":
        # The key makes a repeated call the same task.
        task = call(
            "BeginBackgroundTask", name=mode, hasExpirationHandler=True, key=event["callback"]
        )["task"]
        log("begun", task=task)
        if mode == "finish":
            threading.Timer(0.5, end, [task]).start()
    elif name == "backgroundTaskExpiration" and mode == "hold":
        end(event["task"])


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
            if event["callback"] not in handled:
                handled.add(event["callback"])
                handle(event)
            call("Returned", callback=event["callback"])
    except OSError:
        time.sleep(0.05)
