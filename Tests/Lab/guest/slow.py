"""An app that takes some seconds of its own time to leave the screen: slow.py LOG SECONDS.

CLOCK_MONOTONIC stands still while the machine is suspended.
"""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "apps"))

import client  # noqa: E402
from client import log  # noqa: E402

client.log_path, seconds = sys.argv[1], float(sys.argv[2])


def handle(event):
    log(event["name"])
    if event["name"] == "didEnterBackground":
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.05)
        log("returned")


client.listen(handle)
