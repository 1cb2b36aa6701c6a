"""Checks on how the twin test compares: it needs no daemon, and has to see each kind of difference."""

import pathlib

from support.comparison import Limits, Row, differences
from support.harness import require
from support.scenario import Scenario

LIMITS = {"horizon": 60.0, "tolerance": 2.0}


def row(at, name, app="mail", verdict="done", because="userAction", **action):
    conditions = [{"reason": because, "holds": True}] if because else []
    return Row({"at": at, "action": {"name": name, **action}, "verdict": verdict, "conditions": conditions}, app)


def found(simulated, real):
    limits = Limits(**LIMITS)
    limits.note_transfers(simulated, real)
    return differences(simulated, real, limits)


LAUNCH, HOME, FREEZE = row(0, "launch", destination="foreground"), row(10, "moveToBackground"), row(10, "freeze")
OTHER = row(30, "launch", app="notes", destination="foreground")


def test_twins_that_decide_the_same_agree():
    """the same decisions in the same order, within the tolerance, are no difference, whatever others do meanwhile"""
    real = [row(0.1, "launch", destination="foreground"), row(10.2, "moveToBackground"), row(11.9, "freeze"),
            row(30.4, "launch", app="notes", destination="foreground")]
    require(found([LAUNCH, HOME, FREEZE, OTHER], real) == [], found([LAUNCH, HOME, FREEZE, OTHER], real))
    return "none of 4"


def test_twins_that_decide_otherwise_differ():
    """another reason, a missing decision, one too many, one too late or too early, and another order are each named"""
    simulated = [LAUNCH, HOME, FREEZE, OTHER]
    cases = {
        "the simulator has 'freeze done because of userAction'": [LAUNCH, HOME, row(10, "freeze", because="timeUp"), OTHER],
        "only the simulator has 'freeze done": [LAUNCH, HOME, OTHER],
        "only the daemon has 'thaw done": [LAUNCH, HOME, FREEZE, row(20, "thaw"), OTHER],
        "'freeze done because of userAction' about mail: at 10.00 s in the simulator, at 12.10 s on the daemon":
            [LAUNCH, HOME, row(12.1, "freeze"), OTHER],
        "at 30.00 s in the simulator, at 29.50 s on the daemon":
            [LAUNCH, HOME, FREEZE, row(29.5, "launch", app="notes", destination="foreground")],
        "the daemon 'launch background done": [row(0, "launch", destination="background"), HOME, FREEZE, OTHER],
    }
    for words, real in cases.items():
        said = found(simulated, real)
        require(any(words in one for one in said), f"{words!r} is not in {said}")
    # Within the tolerance of each, and yet the wrong way round.
    said = found(
        [row(10, "freeze"), row(11.5, "launch", app="notes")], [row(11.9, "freeze"), row(11.6, "launch", app="notes")])
    require(len(said) == 1 and "comes before" in said[0], said)
    return f"{len(cases) + 1} kinds of difference"


def test_twins_compare_what_waits_by_what_it_waits_for():
    """of an activity that waits the reasons are compared; what stands until the next fact has come is not"""
    def waits(at, because):
        return row(at, "run", verdict="waiting", because=because, activity="mail.refresh")

    simulated = [LAUNCH, waits(0, "notBefore"), HOME, waits(10, "externalPower"), FREEZE]
    real = [LAUNCH, waits(0.1, "notBefore"), HOME, waits(10, "deviceInUse"), waits(10.4, "externalPower"), row(10.5, "freeze")]
    require(found(simulated, real) == [], found(simulated, real))
    said = found(simulated, [LAUNCH, waits(0.1, "notBefore"), HOME, waits(10, "deviceInUse"), FREEZE])
    require(len(said) == 1 and "'run mail.refresh waiting because of externalPower'" in said[0], said)
    return said[0]


def test_twins_take_the_end_of_a_transfer_from_the_network():
    """what follows the end of a transfer has its time from that end; everything before it has not"""
    ends = [row(20, "finish", activity="1", result="success"), row(24, "freeze")]
    late = [row(27, "finish", activity="1", result="success"), row(31.2, "freeze")]
    require(found([HOME, *ends], [HOME, *late]) == [], found([HOME, *ends], [HOME, *late]))
    said = found([HOME, *ends], [HOME, late[0], row(35, "freeze")])
    require(len(said) == 1 and "'freeze done" in said[0], said)
    task = [row(20, "finish", activity="mail.refresh", result="success")]
    require(found(task, [row(27, "finish", activity="mail.refresh", result="success")]), "a task is no transfer")
    return said[0]


def test_twins_allow_what_a_process_took_to_start():
    """after a launch a decision may be later by what the process took to its first line, and no more than that"""
    limits = Limits(**LIMITS)
    simulated, slow = [LAUNCH, row(5, "submit")], [row(0.1, "launch", destination="foreground"), row(8, "submit")]
    require(len(differences(simulated, slow, limits)) == 1, "3 s are within the tolerance of 2 s")
    limits.note_starts(simulated, slow, {"mail": [1.6]})
    require(differences(simulated, slow, limits) == [], f"{limits.starts} does not allow for it")
    limits.note_starts(simulated, slow, {"mail": [0.2]})
    require(len(differences(simulated, slow, limits)) == 1, f"{limits.starts} allows too much")
    return "1.5 s of a start"


def test_twins_end_at_the_horizon():
    """what one of the two has not come to at the end is no difference, and what it has missed before is"""
    end = row(59, "thaw")
    require(found([HOME, end], [HOME]) == [], "a decision within the tolerance of the end is missed")
    require(found([HOME], [HOME, row(60.5, "thaw")]) == [], "a decision behind the horizon is compared")
    said = found([HOME, row(57, "thaw")], [HOME])
    require(len(said) == 1 and "only the simulator" in said[0], said)
    return said[0]


def test_twins_say_what_cannot_be_performed(tmp_path):
    """a scenario with a statement that has no twin is left out, with each such statement and the reason"""
    path = pathlib.Path(tmp_path) / "shaken.yaml"
    path.write_text(
        "scenario: Shaken\napps:\n  mail:\n    on:\n      didBecomeActive: [{async: [{useGPU: true}]}]\n"
        "script:\n  - {at: 0s, launch: mail}\n  - {at: 90s, reboot: true}\nexpect: []\n", encoding="utf-8")
    said = Scenario(path).obstacles(75)
    require(said == [
        "'reboot': the machine does not restart", "'useGPU': there is no GPU",
        "its script lasts 90 s, and the twin 75 s at most",
    ], said)
    return "; ".join(said)
