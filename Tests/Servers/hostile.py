"""A server that misbehaves in known ways, for the tests of the transfer service.

Usage: hostile.py LOG. It prints its port, serves until its standard input closes, and appends one
JSON line to LOG for each request: method, path, headers, the length of the body that came.

  /file/KIND?size=N    N bytes that repeat every 251, told apart by KIND:
    plain       ranges and a strong ETag
    dated       ranges and Last-Modified alone
    weak        ranges and a weak ETag
    norange     a strong ETag, and ranges are ignored
    changes     ranges; another ETag and other bytes after the first request
    lies        206 with a range that nobody asked for
    drip        as plain, 64 KiB at a time, until /release
    ended       416 for every range; ?total=N says how long the file is
    refuses     412 for every range
    hangs       closes without an answer on every range
    part        206 to whoever asks for no range: all of it, or with ?half=1 the first half
    pieces      206 with ?piece=N bytes at most for every range
                with ?cut=N the first answer breaks off after N bytes, with ?every=N each,
                with ?chunked=1 no answer says how long it is
                with ?says=N an answer claims to have N bytes more or, below 0, fewer
  /status/CODE         that status; ?after=S adds Retry-After
  /loop                a redirect to itself
  /to?url=U            a redirect there
  /secret              401 with Basic unless the password is "sesame"; /digest the same with Digest
  /name?is=V           Content-Disposition: V
  /busy/CODE?times=N&size=S  that status N times, ?after=… as above; then as /file/plain
  /silent              never answers
  /folded              an answer whose first header line begins with a tab; /plain without
  /garbage             bytes that are no HTTP
  /spill               an answer with 500 bytes behind its end, on a connection that stays open
  /long?bytes=N        a header line of N bytes, or with ?in=status a status line
  /letters?pause=S     a head without an end, or a body of &size=N, a letter every S seconds
  /headers             the request's headers as JSON
  /put                 takes any body; answers with its SHA-256
  /refuse/CODE         takes any body; answers with that status
  /draft               takes an upload by the IETF draft; ?cut=N breaks off after N bytes, once
                ?forget=1: and the server then knows nothing of it any more
  /tus                 takes an upload by tus 1.0; ?cut=N as above
                ?stale=1: the first part is refused with 409
                ?beyond=1: it claims to have more than there is
  /kept                as JSON what uploads there are: place, SHA-256, whether it is whole
"""

import base64
import hashlib
import json
import socket
import socketserver
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

released = threading.Event()
lock = threading.Lock()
seen, uploads, whole = {}, {}, set()


