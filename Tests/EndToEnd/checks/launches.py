"""Checks on how commands are started, and on how their ends are told: `torpor run`, `when`, `download`."""

import http.server
import json
import os
import pathlib
import resource
import subprocess
import threading
import time

from support.harness import is_frozen, is_running, require, wait_until


def run(world, *arguments, **options):
    """Starts `torpor run` in the background."""
    return subprocess.Popen(
        [world.torpor_path, "run", *arguments], env=world.environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )


def test_keeps_exit_statuses(world):
    """exit statuses survive restarts of the daemon, five of each kind, the end before and after it"""
    told = 0
    for how, restart in (("TERM", world.stop), ("KILL", world.kill)):
        for round in range(5):
            status = (0, 9)[round // 2 % 2]
            go = world.folder / f"go-{how}-{round}"
            identifier = f"e2e.status.{how.lower()}{round}"
            script = f"while [ ! -e {go} ]; do sleep 0.02; done; exit {status}"
            command = run(world, "--id", identifier, "--", "sh", "-c", script)
            wait_until(f"{identifier} in front", lambda: is_known(world, identifier))
            pid = min(int(line) for line in (world.group(identifier) / "cgroup.procs").open())
            # Adopted while it runs, by one daemon or by two.
            for _ in range(1 + round % 2):
                restart()
                ends_meanwhile = round % 2 == 0
                if ends_meanwhile:
                    go.write_text("")
                    wait_until("the end of the command", lambda: not is_running(pid))
                world.start()
            go.write_text("")
            output, errors = command.communicate(timeout=30)
            require(
                command.returncode == status,
                f"{how}, round {round}: {command.returncode} instead of {status}: {errors}",
            )
            told += 1
    left = list(pathlib.Path(world.state).glob("jobs/ends/e2e.status.*"))
    require(not left, f"{left} is left behind")
    return f"{told} of 10 statuses"


def is_known(world, identifier):
    return any(
        one["app"] == identifier and one["state"] == "active" for one in world.call("List")["apps"]
    )


def test_continues_with_its_children(world):
    """what a command of `torpor run` leaves behind continues as its app, and ends with quit"""
    note = world.folder / "left.txt"
    script = f"setsid sh -c 'echo $$ > {note}; exec sleep 300' >/dev/null 2>&1 & while [ ! -s {note} ]; do sleep 0.02; done; exit 4"
    command = run(world, "--id", "e2e.wrapper", "--", "sh", "-c", script)
    output, errors = command.communicate(timeout=30)
    require(command.returncode == 4, f"it ended with {command.returncode}: {errors}")
    require("1 process that it started continues as e2e.wrapper" in errors, f"it said {errors!r}")
    pid = int(note.read_text())
    require(is_running(pid), "the child is gone")
    # It is an app like any other, under the next daemon too.
    world.kill()
    world.start()
    require(is_running(pid), "the child is gone after a restart")
    group = world.group("e2e.wrapper")
    world.call("Home", app="e2e.wrapper")
    world.wait_for_state("e2e.wrapper", "suspended", 15)
    require(is_frozen(group), "cgroup.events does not say frozen 1")
    world.call("Launch", app="e2e.wrapper")
    world.wait_for_state("e2e.wrapper", "active")
    world.torpor("quit", "e2e.wrapper")
    wait_until("the end of the child", lambda: not is_running(pid), 15)
    log = world.torpor("log")
    for words in ("the command of e2e.wrapper ended with status 4; 1 of its processes is still running",):
        require(words in log, f"the log does not say '{words}'")
    # Without anybody's help the app ends with its last process.
    script = "setsid sleep 1 >/dev/null 2>&1 & exit 0"
    command = run(world, "--id", "e2e.brief", "--", "sh", "-c", script)
    command.communicate(timeout=30)
    require(command.returncode == 0, f"it ended with {command.returncode}")
    wait_until(
        "the end of the app",
        lambda: all(one["app"] != "e2e.brief" for one in world.call("List")["apps"]), 15,
    )
    # A job ends with its command.
    name = f"e2e-left-{time.monotonic_ns()}"
    left = world.folder / "job-left.txt"
    script = f"setsid sh -c 'echo $$ > {left}; exec sleep 300' >/dev/null 2>&1 & while [ ! -s {left} ]; do sleep 0.02; done"
    world.torpor("when", "--wait", "--name", name, "--", "sh", "-c", script)
    pid = int(left.read_text())
    wait_until("the end of what the job left behind", lambda: not is_running(pid), 15)
    require("left behind end with it (1 process)" in world.torpor("log"), "nothing is said of it")
    return "frozen, thawed, adopted and quit; a job's is ended"


def unusual():
    """What the caller sets for itself before it calls us."""
    os.umask(0o027)
    resource.setrlimit(resource.RLIMIT_NOFILE, (777, 1777))
    resource.setrlimit(resource.RLIMIT_CORE, (4096, 8192))
    os.nice(5)
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


REPORT = (
    "umask; ulimit -Sn; ulimit -Hn; ulimit -c; nice; pwd; "
    "awk '{print $41}' /proc/self/stat; touch made; stat -c %a made"
)
EXPECTED = ["0027", "777", "1777", "8", "5", "FOLDER", "3", "640"]


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"text")

    def log_message(self, *arguments):
        pass


