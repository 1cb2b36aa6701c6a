"""Screens without a screen: an X server with a window manager, and a Wayland compositor."""

import json
import os
import pathlib
import shutil
import subprocess

from support.harness import Skip, require, wait_until

NOBODY = 65534
PYTHON = "/usr/bin/python3"  # Debian's python3-xlib belongs to Debian's Python.


def need(*programs):
    """Skips where a program, or a module of Debian's Python (a path), is missing."""
    missing = [one for one in programs if not (shutil.which(one) or pathlib.Path(one).exists())]
    if missing:
        raise Skip(f"not installed: {', '.join(missing)}")


class Display:
    """What its programs need to know (`environment`), and its processes, which end with `close`."""

    def __init__(self, world):
        self.world = world
        self.environment = dict(world.environment)
        self.started = []

    def start(self, command, **options):
        with open(self.world.folder / "display.log", "ab") as log:
            process = subprocess.Popen(
                [str(part) for part in command], env=options.pop("env", self.environment),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options,
            )
        self.started.append(process)
        return process

    def close(self):
        for process in reversed(self.started):
            process.kill()
            process.wait()


class XDisplay(Display):
    """Xvfb and openbox."""

    def __init__(self, world):
        need("Xvfb", "openbox", "xdotool", "xterm", "/usr/lib/python3/dist-packages/Xlib")
        super().__init__(world)
        read, write = os.pipe()
        self.start(
            ["Xvfb", "-displayfd", write, "-nolisten", "tcp", "-screen", "0", "640x480x24"],
            pass_fds=[write],
        )
        os.close(write)
        # The server chooses a free number and writes it when it is ready.
        with open(read) as pipe:
            self.environment["DISPLAY"] = ":" + pipe.readline().strip()
        for name in ("WAYLAND_DISPLAY", "SWAYSOCK"):
            self.environment.pop(name, None)
        sign = world.folder / "openbox-ready"
        sign.unlink(missing_ok=True)
        self.start(["openbox", "--sm-disable", "--startup", f"touch {sign}"])
        wait_until("the window manager", sign.exists, 10)

    def xdotool(self, *arguments, check=True):
        done = subprocess.run(
            ["xdotool", *[str(one) for one in arguments]], env=self.environment,
            capture_output=True, text=True, timeout=20,
        )
        require(not check or done.returncode == 0, f"xdotool {arguments}: {done.stderr.strip()}")
        return done.stdout.strip()

    def window(self, title):
        """The window of that title, once it is there."""
        return wait_until(
            f"a window '{title}'",
            lambda: self.xdotool("search", "--onlyvisible", "--name", f"^{title}$", check=False),
            15,
        ).splitlines()[-1]


class WaylandDisplay(Display):
    """sway without a screen. It refuses to run as root, and runs as nobody then."""

    def __init__(self, world, *options):
        need("sway", "foot", "swaymsg", "setpriv")
        super().__init__(world)
        folder = world.folder / "wayland"
        folder.mkdir(mode=0o700, exist_ok=True)
        (folder / "config").write_text(
            "swaybg_command -\nxwayland disable\n" + "".join(line + "\n" for line in options)
        )
        self.socket = folder / "ipc"
        self.environment.update(
            XDG_RUNTIME_DIR=str(folder), SWAYSOCK=str(self.socket), HOME=str(folder),
            WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1",
        )
        self.environment.pop("DISPLAY", None)
        as_nobody = []
        if os.getuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
            as_nobody = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        self.start([*as_nobody, "sway", "-c", folder / "config"])
        wait_until("sway", lambda: self.socket.exists() and (folder / "wayland-1").exists(), 20)
        self.environment["WAYLAND_DISPLAY"] = "wayland-1"

    def swaymsg(self, *arguments):
        done = subprocess.run(
            ["swaymsg", "-r", *arguments], env=self.environment, capture_output=True, text=True,
            timeout=20,
        )
        require(done.returncode == 0, f"swaymsg {arguments}: {done.stderr or done.stdout}")
        return json.loads(done.stdout) if done.stdout.strip() else None

    def nodes(self):
        """Sway's nodes of all windows, dialogs among them."""
        rest = [self.swaymsg("-t", "get_tree")]
        while rest:
            node = rest.pop()
            if node.get("app_id"):
                yield node
            rest += node.get("nodes", []) + node.get("floating_nodes", [])

    def windows(self):
        """The windows, by their app_id."""
        return {node["app_id"]: node for node in self.nodes()}

    def titles(self, pid):
        """Those of a process's windows."""
        return [node["name"] for node in self.nodes() if node["pid"] == pid]

    def window(self, name):
        """The window of that app_id, once it is there."""
        return wait_until(f"a window '{name}'", lambda: self.windows().get(name), 15)

    def close(self):
        super().close()
        shutil.rmtree(self.world.folder / "wayland", ignore_errors=True)
