"""A GeoClue of a test's own, on the bus of $DBUS_SYSTEM_BUS_ADDRESS.

Serves Manager, Client and Location as GeoClue 2.6 does. The test says where the device is:
io.torpor.Test.Move(latitude, longitude, accuracy) on /test; clients are told when they have begun and it
is far enough from what they were told last. Every call of a client is a line of the file argv[1].
"""
import math
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.GeoClue2"
PROPERTIES = "org.freedesktop.DBus.Properties"
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
name = dbus.service.BusName(NAME, bus)
log_file = open(sys.argv[1], "a", buffering=1)
clients = {}
place = None


def log(*words):
    print(*words, file=log_file)


def metres(one, other):
    north = math.radians(other[0] - one[0])
    east = math.radians(other[1] - one[1]) * math.cos(math.radians(one[0]))
    return 6371009 * math.hypot(north, east)


class Location(dbus.service.Object):
    def __init__(self, path, values):
        super().__init__(bus, path)
        self.values = values

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        latitude, longitude, accuracy = self.values
        return {
            "Latitude": latitude, "Longitude": longitude, "Accuracy": accuracy,
            "Altitude": -sys.float_info.max, "Speed": -1.0, "Heading": -1.0, "Description": "",
            "Timestamp": dbus.Struct((dbus.UInt64(0), dbus.UInt64(0)), signature="tt"),
        }


class Client(dbus.service.Object):
    def __init__(self, number):
        self.path = f"/org/freedesktop/GeoClue2/Client/{number}"
        super().__init__(bus, self.path)
        self.properties = {}
        self.has_begun = False
        self.told = None
        self.count = 0

    @dbus.service.method(PROPERTIES, in_signature="ssv")
    def Set(self, interface, name, value):
        self.properties[name] = value
        log("Set", name, value)

    @dbus.service.method(NAME + ".Client")
    def Start(self):
        if not self.properties.get("DesktopId"):
            raise dbus.DBusException("no DesktopId", name="org.freedesktop.DBus.Error.AccessDenied")
        log("Start")
        self.has_begun = True
        self.tell()

    @dbus.service.method(NAME + ".Client")
    def Stop(self):
        log("Stop")
        self.has_begun = False

    @dbus.service.signal(NAME + ".Client", signature="oo")
    def LocationUpdated(self, old, new):
        pass

    def tell(self):
        if not self.has_begun or place is None:
            return
        if self.told and metres(self.told, place) < self.properties.get("DistanceThreshold", 0):
            return
        old = f"{self.path}/Location/{self.count}" if self.told else "/"
        self.told = place
        self.count += 1
        new = f"{self.path}/Location/{self.count}"
        Location(new, place)
        self.LocationUpdated(dbus.ObjectPath(old), dbus.ObjectPath(new))


class Manager(dbus.service.Object):
    @dbus.service.method(NAME + ".Manager", out_signature="o")
    def CreateClient(self):
        log("CreateClient")
        client = Client(len(clients) + 1)
        clients[client.path] = client
        return dbus.ObjectPath(client.path)

    @dbus.service.method(NAME + ".Manager", in_signature="o")
    def DeleteClient(self, path):
        log("DeleteClient")
        clients.pop(path).remove_from_connection()


class Test(dbus.service.Object):
    @dbus.service.method("io.torpor.Test", in_signature="ddd")
    def Move(self, latitude, longitude, accuracy):
        global place
        place = (latitude, longitude, accuracy)
        for client in clients.values():
            client.tell()


manager = Manager(bus, "/org/freedesktop/GeoClue2/Manager")
test = Test(bus, "/test")
GLib.MainLoop().run()
