"""Apps that a desktop has started, in scopes that systemd made, in a pure tree of control groups (`torpor adopt`)."""

from support.desktop import Desktop
from support.laboratory import GUEST
from support.places import require, wait_until
from support.runner import on_desktop

# How long the dead man waits for another daemon, by the machine's clock; and what an emulated machine is late.
DEAD_MAN_SECONDS, LATE_SECONDS = 10.0, 6.0


def saver_of(desktop):
    """A program that saves when it is asked to end, with a window in its group; its group and its window."""
    desktop.entry("lab.saver")
    saved = f"/home/{desktop.user}/saved"
    desktop.lab.sh(f"rm -f {saved} {saved}.started")
    group = desktop.program("lab.saver", f"sh -c 'python3 {GUEST}/saver.py {saved} & exec galculator'")
    window = desktop.window("galculator")
    wait_until("its start", lambda: desktop.lab.sh(f"test -e {saved}.started && echo yes; true").strip())
    return group, window, saved


def freeze(desktop, group, window):
    desktop.minimise(window)
    desktop.wait_for_freeze(group)


@on_desktop
def check_adopts_scopes(lab):
    """of a desktop's scopes only what is off the screen is frozen; it thaws for the focus, and stays frozen while systemd reloads"""
    desktop = Desktop(lab)
    notes = desktop.program("org.xfce.mousepad", "mousepad --disable-server")
    notes_window = desktop.window("mousepad")
    sums = desktop.program("galculator", "galculator")
    sums_window = desktop.window("galculator")
    build = desktop.program("debian\\x2dxterm", "xterm -e sh -c 'while :; do sleep 1; done'")
    build_window = desktop.window("xterm")
    lab.sh("test -e /usr/share/applications/debian-xterm.desktop")
    for window in (notes_window, build_window):
        desktop.minimise(window)
    desktop.activate(sums_window)
    wait_until("the windows", lambda: not desktop.adoptable()["org.xfce.mousepad"].get("obstacle"))
    before = lab.sh(f"cat /sys/fs/cgroup{notes}/cgroup.freeze").strip()
    said = lab.torpor("adopt --dry-run")
    require(before == "0" and not desktop.is_frozen(notes), "a dry run has frozen it")
    require("WOULD BE FROZEN NOW" in said, said)
    lab.torpor("adopt")
    desktop.wait_for_freeze(notes)
    # systemd has not been asked, and does not notice.
    for verb in ("systemctl daemon-reload", "systemctl daemon-reexec"):
        lab.sh(verb)
        desktop.require_frozen(notes, f"after {verb}")
    desktop.sh("systemctl --user daemon-reload")
    desktop.require_frozen(notes, "after the user's daemon-reload")
    require(not desktop.is_frozen(sums), "what has the focus is frozen")
    require(not desktop.is_frozen(build), "a terminal with a loop in it is frozen")
    desktop.activate(notes_window)
    desktop.wait_for_thaw(notes)
    require(desktop.window("mousepad") == notes_window, "its window is not back")
    desktop.minimise(sums_window)
    desktop.wait_for_freeze(sums)
    lab.torpor("adopt --off")
    desktop.wait_for_thaw(sums, 30)
    rows = desktop.adoptable()
    require(not any(row["isAdopted"] for row in rows.values()), f"{rows}")
    return f"{len(rows)} groups listed; frozen over daemon-reload and daemon-reexec; {rows['debian-xterm'].get('obstacle', 'no obstacle')}"


@on_desktop
def check_adopted_apps_survive_the_daemon(lab):
    """adopted apps stay frozen over a restart and a kill of the whole unit, and run within 10 s when the daemon is killed for good"""
    said, _ = survive_the_daemon(Desktop(lab), lab.sh, "systemctl")
    return said


