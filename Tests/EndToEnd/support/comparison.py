"""What the simulator decides of a scenario, what the real daemon decided, and where they differ."""

import json
import subprocess

from support.harness import Failure

# Decisions whose moments in the simulator lie so far apart have the same order on the real daemon, whichever app they
# are about; those of one app always have.
APART_SECONDS = 1.0
# The device's clock is read by a call, which takes a moment.
EARLY_SECONDS = 0.25


class Simulated:
    """What the simulator does with a scenario, as far as the horizon."""

    def __init__(self, torpor, scenario, horizon):
        done = subprocess.run(
            [torpor, "simulate", "--json", str(scenario.path)], capture_output=True, text=True, timeout=120)
        if done.returncode:
            said = subprocess.run([torpor, "simulate", str(scenario.path)], capture_output=True, text=True, timeout=120)
            raise Failure(f"the simulator itself does not hold it: {said.stdout}{said.stderr}".strip())
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        # What comes before the first line of the script is how the world was made.
        begin = next((number for number, line in enumerate(lines) if line.get("event") == "script"), len(lines))
        rows = [line for line in lines[begin:] if line["type"] in ("decision", "event")]
        for row in rows:
            row["at"] = row["atMicroseconds"] / 1e6
        rows = [row for row in rows if row["at"] <= horizon]
        self.decisions = [Row(row, row.get("app")) for row in rows if row["type"] == "decision"]
        self.callbacks = [
            Told({"app": row["app"], "name": row["text"].removesuffix(" called"), "at": row["at"]})
            for row in rows if row.get("event") == "called"
        ]


class Row:
    """A decision without what only one of the two can know: numbers of processes and tasks, lengths, moments."""

    def __init__(self, facts, app):
        self.at, self.app = facts["at"], app
        self.action = canonical(facts["action"])
        self.verdict = facts["verdict"]
        self.reasons = tuple(
            ("" if one["holds"] else "not ") + one["reason"] for one in facts["conditions"])

    @property
    def launches(self):
        return self.action.split()[0] == "launch" and self.verdict == "done"

    @property
    def ends_transfer(self):
        words = self.action.split()
        return len(words) > 1 and words[0] == "finish" and words[1].isdigit()

    @property
    def key(self):
        return (self.action, self.verdict, self.reasons)

    def __str__(self):
        because = f" because of {', '.join(self.reasons)}" if self.reasons else ""
        return f"{self.action} {self.verdict}{because}"


class Told(Row):
    """A callback, which is compared as a decision is."""

    def __init__(self, facts):
        self.at, self.app, self.action = facts["at"], facts["app"], facts["name"]
        self.verdict, self.reasons = "called", ()


def canonical(action):
    """An action in words."""
    words = [action["name"]]
    for name in ("destination", "wakeReason", "taskName", "activity", "result", "use", "notification", "permission", "capability"):
        if name in action:
            value = action[name]
            words.append(" ".join(str(one) for one in value.values()) if isinstance(value, dict) else str(value))
    if "end" in action:
        end = action["end"]
        words.append(end["name"] + "".join(f" {end[name]}" for name in ("signal", "status") if name in end))
    return " ".join(words)


class Limits:
    """What a comparison allows.

    horizon, tolerance: in seconds; late: how late the script was by a moment; shifts: of each app, by how much later
    than in the simulator its transfers have ended, for what their bytes take is the network's to say; starts: how long
    each of its processes took from the order to its first line, which takes no time in the simulator.
    """

    def __init__(self, horizon, tolerance, late=lambda at: 0.0):
        self.horizon, self.tolerance, self.late = horizon, tolerance, late
        self.shifts, self.starts = {}, {}

    def note_transfers(self, simulated, real):
        for app in {row.app for row in simulated}:
            ends = [[row for row in rows if row.app == app and row.ends_transfer] for rows in (simulated, real)]
            self.shifts[app] = [(one.at, other.at - one.at) for one, other in zip(*ends)]

    def note_starts(self, simulated, real, started):
        """`started`: of each app, when each of its processes ran its first line."""
        for app, moments in started.items():
            orders, launches = ([row.at for row in rows if row.app == app and row.launches] for rows in (simulated, real))
            self.starts[app] = [(at, max(0.0, ran - order)) for at, order, ran in zip(orders, launches, moments)]

    def start(self, app, at):
        return next((length for order, length in reversed(self.starts.get(app, [])) if order <= at), 0.0)

    def shift(self, app, at):
        return next((length for end, length in reversed(self.shifts.get(app, [])) if end <= at), 0.0)

    def lag(self, one, other):
        """How much later the daemon was than the simulator, without what the network took."""
        return other.at - one.at - self.shift(one.app, one.at)

    def hold(self, one, other):
        # What the script does later on does not wait for a transfer.
        shift = self.shift(one.app, one.at)
        earliest = min(shift, 0.0) - EARLY_SECONDS
        allowed = self.tolerance + self.late(one.at) + self.start(one.app, one.at)
        return earliest <= other.at - one.at <= max(shift, 0.0) + allowed


