"""Checks on pushes, notifications and alarms: a real daemon, real apps, a real server, a bus of their own."""

import http.server
import json
import os
import shutil
import signal
import subprocess
import threading
import time

from support.harness import Skip, World, is_frozen, require, wait_until
from support.players import player, registered

SILENT = '{"aps":{"content-available":1},"number":%d}'


class Server:
    """An HTTP server that answers with a megabyte and counts."""

    def __init__(self):
        self.count = 0
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                outer.count += 1
                self.send_response(200)
                self.send_header("Content-Length", str(1 << 20))
                self.end_headers()
                self.wfile.write(bytes(1 << 20))

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def test_silent_pushes_run_dead_apps(world):
    """a silent push launches a dead app, which fetches and is frozen; the fourth in an hour waits for an alert"""
    # A daemon of its own: what others have told of power decides how often silent pushes run an app.
    own = World(world.bin_folder, "pushes")
    try:
        own.start()
        return run_silent_pushes(own)
    finally:
        own.close()


def run_silent_pushes(world):
    server = Server()
    app = "e2e.silent"
    fetching = [{"fetch": server.url}, {"complete": "newData"}]
    player(world, app, registered({"didReceiveRemoteNotification": fetching}))
    other = player(world, "e2e.alerted", registered())
    world.torpor("lock")
    try:
        os.kill(world.events(app, "started")[-1]["pid"], signal.SIGKILL)
        world.wait_for_state(app, "notRunning")
        begun = time.monotonic()
        said = world.torpor("push", app, SILENT % 1)
        wait_until("the completion", lambda: world.events(app, "completed"), 10)
        took = time.monotonic() - begun
        require(world.events(app, "fetched")[0]["bytes"] == 1 << 20, "it did not fetch it all")
        launched = world.events(app, "didFinishLaunching")[-1]
        require(launched.get("wakeReason") == "silentPush", f"launched for {launched}")
        world.wait_for_state(app, "suspended")
        require(is_frozen(world.group(app)), "cgroup.events does not say frozen 1")
        for number in (2, 3):
            world.torpor("push", app, SILENT % number)
            wait_until("the next", lambda: len(world.events(app, "completed")) >= number, 10)
            world.wait_for_state(app, "suspended")
        held = world.torpor("push", app, SILENT % 4)
        require("rate limit" in held, f"the fourth was not held: {held}")
        world.torpor("push", app, SILENT % 5)
        require(server.count == 3, f"{server.count} fetches")
        world.torpor("push", other, '{"aps":{"alert":"Hello"}}')
        wait_until("the held one", lambda: server.count == 4, 10)
        last = json.loads(world.events(app, "didReceiveRemoteNotification")[-1]["payload"])
        require(last["number"] == 5, f"not the newest was kept: {last}")
        return f"dead to completed in {took * 1000:.0f} ms (“{said.splitlines()[0]}”); the newest came along"
    finally:
        world.torpor("unlock")
        server.close()


