"""Programs in the middle of others: jobs of shells, leaders of sessions, parents of new processes."""

import fcntl
import os
import pathlib
import pty
import re
import signal
import subprocess
import termios
import time

from support.cages import WATCH_SECONDS, Row, state_of_process
from support.displays import need
from support.harness import is_frozen, require, usage_microseconds, wait_until


def test_session_leader(bench):
    """a group contains the session leader or the parent of a process outside it"""
    child = bench.folder / "child"
    # A shell, and a program of its session that somebody has moved to another group.
    leader = ["sh", "-c", f"sleep 1000 & echo $! > {child}.new; mv {child}.new {child}; wait; exec sleep 1000"]

    def moved_child():
        pid = int(wait_until("the child", lambda: child.exists() and child.read_text()))
        other = bench.cage()
        (other.path / "cgroup.procs").write_text(str(pid))
        return pid

    cage = bench.cage()
    cage.start(leader, start_new_session=True)
    pid = moved_child()
    cage.freeze()
    os.kill(pid, signal.SIGTERM)
    time.sleep(WATCH_SECONDS)
    require(state_of_process(pid) == "Z", "the child of a frozen shell is gone")

    child.unlink()
    app = bench.command("e2e.shell", leader)
    pid = moved_child()
    bench.call("Home", app=app)
    reason = bench.ledger(app, "did not freeze", 15)
    begun = time.monotonic()
    os.kill(pid, signal.SIGTERM)
    wait_until("the child's end", lambda: not pathlib.Path(f"/proc/{pid}").exists(), 5, 0.001)
    return Row(
        f"an ended child was not reaped in {WATCH_SECONDS} s (a zombie)",
        f"not frozen; reaped after {(time.monotonic() - begun) * 1000:.0f} ms", reason,
    )


def test_stopped_job(bench):
    """a shell sees a program stop, and reclaims its terminal"""
    prompt = b"torpor-test> "

    def shell(command):
        number, terminal = pty.openpty()
        process = bench.background(
            ["bash", "--norc", "--noprofile", "-i"], stdin=terminal, stdout=terminal,
            stderr=terminal, start_new_session=True,
            env=dict(bench.environment, PS1=prompt.decode(), TERM="dumb"),
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(terminal)
        os.set_blocking(number, False)
        said = b""

        def read():
            nonlocal said
            try:
                said += os.read(number, 65536)
            except BlockingIOError:
                pass
            return said

        wait_until("the prompt", lambda: prompt in read(), 10)
        said = b""
        os.write(number, (command + "\n").encode())
        return process, read

    mark = bench.folder / "runs"
    body = f"sh -c 'echo $$ > {mark}; exec sleep 1000'"
    _, read = shell(body)
    pid = int(wait_until("the program", lambda: mark.exists() and mark.read_text()))
    os.kill(pid, signal.SIGSTOP)
    wait_until("the shell's word", lambda: b"Stopped" in read() and prompt in read())
    seen = re.search(rb"\[1\]\+[^\r\n]*", read())[0].decode().split(body[:5])[0].strip()
    os.kill(pid, signal.SIGKILL)
    mark.unlink()

    app = "e2e.job"
    _, read = shell(f"{bench.torpor_path} run --id {app} -- {body}")
    wait_until("the program", lambda: mark.exists() and mark.read_text())
    wait_until("the app", lambda: bench.state_of(app) == "active")
    group = bench.suspend(app)
    before = usage_microseconds(group)
    time.sleep(WATCH_SECONDS)
    text = read()
    require(b"Stopped" not in text and prompt not in text, f"the shell said {text!r}")
    require(usage_microseconds(group) == before, "it ran while frozen")
    return Row(
        f"the shell printed '{seen}' and its prompt",
        f"frozen by its group: no output in {WATCH_SECONDS} s, no prompt, 0 µs of processor time",
        bench.ledger(app, "froze"),
    )


def test_vfork_parent(bench):
    """a process is frozen while it waits in vfork(2) for its child"""
    source, program_path = bench.folder / "vfork.c", bench.folder / "vfork"
    source.write_text(
        "#include <unistd.h>\nint main(void) { if (vfork() == 0) { sleep(1000); _exit(0); } return 0; }\n"
    )
    need("gcc")
    subprocess.run(["gcc", "-o", program_path, source], check=True)
    cage = bench.cage()
    parent = cage.start(["sh", "-c", f"sleep 0.3; exec {program_path}"])
    wait_until("the wait for the child", lambda: state_of_process(parent.pid) == "D", 10)
    begun = time.monotonic()
    cage.freeze()
    took = (time.monotonic() - begun) * 1000
    app = bench.command("e2e.vfork", [program_path])
    group = bench.suspend(app)
    bench.call("Launch", app=app)
    wait_until("the thaw", lambda: not is_frozen(group), 5, 0.001)
    release = ".".join(os.uname().release.split(".")[:2])
    return Row(
        f"no harm on Linux {release}: the kernel counts a waiter in vfork(2) as frozen, after "
        f"{took:.0f} ms",
        "frozen and thawed like any other", bench.ledger(app, "froze"),
    )