def differences(simulated, real, limits):
    """Where two lists of decisions, or of callbacks, differ, in sentences."""
    real = sorted(real, key=lambda row: row.at)
    found = []
    for app in sorted({row.app for row in [*simulated, *real]}, key=str):
        ours = strands([row for row in simulated if row.app == app])
        theirs = strands([row for row in real if row.app == app])
        for strand in [None, *sorted({*ours, *theirs} - {None})]:
            one, other = ours.get(strand, []), theirs.get(strand, [])
            found += same_order(app or "device", one, other, limits) or in_time(app or "device", one, other, limits)
    return found or across_apps(simulated, real)


def strands(rows):
    """What was done or refused, in its order (None); and for each activity that waits, what it has waited for."""
    found = {None: [row for row in rows if row.verdict != "waiting"]}
    for row in rows:
        if row.verdict == "waiting":
            found.setdefault(row.action, []).append(row)
    for strand, waiting in found.items():
        if strand is not None:
            # The simulator's world changes as a whole; here each fact comes by itself, and what stands only until the
            # next one has come says nothing.
            following = [*waiting[1:], None]
            stands = [row for row, after in zip(waiting, following) if after is None or after.at - row.at >= APART_SECONDS]
            found[strand] = [row for row, before in zip(stands, [None, *stands]) if before is None or row.key != before.key]
    return found


def same_order(app, ours, theirs, limits):
    for number, (one, other) in enumerate(zip(ours, theirs), 1):
        if one.key != other.key:
            return [
                f"decision {number} about {app}: the simulator has '{one}' at {one.at:.1f} s, "
                f"the daemon '{other}' at {other.at:.1f} s"]
    # At the end one of them may just not have come so far.
    if len(ours) > len(theirs) and ours[len(theirs)].at < limits.horizon - limits.tolerance:
        who, row = "simulator", ours[len(theirs)]
    elif len(theirs) > len(ours) and theirs[len(ours)].at <= limits.horizon + limits.shift(theirs[0].app, limits.horizon):
        who, row = "daemon", theirs[len(ours)]
    else:
        return []
    return [f"decision {min(len(ours), len(theirs)) + 1} about {app}: only the {who} has '{row}' at {row.at:.1f} s"]


def in_time(app, ours, theirs, limits):
    return [
        f"'{one}' about {app}: at {one.at:.2f} s in the simulator, at {other.at:.2f} s on the daemon"
        for one, other in zip(ours, theirs) if not limits.hold(one, other)
    ]


def pairs(ours, theirs):
    """What was done about each app, with what stands in the same place of the other list."""
    for app in {row.app for row in ours}:
        yield from zip(*([row for row in rows if row.app == app and row.verdict != "waiting"] for rows in (ours, theirs)))


def across_apps(simulated, real):
    """What is done about different apps has the order of the simulator where it has a moment between them."""
    simulated, real = ([row for row in rows if row.verdict != "waiting"] for rows in (simulated, real))
    places = {}
    for place, row in enumerate(real):
        places.setdefault(row.app, []).append(place)
    counts, earlier = {}, []
    for row in simulated:
        count = counts.get(row.app, 0)
        counts[row.app] = count + 1
        if count == len(places.get(row.app, [])):
            continue  # At the end, where it has not come so far.
        place = places[row.app][count]
        for before, other in earlier:
            if row.at - before.at >= APART_SECONDS and other > place:
                return [
                    f"'{before}' about {before.app} comes before '{row}' about {row.app} in the simulator "
                    f"({before.at:.1f} s, {row.at:.1f} s), and after it on the daemon"]
        earlier.append((row, place))
    return []
