"""Upgrades and downgrades over state that is there."""

from checks.installation import frozen_command, require_frozen
from support import parts
from support.places import Skip, require, wait_until
from support.runner import bare

VERSION = "dpkg-query -W -f '${Version}' torpord"


# What was learned of the user: an open each morning of as many days.
HABIT_DAYS = 20


def habits(lab):
    """What is known of when the user opens the app, without what another hour changes."""
    usage = lab.call("DescribeUsage", app="lab.kept")["usage"]
    return {name: usage[name] for name in ("opensSeen", "opensKept", "firstOpenLocalSecond", "lastOpenLocalSecond")}


def fill(lab):
    """A state with something of each kind; the frozen command's process, and the habits."""
    process = frozen_command(lab, "lab.kept")
    now = int(float(lab.sh("date +%s")))
    opened = [(now - day * 86_400) * 1_000_000 for day in range(HABIT_DAYS, 0, -1)]
    lab.call("AddUsage", app="lab.kept", openedWallMicroseconds=opened)
    learned = habits(lab)
    require(learned["opensSeen"] >= HABIT_DAYS, f"of {HABIT_DAYS} opens the daemon knows {learned}")
    lab.torpor("when --name done -- true")
    lab.wait_for_job("done", "done")
    lab.torpor("when --name later --every '*-*-01 03:00' -- true")
    lab.torpor("settings sleepAgain=on")
    lab.torpor("download http://127.0.0.1:9/none -o /root/none --not-before +1d --detach")
    return process, learned


def require_filled(lab, filled):
    process, learned = filled
    wait_until("the daemon", lambda: lab.sh("systemctl is-active torpord; true").strip() == "active")
    require_frozen(lab, "lab.kept", process)
    jobs = {name: job["state"] for name, job in lab.jobs().items()}
    require(jobs == {"done": "done", "later": "waiting"}, f"the jobs are {jobs}")
    require("sleepAgain" in lab.torpor("settings") and "sleepAgain=off" not in lab.torpor("settings"), lab.torpor("settings"))
    require(habits(lab) == learned, f"habits: {habits(lab)}, before: {learned}")
    transfers = [one.get("destination") for one in lab.call("ListTransfers")["transfers"]]
    require(transfers == ["/root/none"], f"the transfers are {transfers}")


def check_upgrades_over_state(lab):
    """an upgrade restarts the daemon, and apps, jobs, settings, transfers and habits are as before; who connects meanwhile waits, and a call under way is told"""
    filled = fill(lab)
    before = lab.sh(VERSION)
    waiting = lab.machine.start_in(
        "while [ ! -e /root/upgraded ]; do said=$(torpor ps 2>&1 >/dev/null) || echo \"FAILED $said\"; sleep 0.3; done; echo done"
    )
    lab.install("later")
    lab.sh("touch /root/upgraded")
    waiting.wait(300)
    said = waiting.stdout.read().splitlines()
    # The daemon is stopped once, so that one call at most was under way then.
    told = [line for line in said if "stopped during the call. Its apps keep running." in line]
    require(said[-1] == "done" and len(said) - len(told) == 1 and len(told) <= 1, f"commands during the upgrade: {said}")
    after = lab.sh(VERSION)
    require(after == parts.version_as("later", before), f"{after} is installed")
    require(lab.sh("systemctl show -p NRestarts --value torpord").strip() == "0", "the daemon was restarted for a failure")
    require_filled(lab, filled)
    return f"{before} to {after}; {len(told)} calls were under way when the daemon was stopped, and were told so"


@bare
def check_upgrades_from_earlier_programs(lab):
    """packages of an earlier commit's programs, with apps, jobs, settings, transfers and habits, are upgraded to these: all is kept, and the way back is refused"""
    if not lab.sh(f"ls /root/parts/{parts.BEFORE}/*.deb 2>/dev/null; true").strip():
        raise Skip("no earlier programs are given; --earlier FOLDER names some")
    lab.install(parts.BEFORE)
    formats = [lab.sh("torpord --version").splitlines()[-1]]
    filled = fill(lab)
    lab.play("lab.app", {"didBecomeActive": []})
    lab.install()
    formats.append(lab.sh("torpord --version").splitlines()[-1])
    require_filled(lab, filled)
    require(lab.state_of("lab.app"), f"the app with Torpor's API is gone: {lab.apps()}")
    said = lab.sh(
        f"cd /root/parts/{parts.BEFORE} && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --allow-downgrades --no-install-recommends ./*.deb 2>&1; true",
        seconds=600,
    )
    require(formats[0] == formats[1] or "cannot open /var/lib/torpor/journal.sqlite" in said, f"apt says {said[-800:]}")
    require_filled(lab, filled)
    return " -> ".join(formats)


def check_downgrades_or_refuses(lab):
    """a downgrade to packages that read the journal keeps all; one to packages that do not is refused before anything changes"""
    filled = fill(lab)
    before = lab.sh(VERSION)
    words = "cd /root/parts/{} && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --allow-downgrades --no-install-recommends ./*.deb 2>&1"
    said = lab.sh(words.format("older") + "; true", seconds=600)
    require("cannot open /var/lib/torpor/journal.sqlite" in said, f"apt says {said[-800:]}")
    require(lab.sh(VERSION) == before, f"{lab.sh(VERSION)} is installed after a refusal")
    require_filled(lab, filled)
    lab.sh(words.format("earlier"), seconds=600)
    require(lab.sh(VERSION) == parts.version_as("earlier", before), f"{lab.sh(VERSION)} is installed")
    require_filled(lab, filled)
    return "refused, then done"


def check_opens_state_of_earlier_commits(lab):
    """the installed daemon opens each journal that earlier commits have left, and says that it is ready"""
    names = lab.sh("cd /root/parts/golden && ls -d */ | tr -d /").split()
    require(len(names) > 3, f"there are only {names}")
    for name in names:
        lab.sh("systemctl stop torpord.socket torpord.service && rm -rf /var/lib/torpor/*")
        lab.sh(f"cp /root/parts/golden/{name}/journal.sqlite* /var/lib/torpor/ && chown root: /var/lib/torpor/*")
        lab.sh("systemctl reset-failed torpord; systemctl start torpord.socket torpord.service", seconds=600)
        require(lab.sh("torpor ps --json | head -c 1"), f"no answer over the state of {name}")
        require(lab.sh("systemctl show -p NRestarts --value torpord").strip() == "0", f"the state of {name} needed a restart")
    return f"{len(names)} journals"
