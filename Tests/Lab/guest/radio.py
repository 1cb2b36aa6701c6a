"""The air in the machine: Bumble is the radio of the kernel (/dev/vhci), and another device within its reach.

usage: radio.py FIFO LOG

The device is a heart-rate band: it advertises 180D and has 2A37, whose value is changed by the line `beat N` of FIFO.
`read` and `follow` make it a central, which reads the machine's own 2A37 or subscribes to it; `leave` ends that. What happens is
written to LOG, a JSON object each line.
"""

import asyncio
import json
import os
import struct
import sys

from bumble.controller import Controller
from bumble.core import AdvertisingData, UUID
from bumble.device import Device, Peer
from bumble.gatt import Characteristic, Service
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport

KERNEL, BAND = "E0:E1:E2:E3:E4:E5", "F0:F1:F2:F3:F4:F5"
RATE = UUID("2A37")
fifo, log = sys.argv[1:]


def say(event, **facts):
    with open(log, "a") as file:
        file.write(json.dumps(dict(event=event, **facts)) + "\n")


class KernelController(Controller):
    """The kernel scans under passing random addresses and connects under its public one; the link knows one name of each."""

    @property
    def random_address(self):
        return self.public_address

    @random_address.setter
    def random_address(self, address):
        pass


class Air:
    """The device beside the machine, and what it is told to do."""

    def __init__(self, link):
        host = Host()
        host.controller = Controller("band", link=link)
        self.device = Device(name="band", address=Address(BAND), host=host)
        uses = Characteristic.Properties.READ | Characteristic.Properties.NOTIFY
        self.rate = Characteristic(RATE, uses, Characteristic.READABLE, bytes([0, 60]))
        self.device.add_service(Service("180D", [self.rate]))
        self.rate.on("subscription", lambda *words: say("subscribed", isOn=bool(words[1])))
        self.device.on("connection", self.connected)
        name, services = AdvertisingData.COMPLETE_LOCAL_NAME, AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS
        self.device.advertising_data = bytes(AdvertisingData([(name, b"band"), (services, struct.pack("<H", 0x180D))]))
        self.peer = None

    def connected(self, connection):
        say("connected", role=str(connection.role))
        connection.on("disconnection", lambda reason: self.disconnected(connection, reason))

    def disconnected(self, connection, reason):
        say("disconnected", reason=reason)
        if self.peer and self.peer.connection is connection:
            self.peer = None

    async def begin(self):
        await self.device.power_on()
        await self.device.start_advertising(auto_restart=True)
        say("advertises")

    async def beat(self, number):
        self.rate.value = bytes([0, int(number)])
        await self.device.notify_subscribers(self.rate, self.rate.value)
        say("told", beat=int(number))

    async def own_rate(self):
        """The machine's characteristic, which an app has published."""
        if not self.peer:
            # It advertises under its public address, or a random one that the link does not tell apart.
            connection = await self.device.connect(f"{KERNEL}/P")
            self.peer = Peer(connection)
        await self.peer.discover_services()
        for service in self.peer.services:
            await service.discover_characteristics()
        return self.peer.get_characteristics_by_uuid(RATE)[0]

    async def read(self):
        say("read", value=list(await (await self.own_rate()).read_value()))

    async def follow(self):
        await (await self.own_rate()).subscribe(lambda value: say("notified", value=list(value)))
        say("follows")

    async def leave(self):
        await self.peer.connection.disconnect()


async def main():
    async with await open_transport("vhci") as kernel:
        link = LocalLink()
        KernelController("kernel", host_source=kernel.source, host_sink=kernel.sink, link=link, public_address=KERNEL)
        air = Air(link)
        await air.begin()
        loop = asyncio.get_running_loop()
        # Open for both, so that it does not end with a writer.
        with os.fdopen(os.open(fifo, os.O_RDWR)) as lines:
            while True:
                words = (await loop.run_in_executor(None, lines.readline)).split()
                try:
                    await asyncio.wait_for(getattr(air, words[0])(*words[1:]), 120)
                except Exception as failure:
                    say("failed", command=words, failure=f"{failure!r} {failure}")


asyncio.run(main())
