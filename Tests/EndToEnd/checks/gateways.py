"""Checks on pushes from servers: the real gateway, the real link, a real daemon and real apps."""

import json
import os
import re
import signal
import time
from contextlib import ExitStack

import pytest

from support.gateways import KEY, TEAM, Gateway, Link, broadcast, send
from support.harness import Failure, World, is_frozen, require, wait_until
from support.libraries import send_apns
from support.players import player, registered
from support.servers import Nginx

pytestmark = pytest.mark.nested

NEWEST = '{"message-storage-policy":1,"push-type":"LiveActivity"}'
SILENT = '{"aps":{"content-available":1},"number":%d}'


class Chain:
    """A gateway, the link to it, and a daemon of their own."""

    def __init__(self, world, name, is_encrypted=False):
        self.parts = ExitStack()
        try:
            self.world = World(world.bin_folder, name)
            self.parts.callback(self.world.close)
            self.world.start()
            self.gateway = Gateway(self.world, is_encrypted)
            self.parts.callback(self.gateway.close)
            self.link = Link(self.world, self.gateway)
            self.parts.callback(self.link.close)
            if is_encrypted:
                self.link.kill()
                self.link.begin("--certificate", self.gateway.certificate[0])
            wait_until("the connection to the gateway", self.link.is_connected)
        except BaseException:
            self.parts.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.parts.close()

    def token(self, app):
        return self.world.events(app, "called")[-1]["reply"]["token"]

    def stages(self, app):
        return {one["identifier"]: one["stage"] for one in self.world.call("ListPushes", app=app)["pushes"]}

    def wait_for_stage(self, app, identifier, *stages):
        reached = lambda: self.stages(app).get(identifier) in stages  # noqa: E731
        wait_until(f"push {identifier} to be {' or '.join(stages)}", reached, 60)


def test_a_push_of_a_server_runs_a_dead_app(world):
    """a push through the gateway launches a dead app, which returns and is frozen; torpor why tells its whole way"""
    with Chain(world, "gateway") as chain:
        own, app = chain.world, "e2e.served"
        player(own, app, registered({"didReceiveRemoteNotification": [{"complete": "newData"}]}))
        token = chain.token(app)
        require(len(token) == 64, f"the token is {token}")
        own.torpor("lock")
        os.kill(own.events(app, "started")[-1]["pid"], signal.SIGKILL)
        own.wait_for_state(app, "notRunning")
        identifier = send(own, chain.gateway, app, token, SILENT % 1)
        chain.wait_for_stage(app, identifier, "handled")
        launched = own.events(app, "didFinishLaunching")[-1]
        require(launched.get("wakeReason") == "silentPush", f"launched for {launched}")
        own.wait_for_state(app, "suspended")
        require(is_frozen(own.group(app)), "cgroup.events does not say frozen 1")
        why = " ".join(own.torpor("why", app).split())
        told = rf"background {identifier}: accepted by the gateway at \S+, arrived at \S+, handled by the app at"
        require(re.search(told, why), f"torpor why says: {why}")
        doctor = own.torpor("doctor", status=None)
        require("connected to ws://127.0.0.1" in doctor, f"torpor doctor says: {doctor}")
        chain.link.kill()
        wait_until("the link's end", lambda: "does not run" in own.torpor("doctor", status=None))
        return re.search(told, why)[0]


