"""What the machine gets of this tree: packages and apps, on a disk of its own that is a tar archive."""

import hashlib
import pathlib
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
# Programs of an earlier commit, by the name of the folder of their packages; empty where none are given.
BEFORE = "before"
PROGRAMS = ("torpord", "torpor", "torpor-transferd", "torpor-session")
FROM = ("Packaging", "man", "Tests/EndToEnd/apps", "Tests/Lab/guest", "Tests/Golden")
PACKAGES = ("torpord", "torpor", "torpor-session")
# Beside them, where scripts/build-services --release has made them; checks install them. Each with its folder.
SERVICES = {"torpor-pushd": "services", "torpor-gateway": "services", "torpor-dashboard": "dashboard"}
SERVICES_FOLDER = ROOT / ".build-services" / "release"


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


def recipe(bin_folder, earlier_folder):
    """What the disk is made of: programs, and files of this tree."""
    found = hashlib.sha256()
    paths = [path for folder in FROM for path in sorted((ROOT / folder).rglob("*")) if "__pycache__" not in path.parts]
    paths += [ROOT / "scripts/package", pathlib.Path(__file__)]
    folders = [bin_folder, earlier_folder] if earlier_folder else [bin_folder]
    programs = [*(folder / name for folder in folders for name in PROGRAMS), *(SERVICES_FOLDER / name for name in SERVICES)]
    for path in [*paths, *programs]:
        if path.is_file():
            found.update(f"{path.parent.name}/{path.name} {path.stat().st_size} ".encode() + path.read_bytes())
    found.update(f"{len(programs)}".encode())
    return found.hexdigest()


def built():
    """The folder of the programs of scripts/build-release, which builds them."""
    subprocess.run(["scripts/build-release"], cwd=ROOT, check=True)
    words = ["scripts/build-release", "--show-bin-path"]
    return pathlib.Path(subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip())


def make(bin_folder, earlier_folder=None):
    """Makes the packages of the programs in a folder; the disk with them, and its recipe.

    `earlier_folder`: programs of an earlier commit, of which there are packages, too.
    """
    for folder in filter(None, (bin_folder, earlier_folder)):
        require_own_runtime(folder)
    wanted, made = recipe(bin_folder, earlier_folder), CACHE / "parts.recipe"
    if not (made.exists() and made.read_text() == wanted):
        made.unlink(missing_ok=True)
        pack(bin_folder, earlier_folder)
        made.write_text(wanted)
    return DISK, wanted


def require_own_runtime(folder):
    """Fails where a program wants Swift's shared libraries, which the machine does not have."""
    done = subprocess.run(["ldd", str(folder / "torpord")], capture_output=True, text=True)
    if found := re.search(r"libswift\S+", done.stdout):
        raise Failure(f"{folder}/torpord loads {found[0]}, which the machine does not have; scripts/build-release makes programs without it")


def package(bin_folder, out, *words):
    words = ["scripts/package", "--out", str(out), "--compression", "none", "--bin", str(bin_folder), *words]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"scripts/package failed: {(done.stdout + done.stderr).strip()[-1500:]}")


def pack(bin_folder, earlier_folder):
    """Makes the packages, those that stand for other versions, and the disk with all of them."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    own, before = FOLDER / "packages", FOLDER / BEFORE
    package(bin_folder, own)
    beside = sorted(set(SERVICES.values()))
    for folder in (before, *(FOLDER / name for name in beside)):
        folder.mkdir()
    if earlier_folder:
        package(earlier_folder, before, "--version", version_as(BEFORE, ""))
        for one in before.glob("*.deb"):
            if one.name.split("_")[0] not in PACKAGES:
                one.unlink()
    for package_file in own.glob("*.deb"):
        name = package_file.name.split("_")[0]
        if name in SERVICES:
            package_file.rename(FOLDER / SERVICES[name] / package_file.name)
        elif name not in PACKAGES:
            # What the machine has no use for; each megabyte is emulated.
            package_file.unlink()
    for variant in VARIANTS:
        for name in PACKAGES:
            repack(next(own.glob(f"{name}_*.deb")), variant)
    filled(DISK, [
        (own, "packages"), *((FOLDER / name, name) for name in beside), *((FOLDER / variant, variant) for variant in (*VARIANTS, BEFORE)),
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
