"""The server of the contract of transfers; prints its port, and ends with its standard input.

/small and /guarded: 100,000 bytes, the latter for contract:secret alone. /slow: 4 MB in two seconds.
PUT takes anything. All of them answer ranges.
"""

import base64
import http.server
import sys
import threading
import time

SIZES = {"/small": 100_000, "/guarded": 100_000, "/slow": 4_000_000}
SECRET = "Basic " + base64.b64encode(b"contract:secret").decode()
STEP = 50_000


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, size=0, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(size))
        self.end_headers()

    def do_GET(self):
        path = "/" + self.path.split("/")[1]
        if path not in SIZES:
            return self.answer(404)
        if path == "/guarded" and self.headers.get("Authorization") != SECRET:
            return self.answer(401, WWW_Authenticate='Basic realm="contract"')
        size = SIZES[path]
        start = int(self.headers.get("Range", "bytes=0-")[6:].split("-")[0])
        if start:
            self.answer(
                206, size - start, ETag='"one"', Content_Range=f"bytes {start}-{size - 1}/{size}"
            )
        else:
            self.answer(200, size, ETag='"one"', Accept_Ranges="bytes")
        try:
            for offset in range(start, size, STEP):
                self.wfile.write(b"x" * min(STEP, size - offset))
                if path == "/slow":
                    time.sleep(2 * STEP / size)
        except OSError:
            pass  # Whoever asked has stopped.

    def do_PUT(self):
        left = int(self.headers["Content-Length"])
        while left > 0:
            left -= len(self.rfile.read(min(left, STEP)))
        self.answer(200)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
