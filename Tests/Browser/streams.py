"""Many streams on one board, while others change it: prints how long the changes take and what the
streams cost.

    PATH=.build/release:$PATH python3 Tests/Browser/streams.py [STREAMS] [CHANGES]

It starts a daemon and a gateway of its own in a temporary directory. The streams are those of people
who have logged in, behind a proxy that is trusted.
"""

import asyncio
import json
import os
import multiprocessing
import re
import select
import socket as sockets
import subprocess
import sys
import tempfile
import time
import urllib.parse

streams = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
changes = int(sys.argv[2]) if len(sys.argv) > 2 else 500
RATE = 50
PAGES_OF_BROWSER = 60
directory = tempfile.mkdtemp()
socket = f"{directory}/s"


def write(name, value, mode=0o600):
    with open(f"{directory}/{name}", "w", opener=lambda path, flags: os.open(path, flags, mode)) as file:
        json.dump(value, file)
    return f"{directory}/{name}"


def resident(process):
    with open(f"/proc/{process.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def processor(process):
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def ask(method, path, fields=None, cookie=None):
    """Returns status, headers and body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = urllib.parse.urlencode(fields or {}).encode()
    head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "X-Forwarded-For: 192.0.2.1"]
    head.append("Connection: close")
    if cookie:
        head.append(f"Cookie: {cookie}")
    if method == "POST":
        head += [f"Origin: http://127.0.0.1:{port}", f"Content-Length: {len(body)}"]
        head.append("Content-Type: application/x-www-form-urlencoded")
    writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + (body if method == "POST" else b""))
    headers = (await reader.readuntil(b"\r\n\r\n")).decode()
    answer = (await reader.read()).decode()
    writer.close()
    return int(headers.split()[1]), headers, answer


def follow(port, places, ready, finished, results):
    """Reads all streams, in a process of its own, and notes when each change arrives at each of them."""
    poll, connections, arrived = select.epoll(), {}, {}
    for number, (path, cookie) in enumerate(places):
        connection = sockets.create_connection(("127.0.0.1", port))
        connection.sendall(
            # Few may come from one address.
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Forwarded-For: 192.0.2.{number // PAGES_OF_BROWSER}\r\n"
            f"Cookie: {cookie}\r\n\r\n".encode())
        beginning = b""
        while b"event: all" not in beginning or not beginning.endswith(b"\n\n\r\n"):
            more = connection.recv(1 << 16)
            assert more, beginning
            beginning += more
        connection.setblocking(False)
        poll.register(connection, select.EPOLLIN)
        connections[connection.fileno()] = connection
    ready.set()
    while not finished.is_set():
        for descriptor, _ in poll.poll(0.1):
            event = connections[descriptor].recv(1 << 16)
            assert event, "a stream has ended"
            # The newest change is enough: the one before has been replaced.
            found = event.rfind(b"Change no. ")
            if found >= 0:
                number = int(event[found + 11:event.index(b".", found + 11)])
                arrived.setdefault(number, []).append(time.monotonic())
    results.put(arrived)


async def call(reader, writer, method, parameters):
    writer.write((json.dumps({"id": 1, "method": method, "params": parameters}) + "\n").encode())
    while True:
        line = json.loads(await reader.readline())
        if "id" in line:
            assert "result" in line, line
            return line["result"]


async def main():
    global port
    secret = subprocess.run(
        ["procond", "--hash-secret"], input="secret\n", capture_output=True, text=True, check=True)
    users = write("users.json", {"users": {"ada": {"password": secret.stdout.strip(), "groups": []}}})
    user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
    configuration = write("procond.json", {
        "users": users, "gateways": [user], "mounts": {"topics": {"memory": True}}})
    daemon = subprocess.Popen(
        ["procond", "--socket", socket, "--state-dir", f"{directory}/state", "--config", configuration],
        stderr=subprocess.DEVNULL)
    while not os.path.exists(socket):
        time.sleep(0.01)
    web = write("web.json", {"socket": socket, "listen": "127.0.0.1:0", "proxies": ["127.0.0.1"]})
    gateway = subprocess.Popen(["procon-web", "--config", web], stdout=subprocess.PIPE, text=True)
    port = int(gateway.stdout.readline().rsplit(":", 1)[1])
    try:
        cookies = []
        for _ in range(-(-streams // PAGES_OF_BROWSER)):
            status, headers, _ = await ask("POST", "/login", {"name": "ada", "password": "secret"})
            assert status == 303, headers
            cookies.append(re.search(r"Set-Cookie: ([^;]+)", headers)[1])
        await ask("GET", "/topics/ai", cookie=cookies[0])
        before = resident(daemon), resident(gateway)
        places = []
        for number in range(streams):
            cookie = cookies[number // PAGES_OF_BROWSER]
            status, _, page = await ask("GET", "/topics/ai", cookie=cookie)
            assert status == 200, page
            if number == 0:
                print(f"the page has {len(page.encode())} bytes")
            places.append((re.search(r'data-live="([^"]+)"', page)[1], cookie))
        ready, finished, results = multiprocessing.Event(), multiprocessing.Event(), multiprocessing.Queue()
        reader_process = multiprocessing.Process(
            target=follow, args=(port, places, ready, finished, results))
        reader_process.start()
        while not ready.is_set():
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        after = resident(daemon), resident(gateway)
        for name, first, last in zip(["procond", "procon-web"], before, after):
            print(f"{name}: {(last - first) / streams / 1000:.1f} kB a stream")
        idle = processor(daemon), processor(gateway)
        await asyncio.sleep(float(os.environ.get("REST", "10")))
        print(f"at rest for 10 s: {processor(daemon) - idle[0]:.2f} s and "
              f"{processor(gateway) - idle[1]:.2f} s of processor time")
        reader, writer = await asyncio.open_unix_connection(socket, limit=1 << 24)
        await reader.readline()
        used = processor(daemon), processor(gateway)
        sent = {}
        start = time.monotonic()
        for number in range(changes):
            await asyncio.sleep(max(0, start + number / RATE - time.monotonic()))
            sent[number] = time.monotonic()
            await call(reader, writer, "topics.ai.pros.change", {"id": "1", "text": f"Change no. {number}."})
        took = time.monotonic() - start
        await asyncio.sleep(3)
        finished.set()
        arrived = results.get()
        reader_process.join()
        assert len(arrived.get(changes - 1, [])) == streams, "the last change has not arrived everywhere"
        last = sorted(max(times) - sent[number] for number, times in arrived.items())
        every = sorted(t - sent[number] for number, times in arrived.items() for t in times)
        share = sum(len(times) for times in arrived.values()) / streams / changes
        print(f"{streams} streams, {changes} changes in {took:.1f} s, {share:.0%} of which were seen")
        print(f"to all streams: p50 {last[len(last) // 2] * 1000:.0f} ms, "
              f"p99 {last[int(len(last) * 0.99)] * 1000:.0f} ms; "
              f"to one: p50 {every[len(every) // 2] * 1000:.0f} ms, "
              f"p99 {every[int(len(every) * 0.99)] * 1000:.0f} ms")
        print(f"processor: {(processor(daemon) - used[0]) / changes * 1000:.2f} ms of procond, "
              f"{(processor(gateway) - used[1]) / changes * 1000:.2f} ms of procon-web for each change")
    finally:
        gateway.terminate()
        daemon.terminate()


asyncio.run(main())
