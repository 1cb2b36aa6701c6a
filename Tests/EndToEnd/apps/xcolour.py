"""An X11 program whose window has one colour: that in a file, which it looks at ten times a second.

Usage: xcolour.py FILE TITLE [private]
"""

import pathlib
import sys
import time

from Xlib import Xatom, display

path, title = pathlib.Path(sys.argv[1]), sys.argv[2]
connection = display.Display()
screen = connection.screen()
window = screen.root.create_window(40, 40, 320, 240, 0, screen.root_depth)
window.set_wm_name(title)
if "private" in sys.argv[3:]:
    window.change_property(connection.intern_atom("_TORPOR_PRIVATE"), Xatom.CARDINAL, 32, [1])
window.map()
shown = None
while True:
    colour = path.read_text().strip()
    if colour != shown:
        window.change_attributes(background_pixel=int(colour[1:], 16))
        window.clear_area(0, 0, 0, 0)
        connection.sync()
        shown = colour
    # Whatever comes is read; the server draws what it uncovers by itself.
    while connection.pending_events():
        connection.next_event()
    time.sleep(0.1)
