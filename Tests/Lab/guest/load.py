"""Gives the daemon work as fast as it accepts it, in the machine, and says what it has accepted.

  load.py submit ROUND  until the daemon or the machine is gone; a line for each: J NAME, T NUMBER
  load.py remove NAME…  cancels and removes jobs
  load.py list          everything that the daemon has: {"jobs": [NAME], "transfers": [NUMBER]}
"""

import json
import socket
import sys

link = socket.socket(socket.AF_UNIX)
link.connect("/run/torpor/socket")
rest = b""


def call(method, **parameters):
    global rest
    link.sendall(json.dumps({"method": "io.torpor.Control." + method, "parameters": parameters}).encode() + b"\0")
    while b"\0" not in rest:
        read = link.recv(65536)
        if not read:
            sys.exit("the daemon has closed the connection")
        rest += read
    reply, rest = rest.split(b"\0", 1)
    reply = json.loads(reply)
    if "error" in reply:
        sys.exit(json.dumps(reply))
    return reply["parameters"]


def pages(method, key, **parameters):
    after = {}
    while True:
        reply = call(method, **parameters, **after)
        yield from reply[key]
        if not reply.get("next"):
            return
        after = {"after": reply["next"]}


def submit(round):
    number = 0
    while True:
        name = f"r{round}n{number}"
        number += 1
        call(
            "SubmitJob", command="true", executable="/bin/true", arguments=["true"], environment=["HOME=/root"],
            workingDirectory="/root", name=name, every="*-*-01 03:00",
        )
        print("J", name, flush=True)
        if number % 5 == 0:
            reply = call("SubmitTransfers", isDiscretionary=True, earliestBeginMicroseconds=86_400_000_000, transfers=[{
                "direction": "download", "url": f"http://127.0.0.1:8080/{name}", "destination": {"path": f"/root/{name}"},
            }])
            print("T", reply["first"], flush=True)


if sys.argv[1] == "submit":
    submit(sys.argv[2])
if sys.argv[1] == "remove":
    for job in sys.argv[2:]:
        call("CancelJob", job=job)
        call("RemoveJob", job=job)
    sys.exit()
jobs = [job["name"] for job in pages("ListJobs", "jobs")]
transfers = [transfer["transfer"] for transfer in pages("ListTransfers", "transfers", includesOver=True)]
print(json.dumps({"jobs": jobs, "transfers": transfers}))
