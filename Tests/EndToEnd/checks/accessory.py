"""Checks on accessories: a serial line wakes the app that has opened a session with it."""

import os
import select
import signal
import time
import tty

from support.harness import World, is_frozen, now_ns, require, wait_until

PROTOCOL = "com.example.pump"

class Line:
    """A serial line: the accessory's end, and the node that the app opens."""

    def __init__(self):
        self.far, self.near = os.openpty()
        tty.setraw(self.near)
        self.node = os.ttyname(self.near)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.far)
        os.close(self.near)

    def send(self, text):
        os.write(self.far, text.encode())

    def answer(self, seconds=5):
        require(select.select([self.far], [], [], seconds)[0], f"no answer within {seconds} s")
        return os.read(self.far, 4096).decode()


def medic(world, identifier, *arguments):
    """Installs the app with the accessory, and opens it."""
    declared = [("UISupportedExternalAccessoryProtocols", [PROTOCOL])]
    world.install(identifier, "medic", *arguments, modes=["external-accessory"], declares=declared)
    world.call("Launch", app=identifier)
    handed_over(world, identifier, "counter")
    return identifier


def handed_over(world, app, name, count=1):
    def replies():
        events = world.events(app, "handedOver")
        return [event["reply"] for event in events if event["name"] == name]

    wait_until(f"{app} handing over its {name}", lambda: len(replies()) >= count, 15)
    require("error" not in replies()[-1], f"WatchDescriptor was refused: {replies()[-1]}")


def stays_frozen(world, app, seconds=2):
    """The daemon would have thawed it within milliseconds."""
    group = world.group(app)
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        require(is_frozen(group), f"{app} was thawed")
        time.sleep(0.02)


def test_serial_accessory(world):
    """data of an accessory wakes its frozen app, which reads and answers; its end is told, then nothing wakes it"""
    app = medic(world, "e2e.medic")
    with Line() as line:
        world.torpor("accessory", "connect", "pump", "--protocol", PROTOCOL, "--device", line.node)
        handed_over(world, app, "line")
        world.call("Home", app=app)
        world.wait_for_state(app, "suspended")
        slowest, length = 0, 0
        for number in range(2):
            sent = now_ns()
            line.send(f"dose {number}")
            answer = line.answer()
            slowest = max(slowest, (now_ns() - sent) / 1e6)
            require(answer == f"took dose {number}", f"it answered {answer!r}")
            world.wait_for_state(app, "suspended", 15)
            length = (now_ns() - sent) / 1e9
            require(9 < length < 13, f"it ran for {length:.1f} s and not for 10 s")
        world.torpor("accessory", "disconnect", "pump")
        wait_until("the end", lambda: world.events(app, "accessoryDidDisconnect"))
        world.wait_for_state(app, "suspended", 15)
        # The app's own end of the line is still open.
        line.send("nobody listens")
        stays_frozen(world, app)
        # A session waits for its accessory; but nobody is started for one.
        world.torpor("accessory", "connect", "pump", "--protocol", PROTOCOL, "--device", line.node)
        handed_over(world, app, "line", 2)
        os.kill(world.events(app, "started")[-1]["pid"], signal.SIGKILL)
        world.wait_for_state(app, "notRunning")
        line.send("is anybody there")
        world.torpor("accessory", "disconnect", "pump")
        require(world.state_of(app) == "notRunning", "it was launched for an accessory")
        require(len(world.events(app, "started")) == 1, "it was started twice")
        return f"slowest of 2 from the byte to the answer: {slowest:.1f} ms; {length:.1f} s awake for one"


def test_hotplugged_accessory(world):
    """a line that appears in a folder that stands in for /sys is told to the app, wakes it, and is told to be gone"""
    machine = world.folder / "machine"
    for name in ("tty", "hidraw"):
        (machine / "sys" / "class" / name).mkdir(parents=True)
    own = World(world.bin_folder, "accessories")
    try:
        own.start(machine=machine)
        return run_hotplugged(own, machine)
    finally:
        own.close()


