"""Five ordinary programs of Debian in a login into sway, each on a workspace of its own and started as a launcher starts it."""

import json
import shlex

from support.places import require, wait_until

BROWSER, EDITOR, FILES, PLAYER, BUILD = "chromium", "org.xfce.mousepad", "thunar", "mpv", "foot"
PLACE, CONTROL = "/home/ada/lab", "/run/user/1000/mpv"
# The page counts in its title, which sway shows, and sorts numbers as often as others ask for news.
PAGE = """<!doctype html><title>count 0</title><script>
let n = 0, list = []; setInterval(() => document.title = `count ${++n}`, 500)
setInterval(() => { list = Array.from({length: 20000}, (_, i) => i * 7919 % 20011).sort((a, b) => a - b) }, 1000)
</script>"""
# Between two steps it rests, as while a compiler waits for a disk. Nobody waits for the last one.
MAKEFILE = """all: $(shell seq 100000)
%:
\t@sha256sum ../tone.wav >$@
\t@echo $* >>log
\t@sleep 0.5
"""
TONE = f"""import math, struct, wave
with wave.open("{PLACE}/tone.wav", "wb") as file:
    file.setnchannels(1); file.setsampwidth(2); file.setframerate(48000)
    file.writeframes(b"".join(struct.pack("<h", int(9000 * math.sin(math.tau * i / 96))) for i in range(96)) * 10000)
"""
# Nobody hears it: the machine has no sound card.
SINK = "{ factory.name=support.null-audio-sink node.name=nowhere media.class=Audio/Sink object.linger=true audio.position=[FL FR] }"
ASK = f"""import json, socket, sys
with socket.socket(socket.AF_UNIX) as link:
    link.settimeout(60)
    link.connect("{CONTROL}")
    link.sendall(sys.argv[1].encode() + b"\\n")
    with link.makefile() as lines:
        print(json.dumps(next(one for one in map(json.loads, lines) if "error" in one)))
"""
COMMANDS = {
    PLAYER: f"mpv --no-config --force-window=immediate --vo=wlshm --ao=pipewire --loop-file=inf --no-terminal "
            f"--input-ipc-server={CONTROL} {PLACE}/tone.wav",
    BUILD: f"foot make -s -C {PLACE}/build",
    EDITOR: f"mousepad --disable-server {PLACE}/notes.txt",
    FILES: f"thunar {PLACE}/shown",
    BROWSER: "chromium --ozone-platform=wayland --disable-gpu --no-first-run --password-store=basic --disable-background-networking "
             f"--disable-component-update --user-data-dir={PLACE}/profile file://{PLACE}/page.html",
}
# Where Chromium moves its first process, which has the windows.
MOVED = "app-org.chromium.Chromium-*.scope"
# A browser's start, under emulation.
START_SECONDS = 900


class Programs:
    """Their groups and windows, and what shows that each does its work."""

    def __init__(self, desktop):
        self.desktop, self.lab = desktop, desktop.lab
        self.lab.sh(
            f"mkdir -p {PLACE}/build {PLACE}/shown && cd {PLACE} && echo notes >notes.txt && touch shown/one\n"
            f"cat >page.html <<'P'\n{PAGE}\nP\ncat >build/Makefile <<'P'\n{MAKEFILE}P\npython3 - <<'P'\n{TONE}P\nchown -R ada: {PLACE}"
        )
        wait_until("a sink", lambda: "nowhere" in desktop.sh(
            f"pw-cli ls Node 2>/dev/null | grep nowhere || pw-cli create-node adapter '{SINK}' >/dev/null; true"
        ), pause=2)
        self.groups, self.windows = {}, {}
        for number, (name, command) in enumerate(COMMANDS.items(), 1):
            self.groups[name] = [desktop.launch(f"app-sway-{name}-51a0c3e{number}.scope", command, workspace=str(number))]
            self.windows[name] = self.wait_for_window()
        self.groups[BROWSER] += desktop.groups(MOVED)
        wait_until("the page's counting", self.count, START_SECONDS)
        wait_until("the player's playing", self.position, START_SECONDS)
        wait_until("the build's first step", self.steps, START_SECONDS)

    def wait_for_window(self):
        """The one that has come; of its process nothing is asked, since a browser moves it into another group."""
        known = set(self.windows.values())
        return wait_until("a window", lambda: [node["id"] for node in self.desktop.nodes() if node["id"] not in known], START_SECONDS)[0]

    def show(self, name):
        self.desktop.activate(self.windows[name])

    def frozen(self):
        """The names of those of which every group is frozen."""
        words = " ".join(shlex.quote(f"/sys/fs/cgroup{group}/cgroup.events") for groups in self.groups.values() for group in groups)
        said = self.lab.sh(f"grep -l 'frozen 1' {words}; true")
        return {name for name, groups in self.groups.items() if all(group in said for group in groups)}

    def wait_for_thaw(self, name):
        for group in self.groups[name]:
            self.desktop.wait_for_thaw(group)

    def count(self):
        """The number in the title of the page."""
        title = next((node["name"] or "" for node in self.desktop.nodes() if node["id"] == self.windows[BROWSER]), None)
        require(title is not None, "the browser has lost its window")
        return int(title.split()[1]) if title.startswith("count ") else None

    def ask(self, *words):
        """The player, by its socket."""
        said = json.loads(self.lab.sh(f"python3 - '{json.dumps({'command': words})}' <<'P'\n{ASK}P"))
        require(said["error"] in ("success", "property unavailable"), f"mpv answers {said} to {words}")
        return said.get("data")

    def position(self):
        """Seconds in what it plays, over and over; `None` before it plays."""
        return self.lab.sh(f"test -S {CONTROL} && echo yes; true").strip() and self.ask("get_property", "playback-time")

    def steps(self):
        """How many steps the build has made, each once and in order."""
        found = self.lab.sh(f"cat {PLACE}/build/log 2>/dev/null; true").split()
        require(found == [str(number) for number in range(1, len(found) + 1)], f"steps of the build: {found}")
        return len(found)

    def processor_seconds(self):
        """Of each program, of all that is the user's, and of the daemon."""
        places = {**self.groups, "the user": ["/user.slice/user-1000.slice"], "torpord": ["/system.slice/torpord.service"]}
        said = self.lab.sh("\n".join(
            f"echo $(sed -n 's/^usage_usec //p' {' '.join(shlex.quote(f'/sys/fs/cgroup{group}/cpu.stat') for group in groups)} 2>/dev/null)"
            for groups in places.values()
        ))
        return {name: sum(map(int, line.split())) / 1e6 for name, line in zip(places, said.split("\n"))}

    def close(self):
        """Closes each window, as a user does; a program that hangs does not end."""
        for name, groups in self.groups.items():
            self.desktop.swaymsg(f"'[con_id={self.windows[name]}] kill'")
            for group in groups:
                wait_until(f"the end of {name}", lambda group=group: not self.desktop.read(group, "cgroup.procs").strip(), 300)
