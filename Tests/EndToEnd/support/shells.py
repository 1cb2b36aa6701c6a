"""Shells of desktops on a screen that nobody sees, with what reports their windows: GNOME Shell and KWin."""

import json
import re
import shutil
import subprocess

from support.displays import PYTHON, Display, XDisplay, need
from support.harness import APPS, ROOT, Failure, Skip, require, wait_until

DESKTOPS = ROOT / "Packaging" / "desktops"


class Shell(Display):
    """A compositor of Wayland, its settings in a folder of its own; `eval` runs a script in it."""

    def __init__(self, world, desktop):
        super().__init__(world)
        self.desktop = desktop
        self.home = world.folder / "shell-home"
        self.home.mkdir(mode=0o700, exist_ok=True)
        self.environment.update(
            HOME=str(self.home), XDG_RUNTIME_DIR=str(self.home), XDG_DATA_HOME=str(self.home / "data"),
            XDG_CONFIG_HOME=str(self.home / "config"), DBUS_SESSION_BUS_ADDRESS=desktop.address,
            DBUS_SYSTEM_BUS_ADDRESS=desktop.address, LIBGL_ALWAYS_SOFTWARE="1", LC_ALL="C.UTF-8",
        )
        for name in ("WAYLAND_DISPLAY", "SWAYSOCK"):
            self.environment.pop(name, None)

    def write(self, path, text):
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def programs(self):
        """What programs need to know to be shown there."""
        environment = dict(self.environment, WAYLAND_DISPLAY=str(self.home / self.socket))
        environment.pop("DISPLAY", None)
        return environment

    def window(self, title):
        """A program with a window of that title."""
        return "foot", "--title", title, "--app-id", title, "sh", "-i"

    def wait_for_socket(self):
        wait_until("the compositor", (self.home / self.socket).exists, 180)

    def close(self):
        super().close()
        shutil.rmtree(self.home, ignore_errors=True)


class GnomeShell(Shell):
    """GNOME Shell in a window of an X server that nobody sees, with the extension."""

    socket = "wayland-0"

    def __init__(self, world, desktop):
        need("gnome-shell", "foot")
        version = subprocess.run(["gnome-shell", "--version"], capture_output=True, text=True, timeout=60).stdout
        self.version = int(re.search(r"(\d+)", version)[1])
        self.screen = XDisplay(world)
        try:
            super().__init__(world, desktop)
            self.environment.update(DISPLAY=self.screen.environment["DISPLAY"], GSETTINGS_BACKEND="keyfile")
            self.uuid = subprocess.run(
                [DESKTOPS / "gnome-shell" / "install", self.home / "data/gnome-shell/extensions", str(self.version)],
                check=True, timeout=60, capture_output=True, text=True,
            ).stdout.strip()
            self.write(
                "config/glib-2.0/settings/keyfile",
                f"[org/gnome/shell]\nenabled-extensions=['{self.uuid}']\nwelcome-dialog-last-shown-version='999'\n",
            )
            desktop.mock("logind", "org.freedesktop.login1", "/org/freedesktop/login1")
            self.start(["gnome-shell", "--nested", "--wayland", "--unsafe-mode"])
            self.wait_for_socket()
            wait_until("the shell", lambda: self.eval("Main.layoutManager._startingUp") == "false", 180)
            # It begins with all windows side by side.
            self.eval("Main.overview.hide()")
        except BaseException:
            self.close()
            raise

    def eval(self, script):
        """What an expression of JavaScript is in the shell, as JSON; None while the shell is not there."""
        done = self.desktop.busctl(
            "call", "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval", "s", script, check=False
        )
        if done.returncode != 0:
            return None
        succeeded, value = json.loads(done.stdout)["data"]
        return value if succeeded else None

    def on_window(self, title, script):
        """Has something done with the window of that title (`w`)."""
        found = self.eval(
            "(() => { const w = global.get_window_actors().map(a => a.meta_window).find("
            f"w => w.title === {json.dumps(title)}); if (!w) return 'none'; {script}; return 'done'; }})()"
        )
        require(found == '"done"', f"the window {title}: {found}")

    def minimise(self, title):
        self.on_window(title, "w.minimize()")

    def choose(self, title):
        self.on_window(title, "w.activate(global.get_current_time())")

    def move_away(self, title):
        self.on_window(title, "w.change_workspace_by_index(1, true)")

    def has_window(self, title):
        return title in (self.eval("global.get_window_actors().map(a => a.meta_window.title)") or "")

    def switch(self, isOn):
        """Has the extension turned on or off, as in its settings."""
        method = "EnableExtension" if isOn else "DisableExtension"
        self.desktop.busctl("call", "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell.Extensions", method,
                            "s", self.uuid)

    def close(self):
        super().close()
        self.screen.close()


