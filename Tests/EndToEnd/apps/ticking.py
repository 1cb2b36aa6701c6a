"""An app with a timer of 20 ms, which logs how many of its ticks came at once.

Usage: ticking.py LOG. Beside the guard it is a program like any other.
"""

import os
import sys
import threading
import time

import client
from client import log

client.log_path = sys.argv[1]
TICK_SECONDS = 0.02


def tick():
    due = time.monotonic()
    while True:
        count = 0
        # As timerfd(2) does: what was missed comes at once.
        while due <= time.monotonic():
            due += TICK_SECONDS
            count += 1
        if count:
            log("ticks", count=count)
        time.sleep(max(0, due - time.monotonic()))


def handle(event):
    log(event["name"], suspendedMicroseconds=event.get("suspendedMicroseconds"))


threading.Thread(target=tick, daemon=True).start()
if "TORPOR_APP_ID" in os.environ:
    client.listen(handle)
threading.Event().wait()
