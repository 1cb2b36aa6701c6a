"""Watches an X server: when the active window changes, when one is mapped, and when something is drawn in it.

Usage: xwatch.py LOG WINDOW
"""

import json
import select
import sys
import time

from Xlib import X, display, error

log_path, number = sys.argv[1], int(sys.argv[2])
connection = display.Display()
root = connection.screen().root
window = connection.create_resource_object("window", number)
active = connection.intern_atom("_NET_ACTIVE_WINDOW")
root.change_attributes(event_mask=X.PropertyChangeMask)
window.change_attributes(event_mask=X.StructureNotifyMask)
# Where the program prints its first line; an empty window has one colour there.
WIDTH, HEIGHT = 120, 16
LOOK_SECONDS = 0.002


def log(event, **facts):
    line = {"ns": time.clock_gettime_ns(time.CLOCK_BOOTTIME), "event": event, **facts}
    with open(log_path, "a") as file:
        file.write(json.dumps(line) + "\n")


def is_drawn():
    try:
        data = window.get_image(2, 2, WIDTH, HEIGHT, X.ZPixmap, 0xFFFFFFFF).data
    except error.BadMatch:
        return False  # Its frame is not mapped yet.
    return data != data[:4] * (len(data) // 4)


def take(event):
    """Logs what happened; whether the window waits to be drawn now."""
    if event.type == X.PropertyNotify and event.atom == active:
        found = root.get_full_property(active, X.AnyPropertyType)
        log("active", isTheWindow=bool(found) and list(found.value)[:1] == [number])
    elif event.type == X.MapNotify:
        log("mapped")
        return True
    return False


connection.sync()
log("watching")
is_empty = False
while True:
    while connection.pending_events():
        is_empty = take(connection.next_event()) or is_empty
    if is_empty and is_drawn():
        log("drawn")
        is_empty = False
    # What came beside an answer is in the library's queue, and not on the wire any more.
    elif not connection.pending_events():
        select.select([connection], [], [], LOOK_SECONDS if is_empty else None)
