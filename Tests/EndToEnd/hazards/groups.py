"""The freeze itself: lost thaws, half a freeze, freezes of several holders, children born into one."""

import subprocess
import time

import pytest

from support.cages import WATCH_SECONDS, Row, answers_within, program, state_of_process
from support.harness import Skip, is_frozen, now_ns, require, wait_until

# A program whose run can be seen: it counts up in a file, ten times a second.
COUNTER = "n=0; while :; do n=$((n+1)); echo $n > {file}.new; mv {file}.new {file}; sleep 0.1; done"


def counter(bench, name="count"):
    file = bench.folder / name
    return ["sh", "-c", COUNTER.format(file=file)], file


def stands_still(file, seconds):
    """Whether the count is the same after some time."""
    before = file.read_text()
    time.sleep(seconds)
    return file.read_text() == before


def test_lost_thaw(bench):
    """the process that froze a program is killed before it can thaw it"""
    command, file = counter(bench)
    cage = bench.cage()
    cage.start(command)
    wait_until("the first count", file.exists)
    # A script, as people write them: freeze, wait, thaw.
    script = bench.background(
        [
            "sh", "-c",
            f"echo 1 > {cage.path}/cgroup.freeze; sleep 1; echo 0 > {cage.path}/cgroup.freeze",
        ]
    )
    wait_until("the freeze", lambda: is_frozen(cage.path))
    script.kill()
    script.wait()
    # Longer than the dead man waits under the guard.
    require(stands_still(file, 15), "somebody has thawed it")

    file.unlink()
    app = bench.command("e2e.lost", command)
    wait_until("the first count", file.exists)
    group = bench.suspend(app)
    bench.kill()
    killed = time.monotonic()
    wait_until("the dead man's thaw", lambda: not is_frozen(group), 20)
    took = time.monotonic() - killed
    require(not stands_still(file, 1), "it does not run although it is thawed")
    bench.start()
    wait_until("the app frozen again", lambda: bench.state_of(app) == "suspended", 20)
    bench.kill()
    bench.start()
    require(is_frozen(group) and bench.state_of(app) == "suspended", "it was not adopted")
    begun = now_ns()
    bench.call("Launch", app=app)
    wait_until("its thaw", lambda: not is_frozen(group), 5, 0.001)
    return Row(
        "still frozen 15 s after kill -9 of the freezer",
        f"after kill -9 of the daemon, without a new one: thawed after {took:.1f} s; with a new one: "
        f"adopted, and thawed {(now_ns() - begun) / 1e6:.0f} ms after the request",
        bench.ledger(app, "thawed"),
    )


@pytest.mark.quick
def test_born_into_a_freeze(bench):
    """a program is started in a frozen group, and its starter hangs"""
    cage = bench.cage()
    cage.start(["sleep", "1000"])
    cage.freeze()
    # As service managers do it: the child goes into the group, then runs the program.
    starter = ["sh", "-c", f"(echo 0 > {cage.path}/cgroup.procs; exec true)"]
    ended, waited = answers_within(starter, WATCH_SECONDS)
    require(not ended, "the program ran in a frozen group")

    app = bench.command("e2e.first", ["sleep", "1000"])
    frozen = bench.suspend(app)
    ended, took = answers_within(
        [bench.torpor_path, "run", "--id", "e2e.second", "--", "true"], 10, env=bench.environment,
        stdin=subprocess.DEVNULL,
    )
    require(ended, "a second program did not run beside a frozen one")
    begun = time.monotonic()
    bench.call("Launch", app=app)
    wait_until("the thaw", lambda: not is_frozen(frozen), 5, 0.001)
    again = (time.monotonic() - begun) * 1000
    return Row(
        f"the starter hung for {waited:.1f} s, until it was killed",
        f"another program started, ran and ended in {took * 1000:.0f} ms, in its own group; starting "
        f"the frozen one again thaws it ({again:.0f} ms)",
        bench.ledger(app, "thawed"),
    )


