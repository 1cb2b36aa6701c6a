"""A person at a terminal: a pseudo-terminal with a program on it, keys, and what the screen shows."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

from support import harness


def default_signals():
    """Undoes what `nohup` and shells do to the signals of programs in the background."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)


class Typing:
    """A program with a terminal of its own; what it prints is kept."""

    def __init__(self, command, environment, rows=24, columns=80):
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            default_signals()
            try:
                os.execvpe(command[0], command, environment)
            finally:
                os._exit(127)
        self.text = ""
        self.seen = 0
        self.status = None
        self.resize(rows, columns)

    def type(self, text):
        os.write(self.master, text.encode())

    def expect(self, text, seconds=harness.PATIENCE_SECONDS):
        """Waits until the screen shows the text behind what was seen before."""
        limit = time.monotonic() + seconds
        while text not in self.text[self.seen :]:
            if not self.read(limit - time.monotonic()):
                raise harness.Failure(
                    f"{text!r} was not shown; since what was seen last: {self.text[self.seen:]!r}"
                )
        self.seen = self.text.index(text, self.seen) + len(text)

    def read(self, seconds):
        if seconds <= 0 or not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            piece = os.read(self.master, 65536)
        except OSError:
            return False
        self.text += piece.decode(errors="replace")
        return bool(piece)

    def resize(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def modes(self):
        return termios.tcgetattr(self.master)

    def end(self, seconds=15):
        """Waits for the program's end; its exit status, or the signal's number below zero."""
        limit = time.monotonic() + seconds
        while self.status is None:
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                self.status = os.waitstatus_to_exitcode(status)
                while self.read(0.05):
                    pass
            elif time.monotonic() > limit:
                raise harness.Failure(f"it did not end; the screen: {self.text[-300:]!r}")
            else:
                self.read(0.02)
        return self.status

    def hang_up(self):
        """Closes the window."""
        os.close(self.master)
        self.master = None

    def close(self):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if self.master is not None:
            os.close(self.master)


def shell(world):
    """An interactive shell with job control, as a person has it."""
    environment = dict(world.environment, PS1="$ ", TORPOR=world.torpor_path, TERM="dumb")
    typing = Typing(["bash", "--norc", "--noprofile", "-i"], environment)
    typing.expect("$ ")
    return typing
