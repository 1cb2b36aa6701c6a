"""An app with an external accessory for the end-to-end checks.

Usage: medic.py LOG [deaf]. When an accessory with a device is connected it opens a session and the line, and
hands the line over; what comes in it answers, unless it is deaf. At its first event it hands over a counter,
and again when that was lost.
"""

import array
import json
import os
import socket
import sys

import client
from client import call, log

client.log_path, is_deaf = sys.argv[1], sys.argv[2:] == ["deaf"]
line = None
counter = os.eventfd(0, os.EFD_NONBLOCK)


def hand_over(number, **parameters):
    """The descriptor goes beside the bytes of the call."""
    message = {
        "method": "io.torpor.App.WatchDescriptor",
        "parameters": {"descriptor": number, **parameters},
    }
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.connect(os.environ["TORPOR_SOCKET"])
        beside = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [number]))]
        link.sendmsg([json.dumps(message).encode() + b"\0"], beside)
        reply = b""
        while not reply.endswith(b"\0"):
            reply += link.recv(4096)
    log("handedOver", name=parameters["name"], reply=json.loads(reply[:-1]))


def open_line(name):
    """The session first, then the line, which is the accessory's own device."""
    global line
    accessories = call("ConnectedAccessories")["accessories"]
    accessory = next(one for one in accessories if one["name"] == name)
    call("OpenAccessory", accessory=name)
    line = os.open(accessory["device"], os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    hand_over(line, name="line", purpose="accessory", accessory=name)


def handle(event):
    name = event["name"]
    log(name, wakeReason=event.get("wakeReason"), accessory=event.get("accessory"))
    if name in ("didFinishLaunching", "descriptorLost"):
        hand_over(counter, name="counter", purpose="other")
    elif name == "accessoryDidConnect":
        open_line(event["accessory"])
    elif name == "accessoryData" and not is_deaf:
        text = os.read(line, 4096).decode()
        log("read", text=text)
        os.write(line, f"took {text}".encode())


client.listen(handle)
