"""A process in uninterruptible sleep, as one that waits for a file server that is gone; kill -9 ends it.

Usage: stuck.py [FILE]. Without a file it says whether there could be one here. With one it writes its
number to it, then has the kernel copy from a page that the process itself would have to fill
(userfaultfd(2)) and never does.
"""

import ctypes
import fcntl
import os
import struct
import sys

libc = ctypes.CDLL(None, use_errno=True)
SYS_USERFAULTFD = {"x86_64": 323, "aarch64": 282}.get(os.uname().machine, -1)
UFFD_API, UFFDIO_API, UFFDIO_REGISTER = 0xAA, 0xC018AA3F, 0xC020AA00  # <linux/userfaultfd.h>
REGISTER_MISSING = 1
PAGE = 4096

number = libc.syscall(SYS_USERFAULTFD, os.O_CLOEXEC | os.O_NONBLOCK)
if number < 0:
    sys.exit(f"stuck: userfaultfd: {os.strerror(ctypes.get_errno())}")
if len(sys.argv) < 2:
    sys.exit(0)
fcntl.ioctl(number, UFFDIO_API, bytearray(struct.pack("QQQ", UFFD_API, 0, 0)))
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
address = libc.mmap(None, PAGE, 3, 0x22, -1, 0)
fcntl.ioctl(
    number, UFFDIO_REGISTER, bytearray(struct.pack("QQQQ", address, PAGE, REGISTER_MISSING, 0))
)


class Piece(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


into = ctypes.create_string_buffer(PAGE)
local, remote = Piece(ctypes.addressof(into), PAGE), Piece(address, PAGE)
with open(sys.argv[1], "w") as file:
    file.write(str(os.getpid()))
libc.process_vm_readv(os.getpid(), ctypes.byref(local), 1, ctypes.byref(remote), 1, 0)
