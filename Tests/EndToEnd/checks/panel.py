"""Checks on what a program may do to the desktop: items in its panel, and words about the focus."""

import json
import subprocess
import time

from support.desktop import PYTHON
from support.harness import Failure, is_frozen, require, wait_until

# A program with an item in the panel: it owns such a name, and answers when its menu is asked for.
ITEM = """
import dbus, dbus.service, os
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib
DBusGMainLoop(set_as_default=True)
loop = GLib.MainLoop()
name = dbus.service.BusName(f"org.kde.StatusNotifierItem-{os.getpid()}-1", dbus.SessionBus())
class Item(dbus.service.Object):
    @dbus.service.method("org.kde.StatusNotifierItem", in_signature="ii")
    def ContextMenu(self, x, y): pass
    @dbus.service.method("a.b")
    def Leave(self):
        name.__del__()
item = Item(name, "/StatusNotifierItem")
loop.run()
"""


def run(world, desktop, identifier, *command):
    """Runs a program that knows nothing of us."""
    with open(world.folder / f"{identifier}.out", "wb") as output:
        subprocess.run(
            [world.torpor_path, "run", "--detach", "--id", identifier, "--", *command],
            env=desktop.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            timeout=60, check=True,
        )


def item_names(desktop):
    answer = desktop.busctl(
        "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ListNames"
    )
    names = json.loads(answer.stdout)["data"][0]
    return [name for name in names if name.startswith("org.kde.StatusNotifierItem-")]


def test_leaves_a_program_with_a_status_item_running(world, desktop):
    """a program with an item in the panel hangs who asks for its menu once frozen, and is not frozen with the bridge"""
    app = "e2e.tray"
    run(world, desktop, app, PYTHON, "-c", ITEM)
    name = wait_until("the item", lambda: item_names(desktop), 10)[0]
    world.call("Home", app=app)
    world.wait_for_state(app, "suspended", 15)
    group = world.group(app)

    def menu(seconds):
        begun = time.monotonic()
        done = desktop.busctl(
            f"--timeout={seconds}", "call", name, "/StatusNotifierItem", "org.kde.StatusNotifierItem",
            "ContextMenu", "ii", "1", "1", check=False,
        )
        return done.returncode == 0, time.monotonic() - begun

    require(not menu(2)[0], "the frozen program answered without the bridge")
    require(is_frozen(group), "something thawed it without the bridge")
    desktop.bridge()
    world.wait_for_state(app, "background", 10)
    # Longer than a program is left alone after leaving the screen.
    time.sleep(8)
    require(not is_frozen(group), "it was frozen with an item in the panel")
    held = [condition["reason"] for condition in world.why(app)["app"]["heldBy"]]
    require(held == ["statusItem"], f"`torpor why` says {held}")
    require("statusItem" in json.dumps(world.call("Log", count=100)["decisions"]), "the ledger is silent")
    is_answered, took = menu(2)
    require(is_answered, "the menu was not answered")
    desktop.busctl("call", name, "/StatusNotifierItem", "a.b", "Leave")
    world.wait_for_state(app, "suspended", 15)
    world.torpor("quit", app, status=None)
    return f"no menu in 2 s without; {took * 1000:.0f} ms with it, and frozen once the item was gone"


def test_hears_of_the_focus_from_no_app(world, desktop):
    """a program in an app's group may not say what has the focus, one outside may"""
    desktop.bridge()
    # busctl has a text of its own for a refusal.
    focus = [
        "--print-reply", "--dest=io.torpor.Session", "/io/torpor/Session",
        "io.torpor.Session.SetFocus",
    ]
    app = "e2e.liar"
    output = world.folder / f"{app}.said"
    script = (
        f"dbus-send --bus={desktop.address} {' '.join(focus)} array:uint32:$$ > {output} 2>&1; "
        f"echo $? >> {output}; exec sleep 1000"
    )
    run(world, desktop, app, "/bin/sh", "-c", script)
    said = wait_until(
        "its answer", lambda: output.exists() and output.read_text().splitlines()[-1:], 10
    )
    text = output.read_text()
    require(said != ["0"] and "belongs to an app" in text, f"it was told {text.strip()}")
    world.call("Home", app=app)
    world.wait_for_state(app, "suspended", 15)
    pid = (world.group(app) / "cgroup.procs").read_text().split()[0]
    # What it says holds while it stays on the bus.
    helper = desktop.start(
        PYTHON, "-c",
        "import dbus, time\n"
        "bus = dbus.SessionBus()\n"
        "session = bus.get_object('io.torpor.Session', '/io/torpor/Session')\n"
        f"session.SetFocus(dbus.Array([{pid}], signature='u'), dbus_interface='io.torpor.Session')\n"
        "time.sleep(1000)\n",
    )
    try:
        world.wait_for_state(app, "background", 10)
    except Failure as failure:
        log = (world.folder / "desktop.log").read_text().strip().splitlines()
        raise Failure(f"{failure}; the program outside ended with {helper.poll()}: {log[-1:]}") from failure
    desktop.end(helper)
    world.torpor("quit", app, status=None)
    return "refused by name from within, heard from without"
