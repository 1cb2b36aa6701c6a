"""Checks on commands that wait for their conditions, whatever happens to the daemon meanwhile."""

import pathlib
import subprocess
import time

from support import harness
from support.harness import require, resident_kib, wait_until

FINISHED = ("done", "failed", "cancelled")


def submit(world, *arguments):
    """Submits a job with `torpor when`; its name."""
    name = f"e2e-job-{time.monotonic_ns()}"
    world.torpor("when", "--name", name, *arguments)
    return name


def job(world, name):
    found = [one for one in world.call("ListJobs")["jobs"] if one["name"] == name]
    require(len(found) == 1, f"there are {len(found)} jobs named {name}")
    return found[0]


def wait_for_job(world, name, *states, seconds=10):
    wait_until(
        f"{name} becoming {' or '.join(states)}", lambda: job(world, name)["state"] in states,
        seconds, pause=0.005,
    )
    return job(world, name)


def group_of(world, found):
    path = f"**/{world.groups}/apps/torpor.job.{found['job']}@{found['launch']}"
    return next(pathlib.Path(harness.cgroup_mount()).glob(path))


def script(world, name, text):
    """A shell script that says when it begins and ends, into a file that is read here."""
    log = world.folder / f"{name}.txt"
    text = f"echo begun >> {log}; {text}; status=$?; echo ended >> {log}; exit $status"
    return log, ["sh", "-c", text]


def test_outlives_the_daemon(world):
    """a job that ends while no daemon lives is judged by its status, once, by the next"""
    told = []
    for status, state in ((0, "done"), (3, "failed")):
        go = world.folder / f"go-{status}"
        log, command = script(
            world, f"outlives-{status}",
            f"while [ ! -e {go} ]; do sleep 0.02; done; (exit {status})",
        )
        name = submit(world, "--", *command)
        running = wait_for_job(world, name, "running")
        wait_until("the command", log.exists)
        require(group_of(world, running).exists(), "the job has no group")
        kept_end = pathlib.Path(world.state) / "jobs" / "ends"
        keeper = int(next(kept_end.glob("torpor.job.*")).read_text().split()[2])
        # Killed and adopted while it runs, then killed for good before it ends.
        world.kill()
        world.start()
        require(job(world, name)["state"] == "running", "the job does not run on")
        kept = resident_kib(keeper)
        world.kill()
        go.write_text("")
        wait_until("the end of the command", lambda: log.read_text() == "begun\nended\n")
        world.start()
        ended = wait_for_job(world, name, *FINISHED)
        require(ended["state"] == state, f"it is {ended['state']}: {ended['runs']}")
        ends = [one["end"] for one in ended["runs"]]
        require(ends == [{"name": "exited", "status": status}], f"its runs ended with {ends}")
        world.kill()
        world.start()
        require(len(job(world, name)["runs"]) == 1, "it ran again")
        require(log.read_text() == "begun\nended\n", f"it printed {log.read_text()!r}")
        told.append(f"{status}: {state}")
    left = list(pathlib.Path(world.state).glob("jobs/ends/torpor.job.*"))
    require(not left, f"{left} is left behind")
    return f"status {', status '.join(told)}, each run once; its keeper takes {kept} KiB"


def test_waits_for_power(world):
    """a job that waits for power starts within 1 s of it, after kill -9 and a new start of all"""
    # A daemon of its own, on a machine whose adapter is a file.
    own = harness.World(world.bin_folder, "power")
    try:
        machine = own.folder / "machine"
        supply = machine / "sys" / "class" / "power_supply" / "AC"
        supply.mkdir(parents=True)
        (supply / "type").write_text("Mains\n")
        (supply / "online").write_text("0\n")
        # Without a battery a machine is on external power whatever the adapter says.
        battery = supply.parent / "BAT0"
        battery.mkdir()
        (battery / "type").write_text("Battery\n")
        (battery / "capacity").write_text("80\n")
        own.start(machine=machine)
        log, command = script(own, "power", "true")
        name = submit(own, "--power", "ac", "--", *command)
        submitted = job(own, name)["submittedMicroseconds"]
        own.kill()
        own.start(machine=machine)
        own.stop()
        own.start(machine=machine)
        waiting = job(own, name)
        require(waiting["state"] == "waiting", f"it is {waiting['state']} without power")
        require(waiting["submittedMicroseconds"] == submitted, "it was submitted anew")
        blockers = [one["reason"] for one in waiting["conditions"] if not one["holds"]]
        require(blockers == ["externalPower"], f"it waits for {blockers}")
        require(not log.exists(), "it ran without power")
        (supply / "online").write_text("1\n")
        begun = time.monotonic()
        wait_until("the command", log.exists, harness.PATIENCE_SECONDS, pause=0.002)
        took = time.monotonic() - begun
        # On an emulated machine it is the loading of the command that takes longer.
        require(took < harness.PATIENCE_SECONDS / 30, f"it began {took:.2f} s after the power came")
        ended = wait_for_job(own, name, *FINISHED)
        require(ended["state"] == "done" and len(ended["runs"]) == 1, f"{ended}")
        return f"began {took * 1000:.0f} ms after the power came, and ran once"
    finally:
        own.close()


