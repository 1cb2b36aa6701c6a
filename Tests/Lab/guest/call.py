"""One call to the daemon, in the machine: standard input is the message, the reply's parameters are printed."""

import json
import os
import socket
import sys

link = socket.socket(socket.AF_UNIX)
own = f"{os.environ.get('XDG_RUNTIME_DIR', '/nonexistent')}/torpor/socket"
link.connect(own if os.path.exists(own) else "/run/torpor/socket")
link.sendall(sys.stdin.read().strip().encode() + b"\0")
answer = b""
while not answer.endswith(b"\0"):
    read = link.recv(65536)
    if not read:
        sys.exit("the daemon has closed the connection")
    answer += read
reply = json.loads(answer[:-1])
if "error" in reply:
    sys.exit(json.dumps(reply))
print(json.dumps(reply["parameters"]))
