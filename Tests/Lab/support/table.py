"""The table of docs/internals/lab.md: what must hold, the check that shows it, and what was seen last (record.tsv)."""

import re

from support import ends, record, runner
from support.places import ROOT, Failure

DOCUMENT = ROOT / "docs" / "internals" / "lab.md"
HEAD = "| What must hold | Shown by | Seen last | Date |\n|---|---|---|---|\n"
SEEN_MAX = 420
# Every check belongs to one of them.
CLAIMS = {
    "`apt install` of the packages on a fresh machine; the first `torpor ps`, `torpor doctor`": ["installs"],
    "an upgrade from earlier packages keeps jobs, apps, transfers and habits": [
        "upgrades_from_earlier_programs", "upgrades_over_state", "opens_state_of_earlier_commits",
    ],
    "a downgrade is refused or clean; a purge leaves nothing": ["downgrades_or_refuses", "purge_leaves_nothing"],
    "systemd restarts a daemon that hangs, and leaves groups alone": ["watchdog_restarts_a_hung_daemon", "reload_of_systemd_keeps_groups"],
    "an alarm, a job with an exact time and a notification wake the machine within 2 s of their time; without the option a job does not": [
        "alarm_wakes_from_sleep", "at_wakes_from_sleep", "notification_wakes_from_sleep", "nothing_wakes_without_the_option",
    ],
    "work that is due in 8 hours of sleep runs once and in order": ["eight_hours_of_sleep"],
    "sleep is no app's time, and is not disturbed (D1, D2)": ["sleep_keeps_watchdogs", "sleep_is_not_disturbed"],
    "a transfer continues after sleep and on another network": ["transfers_outlive_sleep_and_networks"],
    "`systemctl reboot` and a power cut in the middle of writes, 50 times each: the journal opens, nothing accepted is lost, nothing is done twice": [
        "reboot_keeps_everything", "cut_loses_nothing",
    ],
    "a shutdown and a logout ask frozen apps first (D3, D5)": [
        "shutdown_asks_frozen_apps", "logout_ends_apps", "logout_ends_apps_of_a_users_daemon",
    ],
    "a job that waits for the adapter starts within 1 s of its event; Low Power Mode at 20 %; UPower agrees": [
        "power_starts_and_stops_jobs", "low_power_mode_begins_by_itself",
    ],
    "Bluetooth: values to a frozen and to a dead app, as central and as peripheral; restoration after restarts of the daemon and of BlueZ": [
        "bluetooth_wakes_apps", "bluetooth_answers_centrals",
    ],
    "memory: the order of ends, paging out and in, warnings; half of it free ends nothing (D4)": [
        "ends_the_longest_unused_beyond_swap", "swap_before_ends", "half_free_kills_nothing",
    ],
    "a desktop that is already there is governed, and let go": [
        "adopts_scopes", "adopted_apps_survive_the_daemon", "a_users_daemon_adopts", "logout_thaws_adopted_apps", "governs_a_login_of_sway",
        "a_login_of_sway_ends", "governs_five_programs_of_a_login",
    ],
    "a user without root: a unit of `systemd --user` does all that needs no root, and says what it lacks (D6, D7)": [
        "runs_as_user_service", "doctor_of_a_user",
    ],
    "words and clocks of the first trial (D8, D10)": ["clocks_of_a_daemon_are_shifted", "names_that_fit_several_are_told"],
    "the push services": ["pushes_by_services"],
}


def write():
    """Writes the table anew from what is on record."""
    if lost := set(runner.checks()) ^ {name for names in CLAIMS.values() for name in names}:
        raise Failure(f"CLAIMS in Tests/Lab/support/table.py and the checks differ: {', '.join(sorted(lost))}")
    text = DOCUMENT.read_text()
    begin = text.index(HEAD)
    end = text.index("\n\n", begin)
    rows = [row for claim, names in CLAIMS.items() for row in rows_of(claim, names)]
    DOCUMENT.write_text(text[:begin] + HEAD + "\n".join([*rows, *rows_of_ends()]) + text[end:])


def rows_of(claim, names):
    known = record.last(runner.KIND)
    for number, name in enumerate(names):
        line = known.get(name)
        seen, date = (said_of(line), line["date"][5:10]) if line else ("has not run yet", "")
        yield row("" if number else claim, f"`check {name}`", seen, date)
        if kind := {"reboot_keeps_everything": "reboot", "cut_loses_nothing": "cut"}.get(name):
            yield row("", f"`restarts --{kind}s 50`", *all_of(kind))


def said_of(line):
    verdict = "" if line["verdict"] == "ok" else f"**{line['verdict']}**: "
    seen = line["seen"]
    return verdict + (seen if len(seen) <= SEEN_MAX else seen[:SEEN_MAX].rsplit(" ", 1)[0] + " …")


def all_of(kind):
    """How many restarts of a kind are on record, and what was accepted before them."""
    lines = [line for line in record.lines() if line["kind"] == kind]
    held = [line for line in lines if line["verdict"] == "ok"]
    found = [re.match(r"(\d+) jobs and (\d+) transfers", line["seen"]) for line in held]
    jobs, transfers = (sum(int(one[place]) for one in found if one) for place in (1, 2))
    counted = f"{len(held)} on record, {len(lines) - len(held)} failed"
    return (
        f"{counted}; {jobs} jobs and {transfers} transfers accepted before {sum(map(bool, found))} of them, 0 lost", lines[-1]["date"][5:10]
    ) if lines else ("none on record", "")


def rows_of_ends():
    names = set(ends.names_of_checks())
    for number, user in enumerate(ends.USERS):
        known = {name: line for name, line in record.last(ends.kind_of(user)).items() if name in names}
        by = {verdict: [name for name, line in known.items() if line["verdict"] == verdict] for verdict in ends.VERDICTS}
        seen = f"of {len(names)} checks {len(by['ok'])} hold, {len(by['skip'])} skip, {len(by['FAIL'])} fail, {len(names) - len(known)} have not run yet"
        if by["FAIL"]:
            seen += f"; failed: {', '.join(f'`{name}`' for name in by['FAIL'])}"
        claim = "" if number else "the checks of `scripts/end-to-end`, on a pure tree of control groups"
        yield row(claim, f"`end-to-end --user {user}`", seen, max(line["date"][5:10] for line in known.values()) if known else "")


def row(*cells):
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
