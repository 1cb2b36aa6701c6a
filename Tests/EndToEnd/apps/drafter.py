"""An app that asks for time to save before it is ended for its memory.

Usage: drafter.py LOG MODE. It logs every event. When it is about to be ended for its memory it begins to write its
draft, LOG.draft:
  saves   writes it and returns
  slowly  does so after a tenth of a second
  hangs   never returns
"""

import os
import pathlib
import sys
import time

import client
from client import log

client.log_path, mode = sys.argv[1], sys.argv[2]
draft = pathlib.Path(sys.argv[1] + ".draft")


def handle(event):
    name = event["name"]
    log(name, save=event.get("terminationSave"), suspended=event.get("suspendedMicroseconds"))
    if name != "willTerminateForMemory":
        return
    if mode == "hangs":
        while True:
            time.sleep(60)
    if mode == "slowly":
        time.sleep(0.1)
    with open(draft, "w") as file:
        file.write(f"{os.getpid()}\n")
        file.flush()
        os.fsync(file.fileno())


client.listen(handle)
