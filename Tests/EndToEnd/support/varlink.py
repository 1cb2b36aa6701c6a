"""A Varlink library, and a generator of clients, that are none of ours."""

import os
import re
import shutil
import subprocess

from support.harness import ROOT, Skip, require


def python_with_varlink():
    """The Python of an environment with a Varlink library from PyPI."""
    done = subprocess.run([ROOT / "scripts" / "varlink-python"], capture_output=True, text=True)
    if done.returncode:
        raise Skip("PyPI is out of reach: " + (done.stderr.strip().splitlines() or ["no answer in 60 s"])[-1])
    return done.stdout.strip()


GO_PACKAGES = ("golang-go", "golang-github-varlink-go-dev", "varlink-go")
# Where Debian's packages put the sources of libraries for Go.
GO_LIBRARIES = "/usr/share/gocode"


def generated_client(source, descriptions, folder):
    """A program in Go, with clients that Debian's varlink-go-interface-generator writes from the descriptions.

    Two things of that generator (0.4.0) are in the way, and both are here: it takes no capitals in the name of an interface,
    which the language allows by now, so it reads the name in small letters and its code gets the right one; and it refuses
    an interface that has errors only ("no methods defined"), which the language allows, too. Errors of such interfaces reach
    its clients by their names. Returns the program, and the interfaces that it has clients for.
    """
    tools = {name: shutil.which(name) for name in ("go", "varlink-go-interface-generator")}
    missing = [name for name, path in tools.items() if path is None]
    if missing:
        raise Skip(f"{' and '.join(missing)} missing. Install with: apt-get install {' '.join(GO_PACKAGES)}")
    environment = os.environ | {
        "GO111MODULE": "off", "GOPATH": f"{folder}:{GO_LIBRARIES}", "GOCACHE": str(folder / "cache"), "GOFLAGS": "",
    }

    def run(*words, within):
        done = subprocess.run(words, cwd=within, env=environment, capture_output=True, text=True, timeout=300)
        require(done.returncode == 0, f"{words[0]}: {(done.stderr or done.stdout).strip()[-600:]}")

    generated = []
    for name, text in descriptions.items():
        if not re.search(r"^method ", text, re.MULTILINE):
            continue
        package = folder / "src" / name.replace(".", "").lower()
        package.mkdir(parents=True)
        description = package / f"{name.lower()}.varlink"
        description.write_text(re.sub(r"^interface .*", f"interface {name.lower()}", text, count=1, flags=re.MULTILINE))
        run(tools["varlink-go-interface-generator"], description.name, within=package)
        for written in package.glob("*.go"):
            written.write_text(written.read_text().replace(f'"{name.lower()}.', f'"{name}.'))
        generated.append(name)
    program = folder / "src" / source.stem
    program.mkdir()
    shutil.copy(source, program)
    run(tools["go"], "build", "-o", str(folder / source.stem), f"./{program.name}", within=program.parent)
    # Those that the program does not use have to compile, too.
    run(tools["go"], "build", "./...", within=program.parent)
    return folder / source.stem, generated
