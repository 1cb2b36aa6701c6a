"""A server of one file that goes out slowly, and continues where it is asked to: server.py ADDRESS PORT BYTES BYTES_A_SECOND LOG.

As servers do, it gives up a connection over which nothing could be sent for a while, and the time in which the machine sleeps counts.
LOG has a JSON object for each request: `from` which byte. LOG.sent has how many were sent in all.
"""

import http.server
import json
import random
import sys
import threading
import time

address, port, length, rate, log = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5]
content = random.Random(16).randbytes(length)
GIVES_UP_SECONDS, PIECES_EACH_SECOND = 20, 5
lock, total = threading.Lock(), 0


def count(bytes):
    global total
    with lock:
        total += bytes
        with open(f"{log}.sent", "w") as file:
            file.write(str(total))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = GIVES_UP_SECONDS

    def do_GET(self):
        first = int((self.headers.get("Range") or "bytes=0-").removeprefix("bytes=").split("-")[0])
        with lock, open(log, "a") as file:
            file.write(json.dumps({"from": first}) + "\n")
        self.send_response(206 if first else 200)
        self.send_header("ETag", '"lab"')
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(length - first))
        if first:
            self.send_header("Content-Range", f"bytes {first}-{length - 1}/{length}")
        self.end_headers()
        sent, piece = first, rate // PIECES_EACH_SECOND
        try:
            while sent < length:
                before = time.clock_gettime(time.CLOCK_BOOTTIME)
                time.sleep(1 / PIECES_EACH_SECOND)
                if time.clock_gettime(time.CLOCK_BOOTTIME) - before > GIVES_UP_SECONDS:
                    self.close_connection = True
                    break
                self.wfile.write(content[sent:sent + piece])
                count(min(length, sent + piece) - sent)
                sent = min(length, sent + piece)
        except OSError:
            self.close_connection = True

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    # Over a network that has gone, a thread waits for minutes.
    daemon_threads = True


with open(f"{log}.content", "wb") as file:
    file.write(content)
Server((address, port), Handler).serve_forever()
