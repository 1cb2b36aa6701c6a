"""Checks on long ledgers: ten days of hours and runs, a clock that was set meanwhile, and counters that are missing."""

import copy
import json
import os
import re
import shutil
import sqlite3
import subprocess
import threading
import time
from contextlib import closing

import pytest

from checks.timeline import ROWS, fill
from support.actors import Actor, Stage
from support.browser import Browser
from support.dashboards import Dashboard
from support.harness import Skip, require, wait_until
from support.machines import machine

HOUR_NS = 3600 * 10**9
DAY_NS = 24 * HOUR_NS
HOURS = 239
# 60 commands with an hour's sum and six runs in each of 239 hours: 100,380 rows.
COMMANDS, RUNS = 60, 6
# 20,000, and what the hour has booked since it was cut.
ROWS_KEPT = 20_100
# From the ledger of one command that has ended.
ENDED = "busy"


def used_command(world):
    """A command that was on screen, ran off it, and has ended."""
    world.app(ENDED, "finish")
    world.call("Home", app=ENDED)
    world.wait_for_state(ENDED, "suspended")
    world.call("Quit", app=ENDED)
    wait_until("its end", lambda: all(one["app"] != ENDED for one in world.call("List")["apps"]))


def lengthen(path):
    """Repeats what the ledger has of a command over ten days and as if it were many; the rows that it has then."""
    with closing(sqlite3.connect(path)) as journal:
        (content,) = journal.execute("SELECT bytes FROM snapshot").fetchone()
        snapshot = json.loads(content)
        ledger = snapshot["consumption"]
        one = next(row for row in ledger["apps"] if row["app"] == ENDED)
        hour = one["consumption"]["hours"][-1]
        run = hour["runs"][-1]
        for number in range(COMMANDS):
            command = copy.deepcopy(one)
            command["app"] = f"run.old{number:03}"
            command["consumption"]["departed"]["name"] = f"old{number}"
            hours = command["consumption"]["hours"] = []
            for back in range(HOURS, 0, -1):
                begin = hour["begin"] - back * HOUR_NS
                runs = [
                    # A second of time, and some processor time and energy.
                    dict(run, began=begin + (part + 1) * 240 * 10**9, used=[1_000_000, 2000, *[0] * 7, 2_000_000])
                    for part in range(RUNS)
                ]
                on_screen = [60_000_000, 1000 * (number + 1), *[0] * 7, 1_000_000 * (number + 1)]
                hours.append(dict(hour, begin=begin, onScreen=on_screen, runs=runs))
            ledger["apps"].append(command)
        ledger["apps"].sort(key=lambda row: row["app"])
        journal.execute("UPDATE snapshot SET bytes = ?", (json.dumps(snapshot, separators=(",", ":")).encode(),))
        journal.commit()
    return COMMANDS * HOURS * (1 + RUNS)


def kept_rows(path):
    """How many hours and runs a daemon that was stopped has kept."""
    with closing(sqlite3.connect(path)) as journal:
        (content,) = journal.execute("SELECT bytes FROM snapshot").fetchone()
    ledger = json.loads(content)["consumption"]
    hours = [hour for row in ledger["apps"] + ledger["removed"] for hour in row["consumption"]["hours"]]
    return sum(1 + len(hour["runs"]) for hour in hours)


def timed(world, *words):
    begun = time.monotonic()
    printed = world.torpor(*words, timeout=300)
    return printed, time.monotonic() - begun