def test_takes_over_the_callers_context(world):
    """umask, limits, niceness, scheduling and working directory of the caller are the command's"""
    seen = []
    for name, arguments in (
        ("run", ("run", "--", "sh", "-c", REPORT)),
        ("when", ("when", "--wait", "--", "sh", "-c", REPORT)),
    ):
        folder = world.folder / f"context-{name}"
        folder.mkdir()
        done = subprocess.run(
            [world.torpor_path, *arguments], env=world.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=60, cwd=folder, preexec_fn=unusual,
        )
        expected = [line.replace("FOLDER", str(folder)) for line in EXPECTED]
        lines = done.stdout.splitlines()
        # dash counts blocks of 512 bytes for -c.
        require(lines == expected, f"{name}: {lines} instead of {expected}; {done.stderr}")
        seen.append(name)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        for umask, mode in ((0o077, 0o600), (0o002, 0o664)):
            target = world.folder / f"received-{umask:o}"
            subprocess.run(
                [
                    world.torpor_path, "download", f"http://127.0.0.1:{server.server_port}/x",
                    "-o", str(target),
                ],
                env=world.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                check=True, umask=umask,
            )
            wait_until("the file", target.exists, 20)
            found = target.stat().st_mode & 0o777
            require(found == mode, f"download under {umask:o}: {found:o} instead of {mode:o}")
            seen.append(f"download {mode:o}")
    finally:
        server.shutdown()
        server.server_close()
    return ", ".join(seen)


def files_with(world, secret):
    """The files below the state folder that hold the bytes."""
    found = []
    for path in pathlib.Path(world.state).rglob("*"):
        if path.is_file() and secret in path.read_bytes():
            found.append(str(path.relative_to(world.state)))
    return found


