"""What the machine gets of this tree: packages and apps, on a disk of its own that is a tar archive."""

import re
import shutil
import subprocess
import tarfile

from support.places import CACHE, ROOT, SOURCES, Failure

# Of one size always: a snapshot knows it.
DISK_BYTES = 512 << 20
FOLDER = CACHE / "parts"
DISK = CACHE / "parts.tar"
# Beside those of this tree, for upgrades and downgrades: the same programs by another name.
#   later    a version that sorts behind it
#   earlier  one that sorts before it, and reads the same journals
#   older    one that sorts before it, and whose packages say that it reads journals of earlier formats only
VARIANTS = ("later", "earlier", "older")
PACKAGES = ("torpord", "torpor", "torpor-session")


def empty():
    """A disk with nothing on it."""
    return filled(CACHE / "empty.tar", [])


def filled(path, folders):
    CACHE.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w") as archive:
        for folder, name in folders:
            archive.add(folder, name)
    if path.stat().st_size > DISK_BYTES:
        raise Failure(f"{path} has more than {DISK_BYTES >> 20} MiB; raise DISK_BYTES in Tests/Lab/support/parts.py")
    with open(path, "r+b") as file:
        file.truncate(DISK_BYTES)
    return path


def make(bin_folder=None):
    """Makes the packages of the programs in a folder, or of scripts/build-release's, and the disk with them."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    own = FOLDER / "packages"
    words = ["scripts/package", "--out", str(own), "--compression", "none"]
    if bin_folder:
        words += ["--bin", str(bin_folder)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"scripts/package failed: {(done.stdout + done.stderr).strip()[-1500:]}")
    # What the machine has no use for; each megabyte is emulated.
    for package in own.glob("*.deb"):
        if package.name.split("_")[0] not in PACKAGES:
            package.unlink()
    for variant in VARIANTS:
        for package in PACKAGES:
            repack(next(own.glob(f"{package}_*.deb")), variant)
    return filled(DISK, [
        (own, "packages"), *((FOLDER / variant, variant) for variant in VARIANTS),
        (ROOT / "Tests" / "EndToEnd" / "apps", "apps"), (SOURCES / "guest", "guest"), (ROOT / "Tests" / "Golden", "golden"),
    ])


def version_of(package):
    return package.name.split("_")[1]


def version_as(variant, version):
    return f"{version}+later" if variant == "later" else f"0.0.1~{variant}"


def repack(package, variant):
    """The package with another version, and of `older` with a format of the journal that is one less."""
    tree = FOLDER / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run(["dpkg-deb", "-R", str(package), str(tree)], check=True)
    old, new = version_of(package), version_as(variant, version_of(package))
    control = tree / "DEBIAN" / "control"
    control.write_text(control.read_text().replace(f"Version: {old}\n", f"Version: {new}\n").replace(f"(= {old})", f"(= {new})"))
    refuses = tree / "DEBIAN" / "preinst"
    text = refuses.read_text().replace(f"VERSION={old}\n", f"VERSION={new}\n")
    if variant == "older":
        text = re.sub(r"^READS=(\d+)$", lambda found: f"READS={int(found[1]) - 1}", text, flags=re.M)
    refuses.write_text(text)
    out = FOLDER / variant
    out.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(tree), str(out / package.name.replace(old, new))],
        check=True, stdout=subprocess.DEVNULL,
    )
    shutil.rmtree(tree)
