"""SimPy at its emptiest: processes that wait, and wait again. Usage: simpy-loop EVENTS.

Prints the processor seconds that the events took.
"""
import sys
import time

import simpy

WAITING = 1000  # As many as in queue-loop.cpp.


def wait(environment, delay):
    while True:
        yield environment.timeout(delay)


def main():
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    environment = simpy.Environment()
    for number in range(WAITING):
        environment.process(wait(environment, 1 + number / WAITING))
    begin = time.process_time()
    for _ in range(events):
        environment.step()
    print(f"{time.process_time() - begin:.6f}")


main()
