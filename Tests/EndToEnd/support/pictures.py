"""What is in a PNG with eight bits for each of three colours, read by hand."""

import struct
import zlib
from collections import Counter

from support.harness import require


class Picture:
    def __init__(self, path):
        data = path.read_bytes()
        require(data[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is no PNG")
        self.byte_count, pixels, at = len(data), b"", 8
        while at < len(data):
            length, name = struct.unpack(">I4s", data[at:at + 8])
            content = data[at + 8:at + 8 + length]
            check, = struct.unpack(">I", data[at + 8 + length:at + 12 + length])
            require(zlib.crc32(name + content) == check, f"{name} of {path} is damaged")
            if name == b"IHDR":
                self.width, self.height, *kind = struct.unpack(">IIBBBBB", content)
                require(kind == [8, 2, 0, 0, 0], f"{path} is of the kind {kind}")
            elif name == b"IDAT":
                pixels += content
            at += 12 + length
        self.colours = Counter(self.lines(zlib.decompress(pixels)))

    def lines(self, data):
        """The colour of each pixel."""
        length = self.width * 3
        above = bytes(length)
        for start in range(0, len(data), length + 1):
            kind, line = data[start], data[start + 1:start + 1 + length]
            require(kind in (0, 2), f"a line has the filter {kind}")
            above = bytes((one + other) & 255 for one, other in zip(line, above)) if kind == 2 else line
            for at in range(0, length, 3):
                yield "#%02x%02x%02x" % tuple(above[at:at + 3])

    @property
    def colour(self):
        """The colour of most pixels, with its share."""
        colour, count = self.colours.most_common(1)[0]
        return colour, count / (self.width * self.height)
