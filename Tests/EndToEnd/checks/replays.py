"""Checks on recordings of a real device, and their replay."""

import json
import os
import stat

from support.harness import require, wait_until

SECRET = "e2e.replay.secretname"


def replayed(world, file, *words, status=0):
    return json.loads(world.torpor("replay", "--json", str(file), *words, status=status))


def test_recording_replays_to_the_same_decisions_also_after_a_kill_of_the_daemon(world):
    """a recording over kill -9 of the daemon decides the same again; another setting and no app make a difference"""
    app = world.worker(SECRET, "finish")
    world.torpor("record", "start")
    refusal = world.torpor("record", "start", "--replace", status=1)
    require("A recording runs already" in refusal, refusal)
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
