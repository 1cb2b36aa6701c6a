"""A real browser: Chromium without a window, spoken to over its pipe (the Chrome DevTools Protocol)."""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

from support.harness import PATIENCE_SECONDS, Failure, lacking, wait_until


class Browser:
    """Chromium with a profile of its own; ends with the check.

    Without a window, unless it is given the environment of a display; in a control group of its own, if one is named.
    """

    def __init__(self, environment=None, group=None, options=()):
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not program:
            raise lacking("no Chromium is installed here")
        self.profile = tempfile.mkdtemp(prefix="torpor-browser-")
        to_browser, self.writing = os.pipe()
        self.reading, from_browser = os.pipe()

        def pipes():
            # The browser reads 3 and writes 4; what is taken first must not be one of the two.
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            while reading in (3, 4) or writing in (3, 4):
                reading, writing = os.dup(reading), os.dup(writing)
            os.dup2(reading, 3)
            os.dup2(writing, 4)
            if group:
                group.mkdir(exist_ok=True)
                (group / "cgroup.procs").write_text("0")

        self.process = subprocess.Popen(
            [
                program, *([] if environment else ["--headless=new"]), "--remote-debugging-pipe", f"--user-data-dir={self.profile}",
                "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
                "--disable-background-networking", "--disable-component-update", "--disable-sync", *options,
                "about:blank",
            ],
            env=environment, preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL, start_new_session=True,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.numbers, self.buffer, self.events = itertools.count(1), b"", []
        try:
            self.attach()
        except BaseException:
            self.close()
            raise

    def attach(self):
        targets = wait_until("a page of the browser", lambda: [
            one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page"
        ])
        attached = self.call("Target.attachToTarget", targetId=targets[0]["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.page(f"{domain}.enable")
        # Its page has the keyboard, although there is no window.
        self.page("Emulation.setFocusEmulationEnabled", enabled=True)

    # The protocol.

    def call(self, method, session=None, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.writing, json.dumps(message).encode() + b"\0")
        limit = time.monotonic() + 2 * PATIENCE_SECONDS
        while True:
            answer = self.receive(limit)
            if answer is None:
                raise Failure(f"the browser does not answer {method}")
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def receive(self, limit):
        while b"\0" not in self.buffer:
            left = limit - time.monotonic()
            if left <= 0 or not select.select([self.reading], [], [], left)[0]:
                return None
            piece = os.read(self.reading, 1 << 20)
            if not piece:
                raise Failure("the browser has ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def page(self, method, **parameters):
        return self.call(method, session=self.session, **parameters)

    # What a person does.

    def open(self, address):
        self.page("Page.navigate", url=address)

    def run(self, script):
        """What an expression of JavaScript is; a promise is awaited."""
        answer = self.page(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        if "exceptionDetails" in answer:
            raise Failure(f"the page says: {answer['exceptionDetails']['exception'].get('description')}")
        return answer["result"].get("value")

    def wait(self, what, script, seconds=PATIENCE_SECONDS):
        """Waits until an expression is true in the page, whichever that is by then."""
        def holds():
            try:
                # An element would be an empty object here.
                return self.run(f"Boolean({script})")
            except Failure:
                return None

        return wait_until(what, holds, seconds, pause=0.05)

    def text(self):
        return self.run("document.body.innerText")

    def key(self, key, code=None, number=0, text=None):
        facts = {"key": key, "code": code or key, "windowsVirtualKeyCode": number}
        self.page("Input.dispatchKeyEvent", type="keyDown", **facts, **({"text": text} if text else {}))
        self.page("Input.dispatchKeyEvent", type="keyUp", **facts)

    def size(self, width, height, is_phone=False):
        self.page(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_phone
        )

    def theme(self, name):
        self.page("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def picture(self, path):
        shot = self.page("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))

    def complaints(self):
        """What the browser said against the page: errors, and what its policy has blocked."""
        self.run("1")
        found = []
        for event in self.events:
            if event["method"] == "Runtime.exceptionThrown":
                found.append(event["params"]["exceptionDetails"]["text"])
            if event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                entry = event["params"]["entry"]
                found.append(f"{entry['text']} {entry.get('url', '')}".strip())
        return found

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.writing)
        os.close(self.reading)
        # Its helpers end a moment after it, and still write.
        wait_until("the end of the profile", lambda: not shutil.rmtree(self.profile, ignore_errors=True)
                   and not os.path.exists(self.profile))
