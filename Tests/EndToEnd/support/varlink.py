"""A Varlink library that is none of ours."""

import subprocess
import sys

from support.harness import ROOT, Skip


def python_with_varlink():
    """The Python of an environment with a Varlink library from PyPI, made where it is not there yet."""
    environment = ROOT / ".build-venv"
    python = environment / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    if subprocess.run([python, "-c", "import varlink"], capture_output=True).returncode:
        try:
            done = subprocess.run(
                [
                    environment / "bin" / "pip", "install", "-q", "-r",
                    ROOT / "Examples" / "python" / "requirements.txt",
                ],
                capture_output=True, text=True, timeout=120,
            )
        except subprocess.TimeoutExpired:
            raise Skip("PyPI did not answer within 120 s")
        if done.returncode:
            raise Skip("PyPI is out of reach: " + done.stderr.strip().splitlines()[-1])
    return python
