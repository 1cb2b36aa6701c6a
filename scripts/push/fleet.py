"""What scripts/push-fleet does; the head of that says what."""

import argparse
import asyncio
import collections
import random
import ssl
import time
import uuid

import httpx
import jwt
import websockets

from device import Device
from gateway import KEY, TEAM, Gateway
from nats import Cluster

DEVICES, APPS = 12, 40


def require(holds, sentence):
    if not holds:
        raise SystemExit(f"push-fleet: {sentence}")


def authorization(gateway):
    claims = {"iss": TEAM, "iat": int(time.time())}
    return "bearer " + jwt.encode(claims, gateway.sender_key.read_text(), algorithm="ES256", headers={"kid": KEY})


class Count:
    """What senders were told, and what devices have shown."""

    def __init__(self):
        self.accepted, self.shown, self.repeats = {}, collections.Counter(), 0
        self.answers = collections.Counter()
        self.slowest = 0.0
        self.last, self.gap = time.monotonic(), 0.0
        # What happened, to find the way of a push that is lost.
        self.story = []

    def note_accepted(self, name):
        now = time.monotonic()
        self.gap = max(self.gap, now - self.last)
        self.last = now
        self.accepted[name] = now

    def lost(self):
        return [name for name in self.accepted if not self.shown[name]]


class Phone:
    """A device that stays connected to some gateway, and knows a repeat by its apns-id, as torpor-pushd does."""

    def __init__(self, gateways, count):
        self.gateways, self.count = gateways, count
        self.known, self.free, self.tokens, self.half = set(), [], {}, set()
        self.device = Device()
        self.connections = 0

    async def register(self):
        await self.device.connect(random.choice(self.gateways))
        for index in range(APPS):
            topic = f"com.example.app{index}"
            self.tokens[topic] = await self.device.register(topic)
        self.free = list(self.tokens)

    async def live(self):
        while True:
            try:
                if self.device.socket is None:
                    await asyncio.wait_for(self.device.connect(random.choice(self.gateways)), 20)
                self.connections += 1
                self.count.story.append((time.monotonic(), self, "connects"))
                while True:
                    await self.show(await self.device.next(3600))
            except (OSError, AssertionError, asyncio.TimeoutError, websockets.WebSocketException, EOFError):
                self.device.socket = None
                await asyncio.sleep(random.uniform(0.05, 0.3))

    async def show(self, push):
        if push.get("messageType") != "apns":
            return
        if push["apns_id"] in self.known:
            self.count.repeats += 1
        else:
            self.known.add(push["apns_id"])
            # What is shown is the payload: the same one under two ids would be shown twice.
            self.count.shown[push["payload"]] += 1
            self.count.story.append((time.monotonic(), push["payload"], f"shown, {push['topic']}"))
            self.settle(push["topic"])
        await self.device.acknowledge(push)

    def settle(self, topic):
        """An app waits for the next push once the one before is acknowledged to its sender, and is shown."""
        if topic in self.half:
            self.half.remove(topic)
            self.free.append(topic)
        else:
            self.half.add(topic)


def packed(text):
    from device import packed as pack
    return pack(text.encode())


async def send(gateways, phones, count, state):
    """Pushes one after the other, each to an app that waits for none, through any gateway."""
    contexts = {gateway: ssl.create_default_context(cafile=gateway.certificate) for gateway in gateways}
    clients = {gateway: httpx.AsyncClient(http2=True, verify=contexts[gateway], timeout=8) for gateway in gateways}
    while not state["stops"]:
        phone, gateway = random.choice(phones), random.choice(gateways)
        if not phone.free:
            await asyncio.sleep(0.01)
            continue
        topic = phone.free.pop(random.randrange(len(phone.free)))
        body, name = '{"aps":{"alert":"' + str(uuid.uuid4()) + '"}}', str(uuid.uuid4())
        # As a sender does that was not told that it is kept: the same again, by any gateway.
        while True:
            begun = time.monotonic()
            try:
                answer = await clients[gateway].post(
                    f"https://localhost:{gateway.ports['Senders']}/3/device/{phone.tokens[topic]}", content=body,
                    headers={"authorization": state["authorization"], "apns-topic": topic, "apns-id": name},
                )
                said = str(answer.status_code) + (answer.json()["reason"] if answer.status_code != 200 else "")
            except httpx.HTTPError:
                said = "no answer"
                await clients[gateway].aclose()
                clients[gateway] = httpx.AsyncClient(http2=True, verify=contexts[gateway], timeout=8)
            count.answers[said] += 1
            count.story.append((time.monotonic(), packed(body), f"{said} from gateway {gateways.index(gateway)}, "
                                f"device {phones.index(phone)}, {topic}"))
            count.slowest = max(count.slowest, time.monotonic() - begun)
            if said == "200":
                break
            gateway = random.choice(gateways)
            await asyncio.sleep(0.05)
        count.note_accepted(packed(body))
        phone.settle(topic)
    for client in clients.values():
        await client.aclose()


