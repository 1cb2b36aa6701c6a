"""What stands in for a machine of a scenario: its networks, its memory, its hour, and what its user has set."""

import datetime
import threading
import time

from support.harness import is_running
from support.spaces import HOLD, HOLD_WITH_SYSFS, Space


class Network:
    """Two name spaces: that of the device, with two links to that of the servers, of which the scenario has one or none.

    One is a cable and the other a mobile network, by its name. What stays on a machine needs no network.
    """

    LINKS = {"wifi": ("cable0", "10.79.0"), "cellular": ("wwan0", "10.80.0")}
    SERVER = "10.81.0.1"

    def __init__(self, keep, kind):
        self.theirs = Space(keep, HOLD)
        self.space = Space(keep, HOLD_WITH_SYSFS, "--mount")
        self.within = [*self.space.within, "--mount"]
        for space in (self.space, self.theirs):
            space.ip("link set lo up")
        self.theirs.ip(f"address add {self.SERVER}/32 dev lo")
        for link, prefix in self.LINKS.values():
            self.space.ip(f"link add {link} type veth peer name {link} netns {self.theirs.process.pid}")
            self.space.ip(f"address add {prefix}.2/24 dev {link}")
            self.theirs.ip(f"address add {prefix}.1/24 dev {link}")
            self.theirs.ip(f"link set {link} up")
        self.kind = "none"
        self.become(kind)

    def become(self, kind):
        if kind == self.kind:
            return
        # The next one first, so that there is no moment without any between two of them.
        if kind != "none":
            link, prefix = self.LINKS[kind]
            self.space.ip(f"link set {link} up")
            self.space.ip(f"route add default via {prefix}.1 dev {link} metric {1 if kind == 'wifi' else 700}")
        if self.kind != "none":
            self.space.ip(f"link set {self.LINKS[self.kind][0]} down")
        self.kind = kind


class Memory:
    """The figures of a machine whose `/proc/meminfo` is a file: what the system and the living apps need is taken.

    Each app needs as much as the scenario says, and its process has it. The file is written when that changes.
    """

    LOOK_SECONDS = 0.1

    def __init__(self, twin):
        self.twin, self.file = twin, twin.machine / "proc" / "meminfo"
        self.total, self.system, self.written = twin.scenario.memory, 0, None
        self.lock = threading.Lock()
        self.write()
        threading.Thread(target=self.follow, daemon=True).start()

    def take(self, size):
        self.system += size
        self.write()

    def follow(self):
        while not self.twin.is_over:
            time.sleep(self.LOOK_SECONDS)
            self.write()

    def write(self):
        with self.lock:
            taken = self.system + sum(
                app.memory for app in self.twin.scenario.apps
                if any(is_running(pid) for pid in self.twin.pids(app.alias)[-1:]))
            text = f"MemTotal: {self.total // 1024} kB\nMemAvailable: {max(0, self.total - taken) // 1024} kB\n"
            if text != self.written:
                self.written = text
                self.file.write_text(text)


def zone_of(start):
    """A zone in which it is now the time of day at which the scenario starts, as POSIX has it in TZ."""
    wanted = datetime.datetime.fromisoformat(start.replace("Z", "+00:00"))
    now = datetime.datetime.now(datetime.timezone.utc)
    ahead = (wanted - now).total_seconds() % 86400
    if ahead > 43200:
        ahead -= 86400
    sign, rest = ("-", ahead) if ahead >= 0 else ("", -ahead)
    return f"TWIN{sign}{int(rest // 3600)}:{int(rest // 60 % 60):02}:{int(rest % 60):02}"


def openings(history, start):
    """When the app was opened in the days before, by the wall clock of this machine."""
    begin = datetime.datetime.fromisoformat(start.replace("Z", "+00:00"))
    since_midnight = begin.hour * 3600 + begin.minute * 60 + begin.second
    now = time.time()
    found = []
    for text in history["opensAt"]:
        hour, minute = text.split(":")
        ago = since_midnight - (int(hour) * 3600 + int(minute) * 60)
        ago = ago if ago > 0 else ago + 86400
        found += [int((now - ago - 86400 * day) * 1e6) for day in range(history["days"])]
    return sorted(found)


SETTINGS = {
    "backgroundRefresh": "backgroundRefresh", "location": "location", "locationAccuracy": "locationAccuracy",
    "notifications": "allowsNotifications", "microphone": "allowsMicrophone", "bluetooth": "allowsBluetooth",
    "accessories": "allowsAccessories", "wifiOnly": "wifiOnly", "automaticDownloads": "automaticDownloads",
}


def setting_parameters(settings):
    """Settings as ChangeSetting takes them."""
    found = {}
    for name, value in settings.items():
        is_truth = SETTINGS[name].startswith("allows") or name == "wifiOnly"
        found[SETTINGS[name]] = value == "on" if is_truth else value
    return found
