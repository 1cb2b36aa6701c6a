"""Network name spaces, as long as the processes that hold them, and a cable between two of them."""

import json
import shutil
import subprocess

from support.harness import Skip, require

HOLD = "echo held; exec sleep infinity"
# sysfs shows the interfaces of whoever mounted it, and the daemon reads them there.
HOLD_WITH_SYSFS = (
    "mount -t tmpfs tmpfs /mnt && mkdir /mnt/sys && mount -t sysfs sysfs /mnt/sys"
    " && mount --bind /mnt/sys/class/net /sys/class/net"
    " && mount --bind /mnt/sys/devices/virtual/net /sys/devices/virtual/net && " + HOLD
)
# An Ethernet header, which the kernel's count of an interface has and that of a socket has not.
ETHERNET_HEADER_BYTES = 14


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout if done.returncode == 0 else done.stderr.strip()


class Space:
    """A network name space, as long as the process that holds it; `keep` is given what is to be closed."""

    def __init__(self, keep, script, *options):
        for tool in ("ip", "unshare", "nsenter"):
            if shutil.which(tool) is None:
                raise Skip(f"there is no {tool}, which makes network name spaces")
        command = ["unshare", "--net", *options, "sh", "-c", script]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        keep(self)
        if self.process.stdout.readline().strip() != "held":
            said = self.process.stderr.read().strip()
            raise Skip(f"no network name space can be made here: {said}")
        self.within = ["nsenter", f"--target={self.process.pid}", "--net"]

    def ip(self, words):
        status, said = run(*self.within, "ip", *words.split())
        require(status == 0, f"ip {words}: {said}")
        return said

    def write(self, path, text):
        status, said = run(*self.within, "sh", "-c", f"echo {text} >{path}")
        require(status == 0, f"{path}: {said}")

    def counted(self, interface):
        """What an interface has sent and received: bytes of its packets without the headers of Ethernet, and packets."""
        facts = json.loads(self.ip(f"-s -j link show dev {interface}"))[0]["stats64"]
        return tuple(
            (facts[way]["bytes"] - ETHERNET_HEADER_BYTES * facts[way]["packets"], facts[way]["packets"])
            for way in ("tx", "rx")
        )

    def close(self):
        self.process.kill()
        self.process.wait()


OURS, THEIRS = "10.78.0.2", "10.78.0.1"


class Wire:
    """Two name spaces and a cable between them, over which goes what its two ends send, and nothing else."""

    def __init__(self, keep):
        self.theirs = Space(keep, HOLD)
        self.ours = Space(keep, HOLD_WITH_SYSFS, "--mount")
        status, said = run(
            *self.ours.within, "ip", "link", "add", "ours", "type", "veth", "peer", "name", "theirs",
            "netns", str(self.theirs.process.pid),
        )
        if status:
            raise Skip(f"no cable can be laid here: {said}")
        ends = [(self.ours, "ours", OURS), (self.theirs, "theirs", THEIRS)]
        for space, name, address in ends:
            # Nobody asks for neighbours or routers: those would be packets of no app.
            space.write(f"/proc/sys/net/ipv6/conf/{name}/disable_ipv6", 1)
            space.ip("link set lo up")
            space.ip(f"address add {address}/24 dev {name}")
            space.ip(f"link set {name} up")
        for (space, name, _), (other, far, address) in zip(ends, reversed(ends)):
            link = json.loads(other.ip(f"-j link show dev {far}"))[0]["address"]
            space.ip(f"neighbour replace {address} lladdr {link} dev {name} nud permanent")
        self.ours.ip(f"route add default via {THEIRS}")

    def splits(self):
        """Each packet is from now on one that fits into a frame, as on the wire of a network card."""
        for space, name in ((self.ours, "ours"), (self.theirs, "theirs")):
            space.ip(f"link set dev {name} gso_max_segs 1")
