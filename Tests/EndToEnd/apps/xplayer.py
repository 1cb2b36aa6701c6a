"""A player with a window of X11: the space bar begins a file under PipeWire, or pauses it.

Usage: xplayer.py FILE TITLE. The file is played from its beginning each time, over and over.
"""

import subprocess
import sys

from Xlib import X, display

path, title = sys.argv[1:]
connection = display.Display()
screen = connection.screen()
window = screen.root.create_window(
    40, 40, 320, 240, 0, screen.root_depth, event_mask=X.KeyPressMask, background_pixel=screen.black_pixel
)
window.set_wm_name(title)
window.map()
player = None
while True:
    event = connection.next_event()
    if event.type != X.KeyPress or connection.keycode_to_keysym(event.detail, 0) != ord(" "):
        continue
    if player is None:
        player = subprocess.Popen(["sh", "-c", 'while :; do pw-cat -p "$0"; done', path], start_new_session=True)
    else:
        subprocess.run(["pkill", "-KILL", "-s", str(player.pid)])
        player.wait()
        player = None
