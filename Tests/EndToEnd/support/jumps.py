"""A device of its own whose clock is moved to what was planned."""

from support.actors import Stage
from support.harness import Failure, wait_until
from support.machines import machine


class Jumped:
    """A device on external power, for which hours pass when they are wanted."""

    def __init__(self, request, profile="ios26"):
        stage = Stage(request.config.option.bin.resolve(), "clock", profile=profile)
        stage.machine = machine(stage.folder / "machine")
        stage.start_or_skip()
        self.stage = stage

    def close(self):
        self.stage.close()

    def wait(self, apps, task, event):
        """Moves the clock to what is planned for the apps, until all were told; by how many seconds."""
        begun = self.stage.offset
        # What had to wait for its begin date is planned anew then.
        for _ in range(4):
            now = self.stage.call("Status")["device"]["atMicroseconds"]
            waiting = [app for app in apps if not app.events(event)]
            moments = [app.activity(task(app))["forecast"].get("atMicroseconds", now) for app in waiting]
            self.stage.later((max(moments) - now) / 1e6 + 1)
            try:
                wait_until("it", lambda: all(app.events(event) for app in apps), 4, is_patient=False)
                return self.stage.offset - begun
            except Failure:
                continue
        missing = [app.identifier for app in apps if not app.events(event)]
        raise Failure(f"{event} of {missing} did not come in {self.stage.offset / 3600:.1f} h")
