#!/usr/bin/env python3
"""Measures boxes and boards in a cluster of etcd: three members and daemons on this machine, with data in memory.

    swift build -c release --static-swift-stdlib && Tests/Benchmark/etcd.py

prints how many changes are made in a second, one at a time and 1,000 at once, of boxes and of 100 boards, beside
the same transactions sent to the same members by curl(1), in turn and in one run. The transactions of boards are
recorded, and sent to a copy, with conditions of the same kind that hold there. Then the time from the answer of one
daemon to the line of another; how long no change is made when the leader is killed, beside a client that does nothing
but ask the members in turn; and when another daemon has the first change of a board after that. Needs Debian's
etcd-server, etcd-client and curl. Environment:

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


class Recorder:
    """Passes everything on to a member, and keeps the transactions in the order in which they were sent."""

    def __init__(self, url):
        host, port = url[len("http://"):].split(":")
        self.target = (host, int(port))
        self.transactions = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client = self.listener.accept()[0]
            member = socket.create_connection(self.target)
            for ends in [(client, member, self.note), (member, client, lambda sent: None)]:
                threading.Thread(target=self.pass_on, args=ends, daemon=True).start()

    def pass_on(self, source, target, note):
        sent = bytearray()
        try:
            while data := source.recv(65536):
                sent += data
                note(sent)
                target.sendall(data)
        except OSError:
            pass
        for end in [source, target]:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def note(self, sent):
        """Takes the complete requests out of what a client has sent."""
        while (end := sent.find(b"\r\n\r\n")) >= 0:
            lines = bytes(sent[:end]).lower().split(b"\r\n")
            length = next((int(each.split(b":")[1]) for each in lines if each.startswith(b"content-length:")), 0)
            body = bytes(sent[end + 4:end + 4 + length])
            if len(body) < length:
                return
            if lines[0].startswith(b"post /v3/kv/txn "):
                self.transactions.append(json.loads(body))
            del sent[:end + 4 + length]


class Daemon:
    """A daemon with the boxes of the cluster under `fleet`, and boards under `team`."""

    def __init__(self, urls, directory):
        os.makedirs(directory)
        self.path = f"{directory}/socket"
        with open(f"{directory}/procond.json", "w") as file:
            json.dump({"mounts": {"fleet": {"boxes": {"etcd": urls}}, "team": {"etcd": urls}}}, file)
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


def send_in_turn(daemon, requests):
    file = daemon.connect()
    start = time.perf_counter()
    for request in requests:
        file.write(request)
        file.flush()
        answer(file)
    return len(requests) / (time.perf_counter() - start)


def send_at_once(daemon, requests):
    files = [daemon.connect() for _ in range(WIDTH)]
    start = time.perf_counter()
    for number, request in enumerate(requests):
        files[number % WIDTH].write(request)
    for file in files:
        file.flush()
    for number in range(len(requests)):
        answer(files[number % WIDTH])
    return len(requests) / (time.perf_counter() - start)


def box_changes():
    return [line(number, f"fleet.box{number}", number) for number in range(COUNT)]


def board_changes(boards):
    """New arguments for boards, in turn."""
    return [
        json.dumps(
            {"id": number, "method": f"team.{boards[number % len(boards)]}.pros.add",
             "params": {"text": f"Argument {number} of a board"}}).encode() + b"\n"
        for number in range(COUNT)]


def add_boards(daemon):
    """Adds 100 boards, and returns their names."""
    file = daemon.connect()
    topics = [{"title": f"Topic {number}"} for number in range(100)]
    file.write(json.dumps({"id": 1, "method": "team.import", "params": {"topics": topics}}).encode() + b"\n")
    file.flush()
    return answer(file)["result"]["ids"]


def wait_for_boards(daemon):
    file = daemon.connect()
    found = {}
    while not found:
        time.sleep(0.1)
        file.write(b'{"id":1,"method":"get","params":{"boxes":["team.topic-0.summary"]}}\n')
        file.flush()
        found = answer(file)["result"]["boxes"]


def encoded(text):
    return base64.b64encode(text).decode()


def box_transactions():
    def put(key, value):
        return {"request_put": {"key": encoded(f"/procon/fleet/{key}".encode()), "value": encoded(value.encode())}}

    # The name is as long as the daemon's.
    return [
        json.dumps({"success": [put(f"boxes/box{number}", str(number)), put("attempt", f"{number:036}")]})
        for number in range(COUNT)]


class BoardTransactions:
    """What a daemon sends when it makes the changes of boards."""

    def __init__(self, cluster, directory):
        self.cluster = cluster
        recorder = Recorder(cluster.urls[0])
        daemon = Daemon([recorder.url], f"{directory}/recorded")
        self.copies = 0
        try:
            boards = add_boards(daemon)
            self.stored = json.loads(cluster.control("get", "--prefix", "/procon/team/", "-w", "json"))["kvs"]
            before = len(recorder.transactions)
            send_in_turn(daemon, board_changes(boards))
            self.recorded = recorder.transactions[before:]
        finally:
            daemon.close()
        cluster.control("del", "--prefix", "/procon/team/")
        if len(self.recorded) != COUNT:
            sys.exit(f"etcd.py: {len(self.recorded)} transactions were recorded")

    def of_copy(self):
        """Makes a copy of the boards, and returns the transactions that change it."""
        self.copies += 1
        new = f"/copied/{self.copies}/".encode()

        def moved(key):
            return encoded(base64.b64decode(key).replace(b"/procon/team/", new))

        for start in range(0, len(self.stored), 100):
            puts = [
                {"request_put": {"key": moved(pair["key"]), "value": pair.get("value", "")}}
                for pair in self.stored[start:start + 100]]
            post(self.cluster.urls[0], json.dumps({"success": puts}))

        def changed(transaction):
            transaction = json.loads(json.dumps(transaction))
            for condition in transaction["compare"]:
                for name in ["key", "range_end"]:
                    if name in condition:
                        condition[name] = moved(condition[name])
                if condition["target"] == "MOD":
                    condition.update(result="LESS", mod_revision=str(10**15))
            for change in transaction["success"]:
                for request in change.values():
                    for name in ["key", "range_end"]:
                        if name in request:
                            request[name] = moved(request[name])
            return json.dumps(transaction)

        return [changed(transaction) for transaction in self.recorded]


def post(url, body):
    connection = http.client.HTTPConnection(url[len("http://"):], timeout=30)
    connection.request("POST", "/v3/kv/txn", body)
    found = json.loads(connection.getresponse().read())
    if not found.get("succeeded"):
        sys.exit(f"etcd.py: {found}")


def curl(url, directory, transactions, *options):
    with open(f"{directory}/curl", "w") as file:
        for body in transactions:
            body = body.replace("\\", "\\\\").replace('"', '\\"')
            file.write(f'next\nurl = "{url}/v3/kv/txn"\ndata = "{body}"\n')
    start = time.perf_counter()
    answers = subprocess.run(
        ["curl", "-s", *options, "-K", f"{directory}/curl"], check=True, capture_output=True).stdout
    time_taken = time.perf_counter() - start
    if (made := answers.count(b'"succeeded":true')) != len(transactions):
        sys.exit(f"etcd.py: {made} of {len(transactions)} transactions were made by curl")
    return len(transactions) / time_taken


def compare(name, ours, bare):
    pairs = [(ours(), bare()) for _ in range(5)]
    ratio = statistics.median(one / other for one, other in pairs)
    one, other = (statistics.median(column) for column in zip(*pairs))
    print(f"{name:<22} {one:7.0f} changes a second, curl {other:7.0f}, ratio {ratio:.2f}")


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


def measure_stall(cluster, daemon, other):
    ends, ours, bare, boards, seen = [False], [], [], [], []
    body = box_transactions()[0]

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
                connection.request("POST", "/v3/kv/txn", body)
                answered = connection.getresponse()
                answered.read()
                if answered.status == 200:
                    bare.append(time.perf_counter())
            except (OSError, http.client.HTTPException):
                connection, member = None, (member + 1) % 3

    def change_board():
        file, number = daemon.connect(), 0
        while not ends[0]:
            number += 1
            parameters = {"id": "1", "text": f"Number {number}"}
            file.write(json.dumps(
                {"id": number, "method": "team.topic-0.pros.change", "params": parameters}).encode() + b"\n")
            file.flush()
            if "error" not in json.loads(file.readline()):
                boards.append((time.perf_counter(), number))

    def follow_board():
        file = other.connect()
        file.write(b'{"id":1,"method":"subscribe","params":{"boxes":["team.topic-0.pros.items"]}}\n')
        file.flush()
        while not ends[0]:
            items = json.loads(file.readline()).get("params", {}).get("boxes", {}).get("team.topic-0.pros.items")
            text = next((each["text"] for each in items or [] if each["id"] == "1"), "")
            if text.startswith("Number "):
                seen.append((time.perf_counter(), int(text.split()[1])))

    # It waits for a line that does not come in the end.
    threading.Thread(target=follow_board, daemon=True).start()
    threads = [threading.Thread(target=each) for each in [through_daemon, through_members, change_board]]
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
    stall = max(range(1, len(boards)), key=lambda index: boards[index][0] - boards[index - 1][0])
    made, number = boards[stall]
    shown = next(moment for moment, found in seen if found >= number)
    print(f"from the first change of a board after that, {boards[stall][0] - boards[stall - 1][0]:.2f} s"
          f" after the last one, to the board of another daemon: {1000 * (shown - made):.2f} ms")


def main():
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as directory:
        cluster = Cluster(directory)
        daemons = []
        try:
            boards = BoardTransactions(cluster, directory)
            daemons.append(Daemon(cluster.urls, f"{directory}/one"))

            # As small as in the copies.
            def new_boards():
                return board_changes(add_boards(daemons[0]))

            for name, changes, transactions in [
                ("boxes", box_changes, box_transactions), ("boards", new_boards, boards.of_copy)
            ]:
                compare(f"{name}, one at a time", lambda: send_in_turn(daemons[0], changes()),
                        lambda: curl(cluster.urls[0], directory, transactions()))
                compare(f"{name}, 1,000 at once", lambda: send_at_once(daemons[0], changes()),
                        lambda: curl(cluster.urls[0], directory, transactions(), "-Z", "--parallel-max", str(WIDTH)))
            daemons.append(Daemon(cluster.urls, f"{directory}/two"))
            wait_for_boards(daemons[1])
            measure_delay(*daemons)
            measure_stall(cluster, *daemons)
        finally:
            for daemon in daemons:
                daemon.close()
            cluster.close()


if __name__ == "__main__":
    main()