class KWin(Shell):
    """KWin without a screen, with the script."""

    socket = "wayland-kwin"
    numbers = 0

    def __init__(self, world, desktop):
        need("kwin_wayland")
        try:
            subprocess.run(["kwin_wayland", "--version"], capture_output=True, timeout=60)
        except PermissionError:
            # A container may lack a capability of the file, such as CAP_SYS_NICE.
            raise Skip("kwin_wayland cannot be executed here: its file has capabilities that this machine does not give")
        if subprocess.run([PYTHON, "-c", "import gi; gi.require_version('Gtk', '3.0')"], capture_output=True).returncode:
            raise Skip("not installed: gir1.2-gtk-3.0")
        super().__init__(world, desktop)
        self.environment.pop("DISPLAY", None)
        self.environment["GDK_BACKEND"] = "wayland"
        script = self.home / "data/kwin/scripts/torpor"
        script.parent.mkdir(parents=True)
        shutil.copytree(DESKTOPS / "kwin", script)
        self.write("config/kwinrc", "[Plugins]\ntorporEnabled=true\n[Desktops]\nNumber=2\n")
        try:
            self.start([
                "kwin_wayland", "--virtual", "--no-lockscreen", "--no-global-shortcuts", "--width", "800",
                "--height", "600", "--socket", self.socket,
            ])
            self.wait_for_socket()
            wait_until("KWin on the bus", lambda: self.desktop.busctl(
                "status", "org.kde.KWin", check=False).returncode == 0, 60)
        except BaseException:
            self.close()
            raise

    def window(self, title):
        # foot ends on outputs without a rate, as those of no screen are (1.13).
        return PYTHON, "-B", APPS / "gtkwindow.py", title

    def unload(self):
        """Has the script turned off, as in KWin's settings; KWin keeps its connection."""
        self.desktop.busctl("call", "org.kde.KWin", "/Scripting", "org.kde.kwin.Scripting", "unloadScript", "s", "torpor")

    def run(self, text):
        """Runs a script once."""
        KWin.numbers += 1
        name = f"check-{KWin.numbers}"
        self.write(f"{name}.js", text)
        loaded = self.desktop.busctl(
            "call", "org.kde.KWin", "/Scripting", "org.kde.kwin.Scripting", "loadScript", "ss",
            str(self.home / f"{name}.js"), name,
        )
        number = json.loads(loaded.stdout)["data"][0]
        require(number >= 0, f"KWin did not load {name}")
        for path in (f"/Scripting/Script{number}", f"/{number}"):
            if self.desktop.busctl("call", "org.kde.KWin", path, "org.kde.kwin.Script", "run", check=False).returncode == 0:
                return
        raise Failure(f"KWin did not run {name}")

    def on_window(self, title, script):
        self.run(
            "var all = workspace.windowList ? workspace.windowList() : workspace.clientList();"
            f"all.forEach(function (w) {{ if (w.caption === {json.dumps(title)}) {{ {script} }} }});"
        )

    def minimise(self, title):
        self.on_window(title, "w.minimized = true;")

    def choose(self, title):
        self.on_window(
            title,
            "w.minimized = false; if (workspace.activeWindow !== undefined) workspace.activeWindow = w;"
            " else workspace.activeClient = w;",
        )

    def move_away(self, title):
        self.on_window(title, "if (w.desktops !== undefined && workspace.desktops.length !== undefined)"
                              " w.desktops = [workspace.desktops[1]]; else w.desktop = 2;")
