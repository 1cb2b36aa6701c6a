"""`torpor run` in the background of a shell: checks with real terminals."""

import os
import termios
import time

from support.harness import is_frozen, require, wait_until
from support.keyboard import shell


def says(typing, word, seconds=9):
    """Presses Return until the shell, which tells of jobs before a prompt, says the word."""
    for _ in range(int(seconds / 0.3)):
        typing.type("\n")
        while typing.read(0.3):
            pass
        if word in typing.text[typing.seen :]:
            break
    typing.expect(word)


def test_begins_behind(world):
    """Started with &, it has the modes of a terminal and not of a line editor: echo, lines, Ctrl-D after fg"""
    typing = shell(world)
    try:
        typing.type("$TORPOR run --id behind -- cat &\n")
        wait_until("behind", lambda: "behind" in world.torpor("ps"))
        says(typing, "Stopped")
        typing.type("fg\n")
        typing.expect("run --id behind")
        wait_until("the front", lambda: typing.modes()[3] & termios.ECHO == 0)
        typing.type("onr\x7fe\n")
        typing.expect("onr\b \be\r\none\r\n")
        typing.type("\x04")
        typing.expect("$ ")
        typing.type("echo status=$?\n")
        typing.expect("status=0")
    finally:
        typing.close()
    return "typed keys shown, a key taken back, status 0 after Ctrl-D"


def test_hears_signals_when_frozen(world):
    """A frozen command at a terminal is ended by kill, and with its window"""
    for way in ("kill", "window"):
        app = f"frozen.{way}"
        typing = shell(world)
        try:
            typing.type(f"$TORPOR run --id {app} -- sleep 1000 &\n")
            wait_until(app, lambda: app in world.torpor("ps"))
            group = world.group(app)
            world.torpor("home", app)
            wait_until("the freeze behind", lambda: is_frozen(group), 40)
            if way == "kill":
                typing.type("kill $!; wait $!; echo status=$?\n")
                typing.expect("status=143")
            else:
                typing.hang_up()
            wait_until("its end", lambda: app not in world.torpor("ps"), 10)
        finally:
            typing.close()
    return "143 after kill, gone with the window"


def test_waits_where_no_shell_has_it(world):
    """A command without a shell that asks for keys waits, and asks nothing of the daemon meanwhile"""
    typing = shell(world)
    try:
        typing.type("($TORPOR run --id stranded -- sh -c 'read x < /dev/tty' &)\n")
        # The sentence is broken between words where the terminal ends.
        typing.expect("needs keyboard input")
        typing.expect("foreground")

        def decided():
            return int(world.call("Log", count=1)["decisions"][-1]["sequence"])

        before = decided()
        time.sleep(1)
        more = decided() - before
        require(more < 5, f"{more} decisions in 1 s")
        world.torpor("quit", "stranded")
        wait_until("its end", lambda: "stranded" not in world.torpor("ps"), 10)
    finally:
        typing.close()
    return f"{more} decisions in 1 s, quit ends it"


def test_stays_behind(world):
    """A frozen command that bg has go on is not on the screen, and is frozen again"""
    typing = shell(world)
    try:
        typing.type("$TORPOR run --id backed -- sleep 1000\n")
        wait_until("backed", lambda: "backed" in world.torpor("ps"))
        group = world.group("backed")
        typing.type("\x1a")
        typing.expect("Stopped")
        world.torpor("home", "backed")
        wait_until("the freeze of a stopped job", lambda: is_frozen(group), 40)
        typing.type("bg\n")
        world.wait_for_state("backed", "background")
        wait_until("the freeze behind", lambda: is_frozen(group), 40)
        require(world.state_of("backed") == "suspended", "it is frozen on the screen")
        typing.type("kill %1; wait %1; echo status=$?\n")
        typing.expect("status=143")
    finally:
        typing.close()
    return "background and suspended after bg, 143 after kill"


EDITOR = """
import os, signal, time
def stop(number, frame):
    os.write(1, b"a picture that is taken away\\n" * 500 + b"last words\\n")
    os.kill(os.getpid(), signal.SIGSTOP)
signal.signal(signal.SIGTSTP, stop)
print("begun", flush=True)
while True:
    time.sleep(60)
"""


def test_shows_last_words_before_a_stop(world):
    """What a command still prints at Ctrl-Z stands before the shell's prompt: an editor takes its screen away first"""
    typing = shell(world)
    path = os.path.join(world.folder, "editor.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(EDITOR)
    try:
        typing.type(f"$TORPOR run --id editor -- python3 {path}\n")
        typing.expect("begun")
        typing.type("\x1a")
        typing.expect("last words")
        typing.expect("Stopped")
        world.torpor("quit", "editor")
        wait_until("its end", lambda: "editor" not in world.torpor("ps"), 10)
    finally:
        typing.close()
    return "printed before the prompt"
