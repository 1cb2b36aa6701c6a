"""What checks want of Debian beside the image: fetched once by apt on this machine, and installed in the other one."""

import subprocess

from support.places import CACHE, Skip

# The folder that the image was made of knows what the machine has, and where its Debian comes from.
ROOT_FOLDER = CACHE / "root"
# Where they are brought in the machine.
PLACE = "/opt/archives"


def apt(folder, *words):
    """apt for the machine's Debian, with files of its own: nothing of this machine's is read or changed."""
    places = {
        "Dir::Etc": ROOT_FOLDER / "etc/apt", "Dir::State::status": ROOT_FOLDER / "var/lib/dpkg/status",
        "Dir::State": CACHE / "archives.state", "Dir::Cache": CACHE / "archives.cache", "Dir::Cache::archives": folder,
    }
    for made in (CACHE / "archives.state/lists/partial", CACHE / "archives.cache", folder / "partial"):
        made.mkdir(parents=True, exist_ok=True)
    options = [f"-o{name}={place}" for name, place in places.items()]
    # The folder may be one that apt's own user cannot reach.
    options += ["-oAPT::Sandbox::User=root", "-oDebug::NoLocking=1", "-oAPT::Install-Recommends=false", "-qq", "-y"]
    done = subprocess.run(["apt-get", *options, *words], capture_output=True, text=True)
    if done.returncode:
        raise Skip(f"Debian's packages for the checks cannot be fetched: {(done.stdout + done.stderr).strip()[-300:]}")


def fetched(name, packages):
    """A folder with the archives of these packages, and of what they need and the image does not have."""
    folder, made = CACHE / f"archives-{name}", CACHE / f"archives-{name}.recipe"
    status = ROOT_FOLDER / "var/lib/dpkg/status"
    if not status.exists():
        raise Skip(f"{ROOT_FOLDER} is missing, of which the image was made; scripts/lab image makes both")
    wanted = f"{' '.join(packages)} {status.stat().st_mtime_ns}"
    if not (made.exists() and made.read_text() == wanted):
        made.unlink(missing_ok=True)
        for old in folder.glob("*.deb"):
            old.unlink()
        apt(folder, "update")
        apt(folder, "install", "--download-only", *packages)
        made.write_text(wanted)
    return folder


def install(lab, name, packages):
    """Has them in the machine, where none of their services is started: checks start servers themselves."""
    lab.bring([(fetched(name, packages), name)], PLACE, without=("partial",))
    lab.sh(
        # policy-rc.d; 101 forbids it.
        "printf '#!/bin/sh\\nexit 101\\n' >/usr/sbin/policy-rc.d && chmod 755 /usr/sbin/policy-rc.d\n"
        f"dpkg --force-unsafe-io --install {PLACE}/{name}/*.deb 2>&1\n"
        f"status=$?; rm -r /usr/sbin/policy-rc.d {PLACE}/{name}; exit $status", seconds=900,
    )
