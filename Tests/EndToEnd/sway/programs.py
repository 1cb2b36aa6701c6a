"""The five programs: each does its work on the screen and off it, and can say afterwards whether anything was lost."""

import json
import socket
import subprocess
import time

from support.browser import Browser
from support.harness import require, wait_until

# Each program has a workspace of its own, so that all others are off the screen.
WORKSPACES = {"browser": 1, "editor": 2, "files": 3, "player": 4, "terminal": 5}
# A closed program is given that long to end; nothing is measured by it.
END_SECONDS = 60
# A step of the build, beside whatever else this machine does.
STEP_SECONDS = 120
KEYS_EACH_LOOK = 12

# A page as many are: it has an animation, asks for news in a worker, and takes what is typed.
PAGE = """<!doctype html><title>pages</title><textarea autofocus></textarea><canvas width=300 height=80></canvas><script>
const area = document.querySelector("textarea"); area.focus();
let ticks = 0; setInterval(() => ticks += 1, 100);
const paper = document.querySelector("canvas").getContext("2d");
function draw(t) { paper.clearRect(0, 0, 300, 80); paper.fillRect((t / 10) % 300, 20, 30, 30); requestAnimationFrame(draw); }
requestAnimationFrame(draw);
const news = new Worker(URL.createObjectURL(new Blob([`
  let list = []; setInterval(() => { list = Array.from({length: 20000}, (_, i) => i * 7919 % 20011).sort((a, b) => a - b); }, 1000);
  onmessage = e => postMessage(e.data + 1);`])));
function ask(n) { return new Promise(r => { news.onmessage = e => r(e.data); news.postMessage(n); }); }
</script>"""

# Each step compiles a source of its own and says so; between two of them the compiler rests, as while it waits for a disk.
MAKEFILE = """all: $(patsubst %,%.o,$(shell seq {steps}))
\t@echo built >>log
%.o:
\t@awk 'BEGIN {{ for (i = 0; i < 400; i++) printf "int f%d_$*(int x) {{ return x * %d + $*; }}\\n", i, i }}' >$*.c
\t@cc -O1 -c $*.c -o $@
\t@echo $* >>log
\t@sleep 0.5
"""


class Program:
    """One of the programs, by its process and its group."""

    name = None
    # What its window calls itself.
    app_id = None

    def __init__(self, session):
        self.session, self.folder = session, session.world.folder
        self.pid = None
        self.group = None

    def run(self, *command):
        self.group, self.pid = self.session.start(self.name, *command)

    def window(self):
        """Sway's node of its window."""
        return next((one for one in self.session.display.windows().values() if one["pid"] == self.pid), None)

    def look(self, _number):
        """What a person does each time."""

    def check(self):
        """That nothing is lost; what there was."""

    def close(self):
        """Closes its window, as a person does; a program that hangs does not end."""
        self.session.display.swaymsg(f"[pid={self.pid}] kill")
        return self.wait_for_end()

    def wait_for_end(self):
        process = next(process for process, group in self.session.world.programs if group == self.group)
        wait_until(f"the end of the {self.name}", lambda: process.poll() is not None, END_SECONDS)
        return process.returncode


class Pages(Program):
    name = "browser"

    def begin(self):
        page = self.folder / "page.html"
        page.write_text(PAGE)
        self.group = self.session.world.slice / "app-test-browser-1.scope"
        self.browser = Browser(self.session.environment, self.group, ["--ozone-platform=wayland"])
        self.pid = self.browser.process.pid
        self.session.world.desktop_file("browser")
        self.session.world.note(self.browser.process, self.group)
        self.browser.open(f"file://{page}")
        self.browser.wait("the page", "document.title === 'pages'")
        self.typed = 0

    def look(self, number):
        require(self.browser.run(f"ask({number})") == number + 1, "the page's worker gave a wrong answer")
        self.browser.wait("the page counting", f"ticks > {self.browser.run('ticks')}")
        for _ in range(KEYS_EACH_LOOK):
            self.browser.key("a", "KeyA", 65, "a")
        self.typed += KEYS_EACH_LOOK

    def check(self):
        there = self.browser.run("area.value.length")
        require(there == self.typed, f"{self.typed} keys were typed into the page, which has {there}")
        complaints = self.browser.complaints()
        require(not complaints, f"the browser complains: {complaints}")
        return f"{there} keys"

    def close(self):
        self.browser.close()
        return 0