def test_tells_of_failures(world):
    """a job that fails runs its --on-failure command, fails those after it, and begins those of --after-any"""
    told = world.folder / "told.txt"
    keys = '$TORPOR_JOB_NAME $TORPOR_JOB_RESULT $MARK $PWD'
    environment = dict(world.environment, MARK="marked")
    name = f"e2e-fails-{time.monotonic_ns()}"
    go = world.folder / "go-fails"
    wait = f"while [ ! -e {go} ]; do sleep 0.02; done; exit 3"
    # Its directory, its environment and its umask are the job's.
    command = [
        world.torpor_path, "when", "--name", name, "--on-failure",
        f"echo {keys} >{told}; umask >>{told}; echo heard", "--", "sh", "-c", wait,
    ]
    done = subprocess.run(
        ["sh", "-c", 'umask 027; exec "$@"', "sh", *command], env=environment, cwd=world.folder,
        capture_output=True, text=True, timeout=60,
    )
    require(done.returncode == 0, f"when ended with {done.returncode}: {done.stderr}")
    needs = submit(world, "--after", name, "--", "true")
    last = submit(world, "--after", needs, "--", "true")
    anyway = submit(world, "--after-any", name, "--", "true")
    attached = subprocess.Popen(
        [world.torpor_path, "when", "--wait", "--after", name, "--", "true"],
        env=world.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True,
    )
    try:
        require(job(world, needs)["state"] == "waiting", "it did not wait")
        go.write_text("")
        failed = wait_for_job(world, name, *FINISHED)
        require(failed["state"] == "failed", f"it is {failed['state']}")
        end = failed["failureRun"]["end"]
        require(end == {"name": "exited", "status": 0}, f"its command for that ended with {end}")
        require([one["end"]["status"] for one in failed["runs"]] == [3], f"{failed['runs']}")
        seen = told.read_text().split("\n")
        require(seen[0] == f"{name} exited 3 marked {world.folder}", f"it was told {seen[0]!r}")
        require(seen[1] == "0027", f"its umask was {seen[1]}")
        output = world.torpor("jobs", "output", name).splitlines()
        require(output[-1] == "heard", f"its output was not kept: {output}")
        require(output[-2].startswith("--- the --on-failure command began "), f"{output}")
        log = world.torpor("why", name)
        require(f"started the --on-failure command of job {failed['job']}: the job failed" in log, log)
        for other, before in ((needs, name), (last, needs)):
            found = job(world, other)
            require(found["state"] == "failed", f"{other} is {found['state']}")
            require(found["failedBefore"] == f"{before} failed", f"{found['failedBefore']}")
            why = world.torpor("why", other)
            require(f"has failed without running: job {before} failed" in why, why)
        require(wait_for_job(world, anyway, *FINISHED)["state"] == "done", "--after-any did not run")
        words = attached.communicate(timeout=30)[1]
        require(attached.returncode == 1, f"--wait ended with {attached.returncode}")
        require(f"did not run: job {name} failed." in words, f"--wait said {words!r}")
    finally:
        if attached.poll() is None:
            attached.kill()
    # A success makes up for it.
    world.torpor("when", "--name", name, "--replace", "--", "true")
    return "told with its directory, environment and umask; two failed at once, one followed"


def test_names_the_folder_that_is_missing(world):
    """a job whose working directory is gone says which, and what to do"""
    folder = world.folder / "gone"
    folder.mkdir()
    name = f"e2e-gone-{time.monotonic_ns()}"
    subprocess.run(
        [world.torpor_path, "when", "--name", name, "--not-before", "+1h", "--", "true"],
        env=world.environment, cwd=folder, check=True, capture_output=True, timeout=60,
    )
    folder.rmdir()
    world.torpor("jobs", "run", name)
    ended = wait_for_job(world, name, *FINISHED)
    require(ended["state"] == "failed", f"it is {ended['state']}")
    shown = world.torpor("jobs", "show", name)
    require(f"its working directory {folder} cannot be entered: no such file" in shown, shown)
    line = f"could not start job {ended['job']}, because its working directory {folder} cannot be entered"
    log = world.torpor("log", "-n", "50")
    require(line in log, log)
    require(f"Create {folder} again, then `torpor jobs run {name}`." in shown, shown)
    return f"said {folder.name}, in the job and in the log"


def test_follows_the_log_over_a_restart(world):
    """log --follow comes back after a restart of the daemon, and misses and repeats nothing"""
    follower = subprocess.Popen(
        [world.torpor_path, "log", "--follow", "-n", "0"], env=world.environment,
        stdout=open(world.folder / "followed.txt", "wb"), stderr=open(world.folder / "said.txt", "wb"),
    )
    try:
        def followed():
            return (world.folder / "followed.txt").read_text()

        def has_shown():
            submit(world, "--", "true")
            return followed()

        # What is decided before it is connected is none of its lines.
        wait_until("its first line", has_shown, 20, pause=0.2)
        numbers = []
        for way in ("before", "killed", "stopped"):
            if way == "killed":
                world.kill()
                world.start()
            elif way == "stopped":
                world.stop()
                world.start()
            # At once: what is decided while nobody follows is told when it is there again.
            name = submit(world, "--", "true")
            number = wait_for_job(world, name, *FINISHED)["job"]
            numbers.append(number)
            line = f"job {number} succeeded"
            wait_until(f"the line of job {number}", lambda: line in followed(), 20)
        require(follower.poll() is None, f"it ended with {follower.returncode}")
        for number in numbers:
            count = followed().count(f"accepted job {number}:")
            require(count == 1, f"job {number} is accepted {count} times: {followed()}")
        said = (world.folder / "said.txt").read_text()
        # On a slow machine a daemon that is about to stop is still connected to once more.
        require(said.count("the daemon went away") >= 2, f"it said {said!r}")
    finally:
        follower.kill()
        follower.wait()
    return f"{len(followed().splitlines())} lines over kill -9 and SIGTERM, each once"
