"""A day in the life of a device in half a minute: real apps and a real daemon, whose clock is moved (name spaces of time)."""

from support.actors import Actor
from support.harness import wait_until
from support.machines import machine

SILENT = '{"aps":{"content-available":1}}'
HEARS = {
    "didFinishLaunching": [{"call": "RegisterForPush", "parameters": {"kind": "remote"}}],
    "didReceiveRemoteNotification": [{"burn": 0.05}, {"complete": "newData"}],
}
FOLLOWS = {
    "call": "StartUpdatingLocation",
    "parameters": {"allowsBackgroundUpdates": True, "pausesAutomatically": False},
}


class Day:
    """A stage with a battery, whose hours pass when they are wanted."""

    def __init__(self, stage, percent=62, is_plugged=True, **facts):
        self.stage = stage
        stage.machine = machine(stage.folder / "machine", is_online=is_plugged, battery_percent=percent, **facts)
        stage.start_or_skip()

    def passes(self, minutes, percent, is_plugged=False):
        """So much time passes; then the battery has that charge."""
        self.stage.later(minutes * 60)
        supplies = self.stage.machine / "sys/class/power_supply"
        (supplies / "AC/online").write_text(f"{int(is_plugged)}\n")
        (supplies / "BAT0/status").write_text("Charging\n" if is_plugged else "Discharging\n")
        (supplies / "BAT0/capacity").write_text(f"{percent}\n")
        wait_until(
            "the charge", lambda: self.stage.call("Status")["device"].get("batteryPercent") == percent
        )

    def uses(self, app, seconds, minutes, percent, is_plugged=False, stays_awake=False):
        """The user has the app on screen for so many minutes, in which it uses the processor for so many seconds."""
        app.launch()
        app.perform({"burn": seconds}, seconds=60)
        self.passes(minutes, percent, is_plugged)
        app.home()
        app.becomes("background" if stays_awake else "suspended", 30)

    def pushes(self, app):
        """The app has a silent push."""
        count = len(app.events("completed"))
        self.stage.torpor("push", app.identifier, SILENT, "--type", "background", "--priority", "5")
        app.wait("completed", count + 1, 30)
        app.becomes("suspended", 30)

    def app(self, word, on=None, **declares):
        """An installed app, as `org.example.mail` for Mail."""
        return Actor(self.stage, f"org.example.{word.lower()}", on, launch=False, **{"name": word, **declares})
