"""A program for a terminal that counts, and knows when its window has the focus.

Usage: ticker.py LOG COUNT. It counts up in the file COUNT, a hundred times a second, and logs what the
terminal tells of the focus (xterm's mode 1004), which the terminal learns from its display.
"""

import json
import mmap
import os
import select
import sys
import time
import tty

log_path, count_path = sys.argv[1:]
TICK_SECONDS = 0.01
FOCUS_IN, FOCUS_OUT = b"\x1b[I", b"\x1b[O"

with open(count_path, "wb") as file:
    file.write(bytes(8))
with open(count_path, "r+b") as file:
    count = mmap.mmap(file.fileno(), 8)


def log(event):
    line = {"ns": time.clock_gettime_ns(time.CLOCK_BOOTTIME), "event": event}
    with open(log_path, "a") as file:
        file.write(json.dumps(line) + "\n")


tty.setraw(0)
os.write(1, b"\x1b[?1004h")
number = 0
log("started")
while True:
    if select.select([0], [], [], TICK_SECONDS)[0]:
        heard = os.read(0, 64)
        if FOCUS_IN in heard:
            log("focusIn")
        if FOCUS_OUT in heard:
            log("focusOut")
    number += 1
    count[:8] = number.to_bytes(8, "little")
    os.write(1, b"\rcount %d" % number)
