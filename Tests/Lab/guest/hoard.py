"""Fills some MiB of memory, and keeps them: hoard.py MIB MARKER."""

import sys
import time

kept = [bytes([number % 251 + 1]) * (1 << 20) for number in range(int(sys.argv[1]))]
open(sys.argv[2], "w").close()
while kept:
    time.sleep(1)
