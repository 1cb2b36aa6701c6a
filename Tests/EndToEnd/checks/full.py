"""Checks on a full disk under the state folder: every page says something true, and nothing that was accepted is lost."""

import errno
import json
import os
import pathlib
import shutil
import subprocess
from contextlib import closing, contextmanager

from support.actors import Actor, Stage
from support.harness import Failure, Skip, require, wait_until
from support.machines import machine

MEGABYTES = 16
REFUSED = "could not save this to its journal (the disk is full; make room, nothing that was accepted is lost)"
SAYS = "Nothing new is accepted: "


@contextmanager
def small_state(bin_folder, name):
    """A stage whose state folder is a small file system of its own."""
    if os.getuid() != 0:
        raise Skip("only root can mount a small disk")
    with closing(Stage(bin_folder, name)) as stage:
        stage.machine = machine(stage.folder / "machine", is_online=False, battery_percent=80)
        state = pathlib.Path(stage.state)
        state.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=711", "tmpfs", state], capture_output=True, text=True
        )
        if mounted.returncode:
            raise Skip("no tmpfs can be mounted here: " + mounted.stderr.strip())
        try:
            yield stage
            for app in stage.call("List")["apps"]:
                stage.torpor("uninstall", app["app"], status=None)
            wait_until("the end of all apps", lambda: not stage.groups_left())
            stage.stop()
        finally:
            subprocess.run(["umount", "--lazy", state], check=True)


def fill(stage):
    """Leaves no block of the disk; the file that takes them."""
    filler = pathlib.Path(stage.state) / "filler"
    with open(filler, "ab", buffering=0) as file:
        while True:
            try:
                file.write(bytes(4096))
            except OSError as error:
                require(error.errno == errno.ENOSPC, str(error))
                return filler


def refuses(stage):
    """Whether a change of a setting is refused, as nothing can be saved; the last page of the journal may take some."""
    done = subprocess.run(
        [stage.torpor_path, "settings", "jobNotifications=off"], env=stage.environment, capture_output=True, text=True
    )
    require(done.returncode == 0 or REFUSED in done.stderr, done.stderr)
    return done.returncode != 0


def accepts(stage, name):
    """Whether a new app is accepted."""
    try:
        stage.call("Install", identifier=name, executable="/bin/true", arguments=["true"], workingDirectory="/")
        return True
    except Failure as failure:
        require("NotSaved" in str(failure) or "StorageFailed" in str(failure), str(failure))
        return False


def test_full_disk_is_told_on_every_page(world):
    """on a full disk battery, storage, advice, settings, log and doctor answer with what is true, changes are refused with the cause, what was accepted before outlives a kill -9 there, and all continues by itself with room"""
    with small_state(world.bin_folder, "full") as own:
        own.start()
        own.torpor("settings", "dataAllowance=100MB")
        app = Actor(own, "e2e.full")
        app.perform({"burn": 0.5}, seconds=60)
        app.home(suspended=True)
        used = own.call("DescribeBattery", app="e2e.full")["battery"]["total"]["processorMicroseconds"]
        require(used >= 500_000, f"{used} µs are booked of half a second")
        filler = fill(own)
        wait_until("a refusal", lambda: (fill(own), refuses(own))[1])

        # What it did before is there, and what is not accepted says why.
        own.says("e2e.full", "ps")
        own.says("Battery: 80 %, on battery.", "battery")
        kept = own.call("DescribeBattery", app="e2e.full")["battery"]["total"]["processorMicroseconds"]
        require(kept >= used, f"{kept} µs are left of {used}")
        own.says("Disk space is short:", "storage")
        own.says(SAYS, "storage")
        own.says(SAYS, "advice")
        own.says("dataAllowance=100MB", "settings")
        own.says("froze e2e.full", "log")
        own.says("the disk is full; make room, nothing that was accepted is lost", "doctor", status=1)
        own.says(SAYS, "storage", "e2e.full")
        def settings():
            # Without the one that is tried again and again until it is refused.
            return {key: value for key, value in json.loads(own.torpor("settings", "--json")).items() if key != "jobNotifications"}

        before = settings()
        for words in (
            ["settings", "wifiOnly=on"], ["settings", "e2e.full", "backgroundRefresh=off"],
            ["run", "--detach", "--", "sleep", "1000"], ["when", "--name", "job", "--", "true"],
            ["download", "http://127.0.0.1:1/file", "--detach"], ["exempt", "e2e.full"],
        ):
            # What ends meanwhile may free a block.
            wait_until("a refusal", lambda: (fill(own), refuses(own))[1])
            own.says(REFUSED, *words, status=1)
        require(settings() == before, "what was refused was done")
        # The user's apps are not in the way of the disk.
        app.launch()
        app.home(suspended=True)

        # A daemon that is killed there comes back with all that was accepted.
        own.kill()
        own.start()
        own.says("dataAllowance=100MB", "settings")
        require("e2e.full" in [one["app"] for one in own.call("List")["apps"]], "the app is gone")
        kept = own.call("DescribeBattery", app="e2e.full")["battery"]["total"]["processorMicroseconds"]
        require(kept >= used * 0.99, f"{kept} µs are left of {used} after a kill -9")
        wait_until("a refusal", lambda: (fill(own), refuses(own))[1])

        filler.unlink()
        wait_until("room again", lambda: accepts(own, "e2e.after"))
        for words in (["storage"], ["advice"], ["doctor"]):
            said = own.torpor(*words)
            require(SAYS not in said and "disk is full" not in said, said)
        own.torpor("settings", "wifiOnly=on")
        own.kill()
        own.start()
        own.says("wifiOnly=on", "settings")
        return f"{kept / 1000:.0f} ms of {used / 1000:.0f} ms after a kill -9 on the full disk"


