"""What Debian's machine lacks of Python's packages: fetched once by pip on this machine, since the other one has no network."""

import io
import subprocess
import sys
import tarfile

from support.places import CACHE, Skip

# Of the machine's Python.
PYTHON, PLATFORMS = "3.11", ("manylinux_2_28_x86_64", "manylinux2014_x86_64", "any")

def fetched(name, packages):
    """A folder with these packages in it, named in full: what pip would add to them is not wanted."""
    folder, made = CACHE / name, CACHE / f"{name}.recipe"
    wanted = " ".join(packages)
    if not (made.exists() and made.read_text() == wanted):
        words = [sys.executable, "-m", "pip", "install", "-q", "--upgrade", "--no-deps", "--only-binary=:all:"]
        words += ["--python-version", PYTHON, *(word for one in PLATFORMS for word in ("--platform", one))]
        done = subprocess.run([*words, "--target", str(folder), *packages], capture_output=True, text=True)
        if done.returncode:
            raise Skip(f"{name} cannot be fetched by pip: {done.stderr.strip()[-300:]}")
        made.write_text(wanted)
    return folder


def archive(folders, without=()):
    """A tar archive of folders and files of this machine, by their names in the other one; each megabyte is emulated there."""
    left_out = {"__pycache__", *without}

    def kept(member):
        member.mtime = 0
        return None if left_out & set(member.name.split("/")) else member

    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz", compresslevel=1) as written:
        for folder, name in folders:
            written.add(folder, name, filter=kept)
    return file.getvalue()