@pytest.mark.nested
@pytest.mark.machine
def test_battery_page_of_100000_rows(request):
    """a ledger of 10 days, with 100,000 hours and runs and 100,000 decisions, is answered by torpor battery, advice and the dashboard; its sums are right, and it is cut to 20,000 in the next hour"""
    with closing(Stage(request.config.option.bin.resolve(), "ledger-long")) as world:
        world.start_or_skip()
        used_command(world)
        world.stop()
        journal = world.folder / "state" / "journal.sqlite"
        rows = lengthen(journal)
        require(rows >= 100_000, f"{rows} rows")
        fill(journal)
        world.start()
        facts, times = {}, {}
        for words in (["battery"], ["battery", "--last", "10d"], ["battery", "run.old007", "--last", "10d"], ["advice"]):
            printed, times[" ".join(words)] = timed(world, *words)
            require(len(printed.splitlines()) < 120, f"{len(printed.splitlines())} lines of `torpor {' '.join(words)}`")
        for app in (None, "run.old007"):
            printed, _ = timed(world, "battery", "--last", "10d", "--json", *([app] if app else []))
            facts[app] = json.loads(printed)["battery"]
        whole, one = facts[None], facts["run.old007"]
        for page in (whole, one):
            for figure in ("timeMicroseconds", "processorMicroseconds", "nanojoules"):
                of_apps = sum(row[part][figure] for row in page["apps"] for part in ("onScreen", "offScreen"))
                of_hours = sum(row[part][figure] for row in page["hours"] for part in ("onScreen", "offScreen"))
                require(of_apps == of_hours == page["total"][figure], f"{figure}: {of_apps}, {of_hours}, {page['total']}")
        runs = [run for hour in one["hours"] for run in hour.get("runs", [])]
        require(len(runs) == HOURS * RUNS, f"{len(runs)} receipts")
        off = sum(run["used"]["nanojoules"] for run in runs)
        require(off == one["apps"][0]["offScreen"]["nanojoules"], f"the receipts have {off} nJ")
        with closing(Browser()) as browser, closing(Dashboard(world)) as dashboard:
            browser.open(dashboard.address)
            browser.wait("the menu", "document.querySelector('[data-page=battery]')")
            begun = time.monotonic()
            browser.run("location.hash = '#battery'")
            browser.wait("the battery page", "document.querySelectorAll('.usage tbody tr').length > 20", 120)
            browser.run("[...document.querySelectorAll('.segments button')].at(-1).click()")
            browser.wait("ten days", "document.querySelectorAll('.segments button')[1].ariaPressed === 'true' "
                         "&& document.querySelector('.battery').ariaBusy === 'false'", 120)
            times["the page"] = time.monotonic() - begun
            require(not browser.complaints(), f"the browser says {browser.complaints()}")
        # With the next hour only so many are kept as README promises, and the page says from when on.
        world.later(3600)
        world.torpor("run", "--id", "e2e.next", "--", "true")
        wait_until("fewer rows", lambda: world.call("DescribeBattery", hours=240)["battery"].get("keptFromMicroseconds"))
        world.says("are not complete: there were more than are kept.", "battery", "--last", "10d")
        world.stop()
        kept = kept_rows(journal)
        require(kept <= ROWS_KEPT, f"{kept} rows are kept")
        told = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in times.items())
        world.start()
        return f"{rows} hours and runs, {ROWS} decisions: {told}; {kept} are kept an hour later"


def set_clock(stage, days):
    """As if the clock had been set by so many days while no daemon ran: what was noted by it is so much older or newer."""
    stage.stop()
    with closing(sqlite3.connect(f"{stage.state}/journal.sqlite")) as journal:
        (content,) = journal.execute("SELECT bytes FROM snapshot").fetchone()
        snapshot = json.loads(content)
        snapshot["clock"]["zeroUnixNanoseconds"] -= days * DAY_NS
        journal.execute("UPDATE snapshot SET bytes = ?", (json.dumps(snapshot, separators=(",", ":")).encode(),))
        for table in ("clock", "ledger"):
            journal.execute(f"UPDATE {table} SET wall = wall - ?", (days * DAY_NS,))
        journal.commit()
    stage.start()


