"""Terminals with a program in them that counts, so that it shows whether they run."""

import json
import subprocess
import sys
import time

from support.harness import APPS, is_frozen, now_ns, require, wait_until


def lines(path):
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines() if line.endswith("}")]


class Terminal:
    """A terminal with a counting program in it, as an app."""

    def __init__(self, world, display, identifier, command):
        self.world, self.identifier = world, identifier
        self.log = world.folder / f"{identifier}.ticks"
        self.count_path = world.folder / f"{identifier}.count"
        ticker = [sys.executable, "-B", str(APPS / "ticker.py"), str(self.log), str(self.count_path)]
        with open(world.folder / f"{identifier}.out", "ab") as output:
            subprocess.run(
                [
                    world.torpor_path, "run", "--detach", "--id", identifier, "--",
                    *[str(part) for part in command], *ticker,
                ],
                env=display.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                timeout=60, check=True,
            )
        wait_until(f"{identifier} counting", lambda: lines(self.log) and self.count() > 0, 20)
        self.group = world.group(identifier)

    def count(self):
        return int.from_bytes(self.count_path.read_bytes(), "little")

    def expect_frozen(self, since):
        """Waits until nobody lets it run any more, and sees that it stands still; how long that took."""
        self.world.wait_for_state(self.identifier, "suspended", 20)
        took = time.monotonic() - since
        require(is_frozen(self.group), "cgroup.events does not say frozen 1")
        before = self.count()
        time.sleep(1)
        require(self.count() == before, f"it counted {self.count() - before} times while frozen")
        return took

    def show(self, choose):
        """Has the window chosen; when the group ran, and when the program knew of the focus (ns)."""
        heard = len(self.focus_in())
        before = self.count()
        choose()
        wait_until("the thaw for the focus", lambda: not is_frozen(self.group), 10, 0.0005)
        thawed = now_ns()
        wait_until("the focus in the program", lambda: len(self.focus_in()) > heard, 5, 0.001)
        wait_until("the count", lambda: self.count() > before, 5)
        return thawed, self.focus_in()[-1]["ns"]

    def focus_in(self):
        return [line for line in lines(self.log) if line["event"] == "focusIn"]

    def reason(self):
        for text in reversed(self.world.torpor("log").splitlines()):
            if f"thawed {self.identifier}: " in text:
                return text.split(": ", 1)[1]
        return "nothing"

    def quit(self):
        self.world.torpor("quit", self.identifier, status=None)


def in_words(milliseconds):
    return f"{min(milliseconds):.0f} to {max(milliseconds):.0f} ms"
