"""An app that does what a scenario says of it, in real time (`scripts/twin`).

Usage: twin.py LOG DEFINITION. DEFINITION is a JSON object: `on` (for each callback the steps of the scenario, with
lengths of time in seconds), `memory` (in bytes, where the scenario is about it), `server` (where its transfers go), `line` (the port at which its sockets end) and
`notices` (the socket of the runner, which is told of its sound). It speaks Varlink by hand.

Threads are as the simulator has them: callbacks run one after the other on the main thread, `work` keeps it, `wait`
leaves it to others, `async` runs beside it. `work` blocks and uses no processor: thirty apps share this machine.
"""

import json
import os
import socket
import threading
import time

from twin_process import SIGABRT, Connection, call, definition, end, log, main, rest, state, take

on = definition["on"]
tokens, activities, opened, lines = {}, [], {}, {}
callbacks = {}
mixes, sounds, reads = False, False, True


# Callbacks.


class Callback:
    """A call of one of the app's callbacks."""

    def __init__(self, event):
        self.event = event
        self.token = event["callback"]
        self.has_returned = False
        self.completion = None

    @property
    def name(self):
        """As scenarios call it."""
        event, name = self.event, self.event["name"]
        if name == "launchTask":
            return "task:" + event["identifier"]
        if name == "taskExpiration":
            return "expiration:" + event["identifier"]
        if name == "backgroundTaskExpiration":
            return "expiration:" + event.get("taskName", event["task"])
        if name == "expiringActivity":
            # The first call is the block that the step has; a scenario's name means the one that warns.
            return "expiringActivity:" + event["reason"] + ("" if event["expired"] else " block")
        if name == "didCompleteWithError" and "errorCode" not in event:
            return "didCompleteWithError nil"
        return name

    @property
    def steps(self):
        if self.event["name"] == "expiringActivity" and not self.event["expired"]:
            found = [one for one in activities if one[0] == self.event["reason"]]
            if found:
                activities.remove(found[0])
            return found[0][1] if found else []
        return on.get(self.name, [])

    @property
    def asks_for_presentation(self):
        return self.event["name"] == "willPresent"

    def returned(self):
        if not self.has_returned:
            self.has_returned = True
            call("Returned", callback=self.token)

    def complete(self, result):
        self.completion = result
        log("completed", name=self.name, result=result)
        self.tell()

    def tell(self):
        if self.asks_for_presentation:
            shows = self.completion in ("success", "newData")
            options = ["badge", "sound", "list", "banner"] if shows else []
            call("PresentNotification", callback=self.token, options=options)
        else:
            call("Complete", callback=self.token, result=self.completion)

    def subject(self):
        """The callback whose completion handler a step in this one calls."""
        if self.event["name"] == "taskExpiration":
            return callbacks.get(self.event["launchCallback"], self)
        if self.event["name"] == "didFinishEvents":
            stored = [
                one for one in callbacks.values()
                if one.event["name"] == "handleEventsForBackgroundURLSession" and one.completion is None
                and one.event["session"] == self.event["session"]
            ]
            return stored[-1] if stored else None
        return self

    def run(self, ticket):
        if ticket:
            main.enter(ticket)
        log("called", name=self.name)
        self.note()
        has_entry = self.name in on
        if not has_entry and (self.event.get("hasCompletionHandler") or self.asks_for_presentation):
            self.complete("success" if self.event["name"] == "launchTask" else "noData")
        elif self.event["name"] == "launchTask" and "expiration:" + self.event["identifier"] in on:
            call("SetExpirationHandler", callback=self.token, isSet=True)
        item = Item(self, is_on_main=ticket is not None, is_first=True)
        item.run(self.steps)
        if item.has_main:
            main.leave()
        self.returned()

    def note(self):
        """What every app does with what it is told of."""
        if self.event["name"] == "interruptionBegan":
            sound(False)
        elif self.event["name"] == "socketReadable" and reads:
            line = lines.get(self.event["descriptor"])
            if line:
                line.recv(65536)


