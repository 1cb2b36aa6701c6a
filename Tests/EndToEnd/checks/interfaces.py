"""Checks on the socket as foreign programs see it: what it says of itself, and how much it bears."""

import re
import subprocess
import sys

from support.harness import APPS, require, wait_until
from support.varlink import generated_client, python_with_varlink

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


# Calls with the same library, which holds every parameter and every reply against the descriptions.
CALL = """
import sys
import varlink

app, job = "e2e.foreign", "e2e-foreign"

def refusal(call, **parameters):
    try:
        call(**parameters)
    except varlink.VarlinkError as error:
        return error.error(), error.parameters()
    raise AssertionError(f"{parameters} were accepted")

with varlink.Client(address="unix:" + sys.argv[1]) as client:
    with client.open("io.torpor.Control") as control:
        command = dict(executable="/bin/sleep", arguments=["sleep", "60"], workingDirectory="/")
        control.Install(identifier=app, name="Foreign", backgroundModes=["fetch"], **command)
        launch = control.Launch(app=app)["launch"]
        assert app in [one["app"] for one in control.List()["apps"]]
        control.ChangeSetting(app=app, backgroundRefresh="wifi", location="never")
        settings = control.GetSettings(app=app)
        assert (settings["backgroundRefresh"], settings["location"]) == ("wifi", "never"), settings
        control.Home(app=app)
        explained = control.Why(app=app)
        names = [decision["action"]["name"] for decision in explained["decisions"]]
        assert {"install", "launch", "moveToBackground"} <= set(names), names
        answer = control.Diagnose(app=app, question="neverSleeps")["answers"][0]
        assert answer["checks"] and answer["question"] == "neverSleeps", answer
        submitted = control.SubmitJob(name=job, command="true", freeBytesMin=2**60, environment=[],
                                      whenLost="pause", **command)
        listed = control.ListJobs(job=submitted["job"])["jobs"][0]
        assert (listed["state"], listed["whenLost"]) == ("waiting", "pause"), listed
        control.CancelJob(job=job)
        control.RemoveJob(job=job)
        pushed = control.Push(app=app, payload='{"aps":{"alert":"Hello"}}', type="alert", priority=5)
        assert pushed["app"] == app and pushed["isVisible"], pushed
        control.ListActivities(), control.ListTransfers(), control.ListNotifications(app=app)
        control.ListAccessories(), control.GetCapabilities(), control.GetVersion(), control.Status()
        export = control.Export(app=app)
        assert [call["method"] for call in export["calls"]][:2] == ["Install", "ChangeSetting"], export
        error, facts = refusal(control.Launch, app="e2e.foreig")
        assert error == "io.torpor.Control.UnknownApp" and facts["similar"] == [app], (error, facts)
        error, facts = refusal(control.Signal, launch=launch, signal=99)
        assert (error, facts["parameter"]) == ("org.varlink.service.InvalidParameter", "signal"), (error, facts)
        control.Quit(app=app)
        assert control.Wait(launch=launch)["exit"]["reason"]["name"] == "forceQuit"
        control.Uninstall(app=app)
    with client.open("io.torpor.Control") as control:
        page = next(control.Log(follow=True, count=5, _more=True))
        assert len(page["decisions"]) == 5, page
print("good")
"""


def test_a_foreign_client_calls(world):
    """a Varlink library from PyPI makes calls of programs, and finds every reply as it is described"""
    done = subprocess.run(
        [python_with_varlink(), "-c", CALL, world.socket], capture_output=True, text=True, timeout=120
    )
    require(done.stdout.strip() == "good", done.stderr.strip()[-600:])
    return f"{len(set(re.findall('control.([A-Z][A-Za-z]*)', CALL)))} methods called"


def test_a_generated_client_calls(world):
    """clients that Debian's generator for Go writes from the descriptions govern an app, and are one"""
    offered = world.raw_call("org.varlink.service.GetInfo", {})["parameters"]["interfaces"]
    descriptions = {
        name: world.raw_call("org.varlink.service.GetInterfaceDescription", {"interface": name})["parameters"]["description"]
        for name in offered
    }
    program, generated = generated_client(APPS / "foreign.go", descriptions, world.folder / "go")
    done = subprocess.run([program, world.socket], capture_output=True, text=True, timeout=120)
    require(done.returncode == 0, done.stderr.strip()[-600:])
    lines = done.stdout.splitlines()
    require(len(lines) == 2, f"it said {lines}")
    return f"clients of {len(generated)} interfaces; {lines[0]}; {lines[1]}"


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
