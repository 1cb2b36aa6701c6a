"""A program that saves when it is asked to end: saver.py FILE."""

import os
import signal
import sys
import time

path = sys.argv[1]


def save(*_):
    with open(path, "w") as file:
        file.write("saved\n")
        file.flush()
        os.fsync(file.fileno())
    sys.exit(0)


signal.signal(signal.SIGTERM, save)
open(path + ".started", "w").close()
while True:
    time.sleep(0.2)