def test_channels_restore_and_are_left(world):
    """a channel's push runs a frozen app and a dead one, which outlives the daemon, and is left where nobody answers it"""
    app, crew = "e2e.crew", {"channel": "crew"}
    join = {"call": "JoinChannel", "parameters": crew}
    ada = {"call": "SetActiveParticipant", "parameters": {**crew, "participant": "Ada"}}
    # Who speaks is over: this app takes news of the service for it.
    over = {"call": "SetActiveParticipant", "parameters": crew}
    script = {
        "didFinishLaunching": [join], "didBecomeActive": [join], "incomingChannelPush": [ada],
        "channelServiceUpdate": [over],
    }
    modes = ("push-to-talk",)
    player(world, app, script, modes)
    joins = [one["reply"] for one in world.events(app, "called")]
    token = joins[-1].get("token")
    require(token, f"JoinChannel answered {joins}")

    def spoken(times):
        """Sends a push of who speaks, waits for the app's sound of that number, and tells how long it took."""
        begun = time.monotonic()
        world.torpor("push", app, '{"aps":{},"speaker":"Ada"}', "--type", "pushtotalk")
        wait_until("its sound", lambda: len(world.events(app, "didActivateAudioSession")) == times, 10)
        took = time.monotonic() - begun
        require(world.state_of(app) == "background", f"it is {world.state_of(app)}")
        news = '{"aps":{"ptt-push-type":"service-update"}}'
        world.torpor("push", app, news, "--type", "pushtotalk")
        world.wait_for_state(app, "suspended")
        require(is_frozen(world.group(app)), "cgroup.events does not say frozen 1")
        return took * 1000

    frozen = spoken(1)
    require(not world.events(app, "didRestoreChannel"), "restored to the process that joined")
    os.kill(world.events(app, "started")[-1]["pid"], signal.SIGKILL)
    world.wait_for_state(app, "notRunning")
    world.kill()
    world.start()
    dead = spoken(2)
    launched = world.events(app, "didFinishLaunching")[-1]
    require(launched.get("wakeReason") == "pushToTalk", f"launched for {launched}")
    require(len(world.events(app, "didRestoreChannel")) == 1, "it was not told of its channel")
    again = [one["reply"] for one in world.events(app, "called") if one["method"] == "JoinChannel"][-1]
    require(again.get("token") == token, f"another token for the same channel: {again}")
    mute = player(world, "e2e.mute", {"didBecomeActive": [join]}, modes)
    refused = world.events(mute, "called")[-1]["reply"]
    require(refused.get("code") == 2, f"a second channel: {refused}")
    world.torpor("quit", app)
    world.wait_for_state(app, "notRunning")
    denied = world.torpor("push", app, '{"aps":{}}', "--type", "pushtotalk", status=1)
    require("it has joined no channel" in denied, f"the channel outlived a force-quit: {denied}")
    world.call("Launch", app=mute)
    wait_until("its channel", lambda: world.events(mute, "called")[-1]["reply"].get("token"))
    world.call("Home", app=mute)
    world.wait_for_state(mute, "suspended")
    world.torpor("push", mute, '{"aps":{}}', "--type", "pushtotalk")
    wait_until("the end", lambda: world.events(mute, "didLeaveChannel"), 10)
    world.wait_for_state(mute, "suspended")
    why = world.torpor("why", mute)
    require("did not say who speaks" in why, f"why says: {why}")
    return f"frozen to its sound in {frozen:.0f} ms, dead to it in {dead:.0f} ms; left when nobody answered"


def notifications(desktop):
    """The Notify calls that the mock has had: the texts of each."""
    done = desktop.busctl(
        "call", "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
        "org.freedesktop.DBus.Mock", "GetMethodCalls", "s", "Notify",
    )
    found = []
    for _, arguments in json.loads(done.stdout)["data"][0]:
        values = [one["data"] for one in arguments]
        found.append({"app": values[0], "title": values[3], "body": values[4], "actions": values[5]})
    return found


def with_server(desktop):
    server = desktop.mock(
        "notification_daemon", "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
        capabilities="body actions",
    )
    desktop.bridge()
    wait_until("notifications", lambda: desktop.part("notifications"), 10)
    return server


def test_alerts_are_shown_and_open_their_app(world, desktop):
    """an alert is shown by the desktop's server without its app, and a click on it opens the app"""
    app = player(world, "e2e.chat", registered())
    server = with_server(desktop)
    os.kill(world.events(app, "started")[-1]["pid"], signal.SIGKILL)
    world.wait_for_state(app, "notRunning")
    world.torpor("push", app, '{"aps":{"alert":{"title":"Ann","body":"Lunch?"}}}')
    def number():
        """The server's number of it: it counts from 1, and shows what nobody has seen yet first."""
        texts = [(one["title"], one["body"]) for one in notifications(desktop)]
        return texts.index(("Ann", "Lunch?")) + 1 if ("Ann", "Lunch?") in texts else None

    shown = wait_until("the notification", number, 5)
    require(world.state_of(app) == "notRunning", "showing it has started its app")
    desktop.control(
        server, "EmitSignal", "sssav", server[0], "ActionInvoked", "us",
        "2", "u", str(shown), "s", "default",
    )
    wait_until("the response", lambda: world.events(app, "didReceiveResponse"), 10)
    require(world.state_of(app) == "active", f"it is {world.state_of(app)}")
    world.call("Home", app=app)
    return "shown as “Ann: Lunch?”, opened by the click, told didReceiveResponse"


