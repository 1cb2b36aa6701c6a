"""A program that knows nothing of Torpor and holds memory: hoarder.py FOLDER MEGABYTES

It fills its memory with what does not compress, then waits for FOLDER/touch, touches every page and writes
to FOLDER/touched how many milliseconds that took. Whoever sends SIGUSR1 has it give the memory back.
"""

import os
import pathlib
import signal
import sys
import time

PAGE_BYTES = 4096
MEGABYTE = 1 << 20

folder = pathlib.Path(sys.argv[1])
block = os.urandom(MEGABYTE)
memory = bytearray(int(sys.argv[2]) * MEGABYTE)
for at in range(0, len(memory), MEGABYTE):
    memory[at:at + MEGABYTE] = block
signal.signal(signal.SIGUSR1, lambda *_: memory.clear())
(folder / "full").touch()
while not (folder / "touch").exists():
    time.sleep(0.01)
begun = time.monotonic()
assert sum(memory[0::PAGE_BYTES]) == sum(block[0::PAGE_BYTES]) * len(memory) // MEGABYTE
milliseconds = (time.monotonic() - begun) * 1000
(folder / "part").write_text(f"{milliseconds:.0f}")
(folder / "part").rename(folder / "touched")
time.sleep(3600)
