"""A desktop without a desktop: a bus of its own, dbusmock's services on it, and torpor-session."""

import json
import pathlib
import subprocess

from support.harness import Skip, require, wait_until

PYTHON = "/usr/bin/python3"  # Debian's dbusmock belongs to Debian's Python.


class Desktop:
    """A bus with mocks on it, and the bridge; everything ends with `close`."""

    def __init__(self, world):
        missing = [
            path
            for path in ["/usr/bin/dbus-daemon", "/usr/bin/busctl", "/usr/lib/python3/dist-packages/dbusmock"]
            if not pathlib.Path(path).exists()
        ]
        if missing:
            raise Skip(f"{', '.join(missing)} missing (apt install dbus systemd python3-dbusmock)")
        self.world = world
        self.path = world.folder / "bus"
        self.address = f"unix:path={self.path}"
        self.environment = dict(
            world.environment, DBUS_SYSTEM_BUS_ADDRESS=self.address,
            DBUS_SESSION_BUS_ADDRESS=self.address, XDG_SESSION_ID="c1",
            # Where the bridge keeps pictures of windows.
            XDG_STATE_HOME=str(world.folder / "desktop-state"),
        )
        self.started = []
        self.path.unlink(missing_ok=True)
        self.start("/usr/bin/dbus-daemon", "--session", "--nofork", f"--address={self.address}")
        wait_until("the bus", self.path.exists)

    def start(self, *command, **options):
        process = subprocess.Popen(
            command, **options, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=open(self.world.folder / "desktop.log", "ab"),
        )
        self.started.append(process)
        return process

    def end(self, process):
        self.started.remove(process)
        process.kill()
        process.wait()

    def close(self):
        for process in reversed(list(self.started)):
            self.end(process)

    def mock(self, template, service, path, **parameters):
        self.start(
            PYTHON, "-m", "dbusmock", "--template", template, "-p", json.dumps(parameters)
        )
        self.wait_for(service)
        return service, path

    def wait_for(self, service):
        wait_until(
            service, lambda: self.busctl("status", service, check=False).returncode == 0, 10
        )

    def bridge(self, socket_path=None):
        """Starts torpor-session and waits until the daemon has heard of all its parts."""
        command = [str(self.world.bin_folder / "torpor-session")]
        if socket_path:
            return self.start(*command, "--socket", str(socket_path))
        process = self.start(*command)
        wait_until("the bridge's first facts", lambda: self.part("callers") is True, 10)
        return process

    def part(self, name):
        """Whether the daemon says that a part works; None: it does not know it."""
        for capability in self.world.call("GetCapabilities")["capabilities"]:
            if capability["name"] == f"desktop.{name}":
                return capability["isAvailable"]
        return None

    def busctl(self, *arguments, check=True):
        done = subprocess.run(
            ["busctl", f"--address={self.address}", "--json=short", *arguments],
            capture_output=True, text=True, timeout=60,
        )
        require(not check or done.returncode == 0, f"busctl {arguments}: {done.stderr.strip()}")
        return done

    def control(self, mock, member, *arguments):
        self.busctl("call", *mock, "org.freedesktop.DBus.Mock", member, *arguments)