class Item:
    """Steps that run one after the other, on the main thread or beside it."""

    def __init__(self, callback, is_on_main, is_first):
        self.callback, self.is_on_main, self.is_first = callback, is_on_main, is_first
        self.has_main = is_on_main

    def run(self, steps):
        for step in steps:
            self.perform(step)

    def perform(self, step):
        [(name, value)] = [(key, value) for key, value in step.items() if key != "restoreId"]
        getattr(self, name)(value)

    # Time.

    def work(self, seconds):
        rest(seconds)

    def wait(self, seconds):
        if self.is_first and self.callback.event["name"] != "expiringActivity":
            self.callback.returned()
        if self.has_main:
            main.leave()
        rest(seconds)
        if self.has_main:
            main.enter(main.ask())

    def hang(self, _):
        while True:
            time.sleep(60)

    def crash(self, _):
        end(SIGABRT)

    def exit(self, status):
        os._exit(status)

    # `async` is a word of Python's.
    def branch(self, steps):
        threading.Thread(target=Item(self.callback, False, False).run, args=(steps,), daemon=True).start()

    def save(self, values):
        log("saved", values=values)

    # Tasks.

    def complete(self, result):
        if subject := self.callback.subject():
            subject.complete(result)

    def beginBackgroundTask(self, name):
        reply = call("BeginBackgroundTask", name=name, hasExpirationHandler="expiration:" + name in on, key=state.next())
        tokens[name] = reply.get("task", "0")

    def endBackgroundTask(self, name):
        call("EndBackgroundTask", task=tokens.get(name, "0"))

    def expiringActivity(self, value):
        activities.append((value["reason"], value["steps"]))
        call("PerformExpiringActivity", reason=value["reason"], key=state.next())

    def register(self, identifier):
        call("RegisterTask", identifier=identifier, key=state.next())

    def submit(self, value):
        kinds = {"refresh": "appRefresh", "processing": "processing", "continued": "continued"}
        kind = next(name for name in kinds if name in value)
        parameters = {"identifier": value[kind], "type": kinds[kind]}
        for ours, theirs in (("title", "title"), ("strategy", "strategy"), ("network", "network"), ("power", "externalPower")):
            if ours in value:
                parameters[theirs] = value[ours]
        if "earliest" in value:
            parameters["earliestBeginMicroseconds"] = int(value["earliest"] * 1e6)
        reply = call("SubmitTask", **parameters)
        if "as" in value:
            log("submitted", label=value["as"], outcome=reply.get("error", "ok"))

    def cancel(self, identifier):
        call("CancelTaskRequest", identifier=identifier)

    def cancelAll(self, _):
        call("CancelTaskRequest")

    def progress(self, permille):
        call("ReportProgress", callback=self.callback.subject().token, permille=permille)

    def setMinimumBackgroundFetchInterval(self, value):
        if isinstance(value, str):
            call("SetMinimumBackgroundFetchInterval", interval=value)
        else:
            call("SetMinimumBackgroundFetchInterval", microseconds=int(value * 1e6))

    # Transfers.

    def open(self, session, sends_launch_events=True):
        state.keep("sessions", session, sends_launch_events)
        call("OpenSession", session=session, sendsLaunchEvents=sends_launch_events)
        opened[session] = sends_launch_events

    def recreateSession(self, session):
        self.open(session, state.kept["sessions"].get(session, True))

    def start(self, value, **content):
        sends_launch_events = value.get("sendsLaunchEvents", True)
        if opened.get(value["session"]) != sends_launch_events:
            self.open(value["session"], sends_launch_events)
        transfer = {"isDiscretionary": value.get("discretionary", False), **content}
        if "earliest" in value:
            transfer["earliestBeginMicroseconds"] = int(value["earliest"] * 1e6)
        reply = call("StartTransfers", session=value["session"], transfers=[transfer], key=state.next())
        if "first" in reply:
            state.keep("transfers", value["task"], reply["first"])

    def download(self, value):
        self.start(value, url=f"{definition['server']}/slow/{value['size']}")

    def cancelTransfer(self, name):
        if name in state.kept["transfers"]:
            call("CancelTransfer", transfer=state.kept["transfers"][name])

    # Services.

    def registerForPush(self, _):
        call("RegisterForPush", kind="remote")

    def registerForVoIP(self, _):
        call("RegisterForPush", kind="voIP")

    def reportCall(self, _):
        call("ReportCall")

    def scheduleNotification(self, value):
        trigger = {"repeats": value.get("repeats", False), "type": "interval", "microseconds": int(value["after"] * 1e6)}
        notification = {"identifier": value["id"], "body": value["id"], "trigger": trigger}
        if "sound" in value:
            notification["soundName"] = value["sound"]
        if call("AddNotification", notification=notification).get("error") == "IntervalTooShort":
            end(SIGABRT)

    def cancelNotification(self, name):
        call("RemovePendingNotifications", identifiers=[name])

    def startLocation(self, value):
        call("StartUpdatingLocation", allowsBackgroundUpdates=value["background"])

    def stopLocation(self, _):
        call("StopUpdatingLocation")

    def monitorSignificantChanges(self, _):
        call("StartMonitoringSignificantChanges")

    def monitorRegion(self, value):
        call("StartMonitoringRegion", region={
            "identifier": value["id"], "latitude": float(value["lat"]), "longitude": float(value["lon"]),
            "radiusMetres": float(value["radius"]),
        })

    def stopMonitoring(self, name):
        call("StopMonitoringRegion", region=name)

    def playAudio(self, _):
        if "error" not in call("ActivateAudioSession", category="playback", mixesWithOthers=mixes):
            sound(True)

    def stopAudio(self, _):
        sound(False)
        call("DeactivateAudioSession", notifiesOthers=True)

    def mixesWithOthers(self, value):
        global mixes
        mixes = value
        # The session that it has continues with that.
        if sounds:
            self.playAudio(True)

    def handOverSocket(self, name):
        line = lines[name] = socket.create_connection(("127.0.0.1", definition["line"]))
        line.sendall(definition["alias"].encode() + b"\n")
        call("WatchDescriptor", [line.fileno()], name=name, purpose="voip", descriptor=line.fileno())

    def readsSockets(self, value):
        global reads
        reads = value

    def setKeepAlive(self, seconds):
        call("SetKeepAlive", microseconds=int(seconds * 1e6))


setattr(Item, "async", Item.branch)


def sound(plays):
    """Sound is heard from now on, or no longer: the runner reports it, as a desktop's sound server does."""
    global sounds
    sounds = plays
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
        link.sendto(json.dumps({"pid": os.getpid(), "plays": plays}).encode(), definition["notices"])


def receive(event):
    """A callback has come in; a daemon that lost our answer sends it again."""
    known = callbacks.get(event["callback"])
    if known:
        if known.completion is not None:
            known.tell()
        if known.has_returned:
            call("Returned", callback=known.token)
        return
    callback = callbacks[event["callback"]] = Callback(event)
    ticket = None if event["name"] == "expiringActivity" else main.ask()
    threading.Thread(target=callback.run, args=(ticket,), daemon=True).start()


memory = take(definition.get("memory", 0))
log("started", pid=os.getpid())
while True:
    try:
        events = Connection()
        events.send("Attach", {}, more=True)
        while True:
            event = events.receive()["parameters"].get("event")
            if event:
                receive(event)
    except OSError:
        time.sleep(0.05)
