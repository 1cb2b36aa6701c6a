"""The emulated machine from outside: power, snapshots, commands by ssh, QEMU's monitor."""

import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
from pathlib import Path

from support.places import CACHE, IMAGE, RUN, SOURCES, Failure, stretched, wait_until

# One machine at a time: two processors of it are two cores of this one.
PROCESSORS, MEMORY_MIB, SWAP_MIB, DISK_MIB = 2, 2048, 1024, 6144
DISKS = ("disk.qcow2", "swap.qcow2")
# Its nice value, beside other sessions. With 19 beside builds it has a twentieth of a processor, and its boot does not end.
PRIORITY = os.environ.get("TORPOR_LAB_NICE", "5")
# A boot takes 40 to 130 s under emulation.
BOOT_SECONDS = 600
# no_timer_check: the kernel gives up where its first ticks come late, and a machine with the lowest priority is late.
KERNEL_WORDS = (
    "root=/dev/vda rw console=ttyS0 mitigations=off nokaslr apparmor=0 audit=0 net.ifnames=0 no_timer_check quiet"
)


def accelerator():
    """KVM where the processor really has it: under PVM `KVM_CREATE_VM` succeeds, and no plain kernel runs."""
    flags = open("/proc/cpuinfo").read()
    if re.search(r"\b(vmx|svm)\b", flags) and os.access("/dev/kvm", os.W_OK):
        return ["-accel", "kvm", "-cpu", "host"]
    return ["-accel", "tcg,thread=multi,tb-size=512", "-cpu", "max"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Monitor:
    """QEMU's monitor over QMP."""

    def __init__(self, path):
        self.link = socket.socket(socket.AF_UNIX)
        self.link.settimeout(10)
        self.link.connect(str(path))
        self.file = self.link.makefile("rw")
        self.events = []
        try:
            self.file.readline()
        except TimeoutError:
            raise Failure("QEMU's monitor does not answer: another command of the lab has it, such as a check") from None
        # A snapshot takes a while.
        self.link.settimeout(300)
        self.execute("qmp_capabilities")

    def receive(self):
        line = self.file.readline()
        if not line:
            raise Failure("QEMU has ended")
        return json.loads(line)

    def execute(self, command, **arguments):
        self.file.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.file.flush()
        while True:
            answer = self.receive()
            if "event" in answer:
                self.events.append(answer)
            elif "error" in answer:
                raise Failure(f"QEMU refuses {command}: {answer['error']['desc']}")
            else:
                return answer["return"]

    def say(self, line):
        """A command of the monitor for people; its answer is empty where all is well."""
        if answer := self.execute("human-monitor-command", **{"command-line": line}).strip():
            raise Failure(f"QEMU refuses '{line}': {answer}")

    def status(self):
        return self.execute("query-status")["status"]

    def take_events(self, name):
        """Those of a name that have come since the last call."""
        self.status()
        found = [event for event in self.events if event["event"] == name]
        self.events = [event for event in self.events if event["event"] != name]
        return found

    def close(self):
        self.link.close()


class Machine:
    """A machine that runs from a disk of its own; its files are in a folder."""

    def __init__(self, folder=RUN):
        self.folder = folder
        self.process = None
        self.monitor = None
        self.port = None
        # Where sockets are: their paths must be short.
        self.sockets = None
        # Whether it began as others do, so that it can be put back to a snapshot as it runs.
        self.isPlain = True

    def path(self, name):
        return self.folder / name

    # Power.

    def copy_disks(self, source):
        """Takes the disks, and the snapshots in them, of a folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in DISKS:
            shutil.copyfile(source / name, self.path(name))

    def make_disks(self):
        """Makes a disk whose beginning is that of the image, and one to swap to."""
        self.folder.mkdir(parents=True, exist_ok=True)
        # Where the image is, is said when the machine starts: the folder may have moved.
        behind = ["-b", "debian.img", "-F", "raw", "-u"]
        for name, size, words in (("disk.qcow2", f"{DISK_MIB}M", behind), ("swap.qcow2", f"{SWAP_MIB}M", [])):
            subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", *words, str(self.path(name)), size], check=True)

    def command(self, parts, isLasting, kernel_words):
        # Where a cut is to come, what the machine has flushed must be on this machine's disk (but see docs/internals/lab.md).
        cache = "writeback" if isLasting else "unsafe"
        behind = f"backing.driver=raw,backing.file.filename={IMAGE / 'debian.img'},"
        drives = {"disk.qcow2": behind, "swap.qcow2": ""}
        words = []
        for number, (name, form) in enumerate(drives.items()):
            words += ["-drive", f"file={self.path(name)},if=none,id=d{number},format=qcow2,{form}cache={cache}",
                      "-device", f"virtio-blk-pci,drive=d{number}"]
        words += ["-drive", f"file={parts},if=none,id=d2,format=raw,readonly=on", "-device", "virtio-blk-pci,drive=d2"]
        return [
            "qemu-system-x86_64", *accelerator(), "-nodefaults", "-display", "none",
            # pc: q35 sleeps once only. The clock that wakes it must be the host's: the virtual one stands still in S3.
            "-machine", "pc", "-global", "PIIX4_PM.disable_s3=0", "-rtc", "base=utc,clock=host",
            "-m", str(MEMORY_MIB), "-smp", str(PROCESSORS), "-serial", f"file:{self.path('console')}",
            "-kernel", str(IMAGE / "vmlinuz"), "-initrd", str(IMAGE / "initrd"), "-append", f"{KERNEL_WORDS} {kernel_words}", *words,
            "-netdev", f"user,id=n0,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-:22",
            "-device", "virtio-net-pci,netdev=n0,id=net0", "-device", "virtio-rng-pci",
            "-qmp", f"unix:{self.sockets / 'monitor'},server=on,wait=off",
        ]

    def start(self, parts, snapshot=None, isLasting=False, hasOwnClock=False, kernel_words=""):
        """Switches it on, from a snapshot or from nothing, and waits until it answers; the seconds that took.

        `isLasting`: its disks bear a cut, and are slower. `hasOwnClock`: `pass_time` moves the clock by which it wakes.
        `kernel_words` are for a boot from nothing.
        """
        if pid := running(self.folder):
            raise Failure(f"a machine runs already (process {pid}); scripts/lab down ends it")
        self.port, self.sockets = free_port(), Path(tempfile.mkdtemp(prefix="torpor-lab-"))
        began = time.monotonic()
        self.path("console").unlink(missing_ok=True)
        self.isPlain = not (isLasting or hasOwnClock)
        words = self.command(parts, isLasting, kernel_words) + (["-loadvm", snapshot] if snapshot else [])
        with open(self.path("qemu.log"), "w") as log:
            self.process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env=dict(os.environ, **(self.own_clock() if hasOwnClock else {})),
            )
        # It is a session of its own, and those are scheduled as one, beside which nice(1) says nothing (sched(7)).
        try:
            open(f"/proc/{self.process.pid}/autogroup", "w").write(PRIORITY)
        except OSError:
            pass
        self.path("machine").write_text(f"{self.process.pid} {self.port} {self.sockets}\n")
        monitor = self.sockets / "monitor"
        wait_until("the monitor", lambda: monitor.exists() or self.has_ended(), 60, 0.05)
        self.monitor = Monitor(monitor)
        if not snapshot:
            self.wait_for_boot()
        self.wait_for_answer()
        return time.monotonic() - began

    def own_clock(self):
        """The environment in which QEMU has a clock that this command moves (host/clock.c)."""
        library = CACHE / "clock.so"
        done = subprocess.run(
            ["gcc", "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCES / "host/clock.c"), "-ldl"], capture_output=True, text=True
        )
        if done.returncode:
            raise Failure(f"gcc cannot build Tests/Lab/host/clock.c: {done.stderr.strip()[-300:]}")
        self.ahead_seconds = 0
        self.path("ahead").write_bytes(struct.pack("=q", 0))
        return {"LD_PRELOAD": str(library), "TORPOR_LAB_CLOCK": str(self.path("ahead"))}

    def pass_time(self, seconds):
        """The clock of a machine that sleeps is so much later at once."""
        self.ahead_seconds += seconds
        # In place: QEMU has the file in its memory.
        with open(self.path("ahead"), "r+b") as file:
            file.write(struct.pack("=q", self.ahead_seconds))

    def has_ended(self):
        if self.process and self.process.poll() is not None:
            raise Failure(f"QEMU has ended: {self.path('qemu.log').read_text().strip()[-600:]}")
        return False

    def wait_for_boot(self, count=1):
        """Waits for the console's word that the machine is up, for the `count`th time."""
        def is_ready():
            self.has_ended()
            console = self.path("console")
            said = console.read_bytes() if console.exists() else b""
            if b"Kernel panic" in said:
                raise Failure(f"the machine's kernel has stopped: {said[said.index(b'Kernel panic'):][:300].decode()}")
            return said.count(b"LAB-READY") >= count

        wait_until("the machine's boot", is_ready, BOOT_SECONDS)

    def wait_for_answer(self):
        wait_until("an answer by ssh", lambda: self.answers() or self.has_ended(), BOOT_SECONDS, 0.1)

    def answers(self, user="root"):
        try:
            return subprocess.run(
                self.ssh(user, "true"), stdin=subprocess.DEVNULL, capture_output=True, timeout=stretched(60)
            ).returncode == 0
        except subprocess.TimeoutExpired:
            self.forget_connections()
            return False

    def attach(self, hasMonitor=True):
        """Takes over a machine that another command has started; its monitor serves one command at a time."""
        pid = running(self.folder)
        if not pid:
            raise Failure("no machine runs; scripts/lab up starts one")
        _, self.port, sockets = self.path("machine").read_text().split()
        self.sockets = Path(sockets)
        if hasMonitor:
            self.monitor = Monitor(self.sockets / "monitor")
        return pid

    def switch_off(self):
        """Ends it at once, with its disks in order."""
        self.monitor.execute("quit")
        self.process.wait(stretched(120))
        self.cut()

    def cut(self):
        """Takes the power away: what only QEMU had is gone."""
        pid = running(self.folder)
        if pid:
            os.kill(pid, signal.SIGKILL)
        if self.process:
            self.process.wait()
            self.process = None
        else:
            wait_until("the end of QEMU", lambda: not running(self.folder), 60, 0.05)
        if self.monitor:
            self.monitor.close()
        self.monitor = None
        if self.sockets:
            self.forget_connections()
            shutil.rmtree(self.sockets, ignore_errors=True)

    def reboot(self):
        """`systemctl reboot`, until it answers again."""
        boots = self.path("console").read_bytes().count(b"LAB-READY")
        self.sh("systemctl reboot", status=None)
        self.forget_connections()
        self.wait_for_boot(boots + 1)
        self.wait_for_answer()

    # Snapshots.

    def save(self, snapshot):
        self.monitor.say(f"savevm {snapshot}")

    def load(self, snapshot):
        self.monitor.say(f"loadvm {snapshot}")
        self.forget_connections()
        self.wait_for_answer()

    # Commands.

    def ssh(self, user, command):
        return [
            "ssh", "-p", str(self.port), "-i", str(IMAGE / "key"), "-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR",
            "-o", "UserKnownHostsFile=/dev/null", "-o", "ConnectTimeout=120", "-o", "ControlMaster=auto",
            "-o", f"ControlPath={self.sockets}/ssh-{user}", "-o", "ControlPersist=yes", f"{user}@127.0.0.1", command,
        ]

    def forget_connections(self):
        """Ends the connections that are kept: the machine does not know them any more."""
        for path in self.sockets.glob("forward-*"):
            path.unlink()
        for path in self.sockets.glob("ssh-*"):
            subprocess.run(
                ["ssh", "-o", f"ControlPath={path}", "-O", "exit", "machine"], capture_output=True, stdin=subprocess.DEVNULL
            )
            path.unlink(missing_ok=True)

    def connect(self, path, user="root"):
        """A connection to a socket in the machine, made there by a user."""
        here = self.sockets / f"forward-{user}{path.replace('/', '-')}"
        if not here.exists():
            wait_until("an answer by ssh", lambda: self.answers(user), 120, 0.1)
            words = self.ssh(user, "")[:-1]
            subprocess.run([*words, "-O", "forward", "-L", f"{here}:{path}"], capture_output=True, check=True)
        link = socket.socket(socket.AF_UNIX)
        link.settimeout(stretched(120))
        link.connect(str(here))
        return link

    def sh(self, script, user="root", status=0, seconds=300):
        """What a script of the shell prints, in the machine; another status than `status` is a failure."""
        try:
            done = subprocess.run(
                self.ssh(user, "bash -s"), input=script, capture_output=True, text=True, errors="replace",
                timeout=stretched(seconds),
            )
        except subprocess.TimeoutExpired:
            raise Failure(f"no end within {seconds} s of: {script.strip()[:200]}") from None
        if status is not None and done.returncode != status:
            said = (done.stdout + done.stderr).strip()[-1500:]
            raise Failure(f"status {done.returncode} of '{script.strip()[:200]}': {said}")
        return done.stdout

    def start_in(self, script, user="root"):
        """Starts a script in the machine and does not wait; a process here that prints what it prints."""
        child = subprocess.Popen(
            self.ssh(user, "bash -s"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        child.stdin.write(script)
        child.stdin.close()
        return child


def running(folder=RUN):
    """The process of the machine of a folder."""
    try:
        pid = int((folder / "machine").read_text().split()[0])
        words = open(f"/proc/{pid}/cmdline").read().split("\0")
    except (OSError, ValueError, IndexError):
        return None
    return pid if any("qemu-system" in word for word in words) else None
