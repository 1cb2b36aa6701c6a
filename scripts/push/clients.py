"""What scripts/push-clients does; the head of that says what."""

import argparse
import asyncio
import logging
import ssl
import time
import uuid

import aioapns
import aioapns.connection
import apns2.client
import apns2.credentials
import apns2.payload
import anyio
import httpx
import jwt
import kalyke
import kalyke.exceptions
import pyapns_client

from device import Device
from gateway import KEY, TEAM, Gateway

APP = "com.example.app"
DEAD = "com.example.dead"


class Kalyke(kalyke.ApnsClient):
    @property
    def _base_url(self):
        return Kalyke.address


def by_aioapns(gateway, port):
    protocol = aioapns.connection.APNsProductionClientProtocol
    protocol.APNS_SERVER, protocol.APNS_PORT = "localhost", port
    client = aioapns.APNs(
        key=gateway.sender_key.read_text(), key_id=KEY, team_id=TEAM, topic=APP,
        ssl_context=ssl.create_default_context(cafile=gateway.certificate), err_func=lambda *_: asyncio.sleep(0),
    )

    async def send(token, topic, text, **more):
        request = aioapns.NotificationRequest(
            device_token=token, message={"aps": {"alert": text}}, apns_topic=topic, **more)
        answer = await client.send_notification(request)
        return None if answer.is_successful else answer.description

    return send


def by_kalyke(gateway, port):
    Kalyke.address = f"https://localhost:{port}"
    client = Kalyke(use_sandbox=False, team_id=TEAM, auth_key_id=KEY, auth_key_filepath=gateway.sender_key)

    async def send(token, topic, text):
        config = kalyke.ApnsConfig(topic=topic)
        try:
            await client.send_message(token, kalyke.Payload(alert=text), config)
        except kalyke.exceptions.ApnsProviderException as refused:
            return type(refused).__name__
        return None

    return send


def by_pyapns_client(gateway, port):
    pyapns_client.APNSClient.BASE_URLS["prod"] = f"https://localhost:{port}"
    client = pyapns_client.APNSClient(
        mode="prod", root_cert_path=str(gateway.certificate), auth_key_path=str(gateway.sender_key), auth_key_id=KEY,
        team_id=TEAM,
    )

    def push(token, topic, text):
        payload = pyapns_client.IOSPayload(alert=pyapns_client.IOSPayloadAlert(body=text))
        try:
            client.push(notification=pyapns_client.IOSNotification(payload=payload, topic=topic), device_token=token)
        except pyapns_client.APNSException as refused:
            return type(refused).__name__.removesuffix("Exception")
        return None

    return lambda *words: asyncio.to_thread(push, *words)


def by_apns2(gateway, port):
    apns2.client.APNsClient.LIVE_SERVER, apns2.client.APNsClient.DEFAULT_PORT = "localhost", port
    credentials = apns2.credentials.TokenCredentials(str(gateway.sender_key), KEY, TEAM)
    client = apns2.client.APNsClient(credentials)

    def push(token, topic, text):
        answer = client.send_notification_async(token, apns2.payload.Payload(alert=text), topic)
        result = client.get_notification_result(answer)
        return None if result == "Success" else result[0] if isinstance(result, tuple) else result

    return lambda *words: asyncio.to_thread(push, *words)


LIBRARIES = {
    "aioapns": by_aioapns, "kalyke-apns": by_kalyke, "pyapns-client": by_pyapns_client, "mopyapns": by_apns2,
}


def require(holds, sentence):
    if not holds:
        raise SystemExit(f"push-clients: {sentence}")


async def check_library(name, gateway, device, token, dead):
    """One library: a push arrives, and it understands why others are refused."""
    send = LIBRARIES[name](gateway, gateway.ports["Senders"])
    text = f"by {name}"
    require(await send(token, APP, text) is None, f"{name} is refused")
    push = await device.next()
    require(push["topic"] == APP, f"{name} has sent {push}")
    await device.acknowledge(push)
    refusals = [
        ("a dead token", (dead, DEAD, text), "Unregistered"),
        ("another topic", (token, "com.example.other", text), "DeviceTokenNotForTopic"),
        ("a forged token", ("ab" * 32, APP, text), "BadDeviceToken"),
        ("5000 bytes", (token, APP, "x" * 5000), "PayloadTooLarge"),
    ]
    # pyapns-client shortens what is too long.
    for what, words, reason in refusals[:3] if name == "pyapns-client" else refusals:
        said = await send(*words)
        require(said == reason, f"{name} understands {said} of {what}, not {reason}")
    print(f"push-clients: {name} sends over TLS and HTTP/2, and understands why other pushes are refused.")


async def check_libraries():
    with Gateway() as gateway:
        device = await Device().connect(gateway)
        token, dead = await device.register(APP), await device.register(DEAD)
        await device.say("apns_unregister", topic=DEAD, environment="production")
        require((await device.next())["status"] == 200, "an app cannot be unregistered")
        for name in LIBRARIES:
            await check_library(name, gateway, device, token, dead)
        await check_burst(gateway, device)
        require(await asyncio.to_thread(gateway.stop) == 0, "the gateway does not end well when it is asked to")


