"""An HTTP service on loopback that can fail in many ways; the path of a request selects how.

usage: server.py DIRECTORY [--port PORT] [--tls CERTIFICATE KEY] [--http2]

It writes its port to DIRECTORY/port, and a line to DIRECTORY/log for each connection ("accept") and
each request ("GET /path"), and before that for a header ("authorization VALUE"). Requests to /held
are answered when DIRECTORY/release exists. It exits when the process that started it does.
"""

import argparse
import gzip
import http.server
import json
import os
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse

LIST = b'[{"id":1,"title":"First"},{"id":2,"title":"Second"}]'
ETAG = '"version-1"'
MODIFIED = "Wed, 21 Oct 2015 07:28:00 GMT"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Without this, the second part of an answer waits for the client's confirmation of the first.
    disable_nagle_algorithm = True

    def handle_any(self):
        if "Authorization" in self.headers:
            self.server.log(f"authorization {self.headers['Authorization']}")
        self.server.log(f"{self.command} {self.path}")
        size = int(self.headers.get("Content-Length", 0))
        self.body = self.rfile.read(size)
        if self.command == "CONNECT":
            # As a proxy, it connects to nothing; it answers other requests itself.
            return self.answer(403)
        url = urllib.parse.urlsplit(self.path)
        self.query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        name, *self.parts = url.path.strip("/").split("/")
        try:
            getattr(self, "answer_" + name.replace("-", "_"), self.answer_unknown)()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_CONNECT = handle_any

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", **headers):
        """Sends an answer that has no fault."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD" and status != 304:
            self.wfile.write(body)

    def send_raw(self, text, *parts):
        """Sends these bytes, then ends the connection."""
        self.close_connection = True
        self.wfile.write(text.replace("\n", "\r\n").encode())
        for part in parts:
            self.wfile.write(part)

    def wait_for_client(self):
        """Sends nothing until the client closes the connection."""
        self.close_connection = True
        self.rfile.read()

    # Answers without a fault.

    def answer_unknown(self):
        self.answer(404, b"not found")

    def answer_list(self):
        """A list that has not changed if the client knows its version."""
        known = self.headers.get("If-None-Match") == ETAG
        known = known or self.headers.get("If-Modified-Since") == MODIFIED
        headers = {"ETag": ETAG, "Last_Modified": MODIFIED}
        if known:
            self.answer(304, **headers)
        else:
            self.answer(200, LIST, Content_Type="application/json", **headers)

    def answer_echo(self):
        """What arrived of the request."""
        echo = {
            "method": self.command,
            "path": self.path,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": self.body.decode(),
        }
        self.answer(200, json.dumps(echo, separators=(",", ":")).encode())

    def answer_status(self):
        """/status/N?Header=value: the status and these headers."""
        self.answer(int(self.parts[0]), b"status", **self.query)

    def answer_gzip(self):
        self.answer(200, gzip.compress(b"text " * 1000), Content_Encoding="gzip")

    def answer_bytes(self):
        """/bytes/N: a body of N bytes, of a known length."""
        count = int(self.parts[0])
        self.send_response(200)
        self.send_header("Content-Length", str(count))
        self.end_headers()
        self.send_zeros(count)

    def answer_stream(self):
        """/stream/N: N bytes whose number is not announced."""
        self.send_raw("HTTP/1.1 200 OK\n\n")
        self.send_zeros(int(self.parts[0]))

    def answer_parts(self):
        """A line; another one when DIRECTORY/release exists, which ends the body."""
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"6\r\nfirst\n\r\n")
        self.connection.settimeout(0.005)
        while not os.path.exists(os.path.join(self.server.directory, "release")):
            try:
                if not self.connection.recv(1):
                    self.close_connection = True
                    return
            except TimeoutError:
                pass
        self.connection.settimeout(None)
        self.wfile.write(b"5\r\nlast\n\r\n0\r\n\r\n")

    def send_zeros(self, count):
        part = bytes(65536)
        for _ in range(count // len(part)):
            self.wfile.write(part)
        self.wfile.write(bytes(count % len(part)))

    # Answers that take long.

    def answer_held(self):
        while not os.path.exists(os.path.join(self.server.directory, "release")):
            time.sleep(0.005)
        self.server.log(f"release {self.path}")
        self.answer(200, b"held")

    def answer_hang(self):
        self.wait_for_client()

    def answer_silent(self):
        """Half of the body, then nothing."""
        self.send_raw("HTTP/1.1 200 OK\nContent-Length: 10\n\n", b"01234")
        self.wait_for_client()

    def answer_drip(self):
        """A byte now and then, without an end."""
        self.send_raw("HTTP/1.1 200 OK\n\n")
        while True:
            self.wfile.write(b".")
            time.sleep(0.02)

    # Broken answers.

    def answer_broken_json(self):
        self.answer(200, LIST[:-10], Content_Type="application/json")

    def answer_cut(self):
        """Half of the body."""
        self.send_raw("HTTP/1.1 200 OK\nContent-Length: 10\n\n", b"01234")

    def answer_cut_chunk(self):
        self.send_raw("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n", b"a\r\n01234")

    def answer_cut_headers(self):
        self.send_raw("HTTP/1.1 200 OK\nContent-Len")

    def answer_vanish(self):
        """No answer, and a reset connection."""
        self.close_connection = True
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)

    def answer_short_length(self):
        """A body that is longer than announced, after its headers. The rest is an answer itself."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
        time.sleep(0.1)
        self.wfile.write(b"01234HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nrest")

    def answer_bad_length(self):
        self.send_raw("HTTP/1.1 200 OK\nContent-Length: many\n\n", b"0123456789")

    def answer_bad_chunk(self):
        self.send_raw("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n", b"size\r\n0123456789")

    def answer_garbage(self):
        self.send_raw("no answer of HTTP\n\n")

    def answer_bad_gzip(self):
        self.answer(200, b"not compressed", Content_Encoding="gzip")

    def answer_bomb(self):
        """100 MB of zeros, compressed to 100 kB."""
        self.answer(200, gzip.compress(bytes(100_000_000)), Content_Encoding="gzip")

    def answer_headers(self):
        """/headers/N: N bytes of headers, in lines of 1,000 bytes."""
        self.send_raw("HTTP/1.1 200 OK\nContent-Length: 0\n")
        for _ in range(int(self.parts[0]) // 1000):
            self.wfile.write(b"X-Padding: " + b"x" * 987 + b"\r\n")
        self.wfile.write(b"\r\n")

    # Redirects.

    def answer_redirect(self):
        """/redirect?to=URL&status=N: a redirect, 302 by default."""
        self.answer(int(self.query.get("status", 302)), b"moved", Location=self.query["to"])

    def answer_loop(self):
        self.answer(302, Location="/loop")

    def answer_hops(self):
        """/hops/N: N redirects, then an answer."""
        left = int(self.parts[0])
        if left == 0:
            self.answer(200, b"arrived")
        else:
            self.answer(302, Location=f"/hops/{left - 1}")


def serve_http2(server, connection):
    """Answers one request over HTTP/2 with status 200 and the body "http2"."""

    def receive(count):
        data = b""
        while len(data) < count:
            part = connection.recv(count - len(data))
            if not part:
                raise ConnectionError
            data += part
        return data

    def send(kind, flags, stream, payload=b""):
        connection.sendall(
            struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload
        )

    server.log(f"protocol {connection.selected_alpn_protocol()}")
    receive(24)
    send(4, 0, 0)  # SETTINGS
    while True:
        head = receive(9)
        length = int.from_bytes(head[:3], "big")
        kind, flags, stream = struct.unpack(">BBI", head[3:])
        receive(length)
        if kind == 4 and not flags & 1:
            send(4, 1, 0)  # its confirmation
        if kind == 1:
            send(1, 4, stream, b"\x88")  # HEADERS: status 200
            send(0, 1, stream, b"http2")  # DATA, the last


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, arguments, handler):
        self.directory = arguments.directory
        self.log_file = open(os.path.join(self.directory, "log"), "a", buffering=1)
        self.lock = threading.Lock()
        self.is_http2 = arguments.http2
        self.tls = None
        if arguments.tls:
            self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.tls.load_cert_chain(*arguments.tls)
            self.tls.set_alpn_protocols(["h2"] if arguments.http2 else ["http/1.1"])
        super().__init__(("127.0.0.1", arguments.port), handler)

    def log(self, line):
        with self.lock:
            self.log_file.write(line + "\n")

    def finish_request(self, request, client_address):
        """Runs on the connection's own thread."""
        self.log("accept")
        try:
            if self.tls:
                request = self.tls.wrap_socket(request, server_side=True)
            if self.is_http2:
                serve_http2(self, request)
            else:
                super().finish_request(request, client_address)
        except OSError:
            pass  # The client has closed the connection.

    def shutdown_request(self, request):
        super().shutdown_request(request)
        self.log("close")


def start(words, handler=Handler):
    """Returns a server that listens, and serves on its own threads."""
    parser = argparse.ArgumentParser()
    parser.add_argument("directory")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--tls", nargs=2)
    parser.add_argument("--http2", action="store_true")
    server = Server(parser.parse_args(words), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def main(handler=Handler):
    parent = os.getppid()
    server = start(sys.argv[1:], handler)
    port = os.path.join(server.directory, "port")
    with open(port + ".new", "w") as file:
        file.write(str(server.server_address[1]))
    os.rename(port + ".new", port)
    while os.getppid() == parent:
        time.sleep(1)


if __name__ == "__main__":
    main()
