"""A login into sway, below systemd: the session of a display manager, the compositor as a service, programs in units."""

import json
import shlex

from support.desktop import Desktop
from support.places import require, wait_until

# What the display manager starts. PAM's session is logind's; it ends when the compositor ends.
LOGIN = """[Unit]
Description=A login into sway, as a display manager makes one
After=systemd-user-sessions.service
[Service]
User=%(user)s
PAMName=login
WorkingDirectory=~
Environment=XDG_SESSION_TYPE=wayland XDG_SESSION_CLASS=user XDG_SESSION_DESKTOP=sway XDG_CURRENT_DESKTOP=sway
ExecStart=/usr/bin/systemctl --user --wait start lab-sway.service
"""
# The compositor, as uwsm and the distributions' own units start it: graphical-session.target comes and goes with it.
COMPOSITOR = """[Unit]
Description=sway without a screen
BindsTo=graphical-session.target
Before=graphical-session.target
Wants=graphical-session-pre.target
After=graphical-session-pre.target
[Service]
Type=notify
NotifyAccess=all
Slice=session.slice
# The emulation takes its time.
TimeoutStartSec=600
Environment=WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 XDG_CURRENT_DESKTOP=sway XDG_SESSION_TYPE=wayland
ExecStart=/usr/bin/sway --config /etc/sway/lab
ExecStopPost=/usr/bin/systemctl --user unset-environment WAYLAND_DISPLAY SWAYSOCK
"""
CONFIGURATION = """swaybg_command -
xwayland disable
exec systemctl --user import-environment WAYLAND_DISPLAY SWAYSOCK XDG_CURRENT_DESKTOP && systemd-notify --ready
"""
# A workspace without a window.
EMPTY = "empty"


class SwayDesktop(Desktop):
    """The only session of its user: commands are given to sway by its socket."""

    def sh(self, script, status=0, seconds=300):
        # Not by ssh: that would be a second session of the user's, which a logout leaves.
        return self.lab.sh(
            f"cd /; exec setpriv --reuid={self.number} --regid={self.number} --init-groups env -i PATH=$PATH HOME=/home/{self.user} "
            f"USER={self.user} bash -s <<'LAB-SCRIPT'\n{self.prelude}{script}\nLAB-SCRIPT\n", status=status, seconds=seconds,
        )

    def start(self):
        """Logs in; what comes with the session is started by systemd alone."""
        for path, text in (
            ("/etc/systemd/system/lab-login.service", LOGIN % {"user": self.user}),
            ("/etc/systemd/user/lab-sway.service", COMPOSITOR), ("/etc/sway/lab", CONFIGURATION),
        ):
            self.lab.sh(f"cat >{path} <<'LAB-FILE'\n{text}LAB-FILE\n")
        self.lab.sh("systemctl daemon-reload && systemctl start lab-login.service")
        wait_until("the user's manager", lambda: self.lab.sh(f"test -S /run/user/{self.number}/bus && echo yes; true").strip())
        self.attach()
        self.wait_for_bridge()

    def attach(self):
        """Learns where sway listens, as soon as it does."""
        said = wait_until("sway", lambda: [
            line for line in self.sh("systemctl --user show-environment").splitlines() if line.startswith(("SWAYSOCK=", "WAYLAND_DISPLAY="))
        ])
        self.prelude += "".join(f"export {line}\n" for line in said)
        wait_until("the session's target", lambda: "active" == self.sh("systemctl --user is-active graphical-session.target; true").strip())

    def swaymsg(self, words):
        return self.sh(f"swaymsg -r {words}")

    def launch(self, unit, command, slice="app.slice", workspace=None):
        """A program in a scope, or in a service, of a name; started by the compositor, as a launcher does. Its group."""
        words = "--scope" if unit.endswith(".scope") else "--service-type=exec"
        self.run_on(workspace, f"exec systemd-run --quiet --user {words} --slice={slice} --unit={shlex.quote(unit)} {command}")
        group = f"{self.slice() if slice == 'app.slice' else f'{self.slice()}/{slice}'}/{unit}"
        wait_until(f"the unit {unit}", lambda: self.read(group, "cgroup.procs").strip())
        return group

    def program(self, entry, command):
        return self.launch(f"app-sway-{entry}-{self.started + 1:08x}.scope", command)

    def run_on(self, workspace, command):
        """Has sway start a line of the shell on a workspace."""
        self.started += 1
        path = f"/tmp/{self.user}-{self.started}.sh"
        self.sh(f"cat >{path} <<'LAB-LINE'\n{command}\nLAB-LINE\n")
        if workspace:
            self.swaymsg(f"workspace {workspace}")
        self.swaymsg(f"exec sh {path} '>{path}.log' '2>&1'")

    def slice(self):
        return f"/user.slice/user-{self.number}.slice/user@{self.number}.service/app.slice"

    def groups(self, pattern):
        """The groups of units whose names fit, below app.slice."""
        said = self.lab.sh(f"find /sys/fs/cgroup{self.slice()} -type d -name {shlex.quote(pattern)} 2>/dev/null; true")
        return [line.removeprefix("/sys/fs/cgroup") for line in said.split()]

    # Windows, by sway's own number of each.

    def nodes(self):
        rest, found = [json.loads(self.swaymsg("-t get_tree"))], []
        while rest:
            node = rest.pop()
            if node.get("app_id"):
                found.append(node)
            rest += node.get("nodes", []) + node.get("floating_nodes", [])
        return found

    def window(self, app_id):
        return wait_until(f"a window of {app_id}", lambda: [node["id"] for node in self.nodes() if node["app_id"] == app_id])[-1]

    def window_of(self, group, seconds=300):
        """The window of a process of a group, which is waited for."""
        def look():
            found = self.lab.sh(f"find {shlex.quote(f'/sys/fs/cgroup{group}')} -name cgroup.procs -exec cat {{}} + 2>/dev/null; true")
            pids = set(map(int, found.split()))
            require(pids, f"{group.split('/')[-1]} has ended: {self.lab.sh(f'tail -n 5 /tmp/{self.user}-*.log')}")
            return [node["id"] for node in self.nodes() if node["pid"] in pids]

        return wait_until(f"a window of {group.split('/')[-1]}", look, seconds)[-1]

    def minimise(self, window):
        """sway has no such thing: the user goes to another workspace."""
        self.swaymsg(f"workspace {EMPTY}")

    def activate(self, window):
        self.swaymsg(f"'[con_id={window}] focus'")

    def log_out(self):
        """The user's own way out; until all of the user's is gone."""
        self.sh("swaymsg exit", status=None)
        wait_until("the end of the session", lambda: not self.lab.sh(f"ls -d /run/user/{self.number} 2>/dev/null; true").strip(), 300)

    def require_session(self):
        """Fails unless logind knows one session, of sway, and systemd has started the bridge with it."""
        said = self.lab.sh(
            f"for one in $(loginctl list-sessions --no-legend | awk '$3 == \"{self.user}\" {{ print $1 }}'); do "
            "loginctl show-session -p Type -p Class -p Desktop -p Service --value $one | tr '\\n' ' '; echo; done"
        ).splitlines()
        require(len(said) == 1 and "wayland" in said[0] and "sway" in said[0], f"sessions of {self.user}: {said}")
        bridge = self.sh("systemctl --user is-active torpor-session.service; true").strip()
        require(bridge == "active", f"systemd has not started the bridge with the session: {bridge}")
