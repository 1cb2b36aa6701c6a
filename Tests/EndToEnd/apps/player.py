"""An app for the end-to-end checks that does what it is told to do in its callbacks.

Usage: player.py LOG SCRIPT. SCRIPT is a JSON object: for each callback's name a list of steps. A step is
{"call": METHOD, "parameters": {…}}, {"fetch": URL}, {"complete": RESULT}, or {"answer": BASE64} to what a
central asks; a callback with a completion
handler and no `complete` is completed with noData.
"""

import json
import sys
import urllib.request

import client
from client import call, log

client.log_path, script = sys.argv[1], json.loads(sys.argv[2])


def fetch(url):
    with urllib.request.urlopen(url, timeout=20) as answer:
        return len(answer.read())


def handle(event):
    name = event["name"]
    log(name, **{key: value for key, value in event.items() if key not in ("name", "event")})
    result = "noData"
    for step in script.get(name, []):
        if "call" in step:
            reply = call(step["call"], **step.get("parameters", {}))
            log("called", method=step["call"], reply=reply)
        elif "fetch" in step:
            log("fetched", bytes=fetch(step["fetch"]))
        elif "answer" in step:
            request = event["centralRequest"]["request"]
            call("AnswerCentral", request=request, value=step["answer"])
            log("answered", request=request)
        elif "complete" in step:
            result = step["complete"]
    if event.get("hasCompletionHandler"):
        call("Complete", callback=event["callback"], result=result)
        log("completed", result=result)


client.listen(handle)
