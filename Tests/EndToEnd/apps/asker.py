"""An app for the end-to-end checks that asks the user for permissions.

Usage: asker.py LOG PERMISSION... It asks for each when it becomes active, and logs the answers. What it is answered it
does at once: it uses what was decided about, and logs what came of it.
"""

import sys

import client
from client import call, log

client.log_path, *wanted = sys.argv[1:]

USES = {
    "notifications": ("AddNotification", {"notification": {"identifier": "hello", "title": "Hello", "body": "allowed"}}),
    "microphone": ("ActivateAudioSession", {"category": "record"}),
    "bluetooth": ("ConnectPeripheral", {"peripheral": "00:11:22:33:44:55"}),
    "accessories": ("OpenAccessory", {"accessory": "pump"}),
}


def handle(event):
    name = event["name"]
    log(name, **{key: value for key, value in event.items() if key not in ("name", "event")})
    if name == "didBecomeActive":
        for permission in wanted:
            log("asked", permission=permission, reply=call("RequestAuthorization", use=permission))
    elif name == "didDecideAuthorization":
        method, parameters = USES[event["permission"]]
        log("used", permission=event["permission"], reply=call(method, **parameters))


client.listen(handle)
