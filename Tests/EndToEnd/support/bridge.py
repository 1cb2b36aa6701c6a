"""A desktop bridge of the checks' own: it tells the daemon what a scenario says, over `io.torpor.Bridge`."""

import json
import math
import socket
import threading
import time

EARTH_METRES = 6_371_008.8
# The best that a receiver can do: as the simulator's (SimulatedReceiver).
BEST_METRES = 5.0


class Bridge:
    """One attached connection: facts go out, orders come in."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.sounding = set()
        self.visible = []
        self.receiver = Receiver(self)
        self.link = None
        self.attach()

    def attach(self):
        """Attaches to the daemon, or to the next one."""
        link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        link.connect(self.path)
        self.link = link
        self.send("Attach", {}, more=True)
        replies = messages(link)
        # The first one says that the bridge is taken; only then may it report.
        next(replies)
        threading.Thread(target=self.obey, args=(replies,), daemon=True).start()

    def send(self, method, parameters, **flags):
        message = {"method": "io.torpor.Bridge." + method, "parameters": parameters, **flags}
        with self.lock:
            self.link.sendall(json.dumps(message).encode() + b"\0")

    def report(self, *facts):
        self.send("Report", {"facts": list(facts)}, oneway=True)

    def hear(self, pid, plays):
        """A process begins to be heard, or is heard no longer."""
        (self.sounding.add if plays else self.sounding.discard)(pid)
        try:
            self.tell_sound()
        except OSError:
            pass  # The next daemon is told when the bridge attaches.

    def tell_sound(self):
        self.report({"audio": {"streams": [{"pid": pid, "isRecording": False} for pid in sorted(self.sounding)]}})

    def obey(self, replies):
        try:
            for reply in replies:
                for order in reply["parameters"].get("orders", []):
                    self.perform(order)
        except OSError:
            return  # The daemon is gone, or this one is closed.

    def perform(self, order):
        if "showNotification" in order:
            key = order["showNotification"]["notification"]["key"]
            self.visible = [one for one in self.visible if one != key] + [key]
            self.report({"notificationShown": {"key": key}})
        elif "withdrawNotification" in order:
            self.visible = [one for one in self.visible if one != order["withdrawNotification"]["key"]]
        elif "locate" in order:
            self.receiver.demand(order["locate"].get("demand"))

    def answer(self, notification, action="default"):
        """The user does something with a notification, unless it is not there."""
        keys = [key for key in self.visible if key.split(" ", 1)[1] == notification]
        if keys:
            self.report({"notificationAnswered": {"key": keys[-1], "action": action}})

    def dismiss(self, notification):
        keys = [key for key in self.visible if key.split(" ", 1)[1] == notification]
        if keys:
            self.report({"notificationClosed": {"key": keys[-1], "wasDismissed": True}})

    def close(self):
        self.receiver.demand(None)
        self.link.close()


def messages(link):
    """What comes over a connection of Varlink, until it ends."""
    buffer = b""
    while data := link.recv(65536):
        *whole, buffer = (buffer + data).split(b"\0")
        for message in whole:
            yield json.loads(message)


class Receiver:
    """A receiver for places, which tells what the daemon wants to know and no more, as the simulator's does."""

    def __init__(self, bridge):
        self.bridge = bridge
        self.lock = threading.RLock()
        self.place, self.wanted, self.last, self.timer = None, None, None, None

    def demand(self, demand):
        with self.lock:
            self.wanted = demand
            if demand is None:
                self.last = None
            self.plan()

    def move(self, latitude, longitude):
        with self.lock:
            self.place = (latitude, longitude)
            self.plan()

    def plan(self):
        if self.timer:
            self.timer.cancel()
            self.timer = None
        if self.wanted is None or self.place is None:
            return
        if self.last is None or self.last["accuracy"] > max(self.wanted["accuracyMetres"], BEST_METRES):
            return self.tell()
        moved = distance_metres(self.place, self.last["place"])
        if moved > 0 and moved >= self.wanted["distanceMetres"]:
            due = self.last["at"] + self.wanted["intervalMicroseconds"] / 1e6 - time.monotonic()
            self.timer = threading.Timer(max(due, 0), self.tell)
            self.timer.daemon = True
            self.timer.start()

    def tell(self):
        with self.lock:
            if self.wanted is None or self.place is None:
                return
            accuracy = max(self.wanted["accuracyMetres"], BEST_METRES)
            self.last = {"place": self.place, "at": time.monotonic(), "accuracy": accuracy}
            fix = {
                "ageMicroseconds": 0, "horizontalAccuracyMetres": float(accuracy),
                "latitudeDegrees": float(self.place[0]), "longitudeDegrees": float(self.place[1]),
            }
        try:
            self.bridge.report({"location": {"fix": fix}})
        except OSError:
            pass  # It was closed meanwhile.


def distance_metres(one, other):
    """Along a great circle of the mean Earth (haversine)."""
    (a, b), (c, d) = [[math.radians(degree) for degree in place] for place in (one, other)]
    arc = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 2 * EARTH_METRES * math.asin(math.sqrt(arc))
