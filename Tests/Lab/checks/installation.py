"""The packages under a running systemd."""

import json
import re

from support.places import require, wait_until
from support.runner import bare, quick

# What a login or apt itself leaves, and what Debian keeps for every package that ever had a unit.
NOT_OURS = (
    "/var/log/", "/var/lib/dpkg/", "/var/lib/apt/", "/var/cache/", "/var/lib/systemd/", "/root/", "/tmp/", "/var/tmp/",
    "/home/", "/etc/ld.so.cache",
)
# All of the manager's, of which an app must know nothing.
OF_A_SERVICE = {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "JOURNAL_STREAM", "INVOCATION_ID"}


# What `systemd-analyze security` says of torpord.service at most; docs/install.md says why it is not less.
RATING_MAX = 9.8


def rating_of(lab, unit):
    said = lab.sh(f"systemd-analyze security --no-pager {unit} | tail -1").strip()
    return float(re.search(r"(\d+\.\d+) \w+", said)[1])


def files(lab):
    found = lab.sh("find / -xdev \\( -path /proc -o -path /sys -o -path /dev -o -path /run \\) -prune -o -print").splitlines()
    return {path for path in found if not path.startswith(NOT_OURS)}


def findings(lab, user="root"):
    """What `torpor doctor` finds, by subject."""
    said = json.loads(lab.sh("torpor doctor --json; true", user))
    return said["isGood"], {one["subject"]: one for one in said["findings"]}


@bare
@quick
def check_installs(lab):
    """apt installs the packages; units run, users are answered, doctor has nothing that is broken, an app knows nothing of systemd"""
    lab.install()
    for unit in ("torpord.socket", "torpord.service"):
        require(lab.sh(f"systemctl is-active {unit}; true").strip() == "active", lab.sh(f"systemctl status {unit}; true"))
        require(lab.sh(f"systemctl is-enabled {unit}; true").strip() == "enabled", f"{unit} is not enabled")
    for user in ("root", "ada"):
        lab.torpor("ps", user)
    isGood, found = findings(lab)
    require(isGood, f"torpor doctor: {[one for one in found.values() if one['verdict'] == 'BAD']}")
    lacks = [f"{one['subject']} ({one['text']})" for one in found.values() if one["verdict"] == "lacks"]
    require(all(one["text"] for one in found.values()), "torpor doctor has a finding without a reason")
    rating = rating_of(lab, "torpord.service")
    require(rating <= RATING_MAX, f"systemd-analyze security rates torpord.service {rating}")
    lab.sh("script -qec \"torpor run --id lab.env -- sh -c 'env >/tmp/environment'\" /dev/null </dev/null >/dev/null", "ada")
    names = {line.split("=")[0] for line in lab.sh("cat /tmp/environment").splitlines()}
    require("PATH" in names and not names & OF_A_SERVICE, f"an app in a terminal has {sorted(names)}")
    told = [json.loads(line) for line in lab.sh("journalctl -b -u torpord -o json --no-pager").splitlines()]
    own = [line for line in told if any(key.startswith("TORPOR_") for key in line)]
    require(own and all("PRIORITY" in line for line in own), f"the journal has no fields of Torpor's: {told[-1]}")
    return f"security {rating} (sshd {rating_of(lab, 'ssh.service')}); {len(own)} lines with fields; doctor lacks {'; '.join(lacks) or 'nothing'}"


@bare
def check_purge_leaves_nothing(lab):
    """after a purge, the files of the machine are those before the installation; no process and no group is left"""
    before = files(lab)
    lab.install()
    packages = "torpord torpor torpor-session"
    if lab.sh("ls /root/parts/dashboard/*.deb 2>/dev/null; true").strip():
        lab.install("dashboard")
        packages += " torpor-dashboard"
    installed = files(lab) - before
    require(len(installed) > 20, f"the installation brings only {sorted(installed)}")
    lab.torpor("run --detach --id lab.left -- sleep 600 </dev/null")
    lab.torpor("when --name waits --battery 99 -- true")
    lab.wait_for_state("lab.left", "active")
    lab.sh("touch /etc/torpor/restrictions.conf 2>/dev/null || install -D /dev/null /etc/torpor/restrictions.conf")
    lab.sh("torpor quit lab.left")
    lab.sh(f"apt-get remove -y -q {packages} 2>&1")
    require(lab.sh("test -e /var/lib/torpor/journal.sqlite && echo yes").strip() == "yes", "a removal takes the state away")
    # The dashboard has no configuration files: apt does not know it any more.
    lab.sh("apt-get purge -y -q torpord torpor torpor-session 2>&1")
    left = sorted(files(lab) - before)
    lost = sorted(before - files(lab))
    require(not left and not lost, f"left: {left}; lost: {lost}")
    wait_until("the end of Torpor's processes", lambda: not lab.sh("pgrep -l torpor; true").strip(), 60)
    require(not lab.sh("ls -d /run/torpor /sys/fs/cgroup/torpor 2>/dev/null; true").strip(), "/run or a group is left")
    require(not lab.sh("systemctl list-units --all --plain 'torpor*' | grep -E '^ *torpor'; true").strip(), "systemd knows a unit")
    return f"{len(installed)} files of {packages} came and went"


def check_watchdog_restarts_a_hung_daemon(lab):
    """a daemon that hangs is ended by systemd's watchdog and started again; a frozen app stays frozen, with its process"""
    lab.sh("mkdir -p /run/systemd/system/torpord.service.d && printf '[Service]\\nWatchdogSec=6s\\n' "
           ">/run/systemd/system/torpord.service.d/lab.conf && systemctl daemon-reload && systemctl restart torpord")
    process = frozen_command(lab, "lab.hung")
    daemon = lab.sh("systemctl show -p MainPID --value torpord").strip()
    lab.sh(f"kill -STOP {daemon}")
    wait_until("the next daemon", lambda: lab.sh("systemctl show -p NRestarts --value torpord").strip() == "1")
    wait_until("its readiness", lambda: lab.sh("systemctl is-active torpord; true").strip() == "active")
    said = lab.sh("journalctl -b --no-pager -o cat -u torpord | grep -i watchdog; true").strip()
    require("watchdog" in said.lower(), "systemd does not say that it was the watchdog")
    require_frozen(lab, "lab.hung", process)
    return said.splitlines()[0]


def frozen_command(lab, app, user="root"):
    """A command that was sent home and is frozen; its process."""
    lab.torpor(f"run --detach --id {app} -- sleep 3600 </dev/null", user)
    lab.wait_for_state(app, "active", user)
    lab.torpor(f"home {app}", user)
    lab.wait_for_state(app, "suspended", user)
    return lab.apps(user)[app]["pid"]


def require_frozen(lab, app, process):
    """That an app is suspended as the daemon says it and as the kernel does, and has the same process."""
    status = lab.apps()[app]
    require(status["state"] == "suspended", f"{app} is {status['state']}")
    require(status["pid"] == process, f"{app} has process {status['pid']}, and had {process}")
    events = lab.sh(f"cat /sys/fs/cgroup$(cut -d: -f3 /proc/{process}/cgroup)/cgroup.events")
    require("frozen 1" in events, f"the kernel says {events.split()}")
