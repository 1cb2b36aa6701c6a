"""Suspend to memory, and what wakes the machine from it."""

import time

from support.laboratory import GUEST
from support.places import require, wait_until
from support.runner import clocked

# How late a machine may be woken.
LATE_SECONDS = 2.0
# The real-time clock of a PC counts whole seconds, and Linux rounds an alarm of it down.
EARLY_SECONDS = 1.5
# From when an app sets a notification; the app must be frozen and the machine asleep by then.
TEA_SECONDS = 75
EIGHT_HOURS = 8 * 3600
# The clock passes all of the sleep but this. An alarm in these hours would end the sleep as soon as the clock has passed them.
REST_SECONDS = 60


def moment(event):
    return event["timestamp"]["seconds"] + event["timestamp"]["microseconds"] / 1e6


def sleep(lab, seconds, passing=None):
    """Suspends the machine until `seconds` have passed or something else wakes it; when it slept, on QEMU's clock.

    `passing`: by how many seconds that clock is moved while it sleeps (`@clocked`).
    """
    for name in ("SUSPEND", "WAKEUP"):
        lab.machine.monitor.take_events(name)
    # A snapshot has another time than the clock that wakes the machine.
    lab.sh(f"hwclock --systohc --utc && systemd-run --quiet --no-block rtcwake -m mem -s {seconds}")
    lab.machine.forget_connections()
    woken = []

    def has_woken():
        woken.extend(lab.machine.monitor.take_events("WAKEUP"))
        return woken

    if passing:
        wait_until("its sleep", lambda: lab.machine.monitor.status() == "suspended")
        lab.machine.pass_time(passing)
    wait_until("its waking", has_woken, seconds - (passing or 0) + 120, 0.2)
    asleep = lab.machine.monitor.take_events("SUSPEND")
    require(asleep, "it was woken without having slept")
    lab.machine.wait_for_answer()
    return moment(asleep[0]), moment(woken[0])


def behind(lab):
    """By how much the machine's clock is behind this one's, in seconds: the snapshot's time continues in it."""
    differences = []
    for _ in range(3):
        before = time.time()
        inside = float(lab.sh("date +%s.%N"))
        differences.append(((time.time() - before), (time.time() + before) / 2 - inside))
    return min(differences)[1]


def start_with(lab, options):
    lab.sh(f"echo 'TORPORD_OPTIONS=\"{options}\"' >/etc/default/torpord && systemctl restart torpord")


def submit_at(lab, seconds):
    """A job at a moment of the machine's clock; the moment."""
    at = int(float(lab.sh("date +%s"))) + seconds
    lab.torpor(f"when --at \"$(date -d @{at} '+%F %T')\" --name at -- sh -c 'date +%s.%N >>/root/at'")
    return at


def check_at_wakes_from_sleep(lab):
    """with --wake-from-suspend, a job with an exact time wakes the machine within 2 s of it, and runs once"""
    start_with(lab, "--wake-from-suspend")
    require("ok     wakingFromSuspend" in lab.torpor("doctor"), lab.torpor("doctor"))
    offset = behind(lab)
    at = submit_at(lab, 30)
    _, woke = sleep(lab, 90)
    late = woke - offset - at
    lab.wait_for_job("at", "done")
    ran = [float(line) for line in lab.sh("cat /root/at").split()]
    require(-EARLY_SECONDS <= late <= LATE_SECONDS, f"woken {late:+.2f} s after the job's time")
    require(len(ran) == 1 and ran[0] >= at, f"it ran {len(ran)} times, {ran[0] - at:.2f} s after its time")
    return f"woken {late:+.2f} s after the job's time, which ran at {ran[0] - at:+.2f} s"


def check_nothing_wakes_without_the_option(lab):
    """without --wake-from-suspend, a job's time passes in sleep; it runs once when the machine wakes for another reason"""
    submit_at(lab, 20)
    slept, woke = sleep(lab, 45)
    require(woke - slept > 40, f"it slept {woke - slept:.1f} s")
    lab.wait_for_job("at", "done")
    require(len(lab.sh("cat /root/at").split()) == 1, "it ran more than once")
    return f"slept {woke - slept:.1f} s"


@clocked
def check_eight_hours_of_sleep(lab):
    """what was due in 8 hours of sleep runs afterwards, once and in the order of its time; nothing of it wakes the machine"""
    hours, ran = [5, 1, 3], "/root/ran"
    now = int(float(lab.sh("date +%s")))
    for hour in hours:
        lab.torpor(f"when --at \"$(date -d @{now + hour * 3600} '+%F %T')\" --name at{hour} -- sh -c 'echo at{hour} >>{ran}'")
    # Half an hour from now for the first time, and each hour from then on: eight times in the sleep.
    minute = lab.sh(f"date -d @{now + 1800} +%M").strip()
    lab.torpor(f"when --every '*:{minute}' --name each -- sh -c 'echo each >>{ran}'")
    lab.torpor(f"when --not-before +7h --name later -- sh -c 'echo later >>{ran}'")
    slept, woke = sleep(lab, EIGHT_HOURS, passing=EIGHT_HOURS - REST_SECONDS)
    require(woke - slept > EIGHT_HOURS - REST_SECONDS / 2, f"it slept {woke - slept:.0f} s")
    inside = int(float(lab.sh("date +%s"))) - now
    require(inside > EIGHT_HOURS, f"by the machine's own clock {inside} s have passed")
    names = [*(f"at{hour}" for hour in hours), "later"]
    jobs = {name: lab.wait_for_job(name, "done") for name in names}
    wait_until("the repeated job", lambda: "each" in lab.sh(f"cat {ran}").split())
    found = sorted(lab.sh(f"cat {ran}").split())
    require(found == sorted([*names, "each"]), f"they ran {found}")
    order = sorted(names, key=lambda name: int(jobs[name]["runs"][-1]["launch"]))
    require(order == ["at1", "at3", "at5", "later"], f"they were started in the order {order}")
    return f"slept {(woke - slept) / 3600:.2f} h; started {', '.join(order)}, and the job of each hour once"


