"""What the checks of scripts/end-to-end want of Debian beside the image: fetched once by apt on this machine."""

import subprocess

from support.places import CACHE, Skip

FOLDER, MADE = CACHE / "archives", CACHE / "archives.recipe"
# The folder that the image was made of knows what the machine has, and where its Debian comes from.
ROOT_FOLDER = CACHE / "root"


def apt(*words):
    """apt for the machine's Debian, with files of its own: nothing of this machine's is read or changed."""
    places = {
        "Dir::Etc": ROOT_FOLDER / "etc/apt", "Dir::State::status": ROOT_FOLDER / "var/lib/dpkg/status",
        "Dir::State": CACHE / "archives.state", "Dir::Cache": CACHE / "archives.cache", "Dir::Cache::archives": FOLDER,
    }
    for folder in (CACHE / "archives.state/lists/partial", CACHE / "archives.cache", FOLDER / "partial"):
        folder.mkdir(parents=True, exist_ok=True)
    options = [f"-o{name}={place}" for name, place in places.items()]
    # The folder may be one that apt's own user cannot reach.
    options += ["-oAPT::Sandbox::User=root", "-oDebug::NoLocking=1", "-oAPT::Install-Recommends=false", "-qq", "-y"]
    done = subprocess.run(["apt-get", *options, *words], capture_output=True, text=True)
    if done.returncode:
        raise Skip(f"Debian's packages for the checks cannot be fetched: {(done.stdout + done.stderr).strip()[-300:]}")


def fetched(packages):
    """A folder with the archives of these packages, and of what they need and the image does not have."""
    status = ROOT_FOLDER / "var/lib/dpkg/status"
    if not status.exists():
        raise Skip(f"{ROOT_FOLDER} is missing, of which the image was made; scripts/lab image makes both")
    wanted = f"{' '.join(packages)} {status.stat().st_mtime_ns}"
    if not (MADE.exists() and MADE.read_text() == wanted):
        MADE.unlink(missing_ok=True)
        for old in FOLDER.glob("*.deb"):
            old.unlink()
        apt("update")
        apt("install", "--download-only", *packages)
        MADE.write_text(wanted)
    return FOLDER