class Editor(Program):
    name = "editor"

    def begin(self):
        self.file = self.folder / "notes.txt"
        self.file.write_text("")
        self.run("mousepad", "--disable-server", self.file)
        self.typed = 0

    def look(self, _number):
        self.session.type("a" * KEYS_EACH_LOOK)
        self.typed += KEYS_EACH_LOOK

    def check(self):
        title = self.session.display.titles(self.pid)[0]
        require(not self.typed or title.startswith("*"), f"the editor does not show that its text was changed: {title}")
        return f"{self.typed} keys typed"

    def close(self):
        """Its window is closed, and it asks whether to save what was typed."""
        if not self.typed:
            return super().close()
        self.session.display.swaymsg(f"[pid={self.pid}] kill")
        wait_until("the editor's question", lambda: len(self.session.display.titles(self.pid)) == 2, END_SECONDS)
        return 0


class Files(Program):
    name = "files"

    def begin(self):
        self.shown = self.folder / "shown"
        self.shown.mkdir()
        self.run("thunar", self.shown)
        self.made = 0

    def meanwhile(self):
        """What others do in the folder that it shows; it is told by the kernel, frozen or not."""
        (self.shown / f"file-{self.made}").write_text("")
        self.made += 1

    def check(self):
        return f"{self.made} files came while it showed their folder"


class Player(Program):
    name = "player"

    def begin(self):
        self.control = self.folder / "player"
        self.positions = []
        self.run(
            "mpv", "--no-config", "--force-window=immediate", "--vo=wlshm", "--ao=pipewire", "--loop-file=inf",
            "--no-terminal", f"--input-ipc-server={self.control}", self.session.tone,
        )

    def ask(self, name):
        with socket.socket(socket.AF_UNIX) as link:
            link.settimeout(END_SECONDS)
            link.connect(str(self.control))
            link.sendall(json.dumps({"command": ["get_property", name]}).encode() + b"\n")
            with link.makefile() as lines:
                return next(one for one in map(json.loads, lines) if "error" in one).get("data")

    def note(self):
        """Where it is in what it plays; the time of this machine beside it."""
        self.positions.append((time.monotonic(), self.ask("playback-time")))

    def played(self):
        """The seconds that it has played, and those that passed meanwhile."""
        length, played = self.session.tone_seconds, 0.0
        for (_, before), (_, after) in zip(self.positions, self.positions[1:]):
            played += (after - before) % length
        return played, self.positions[-1][0] - self.positions[0][0]

    def check(self):
        for (_, before), (_, after) in zip(self.positions, self.positions[1:]):
            require(before != after, f"the player stood still at {before} s")
        played, passed = self.played()
        return f"{played:.1f} of {passed:.1f} s played"


class Terminal(Program):
    name = "terminal"

    def begin(self):
        self.place = self.folder / "build"
        self.place.mkdir()
        (self.place / "Makefile").write_text(MAKEFILE.format(steps=self.session.steps))
        # Its shell waits for the user afterwards, as it does where a person has typed the command.
        self.run("foot", "--app-id", "terminal", "bash", "--norc", "--noprofile", "-ic", f"make -s -C {self.place}; exec bash --norc --noprofile -i")

    def lines(self):
        log = self.place / "log"
        return log.read_text().split() if log.exists() else []

    def check(self):
        steps = [*map(str, range(1, self.session.steps + 1)), "built"]
        # However long it takes, as long as it comes to the next step.
        while self.lines() != steps:
            before = len(self.lines())
            wait_until(f"step {before + 1} of the build", lambda: len(self.lines()) > before, STEP_SECONDS)
        objects = len(list(self.place.glob("*.o")))
        require(objects == self.session.steps, f"the build has made {objects} of {self.session.steps} objects")
        return f"{objects} objects built"


PROGRAMS = (Pages, Editor, Files, Player, Terminal)


def missing():
    """The names of what has to be installed for them."""
    words = ("chromium", "mousepad", "thunar", "mpv", "foot", "wtype", "make", "cc", "awk")
    return [word for word in words if subprocess.run(["which", word], capture_output=True).returncode]