@on_desktop
def check_a_users_daemon_adopts(lab):
    """a user's own daemon, below systemd --user, adopts what the desktop has started, over its restarts and kills; root's keeps off"""
    desktop = Desktop(lab)
    desktop.use_own_daemon()
    said, window = survive_the_daemon(desktop, desktop.sh, "systemctl --user")
    lab.torpor("adopt", status=None)
    roots = Desktop(lab)
    require(roots.call("GetSettings")["adoption"], "root's daemon was not told")
    # One of them: the folder of the groups is locked by the other. A second window changes what root's daemon sees,
    # and it has the time in which it would have adopted.
    for _ in range(3):
        desktop.activate(window)
        desktop.minimise(window)
        desktop.wait_for_suspension("org.xfce.mousepad")
        rows = roots.adoptable()
        require(rows, "root's daemon lists nothing")
        require(not any(row["isAdopted"] for row in rows.values()), f"root's daemon adopts beside it: {rows}")
    desktop.sh("torpor adopt --off")
    return said


def survive_the_daemon(desktop, sh, systemctl):
    """Adopts an editor and freezes it, and ends the daemon in each way that there is; what was seen, and the minimised window."""
    notes = desktop.program("org.xfce.mousepad", "mousepad --disable-server")
    window = desktop.window("mousepad")
    sh("torpor adopt")
    freeze(desktop, notes, window)
    sh(f"{systemctl} restart torpord")
    desktop.require_frozen(notes, "after a restart of the daemon")
    # The unit with its dead man; systemd starts it again.
    sh(f"{systemctl} kill -s KILL torpord")
    wait_until("the next daemon", lambda: sh(f"{systemctl} show -p NRestarts --value torpord").strip() != "0")
    wait_until("an answer", lambda: desktop.call("GetVersion")["version"])
    desktop.wait_for_suspension("org.xfce.mousepad")
    desktop.require_frozen(notes, "after a kill of the unit")
    desktop.activate(window)
    desktop.wait_for_thaw(notes)
    freeze(desktop, notes, window)
    # Nothing may start it again, not even a program that connects.
    sh(f"{systemctl} mask --runtime torpord.service 2>&1 && {systemctl} daemon-reload")
    seconds = float(sh(
        f"kill -KILL $({systemctl} show -p MainPID --value torpord); began=$(cut -d' ' -f1 /proc/uptime)\n"
        f"while grep -q 'frozen 1' /sys/fs/cgroup{notes}/cgroup.events; do sleep 0.1; done\n"
        "echo $began $(cut -d' ' -f1 /proc/uptime) | awk '{print $2 - $1}'"
    ))
    require(seconds < DEAD_MAN_SECONDS + LATE_SECONDS, f"thawed only after {seconds:.1f} s")
    sh(f"{systemctl} unmask --runtime torpord.service 2>&1 && {systemctl} daemon-reload && {systemctl} restart torpord.socket torpord.service")
    desktop.wait_for_freeze(notes)
    return f"frozen over a restart and `systemctl kill -s KILL`; {seconds:.1f} s after the daemon was killed for good they ran", window


@on_desktop
def check_logout_thaws_adopted_apps(lab):
    """a logout and a shutdown end a frozen adopted app as any other: it is thawed, asked, and saves"""
    desktop = Desktop(lab)
    lab.torpor("adopt")
    group, window, saved = saver_of(desktop)
    freeze(desktop, group, window)
    lab.sh(f"loginctl disable-linger {desktop.user}; systemd-run --quiet --no-block loginctl terminate-user {desktop.user}")
    lab.machine.forget_connections()
    lab.machine.wait_for_answer()
    wait_until("the end of the session", lambda: not lab.sh(f"ls -d /run/user/{desktop.number} 2>/dev/null; true").strip(), 240)
    require(lab.sh(f"cat {saved} 2>/dev/null; true").strip() == "saved", "the logout did not ask it to end")
    left = lab.sh(f"pgrep -u {desktop.user} -l saver; pgrep -u {desktop.user} -l galculator; true").split()
    require(not left, f"left: {left}")
    # Once more, and the machine stops.
    desktop = Desktop(lab)
    desktop.start()
    wait_until("adoption", lambda: lab.call("GetSettings")["adoption"])
    group, window, saved = saver_of(desktop)
    freeze(desktop, group, window)
    lab.machine.reboot()
    require(lab.sh(f"cat {saved} 2>/dev/null; true").strip() == "saved", "the shutdown did not ask it to end")
    return "saved at the logout and at the shutdown"
