"""A desktop in the machine: an X server without a screen, a window manager, sound, and programs in scopes of systemd."""

import json
import shlex

from support.places import Failure, require, wait_until

DISPLAY = ":7"
# What the desktop itself stands on; its services are in session.slice, as those of a desktop are.
SERVICES = {"lab-xvfb": f"Xvfb {DISPLAY} -screen 0 1024x768x24 -nolisten tcp", "lab-openbox": "openbox"}


class Desktop:
    """A user's desktop, as a user who logs in gets one; programs are started in it as GNOME and KDE start them."""

    def __init__(self, lab, user="ada", number=1000):
        self.lab, self.user, self.number = lab, user, number
        self.prelude = (
            f"export XDG_RUNTIME_DIR=/run/user/{number} DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/{number}/bus "
            f"DISPLAY={DISPLAY}\n"
        )
        self.started = 0
        self.daemon = {}

    def use_own_daemon(self):
        """From here on the user's own daemon is asked, and governs; the bridge goes to it."""
        self.sh("systemctl --user enable --now torpord.socket torpord.service && systemctl --user restart torpor-session.service")
        self.daemon = {"user": self.user, "path": f"/run/user/{self.number}/torpor/socket"}
        self.wait_for_bridge()

    def call(self, method, **parameters):
        """A call to the daemon that governs this desktop."""
        return self.lab.call(method, **self.daemon, **parameters)

    def sh(self, script, status=0, seconds=300):
        return self.lab.sh(self.prelude + script, self.user, status, seconds)

    def start(self):
        wait_until("the user's manager", lambda: self.sh("test -S $XDG_RUNTIME_DIR/bus && echo yes; true").strip())
        # The kept connection is no session that lasts over a snapshot, and the user's manager ends with the last one.
        self.lab.sh(f"loginctl enable-linger {self.user}")
        self.sh(f"systemctl --user set-environment DISPLAY={DISPLAY}")
        for unit, command in SERVICES.items():
            self.sh(f"systemd-run --quiet --user --slice=session.slice --unit={unit} {command}")
            if unit == "lab-xvfb":
                wait_until("the X server", lambda: self.sh("xdotool getdisplaygeometry 2>/dev/null; true").strip())
        # It looks at all fonts first.
        wait_until("the window manager", lambda: self.sh("xdotool get_desktop 2>/dev/null; true").strip() == "0", 300)
        # PipeWire and WirePlumber are started by Debian's own units.
        self.sh("systemctl --user start torpor-session.service")
        self.wait_for_bridge()

    def wait_for_bridge(self):
        # Of the focus nothing is known as long as there has been no window.
        for name in ("windows", "audio", "callers"):
            wait_until(f"{name} in the bridge", lambda: self.capability(name).get("isAvailable"))

    def capability(self, name):
        found = {one["name"]: one for one in self.call("GetCapabilities")["capabilities"]}
        return found.get(name) or found.get(f"desktop.{name}") or {}

    def program(self, entry, command):
        """Starts a program in a scope of its own, named as the desktop environments name them; the scope's group."""
        self.started += 1
        unit = f"app-lab-{entry}-{self.started}.scope"
        self.sh(
            f"setsid systemd-run --quiet --user --scope --slice=app.slice --unit={shlex.quote(unit)} "
            f"{command} </dev/null >/tmp/{self.user}-{self.started}.log 2>&1 &\ntrue"
        )
        group = f"/user.slice/user-{self.number}.slice/user@{self.number}.service/app.slice/{unit}"
        wait_until(f"the scope {unit}", lambda: self.read(group, "cgroup.procs").strip())
        return group

    def entry(self, name):
        """A .desktop file of the system, as a package installs one."""
        self.lab.sh(
            "mkdir -p /usr/local/share/applications && printf '[Desktop Entry]\\nType=Application\\nName=%s\\nExec=true\\n' "
            f"{name} >/usr/local/share/applications/{name}.desktop"
        )

    def window(self, class_name):
        """The visible window of a program, which is waited for."""
        said = wait_until(
            f"a window of {class_name}",
            lambda: self.sh(f"xdotool search --onlyvisible --class {class_name} 2>/dev/null; true").split(),
        )
        return said[-1]

    def minimise(self, window):
        self.sh(f"xdotool windowminimize {window}")

    def activate(self, window):
        self.sh(f"xdotool windowactivate {window}")

    def adoptable(self):
        """What `torpor adopt` lists, by identifier or by the name of the group."""
        return {row.get("app") or row["name"]: row for row in self.call("ListAdoptable")["apps"]}

    def read(self, group, file):
        """What a file of a group says; its name may have backslashes."""
        return self.lab.sh(f"cat {shlex.quote(f'/sys/fs/cgroup{group}/{file}')} 2>/dev/null; true")

    def is_frozen(self, group):
        return "frozen 1" in self.read(group, "cgroup.events")

    def wait_for_freeze(self, group):
        self.wait(f"the freeze of {group.split('/')[-1]}", lambda: self.is_frozen(group), 180)

    def wait_for_suspension(self, app):
        """As the daemon sees it, whose group may have been frozen all the time."""
        self.wait(f"the suspension of {app}", lambda: self.adoptable().get(app, {}).get("state") == "suspended", 120)

    def wait(self, what, condition, seconds):
        """Waits for what the daemon does; where it does not, the failure says how it sees all apps."""
        try:
            wait_until(what, condition, seconds)
        except Failure as failure:
            log = self.sh("torpor log -n 20 2>&1; true")
            raise Failure(f"{failure}; {json.dumps(self.adoptable())}; {log}") from None

    def wait_for_thaw(self, group, seconds=180):
        wait_until(f"the thaw of {group.split('/')[-1]}", lambda: not self.is_frozen(group), seconds)

    def require_frozen(self, group, when):
        require(self.is_frozen(group), f"{group.split('/')[-1]} is not frozen {when}: {json.dumps(self.adoptable())}")