def test_alarms_outlive_everybody(world, desktop):
    """an alarm that was set before a kill -9 of app and daemon is shown on time by the next daemon"""
    alarm = {
        "identifier": "tea", "title": "Tea", "body": "is ready",
        "trigger": {"type": "interval", "microseconds": 6_000_000},
    }
    set_it = [{"call": "AddNotification", "parameters": {"notification": alarm}}]
    app = "e2e.tea"
    begun = time.monotonic()
    player(world, app, {"didFinishLaunching": set_it})
    reply = world.events(app, "called")[0]["reply"]
    require(not reply, f"AddNotification answered {reply}")
    os.kill(world.events(app, "started")[-1]["pid"], signal.SIGKILL)
    world.kill()
    world.start()
    with_server(desktop)
    early = notifications(desktop)
    # All of this may have taken longer than the alarm, which was set after `begun`.
    require(not early or time.monotonic() - begun >= 6, "it was shown before its time")
    shown = wait_until("the alarm", lambda: notifications(desktop), 15)[-1]
    took = time.monotonic() - begun
    require((shown["title"], shown["body"]) == ("Tea", "is ready"), f"shown: {shown}")
    return f"shown {took:.1f} s after it was set for 6 s"


DUNST = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications")


def displayed(desktop):
    """How many notifications dunst has on its screen."""
    done = desktop.busctl("get-property", *DUNST, "org.dunstproject.cmd0", "displayedLength")
    return json.loads(done.stdout)["data"]


def taken_away(desktop):
    """Takes all from dunst's screen, and tells the summary of each."""
    desktop.busctl("call", *DUNST, "org.dunstproject.cmd0", "NotificationCloseAll")
    done = desktop.busctl("call", *DUNST, "org.dunstproject.cmd0", "NotificationListHistory")
    return [one["summary"]["data"] for one in json.loads(done.stdout)["data"][0]]


def test_failed_jobs_are_shown(world, desktop):
    """a job that fails for good is shown to its user, until the user does not want that any more"""
    with_server(desktop)
    world.torpor("when", "--name", "e2e-shown", "--", "sh", "-c", "exit 3")
    title = "Job e2e-shown failed"

    def bodies():
        return [one["body"] for one in notifications(desktop) if one["title"] == title]

    seen = wait_until("the notification", bodies, 10)
    body = "The command exited with status 3. Details: torpor jobs show e2e-shown"
    require(seen == [body], f"it says {seen}")
    # As a person reads it: what it names is there.
    require("status 3" in world.torpor("jobs", "show", "e2e-shown"), "it names nothing")
    world.torpor("settings", "jobNotifications=off")
    world.torpor("when", "--name", "e2e-silent", "--", "false")
    world.torpor("when", "--wait", "--after-any", "e2e-silent", "--", "true", stdin=subprocess.DEVNULL)
    world.torpor("settings", "jobNotifications=on")
    require(not [one for one in notifications(desktop) if "silent" in one["title"]], "shown all the same")
    return f"“{title}: {body}”"


def screen(world, desktop):
    """An X screen without glass; its name is put into the desktop's environment."""
    name = world.folder / "screen"
    with open(name, "wb") as file:
        os.set_inheritable(file.fileno(), True)
        desktop.start(
            "Xvfb", "-displayfd", str(file.fileno()), "-screen", "0", "800x400x24",
            pass_fds=[file.fileno()],
        )
    number = wait_until("the screen", lambda: name.read_text().strip(), 10)
    desktop.environment["DISPLAY"] = f":{number}"


def test_alarms_reach_a_real_desktop(world, desktop):
    """an alarm that was set before everything ended by kill -9 stands on the screen of a real dunst"""
    missing = [name for name in ["Xvfb", "dunst"] if not shutil.which(name)]
    if missing:
        raise Skip(f"{', '.join(missing)} missing (apt install xvfb dunst)")
    alarm = {
        "identifier": "kettle", "title": "Kettle", "body": "It boils",
        "trigger": {"type": "interval", "microseconds": 5_000_000},
    }
    set_it = [{"call": "AddNotification", "parameters": {"notification": alarm}}]
    begun = time.monotonic()
    app = player(world, "e2e.kettle", {"didFinishLaunching": set_it})
    os.kill(world.events(app, "started")[-1]["pid"], signal.SIGKILL)
    world.kill()
    screen(world, desktop)
    desktop.start("dunst")
    desktop.wait_for(DUNST[0])
    world.start()
    desktop.bridge()
    wait_until("the alarm", lambda: displayed(desktop), 20)
    took = time.monotonic() - begun
    summaries = taken_away(desktop)
    require("Kettle" in summaries, f"on the screen: {summaries}")
    return f"on the screen {took:.1f} s after it was set for 5 s"
