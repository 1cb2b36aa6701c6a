"""A mains adapter and a battery: lab_power.ko sends the events that drivers send."""

from support.places import require, wait_until

PARAMETERS = "/sys/module/lab_power/parameters"
# How soon the daemon decides, and starts the process, at best of TRIES: the machine is emulated, and others compute.
# Neither has in it what the program then takes to load and to say a word, which is seconds there.
SOON_SECONDS, TRIES = 1.0, 5


def plug_in(lab, isOn=False, percent=60):
    lab.sh(f"modprobe lab_power && echo {percent} >{PARAMETERS}/battery_capacity && echo {int(isOn)} >{PARAMETERS}/ac_online")
    wait_until("the battery in torpor", lambda: lab.call("Status")["device"].get("isOnExternalPower") is isOn)


def check_power_starts_and_stops_jobs(lab):
    """a job that waits for the adapter is decided on and forked within 1 s of its event, and is ended when it goes; UPower agrees"""
    plug_in(lab)
    decided, forked = [], []
    for number in range(TRIES):
        name, seconds = f"ac{number}", 36000 + number
        lab.torpor(f"when --power ac --name {name} -- sleep {seconds}")
        lab.wait_for_job(name, "waiting")
        wall, uptime = map(float, lab.sh(f"date +%s.%N; cut -d' ' -f1 /proc/uptime; echo 1 >{PARAMETERS}/ac_online").split())
        run = lab.wait_for_job(name, "running")["runs"][-1]
        device = lab.call("Status")["device"]
        decided.append((run["beganMicroseconds"] + device["wallMicroseconds"] - device["atMicroseconds"]) / 1e6 - wall)
        # When the kernel made the process, in hundredths of a second since the boot: the 22nd field, the name has no blank.
        process = wait_until("the job's program", lambda: lab.sh(f"pgrep -x -f 'sleep {seconds}'; true").split())[0]
        forked.append(int(lab.sh(f"cut -d' ' -f22 /proc/{process}/stat")) / 100 - uptime)
        lab.sh("systemctl start upower")
        wait_until("UPower", lambda: "on-battery:      no" in lab.sh("upower -d"))
        lab.sh(f"echo 0 >{PARAMETERS}/ac_online")
        lab.wait_for_job(name, "waiting")
        wait_until("UPower", lambda: "on-battery:      yes" in lab.sh("upower -d"))
        lab.torpor(f"jobs cancel {name}")
        if max(decided[-1], forked[-1]) <= SOON_SECONDS:
            break
    seen = "; ".join(f"decided {one:.2f} s, forked {other:.2f} s after the event" for one, other in zip(decided, forked))
    require(max(decided[-1], forked[-1]) <= SOON_SECONDS, seen)
    return seen


def check_low_power_mode_begins_by_itself(lab):
    """with automaticLowPowerMode, Low Power Mode begins at 20 % on battery, and ends at 80 %"""
    plug_in(lab, percent=30)
    lab.torpor("settings automaticLowPowerMode=on")
    for percent, isOn in ((21, False), (20, True), (79, True), (80, False)):
        if percent == 79:
            lab.sh(f"echo 1 >{PARAMETERS}/ac_online")
        lab.sh(f"echo {percent} >{PARAMETERS}/battery_capacity")
        wait_until(f"{percent} %", lambda: lab.call("Status")["device"].get("batteryPercent") == percent)
        said = lab.call("Status")["device"]["lowPowerMode"]
        require(said is isOn, f"at {percent} % it is {'on' if said else 'off'}")
    return "off at 21 %, on at 20 and 79 %, off at 80 %"
