"""A client of PipeWire for pictures, which knows nothing of Torpor. Usage: pictures.py take|watch|give FILE

`take` takes what a camera gives, `watch` what is linked to it; `give` gives pictures, as a program that shares a screen
does. Once it has had a picture and the file is there it ends its stream, and stays. There is no such client among PipeWire's
tools, so this is one with ctypes on its library."""

import ctypes
import os
import struct
import sys
import time

library = ctypes.CDLL("libpipewire-0.3.so.0")
POINTER = ctypes.c_void_p
# The numbers of pipewire/stream.h, spa/utils/type.h and spa/param/format.h.
INPUT, OUTPUT, ANY = 0, 1, 0xFFFFFFFF
AUTOCONNECT, MAP_BUFFERS, DRIVER, NO_CONVERT = 1, 4, 8, 32
ID, INTEGER, RECTANGLE, FRACTION, OBJECT = 3, 4, 10, 11, 15
WIDTH, HEIGHT, BYTES_OF_PIXEL, FRAMES_EACH_SECOND = 64, 48, 4, 25


def function(name, result, *arguments):
    found = getattr(library, name)
    found.restype, found.argtypes = result, arguments
    return found


initialize = function("pw_init", None, POINTER, POINTER)
make_loop = function("pw_thread_loop_new", POINTER, ctypes.c_char_p, POINTER)
loop_of = function("pw_thread_loop_get_loop", POINTER, POINTER)
start = function("pw_thread_loop_start", ctypes.c_int, POINTER)
lock = function("pw_thread_loop_lock", None, POINTER)
unlock = function("pw_thread_loop_unlock", None, POINTER)
properties = function("pw_properties_new_string", POINTER, ctypes.c_char_p)
make_stream = function("pw_stream_new_simple", POINTER, POINTER, ctypes.c_char_p, POINTER, POINTER, POINTER)
connect = function(
    "pw_stream_connect", ctypes.c_int, POINTER, ctypes.c_int, ctypes.c_uint32, ctypes.c_uint32, POINTER, ctypes.c_uint32
)
dequeue = function("pw_stream_dequeue_buffer", POINTER, POINTER)
queue = function("pw_stream_queue_buffer", ctypes.c_int, POINTER, POINTER)
trigger = function("pw_stream_trigger_process", ctypes.c_int, POINTER)
destroy = function("pw_stream_destroy", None, POINTER)
PROCESS = ctypes.CFUNCTYPE(None, POINTER)


class Events(ctypes.Structure):
    """pw_stream_events"""

    _fields_ = [("version", ctypes.c_uint32)] + [
        (name, POINTER) for name in
        ("destroy", "state_changed", "control_info", "io_changed", "param_changed", "add_buffer", "remove_buffer")
    ] + [("process", PROCESS)] + [(name, POINTER) for name in ("drained", "command", "trigger_done")]


class Data(ctypes.Structure):
    """spa_data; a chunk is offset, size, stride and flags"""

    _fields_ = [
        ("type", ctypes.c_uint32), ("flags", ctypes.c_uint32), ("descriptor", ctypes.c_int64),
        ("offset", ctypes.c_uint32), ("size", ctypes.c_uint32), ("data", POINTER),
        ("chunk", ctypes.POINTER(ctypes.c_uint32 * 4)),
    ]


class Buffer(ctypes.Structure):
    """spa_buffer, to which a pw_buffer points first"""

    _fields_ = [
        ("meta_count", ctypes.c_uint32), ("data_count", ctypes.c_uint32), ("metas", POINTER),
        ("datas", ctypes.POINTER(Data)),
    ]


def pod(kind, identifier, *members):
    """An object of SPA; each member is its key, its type, and integers."""
    body = struct.pack("<II", kind, identifier)
    for key, type_, integers in members:
        value = struct.pack(f"<{len(integers)}I", *integers)
        body += struct.pack("<IIII", key, 0, len(value), type_) + value + b"\0" * (-len(value) % 8)
    return struct.pack("<II", len(body), OBJECT) + body


def parameters(gives):
    """Raw pictures, of any size, or of ours and with the buffers that they take."""
    pictures = [(1, ID, [2]), (2, ID, [1])]
    if not gives:
        return [pod(0x40003, 3, *pictures)]
    pictures += [
        (0x20001, ID, [8]), (0x20003, RECTANGLE, [WIDTH, HEIGHT]), (0x20004, FRACTION, [FRAMES_EACH_SECOND, 1]),
    ]
    stride = WIDTH * BYTES_OF_PIXEL
    buffers = [(1, INTEGER, [4]), (2, INTEGER, [1]), (3, INTEGER, [stride * HEIGHT]), (4, INTEGER, [stride])]
    return [pod(0x40003, 3, *pictures), pod(0x40004, 5, *buffers)]


def main(what, end):
    gives = what == "give"
    count = 0

    @PROCESS
    def process(_):
        nonlocal count
        if not (buffer := dequeue(stream)):
            return
        if gives:
            held = ctypes.cast(ctypes.cast(buffer, ctypes.POINTER(POINTER))[0], ctypes.POINTER(Buffer))
            stride = WIDTH * BYTES_OF_PIXEL
            held.contents.datas[0].chunk.contents[:3] = [0, stride * HEIGHT, stride]
        queue(stream, buffer)
        count += 1

    initialize(None, None)
    loop = make_loop(b"pictures", None)
    said = f"media.class=Stream/{'Output' if gives else 'Input'}/Video media.type=Video node.name={what}"
    events = Events(version=2, process=process)
    stream = make_stream(
        loop_of(loop), what.encode(), properties(f"{{ {said} }}".encode()), ctypes.addressof(events), None
    )
    pods = [ctypes.create_string_buffer(one, len(one)) for one in parameters(gives)]
    array = (POINTER * len(pods))(*[ctypes.addressof(one) for one in pods])
    start(loop)
    lock(loop)
    flags = MAP_BUFFERS | NO_CONVERT | {"take": AUTOCONNECT, "watch": 0, "give": DRIVER}[what]
    connect(stream, OUTPUT if gives else INPUT, ANY, flags, array, len(pods))
    unlock(loop)
    while not count or not os.path.exists(end):
        time.sleep(1 / FRAMES_EACH_SECOND)
        if gives:
            lock(loop)
            trigger(stream)
            unlock(loop)
    # Said before, so that nothing is frozen that has not said it.
    print(f"ends after {count} pictures", flush=True)
    lock(loop)
    destroy(stream)
    unlock(loop)
    while True:
        time.sleep(1)


main(*sys.argv[1:])