def test_battery_page_over_a_clock_that_was_set(world):
    """a clock that was set by days, forward and back, makes no hour of the battery page longer and loses nothing of it, is marked in the timeline, and has an allowance refill within a day"""
    with closing(Stage(world.bin_folder, "clock-set", profile="ios26")) as own:
        own.machine = machine(own.folder / "machine", is_online=False, battery_percent=80)
        own.start()
        app = Actor(own, "e2e.clock")
        own.torpor("settings", "e2e.clock", "energyAllowance=1J")
        own.torpor("exempt", "e2e.clock")
        app.home()
        app.becomes("background", 30)
        app.perform({"burn": 1.5}, seconds=120)
        own.torpor("exempt", "e2e.clock", "--end")
        app.becomes("suspended", 60)
        own.says("its energy allowance is used up", "why", "e2e.clock")

        def figures():
            page = own.call("DescribeBattery", app="e2e.clock", hours=240)["battery"]
            for hour in page["hours"]:
                length = hour["onScreen"]["timeMicroseconds"] + hour["offScreen"]["timeMicroseconds"]
                require(length <= 3_600_000_000, f"an hour has {length} µs")
            return page["total"]["processorMicroseconds"], page["total"]["timeMicroseconds"]

        before, told = figures(), []
        for days in (3, -3, -20, 20):
            set_clock(own, days)
            after = figures()
            require(after[0] >= before[0] and after[1] >= before[1], f"{days} days: {after} are left of {before}")
            require(after[0] <= before[0] + 500_000, f"{days} days: {after} came of {before}")
            for one in app.status["blockedBy"]:
                ahead = one["untilMicroseconds"] - own.call("Status")["device"]["atMicroseconds"]
                require(0 < ahead <= 86_400_000_000, f"{days} days: it refills in {ahead} µs")
            # A decision by the clock as it is now.
            own.torpor("settings", f"jobNotifications={'on' if own.torpor('settings', 'jobNotifications').strip() == 'off' else 'off'}")
            for words in (["battery"], ["battery", "--last", "10d"], ["battery", "e2e.clock"], ["advice"], ["log"], ["storage"]):
                own.torpor(*words)
            own.torpor("timeline", "-o", str(own.folder / "t.html"))
            marks = re.findall("the clock had been set (forward|back)", (own.folder / "t.html").read_text())
            require(marks, f"{days} days: the timeline does not mark it")
            told.append(f"{days:+} days ({len(marks)} marked)")
            before = after
        return f"{before[0] / 1000:.0f} ms of processor time, over {', '.join(told)}"


def test_battery_page_without_counters(world):
    """where the kernel counts neither sockets nor disks, and there is no battery, every page says what is missing and what that means, and what is counted is right"""
    if os.getuid() != 0 or not shutil.which("setpriv"):
        raise Skip("only root can give up rights of a daemon that has them, and setpriv is needed for it")
    with closing(Stage(world.bin_folder, "no-counters")) as own:
        own.machine = machine(own.folder / "machine")
        shutil.rmtree(own.machine / "sys/class/power_supply")
        # As in a container: without the rights to load programs into the kernel.
        own.start(within=["setpriv", "--bounding-set=-bpf,-sys_admin,-perfmon,-net_admin"])
        app = Actor(own, "e2e.bare")
        app.perform({"burn": 0.5}, seconds=60)
        app.home(suspended=True)
        page = own.call("DescribeBattery", app="e2e.bare")["battery"]
        require(page["total"]["processorMicroseconds"] >= 500_000, f"{page['total']} of half a second")
        missing = {one["figure"] for one in page["sources"] if not one["isMeasured"]}
        require({"network", "battery", "package", "energy"} <= missing, f"{missing} are said to be missing")
        for words in (
            "Battery: This machine has no battery.",
            "are not counted, so a data allowance counts only those of transfers: the daemon may not load BPF programs",
            "it counts as being on external power, where nothing waits for an energy allowance.",
            "Processor energy is not available: ",
        ):
            own.says(words, "battery")
        own.says("lacks battery the machine counts as being on external power", "doctor")
        own.says("give no reason for advice", "advice")
        return f"{len(missing)} of {len(page['sources'])} figures are missing, and said to be: {', '.join(sorted(missing))}"


