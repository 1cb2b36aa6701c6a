"""`torpor run` at a terminal and in a pipeline: checks with real terminals."""

import os
import re
import select
import shlex
import signal
import socket
import subprocess
import sys
import termios
import threading
import time
from contextlib import closing

from support.harness import is_frozen, require, wait_until
from support.keyboard import Typing, default_signals, shell

INTERRUPTED = """
import time
try:
    print("ready", flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    print("saved", flush=True)
"""

RESIZED = """
import os, signal, time
def tell(*_):
    # Not print: a signal may come while it writes, and it then refuses.
    os.write(1, "size {} {}\\n".format(*os.get_terminal_size()).encode())
signal.signal(signal.SIGWINCH, tell)
tell()
while True:
    time.sleep(1)
"""


def at_terminal(world, *command, **options):
    return Typing([world.torpor_path, "run", *command], world.environment, **options)


def test_keys_become_signals(world):
    """Ctrl-C is SIGINT for the command alone, which may save its work; its status is passed on"""
    typing = at_terminal(world, "--", sys.executable, "-c", INTERRUPTED)
    try:
        before = typing.modes()
        typing.expect("ready")
        typing.type("\x03")
        typing.expect("saved")
        require(typing.end() == 0, f"it ended with {typing.status}")
        require(typing.modes() == before, "the terminal's modes were not given back")
        typing.close()
        typing = at_terminal(world, "--", "sleep", "60")
        wait_until("sleep", lambda: "sleep" in world.torpor("ps"))
        time.sleep(0.3)
        typing.type("\x1c")
        status = typing.end()
        require(status in (131, -signal.SIGQUIT), f"after Ctrl-\\ it ended with {status}")
    finally:
        typing.close()
    return "KeyboardInterrupt was caught, 131 after Ctrl-\\, modes as before"


def test_stops_as_a_job(world):
    """Ctrl-Z stops it as the shell's job, fg and bg go on; frozen in between, fg thaws it and keys arrive"""
    typing = shell(world)
    try:
        typing.type("$TORPOR run --id jobbed -- cat\n")
        wait_until("jobbed", lambda: "jobbed" in world.torpor("ps"))
        typing.type("one\n")
        typing.expect("one\r\none")
        group = world.group("jobbed")
        world.torpor("home", "jobbed")
        # Past the grace of 5 s: the user is at its terminal.
        time.sleep(6.5)
        require(not is_frozen(group), "it was frozen in the foreground of a terminal")
        require("terminal" in world.torpor("why", "jobbed"), world.torpor("why", "jobbed"))
        typing.type("\x1a")
        typing.expect("Stopped")
        # Not only when it is looked at again by itself, every 30 s.
        wait_until("the freeze of a stopped job", lambda: is_frozen(group), 5)
        typing.type("fg\n")
        typing.type("two\n")
        typing.expect("two\r\ntwo")
        require(not is_frozen(group), "fg did not thaw it")
        typing.type("\x1a")
        typing.expect("Stopped")
        typing.type("bg\n")
        typing.expect("&")
        # cat reads, which a job in the background may not; the shell says so before a prompt.
        for _ in range(30):
            typing.type("\n")
            while typing.read(0.3):
                pass
            if "Stopped" in typing.text[typing.seen :]:
                break
        typing.expect("Stopped")
        typing.type("fg\n")
        typing.type("three\n\x04")
        typing.expect("three\r\nthree")
        # What is typed before the command has ended is the command's.
        typing.expect("$ ")
        typing.type("echo status=$?\n")
        typing.expect("status=0")
    finally:
        typing.close()
    return "not frozen in front, frozen when stopped, thawed by fg, stopped for reading behind"


def test_follows_the_size(world):
    """A window that changes its size is told to the command"""
    typing = at_terminal(world, "--", sys.executable, "-c", RESIZED, rows=24, columns=80)
    try:
        typing.expect("size 80 24")
        typing.resize(25, 100)
        typing.expect("size 100 25")
    finally:
        typing.type("\x03")
        typing.end()
        typing.close()
    return "80 × 24 at first, then 100 × 25"


