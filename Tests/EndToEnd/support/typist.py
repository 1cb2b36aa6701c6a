"""A person at the keyboard of a Wayland compositor, who types faster than any: zwp_virtual_keyboard_v1.

The protocol is spoken by hand, for the usual tool (wtype) rests 4 ms between two keys.
"""

import os
import socket
import struct

KEYMAP = b"""xkb_keymap {
xkb_keycodes "k" { minimum = 8; maximum = 255; <A> = 38; };
xkb_types "k" { include "complete" };
xkb_compatibility "k" { include "complete" };
xkb_symbols "k" { key <A> {[ a ]}; };
};\0"""
KEY_A = 30  # <linux/input-event-codes.h>; 8 less than in the keymap.

# Requests, by their place in the protocols.
SYNC, GET_REGISTRY = 0, 1
BIND = 0
CREATE_KEYBOARD = 0
SET_KEYMAP, KEY = 0, 1


class Typist:
    """A keyboard of its own; whoever has the focus hears it."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(20)
        self.socket.connect(str(path))
        self.buffer = b""
        self.last = 1  # The display itself.
        self.globals = {}
        self.milliseconds = 0
        registry = self.new()
        self.send(1, GET_REGISTRY, registry)
        self.round_trip(registry)
        seat = self.bind(registry, "wl_seat")
        manager = self.bind(registry, "zwp_virtual_keyboard_manager_v1")
        self.keyboard = self.new()
        self.send(manager, CREATE_KEYBOARD, seat, self.keyboard)
        keymap = os.memfd_create("keymap")
        os.write(keymap, KEYMAP)
        message = self.message(self.keyboard, SET_KEYMAP, 1, len(KEYMAP))
        socket.send_fds(self.socket, [message], [keymap])
        os.close(keymap)
        self.round_trip()

    def press(self, count):
        """Presses and releases a key that often, and waits until the compositor has heard it all."""
        while count:
            some = min(count, 100)
            self.socket.sendall(b"".join(self.stroke() for _ in range(some)))
            self.round_trip()
            count -= some

    def stroke(self):
        self.milliseconds += 1
        return self.message(self.keyboard, KEY, self.milliseconds, KEY_A, 1) + self.message(
            self.keyboard, KEY, self.milliseconds, KEY_A, 0
        )

    def close(self):
        self.socket.close()

    # The wire.

    def new(self):
        self.last += 1
        return self.last

    @staticmethod
    def message(target, request, *arguments):
        body = b""
        for argument in arguments:
            if isinstance(argument, str):
                text = argument.encode() + b"\0"
                body += struct.pack("=I", len(text)) + text + b"\0" * (-len(text) % 4)
            else:
                body += struct.pack("=I", argument)
        return struct.pack("=II", target, (len(body) + 8) << 16 | request) + body

    def send(self, target, request, *arguments):
        self.socket.sendall(self.message(target, request, *arguments))

    def bind(self, registry, interface):
        number = self.new()
        self.send(registry, BIND, self.globals[interface], interface, 1, number)
        return number

    def round_trip(self, registry=None):
        callback = self.new()
        self.send(1, SYNC, callback)
        while True:
            target, event, body = self.receive()
            if target == callback:
                return
            if target == 1 and event == 0:
                raise ConnectionError(f"the compositor refuses: {body!r}")
            if target == registry and event == 0:
                name, length = struct.unpack_from("=II", body)
                self.globals[body[8 : 7 + length].decode()] = name

    def receive(self):
        while len(self.buffer) < 8 or len(self.buffer) < self.length():
            piece = self.socket.recv(65536)
            if not piece:
                raise ConnectionError("the compositor has closed the connection")
            self.buffer += piece
        length = self.length()
        target, word = struct.unpack_from("=II", self.buffer)
        body, self.buffer = self.buffer[8:length], self.buffer[length:]
        return target, word & 0xFFFF, body

    def length(self):
        return struct.unpack_from("=I", self.buffer, 4)[0] >> 16
