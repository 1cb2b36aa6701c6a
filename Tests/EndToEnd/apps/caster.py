"""A player that plays on another machine: no stream here, only its word on the session bus (MPRIS).

Usage: caster.py SECONDS. It says that it plays, and after so long that it has paused. Debian's Python has the bus.
"""

import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PLAYER = "org.mpris.MediaPlayer2.Player"
PROPERTIES = "org.freedesktop.DBus.Properties"

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()


class Player(dbus.service.Object):
    status = "Playing"

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return {"PlaybackStatus": self.status}

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, gone):
        pass

    def pause(self):
        self.status = "Paused"
        self.PropertiesChanged(PLAYER, {"PlaybackStatus": self.status}, [])


player = Player(bus, "/org/mpris/MediaPlayer2")
name = dbus.service.BusName("org.mpris.MediaPlayer2.caster", bus)
GLib.timeout_add(int(float(sys.argv[1]) * 1000), player.pause)
GLib.MainLoop().run()