def test_libraries_of_others_run_a_dead_app(world):
    """over TLS, three libraries from PyPI run a dead app that fetches; the fourth silent push comes with the next alert"""
    with Chain(world, "foreign", is_encrypted=True) as chain:
        own, app = chain.world, "e2e.foreign"
        server = Nginx(own.folder / "nginx")
        chain.parts.callback(server.close)
        (server.folder / "www" / "news").write_bytes(b"n" * 4096)
        fetch = {"fetch": f"http://127.0.0.1:{server.port}/news"}
        player(own, app, registered({"didReceiveRemoteNotification": [fetch, {"complete": "newData"}]}))
        token = chain.token(app)
        own.torpor("lock")

        def push(library, payload):
            send_apns(library, chain.gateway, token, app, payload, (KEY, TEAM))

        def numbers():
            return [json.loads(one["payload"]).get("number") for one in own.events(app, "didReceiveRemoteNotification")]

        for number, library in enumerate(("aioapns", "apns2", "pyapns-client"), start=1):
            os.kill(own.events(app, "started")[-1]["pid"], signal.SIGKILL)
            own.wait_for_state(app, "notRunning")
            push(library, SILENT % number)
            wait_until(f"push {number} to be done", lambda: len(own.events(app, "completed")) == number, 60)
            own.wait_for_state(app, "suspended")
            require(is_frozen(own.group(app)), "cgroup.events does not say frozen 1")
            launched = own.events(app, "didFinishLaunching")[-1]
            require(launched.get("wakeReason") == "silentPush", f"launched for {launched}")
        push("apns2", SILENT % 4)
        held = wait_until("the fourth to be held", lambda: chain.gateway.said(r"push accepted.*|.*outcome=held-rate.*"))
        require("held-rate" in held, f"the gateway says: {held}")
        require(numbers() == [1, 2, 3], f"it had {numbers()}")
        push("pyapns-client", '{"aps":{"alert":"Letter"}}')
        wait_until("the fourth to come along", lambda: len(own.events(app, "completed")) == 4, 60)
        require(numbers() == [1, 2, 3, 4], f"it had {numbers()}")
        sizes = [one["bytes"] for one in own.events(app, "fetched")]
        require(sizes == [4096] * 4, f"fetched {sizes}")
        return "aioapns, apns2 (mopyapns) and pyapns-client each launch it; 4 fetches; the fourth came with the alert"


