"""A small app with scheduled tasks for the end-to-end checks.

Usage: worker.py LOG IDENTIFIER MODE TASK... It registers the tasks IDENTIFIER.refresh and
IDENTIFIER.index whenever it is launched, and submits those that are named ("refresh", "index") when the
user launches it. In a task it
  finish   completes after half a second
  hold     completes when it is told that its time is nearly over
  overrun  never completes
"""

import sys
import threading

import client
from client import call, log

client.log_path, identifier, mode, *wanted = sys.argv[1:]
refresh, index = identifier + ".refresh", identifier + ".index"


def complete(callback, task, result):
    log("completing", identifier=task)
    call("Complete", callback=callback, result=result)


def handle(event):
    name, task, callback = event["name"], event.get("identifier"), event["callback"]
    log(name, identifier=task, wake=event.get("wakeReason"))
    if name == "didFinishLaunching":
        for one in (refresh, index):
            # The key makes a repeated call the same registration.
            reply = call("RegisterTask", identifier=one, key=callback + one)
            log("registered", identifier=one, permitted=reply.get("isPermitted"))
        if event["destination"] == "foreground":
            if "refresh" in wanted:
                call("SubmitTask", identifier=refresh, type="appRefresh")
            if "index" in wanted:
                call("SubmitTask", identifier=index, type="processing", externalPower=True)
            log("submitted")
    elif name == "launchTask":
        call("SetExpirationHandler", callback=callback, isSet=True)
        if mode == "finish":
            threading.Timer(0.5, complete, [callback, task, "success"]).start()
    elif name == "taskExpiration" and mode == "hold":
        complete(event["launchCallback"], task, "failure")


client.listen(handle)