def test_has_a_terminal_of_its_own(world):
    """/dev/tty opens: passwords are read without echo, also in a pipeline, and bash has job control"""
    script = "stty -echo < /dev/tty; printf 'Word: ' > /dev/tty; read x < /dev/tty; echo \"got $x\""
    typing = at_terminal(world, "--", "bash", "-c", script)
    try:
        typing.expect("Word: ")
        typing.type("secret\n")
        typing.expect("got secret")
        require(typing.end() == 0, f"it ended with {typing.status}")
        require(typing.text.count("secret") == 1, f"it was echoed: {typing.text!r}")
    finally:
        typing.close()
    typing = shell(world)
    try:
        inner = shlex.quote("cat; " + script)
        typing.type(
            f"echo in | $TORPOR run -- bash -c {inner} | tr a-z A-Z; echo ${{PIPESTATUS[*]}}\n"
        )
        typing.expect("Word: ")
        typing.type("pass\n")
        typing.expect("GOT PASS")
        require("IN\r\n" in typing.text, f"its input was lost: {typing.text!r}")
        typing.expect("0 0 0")
        typing.type("yes | $TORPOR run -- cat | head -1; echo ${PIPESTATUS[*]}\n")
        typing.expect("y\r\n")
        typing.expect("141 141 0")
        # A prompt that is neither the outer shell's nor in the line that is typed: what follows is for the inner one.
        typing.type("PS1='in''ner> ' $TORPOR run -- bash --norc --noprofile -i\n")
        typing.expect("inner> ")
        typing.type("sleep 50 & fg\n")
        typing.expect("sleep 50\r\n")
        time.sleep(0.3)
        typing.type("\x1a")
        typing.expect("Stopped")
        typing.type("jobs\n")
        typing.expect("sleep 50")
        # Not `kill %1`: bash now and then never reports the end of a stopped job, here as without Torpor.
        typing.type("fg\n")
        typing.expect("sleep 50\r\n")
        time.sleep(0.3)
        typing.type("\x03")
        typing.expect("inner> ")
        typing.type("echo ended=$?\n")
        typing.expect("ended=130")
        typing.type("exit 7\n")
        typing.expect("\r\nexit\r\n")
        typing.expect("$ ")
        typing.type("echo status=$?\n")
        typing.expect("status=7")
        require("job control" not in typing.text, typing.text)
    finally:
        typing.close()
    return "a word without echo, the same beside a pipe, jobs inside"


def test_outlives_the_daemon_at_a_terminal(world):
    """The daemon is killed and started again: keys, output and the exit status stay"""
    typing = at_terminal(world, "--", "bash", "-c", "echo ready; read x; echo \"got $x\"; read y; exit 9")
    try:
        typing.expect("ready")
        world.kill()
        typing.type("meanwhile\n")
        typing.expect("got meanwhile")
        world.start()
        typing.type("end\n")
        require(typing.end() == 9, f"it ended with {typing.status}")
    finally:
        typing.close()
        if not world.is_alive():
            world.start()
    return "keys while no daemon ran, status 9 afterwards"


def test_is_hung_up_with_its_terminal(world):
    """A window that is closed, and kill -9 of `torpor run`, hang the command up"""
    mark = world.folder / "hung-up"
    script = f"trap 'echo $1 >> {mark}; exit' HUP; echo ready; while :; do sleep 0.1; done"
    for name in ("window", "killed"):
        typing = at_terminal(world, "--", "bash", "-c", script, "hup", name)
        typing.expect("ready")
        if name == "window":
            typing.hang_up()
        else:
            os.kill(typing.pid, signal.SIGKILL)
        wait_until("SIGHUP", lambda: mark.exists() and name in mark.read_text())
        if name == "window":
            typing.status = 0
            os.waitpid(typing.pid, 0)
        typing.close()
    return "SIGHUP both times"


def test_ends_beside_what_it_left(world):
    """A command that has ended and left something that prints on gives the terminal back"""
    typing = at_terminal(world, "--", "sh", "-c", "yes & exit 4")
    try:
        status = typing.end()
        require(status == 4, f"it ended with {status}")
        left = len(typing.text)
    finally:
        typing.close()
    for app in world.call("List")["apps"]:
        if app["name"] == "sh":
            world.torpor("quit", app["app"], status=None)
    return f"status 4, {left} bytes on the screen"


