#!/usr/bin/env python3
"""A clock that follows the lifecycle of iOS, in Python, without any code of Torpor's.

It talks to the daemon through the Varlink library from PyPI (`pip install varlink`), which reads
the interface from the daemon itself. It prints its events, begins a background task when it leaves
the screen, ends it after three seconds, and notices that it was frozen because none of its code ran.
Installed with its Info.plist (`torpor install`), it is also launched for two tasks: to be set and to be oiled.
"""

import os
import threading
import time

import varlink


def socket_path():
    """The daemon's socket: from the environment, or the default."""
    if path := os.environ.get("TORPOR_SOCKET"):
        return path
    if os.geteuid() == 0:
        return "/run/torpor/socket"
    return os.environ.get("XDG_RUNTIME_DIR", "/run") + "/torpor/socket"


def say(text):
    now = time.time()
    clock = time.strftime("%H:%M:%S", time.localtime(now))
    print(f"{clock}.{int(now * 1000) % 1000:03d} clock: {text}", flush=True)


class Requests:
    """The connection for calls that expect a reply; the stream of events has its own.

    When the daemon restarts, both are opened again, and a call that got no reply is repeated. Its key
    ensures that a task is not begun twice.
    """

    def __init__(self):
        self._lock = threading.Lock()
        self._app = None

    def call(self, method, **parameters):
        with self._lock:
            while True:
                try:
                    if self._app is None:
                        client = varlink.Client.new_with_address("unix:" + socket_path())
                        self._app = client.open("io.torpor.App")
                    return getattr(self._app, method)(**parameters)
                except OSError:
                    self._app = None
                    time.sleep(0.2)


def work(requests, task):
    """Three seconds of work in a background task."""
    time.sleep(3)
    try:
        requests.call("EndBackgroundTask", task=task)
        say(f"ended background task {task}")
    except varlink.VarlinkError as error:
        say(f"could not end background task {task}: {error.parameters()}")


def watch_time():
    """Reports how long no code ran: a tick that is more than a second late means that the process was frozen."""
    last = time.clock_gettime(time.CLOCK_BOOTTIME)
    while True:
        time.sleep(0.1)
        now = time.clock_gettime(time.CLOCK_BOOTTIME)
        if now - last > 1:
            say(f"thawed: none of my code ran for {now - last:.1f} s")
        last = now


# One request is one launch: a refresh of up to 30 s, and several minutes of work while the device is not in use.
TASKS = {
    "io.torpor.examples.clock.set": {"type": "appRefresh", "earliestBeginMicroseconds": 900_000_000},
    "io.torpor.examples.clock.oil": {"type": "processing", "externalPower": True},
}
permitted = set()


def register_tasks(callback, requests):
    """In every launch, before returning from didFinishLaunching; the key identifies a repeated call."""
    for task in TASKS:
        reply = requests.call("RegisterTask", identifier=task, key=callback + task)
        if reply["isPermitted"]:
            permitted.add(task)


def submit(task, requests):
    try:
        requests.call("SubmitTask", identifier=task, **TASKS[task])
        say(f"submitted {task}")
    except varlink.VarlinkError as error:
        say(f"could not submit {task}: {error.parameters()['message']}")


def run_task(event, requests):
    """A second of work; the next request is submitted first, so that it is never left out."""
    submit(event["identifier"], requests)
    time.sleep(1)
    say(f"{event['identifier']} is done")
    try:
        requests.call("Complete", callback=event["callback"], result="success")
    except varlink.VarlinkError as error:
        say(f"completed too late: {error.parameters()}")


# Whether the app has been on screen since it was last in the background.
news = set()


def handle(event, requests):
    name = event["name"]
    if name == "didFinishLaunching":
        say(f"launched into the {event['destination']}")
        register_tasks(event["callback"], requests)
    elif name == "launchTask":
        say(f"launched for {event['identifier']}")
        threading.Thread(target=run_task, args=(event, requests), daemon=True).start()
    elif name == "didBecomeActive":
        say(name)
        news.add(name)
    elif name == "didEnterBackground":
        say("in the background")
        # In the iOS profiles, this event also comes at wakes; then nothing has changed since the last time.
        if not news:
            return
        news.clear()
        for task in sorted(permitted):
            submit(task, requests)
        begun = requests.call(
            "BeginBackgroundTask", name="wind up", hasExpirationHandler=True, key=event["callback"]
        )
        rest = requests.call("BackgroundTimeRemaining").get("microseconds")
        left = "unlimited" if rest is None else f"{rest / 1e6:.1f} s"
        say(f"began background task {begun['task']}; time remaining: {left}")
        threading.Thread(target=work, args=(requests, begun["task"]), daemon=True).start()
    elif name == "backgroundTaskExpiration":
        say(f"background task {event['task']} is about to expire; ending it")
        requests.call("EndBackgroundTask", task=event["task"])
    else:
        say(name)


def listen(requests, handled):
    """Attaches and handles events until the connection ends."""
    client = varlink.Client.new_with_address("unix:" + socket_path())
    with client.open("io.torpor.App") as app:
        for reply in app.Attach(_more=True):
            event = reply.get("event")
            if not event:
                say("attached")
                continue
            # An event may be sent again after a restart of the daemon; it is handled once.
            if event["callback"] not in handled:
                handled.add(event["callback"])
                handle(event, requests)
            try:
                requests.call("Returned", callback=event["callback"])
            except varlink.VarlinkError as error:
                if error.error() != "io.torpor.App.UnknownCallback":
                    raise


def main():
    threading.Thread(target=watch_time, daemon=True).start()
    requests = Requests()
    handled = set()
    while True:
        try:
            listen(requests, handled)
        except OSError as error:
            say(f"lost the connection to the daemon ({error}); reconnecting")
            time.sleep(0.2)


if __name__ == "__main__":
    try:
        main()
    except varlink.VarlinkError as error:
        raise SystemExit(f"clock: the daemon refused: {error.error()} {error.parameters()}")
