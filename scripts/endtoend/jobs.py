"""Checks on commands that wait for their conditions, whatever happens to the daemon meanwhile."""

import pathlib
import time

import harness
from harness import require, resident_kib, wait_until

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


def outlives_the_daemon(world):
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


def waits_for_power(world):
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
        wait_until("the command", log.exists, 5, pause=0.002)
        took = time.monotonic() - begun
        require(took < 1, f"it began {took:.2f} s after the power came")
        ended = wait_for_job(own, name, *FINISHED)
        require(ended["state"] == "done" and len(ended["runs"]) == 1, f"{ended}")
        return f"began {took * 1000:.0f} ms after the power came, and ran once"
    finally:
        own.close()


CHECKS = [outlives_the_daemon, waits_for_power]
