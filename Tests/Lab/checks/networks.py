"""Transfers over the sleep of the machine, and from one network to another."""

import json

from checks.sleep import sleep
from support.laboratory import GUEST
from support.places import require, wait_until

# A network name space beside the machine, to which two cables lead; the server's address is in neither network.
CABLES = {"cable0": "10.79.0", "cable1": "10.80.0"}
SERVER, PORT, LOG = "10.81.0.1", 8080, "/root/served"
BYTES, BYTES_A_SECOND = 24 << 20, 256 << 10
# The server has given up the connection by then.
SLEEP_SECONDS = 40
# Of what the daemon has reported, what is fetched again at most: what is written to the disk at a time.
AGAIN_BYTES_MAX = 1 << 20


def lay_cables(lab):
    """The machine's own wire is for this command: its other networks are these."""
    lab.sh(f"ip netns add world && ip -n world link set lo up && ip -n world address add {SERVER}/32 dev lo; ip route del default; true")
    for cable, prefix in CABLES.items():
        lab.sh(
            f"ip link add {cable} type veth peer name {cable} netns world && ip address add {prefix}.2/24 dev {cable} && "
            f"ip -n world address add {prefix}.1/24 dev {cable} && ip -n world link set {cable} up"
        )
    lab.sh(
        f"setsid ip netns exec world python3 -B {GUEST}/server.py {SERVER} {PORT} {BYTES} {BYTES_A_SECOND} {LOG} >/root/server.log 2>&1 </dev/null &\n"
        f"until ip netns exec world ss -lnt | grep -q :{PORT}; do sleep 0.3; done"
    )


def connect(lab, cable):
    prefix = CABLES[cable]
    lab.sh(f"ip link set {cable} up && ip route add default via {prefix}.1 dev {cable}")


def disconnect(lab, cable):
    lab.sh(f"ip link set {cable} down && ip address flush dev {cable}; ip route del default 2>/dev/null; true")


def requests(lab):
    return [json.loads(line) for line in lab.sh(f"cat {LOG} 2>/dev/null; true").splitlines()]


def sent(lab):
    """How many bytes the server has sent in all; the daemon is told of a transfer's progress at longer intervals."""
    return int(lab.sh(f"cat {LOG}.sent 2>/dev/null; true").strip() or 0)


def more(lab, what):
    """Waits until a megabyte more has been sent, and the transfer is not over; how many bytes the daemon says it has."""
    before = sent(lab)
    wait_until(f"more bytes {what}", lambda: sent(lab) > before + (1 << 20), 180)
    row = lab.call("ListTransfers", includesOver=True)["transfers"][-1]
    require(row["state"] != "completed", f"it is over already {what}, after requests {requests(lab)}")
    return row["bytes"]


def require_continued(lab, received, what):
    """That the last request began where the file on the disk had ended."""
    last = requests(lab)[-1]["from"]
    require(last >= received - AGAIN_BYTES_MAX, f"{what} it began again at {last} of {received} bytes")


def check_transfers_outlive_sleep_and_networks(lab):
    """a download continues after a sleep in which its server gave up, and after a change of network, from the byte where it was"""
    lay_cables(lab)
    connect(lab, "cable0")
    lab.torpor(f"download http://{SERVER}:{PORT}/file -o /root/file --detach")
    received = more(lab, "at the beginning")
    sleep(lab, SLEEP_SECONDS)
    more(lab, "after the sleep")
    require_continued(lab, received, "after the sleep")
    received = lab.call("ListTransfers", includesOver=True)["transfers"][-1]["bytes"]
    disconnect(lab, "cable0")
    connect(lab, "cable1")
    more(lab, "over the other network")
    require_continued(lab, received, "over the other network")
    # No network for a moment; the same one comes back.
    lab.sh("ip link set cable1 down")
    lab.sh(f"ip link set cable1 up && ip route replace default via {CABLES['cable1']}.1 dev cable1")
    wait_until("its end", lambda: lab.sh("test -s /root/file && echo yes; true").strip(), 600)
    require(lab.sh(f"cmp /root/file {LOG}.content && echo same; true").strip() == "same", "the file differs")
    served = requests(lab)
    begun = [one["from"] for one in served]
    # At least one for the sleep, and one for the other network.
    require(len(begun) > 2, f"there were only {served}")
    require(begun[0] == 0 and all(later > earlier for earlier, later in zip(begun, begun[1:])), f"requests began at {begun}")
    return f"{BYTES >> 20} MiB in {len(begun)} requests, from {', '.join(f'{one / (1 << 20):.1f}' for one in begun)} MiB on"