async def kill(cluster, gateways, rounds, story):
    for number in range(rounds):
        await asyncio.sleep(random.uniform(1, 2))
        if number % 2 == 0:
            gateway = random.choice(gateways)
            gateway.kill()
            story.append((time.monotonic(), None, f"gateway {gateways.index(gateway)} is killed"))
            await asyncio.sleep(random.uniform(0.2, 1.5))
            await asyncio.to_thread(gateway.start)
            story.append((time.monotonic(), None, f"gateway {gateways.index(gateway)} is back"))
        else:
            server = await asyncio.to_thread(cluster.leader)
            server.kill()
            story.append((time.monotonic(), None, f"NATS {server.name} is killed"))
            await asyncio.sleep(random.uniform(3, 6))
            server.start()
            story.append((time.monotonic(), None, f"NATS {server.name} starts"))
            await asyncio.to_thread(cluster.wait)
            story.append((time.monotonic(), None, "NATS is well"))


def started(cluster, number, replicas):
    options = ["--nats", cluster.address, "--nats-replicas", str(replicas)]
    gateways = [Gateway(options=options)]
    for _ in range(number - 1):
        gateways.append(Gateway(options=options, sender_key=gateways[0].sender_key))
    return gateways


async def check(rounds):
    with Cluster(3) as cluster:
        gateways = started(cluster, 3, 3)
        try:
            await check_kills(cluster, gateways, rounds)
        finally:
            for gateway in gateways:
                gateway.close()


def tell(story, name, phones):
    """The way of one push, and what else happened then."""
    at = next(moment for moment, who, _ in story if who == name)
    words = next(what for _, who, what in story if who == name).split(", ", 1)[1]
    index, topic = int(words.split(", ")[0].split()[1]), words.split(", ")[1]
    for moment, who, what in story:
        isSame = who in (None, name, phones[index]) or f"device {index}, {topic}" in what
        if isSame and -10 < moment - at < 15:
            print(f"push-fleet:   {moment - at:+7.2f} s {'LOST ' if who == name else ''}{what}")


async def check_kills(cluster, gateways, rounds):
    count, state = Count(), {"stops": False, "authorization": authorization(gateways[0])}
    phones = [Phone(gateways, count) for _ in range(DEVICES)]
    await asyncio.gather(*[phone.register() for phone in phones])
    living = [asyncio.create_task(phone.live()) for phone in phones]
    senders = [asyncio.create_task(send(gateways, phones, count, state)) for _ in range(6)]
    await kill(cluster, gateways, rounds, count.story)
    await asyncio.sleep(2)
    state["stops"] = True
    await asyncio.gather(*senders)
    # A device that lost its gateway comes again at once; a word that was lost is made up for by a beat.
    for _ in range(60):
        if not count.lost():
            break
        await asyncio.sleep(1)
        for phone in phones:
            if phone.device.socket is not None:
                try:
                    await phone.device.socket.send("{}")
                except websockets.WebSocketException:
                    pass
    for task in living:
        task.cancel()
    twice = [name for name, times in count.shown.items() if times > 1]
    lost = count.lost()
    print(f"push-fleet: {rounds} kills, every other one of the NATS leader; {len(count.accepted)} pushes acknowledged, "
          f"{len(lost)} lost, {len(twice)} shown twice; {count.repeats} came again and were known by their id; "
          f"{sum(phone.connections for phone in phones)} connections of {DEVICES} devices.")
    for name in lost[:3]:
        tell(count.story, name, phones)
    said = ", ".join(f"{number} {name}" for name, number in count.answers.most_common())
    print(f"push-fleet: answers: {said}; the slowest after {count.slowest:.1f} s; "
          f"the longest time without a 200 was {count.gap:.1f} s.")
    require(not lost, f"{len(lost)} acknowledged pushes are lost")
    require(not twice, f"{len(twice)} pushes are shown twice")
    require(len(count.accepted) > 50, "too few pushes were acknowledged to say anything")
    require(count.slowest < 8, "a sender was kept waiting")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    asyncio.run(check(options.rounds))


main()