def test_two_holders(bench):
    """two processes hold a program frozen, or keep it running, and one releases it"""
    command, file = counter(bench)
    cage = bench.cage()
    cage.start(command)
    wait_until("the first count", file.exists)
    # One freezes because of the night, the other because it is out of sight; the second lets go.
    for is_to_freeze in (True, True, False):
        cage.order(is_to_freeze)
    require(not stands_still(file, 1), "one file remembers two holders")
    cage.close()
    bench.kept.remove(cage)

    # Under the guard whatever keeps it running is counted: a waiter for its lock, and an exemption.
    shared, ready = bench.folder / "lock", bench.folder / "locked"
    app = bench.command(
        "e2e.held",
        ["sh", "-c", f"exec 9>>{shared}; flock 9; touch {ready}; exec sleep 1000"],
    )
    wait_until("the lock", ready.exists)
    group = bench.suspend(app)
    waiter = bench.background(["flock", shared, "true"])
    wait_until("the thaw for the waiter", lambda: not is_frozen(group), 18)
    reason = bench.ledger(app, "thawed")
    bench.torpor("exempt", app)
    waiter.kill()
    waiter.wait()
    time.sleep(2)
    require(not is_frozen(group), "the waiter's end froze it although it was exempt")
    bench.torpor("exempt", app, "--end")
    wait_until("the freeze", lambda: is_frozen(group), 10)
    # Somebody who shares the file with the daemon lets it run.
    (group / "cgroup.freeze").write_text("0")
    wait_until("the daemon's word", lambda: bench.state_of(app) == "background")
    foreign = bench.ledger(app, "thawed")
    inner = inner_freeze(bench)
    return Row(
        "the first release thawed it for both",
        "two reasons to run: the end of one changed nothing, the end of both froze it; a thaw by another "
        f"process is detected; {inner}",
        f"{reason}; {foreign}",
    )


def inner_freeze(bench):
    """A group that an app has frozen inside its own stays so, whatever becomes of the app."""
    command, file = counter(bench, "inner")
    app = bench.command("e2e.nested", command)
    wait_until("the first count", file.exists)
    group = bench.group(app)
    below = group / "paused"
    below.mkdir()
    child = bench.background(["sleep", "1000"])
    (below / "cgroup.procs").write_text(str(child.pid))
    (below / "cgroup.freeze").write_text("1")
    wait_until("the inner freeze", lambda: is_frozen(below))
    bench.suspend(app)
    bench.call("Launch", app=app)
    wait_until("the thaw", lambda: not stands_still(file, 0.3))
    require(is_frozen(below), "the thaw of the app undid a freeze of its own")
    return "a group that the app had frozen itself stayed frozen through the app's thaw"


@pytest.mark.quick
def test_half_a_freeze(bench):
    """the kernel cannot freeze a process that is in the middle of something"""
    probe = subprocess.run(program("stuck.py"), capture_output=True, text=True)
    if probe.returncode:
        raise Skip(f"no process can be made to hang in the kernel here: {probe.stderr.strip()}")
    stuck, running = bench.folder / "stuck", bench.folder / "beside"
    # A process in uninterruptible sleep, as of a file server that is gone, and one that runs beside it.
    beside = COUNTER.format(file=running)
    command = [
        "sh", "-c", f"{beside} & exec " + " ".join(str(part) for part in program("stuck.py", stuck)),
    ]
    cage = bench.cage()
    # The shell must be in the group before it makes children.
    cage.start(["sh", "-c", 'sleep 0.3; exec "$@"', "sh", *command])
    wait_until("a process that is stuck", lambda: is_stuck(stuck), 10)
    wait_until("the first count", running.exists)
    cage.order(True)
    begun = time.monotonic()
    time.sleep(0.2)
    require(stands_still(running, WATCH_SECONDS) and not is_frozen(cage.path), "it was frozen")
    waited = time.monotonic() - begun
    cage.close()
    bench.kept.remove(cage)
    running.unlink()
    stuck.unlink()

    app = bench.command("e2e.stuck", command)
    wait_until("a process that is stuck", lambda: is_stuck(stuck), 10)
    wait_until("the first count", running.exists)
    bench.call("Home", app=app)
    reason = bench.ledger(app, "did not freeze", 20)
    require(not stands_still(running, 1), "the rest of the app stands still")
    group = bench.group(app)
    require((group / "cgroup.freeze").read_text().strip() == "0", "it is still to be frozen")
    held = bench.torpor("why", app).split("What keeps it running")[1].strip().splitlines()[0].strip()
    return Row(
        f"after {waited:.1f} s neither frozen nor running: one process is stopped, cgroup.events says 0",
        f"given up after 0.5 s and undone, the other processes keep running; torpor why: {held}", reason,
    )


def is_stuck(file):
    if not file.exists() or not file.read_text():
        return False
    return state_of_process(int(file.read_text())) == "D"
