"""A small app with a continued task for the end-to-end checks.

Usage: exporter.py LOG IDENTIFIER. It submits the continued task IDENTIFIER.export when the user launches it, and
reports its progress in 500 steps, one every 50 ms, until it is told to end or is at the end.
"""

import sys
import threading
import time

import client
from client import call, log

client.log_path, identifier = sys.argv[1:]
task = identifier + ".export"
is_over = threading.Event()


def export(callback):
    for step in range(1, 501):
        if is_over.wait(0.05):
            return
        call("ReportProgress", callback=callback, permille=step * 2, subtitle=f"Film {step // 100 + 1} of 5")
        log("reported", permille=step * 2)
    log("ending", at=time.monotonic())
    call("Complete", callback=callback, result="success")
    log("completed")


def handle(event):
    name, callback = event["name"], event["callback"]
    log(name, identifier=event.get("identifier"))
    if name == "didFinishLaunching":
        call("RegisterTask", identifier=task, key=callback)
        call("SubmitTask", identifier=task, type="continued", title="Export", subtitle="Film 1 of 5")
    elif name == "launchTask":
        call("SetExpirationHandler", callback=callback, isSet=True)
        threading.Thread(target=export, args=[callback], daemon=True).start()
    elif name == "taskExpiration":
        is_over.set()
        call("Complete", callback=event["launchCallback"], result="failure")
        log("cancelled", at=time.monotonic())


client.listen(handle)
