"""Checks on the battery page: its figures beside the kernel's."""

import json
import re
import socket
import sys
import threading
from contextlib import closing

from support.actors import Stage
from support.harness import Skip, require, usage_microseconds, wait_until
from support.machines import machine

MEGABYTE = 1_000_000


def listed(world, app, **options):
    page = world.call("DescribeBattery", app=app, **options)["battery"]
    require(page["apps"], f"there is no row of {app}")
    return page["apps"][0], page


def used(row, figure):
    return row["onScreen"][figure] + row["offScreen"][figure]


def run(world, app, program):
    """Runs a Python program as an app, of which the daemon knows nothing but its group."""
    world.torpor("run", "--detach", "--id", app, "--", sys.executable, "-c", program)
    return world.group(app)


def test_battery_page_agrees_with_the_kernel(world):
    """the processor time of torpor battery is that of cpu.stat, within 1 %, also after the end of the process"""
    app = "e2e.battery"
    marker = world.folder / "burnt"
    group = run(world, app, (
        "import time, pathlib\n"
        "while time.process_time() < 1: pass\n"
        f"pathlib.Path({str(marker)!r}).touch()\n"
        "time.sleep(1000)"
    ))
    wait_until("its work", marker.exists, 60)
    # Not frozen, for the look at the counter: it sleeps, and uses nothing.
    before = usage_microseconds(group)
    row, _ = listed(world, app)
    after = usage_microseconds(group)
    seen = used(row, "processorMicroseconds")
    require(before * 0.99 <= seen <= after * 1.01, f"{seen} µs, where cpu.stat says {before} to {after}")
    launch = world.call("List")["apps"]
    require(any(one["app"] == app for one in launch), "it is gone")
    printed = world.torpor("battery", app)
    require("on screen" in printed and "off screen" in printed, printed)
    world.call("Quit", app=app)
    wait_until("its end", lambda: all(one["app"] != app for one in world.call("List")["apps"]), 30)
    # The last reading of the kernel, and of this command only: its work is over, and its end costs some milliseconds.
    kept, page = listed(world, app)
    last = used(kept, "processorMicroseconds")
    require(seen <= last <= after * 1.05 + 20_000, f"{last} µs are kept of a command that had used {after}")
    require(page["total"]["processorMicroseconds"] == last, f"the sum of one app is {page['total']}")
    return f"{seen} µs, and {before} to {after} µs by cpu.stat; {last} µs are kept after its end"


def test_battery_page_of_one_app_has_its_share_of_all(world):
    """with an app, its share is that of the whole page: what others have used since their last reading is in it"""
    apps = [f"e2e.share{number}" for number in (1, 3)]
    markers = [world.folder / app for app in apps]
    for app, marker, seconds in zip(apps, markers, (0.5, 1.5)):
        run(world, app, (
            "import time, pathlib\n"
            f"while time.process_time() < {seconds}: pass\n"
            f"pathlib.Path({str(marker)!r}).touch()\n"
            "time.sleep(1000)"
        ))
    wait_until("their work", lambda: all(marker.exists() for marker in markers), 60)
    rows = {one.get("app"): one for one in world.call("DescribeBattery")["battery"]["apps"]}
    whole = [rows[app]["sharePermille"] for app in apps]
    alone = [listed(world, app)[0]["sharePermille"] for app in apps]
    for app in apps:
        world.call("Quit", app=app)
    # Others of this daemon may use a little between the answers.
    require(all(abs(one - other) <= 20 for one, other in zip(whole, alone)), f"{alone} ‰ alone, {whole} ‰ of all")
    require(0 < alone[0] < 400 and alone[0] < alone[1], f"{alone} ‰, of 0.5 and 1.5 s")
    return f"{alone} ‰ alone, {whole} ‰ on the whole page"


def test_battery_page_counts_sockets(world):
    """what an app moves by a socket of its own is counted by the kernel, that of the loopback apart from networks"""
    sources = {one["figure"]: one for one in world.call("DescribeBattery")["battery"]["sources"]}
    if not sources["network"]["isMeasured"]:
        raise Skip(sources["network"]["text"])
    size, got = 20 * MEGABYTE, []
    server = socket.create_server(("127.0.0.1", 0))

    def receive():
        link, _ = server.accept()
        with link:
            while data := link.recv(1 << 16):
                got.append(len(data))

    thread = threading.Thread(target=receive, daemon=True)
    thread.start()
    app = "e2e.sender"
    run(world, app, (
        "import socket, time\n"
        f"link = socket.create_connection(('127.0.0.1', {server.getsockname()[1]}))\n"
        f"link.sendall(bytes({size}))\n"
        "link.close()\n"
        "time.sleep(1000)"
    ))
    thread.join(60)
    require(sum(got) == size, f"{sum(got)} bytes have arrived")
    # The last packets are counted as they are sent, before they arrive.
    row, _ = listed(world, app)
    moved = used(row, "loopbackBytes")
    # With the headers of its packets, and with what comes back: confirmations.
    require(size <= moved <= size * 1.05, f"{moved} bytes are counted, and {size} were sent")
    networks = used(row, "sentBytes") + used(row, "receivedBytes")
    require(networks == 0, f"{networks} bytes of the loopback are counted as those of networks")
    world.call("Quit", app=app)
    return f"{moved} bytes counted of {size} sent, with their headers ({moved / size * 100 - 100:.2f} % more)"


