"""A small app for the end-to-end checks.

Usage: app.py LOG MODE. It attaches, logs every event, and, when it leaves the screen, begins a
background task:
  finish   ends it after half a second
  hold     ends it when it is asked to
  overrun  never ends it
With MODE multitasking it asks, as soon as it is in front, whether multitasking is supported, and begins a task.
"""

import sys
import threading

import client
from client import call, log

client.log_path, mode = sys.argv[1], sys.argv[2]


def end(task):
    log("ending", task=task)
    call("EndBackgroundTask", task=task)


def handle(event):
    name = event["name"]
    log(name, task=event.get("task"))
    if name == "didBecomeActive" and mode == "multitasking":
        log(
            "asked", supported=call("IsMultitaskingSupported")["isSupported"],
            task=call("BeginBackgroundTask", name=mode)["task"],
        )
    elif name == "didEnterBackground":
        # The key makes a repeated call the same task.
        task = call(
            "BeginBackgroundTask", name=mode, hasExpirationHandler=True, key=event["callback"]
        )["task"]
        log("begun", task=task)
        if mode == "finish":
            threading.Timer(0.5, end, [task]).start()
    elif name == "backgroundTaskExpiration" and mode == "hold":
        end(event["task"])


client.listen(handle)
