"""Checks on recordings of a real device, and their replay."""

import json
import os
import pathlib
import resource
import shutil
import sqlite3
import stat
import subprocess

from support.harness import APPS, lacking, require, wait_until

SECRET = "e2e.replay.secretname"


def replayed(world, file, *words, status=0):
    return json.loads(world.torpor("replay", "--json", str(file), *words, status=status))


def test_recording_replays_to_the_same_decisions_also_after_a_kill_of_the_daemon(world):
    """a recording over kill -9 of the daemon decides the same again; another setting and no app make a difference"""
    app = world.worker(SECRET, "finish")
    begin(world)
    refusal = world.torpor("record", "start", "--replace", status=1)
    require("A recording is already running" in refusal, refusal)
    first = world.daemon_process_id()
    world.torpor("launch", app)
    world.wait_for_state(app, "active", 30)
    world.torpor("home")
    world.wait_for_state(app, "suspended", 30)
    world.kill()
    world.start()
    world.wait_for_state(app, "suspended", 30)
    before = len(world.events(app, "launchTask"))
    world.torpor("simulate-launch", app, f"{app}.refresh")
    wait_until("its refresh", lambda: len(world.events(app, "launchTask")) > before, 30)
    world.wait_for_state(app, "suspended", 30)
    world.torpor("quit", app)
    world.wait_for_state(app, "notRunning", 30)
    world.torpor("record", "stop")
    recording = world.call("GetRecording")["recording"]
    file = recording["path"]
    require(stat.S_IMODE(os.stat(file).st_mode) == 0o600, oct(os.stat(file).st_mode))
    again = world.torpor("record", "start", status=1)
    require(
        again.endswith(f"There is already a recording: {file}. Copy what you want to keep of it, then begin with "
                       "--replace."),
        again,
    )
    none = world.torpor("record", "stop", status=1)
    require(none.endswith("No recording is running. `torpor record start` begins one."), none)
    require(recording["end"] == "stopped" and recording["bytes"] == os.stat(file).st_size, recording)

    same = replayed(world, file)
    require(same["samePolicy"]["isExact"], same["samePolicy"])
    require(same["recording"]["gaps"] == 0, same["recording"])
    require(same["recording"]["inputs"] == recording["inputs"], (same["recording"], recording))
    require(same["recording"]["decisions"] > 10, same["recording"])

    without = replayed(world, file, "--without", app)["otherPolicy"]
    require(all(row["replayed"] == 0 for row in without["wakes"] if row["app"] == app), without["wakes"])
    require(any(row["recorded"] > 0 for row in without["wakes"] if row["app"] == app), without["wakes"])
    require(without["onlyRecorded"] > 0, without)
    older = replayed(world, file, "--profile", "ios3")["otherPolicy"]
    require(older["onlyRecorded"] > 0 and older["onlyReplayed"] > 0, older)
    unknown = world.torpor("replay", str(file), "--without", "nobody.at.all", status=2)
    require("No app 'nobody.at.all' is in the recording" in unknown, unknown)

    torn = world.folder / "torn.jsonl"
    with open(file, "rb") as whole:
        torn.write_bytes(whole.read()[:-9])
    again = replayed(world, torn)
    require(again["recording"]["isTorn"] and again["samePolicy"]["isExact"], again)
    return (
        f"{recording['inputs']} inputs and {same['recording']['decisions']} decisions, {recording['bytes']} bytes, over "
        f"a kill of the daemon {first}; {without['onlyRecorded']} fewer without the app"
    )


def begin(world):
    """Begins a recording, whatever another check has left."""
    world.torpor("record", "stop", status=None)
    world.torpor("record", "start", "--replace")


def turns(file):
    """The numbers of the last inputs of the turns of a recording."""
    lines = [json.loads(line) for line in pathlib.Path(file).read_text(encoding="utf-8").splitlines()]
    return [line["turn"]["sequence"] for line in lines if "turn" in line]


def saved(world):
    """The numbers of the inputs in the journal, as a copy of its files says."""
    place = world.folder / "journal-copy"
    place.mkdir(exist_ok=True)
    for name in ("journal.sqlite", "journal.sqlite-wal"):
        shutil.copy(pathlib.Path(world.state) / name, place)
    database = sqlite3.connect(place / "journal.sqlite")
    numbers = [number for number, in database.execute("SELECT sequence FROM journal ORDER BY sequence")]
    database.close()
    return numbers


def test_recording_gets_from_the_journal_what_a_killed_daemon_did_not_write(world):
    """a turn that the daemon had saved and not recorded at kill -9 is appended by the next one, without a gap"""
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        raise lacking("no C compiler, which holds the daemon in its write")
    shim, flag = world.folder / "hold_writes.so", world.folder / "hold"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", shim, APPS / "hold_writes.c"], check=True)
    file = pathlib.Path(world.state).resolve() / "recording.jsonl"
    world.stop()
    world.start(within=["env", f"LD_PRELOAD={shim}", f"HELD_FILE={file}", f"HELD_WHILE={flag}"])
    begin(world)
    world.torpor("lock")
    # It answers before it records.
    wait_until("the lock in the recording", lambda: turns(file), 30)
    flag.touch()
    with open(world.folder / "unlock.out", "wb") as output:
        client = subprocess.Popen(
            [world.torpor_path, "unlock"], env=world.environment, stdin=subprocess.DEVNULL, stdout=output,
            stderr=output,
        )
    try:
        reached = flag.with_name(flag.name + ".reached")
        wait_until("the daemon in its write", reached.exists)
        before = turns(file)
        # The daemon is the process that env has become.
        world.kill()
    finally:
        client.kill()
        client.wait()
    flag.unlink()
    require(turns(file) == before, "the recording has grown while it was held")
    lost = [number for number in saved(world) if number > before[-1]]
    require(lost, (before, saved(world)))
    world.start()
    after = turns(file)
    require(after[len(before):][:len(lost)] == lost, (lost, before, after))
    world.torpor("lock")
    world.torpor("record", "stop")
    same = replayed(world, file)
    require(same["samePolicy"]["isExact"] and same["recording"]["gaps"] == 0, same)
    return f"{len(lost)} of {same['recording']['inputs']} inputs came from the journal"