def test_pushes_outlive_kills(world):
    """link and daemon are killed at each push in turn: each is shown once, and none is lost"""
    rounds = 24
    with Chain(world, "kills") as chain:
        own, app = chain.world, "e2e.survivor"
        player(own, app, registered())
        token, sent = chain.token(app), []
        for number in range(rounds):
            payload = json.dumps({"aps": {"alert": f"number {number}"}})
            sent.append(send(own, chain.gateway, app, token, payload))
            # Each at another moment, so that some die before the push has come, and some after.
            time.sleep(number // 2 * 0.003)
            if number % 2:
                chain.link.kill()
                chain.link.begin()
            else:
                own.kill()
                own.start()
            # The gateway keeps one visible push of an app: the next is sent when this one has come.
            chain.wait_for_stage(app, sent[-1], "shown")
        stages = chain.stages(app)
        require(list(stages) == sent, f"sent {sent}, arrived {stages}")
        shown = [
            one["notification"]["body"] for one in own.call("ListNotifications", app=app)["notifications"]
        ]
        require(sorted(shown) == sorted(f"number {number}" for number in range(rounds)), f"shown: {shown}")
        return f"{rounds} pushes, {rounds // 2} kills of each"


def test_pushes_wait_for_the_device(world):
    """a push that is sent while the link is down arrives with its next connection, the gateway killed meanwhile"""
    with Chain(world, "absent") as chain:
        own, app = chain.world, "e2e.absent"
        player(own, app, registered())
        token = chain.token(app)
        chain.link.kill()
        identifier = send(own, chain.gateway, app, token, '{"aps":{"alert":"Later"}}')
        chain.gateway.kill()
        chain.gateway.begin()
        require(chain.stages(app) == {}, "it arrived without a link")
        chain.link.begin()
        chain.wait_for_stage(app, identifier, "shown")
        return "sent without a device, kept over a kill -9 of the gateway, shown once"


def test_the_link_trusts_no_stranger(world):
    """over TLS, a gateway whose certificate nobody vouches for gets nothing, and what to do is said; a named one works"""
    with ExitStack() as parts:
        own = World(world.bin_folder, "trust")
        parts.callback(own.close)
        own.start()
        gateway = Gateway(own, is_encrypted=True)
        parts.callback(gateway.close)
        link = Link(own, gateway)
        parts.callback(link.close)
        told = wait_until("the refusal", lambda: "not trusted" in (link.line() or {"text": ""})["text"] and link.line())
        require("--certificate FILE" in told["text"], f"torpor doctor says: {told}")
        link.kill()
        link.begin("--certificate", gateway.certificate[0])
        wait_until("the connection to the gateway", link.is_connected)
        app = "e2e.trusted"
        player(own, app, registered())
        token = own.events(app, "called")[-1]["reply"]["token"]
        words = "--certificate", gateway.certificate[0]
        identifier = send(own, gateway, app, token, '{"aps":{"alert":"Safe"}}', *words)
        stage = lambda: [one["stage"] for one in own.call("ListPushes", app=app)["pushes"]] == ["shown"]  # noqa: E731
        wait_until("the push", stage)
        return f"{told['text']} With it: {identifier} shown"


def test_bursts_are_shown_once(world):
    """thirty pushes come while the daemon stands still, the link is killed, and what the gateway repeats is known"""
    count = 30
    with Chain(world, "burst") as chain:
        own, app = chain.world, "e2e.burst"
        player(own, app, registered())
        token, sent = chain.token(app), []
        daemon = own.daemon_process_id()
        for number in range(count):
            if number == count // 2:
                os.kill(daemon, signal.SIGSTOP)
            payload = json.dumps({"aps": {"alert": f"number {number}"}})
            sent.append(send(own, chain.gateway, app, token, payload))
        chain.link.kill()
        chain.link.begin()
        os.kill(daemon, signal.SIGCONT)
        chain.wait_for_stage(app, sent[-1], "shown")
        came = [one["identifier"] for one in own.call("ListPushes", app=app)["pushes"]]
        require(len(came) == len(set(came)), f"twice: {came}")
        shown = [
            one["notification"]["body"] for one in own.call("ListNotifications", app=app)["notifications"]
        ]
        require(len(shown) == len(set(shown)), f"shown twice: {sorted(shown)}")
        missing = set(sent[: count // 2]) - set(came)
        require(not missing, f"{len(missing)} of those that came before are missing")
        return f"{count} sent, {len(came)} arrived, each once; what an app has not been handed is replaced at the gateway"


def test_held_pushes_are_not_lost(world):
    """a silent push without an expiration is held on the device until its app may be run, and is then delivered"""
    with Chain(world, "held") as chain:
        own, app = chain.world, "e2e.held"
        player(own, app, registered({"didReceiveRemoteNotification": [{"complete": "newData"}]}))
        own.torpor("settings", app, "backgroundRefresh=off")
        identifier = send(own, chain.gateway, app, chain.token(app), SILENT % 1)
        chain.wait_for_stage(app, identifier, "held")
        own.kill()
        own.start()
        require(chain.stages(app)[identifier] == "held", f"it is {chain.stages(app)}")
        why = " ".join(own.torpor("why", app).split())
        told = rf"background {identifier}: accepted by the gateway at \S+, arrived at \S+, (held since \S+ because Background App Refresh is off)"
        held = re.search(told, why)
        require(held, f"torpor why says: {why}")
        own.torpor("settings", app, "backgroundRefresh=on")
        chain.wait_for_stage(app, identifier, "handled")
        return f"over a kill -9 of the daemon: {held[1]}; handled when it was on"


def test_tokens_end_with_their_registration(world):
    """an app that unregisters and registers has another token; a push to the old one is refused"""
    with Chain(world, "tokens") as chain:
        own, app = chain.world, "e2e.fickle"
        kind = {"parameters": {"kind": "remote"}}
        again = [{"call": "UnregisterForPush", **kind}, {"call": "RegisterForPush", **kind}]
        player(own, app, registered({"didBecomeActive": again}))
        tokens = [one["reply"]["token"] for one in own.events(app, "called") if one["reply"].get("token")]
        identifier = send(own, chain.gateway, app, tokens[-1], '{"aps":{"alert":"Hello"}}')
        chain.wait_for_stage(app, identifier, "shown")
        try:
            send(own, chain.gateway, app, tokens[0], '{"aps":{"alert":"Hello?"}}')
        except Failure as refusal:
            require("status 410" in str(refusal), f"the old token: {refusal}")
            return f"{len(set(tokens))} tokens; the last one is good, and the first is answered 410"
        raise Failure("the old token is still good")


def test_broadcasts_reach_who_has_subscribed(world):
    """two apps subscribe to a broadcast channel: one publish runs both, over kills, and what is kept comes later, once"""
    with Chain(world, "broadcast") as chain:
        own, apps = chain.world, ("e2e.fan", "e2e.fan2")
        made = {app: broadcast(chain.gateway, "POST", f"/1/apps/{app}/channels", body=NEWEST) for app in apps}
        require([one.status for one in made.values()] == [201, 201], f"the gateway answers {made}")
        channels = {app: one.headers["apns-channel-id"] for app, one in made.items()}

        def subscribing(channel):
            return [{"call": "SubscribeToBroadcasts", "parameters": {"channel": channel}}]

        for app in apps:
            steps = {"didFinishLaunching": subscribing(channels[app])}
            player(own, app, {**steps, "didReceiveRemoteNotification": [{"complete": "newData"}]})

        def publish(app, payload, *words):
            head = {"apns-channel-id": channels[app], "apns-push-type": "liveactivity", **dict(words)}
            answer = broadcast(chain.gateway, "POST", f"/4/broadcasts/apps/{app}", head, payload)
            require(answer.status == 200, f"the gateway answers {answer}")
            return answer.headers["apns-request-id"]

        own.torpor("lock")
        os.kill(own.events(apps[0], "started")[-1]["pid"], signal.SIGKILL)
        own.wait_for_state(apps[0], "notRunning")
        first = publish(apps[0], SILENT % 1)
        chain.wait_for_stage(apps[0], first, "handled")
        require(chain.stages(apps[1]) == {}, "an app had the push of another one's channel")
        way = f"a silent push on broadcast channel {channels[apps[0]]}"
        require(f"launched {apps[0]} into the background for {way}" in own.torpor("log", apps[0]), "log does not say why")
        require(f"{first} on broadcast channel {channels[apps[0]]}: " in own.torpor("why", apps[0]), "why names no channel")
        # The daemon and the link are killed; the link has kept what was subscribed to.
        own.kill()
        own.start()
        wait_until("the connection to the gateway", chain.link.is_connected)
        chain.link.kill()
        until = ("apns-expiration", str(int(time.time()) + 3600))
        missed = publish(apps[1], '{"aps":{"alert":"older"}}', until)
        kept = publish(apps[1], '{"aps":{"alert":"newest"}}', until)
        chain.gateway.kill()
        chain.gateway.begin()
        chain.link.begin()
        chain.wait_for_stage(apps[1], kept, "shown")
        require(missed not in chain.stages(apps[1]), "the older one came, too")
        # It is handed over with each connection, and shown once.
        chain.link.kill()
        chain.link.begin()
        wait_until("the connection to the gateway", chain.link.is_connected)
        last = publish(apps[1], '{"aps":{"alert":"last"}}')
        chain.wait_for_stage(apps[1], last, "shown")
        bodies = [one["notification"]["body"] for one in own.call("ListNotifications", app=apps[1])["notifications"]]
        require(sorted(bodies) == ["last", "newest"], f"shown: {bodies}")
        return f"a dead app is run; after kill -9 of daemon, link and gateway shown: {', '.join(sorted(bodies))}"


def test_broadcasts_that_are_not_there_are_refused(world):
    """an app that subscribes to a channel that is not there is told so, and nothing is kept"""
    with Chain(world, "nochannel") as chain:
        own, app = chain.world, "e2e.nochannel"
        unknown = {"call": "SubscribeToBroadcasts", "parameters": {"channel": "AAAAAAAAAAAAAAAAAAAAAA=="}}
        player(own, app, {"didFinishLaunching": [unknown]})
        names = [one["error"] for one in own.events(app, "error")]
        require(names == ["io.torpor.App.BroadcastsFailed"], f"the app is told {names}")
        told = own.events(app, "called")[-1]["reply"]["message"]
        require("its sender creates it" in told, f"the app is told {told}")
        kept = json.loads((own.folder / "link" / "link.json").read_text())
        require(kept["broadcasts"] == {}, f"the link has kept {kept}")
        return told


def test_killed_links_do_what_apps_were_told(world):
    """a link is killed after it has kept a subscription: the app is told that it failed, and the next link withdraws it"""
    with Chain(world, "killedlink") as chain:
        own, app = chain.world, "e2e.killedlink"
        made = broadcast(chain.gateway, "POST", f"/1/apps/{app}/channels", body=NEWEST)
        channel = made.headers["apns-channel-id"]
        file = own.folder / "link" / "link.json"

        def kept():
            return json.loads(file.read_text())["broadcasts"] if file.exists() else None

        # A gateway that does not answer keeps the link from answering.
        chain.gateway.process.send_signal(signal.SIGSTOP)
        steps = {"didFinishLaunching": [{"call": "SubscribeToBroadcasts", "parameters": {"channel": channel}}]}
        own.install(app, "player", json.dumps(steps), modes=("remote-notification",))
        own.call("Launch", app=app)
        wait_until("the link to keep it", lambda: kept() == {app: [channel]})
        chain.link.kill()
        wait_until("the app to be told", lambda: own.events(app, "error"))
        told = own.events(app, "called")[-1]["reply"]["message"]
        require("no torpor-pushd runs" in told, f"the app is told {told}")
        chain.gateway.process.send_signal(signal.SIGCONT)
        chain.link.begin()
        wait_until("the next link to withdraw it", lambda: kept() == {})
        return told


def test_late_subscriptions_are_reverted(world):
    """an app is told after 10 s that a link which stands still does not answer; what the link does then, it reverts"""
    with Chain(world, "late") as chain:
        own, apps = chain.world, ("e2e.late", "e2e.prompt")
        made = [broadcast(chain.gateway, "POST", f"/1/apps/{app}/channels", body=NEWEST) for app in apps]
        channels = [one.headers["apns-channel-id"] for one in made]

        def subscribing(channel):
            return {"didFinishLaunching": [{"call": "SubscribeToBroadcasts", "parameters": {"channel": channel}}]}

        chain.link.process.send_signal(signal.SIGSTOP)
        own.install(apps[0], "player", json.dumps(subscribing(channels[0])), modes=("remote-notification",))
        own.call("Launch", app=apps[0])
        # It writes the error down first, and then the call.
        wait_until("the app to be told", lambda: own.events(apps[0], "error") and own.events(apps[0], "called"), 40)
        told = own.events(apps[0], "called")[-1]["reply"]["message"]
        require("has not answered for 10 s" in told, f"the app is told {told}")
        chain.link.process.send_signal(signal.SIGCONT)
        # The link answers one after the other: when this one is subscribed, the other is, too, or is reverted.
        player(own, apps[1], subscribing(channels[1]))
        require(not own.events(apps[1], "error"), "a link that is awake does not subscribe")

        def kept():
            return json.loads((own.folder / "link" / "link.json").read_text())["broadcasts"]

        wait_until("the link to revert it", lambda: kept() == {apps[1]: [channels[1]]})
        return told
