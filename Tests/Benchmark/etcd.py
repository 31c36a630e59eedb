#!/usr/bin/env python3
"""Measures boxes in a cluster of etcd: three members and two daemons on this machine, with data in memory.

    swift build -c release --static-swift-stdlib && Tests/Benchmark/etcd.py

prints how many changes are made in a second, one at a time and 1,000 at once, beside the same transactions
sent to the same members by curl(1), in turn and in one run; the time from the answer of one daemon to the line of
another; and how long no change is made when the leader is killed, beside a client that does nothing but ask the
members in turn. Needs Debian's etcd-server, etcd-client and curl. Environment:

    BUILD   the directory of the built programs; .build/release by default
"""

import base64
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("BUILD", f"{ROOT}/.build/release"))
COUNT = 1000
# As many connections as the daemon has requests in flight.
WIDTH = 64


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Cluster:
    """Three members."""

    def __init__(self, directory):
        ports = free_ports(6)
        self.urls = [f"http://127.0.0.1:{port}" for port in ports[:3]]
        peers = [f"http://127.0.0.1:{port}" for port in ports[3:]]
        names = ",".join(f"m{index}={peer}" for index, peer in enumerate(peers))
        self.members = [
            subprocess.Popen(
                ["etcd", "--name", f"m{index}", "--data-dir", f"{directory}/m{index}",
                 "--listen-client-urls", self.urls[index], "--advertise-client-urls", self.urls[index],
                 "--listen-peer-urls", peers[index], "--initial-advertise-peer-urls", peers[index],
                 "--initial-cluster", names],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for index in range(3)]
        self.control("endpoint", "health")

    def control(self, *words):
        end = time.monotonic() + 30
        while True:
            outcome = subprocess.run(
                ["etcdctl", "--endpoints", ",".join(self.urls), *words],
                env=os.environ | {"ETCDCTL_API": "3"}, capture_output=True, text=True)
            if outcome.returncode == 0:
                return outcome.stdout
            if time.monotonic() > end:
                sys.exit(f"etcd.py: {outcome.stderr}")
            time.sleep(0.2)

    def leader(self):
        status = json.loads(self.control("endpoint", "status", "-w", "json"))
        for index, each in enumerate(status):
            if each["Status"]["leader"] == each["Status"]["header"]["member_id"]:
                return next(i for i, url in enumerate(self.urls) if url == each["Endpoint"])
        sys.exit("etcd.py: there is no leader")

    def close(self):
        for member in self.members:
            member.kill()
            member.wait()


class Daemon:
    """A daemon with the boxes of the cluster under `fleet`."""

    def __init__(self, cluster, directory):
        os.makedirs(directory)
        self.path = f"{directory}/socket"
        with open(f"{directory}/procond.json", "w") as file:
            json.dump({"mounts": {"fleet": {"boxes": {"etcd": cluster.urls}}}}, file)
        self.process = subprocess.Popen(
            [f"{BUILD}/procond", "--config", f"{directory}/procond.json", "--socket", self.path,
             "--state-dir", f"{directory}/state"], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def connect(self):
        end = time.monotonic() + 10
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(self.path)
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
        file = connection.makefile("rwb")
        file.readline()
        return file

    def close(self):
        self.process.terminate()
        self.process.wait()


def line(identifier, box, value):
    return json.dumps(
        {"id": identifier, "method": "set", "params": {"box": box, "value": value}}).encode() + b"\n"


def answer(file):
    found = json.loads(file.readline())
    if "error" in found:
        sys.exit(f"etcd.py: {found}")
    return found


def set_in_turn(daemon):
    file = daemon.connect()
    start = time.perf_counter()
    for number in range(COUNT):
        file.write(line(number, f"fleet.box{number}", number))
        file.flush()
        answer(file)
    return COUNT / (time.perf_counter() - start)


def set_at_once(daemon):
    files = [daemon.connect() for _ in range(WIDTH)]
    start = time.perf_counter()
    for number in range(COUNT):
        files[number % WIDTH].write(line(number, f"fleet.box{number}", -number))
    for file in files:
        file.flush()
    for number in range(COUNT):
        answer(files[number % WIDTH])
    return COUNT / (time.perf_counter() - start)


def transaction(number):
    def text(value):
        return base64.b64encode(value.encode()).decode()

    def put(key, value):
        return {"request_put": {"key": text(f"/procon/fleet/{key}"), "value": text(value)}}

    # The name is as long as the daemon's.
    return json.dumps(
        {"success": [put(f"boxes/box{number}", str(number)), put("attempt", f"{number:036}")]})


def curl(url, directory, *options):
    with open(f"{directory}/curl", "w") as file:
        for number in range(COUNT):
            body = transaction(number).replace('"', '\\"')
            file.write(f'next\nurl = "{url}/v3/kv/txn"\ndata = "{body}"\noutput = "/dev/null"\n')
    start = time.perf_counter()
    subprocess.run(["curl", "-s", *options, "-K", f"{directory}/curl"], check=True)
    return COUNT / (time.perf_counter() - start)


def compare(name, ours, bare):
    pairs = [(ours(), bare()) for _ in range(5)]
    ratio = statistics.median(one / other for one, other in pairs)
    one, other = (statistics.median(column) for column in zip(*pairs))
    print(f"{name:<16} {one:7.0f} changes a second, curl {other:7.0f}, ratio {ratio:.2f}")


def measure_delay(one, two):
    file, follower = one.connect(), two.connect()
    follower.write(b'{"id":1,"method":"subscribe","params":{"boxes":["fleet.delay"],"mode":"every"}}\n')
    follower.flush()
    while b'"synced"' not in follower.readline():
        pass
    seen = {}

    def follow():
        while len(seen) < COUNT:
            boxes = json.loads(follower.readline())["params"]["boxes"]
            seen[boxes["fleet.delay"]] = time.perf_counter()

    thread = threading.Thread(target=follow)
    thread.start()
    acknowledged = []
    for number in range(COUNT):
        file.write(line(number, "fleet.delay", number))
        file.flush()
        answer(file)
        acknowledged.append(time.perf_counter())
        time.sleep(0.002)
    thread.join(10)
    delays = sorted(1000 * (seen[number] - acknowledged[number]) for number in range(COUNT))
    print(f"from the answer to the line of another daemon: median {delays[COUNT // 2]:.2f} ms,"
          f" 99% {delays[COUNT * 99 // 100]:.2f} ms, at most {delays[-1]:.2f} ms")


def longest_gap(times):
    return max(later - earlier for earlier, later in zip(times, times[1:]))


def measure_stall(cluster, daemon):
    ends, ours, bare = [False], [], []

    def through_daemon():
        file, number = daemon.connect(), 0
        while not ends[0]:
            number += 1
            file.write(line(number, "fleet.stall", number))
            file.flush()
            if "error" not in json.loads(file.readline()):
                ours.append(time.perf_counter())

    def through_members():
        member, connection = 0, None
        while not ends[0]:
            try:
                connection = connection or http.client.HTTPConnection(
                    cluster.urls[member][len("http://"):], timeout=1)
                connection.request("POST", "/v3/kv/txn", transaction(0))
                answered = connection.getresponse()
                answered.read()
                if answered.status == 200:
                    bare.append(time.perf_counter())
            except (OSError, http.client.HTTPException):
                connection, member = None, (member + 1) % 3

    threads = [threading.Thread(target=each) for each in [through_daemon, through_members]]
    for thread in threads:
        thread.start()
    time.sleep(2)
    cluster.members[cluster.leader()].kill()
    time.sleep(8)
    ends[0] = True
    for thread in threads:
        thread.join()
    print(f"no change when the leader is killed: {longest_gap(ours):.2f} s,"
          f" of a client that asks the members in turn {longest_gap(bare):.2f} s")


def main():
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as directory:
        cluster = Cluster(directory)
        daemons = [Daemon(cluster, f"{directory}/d{index}") for index in range(2)]
        try:
            url = cluster.urls[0]
            compare("one at a time", lambda: set_in_turn(daemons[0]), lambda: curl(url, directory))
            compare("1,000 at once", lambda: set_at_once(daemons[0]),
                    lambda: curl(url, directory, "-Z", "--parallel-max", str(WIDTH)))
            measure_delay(*daemons)
            measure_stall(cluster, daemons[0])
        finally:
            for daemon in daemons:
                daemon.close()
            cluster.close()


if __name__ == "__main__":
    main()
