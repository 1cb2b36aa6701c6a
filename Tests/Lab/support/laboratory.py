"""What the checks of the lab share: the machine with Torpor in it, and what Torpor says there."""

import json
import shutil
import subprocess
import time

from support import parts, record
from support.machine import DISKS, Machine, running
from support.places import CACHE, IMAGE, Failure, wait_until
from support.wheels import archive

# Disks with the snapshots "bare" and "installed" of the parts that were installed last.
INSTALLED = CACHE / "installed"

# Of the repository's Tests/EndToEnd/apps and Tests/Lab/guest, in the machine.
APPS, GUEST = "/root/parts/apps", "/root/parts/guest"


class Laboratory:
    """A machine that begins each check as a snapshot has it."""

    def __init__(self, bin_folder, earlier_folder=None):
        # Its second disk is what is about to be made.
        if pid := running():
            raise Failure(f"a machine runs already (process {pid}); scripts/lab down ends it")
        self.bin_folder = bin_folder or parts.built()
        self.programs = record.name_of(self.bin_folder)
        self.disk, self.recipe = parts.make(self.bin_folder, earlier_folder)
        self.machine = Machine()
        self.snapshots = {"ready"}
        self.hasStarted = False
        self.began = time.monotonic()

    def start(self):
        """Starts from the disks that an earlier run has left with the same parts, or from those of the image."""
        self.hasStarted = True
        kept = INSTALLED / "recipe"
        if kept.exists() and kept.read_text() == self.recipe:
            self.machine.copy_disks(INSTALLED)
            self.snapshots = {"ready", "bare", "installed"}
        else:
            self.machine.copy_disks(IMAGE)
        return self.machine.start(self.disk, "ready")

    def end(self):
        # One that another command has started is not this one's to end.
        if self.hasStarted:
            self.machine.cut()

    # Snapshots.

    def begin_bare(self):
        """Debian with the packages beside it, none of them installed."""
        self.put_back("ready" if "bare" not in self.snapshots else "bare")
        if "bare" not in self.snapshots:
            self.unpack()
            self.save("bare")

    def begin_installed(self):
        """Debian with Torpor installed, a moment ago."""
        if "installed" in self.snapshots:
            return self.put_back("installed")
        self.begin_bare()
        self.install()
        self.save("installed")
        # Kept for later runs, in order: QEMU is not running while they are copied.
        self.machine.switch_off()
        INSTALLED.mkdir(exist_ok=True)
        (INSTALLED / "recipe").unlink(missing_ok=True)
        for name in DISKS:
            shutil.copyfile(self.machine.path(name), INSTALLED / name)
        (INSTALLED / "recipe").write_text(self.recipe)
        self.machine.start(self.disk, "installed")

    def begin_desktop(self):
        """As installed, with a desktop of ada's; kept while this command runs, for the next check."""
        from support.desktop import Desktop

        if "desktop" in self.snapshots:
            return self.put_back("desktop")
        self.begin_installed()
        Desktop(self).start()
        self.save("desktop")

    def begin_sway(self):
        """As installed, with a login of ada's into sway; kept while this command runs, for the next check."""
        from support.sway import SwayDesktop

        if "sway" in self.snapshots:
            return self.put_back("sway")
        self.begin_installed()
        SwayDesktop(self).start()
        self.save("sway")

    def begin_lasting(self):
        """As installed, on disks that bear a cut."""
        self.begin_installed()
        self.machine.switch_off()
        self.machine.start(self.disk, "installed", isLasting=True)

    def begin_clocked(self):
        """As installed, with a clock that a check moves while the machine sleeps."""
        self.begin_installed()
        self.machine.switch_off()
        self.machine.start(self.disk, "installed", hasOwnClock=True)

    def put_back(self, snapshot):
        if self.machine.monitor and self.machine.isPlain:
            try:
                return self.machine.load(snapshot)
            except (Failure, OSError, ValueError):
                # The check before has left a machine that does not answer; its disks have the snapshots.
                self.machine.cut()
        if self.machine.monitor:
            self.machine.switch_off()
        self.machine.start(self.disk, snapshot)

    def save(self, snapshot):
        self.machine.save(snapshot)
        self.snapshots.add(snapshot)

    def unpack(self):
        """Copies what the second disk has into the machine."""
        self.sh(
            "mkdir -p /root/parts && dd if=/dev/vdc iflag=direct bs=1M status=none | tar -x -C /root/parts --no-same-owner\n"
            # Apps of users read them.
            "chmod 755 /root /root/parts && chmod -R a+rX /root/parts/apps /root/parts/guest"
        )

    def bring(self, folders, place="/root", without=()):
        """Copies folders and files of this machine into a folder of the other one, by their names there."""
        done = subprocess.run(
            self.machine.ssh("root", f"mkdir -p {place} && tar -xz -C {place} --no-same-owner"),
            input=archive(folders, without), capture_output=True,
        )
        if done.returncode:
            raise Failure(f"copying {[name for _, name in folders]} failed: {done.stderr.decode().strip()}")

    def install(self, variant="packages"):
        """Installs the packages as a user does; what apt says."""
        return self.sh(
            f"cd /root/parts/{variant} && DEBIAN_FRONTEND=noninteractive "
            "apt-get install -y -q --no-install-recommends ./*.deb 2>&1", seconds=600,
        )

    # Torpor in the machine.

    def sh(self, script, user="root", status=0, seconds=300):
        return self.machine.sh(script, user, status, seconds)

    def torpor(self, words, user="root", status=0):
        return self.sh(f"torpor {words} 2>&1", user, status)

    def call(self, method, user="root", path="/run/torpor/socket", **parameters):
        """A call of io.torpor.Control to root's daemon, or to one of a user's own by the path of its socket."""
        message = json.dumps({"method": f"io.torpor.Control.{method}", "parameters": parameters}).encode() + b"\0"
        answer = b""
        with self.machine.connect(path, user) as link:
            link.sendall(message)
            while not answer.endswith(b"\0"):
                read = link.recv(65536)
                if not read:
                    raise Failure(f"the daemon has closed the connection of {method}")
                answer += read
        reply = json.loads(answer[:-1])
        if "error" in reply:
            raise Failure(f"{method} is refused: {reply}")
        return reply["parameters"]

    def apps(self, user="root"):
        return {app["app"]: app for app in self.call("List", user)["apps"]}

    def state_of(self, app, user="root"):
        return self.apps(user).get(app, {}).get("state")

    def wait_for_state(self, app, state, user="root"):
        wait_until(f"{app} {state}", lambda: self.state_of(app, user) == state)

    def jobs(self, user="root"):
        """The first hundred or so, by name."""
        return {job["name"]: job for job in self.call("ListJobs", user)["jobs"]}

    def wait_for_job(self, name, state, user="root"):
        wait_until(f"job {name} {state}", lambda: self.jobs(user).get(name, {}).get("state") == state)
        return self.jobs(user)[name]

    def play(self, app, script, user="root"):
        """Runs an app that does in its callbacks what the script says, on the screen."""
        words = json.dumps(script).replace("'", "")
        self.sh(
            f"torpor run --detach --id {app} -- python3 {APPS}/player.py /tmp/{app}.jsonl '{words}' </dev/null >/dev/null 2>&1",
            user,
        )
        wait_until(f"the start of {app}", lambda: self.events(app, "didBecomeActive"))

    def install_player(self, app, script, mode, allowed=()):
        """Installs an app that does in its callbacks what the script says, with one background mode, and opens it.

        `allowed`: what the user allows it, as the settings name it (`Bluetooth`).
        """
        words = json.dumps(script).replace("'", "")
        keys = "".join(f"<key>CFBundle{key}</key><string>{name}</string>" for key, name in (
            ("Identifier", app), ("DisplayName", app), ("Executable", "player"),
        ))
        bundle = f"/root/{app}.app"
        self.sh(
            f"mkdir {bundle} && echo '<plist><dict>{keys}<key>UIBackgroundModes</key><array><string>{mode}</string></array>"
            f"</dict></plist>' >{bundle}/Info.plist\n"
            f"cat >{bundle}/player <<'S'\n#!/bin/sh\nexec python3 -B {APPS}/player.py /tmp/{app}.jsonl '{words}'\nS\n"
            f"chmod 755 {bundle}/player && torpor install {bundle}"
        )
        for name in allowed:
            self.call("ChangeSetting", app=app, **{f"allows{name}": True})
        self.torpor(f"launch {app}")
        wait_until(f"the start of {app}", lambda: self.events(app, "didBecomeActive"))

    def events(self, app, name=None):
        lines = self.sh(f"cat /tmp/{app}.jsonl 2>/dev/null; true").splitlines()
        found = [json.loads(line) for line in lines if line.endswith("}")]
        return [event for event in found if name in (None, event["event"])]

    def log(self, count=40):
        return self.torpor(f"log -n {count}")