def repeat(path, count, seconds):
    """Repeats the newest row of a ledger, whose sequence continues, over the last seconds before it; the last sequence."""
    with closing(sqlite3.connect(path)) as journal:
        last, at, app, wall, words, form = journal.execute(
            "SELECT sequence, at, app, wall, bytes, format FROM ledger ORDER BY sequence DESC LIMIT 1").fetchone()
        journal.execute("DELETE FROM ledger WHERE sequence = ?", (last,))
        for index in range(count):
            before = (count - 1 - index) * seconds * 10**9 // count
            said = re.sub(rb'"at":-?[0-9]+,"conditions"', b'"at":%d,"conditions"' % (at - before), words)
            # The first of the last three pages but one was decided by a clock that was not set yet.
            told = 10**9 if index == count - 2000 else wall - before
            journal.execute("INSERT INTO ledger (sequence, at, app, wall, bytes, format) VALUES (?, ?, ?, ?, ?, ?)",
                            (last + index, at - before, app, told, said, form))
        journal.commit()
    return last + count - 1


def sequences(printed):
    """Of the pages that `torpor log --json` has printed."""
    pages = [json.loads(line)["decisions"] for line in printed.splitlines()]
    return [int(one["sequence"]) for page in pages for one in page]


def test_log_of_more_than_a_page(world):
    """torpor log -n reads beyond a page of 1000, --since beyond a row of a clock that was not set yet, and --follow misses nothing of 2500 decisions that were made while the daemon was away"""
    with closing(Stage(world.bin_folder, "ledger-pages")) as own:
        own.start()
        app = own.app("e2e.pages", "finish")
        own.call("Home", app=app)
        own.wait_for_state(app, "suspended")
        own.stop()
        journal = own.folder / "state" / "journal.sqlite"
        last = repeat(journal, 3500, 7200)
        own.start()
        numbers = sequences(own.torpor("log", "-n", "2300", "--json"))
        require(len(numbers) == 2300 and numbers == list(range(numbers[0], numbers[0] + 2300)), f"{len(numbers)} of 2300")
        require(len(own.torpor("log", "-n", "1500", app).splitlines()) >= 1500, "fewer than 1500 lines")
        hour = sequences(own.torpor("log", "--since", "1h", "--json"))
        # Half of the 3500, give or take what the daemon itself has decided and how long this has taken.
        require(1600 <= len(hour) <= 1800 and hour == list(range(hour[0], hour[0] + len(hour))), f"{len(hour)} in an hour")
        every = sequences(own.torpor("log", "--since", "3h", "--json"))
        require(len(every) >= 3500 and every == list(range(every[0], every[0] + len(every))), f"{len(every)} of 3500")
        child = subprocess.Popen(
            [own.torpor_path, "log", "--follow", "-n", "1", "--json"], env=own.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        own.children.append(child)
        lines = []
        threading.Thread(target=lambda: lines.extend(iter(child.stdout.readline, "")), daemon=True).start()
        wait_until("its first line", lambda: lines)
        begun = sequences(lines[0])[-1]
        own.stop()
        end = repeat(journal, 2500, 60)
        require(end > last, f"{end} is not after {last}")
        own.start()
        own.call("Launch", app=app)
        wait_until("what was decided meanwhile", lambda: sequences("".join(lines))[-1] > end, 30)
        child.terminate()
        followed = sequences("".join(lines))
        gaps = [one for one, next in zip(followed, followed[1:]) if next != one + 1]
        require(not gaps, f"after {gaps} something is missing; it began with {begun}")
        return f"{len(numbers)} by number, {len(hour)} and {len(every)} by time, {len(followed)} followed without a gap"
