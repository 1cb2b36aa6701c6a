"""An X11 program with a window in the upper left corner that logs every click on it.

Usage: xlistener.py LOG
"""

import json
import sys

from Xlib import X, display

connection = display.Display()
screen = connection.screen()
window = screen.root.create_window(
    0, 0, 100, 100, 0, screen.root_depth, override_redirect=True,
    event_mask=X.ButtonPressMask | X.StructureNotifyMask,
)
window.map()
while True:
    kind = connection.next_event().type
    if kind in (X.MapNotify, X.ButtonPress):
        with open(sys.argv[1], "a") as file:
            file.write(json.dumps({"event": "click" if kind == X.ButtonPress else "shown"}) + "\n")
