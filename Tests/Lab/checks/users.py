"""Users beside root: their own daemon, and the end of their sessions."""

import json

from checks.installation import findings
from support.laboratory import GUEST
from support.places import require, wait_until

RUNTIME = "export XDG_RUNTIME_DIR=/run/user/1000 DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus; "


def check_runs_as_user_service(lab):
    """a user's own daemon, below systemd --user, freezes, runs jobs, writes memory to swap, and says what it lacks (D6, D7)"""
    lab.sh("loginctl enable-linger ada")
    wait_until("ada's manager", lambda: lab.sh("test -S /run/user/1000/bus && echo yes; true").strip())
    lab.sh(RUNTIME + "systemctl --user enable --now torpord.socket torpord.service", "ada")
    said = json.loads(lab.sh(RUNTIME + "torpor doctor --json; true", "ada"))
    found = {one["subject"]: one for one in said["findings"]}
    require(said["isGood"], f"torpor doctor: {said}")
    require("/home/ada" in found["daemon"]["text"], f"it is not ada's daemon that answers: {found['daemon']['text']}")
    require("delegated" not in json.dumps(found.get("group rights", "")), f"it speaks of the shell's group: {found}")
    require(found["paging"]["verdict"] == "ok", f"paging: {found['paging']}")
    lab.sh(RUNTIME + f"torpor run --detach --id lab.own -- python3 {GUEST}/hoard.py 80 /tmp/own </dev/null >/dev/null 2>&1", "ada")
    wait_until("its memory", lambda: lab.sh("ls /tmp/own 2>/dev/null; true"))
    lab.sh(RUNTIME + "torpor home lab.own", "ada")
    process = lab.sh("pgrep -u ada -f hoard.py").split()[0]
    group = lab.sh(f"cut -d: -f3 /proc/{process}/cgroup").strip()
    require("/user@1000.service/" in group, f"it is in {group}")
    wait_until("the freeze", lambda: "frozen 1" in lab.sh(f"cat /sys/fs/cgroup{group}/cgroup.events"))
    lab.sh(RUNTIME + "torpor settings pageOutAfter=1s", "ada")
    swapped = wait_until(
        "memory in swap", lambda: int(lab.sh(f"cat /sys/fs/cgroup{group}/memory.swap.current")) > 40 << 20 and
        int(lab.sh(f"cat /sys/fs/cgroup{group}/memory.swap.current")),
    )
    lab.sh(RUNTIME + "torpor when --name own -- true", "ada")
    wait_until("the job", lambda: '"state":"done"' in lab.sh(RUNTIME + "torpor jobs list --json", "ada"))
    lab.sh(RUNTIME + "systemctl --user restart torpord", "ada")
    require("frozen 1" in lab.sh(f"cat /sys/fs/cgroup{group}/cgroup.events"), "a restart of the daemon has thawed it")
    lab.sh(RUNTIME + "torpor quit lab.own", "ada")
    lacks = [one["subject"] for one in found.values() if one["verdict"] == "lacks"]
    return f"{swapped >> 20} MiB in swap; doctor lacks {', '.join(lacks)}"


def check_logout_ends_apps(lab):
    """a user's last session ends: the user's frozen apps are thawed, asked to end, and gone; jobs stay (D5)"""
    lab.sh(f"torpor run --detach --id lab.left -- python3 {GUEST}/saver.py /home/bob/saved </dev/null >/dev/null 2>&1", "bob")
    wait_until("its start", lambda: lab.sh("test -e /home/bob/saved.started && echo yes; true").strip())
    lab.torpor("when --name stays --every '*-*-01 03:00' -- true", "bob")
    lab.torpor("home lab.left", "bob")
    wait_until("the freeze", lambda: lab.apps()["lab.left"]["state"] == "suspended")
    # The kept connection is bob's session.
    lab.machine.forget_connections()
    lab.machine.wait_for_answer()
    wait_until("the end of bob's session", lambda: not lab.sh("ls -d /run/user/1001 2>/dev/null; true").strip())
    wait_until("the end of the app", lambda: not lab.sh("pgrep -f saver.py; true").strip())
    require(lab.sh("cat /home/bob/saved").strip() == "saved", "it was not asked to end")
    require("stays" in lab.jobs(), "the job is gone")
    return "saved and ended"


def check_logout_ends_apps_of_a_users_daemon(lab):
    """the same below a user's own daemon, which ends with the session: its frozen app is thawed, asked to end, and saves (D5)"""
    lab.sh(RUNTIME + "systemctl --user start torpord.socket torpord.service", "ada")
    lab.sh(RUNTIME + f"torpor run --detach --id lab.own -- python3 {GUEST}/saver.py /home/ada/saved </dev/null >/dev/null 2>&1", "ada")
    wait_until("its start", lambda: lab.sh("test -e /home/ada/saved.started && echo yes; true").strip())
    process = lab.sh("pgrep -f saver.py").split()[0]
    group = lab.sh(f"cut -d: -f3 /proc/{process}/cgroup").strip()
    require("/user@1000.service/" in group, f"it is in {group}")
    lab.sh(RUNTIME + "torpor home lab.own", "ada")
    wait_until("the freeze", lambda: "frozen 1" in lab.sh(f"cat /sys/fs/cgroup{group}/cgroup.events"))
    lab.machine.forget_connections()
    lab.machine.wait_for_answer()
    wait_until("the end of ada's session", lambda: not lab.sh("ls -d /run/user/1000 2>/dev/null; true").strip(), 240)
    require(not lab.sh("pgrep -f saver.py; true").strip(), "the app is left")
    require(lab.sh("cat /home/ada/saved 2>/dev/null; true").strip() == "saved", "it was not asked to end")
    return "saved and ended"


def check_doctor_of_a_user(lab):
    """root's daemon answers a user's `torpor doctor`, which says nothing of rights of the shell's group (D7)"""
    isGood, found = findings(lab, "ada")
    require(isGood, f"torpor doctor: {found}")
    require("a daemon of this user needs" not in json.dumps(found), f"{found}")
    return f"{len(found)} findings"