def run(world, script, **options):
    """A line of sh without a terminal; its status, output and standard error."""
    environment = dict(world.environment, TORPOR=world.torpor_path)
    done = subprocess.run(
        ["setsid", "-w", "bash", "-c", script], env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=60, **options,
    )
    return done.returncode, done.stdout, done.stderr


def test_is_the_command_in_a_pipeline(world):
    """Streams apart, SIGPIPE quietly, statuses as the command's own"""
    seen = run(world, "$TORPOR run -- yes | head -1; echo ${PIPESTATUS[*]}")
    require(seen == (0, "y\n141 0\n", ""), f"yes | head: {seen}")
    seen = run(world, "$TORPOR run -- sh -c 'echo out; echo err >&2; exit 5' 2>/dev/null")
    require(seen == (5, "out\n", ""), f"streams: {seen}")
    folder = world.folder
    (folder / "plain").write_text("#!/bin/sh\n")
    (folder / "odd").write_text("#!/no/such/interpreter\n")
    (folder / "odd").chmod(0o755)
    cases = [
        ("no-such-program", 127, "PATH"), (f"{folder}/no-such", 127, "no file"),
        (f"{folder}/plain", 126, "not executable"), (str(folder), 126, "folder"),
        (f"{folder}/odd", 127, "/no/such/interpreter"),
    ]
    for command, status, word in cases:
        seen = run(world, f"$TORPOR run -- {command}")
        require(seen[0] == status and word in seen[2], f"{command}: {seen}")
    gone = folder / "gone"
    gone.mkdir()
    seen = run(world, f"cd {gone}; rmdir {gone}; $TORPOR run -- true")
    require(seen[0] == 126 and "working directory" in seen[2], f"no folder: {seen}")
    seen = run(world, "$TORPOR run -- sh -c 'kill -9 $$'")
    require(seen[0] == 137 and "SIGKILL" in seen[2], f"kill -9: {seen}")
    return "141 and nothing said, 5, 127, 127, 126, 126, 127, 126, 137"


def test_passes_signals_on(world):
    """SIGUSR1, SIGHUP, SIGINT and SIGTERM for `torpor run` are the command's"""
    script = "for s in USR1 HUP INT; do trap \"echo $s\" $s; done; trap 'exit 3' TERM; echo ready; "
    script += "while :; do sleep 0.05; done"
    child = subprocess.Popen(
        [world.torpor_path, "run", "--", "bash", "-c", script], env=world.environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=default_signals,
    )
    world.children.append(child)

    def line():
        ready = select.select([child.stdout], [], [], 15)[0]
        return child.stdout.readline() if ready else ""

    require(line() == "ready\n", "it did not start")
    for name in ("USR1", "HUP", "INT"):
        child.send_signal(getattr(signal, "SIG" + name))
        said = line()
        require(said == name + "\n", f"after {name}: {said!r}")
    child.terminate()
    status = child.wait(10)
    words = child.stderr.read()
    require(status == 3 and words == "", f"after SIGTERM: {status}, {words!r}")
    return "each was heard, status 3 from the trap of the last"


class SlowAnswers:
    """Stands between `torpor run` and the daemon, and keeps the answer that a command was started until it may pass."""

    def __init__(self, world):
        self.world, self.path = world, str(world.folder / "slow")
        self.has_started, self.may_pass = threading.Event(), threading.Event()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            daemon = socket.socket(socket.AF_UNIX)
            daemon.connect(str(self.world.socket))
            threading.Thread(target=self.pass_on, args=(client, daemon), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(daemon, client), daemon=True).start()

    def pass_on(self, source, target):
        try:
            while True:
                message, descriptors, _, _ = socket.recv_fds(source, 65536, 16)
                if not message:
                    break
                if b'"launch"' in message and source.getpeername() == str(self.world.socket):
                    self.has_started.set()
                    self.may_pass.wait()
                socket.send_fds(target, [message], descriptors)
                for descriptor in descriptors:
                    os.close(descriptor)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # One of the two has ended.

    def close(self):
        self.may_pass.set()
        self.listener.close()


