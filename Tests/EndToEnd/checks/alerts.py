"""Checks on what is heard, felt and counted: sound files, vibration, numbers on icons, and the limit of notifications."""

import json
import struct
import subprocess
import wave

from checks.pushes import DUNST, with_server
from support.desktop import PYTHON
from support.harness import require, wait_until

FEEDBACK = ("org.sigxcpu.Feedback", "/org/sigxcpu/Feedback")


def write_wave(path, seconds):
    """A WAVE file of silence: 8 kHz, 16 bits."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(struct.pack("<h", 0) * int(8000 * seconds))


def adds(identifier, **content):
    notification = {"identifier": identifier, "title": identifier, "body": "body", **content}
    return {"call": "AddNotification", "parameters": {"notification": notification}}


def opened(world, identifier, steps, put=lambda bundle: None):
    """Installs an app that does the steps when it is sent home, opens it, and sends it home."""
    world.install(identifier, "player", json.dumps({"didEnterBackground": steps}))
    put(world.folder / f"{identifier}.app")
    world.call("Launch", app=identifier)
    wait_until("it in front", lambda: world.events(identifier, "didBecomeActive"))
    world.call("Home", app=identifier)
    wait_until("its steps", lambda: len(world.events(identifier, "called")) >= len(steps), 10)
    return [event["reply"] for event in world.events(identifier, "called")]


def hints(desktop, title):
    """The hints of the notification with that title, as the server got them."""
    done = desktop.busctl(
        "call", DUNST[0], DUNST[1], "org.freedesktop.DBus.Mock", "GetMethodCalls", "s", "Notify"
    )
    for _, arguments in json.loads(done.stdout)["data"][0]:
        values = [one["data"] for one in arguments]
        if values[3] == title:
            return {name: one["data"] for name, one in values[6].items()}
    return None


def test_own_sounds_are_heard(world, desktop):
    """a notification has the sound file of its app; one that is too long, or no sound, has the default sound, with a reason"""
    with_server(desktop)
    app = "e2e.bells"

    def put(bundle):
        write_wave(bundle / "bell.wav", 1)
        write_wave(bundle / "long.wav", 31.5)
        (bundle / "song.wav").write_bytes(b"ID3 is another format than its name says")
        (bundle / "link.wav").symlink_to("/etc/passwd")

    names = ["bell", "long", "song", "link", "none"]
    opened(world, app, [adds(name, soundName=f"{name}.wav") for name in names], put)
    wait_until("the last", lambda: hints(desktop, "none"), 10)
    found = {name: hints(desktop, name) for name in names}
    path = str(world.folder / f"{app}.app" / "bell.wav")
    require(found["bell"].get("sound-file") == path, f"the server got {found['bell']}")
    for name in names[1:]:
        require(
            found[name].get("sound-name") == "message-new-instant" and "sound-file" not in found[name],
            f"{name}: {found[name]}",
        )
    log = world.torpor("log", app)
    for words in ["it is 31.5 s long", "it is not an AIFF, WAVE or CAF file", "cannot be read", "no such file"]:
        require(words in log, f"the ledger does not say '{words}': {log}")
    return f"sound-file {path}; four others as the default sound, with their reasons"


def test_the_device_vibrates_with_sounds(world, desktop):
    """feedbackd is asked to vibrate for a notification with a sound, and for none without"""
    with_server(desktop)
    desktop.start(PYTHON, "-m", "dbusmock", *FEEDBACK, FEEDBACK[0])
    desktop.wait_for(FEEDBACK[0])
    desktop.control(
        FEEDBACK, "AddMethod", "sssss", FEEDBACK[0], "TriggerFeedback", "ssa{sv}i", "u", "ret = 7"
    )
    wait_until("vibration", lambda: desktop.part("vibration"), 10)
    opened(world, "e2e.buzz", [adds("quiet"), adds("loud", hasSound=True)])
    wait_until("the notification", lambda: hints(desktop, "loud"), 10)

    def calls():
        done = desktop.busctl(
            "call", *FEEDBACK, "org.freedesktop.DBus.Mock", "GetMethodCalls", "s", "TriggerFeedback"
        )
        return [[one["data"] for one in call[1]] for call in json.loads(done.stdout)["data"][0]]

    found = wait_until("the vibration", calls, 10)
    require(len(found) == 1, f"feedbackd was asked {len(found)} times")
    app_name, event, options, _ = found[0]
    require(event == "message-new-instant", f"event {event}")
    require(options["profile"]["data"] == "quiet", f"it would sound too: {options}")
    return f"TriggerFeedback({app_name}, {event}, quiet), once for two notifications"


def test_badges_reach_docks(world, desktop):
    """the number on an icon is told to docks, told again to a new bridge, and shown by torpor ps"""
    seen = world.folder / "badges.jsonl"
    with open(seen, "wb") as output:
        desktop.started.append(subprocess.Popen(
            [
                "busctl", f"--address={desktop.address}", "--json=short", "monitor", "--match",
                "interface='com.canonical.Unity.LauncherEntry'",
            ],
            stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.DEVNULL,
        ))

    def told():
        found = []
        for line in seen.read_text().splitlines():
            message = json.loads(line)
            if message.get("member") == "Update":
                uri, properties = message["payload"]["data"]
                found.append((uri, properties["count"]["data"], properties["count-visible"]["data"]))
        return found

    bridge = desktop.bridge()
    wait_until("badges", lambda: desktop.part("badges"), 10)
    app = "e2e.badge"
    opened(world, app, [{"call": "SetBadge", "parameters": {"count": 7}}])
    uri = f"application://{app}.desktop"
    wait_until("the number", lambda: (uri, 7, True) in told(), 10)
    listed = world.torpor("ps")
    require("BADGE" in listed and any(line.startswith(app) and line.endswith(" 7") for line in listed.splitlines()), listed)
    count = len(told())
    desktop.end(bridge)
    desktop.bridge()
    wait_until("the number again", lambda: (uri, 7, True) in told()[count:], 10)
    world.torpor("uninstall", app)
    wait_until("its end", lambda: (uri, 0, False) in told(), 10)
    return f"{uri}: 7, again to a new bridge, and gone with its app"


def test_dropped_notifications_are_named(world):
    """whoever schedules the 65th notification hears which one lost its place, and why says so"""
    app = "e2e.many"
    steps = [
        adds(f"n{number}", trigger={"type": "interval", "microseconds": 3_600_000_000 - number * 1_000_000})
        for number in range(65)
    ]
    replies = opened(world, app, steps)
    require(all(not reply for reply in replies[:64]), f"the first 64: {replies[:64]}")
    require(replies[64] == {"dropped": ["n0"]}, f"the 65th: {replies[64]}")
    why = world.torpor("log", app)
    require("'n0'" in why and "64 are kept" in why, f"the ledger: {why}")
    return f"the 65th was answered {replies[64]}"