def test_recording_with_numbers_that_no_device_has_is_refused_with_its_line(world):
    """a recording whose numbers overflow in the policy is refused with status 2, a sentence and the line, without a core"""
    app = world.worker("e2e.replay.wild", "finish")
    world.torpor("quit", app)
    world.wait_for_state(app, "notRunning", 30)
    begin(world)
    world.torpor("launch", app)
    world.wait_for_state(app, "active", 30)
    world.torpor("record", "stop")
    lines = (pathlib.Path(world.state) / "recording.jsonl").read_text(encoding="utf-8").splitlines()
    number = next(index for index, line in enumerate(lines) if line.startswith('{"turn"') and '"open"' in line)
    turn = json.loads(lines[number])
    # The last number that a launch can have: there is none for the next.
    survivor = {"app": "e2e.replay.nobody", "isFrozen": False, "launch": 2**64 - 1}
    turn["turn"]["inputs"].insert(0, {"device": {"event": {"daemonRestarted": {"survivors": [survivor]}}}})
    lines[number] = json.dumps(turn, separators=(",", ":"), sort_keys=True)
    wild = world.folder / "wild.jsonl"
    wild.write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = world.torpor("replay", str(wild), status=2)
    require(
        said == f"torpor replay: '{wild}' cannot be replayed: in the policy a computation or a check has failed at line "
        f"{number + 1}. The file is damaged or was not made by `torpor record`, or this is a bug in "
        "Torpor: then keep the file, which reproduces it, and report the bug.",
        said,
    )
    return said


def test_recording_is_exported_without_names(world):
    """an exported recording has no name, path or text of the original, decides the same, and replaces no file; a full disk leaves none"""
    app = world.worker("e2e.replay.secretapp", "finish")
    begin(world)
    world.torpor("launch", app)
    world.wait_for_state(app, "active", 30)
    world.torpor("home")
    world.wait_for_state(app, "suspended", 30)
    world.torpor("when", "--name", "e2e-secretjob", "--", "sh", "-c", "exit 7")
    wait_until(
        "the end of the job",
        lambda: any(one["state"] == "failed" for one in world.call("ListJobs")["jobs"] if one["name"] == "e2e-secretjob"),
        30,
    )
    # Of a recording that runs, up to where it is.
    out = world.folder / "for-others.jsonl"
    said = world.torpor("record", "export", str(out))
    world.torpor("record", "stop")
    recording = world.call("GetRecording")["recording"]
    original = pathlib.Path(recording["path"]).read_text(encoding="utf-8")
    exported = out.read_text(encoding="utf-8")
    require(stat.S_IMODE(os.stat(out).st_mode) == 0o600, oct(os.stat(out).st_mode))
    secrets = texts(original) - texts(exported)
    for secret in ["secretapp", "secretjob", "exit 7", str(world.folder), *(one for one in secrets if len(one) > 7)]:
        require(secret not in exported, f"'{secret}' is in the export")
    for secret in (app, "e2e-secretjob", "sh -c 'exit 7'"):
        require(secret in secrets, f"'{secret}' was not recorded: it shows nothing")
    same = replayed(world, out)
    require(same["samePolicy"]["isExact"] and same["recording"]["gaps"] == 0, same)
    name = next(line.split()[0] for line in said.splitlines() if line.endswith(f"  {app}"))
    without = replayed(world, out, "--without", name)["otherPolicy"]
    require(without["onlyRecorded"] > 0, without)

    again = world.torpor("record", "export", str(out), status=2)
    require(
        again == f"torpor record export: '{out}' already exists, and an export never replaces a file. "
        "Choose another name, or remove it.",
        again,
    )
    require(out.read_text(encoding="utf-8") == exported, "it was replaced")
    # As on a full disk: no file may become longer than that.
    full = world.folder / "full.jsonl"
    short = world.torpor(
        "record", "export", "--recording", recording["path"], str(full), status=2, restore_signals=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )
    require("cannot be written" in short and "What was written of it is removed." in short, short)
    require(not full.exists(), "a part of it was left")
    missing = world.torpor("record", "export", "--recording", str(world.folder / "none"), str(full), status=2)
    require("cannot be read: No such file or directory" in missing and not full.exists(), missing)
    return f"{said.splitlines()[0]} {said.splitlines()[1]} {len(secrets)} texts of the original are not in it"


def texts(recording):
    """Every text of a recording."""
    found = set()

    def look(value):
        if isinstance(value, str):
            found.add(value)
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            look(one)

    for line in recording.splitlines():
        look(json.loads(line))
    return found