def test_forgets_environments(world):
    """a job's environment is stored while the job is there, for the daemon alone, and not after it"""
    environment = dict(world.environment, E2E_SECRET="topsecret-whole", E2E_OTHER="othersecret-7f3a")

    def when(*arguments):
        name = f"e2e-env-{time.monotonic_ns()}"
        subprocess.run(
            [world.torpor_path, "when", "--name", name, *arguments], env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=True,
        )
        return name

    waiting = ("--not-before", "+2h", "--", "sh", "-c", "env")
    whole = when(*waiting)
    stored = files_with(world, b"topsecret-whole")
    require(len(stored) == 1 and stored[0].startswith("environments/"), f"it is stored in {stored}")
    mode = os.stat(f"{world.state}/environments").st_mode & 0o777
    require(mode == 0o700, f"the folder of environments has mode {mode:o}")
    for path in [*pathlib.Path(world.state).glob("environments/*"), *pathlib.Path(world.state).glob("journal*")]:
        require(path.stat().st_mode & 0o777 == 0o600, f"{path} has mode {path.stat().st_mode:o}")
    # Over a restart it is what the command gets.
    world.kill()
    world.start()
    named = when("--env", "E2E_OTHER", "--env", "E2E_NEW=newvalue", *waiting)
    none = when("--no-env", *waiting)
    require(files_with(world, b"othersecret-7f3a") != [], "what was named is not stored")
    printed = {}
    for name in (whole, named, none):
        world.torpor("jobs", "run", name)
        wait_until(
            f"{name}", lambda: any(
                one["name"] == name and one["state"] == "done"
                for one in world.call("ListJobs")["jobs"]
            ),
        )
        # Its keeper writes what is left of it beside the daemon's news of its end.
        wait_until(f"what {name} prints", lambda: "PWD=" in world.torpor("jobs", "output", name))
        printed[name] = world.torpor("jobs", "output", name)
    require("E2E_SECRET=topsecret-whole" in printed[whole], "the command lacks its environment")
    require("E2E_SECRET" not in printed[named] + printed[none], "more is given than was named")
    require("E2E_OTHER=othersecret-7f3a" in printed[named], f"--env NAME: {printed[named]}")
    require("E2E_NEW=newvalue" in printed[named], f"--env NAME=VALUE: {printed[named]}")
    require("E2E_OTHER" not in printed[none], f"--no-env: {printed[none]}")
    require("PATH=" in printed[none], f"--no-env leaves no PATH: {printed[none]}")
    for name in (whole, named, none):
        world.torpor("jobs", "remove", name)
    # A command of `run` is started once: nothing of its environment is stored at any time.
    command = subprocess.Popen(
        [world.torpor_path, "run", "--id", "e2e.env", "--", "sleep", "300"],
        env=dict(environment, E2E_SECRET="topsecret-run"), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    wait_until("e2e.env in front", lambda: is_known(world, "e2e.env"))
    stored = files_with(world, b"topsecret-run")
    world.torpor("quit", "e2e.env")
    command.wait(20)
    require(not stored, f"the environment of a run is stored in {stored}")
    for secret in (b"topsecret", b"othersecret-7f3a", b"newvalue"):
        left = files_with(world, secret)
        require(not left, f"{secret.decode()} is left in {left}")
    return "gone with the job; --env and --no-env store no more than they say"


def torpor(world, *arguments):
    """A command of `torpor`, with what it says."""
    return subprocess.run(
        [world.torpor_path, *arguments], env=world.environment, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=60,
    )


def test_explains_what_was_named(world):
    """why explains what has the name and points to longer ones; output and log name the command for a job"""
    world.torpor("run", "--id", "named", "--detach", "--", "sleep", "60")
    world.torpor("run", "--id", "named.longer", "--detach", "--", "sleep", "60")
    world.torpor("when", "--name", "named-job", "--not-before", "+1h", "--", "true")
    why = world.torpor("why", "named")
    require("Job" not in why, f"a job whose name only begins so is explained: {why}")
    hint = "Others whose names begin with 'named': `torpor why named-job`, `torpor why named.longer`"
    require(why.splitlines()[-1] == hint, why)
    # Where nothing has the name itself, a beginning will do.
    require("Job" in world.torpor("why", "named-j"), "the beginning of a name was not enough")
    for words, said in (
        (("output", "named-job"), "'named-job' is a job. Its output: `torpor jobs output named-job`"),
        (("log", "named-job"), "'named-job' is a job. What was decided about it: `torpor why named-job`"),
        (("jobs", "output", "named.longer"), "'named.longer' is an app. Its output: `torpor output named.longer`"),
        (("run", "--id", "torpor.job.9", "--", "true"), "Identifiers that begin with 'torpor.job.' are those of jobs"),
    ):
        done = torpor(world, *words)
        require(done.returncode == 1 and said in done.stderr, f"{words}: {done.stderr!r}")
    return "one app and a hint; four sentences"


def test_says_what_it_starts(world):
    """run --detach --json has the PID; an app that comes to the front says that it unlocks the device"""
    world.torpor("lock")
    done = torpor(world, "run", "--id", "locked-out", "--detach", "--json", "--", "sleep", "60")
    require(done.stderr == "torpor: The device is locked. Opening an app unlocks it.\n", done.stderr)
    pid = json.loads(done.stdout)["pid"]
    # The process is there before it runs its program.
    comm = pathlib.Path(f"/proc/{pid}/comm")
    wait_until(f"sleep as PID {pid}", lambda: comm.read_text() == "sleep\n")
    require("The device is locked" not in world.torpor("ps"), "it is still locked")
    done = torpor(world, "launch", "locked-out")
    require(done.stderr == "", f"nothing was locked: {done.stderr!r}")
    return f"PID {pid}, said once"
