"""A program in front that saves 4 KiB again and again: saver.py DEVICE OFFSET OUTPUT

Each write goes past the cache of the kernel and is on the device when it returns. OUTPUT has one line for
each: when it began on the monotonic clock, and how many milliseconds it took.
"""

import mmap
import os
import sys
import time

PAUSE_SECONDS = 0.05

page = mmap.mmap(-1, 4096)
device = os.open(sys.argv[1], os.O_WRONLY | os.O_DIRECT | os.O_DSYNC)
with open(sys.argv[3], "w", buffering=1) as output:
    while True:
        begun = time.monotonic()
        os.pwrite(device, page, int(sys.argv[2]))
        output.write(f"{begun} {(time.monotonic() - begun) * 1000:.3f}\n")
        time.sleep(PAUSE_SECONDS)
