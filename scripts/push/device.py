"""A device with a link to a gateway: what torpor-pushd speaks, in a few lines (docs/push-gateway.md)."""

import asyncio
import base64
import json
import ssl

import websockets
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def packed(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    def __init__(self, key=None):
        self.key = key or Ed25519PrivateKey.generate()
        self.socket = None

    async def connect(self, gateway):
        context = ssl.create_default_context(cafile=gateway.certificate)
        self.socket = await websockets.connect(
            f"wss://127.0.0.1:{gateway.ports['Devices']}/", subprotocols=["push-notification"], ssl=context,
            ping_interval=None,
        )
        public = self.key.public_key().public_bytes_raw()
        await self.say("hello", use_webpush=True, ext=["torpor.1"], key=packed(public))
        nonce = unpacked((await self.next())["nonce"])
        await self.say("proof", signature=packed(self.key.sign(b"torpor-link-1\n" + nonce)))
        welcome = await self.next()
        assert welcome["status"] == 200, welcome
        return self

    async def say(self, kind, **members):
        await self.socket.send(json.dumps({"messageType": kind, **members}))

    async def next(self, seconds=20):
        return json.loads(await asyncio.wait_for(self.socket.recv(), seconds))

    async def register(self, topic, environment="production"):
        await self.say("apns_register", topic=topic, environment=environment)
        answer = await self.next()
        assert answer["status"] == 200, answer
        return answer["token"]

    async def acknowledge(self, push, code=100):
        await self.say("ack", updates=[{"apns_id": push["apns_id"], "version": push["version"], "code": code}])

    async def waiting(self):
        """All that the gateway has sent so far."""
        await self.socket.send("{}")
        pushes = []
        while (message := await self.next()) != {}:
            pushes.append(message)
        return pushes

    async def close(self):
        await self.socket.close()