def play_tea(lab, trigger):
    """A frozen app with a notification that waits; the event of the call that added it."""
    notification = {"identifier": "tea", "title": "Tea", "body": "is ready", "hasSound": True, "trigger": trigger}
    lab.play("lab.tea", {"didBecomeActive": [{"call": "AddNotification", "parameters": {"notification": notification}}]})
    lab.torpor("settings lab.tea allowsNotifications=on")
    added = wait_until("the call", lambda: lab.events("lab.tea", "called"))[0]
    require(not added["reply"], f"AddNotification answered {added['reply']}")
    lab.torpor("home lab.tea")
    lab.wait_for_state("lab.tea", "suspended")
    return added


def wake_for_tea(lab, due, kind):
    """Sleeps over a moment of the machine's clock, at which the notification wakes it; what was seen."""
    offset = behind(lab)
    require(due - float(lab.sh("date +%s.%N")) > 10, "the machine is too slow: too little time is left to sleep")
    _, woke = sleep(lab, 120)
    late = woke - offset - due
    require(-EARLY_SECONDS <= late <= LATE_SECONDS, f"woken {late:+.2f} s after the {kind}'s time")
    wait_until("its delivery", lambda: "Tea" in lab.torpor("notifications list"))
    return f"woken {late:+.2f} s after its time"


def check_notification_wakes_from_sleep(lab):
    """a notification of a frozen app wakes the machine within 2 s of its time, without an option"""
    added = play_tea(lab, {"type": "interval", "microseconds": TEA_SECONDS * 1_000_000})
    now, boot = map(float, lab.sh("echo $(date +%s.%N) $(cut -d' ' -f1 /proc/uptime)").split())
    return wake_for_tea(lab, added["ns"] / 1e9 + TEA_SECONDS + now - boot, "notification")


def check_alarm_wakes_from_sleep(lab):
    """an alarm of a frozen app, for an hour, a minute and a second on the clock, wakes the machine within 2 s of it, without an option"""
    due = int(float(lab.sh("date +%s"))) + TEA_SECONDS
    parts = map(int, lab.sh(f"date -d @{due} '+%-H %-M %-S'").split())
    play_tea(lab, {"type": "calendar", **dict(zip(("hour", "minute", "second"), parts))})
    return wake_for_tea(lab, due, "alarm")


def check_sleep_keeps_watchdogs(lab):
    """sleep is no app's time: a callback, and a job's --timeout, have as much of it after a sleep as before (D1)"""
    lab.sh(f"torpor run --detach --id lab.slow -- python3 {GUEST}/slow.py /tmp/lab.slow.jsonl 3 </dev/null >/dev/null 2>&1")
    wait_until("its start", lambda: lab.events("lab.slow", "didBecomeActive"))
    lab.torpor("when --timeout 40s --name timed -- sleep 25")
    lab.wait_for_job("timed", "running")
    lab.sh("torpor home lab.slow")
    slept, woke = sleep(lab, 60)
    require(woke - slept > 40, f"it slept {woke - slept:.1f} s")
    wait_until("the callback's return", lambda: lab.events("lab.slow", "returned"))
    lab.wait_for_state("lab.slow", "suspended")
    require("0x8badf00d" not in lab.log(), lab.log())
    job = lab.wait_for_job("timed", "done")
    require(job["runs"][-1]["end"] == {"name": "exited", "status": 0}, f"it ended as {job['runs'][-1]}")
    return f"slept {woke - slept:.1f} s in the middle of a callback"


def check_sleep_is_not_disturbed(lab):
    """with --wake-from-suspend, the end of a grace period and paging out wait until the machine is awake (D2)"""
    start_with(lab, "--wake-from-suspend")
    lab.torpor("settings pageOutAfter=15s")
    lab.sh("torpor run --detach --id lab.busy -- sha256sum /dev/zero </dev/null >/dev/null 2>&1")
    lab.wait_for_state("lab.busy", "active")
    lab.torpor("home lab.busy")
    slept, woke = sleep(lab, 45)
    require(woke - slept > 40, f"it was woken after {woke - slept:.1f} of 45 s: {lab.log(8)}")
    lab.wait_for_state("lab.busy", "suspended")
    return f"slept {woke - slept:.1f} s"
