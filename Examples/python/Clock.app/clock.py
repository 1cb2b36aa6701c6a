#!/usr/bin/env python3
"""A clock that lives by the rules of iOS, in Python, with none of Torpor's own code.

It talks to the system through the Varlink library from PyPI (`pip install varlink`), which learns
the interface from the system itself. It prints what it is told, asks for time when it leaves the
screen, gives it back after three seconds, and notices when it was frozen: no code ran meanwhile. Where
its Info.plist is known (`torpor install`), it also has itself launched to be set and to be oiled.
"""

import os
import threading
import time

import varlink


def socket_path():
    """Where the system listens, as the environment says."""
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
    """The connection for calls that want a reply; the stream of events has one of its own.

    When the system dies both are made again, and a call that got no reply is repeated: a key makes
    sure that a task is not begun twice.
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
    """Three seconds of work on borrowed time."""
    time.sleep(3)
    try:
        requests.call("EndBackgroundTask", task=task)
        say(f"ended the task {task}")
    except varlink.VarlinkError as error:
        say(f"the task {task} was not ended: {error.parameters()}")


def watch_time():
    """Says how long no code ran: a tick that comes late by far means that we were frozen."""
    last = time.clock_gettime(time.CLOCK_BOOTTIME)
    while True:
        time.sleep(0.1)
        now = time.clock_gettime(time.CLOCK_BOOTTIME)
        if now - last > 1:
            say(f"thawed: no code of mine ran for {now - last:.1f} s")
        last = now


# One request is one launch: a refresh of up to 30 s, and minutes of work while nobody uses the device.
TASKS = {
    "io.torpor.examples.clock.set": {"type": "appRefresh", "earliestBeginMicroseconds": 900_000_000},
    "io.torpor.examples.clock.oil": {"type": "processing", "externalPower": True},
}
permitted = set()


def register_tasks(callback, requests):
    """In every launch, before returning from didFinishLaunching; the key is that of a repetition."""
    for task in TASKS:
        reply = requests.call("RegisterTask", identifier=task, key=callback + task)
        if reply["isPermitted"]:
            permitted.add(task)


def submit(task, requests):
    try:
        requests.call("SubmitTask", identifier=task, **TASKS[task])
        say(f"asked for {task}")
    except varlink.VarlinkError as error:
        say(f"{task} was not submitted: {error.parameters()['message']}")


def run_task(event, requests):
    """A second of work; the request for the next time comes first, so that it is never forgotten."""
    submit(event["identifier"], requests)
    time.sleep(1)
    say(f"{event['identifier']} is done")
    try:
        requests.call("Complete", callback=event["callback"], result="success")
    except varlink.VarlinkError as error:
        say(f"too late: {error.parameters()}")


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
        # Also called at wakes in the profiles of iOS; then nothing has changed since the last time.
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
        say(f"began the task {begun['task']}; time remaining: {left}")
        threading.Thread(target=work, args=(requests, begun["task"]), daemon=True).start()
    elif name == "backgroundTaskExpiration":
        say(f"the time of the task {event['task']} is nearly over")
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
            # An event may come again after the system died; it is not handled again.
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
            say(f"the system is gone ({error}); trying again")
            time.sleep(0.2)


if __name__ == "__main__":
    try:
        main()
    except varlink.VarlinkError as error:
        raise SystemExit(f"clock: the system refused: {error.error()} {error.parameters()}")