def told_to_end_early(world, slow, script):
    """`torpor run` by way of slow answers, told to end as soon as the command runs."""
    child = subprocess.Popen(
        [world.torpor_path, "run", "--socket", slow.path, "--", "sh", "-c", script], env=world.environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=default_signals,
    )
    world.children.append(child)
    require(slow.has_started.wait(30), "the daemon started nothing")
    require(child.stdout.readline() == "ready\n", "the command did not start")
    child.terminate()
    return child


def test_passes_signals_that_come_early(world):
    """a signal before the daemon has said what it started is the command's; without an answer it ends `torpor run`"""
    script = "trap 'exit 3' TERM; echo ready; while :; do sleep 0.05; done"
    with closing(SlowAnswers(world)) as slow:
        child = told_to_end_early(world, slow, script)
        time.sleep(0.5)  # It would have died of it by now.
        slow.may_pass.set()
        status, words = child.wait(30), child.stderr.read()
        require((status, words) == (3, ""), f"it ended with {status}, {words!r}")
    os.unlink(slow.path)
    with closing(SlowAnswers(world)) as slow:
        child = told_to_end_early(world, slow, script)
        begun = time.monotonic()
        status = child.wait(30)
        took = time.monotonic() - begun
        require(status == -signal.SIGTERM, f"without an answer it ended with {status}")
    # Nobody knew of it to end it.
    world.torpor("quit", "run.sh")
    return f"3 of the command's trap; without an answer ended by the signal after {took:.1f} s"


def test_top_quits_while_the_daemon_hangs(world):
    """q ends `torpor top` although the daemon does not answer, and the terminal echoes again"""
    typing = Typing([world.torpor_path, "top", "--interval", "1s"], world.environment, columns=120)
    try:
        typing.expect("memory available")
        os.kill(world.daemon_process_id(), signal.SIGSTOP)
        try:
            time.sleep(1)  # A sample is under way by then.
            typing.type("q")
            require(typing.end(10) == 0, f"it ended with {typing.status}")
        finally:
            os.kill(world.daemon_process_id(), signal.SIGCONT)
        flags = typing.modes()[3]
        require(flags & termios.ECHO and flags & termios.ICANON, "the terminal's modes were not given back")
    finally:
        typing.close()
    return "ended with 0 within 10 s, and echoes"


def test_top_shows_changes_and_sorts(world):
    """`torpor top` shows a change between two samples, sorts by arrows, follows a resize, and gives the terminal back"""
    app = world.app("topped", "finish")
    for number in (signal.SIGINT, signal.SIGTERM):
        # A minute between samples: what is shown sooner is a change that was sent.
        typing = Typing([world.torpor_path, "top", "--interval", "60s"], world.environment, columns=120)
        try:
            typing.expect("CPU↓")
            typing.expect("topped")
            # The second sample, with shares, follows the first.
            typing.expect("apps use")
            world.call("Home", app=app)
            typing.expect("suspended")
            typing.type("\x1b[D\x1b[D\x1b[D")
            typing.expect("NAME↑")
            typing.type("\x1b[A")
            typing.expect("NAME↓")
            typing.resize(5, 40)
            os.kill(typing.pid, signal.SIGWINCH)
            typing.expect("\x1b[H\x1b[J")
            typing.expect("NAME↓")
            last = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", typing.text[typing.text.rindex("\x1b[H\x1b[J") :])
            lines = last.split("\r\n")
            require(len(lines) <= 5 and all(len(line) <= 40 for line in lines), f"too much for 5 x 40: {lines}")
            os.kill(typing.pid, number)
            require(typing.end() == 0, f"it ended with {typing.status}")
            flags = typing.modes()[3]
            require(flags & termios.ECHO and flags & termios.ICANON, "the terminal's modes were not given back")
        finally:
            typing.close()
            world.call("Launch", app=app)
    printed = world.torpor("top").splitlines()
    require(sum(line.startswith("NAME") for line in printed) == 1, f"into a pipe: {printed}")
    world.torpor("quit", app)
    return "a change within a minute's interval, three arrows, 5 lines, Ctrl-C and SIGTERM"
