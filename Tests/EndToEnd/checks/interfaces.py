"""Checks on the socket as foreign programs see it: what it says of itself, and how much it bears."""

import subprocess
import sys

from support.harness import APPS, require, wait_until
from support.varlink import python_with_varlink

# Prints, for each interface, how many methods, types and errors a Varlink library from PyPI finds in the
# description that the daemon serves.
PARSE = """
import sys
import varlink

with varlink.Client(address="unix:" + sys.argv[1]) as client:
    with client.open("org.varlink.service") as service:
        for name in service.GetInfo()["interfaces"]:
            text = service.GetInterfaceDescription(name)["description"]
            scanner = varlink.Interface(text)
            assert scanner.name == name, scanner.name
            members = list(scanner.members.values())
            kinds = [type(member).__name__ for member in members]
            print(name, *[sum(kind == wanted for kind in kinds)
                          for wanted in ("_Method", "_Alias", "_Error")])
"""


def test_descriptions_are_varlink(world):
    """a Varlink library from PyPI reads the description of every interface, whole"""
    done = subprocess.run(
        [python_with_varlink(), "-c", PARSE, world.socket], capture_output=True, text=True, timeout=60
    )
    require(done.returncode == 0, done.stderr.strip()[-400:])
    counts = {}
    for line in done.stdout.splitlines():
        name, *numbers = line.split()
        counts[name] = [int(number) for number in numbers]
    offered = world.raw_call("org.varlink.service.GetInfo", {})["parameters"]["interfaces"]
    require(sorted(counts) == sorted(offered), f"read {sorted(counts)}, offered {offered}")
    for name, numbers in counts.items():
        text = world.raw_call("org.varlink.service.GetInterfaceDescription", {"interface": name})
        lines = text["parameters"]["description"].splitlines()
        described = [
            sum(line.startswith(word + " ") for line in lines) for word in ("method", "type", "error")
        ]
        require(numbers == described, f"of {name} it read {numbers}, described are {described}")
    methods, types, errors = (sum(column) for column in zip(*counts.values()))
    return f"{len(counts)} interfaces: {methods} methods, {types} types, {errors} errors"


def test_many_tasks_expire(world):
    """an app with 200 background tasks is told of every expiration and ends all of them in one write"""
    app, count = "e2e.juggler", 200
    log = world.folder / f"{app}.jsonl"
    with open(world.folder / f"{app}.out", "wb") as output:
        subprocess.run(
            [
                world.torpor_path, "run", "--json", "--detach", "--id", app, "--", sys.executable,
                str(APPS / "juggler.py"), str(log), str(count),
            ],
            env=world.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            timeout=60, check=True,
        )
    wait_until(f"{app} attaching", lambda: world.events(app, "didBecomeActive"))
    world.call("Home", app=app)

    def happened(event):
        lost = world.events(app, "cut off")
        require(not lost, f"the daemon cut it off: {lost}")
        return world.events(app, event)

    wait_until(f"{count} tasks", lambda: happened("begun"), 20)
    wait_until("their expiration", lambda: happened("expired"), 40, 0.2)
    wait_until("its freeze", lambda: happened("expired") and
               world.why(app)["app"]["state"] == "suspended", 10)
    require(not world.events(app, "error"), f"errors: {world.events(app, 'error')[:2]}")
    begun, expired = world.events(app, "begun")[0]["ns"], world.events(app, "expired")[0]["ns"]
    world.call("Uninstall", app=app)
    return f"told of all {count} after {(expired - begun) / 1e9:.1f} s, and frozen once it had ended them"