AWAY = """
import pathlib, socket, time
def send():
    server = socket.create_server(("127.0.0.1", 0))
    link = socket.create_connection(server.getsockname())
    other, _ = server.accept()
    for _ in range(500):
        link.sendall(bytes(10000))
        left = 10000
        while left: left -= len(other.recv(left))
send()
pathlib.Path({sent!r}).touch()
while not pathlib.Path({go!r}).exists(): time.sleep(0.02)
send()
end = time.process_time() + 0.5
while time.process_time() < end: pass
"""


def test_battery_page_knows_what_was_used_without_a_daemon(world):
    """what an app uses after a kill -9 of the daemon, and until its own end, is on the page of the next daemon"""
    app, sent, go = "e2e.away", world.folder / "away-sent", world.folder / "away-go"
    group = run(world, app, AWAY.format(sent=str(sent), go=str(go)))
    wait_until("its first bytes", sent.exists, 60)
    before, page = listed(world, app)
    counts = next(one["isMeasured"] for one in page["sources"] if one["figure"] == "network")
    world.kill()
    go.touch()
    wait_until("its end", lambda: "populated 0" in (group / "cgroup.events").read_text(), 60)
    world.start()
    wait_until("the end of it", lambda: all(one["app"] != app for one in world.call("List")["apps"]), 30)
    after, _ = listed(world, app)
    burnt = used(after, "processorMicroseconds") - used(before, "processorMicroseconds")
    require(burnt >= 500_000, f"{burnt} µs are booked, of half a second at least")
    if not counts:
        return f"{burnt} µs of processor time without a daemon; sockets are not counted here"
    # Each byte is sent and received by the same app, with the headers of its packets.
    moved = used(after, "loopbackBytes")
    require(20 * MEGABYTE <= moved <= 22 * MEGABYTE, f"{moved} bytes are counted, of 20 MB and headers")
    return f"{burnt} µs and {moved - used(before, 'loopbackBytes')} bytes without a daemon"


def test_battery_page_is_readable(world):
    """torpor battery fits 80 columns, shows no control characters, and says what is missing"""
    name = "e2e.odd"
    world.torpor("run", "--detach", "--id", name, "--name", "odd\x1b[31m\tname", "--", "sleep", "1000")
    wait_until("its row", lambda: any(
        one.get("app") == name for one in world.call("DescribeBattery")["battery"]["apps"]
    ))
    for words in (["battery"], ["battery", name], ["battery", "--last", "10d"]):
        printed = world.torpor(*words)
        require(not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", printed), repr(printed))
        # Sentences are as long as they are, and a terminal wraps them.
        wide = [
            line for line in printed.splitlines()
            if len(line) > 80 and not line.startswith(("+ ", "- ")) and "To end it" not in line
            and "has run off screen for" not in line
        ]
        require(not wide, f"more than 80 columns: {wide}")
    page = json.loads(world.torpor("battery", "--json"))["battery"]
    missing = [one["text"] for one in page["sources"] if not one["isMeasured"]]
    counted = {one["figure"]: one["isMeasured"] for one in page["sources"]}
    has_disk = (world.group(name) / "io.stat").exists()
    require(counted["disk"] == has_disk, f"disk: {counted}, and io.stat is {'' if has_disk else 'not '}there")
    require(not counted["energy"], f"{counted}")
    require(all(text.endswith(".") for text in missing), f"{missing}")
    world.torpor("battery", "--last", "nonsense", status=64)
    world.torpor("battery", "e2e.nobody", status=1)
    world.call("Quit", app=name)
    return f"{len(missing)} figures are said to be missing or the model's"


def test_battery_page_says_whose_costs(world):
    """a battery that reports its energy is counted down to a fit of the costs, in torpor battery and in --json"""
    with closing(Stage(world.bin_folder, "costs", profile="ios26")) as own:
        folder = own.folder / "machine"
        own.machine = machine(folder, is_online=False, battery_percent=80)
        energy = folder / "sys" / "class" / "power_supply" / "BAT0" / "energy_now"
        energy.write_text("40000000\n")
        own.start()

        def page():
            return json.loads(own.torpor("battery", "--json"))["battery"]

        wait_until("a fit", lambda: page().get("fit"), 30)
        # The energy first: the daemon reads both when the percentage changes.
        energy.write_text("39500000\n")
        machine(folder, is_online=False, battery_percent=79)
        wait_until("what the battery gave", lambda: page().get("dischargedMicrowattHours") == 500_000, 30)
        fit = page()["fit"]
        require(fit == {"outcome": "tooFewHours", "hours": 0, "hoursLeftOut": 0}, f"the fit is {fit}")
        own.says("after 24 whole hours on it, of which there are 0 yet", "battery")
        own.says("It has supplied 1.8 kJ", "battery")
        return "500 mWh given, 0 of 24 hours"
