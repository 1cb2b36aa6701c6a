"""An app with very many background tasks, for the end-to-end checks.

Usage: juggler.py LOG COUNT. When it leaves the screen it begins COUNT tasks. It answers what it is
told as a fast program does: with calls that want no reply, many of them in one write.
"""

import json
import sys

import client
from client import Connection, log

client.log_path, count = sys.argv[1], int(sys.argv[2])


def oneway(method, **parameters):
    message = {"method": "io.torpor.App." + method, "parameters": parameters, "oneway": True}
    return json.dumps(message).encode() + b"\0"


link = Connection()
log("started")
link.send("Attach", {}, more=True)
begun, expired = set(), []
while True:
    try:
        reply = link.receive()["parameters"]
    except OSError as error:
        log("cut off", error=str(error))
        break
    event = reply.get("event")
    if "answer" in reply or event is None:
        task = reply.get("answer", {}).get("parameters", {}).get("task")
        if task:
            begun.add(task)
            if len(begun) == count:
                log("begun", count=count)
        elif "answer" in reply and "error" in reply["answer"]:
            log("error", error=reply["answer"]["error"])
        continue
    answer = oneway("Returned", callback=event["callback"])
    if event["name"] == "didEnterBackground":
        # All at once: that, too, the daemon has to bear.
        for number in range(count):
            answer += oneway(
                "BeginBackgroundTask", name=f"{number}", hasExpirationHandler=True, key=f"k{number}"
            )
    elif event["name"] == "backgroundTaskExpiration":
        expired.append((event["callback"], event["task"]))
        if len(expired) < count:
            continue
        answer = b"".join(oneway("Returned", callback=callback) for callback, _ in expired)
        answer += b"".join(oneway("EndBackgroundTask", task=task) for _, task in expired)
        log("expired", count=len(expired))
    else:
        log(event["name"])
    try:
        link.socket.sendall(answer)
    except OSError as error:
        log("cut off", error=str(error))
        break
