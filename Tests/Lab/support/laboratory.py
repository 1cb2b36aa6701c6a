"""What the checks of the lab share: the machine with Torpor in it, and what Torpor says there."""

import json
import time

from support.machine import Machine
from support.places import IMAGE, Failure, wait_until

# Of the repository's Tests/EndToEnd/apps and Tests/Lab/guest, in the machine.
APPS, GUEST = "/root/parts/apps", "/root/parts/guest"


class Laboratory:
    """A machine that begins each check as a snapshot has it."""

    def __init__(self, disk):
        self.disk = disk
        self.machine = Machine()
        self.snapshots = {"ready"}
        self.began = time.monotonic()

    def start(self):
        self.machine.copy_disks(IMAGE)
        return self.machine.start(self.disk, "ready")

    def end(self):
        self.machine.cut()

    # Snapshots.

    def begin_bare(self):
        """Debian with the packages beside it, none of them installed."""
        self.take("bare", "ready", self.unpack)

    def begin_installed(self):
        """Debian with Torpor installed, a moment ago."""
        self.take("installed", "bare", self.install)

    def take(self, name, before, make):
        if not self.machine.monitor:
            # It was cut off; a disk that was written without it is not that of the snapshots.
            self.machine.copy_disks(IMAGE)
            self.machine.start(self.disk, "ready")
            self.snapshots = {"ready"}
        if name in self.snapshots:
            return self.machine.load(name)
        if before == "bare":
            self.begin_bare()
        else:
            self.machine.load(before)
        make()
        self.machine.save(name)
        self.snapshots.add(name)

    def unpack(self):
        """Copies what the second disk has into the machine."""
        self.sh(
            "mkdir -p /root/parts && dd if=/dev/vdc iflag=direct bs=1M status=none | tar -x -C /root/parts --no-same-owner\n"
            # Apps of users read them.
            "chmod 755 /root /root/parts && chmod -R a+rX /root/parts/apps /root/parts/guest"
        )

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

    def call(self, method, user="root", **parameters):
        """A call of io.torpor.Control to root's daemon."""
        message = json.dumps({"method": f"io.torpor.Control.{method}", "parameters": parameters}).encode() + b"\0"
        answer = b""
        with self.machine.connect("/run/torpor/socket", user) as link:
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
        return {job["name"]: job for job in self.call("ListJobs", user, includesFinished=True)["jobs"]}

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

    def events(self, app, name=None):
        lines = self.sh(f"cat /tmp/{app}.jsonl 2>/dev/null; true").splitlines()
        found = [json.loads(line) for line in lines if line.endswith("}")]
        return [event for event in found if name in (None, event["event"])]

    def log(self, count=40):
        return self.torpor(f"log -n {count}")