def run_hotplugged(world, machine):
    app = medic(world, "e2e.medic.hotplug")
    with Line() as line:
        # A plug of USB whose line is the node of our pair of terminals.
        plug = machine / "sys" / "devices" / "usb1" / "1-2"
        device = plug / "1-2:1.0" / "ttyUSB0" / "tty" / "ttyUSB0"
        device.mkdir(parents=True)
        (device / "device").symlink_to("../..")
        (device / "uevent").write_text(f"DEVNAME={line.node.removeprefix('/dev/')}\n")
        for name, value in (("idVendor", "1234"), ("idProduct", "abcd"), ("product", "Pump")):
            (plug / name).write_text(value + "\n")
        (plug / "1-2:1.0" / "bInterfaceNumber").write_text("00\n")
        (plug / "1-2:1.0" / "interface").write_text(PROTOCOL + "\n")
        entry = machine / "sys" / "class" / "tty" / "ttyUSB0"
        begun = now_ns()
        entry.symlink_to("../../devices/usb1/1-2/1-2:1.0/ttyUSB0/tty/ttyUSB0")
        wait_until("the plug", lambda: world.events(app, "accessoryDidConnect"))
        told = world.events(app, "accessoryDidConnect")[0]
        require(told["accessory"] == "Pump", f"it was told of {told['accessory']!r}")
        handed_over(world, app, "line")
        listed = world.torpor("accessory")
        require(line.node in listed and PROTOCOL in listed, f"`torpor accessory` says {listed}")
        world.call("Home", app=app)
        world.wait_for_state(app, "suspended")
        line.send("dose")
        require(line.answer() == "took dose", "it did not answer")
        # A daemon that is restarted meanwhile knows it still, and hears of its end.
        world.kill()
        world.start(machine=machine)
        world.wait_for_state(app, "suspended", 30)
        require(len(world.events(app, "accessoryDidConnect")) == 1, "it was told of the plug twice")
        entry.unlink()
        wait_until("its end", lambda: world.events(app, "accessoryDidDisconnect"), 10)
        return f"told {(told['ns'] - begun) / 1e6:.1f} ms after the plug"


def test_kept_counter(world):
    """a counter that was handed over outlives the daemon; it is lost with its keeper, and its app is told"""
    app = medic(world, "e2e.medic.counter")
    world.call("Home", app=app)
    world.wait_for_state(app, "suspended")
    world.kill()
    world.start()
    world.wait_for_state(app, "suspended", 15)
    require(not world.events(app, "descriptorLost"), "it was lost with the daemon")
    # Both at once: the daemon cannot give it to another keeper.
    world.daemon.send_signal(signal.SIGSTOP)
    for keeper in world.socket_keepers():
        os.kill(keeper, signal.SIGKILL)
    world.kill()
    world.start()
    handed_over(world, app, "counter", 2)
    require(len(world.events(app, "descriptorLost")) == 1, "it was not told once")
    require(len(world.events(app, "started")) == 1, "it was started anew")
    world.wait_for_state(app, "suspended", 15)
    # It would hear of the next accessory, too, and read what comes.
    world.torpor("uninstall", app)
    return "kept over one end of the daemon; lost with the keeper, told once, and handed over once more"


def test_unread_line(world):
    """a line that its app does not read wakes it once, then less and less; `torpor why` says so"""
    app = medic(world, "e2e.medic.deaf", "deaf")
    with Line() as line:
        world.torpor("accessory", "connect", "clock", "--protocol", PROTOCOL, "--device", line.node)
        handed_over(world, app, "line")
        world.call("Home", app=app)
        world.wait_for_state(app, "suspended")
        line.send("tick")
        wait_until("the wake", lambda: world.events(app, "accessoryData"))
        world.wait_for_state(app, "suspended", 15)
        said = wait_until(
            "the reason", lambda: "left it unread" in world.torpor("why", app), 5, pause=0.2
        )
        wait_until("the second wake", lambda: len(world.events(app, "accessoryData")) > 1, 40)
        first, second = (event["ns"] / 1e9 for event in world.events(app, "accessoryData")[:2])
        require(29.9 < second - first < 33, f"the second wake came after {second - first:.1f} s")
        world.torpor("accessory", "disconnect", "clock")
        require(said, "")
        return f"woken again after {second - first:.1f} s"
