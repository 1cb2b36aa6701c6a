"""A window of GTK with a title, as programs of a desktop have them. Usage: gtkwindow.py TITLE."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title=sys.argv[1], default_width=300, default_height=200)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
