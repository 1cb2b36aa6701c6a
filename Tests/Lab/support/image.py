"""The image of the lab's machine: Debian 12 from Debian's mirror, made once, with a snapshot of it running."""

import hashlib
import os
import shutil
import subprocess
import time

from support import machine, parts
from support.places import CACHE, IMAGE, SOURCES, Failure

SUITE = "bookworm"
RECIPE = SOURCES / "image"
TOOLS = {
    "mmdebstrap": "mmdebstrap", "qemu-system-x86_64": "qemu-system-x86", "qemu-img": "qemu-utils", "mke2fs": "e2fsprogs",
    "ssh": "openssh-client", "ssh-keygen": "openssh-client", "make": "make", "gcc": "gcc",
}
# What a command that only runs the machine needs.
RUNS_WITH = ("qemu-system-x86_64", "qemu-img", "ssh")
# The kernel's package makes an initial file system, which nobody starts; with all modules that takes minutes.
SMALL_INITRD = 'mkdir -p "$1/etc/initramfs-tools/conf.d" && echo MODULES=list >"$1/etc/initramfs-tools/conf.d/lab"'
# Not in the machine: nobody reads there, and each megabyte is emulated.
LEFT_OUT = ("man", "doc", "locale")


def digest(paths, words=""):
    """What something is made of."""
    found = hashlib.sha256(words.encode())
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def packages():
    lines = (RECIPE / "packages.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def recipe():
    """What the image is made of; where it changes, the image is made again."""
    sizes = f"{machine.MEMORY_MIB} {machine.SWAP_MIB} {machine.DISK_MIB}"
    return digest(sorted(RECIPE.iterdir()), f"{sizes} {machine.KERNEL_WORDS} {SUITE}")


def missing_tools(names):
    return sorted({TOOLS[name] for name in names if not shutil.which(name)})


def reason_to_skip():
    """Why no machine can run here now; `None` where one can."""
    if lacks := missing_tools(RUNS_WITH):
        return f"{' '.join(lacks)} missing; apt-get install {' '.join(lacks)}, then scripts/lab image"
    if not is_made():
        return "the machine's image is not there; scripts/lab image makes it, once, in 4 to 8 minutes"
    return None


def is_made():
    made = IMAGE / "recipe"
    return made.exists() and made.read_text() == recipe()


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    if done.returncode:
        raise Failure(f"{words[0]} failed: {(done.stdout + done.stderr).strip()[-1500:]}")
    return done.stdout


def say(sentence):
    print(f"lab: {sentence}", flush=True)


def make():
    """Makes the image, or what of it is out of date."""
    if os.geteuid() != 0:
        raise Failure("an image is made as root: its files belong to root, and programs of it are run (chroot)")
    if lacks := missing_tools(TOOLS):
        raise Failure(f"{' '.join(lacks)} missing; apt-get install --no-install-recommends {' '.join(lacks)}")
    if is_made():
        say(f"the image in {IMAGE} is up to date")
        return
    began = time.monotonic()
    IMAGE.mkdir(parents=True, exist_ok=True)
    (IMAGE / "recipe").unlink(missing_ok=True)
    root = make_root()
    kernel = next((root / "lib/modules").iterdir()).name
    module = make_module(kernel)
    if not (IMAGE / "key").exists():
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", IMAGE / "key")
    run(RECIPE / "customize", root, IMAGE / "key.pub", module)
    shutil.copyfile(root / f"boot/vmlinuz-{kernel}", IMAGE / "vmlinuz")
    shutil.copyfile(root / "boot/initrd-lab", IMAGE / "initrd")
    disk = IMAGE / "debian.img"
    disk.unlink(missing_ok=True)
    run("mke2fs", "-q", "-t", "ext4", "-d", root, "-F", disk, f"{machine.DISK_MIB}M")
    say(f"the disk is made ({time.monotonic() - began:.0f} s); its first boot follows")
    take_snapshot()
    (IMAGE / "recipe").write_text(recipe())
    say(f"the image is in {IMAGE} ({time.monotonic() - began:.0f} s)")


def make_root():
    """Debian in a folder; kept, since what is changed in it afterwards takes seconds."""
    root, made = CACHE / "root", CACHE / "root.recipe"
    wanted = digest([RECIPE / "packages.txt"])
    if made.exists() and made.read_text() == wanted:
        return root
    made.unlink(missing_ok=True)
    shutil.rmtree(root, ignore_errors=True)
    say(f"Debian's packages are unpacked; {CACHE / 'root.log'} has what is said meanwhile")
    words = [f"--dpkgopt=path-exclude=/usr/share/{folder}/*" for folder in LEFT_OUT]
    with open(CACHE / "root.log", "w") as log:
        status = subprocess.run(
            ["mmdebstrap", "--variant=minbase", f"--include={','.join(packages())}",
             "--aptopt=APT::Install-Recommends \"false\"", "--dpkgopt=force-unsafe-io", f"--essential-hook={SMALL_INITRD}", *words,
             SUITE, str(root)],
            stdout=log, stderr=log, stdin=subprocess.DEVNULL,
        ).returncode
    if status:
        raise Failure(f"mmdebstrap failed with {status}; {CACHE / 'root.log'} says why")
    made.write_text(wanted)
    return root


def make_module(kernel):
    """The module with a mains adapter and a battery, for the kernel of the machine."""
    headers = f"/usr/src/linux-headers-{kernel}"
    if not os.path.isdir(headers):
        raise Failure(f"{headers} is missing; apt-get install --no-install-recommends linux-headers-{kernel}")
    folder = CACHE / "module"
    folder.mkdir(exist_ok=True)
    shutil.copyfile(RECIPE / "lab_power.c", folder / "lab_power.c")
    (folder / "Makefile").write_text("obj-m := lab_power.o\n")
    run("make", "-s", "-C", headers, f"M={folder}", "modules")
    return folder / "lab_power.ko"


def take_snapshot():
    """Boots the machine once, and keeps it as it is when it is ready."""
    one = machine.Machine(CACHE / "first-boot")
    one.make_disks()
    try:
        seconds = one.start(parts.empty())
        one.sh("systemctl is-system-running --wait; mkswap /dev/vdb && swapon -a")
        one.sh("rm -f /var/log/apt/* /var/log/dpkg.log; sync")
        one.save("ready")
        one.switch_off()
    finally:
        one.cut()
    for name in machine.DISKS:
        shutil.move(one.path(name), IMAGE / name)
    say(f"it was ready {seconds:.0f} s after it was switched on, and a snapshot is kept")
