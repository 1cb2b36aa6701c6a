"""Folders that stand in for the files of a machine (`torpord --machine`)."""


def machine(folder, is_online=True, battery_percent=None, memory_mebibytes=None):
    """A machine with a mains adapter, no terminal and no input device; with a battery where it has a charge.

    memory_mebibytes: how much memory it has, and how much of that is free.
    """
    if memory_mebibytes:
        total, free = (size * 1024 for size in memory_mebibytes)
        (folder / "proc" / "pressure").mkdir(parents=True, exist_ok=True)
        (folder / "proc" / "meminfo").write_text(f"MemTotal: {total} kB\nMemAvailable: {free} kB\n")
    supplies = folder / "sys" / "class" / "power_supply"
    for name in ("tty", "hidraw", "thermal"):
        (folder / "sys" / "class" / name).mkdir(parents=True, exist_ok=True)
    (folder / "dev").mkdir(exist_ok=True)
    adapter = supplies / "AC"
    adapter.mkdir(parents=True, exist_ok=True)
    (adapter / "type").write_text("Mains\n")
    (adapter / "online").write_text(f"{int(is_online)}\n")
    if battery_percent is not None:
        battery = supplies / "BAT0"
        battery.mkdir(exist_ok=True)
        status = "Charging" if is_online else "Discharging"
        facts = {"type": "Battery", "present": "1", "status": status, "capacity": str(battery_percent)}
        for name, value in facts.items():
            (battery / name).write_text(value + "\n")
    return folder
