"""Scenario files as the twin reads them: plain values, with lengths of time in seconds and sizes in bytes."""

import importlib.util
import re

from support.harness import lacking

UNITS = {"d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
SIZES = {"B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9}
TIMED = ("work", "wait", "earliest", "after", "setKeepAlive", "setMinimumBackgroundFetchInterval")

# What a scenario may say and no process of this machine can be brought to do, with the reason that is printed.
STEPS_WITHOUT_TWIN = {
    "useGPU": "there is no GPU",
    "holdLock": "locks of a shared container are found by names that the simulator makes up",
    "allocate": "the memory of the twin is that of the machine",
    "free": "the memory of the twin is that of the machine",
    "recordAudio": "there is no microphone",
    "openAccessory": "there is no accessory",
    "closeAccessory": "there is no accessory",
    "connectPeripheral": "there is no radio",
    "advertise": "there is no radio",
    "monitorVisits": "a visit takes minutes",
    "requestAuthorization": "no user is there to be asked",
    "upload": "what an upload sends is a file of the app, of which a scenario says the size alone",
    "answerChallenge": "the server of the twin asks for no password",
}
ACTIONS_WITHOUT_TWIN = {
    "interrupt": "no call of the daemon makes the banner of a call",
    "endInterrupt": "no call of the daemon makes the banner of a call",
    "reboot": "the machine does not restart",
    "sleep": "the machine does not sleep",
    "wallClock": "the clock of the machine is not set",
    "thermal": "the machine is not heated",
    "storage": "the disk of the machine is not filled",
    "lowData": "no desktop reports Low Data Mode",
    "memoryPressure": "the kernel of the twin does not wait for memory",
    "needSwap": "the swap of the twin is that of the machine",
    "accessory": "there is no accessory",
    "peripheral": "there is no radio",
    "centralRequest": "there is no radio",
    "windows": "there is no desktop with windows",
    "restrict": "administrators' files are of checks of their own",
    "offload": "the archive of an app is of checks of its own",
    "update": "updates are of checks of their own",
    "server": "a transfer's retry takes longer than the twin runs",
}
DEVICE_WITHOUT_TWIN = {
    "lowData": "no desktop reports Low Data Mode",
    "locked": "the device starts unlocked",
    "bootedLocked": "the machine does not restart",
    "thermal": "the machine is not heated",
    "swap": "the swap of the twin is that of the machine",
    "storage": "the disk of the machine is not filled",
}
APP_WITHOUT_TWIN = {"caches": "caches are of checks of their own"}
# What the apps of a twin that is about memory may need together: they really have it.
MEMORY_BYTES_MAX = 200 * 10**6


def read(text):
    """YAML 1.2 as scenarios have it: true and false alone are truths, and no number has a colon in it."""
    if not importlib.util.find_spec("yaml"):
        raise lacking("no PyYAML, with which scenarios are read (apt install python3-yaml)")
    import yaml

    class Loader(yaml.SafeLoader):
        yaml_implicit_resolvers = {}

    for tag, form, first in (
        ("bool", r"true|false", "tf"), ("null", r"~|null|", ["~", "n", ""]), ("int", r"-?[0-9]+", "-0123456789"),
        ("float", r"-?[0-9]+\.[0-9]+", "-0123456789"),
    ):
        Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{form})$"), list(first))
    return yaml.load(text, Loader)


def seconds(text):
    return sum(float(number) * UNITS[unit] for number, unit in re.findall(r"([\d.]+)(ms|d|h|m|s)", str(text)))


def is_length(text):
    return re.fullmatch(r"([\d.]+(ms|d|h|m|s))+", str(text)) is not None


def size(text):
    number, unit = str(text).split()
    return int(float(number) * SIZES[unit])


def plain(value, key=None):
    """The steps of an app with lengths in seconds, sizes in bytes and progress in thousandths."""
    if isinstance(value, dict):
        return {name: plain(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if key in TIMED and is_length(value):
        return seconds(value)
    if key == "size":
        return size(value)
    if key == "progress":
        return round(float(str(value).rstrip("%")) * 10)
    return value


def walk(steps):
    """Steps with those inside them."""
    for step in steps:
        yield step
        yield from walk(step.get("async", []))
        yield from walk(step.get("expiringActivity", {}).get("steps", []))


class App:
    def __init__(self, alias, facts):
        self.alias = alias
        self.identifier = facts.get("id", f"com.example.{alias}")
        self.info = facts.get("info") or {}
        self.settings = facts.get("settings") or {}
        self.history = facts.get("history")
        self.on = {name: plain(steps or []) for name, steps in (facts.get("on") or {}).items()}
        self.facts = facts
        # The simulator's app has 100 MB in front and 50 MB off screen, where it says nothing.
        needs = {"foreground": "100 MB", "background": "50 MB", **(facts.get("memory") or {})}
        self.memory_by_place = {place: size(text) for place, text in needs.items()}
        self.memory = self.memory_by_place["foreground"]

    @property
    def steps(self):
        return [step for steps in self.on.values() for step in walk(steps)]


class Scenario:
    """A file, read for the twin."""

    def __init__(self, path):
        self.path = path
        self.name = path.stem
        facts = read(path.read_text(encoding="utf-8"))
        self.sentence = facts["scenario"]
        self.profile = facts.get("profile", "ios26")
        self.start = facts.get("start", "2026-03-02T08:00:00Z")
        self.zone = facts.get("timeZone", "UTC")
        self.device = facts.get("device") or {}
        self.apps = [App(alias, app or {}) for alias, app in (facts.get("apps") or {}).items()]
        self.script = []
        for entry in facts.get("script") or []:
            [(action, value)] = [(key, value) for key, value in entry.items() if key != "at"]
            self.script.append((seconds(entry["at"]), action, value))
        moments = [at for at, _, _ in self.script]
        for one in facts.get("expect") or []:
            moments += [seconds(at) for at in [one.get("at"), *one.get("between", [])[1:]] if at]
        self.end = seconds(facts["end"]) if "end" in facts else max(moments, default=0.0)

    @property
    def last_step(self):
        return max((at for at, _, _ in self.script), default=0.0)

    @property
    def has_network(self):
        """Whether it needs a network of its own: what a server on this machine sends needs none."""
        changes = any(action == "network" for _, action, _ in self.script)
        return changes or self.has_transfers or self.device.get("network", "wifi") != "wifi"

    @property
    def has_memory(self):
        """Whether it is about memory."""
        return any(action == "needMemory" for _, action, _ in self.script)

    @property
    def memory(self):
        return size(self.device.get("memory", "4 GB"))

    @property
    def has_transfers(self):
        return any("download" in step for app in self.apps for step in app.steps)

    def obstacles(self, horizon):
        """What of it the twin cannot perform, each with the reason; none: it can."""
        found = []
        for at, action, value in self.script:
            if action in ACTIONS_WITHOUT_TWIN:
                found.append(f"'{action}': {ACTIONS_WITHOUT_TWIN[action]}")
        for app in self.apps:
            for step in app.steps:
                found += [f"'{name}': {STEPS_WITHOUT_TWIN[name]}" for name in step if name in STEPS_WITHOUT_TWIN]
                if "needsAuth" in step.get("download", {}) or "killsService" in step.get("download", {}):
                    found.append("'download' with needsAuth or killsService: the server of the twin is a plain one")
                if "at" in step.get("scheduleNotification", {}):
                    found.append("'scheduleNotification' at a time of day: the wall clock is that of the machine")
            found += [f"'{name}' of an app: {APP_WITHOUT_TWIN[name]}" for name in app.facts if name in APP_WITHOUT_TWIN]
        found += [f"'{name}' of the device: {DEVICE_WITHOUT_TWIN[name]}" for name in self.device if name in DEVICE_WITHOUT_TWIN]
        if self.has_network and any("handOverSocket" in step for app in self.apps for step in app.steps):
            found.append("'handOverSocket' beside 'network': the other end of the socket is on the machine's own network")
        if self.has_memory:
            if any(len(set(app.memory_by_place.values())) > 1 for app in self.apps):
                found.append("'memory' of an app: the process of an app needs as much off screen as in front")
            if sum(app.memory for app in self.apps) > MEMORY_BYTES_MAX:
                found.append(f"'memory' of the apps: together more than the {MEMORY_BYTES_MAX // 10**6} MB that they may really take")
        if self.zone != "UTC":
            found.append("'timeZone': the twin has the zone in which it is the hour of the scenario")
        if self.last_step > horizon:
            found.append(f"its script lasts {self.last_step:g} s, and the twin {horizon:g} s at most")
        return list(dict.fromkeys(found))
