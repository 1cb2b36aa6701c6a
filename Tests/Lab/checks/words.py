"""What the command says where earlier builds said what misleads, and what tests of this kernel need (D8, D10)."""

from support.places import require, wait_until


def check_names_that_fit_several_are_told(lab):
    """two apps of one program: its name matches several; two are quit at once; a notification has a moment, and a locked journal its reason (D10)"""
    for app in ("lab.one", "lab.two"):
        lab.play(app, {"didBecomeActive": []})
    said = lab.torpor("home python3", status=None)
    require("matches several" in said and "lab.one" in said and "lab.two" in said, said)
    notification = {
        "identifier": "tea", "title": "Tea", "body": "is ready", "hasSound": True,
        "trigger": {"type": "interval", "microseconds": 3_600_000_000},
    }
    lab.play("lab.tea", {"didBecomeActive": [{"call": "AddNotification", "parameters": {"notification": notification}}]})
    wait_until("the call", lambda: lab.events("lab.tea", "called"))
    lab.torpor("settings lab.tea allowsNotifications=on")
    listed = next(line for line in lab.torpor("notifications").splitlines() if "tea" in line and "lab.tea" in line)
    require(" in " in listed and "after" not in listed, listed)
    lab.torpor("quit lab.one lab.two")
    for app in ("lab.one", "lab.two"):
        wait_until(f"the end of {app}", lambda: not lab.apps().get(app, {}).get("pid"))
    locked = lab.sh("sqlite3 /var/lib/torpor/journal.sqlite 'select 1 from sqlite_master' 2>&1; true")
    require("locked" in locked, f"beside the daemon sqlite3 says {locked}, and docs/install.md that it is locked")
    return listed.strip()


def check_clocks_of_a_daemon_are_shifted(lab):
    """a daemon of its own in a time name space of this kernel has another boot time, as the checks of scripts/end-to-end need it (D8)"""
    lab.sh(
        "mkdir -p /root/other\n"
        "exec setsid unshare --time --boottime 500000 --fork --kill-child torpord --socket /root/other/socket --state /root/other/state "
        "--groups other </dev/null >/root/other/log 2>&1 &\n"
    )
    wait_until("the other daemon", lambda: lab.sh("test -S /root/other/socket && torpor ps --socket /root/other/socket >/dev/null && echo yes; true"))
    # Its own child sees the clock, too.
    inside = lab.sh(
        "torpor when --socket /root/other/socket --name clock -- sh -c 'cut -d. -f1 /proc/uptime >/root/other/uptime'\n"
        "until test -s /root/other/uptime; do sleep 0.2; done; cat /root/other/uptime"
    ).split()[-1]
    lab.sh("pkill -x -f 'torpord --socket /root/other/socket.*'; true")
    require(int(inside) > 500000, f"the clock inside is {inside}")
    return f"{inside} s inside"
