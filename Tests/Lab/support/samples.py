"""The SDK's samples, for the checks on apps in Apple's API: the machine has neither a compiler nor Swift's runtime."""

import os
import pathlib
import re
import subprocess

from support.places import ROOT

# Where the checks look for them.
FOLDER = ".build-sdk/installed"
SDK = pathlib.Path(os.environ.get("TORPOR_SDK", ROOT / FOLDER))


def bring(lab, place):
    """Brings what scripts/sdk --samples has built; where it has built none, the checks say so and skip."""
    programs = [folder / folder.stem for folder in sorted((SDK / "samples").glob("*.app"))]
    if not programs:
        return
    lab.bring([(SDK / "samples", "samples")], f"{place}/{FOLDER}")
    libraries = {library for program in programs for library in libraries_of(program)}
    lab.bring([(library.resolve(), library.name) for library in sorted(libraries)], folder_of_libraries(programs[0]))


def libraries_of(program):
    """Those that a program loads and Debian does not have."""
    environment = dict(os.environ, LD_LIBRARY_PATH=str(SDK / "lib"))
    said = subprocess.run(["ldd", str(program)], env=environment, capture_output=True, text=True, check=True).stdout
    found = (pathlib.Path(path) for path in re.findall(r"=> (/\S+)", said))
    return [path for path in found if not path.is_relative_to("/lib") and not path.is_relative_to("/usr/lib")]


def folder_of_libraries(program):
    """Where it looks first."""
    said = subprocess.run(["readelf", "-d", str(program)], capture_output=True, text=True, check=True).stdout
    return re.search(r"\((?:RUNPATH|RPATH)\).*\[([^:\]]+)", said)[1]