def content(size, seed=0):
    block = bytes((index + seed) % 251 for index in range(251))
    return (block * (size // 251 + 1))[:size]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def note(self, taken=0):
        line = {"method": self.command, "path": self.path, "taken": taken, "began": self.began}
        line["headers"] = {name.lower(): value for name, value in self.headers.items()}
        with lock, open(sys.argv[1], "a") as log:
            log.write(json.dumps(line) + "\n")

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), str(value))
        if "Content_Length" not in headers and status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def count(self, key):
        with lock:
            seen[key] = seen.get(key, 0) + 1
            return seen[key]

    def serve(self):
        self.began = time.monotonic()
        split = urlsplit(self.path)
        self.query = {name: values[0] for name, values in parse_qs(split.query).items()}
        self.parts = split.path.strip("/").split("/")
        name = "serve_" + self.parts[0]
        if self.parts[0] not in ("put", "refuse", "draft", "tus", "place"):
            self.note()
        if not hasattr(self, name):
            return self.answer(404, b"no such thing")
        try:
            getattr(self, name)()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_OPTIONS = serve

    # Files

    def serve_file(self, kind=None):
        kind, size = kind or self.parts[1], int(self.query.get("size", 1000))
        nth = self.count(self.path)
        seed = 7 if kind == "changes" and nth > 1 else 0
        body = content(size, seed)
        headers = {"ETag": f'"v{seed}"', "Content_Type": "application/x-test"}
        if kind == "dated":
            headers = {"Last_Modified": "Sun, 06 Nov 1994 08:49:37 GMT"}
        elif kind == "weak":
            headers = {"ETag": 'W/"v0"'}
        wanted = self.headers.get("Range")
        validator = self.headers.get("If-Range")
        known = headers.get("ETag") or headers.get("Last_Modified")
        first, status = 0, 200
        if wanted and kind == "ended":
            return self.answer(416, Content_Range=f"bytes */{self.query['total']}")
        if wanted and kind == "refuses":
            return self.answer(412, b"no")
        if wanted and kind == "hangs":
            return self.hang_up()
        if wanted and kind != "norange" and validator in (None, known):
            first = int(wanted.removeprefix("bytes=").split("-")[0])
            status = 206
            if kind == "lies":
                first = max(0, first - 10)
            headers["Content_Range"] = f"bytes {first}-{size - 1}/{size}"
        body = body[first:]
        if kind == "part" and not wanted:
            half = size // 2 if "half" in self.query else size
            headers["Content_Range"] = f"bytes 0-{half - 1}/{size}"
            return self.answer(206, body[:half], **headers)
        if kind == "pieces" and wanted:
            body = body[: int(self.query["piece"])]
            headers["Content_Range"] = f"bytes {first}-{first + len(body) - 1}/{size}"
        if "chunked" in self.query:
            return self.answer_in_chunks(status, body, nth, **headers)
        if "every" in self.query or "cut" in self.query and nth == 1:
            cut = int(self.query.get("every") or self.query["cut"])
            self.close_connection = True
            self.answer(status, body[:cut], Content_Length=len(body), **headers)
        elif "says" in self.query:
            self.close_connection = True
            length = max(0, len(body) + int(self.query["says"]))
            self.answer(status, body, Content_Length=length, **headers)
        elif kind == "drip":
            self.answer(status, b"", Content_Length=len(body), **headers)
            for start in range(0, len(body), 1 << 16):
                self.wfile.write(body[start : start + (1 << 16)])
                if not released.is_set():
                    released.wait(0.02)
        else:
            self.answer(status, body, **headers)

    def answer_in_chunks(self, status, body, nth, **headers):
        cut = int(self.query["cut"]) if "cut" in self.query and nth == 1 else None
        piece = body[:cut]
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        if cut is not None:
            return self.hang_up()
        self.wfile.write(b"0\r\n\r\n")

    def serve_release(self):
        released.set()
        self.answer(204)

    # Answers of other kinds

    def serve_status(self):
        headers = {"Retry_After": self.query["after"]} if "after" in self.query else {}
        self.answer(int(self.parts[1]), b"an explanation", **headers)

    def serve_busy(self):
        if self.count(self.path) > int(self.query["times"]):
            return self.serve_file("plain")
        self.serve_status()

    def serve_loop(self):
        self.answer(302, Location="/loop")

    def serve_to(self):
        self.answer(302, Location=self.query["url"])

    def serve_secret(self):
        given = self.headers.get("Authorization", "")
        if given == "Basic " + base64.b64encode(b"ali:sesame").decode():
            return self.answer(200, b"open")
        self.answer(401, b"shut", WWW_Authenticate='Basic realm="the cave, \\"inner\\" part"')

    def serve_name(self):
        self.answer(200, b"named", Content_Disposition=self.query["is"])

    def serve_silent(self):
        released.wait(60)
        self.close_connection = True

    def serve_folded(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n\tX: " + b"A" * 61 + b"\r\nContent-Length: 5\r\n\r\nhello")

    def serve_plain(self):
        self.answer(200, b"hello", X_Long_Header="b" * 200)

    def serve_garbage(self):
        self.wfile.write(b"\x7fELF" + bytes(range(256)))
        self.hang_up()

    def serve_spill(self):
        self.answer(200, b"hello" + b"x" * 500, Content_Length=5)

    def serve_long(self):
        long = "b" * int(self.query["bytes"])
        if self.query.get("in") == "status":
            self.wfile.write(f"HTTP/1.1 200 {long}\r\nContent-Length: 0\r\n\r\n".encode())
        else:
            self.answer(200, b"hello", X_Long=long)

    def serve_letters(self):
        left = int(self.query.get("size", -1))
        if left < 0:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        else:
            self.answer(200, Content_Length=left)
        while left and not released.wait(float(self.query["pause"])):
            self.wfile.write(b"a")
            left -= 1

    def serve_headers(self):
        self.answer(200, json.dumps(dict(self.headers)).encode())

    # Uploads

    def take(self, limit=None, body=None):
        """Reads the body, at most `limit` bytes of it, behind `body`; what came, and whether whole."""
        left = int(self.headers.get("Content-Length", 0))
        body = bytearray() if body is None else body
        had = len(body)
        while left > 0 and (limit is None or len(body) - had < limit):
            most = left if limit is None else min(left, limit - len(body) + had)
            try:
                piece = self.rfile.read1(min(most, 1 << 16))
            except ConnectionError:
                break
            if not piece:
                break
            body += piece
            left -= len(piece)
        self.note(len(body) - had)
        return body, left == 0

    def hang_up(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def serve_put(self):
        place = f"/put/{self.count('places')}"
        uploads[place] = bytearray()
        body, is_whole = self.take(body=uploads[place])
        if is_whole:
            whole.add(place)
        self.answer(201, hashlib.sha256(body).hexdigest().encode())

    def serve_refuse(self):
        self.take()
        self.answer(int(self.parts[1]), b"an explanation")

    def cut(self):
        return int(self.query["cut"]) if "cut" in self.query and self.count(self.path) == 1 else None

    def serve_draft(self):
        place = f"/place/{self.count('places')}"
        if self.headers.get("Upload-Draft-Interop-Version") == "3":
            uploads[place] = bytearray()
            self.wfile.write(
                b"HTTP/1.1 104 Upload Resumption Supported\r\n"
                b"Upload-Draft-Interop-Version: 3\r\n"
                b"Location: " + place.encode() + b"\r\n\r\n"
            )
            self.wfile.flush()
        body, is_whole = self.take(self.cut(), uploads.get(place))
        if not is_whole:
            if "forget" in self.query:
                del uploads[place]
            return self.hang_up()
        uploads[place] = body
        whole.add(place)
        self.answer(200, hashlib.sha256(body).hexdigest().encode(), Upload_Incomplete="?0")

    def serve_tus(self):
        if self.command == "OPTIONS":
            self.note()
            return self.answer(204, Tus_Resumable="1.0.0", Tus_Version="1.0.0")
        self.take()
        query = urlsplit(self.path).query
        place = f"/place/{self.count('places')}" + ("?" + query if query else "")
        uploads[urlsplit(place).path] = bytearray()
        # A client may repeat a request on a connection that was used before; not on a new one.
        self.close_connection = True
        self.answer(201, Location=place, Tus_Resumable="1.0.0", Connection="close")

    def serve_place(self):
        place = urlsplit(self.path).path
        is_tus = "Tus-Resumable" in self.headers
        headers = {"Tus_Resumable": "1.0.0"} if is_tus else {"Upload_Draft_Interop_Version": 3}
        if place not in uploads:
            self.note()
            return self.answer(404)
        have = uploads[place]
        if self.command == "HEAD":
            self.note()
            if not is_tus:
                headers["Upload_Incomplete"] = "?1"
            headers["Cache_Control"] = "no-store"
            if "beyond" in self.query:
                return self.answer(204, Upload_Offset=1 << 40, **headers)
            return self.answer(204, Upload_Offset=len(have), **headers)
        is_stale = "stale" in self.query and self.count("stale") == 1
        if is_stale or int(self.headers["Upload-Offset"]) != len(have):
            self.take()
            return self.answer(409, **headers)
        _, is_whole = self.take(self.cut(), have)
        if not is_whole:
            return self.hang_up()
        whole.add(place)
        if is_tus:
            return self.answer(204, Upload_Offset=len(have), **headers)
        self.answer(200, hashlib.sha256(have).hexdigest().encode(), **headers)

    def serve_kept(self):
        kept = [
            {"place": place, "sha256": hashlib.sha256(body).hexdigest(), "isWhole": place in whole}
            for place, body in uploads.items()
        ]
        self.answer(200, json.dumps(kept).encode())


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request, client_address):
        # Whoever is killed in the middle of a request is what some tests are about.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
