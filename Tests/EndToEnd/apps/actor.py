"""An app for the rows of the mission: it does in its callbacks what a script says, takes orders, and ticks.

Usage: actor.py LOG SCRIPT. SCRIPT is a JSON object: for each callback's name a list of steps. An order is
such a list, sent over the Unix socket LOG.orders; what came of it comes back. A tick of 20 ms notices each
time that none of its code ran. It speaks Varlink by hand.
"""

import array
import hashlib
import json
import os
import pathlib
import shutil
import socket
import sys
import threading
import time

import client
from client import log

client.log_path, script = sys.argv[1], json.loads(sys.argv[2])
TICK_SECONDS = 0.02
# Longer than any wait of a busy machine for a process that may run.
GAP_SECONDS = 0.5
kept, lines = {}, {}


class Refused(Exception):
    def __init__(self, reply):
        super().__init__(reply["error"])
        self.reply = reply


def call(method, parameters, descriptors=()):
    """One call on a connection of its own; the reply's parameters, and the descriptors that came with it."""
    message = {"method": "io.torpor.App." + method, "parameters": parameters}
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.connect(os.environ["TORPOR_SOCKET"])
        beside = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
        link.sendmsg([json.dumps(message).encode() + b"\0"], beside)
        reply, came = b"", array.array("i")
        while not reply.endswith(b"\0"):
            data, extra, _, _ = link.recvmsg(65536, socket.CMSG_LEN(4 * came.itemsize))
            if not data:
                raise ConnectionError("closed")
            reply += data
            for _, kind, content in extra:
                if kind == socket.SCM_RIGHTS:
                    came.frombytes(content[: len(content) - len(content) % came.itemsize])
    reply = json.loads(reply[:-1])
    if "error" in reply:
        raise Refused(reply)
    return reply["parameters"], list(came)


def filled(value, event):
    """The value, with `$name` and `$name.member` replaced by what was kept, or is in the event."""
    if isinstance(value, dict):
        return {key: filled(one, event) for key, one in value.items()}
    if isinstance(value, list):
        return [filled(one, event) for one in value]
    if not isinstance(value, str) or not value.startswith("$"):
        return value
    found = {**kept, **event}
    for part in value[1:].split("."):
        found = found[part]
    return found


def perform(step, event):
    """One step; what came of it."""
    step = filled(step, event)
    if "call" in step:
        try:
            reply, descriptors = call(step["call"], step.get("parameters", {}))
        except Refused as refusal:
            log("refused", method=step["call"], reply=refusal.reply)
            return refusal.reply
        log("called", method=step["call"], reply=reply)
        for number in descriptors:
            lines[step["as"]] = socket.socket(fileno=number)
        if "as" in step:
            kept[step["as"]] = reply
        return {**reply, "descriptors": len(descriptors)} if descriptors else reply
    if "complete" in step:
        call("Complete", {"callback": event["callback"], "result": step["complete"]})
        log("completed", result=step["complete"])
    elif "wait" in step:
        time.sleep(step["wait"])
    elif "allocate" in step:
        kept["memory"] = b"\1" * (step["allocate"] << 20)
    elif "free" in step:
        kept.pop("memory", None)
    elif "save" in step:
        pathlib.Path(os.environ["TORPOR_CONTAINER"], step["save"]).write_text(step["text"])
    elif "load" in step:
        path = pathlib.Path(os.environ["TORPOR_CONTAINER"], step["load"])
        log("loaded", text=path.read_text() if path.exists() else None)
    elif "keep" in step:
        content = pathlib.Path(event["path"])
        digest = hashlib.sha256(content.read_bytes()).hexdigest()
        place = pathlib.Path(os.environ["TORPOR_CONTAINER"], step["keep"] + event["transfer"])
        shutil.move(content, place)
        log("kept", sha256=digest, path=str(place))
    elif "connect" in step:
        line = lines[step["name"]] = socket.create_connection(("127.0.0.1", step["connect"]))
        parameters = {"name": step["name"], "purpose": step["purpose"], "descriptor": line.fileno()}
        call("WatchDescriptor", parameters, [line.fileno()])
        log("handedOver", name=step["name"])
    elif "open" in step:
        # A line of an accessory.
        number = os.open(step["open"], os.O_RDWR | os.O_NOCTTY)
        lines[step["name"]] = open(number, "r+b", buffering=0)
        parameters = {
            "name": step["name"], "purpose": "accessory", "accessory": step["accessory"], "descriptor": number,
        }
        call("WatchDescriptor", parameters, [number])
        log("handedOver", name=step["name"])
    elif "read" in step:
        line = lines[step["read"]]
        data = line.recv(4096) if isinstance(line, socket.socket) else line.read(4096)
        log("read", text=data.decode())
        if "reply" in step:
            (line.sendall if isinstance(line, socket.socket) else line.write)(step["reply"].encode())
    elif "write" in step:
        line = lines[step["write"]]
        (line.sendall if isinstance(line, socket.socket) else line.write)(step["text"].encode())
    elif isinstance(step.get("burn"), float):
        end = time.process_time() + step["burn"]
        while time.process_time() < end:
            pass
    elif "send" in step:
        # By a socket of its own; the other end closes when it has all.
        with socket.create_connection(tuple(step["to"])) as line:
            line.sendall(bytes(step["send"]))
            line.shutdown(socket.SHUT_WR)
            log("sent", bytes=step["send"], answer=line.recv(1).decode())
    elif "burn" in step:
        threading.Thread(target=burn, daemon=True).start()
    elif "run" in step:
        import subprocess
        subprocess.Popen(step["run"])
    elif "exit" in step:
        os._exit(step["exit"])
    elif "later" in step:
        threading.Thread(target=run, args=(step["later"], event), daemon=True).start()
    return {}


def burn():
    while True:
        pass


def run(steps, event):
    return [perform(step, event) for step in steps]


def completes(steps):
    return any("complete" in step or step.get("neverComplete") or completes(step.get("later", [])) for step in steps)


def handle(event):
    facts = {key: value for key, value in event.items() if key not in ("name", "event")}
    log(event["name"], **facts)
    steps = script.get(event["name"], [])
    run(steps, event)
    if event.get("hasCompletionHandler") and not completes(steps):
        result = "success" if event["name"] in ("launchTask", "handleEventsForBackgroundURLSession") else "noData"
        call("Complete", {"callback": event["callback"], "result": result})
        log("completed", result=result)


def tick():
    last = time.clock_gettime(time.CLOCK_MONOTONIC)
    while True:
        time.sleep(TICK_SECONDS)
        now = time.clock_gettime(time.CLOCK_MONOTONIC)
        if now - last > GAP_SECONDS:
            log("gap", seconds=now - last)
        last = now


def take_orders():
    path = client.log_path + ".orders"
    pathlib.Path(path).unlink(missing_ok=True)
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(path)
    server.listen()
    while True:
        link, _ = server.accept()
        with link, link.makefile("r") as words:
            try:
                replies = run(json.loads(words.readline()), {})
            except Exception as problem:
                replies = [{"error": "actor", "parameters": {"message": repr(problem)}}]
            try:
                link.sendall(json.dumps(replies).encode() + b"\n")
            except OSError:
                pass  # Whoever asked has given up on a frozen app.


threading.Thread(target=tick, daemon=True).start()
threading.Thread(target=take_orders, daemon=True).start()
client.listen(handle)
