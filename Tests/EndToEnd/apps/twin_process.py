"""What an app of the twin test has of a process: its log, a main thread, calls of the daemon, memory."""

import array
import collections
import json
import os
import socket
import sys
import threading
import time

log_path, definition = sys.argv[1], json.loads(sys.argv[2])
# What outlives the process, as the container of an app does.
state_path = log_path + ".state"
# A nap that lasted so much longer than it was to was that of a frozen app, whose time stands still.
NAP_SECONDS, STOOD_SECONDS = 0.2, 2.0
SIGABRT = 6


def log(event, **facts):
    line = {"ns": time.clock_gettime_ns(time.CLOCK_BOOTTIME), "event": event, **facts}
    with open(log_path, "a") as file:
        file.write(json.dumps(line) + "\n")


class State:
    """Sessions and transfers of the app by their names, over the ends of its processes."""

    def __init__(self):
        self.lock = threading.Lock()
        try:
            with open(state_path) as file:
                self.kept = json.load(file)
        except OSError:
            self.kept = {"sessions": {}, "transfers": {}, "count": 0}

    def keep(self, kind, name, value):
        with self.lock:
            self.kept[kind][name] = value
            self.write()

    def next(self):
        with self.lock:
            self.kept["count"] += 1
            self.write()
            return str(self.kept["count"])

    def write(self):
        with open(state_path + ".new", "w") as file:
            json.dump(self.kept, file)
        os.rename(state_path + ".new", state_path)


class MainThread:
    """Has one item of work at a time, in the order in which they asked for it."""

    def __init__(self):
        self.changes = threading.Condition()
        self.queue = collections.deque()

    def ask(self):
        ticket = object()
        with self.changes:
            self.queue.append(ticket)
        return ticket

    def enter(self, ticket):
        with self.changes:
            self.changes.wait_for(lambda: self.queue[0] is ticket)

    def leave(self):
        with self.changes:
            self.queue.popleft()
            self.changes.notify_all()


main, state = MainThread(), State()
calls, calls_lock = None, threading.Lock()


class Connection:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(os.environ["TORPOR_SOCKET"])
        self.buffer = b""

    def send(self, method, parameters, descriptors=(), **flags):
        message = {"method": "io.torpor.App." + method, "parameters": parameters, **flags}
        beside = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
        data = json.dumps(message).encode() + b"\0"
        sent = self.socket.sendmsg([data], beside)
        self.socket.sendall(data[sent:])

    def receive(self):
        while b"\0" not in self.buffer:
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("closed")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)


def call(method, descriptors=(), **parameters):
    """One call and its reply; repeated on a new connection when the daemon has gone meanwhile."""
    global calls
    with calls_lock:
        while True:
            try:
                if calls is None:
                    calls = Connection()
                calls.send(method, parameters, descriptors)
                reply = calls.receive()
                break
            except OSError:
                calls = None
                time.sleep(0.05)
    if "error" in reply:
        name = reply["error"].split(".")[-1]
        log("refused", method=method, error=name, parameters=reply.get("parameters", {}))
        if name == "Misuse":
            # The exception that Apple's frameworks raise; nothing in the app catches it.
            end(SIGABRT)
        return {"error": name}
    return reply["parameters"]


def end(signal):
    os.kill(os.getpid(), signal)
    time.sleep(60)


def rest(seconds):
    """Lets so much of the app's own time pass: while it is frozen, none does."""
    left = seconds
    while left > 0:
        nap = min(NAP_SECONDS, left)
        began = time.monotonic()
        time.sleep(nap)
        passed = time.monotonic() - began
        left -= passed if passed < nap + STOOD_SECONDS else nap


def take(size):
    """Has the process need so much memory in all."""
    with open("/proc/self/statm") as file:
        resident = int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    return b"\1" * max(0, size - resident)
