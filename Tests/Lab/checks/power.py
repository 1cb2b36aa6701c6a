"""A mains adapter and a battery: lab_power.ko sends the events that drivers send."""

from support.places import require, wait_until

PARAMETERS = "/sys/module/lab_power/parameters"
# How soon the daemon starts a job that waits for the adapter, at best of TRIES: the machine is emulated, and others
# compute. What the job's process takes to say a word is not counted: exec alone takes a second there.
SOON_SECONDS, TRIES = 1.0, 4


def plug_in(lab, isOn=False, percent=60):
    lab.sh(f"modprobe lab_power && echo {percent} >{PARAMETERS}/battery_capacity && echo {int(isOn)} >{PARAMETERS}/ac_online")
    wait_until("the battery in torpor", lambda: lab.call("Status")["device"].get("isOnExternalPower") is isOn)


def check_power_starts_and_stops_jobs(lab):
    """a job that waits for the adapter starts within 1 s of its event, and is ended when it goes; UPower agrees"""
    plug_in(lab)
    found = []
    for number in range(TRIES):
        name = f"ac{number}"
        lab.torpor(f"when --power ac --name {name} -- sleep 3600")
        lab.wait_for_job(name, "waiting")
        on = float(lab.sh(f"date +%s.%N; echo 1 >{PARAMETERS}/ac_online"))
        run = lab.wait_for_job(name, "running")["runs"][-1]
        device = lab.call("Status")["device"]
        found.append((run["beganMicroseconds"] + device["wallMicroseconds"] - device["atMicroseconds"]) / 1e6 - on)
        lab.sh("systemctl start upower")
        wait_until("UPower", lambda: "on-battery:      no" in lab.sh("upower -d"))
        lab.sh(f"echo 0 >{PARAMETERS}/ac_online")
        lab.wait_for_job(name, "waiting")
        wait_until("UPower", lambda: "on-battery:      yes" in lab.sh("upower -d"))
        lab.torpor(f"jobs cancel {name}")
        if found[-1] <= SOON_SECONDS:
            break
    require(min(found) <= SOON_SECONDS, f"it started after {', '.join(f'{one:.2f}' for one in found)} s")
    return f"started {min(found):.2f} s after the event"


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
