"""A Varlink library that is none of ours."""

import subprocess

from support.harness import ROOT, Skip


def python_with_varlink():
    """The Python of an environment with a Varlink library from PyPI."""
    done = subprocess.run([ROOT / "scripts" / "varlink-python"], capture_output=True, text=True)
    if done.returncode:
        raise Skip("PyPI is out of reach: " + (done.stderr.strip().splitlines() or ["no answer in 60 s"])[-1])
    return done.stdout.strip()