async def check_burst(gateway, device):
    """200 pushes at once by aioapns, which opens up to ten connections: all are accepted."""
    tokens = [await device.register(f"com.example.burst{index}") for index in range(50)]
    send = by_aioapns(gateway, gateway.ports["Senders"])
    work = [send(tokens[index % 50], f"com.example.burst{index % 50}", "x") for index in range(200)]
    refused = [reason for reason in await asyncio.gather(*work) if reason]
    require(not refused, f"{len(refused)} of 200 pushes at once are refused: {refused[:3]}")
    for push in await device.waiting():
        await device.acknowledge(push)
    print("push-clients: 200 pushes at once by aioapns are all accepted.")


def authorization(gateway):
    claims = {"iss": TEAM, "iat": int(time.time())}
    return "bearer " + jwt.encode(claims, gateway.sender_key.read_text(), algorithm="ES256", headers={"kid": KEY})


async def send_until_killed(gateway, tokens, round_number):
    """Pushes to every token until the gateway is gone; the ids that were answered with 200."""
    accepted = set()
    context = ssl.create_default_context(cafile=gateway.certificate)
    headers = {"authorization": authorization(gateway), "apns-push-type": "alert"}
    async with httpx.AsyncClient(http2=True, verify=context, headers=headers, timeout=20) as client:

        async def one(topic, token):
            name = str(uuid.uuid4())
            try:
                answer = await client.post(
                    f"https://localhost:{gateway.ports['Senders']}/3/device/{token}",
                    json={"aps": {"alert": f"round {round_number}"}}, headers={"apns-topic": topic, "apns-id": name},
                )
            # A connection that ends under a write comes through httpx as it is.
            except (httpx.HTTPError, anyio.EndOfStream):
                return
            if answer.status_code == 200:
                accepted.add(name)

        work = [asyncio.create_task(one(topic, token)) for topic, token in tokens.items()]
        # It dies while some are answered and others are not.
        while len(accepted) < 5 + 37 * round_number % 150 and not all(task.done() for task in work):
            await asyncio.sleep(0)
        gateway.kill()
        await asyncio.gather(*work)
    return accepted


async def check_kills(rounds):
    """kill -9 while pushes are answered: none that was answered with 200 is lost, none is shown twice."""
    with Gateway() as gateway:
        device = await Device().connect(gateway)
        tokens = {f"com.example.app{index}": await device.register(f"com.example.app{index}") for index in range(200)}
        total = 0
        for number in range(rounds):
            await device.close()
            accepted = await send_until_killed(gateway, tokens, number)
            gateway.start()
            device = await Device(device.key).connect(gateway)
            names = []
            # The gateway hands over as much at a time as the device has room for.
            while pushes := await device.waiting():
                for push in pushes:
                    await device.acknowledge(push)
                names += [push["apns_id"] for push in pushes]
            lost = accepted - set(names)
            require(not lost, f"{len(lost)} of {len(accepted)} acknowledged pushes are lost in round {number}")
            require(len(names) == len(set(names)), f"pushes come twice in round {number}")
            total += len(accepted)
        print(f"push-clients: {rounds} kills, {total} pushes acknowledged before them, none lost, none twice.")


async def figures():
    """Pushes a second through TLS to devices that are away, and the memory of connected devices."""
    with Gateway() as gateway:
        device = await Device().connect(gateway)
        tokens = {f"com.example.app{index}": await device.register(f"com.example.app{index}") for index in range(1000)}
        await device.close()
        context = ssl.create_default_context(cafile=gateway.certificate)
        headers = {"authorization": authorization(gateway), "apns-push-type": "alert"}
        async with httpx.AsyncClient(http2=True, verify=context, headers=headers, timeout=60) as client:
            begun, statuses = time.monotonic(), []
            for _ in range(5):
                work = [
                    client.post(f"https://localhost:{gateway.ports['Senders']}/3/device/{token}",
                                json={"aps": {"alert": "x"}}, headers={"apns-topic": topic})
                    for topic, token in tokens.items()
                ]
                statuses += [answer.status_code for answer in await asyncio.gather(*work)]
            length = time.monotonic() - begun
        require(set(statuses) == {200}, f"statuses {set(statuses)}")
        print(f"push-clients: {len(statuses) / length:.0f} pushes a second by one httpx client in Python.")
        before, devices = memory(gateway), []
        for _ in range(10):
            devices += await asyncio.gather(*[Device().connect(gateway) for _ in range(50)])
        print(f"push-clients: {(memory(gateway) - before) / len(devices) / 1024:.1f} KiB a connected device, with TLS.")


def memory(gateway):
    with open(f"/proc/{gateway.process.pid}/smaps_rollup") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("Rss:"))


def main():
    # aioapns reports each connection that a gateway ends.
    logging.disable(logging.ERROR)
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--figures", action="store_true")
    options = parser.parse_args()
    if options.figures:
        return asyncio.run(figures())
    asyncio.run(check_libraries())
    asyncio.run(check_kills(options.rounds))


main()