def test_state_that_is_moved_away(world):
    """a state folder that is moved away under its daemon has it accept nothing and say so; what was accepted before is there when it is back"""
    with closing(Stage(world.bin_folder, "state-moved")) as own:
        own.start()
        own.torpor("settings", "wifiOnly=on")
        state = pathlib.Path(own.state)
        state.rename(own.folder / "away")
        for words in (["settings", "lowPowerMode=on"], ["run", "--detach", "--", "sleep", "1000"], ["when", "--name", "job", "--", "true"]):
            own.says("could not save this to its journal (the file or its log was moved, removed or replaced while the daemon had it open;", *words, status=1)
        own.says("cannot be written (the file or its log was moved", "doctor", status=1)
        own.kill()
        (own.folder / "away").rename(state)
        own.start()
        require(own.torpor("settings", "wifiOnly").strip() == "on", "what was accepted is lost")
        require(own.torpor("settings", "lowPowerMode").strip() == "off", "what was refused was done")
        return "refused, said by doctor, and nothing of before was lost"


def test_journal_that_is_replaced(world):
    """a journal that is replaced under its daemon is what the next daemon finds, without the log of the one before; that is kept beside it"""
    with closing(Stage(world.bin_folder, "state-replaced")) as own:
        own.start()
        own.torpor("settings", "lowPowerMode=on")
        own.stop()
        journal = pathlib.Path(own.state) / "journal.sqlite"
        log = journal.with_name("journal.sqlite-wal")
        shutil.copy(journal, own.folder / "backup")
        own.start()
        own.torpor("settings", "wifiOnly=on", "lowPowerMode=off")
        (own.folder / "backup").rename(journal)
        own.says("the file was replaced or written by another program while the daemon had it open", "settings", "jobNotifications=off", status=1)
        require(not log.exists() and log.with_name(log.name + ".left1").exists(), "the log of before is not kept beside the journal")
        own.kill()
        own.start()
        found = [own.torpor("settings", name).strip() for name in ("lowPowerMode", "wifiOnly")]
        require(found == ["on", "off"], f"the journal that was put there says lowPowerMode=on and wifiOnly=off, and the daemon {found}")
        return "refused, and the next daemon has what was put there"


def test_journal_that_is_replaced_after_a_kill(world):
    """a journal that is replaced after its daemon was killed is what the next daemon finds, and the log of the one before is kept; with its log it is all there"""
    with closing(Stage(world.bin_folder, "state-put-back")) as own:
        journal = pathlib.Path(own.state) / "journal.sqlite"
        log = journal.with_name("journal.sqlite-wal")
        own.start()
        own.torpor("settings", "lowPowerMode=on")
        own.stop()
        shutil.copy(journal, own.folder / "backup")
        own.start()
        own.torpor("settings", "lowPowerMode=off")
        own.stop()
        own.start()
        own.torpor("settings", "wifiOnly=on")
        own.kill()
        shutil.copy(journal, own.folder / "latest")
        # Written over in place, as `cp` does it.
        shutil.copy(own.folder / "backup", journal)
        own.start()

        def found():
            return [own.torpor("settings", name).strip() for name in ("lowPowerMode", "wifiOnly")]

        require(found() == ["on", "off"], f"the journal that was put there says lowPowerMode=on and wifiOnly=off, and the daemon {found()}")
        kept = log.with_name(log.name + ".left1")
        require(kept.exists(), "the log of before is not kept beside the journal")
        own.stop()
        shutil.copy(own.folder / "latest", journal)
        kept.rename(log)
        own.start()
        require(found() == ["off", "on"], f"the journal and its log say lowPowerMode=off and wifiOnly=on, and the daemon {found()}")
        return "the copy is what the daemon finds, and the file of before is all there with its log"
