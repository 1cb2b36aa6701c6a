"""Memory with the kernel's controller, and swap."""

from support.laboratory import GUEST
from support.machine import MEMORY_MIB
from support.places import require, wait_until

# Of a program that is none of Torpor's, beside six apps of 400 MiB: 250 MiB more than there is.
PLAIN_MIB = 900


def hoard(lab, app, mebibytes):
    """A frozen app that has filled so much memory."""
    lab.sh(
        f"rm -f /tmp/{app}; torpor run --detach --id {app} -- python3 {GUEST}/hoard.py {mebibytes} /tmp/{app} </dev/null >/dev/null 2>&1"
    )
    wait_until(f"the memory of {app}", lambda: lab.sh(f"ls /tmp/{app} 2>/dev/null; true"), 300)
    lab.torpor(f"home {app}")
    lab.wait_for_state(app, "suspended")


def figures(lab):
    """Available memory and swap in use, in MiB; and how long anybody has waited for memory, in seconds."""
    said = lab.sh(
        "awk '/^MemAvailable/{print $2/1024} /^SwapTotal/{t=$2} /^SwapFree/{print (t-$2)/1024}' /proc/meminfo; "
        "sed -n 's/^some.*total=//p' /proc/pressure/memory"
    ).split()
    return float(said[0]), float(said[1]), int(said[2]) / 1e6


def require_all(lab, apps):
    there = lab.apps()
    gone = [app for app in apps if app not in there or not there[app].get("pid")]
    require(not gone, f"{gone} ended: {lab.log(30)}")


def check_half_free_kills_nothing(lab):
    """with half of the memory free nothing is ended, whatever the kernel says of waiting for memory"""
    lab.torpor("settings pageOutAfter=5s")
    apps = [f"lab.h{number}" for number in range(3)]
    for app in apps:
        hoard(lab, app, 150)
    _, _, before = figures(lab)
    # Three programs that want more than they may have: they wait for memory all the time, and the machine has enough.
    for number in range(3):
        lab.sh(
            f"systemd-run --quiet --unit=thrash{number} -p MemoryMax=24M -p MemorySwapMax=200M "
            f"python3 -c 'x = bytearray(90 << 20)\nwhile True:\n for i in range(0, len(x), 4096): x[i] = x[i] + 1 & 255'"
        )
    wait_until("waits for memory", lambda: figures(lab)[2] - before > 10, 300)
    available, swap, after = figures(lab)
    lab.sh("systemctl stop 'thrash*'")
    require(available > MEMORY_MIB / 2, f"only {available:.0f} MiB were available; the check says nothing")
    require_all(lab, apps)
    require("memory is short" not in lab.log(), lab.log())
    return f"{after - before:.0f} s of waits with {available:.0f} of {MEMORY_MIB} MiB available and {swap:.0f} MiB in swap"


def check_swap_before_ends(lab):
    """six apps that need more than the memory, and less than memory and swap, all live; the older ones are in swap (D4)"""
    apps = [f"lab.h{number}" for number in range(6)]
    for app in apps:
        hoard(lab, app, 400)
    available, swap, _ = figures(lab)
    require_all(lab, apps)
    require(swap > 300, f"only {swap:.0f} MiB are in swap")
    lab.torpor(f"launch {apps[0]}")
    lab.wait_for_state(apps[0], "active")
    require_all(lab, apps)
    return f"{swap:.0f} MiB in swap, {available:.0f} MiB available; the oldest is back on the screen"


def check_ends_the_longest_unused_beyond_swap(lab):
    """memory and swap together do not suffice: the app in front is warned, and of the frozen ones those unused longest end; the kernel ends none"""
    lab.torpor("settings evictionOrder=leastRecentlyUsedFirst")
    apps = [f"lab.h{number}" for number in range(6)]
    for app in apps:
        hoard(lab, app, 400)
    lab.play("lab.front", {})
    lab.sh(f"systemd-run --quiet --unit=plain python3 {GUEST}/hoard.py {PLAIN_MIB} /tmp/plain")
    wait_until("the memory of a plain program", lambda: lab.sh("ls /tmp/plain 2>/dev/null; true"), 600)
    wait_until("the warning", lambda: lab.events("lab.front", "didReceiveMemoryWarning"))
    available, swap, _ = figures(lab)
    there = lab.apps()
    gone = [app for app in apps if not there.get(app, {}).get("pid")]
    require(gone and gone == apps[:len(gone)] and len(gone) < len(apps), f"ended: {gone}; {lab.log(30)}")
    require(there["lab.front"].get("pid"), f"the app in front has ended: {lab.log(30)}")
    killed = lab.sh("dmesg | grep -i 'out of memory'; true").strip()
    require(not killed, f"the kernel has ended some: {killed}")
    return f"ended {', '.join(gone)} of {len(apps)}; {available:.0f} MiB available, {swap:.0f} MiB in swap"
