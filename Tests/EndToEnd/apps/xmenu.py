"""An X11 program with an open menu: it holds pointer and keyboard until it is clicked on.

Usage: xmenu.py LOG
"""

import json
import sys

from Xlib import X, display

connection = display.Display()
screen = connection.screen()
window = screen.root.create_window(
    300, 300, 100, 100, 0, screen.root_depth, override_redirect=True,
    event_mask=X.ButtonPressMask | X.StructureNotifyMask,
)
window.set_wm_name("menu")
window.map()
while connection.next_event().type != X.MapNotify:
    pass
window.grab_pointer(
    False, X.ButtonPressMask, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE, X.CurrentTime
)
window.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
connection.sync()


def log(event):
    with open(sys.argv[1], "a") as file:
        file.write(json.dumps({"event": event}) + "\n")


log("grabbed")
while connection.next_event().type != X.ButtonPress:
    pass
connection.ungrab_pointer(X.CurrentTime)
connection.ungrab_keyboard(X.CurrentTime)
connection.sync()
log("closed")
while True:
    connection.next_event()
