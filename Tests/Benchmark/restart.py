#!/usr/bin/env python3
"""Restarts a daemon under load, and checks what its subscribers get.

    Tests/Benchmark/restart.py .build/release/procond
    Tests/Benchmark/restart.py .build/release/procond --kill --restarts 100
    Tests/Benchmark/restart.py --service procond --socket /run/procon/procon.sock

A writer changes boxes, one after the other. Most subscribers follow one box each, the others all of
them, all in mode every. The first two forms are the service manager of the daemon themselves, as
sd_notify(3) describes it; the third one has systemd restart a running service, and measures how busy
that was. With --kill, the daemon is killed, and the subscribers connect again and resume.

It prints the figures of each restart, and exits with 1 if a subscriber missed anything.
"""
import argparse, array, collections, fcntl, json, os, re, resource, select, signal, socket, subprocess, sys, tempfile
import threading, time

CHANGE = re.compile(rb'"revision":(\d+),"boxes":\{"shared\.k(\d+)":(\d+)\}')
BOX = re.compile(rb'"shared\.k(\d+)":(\d+)')
REVISION = re.compile(rb'"revision":(\d+)')


class Manager:
    """Starts the daemon and keeps what it stores."""

    def __init__(self, program):
        self.program, self.stored = program, {}
        self.directory = tempfile.TemporaryDirectory()
        path = self.directory.name
        self.socket = f"{path}/procon.sock"
        os.mkdir(f"{path}/bin")
        with open(f"{path}/bin/systemctl", "w") as file:
            file.write("#!/bin/sh\necho 1 procond.service restart running\n")
        os.chmod(f"{path}/bin/systemctl", 0o755)
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(f"{path}/notify")
        self.notify.settimeout(60)
        self.process = None

    def receive(self, until):
        while True:
            message, control, _, _ = self.notify.recvmsg(65536, socket.CMSG_SPACE(4))
            descriptors = array.array("i")
            for _, _, data in control:
                descriptors.frombytes(data)
            states = message.decode().split("\n")
            name = next((state[7:] for state in states if state.startswith("FDNAME=")), None)
            if "FDSTORE=1" in states:
                self.stored[name] = fcntl.fcntl(descriptors[0], fcntl.F_DUPFD_CLOEXEC, 50)
            if "FDSTOREREMOVE=1" in states and name in self.stored:
                os.close(self.stored.pop(name))
            for descriptor in descriptors:
                os.close(descriptor)
            if until in states:
                return

    def start(self):
        path, names = self.directory.name, list(self.stored)
        descriptors = [self.stored[name] for name in names]
        environment = dict(
            os.environ, NOTIFY_SOCKET=f"{path}/notify", PROCON_UNIT="procond.service",
            PATH=f"{path}/bin:{os.environ['PATH']}", XDG_CONFIG_HOME=path, XDG_STATE_HOME=f"{path}/state",
            LISTEN_FDS=str(len(names)), LISTEN_FDNAMES=":".join(names))

        # From 3 on, as sd_listen_fds(3) says.
        moves = "".join(f" {3 + number}<&{descriptor} {descriptor}<&-" for number, descriptor in enumerate(descriptors))
        self.process = subprocess.Popen(
            ["bash", "-c", f'LISTEN_PID=$$ exec "$@" {moves}', "bash", self.program, "--socket", self.socket,
             "--keep-shared", "--log-level", "warning"], env=environment, pass_fds=descriptors)
        self.receive("READY=1")

    def restart(self):
        self.process.send_signal(signal.SIGTERM)
        self.receive("BARRIER=1")
        if self.process.wait(60) != 0:
            sys.exit("the daemon failed")
        self.start()

    def kill(self):
        self.process.kill()
        self.process.wait(60)
        self.start()

    def stop(self):
        self.process.kill()
        self.process.wait(60)


class Service:
    """A service of systemd."""

    def __init__(self, unit, path):
        self.unit, self.socket, self.busy = unit, path, []

    def start(self):
        pass

    def restart(self):
        before = self.manager_time()
        subprocess.run(["systemctl", "restart", self.unit], check=True)
        self.busy.append(self.manager_time() - before)

    @staticmethod
    def manager_time():
        """Processor time of process 1, in seconds."""
        with open("/proc/1/stat") as file:
            words = file.read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self):
        subprocess.run(["systemctl", "kill", "--signal=KILL", "--kill-whom=main", self.unit], check=True)

    def stop(self):
        pass


def connect(path):
    while True:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(path)
            return connection
        except (BlockingIOError, ConnectionRefusedError, FileNotFoundError):
            connection.close()
            time.sleep(0.001)


def write(path, boxes, rate):
    """Sets the boxes in turn, each to the number after its last one. Prints how often it did."""
    ended = []
    signal.signal(signal.SIGUSR1, lambda *_: ended.append(True))
    connection, values, sent, answered = None, [0] * boxes, 0, 0
    start = time.monotonic()
    while True:
        if connection is None:
            connection = connect(path)
            try:
                lines = connection.makefile("rb")
                lines.readline()
                connection.sendall(b'{"id":1,"method":"get","params":{"boxes":["shared.*"]}}\n')
                line = lines.readline()
            except (ConnectionResetError, BrokenPipeError):
                line = b""
            if not line:
                connection = None
                continue
            found = json.loads(line)["result"]["boxes"]
            values = [found.get(f"shared.k{box}", 0) for box in range(boxes)]
            answered = sent
            connection.setblocking(False)
        # As many as are due, unless many are unanswered.
        due = int((time.monotonic() - start) * rate)
        if ended and answered == sent:
            break
        request = b""
        while sent < due and sent - answered < 5000 and not ended:
            box = sent % boxes
            values[box] += 1
            sent += 1
            request += b'{"id":1,"method":"set","params":{"box":"shared.k%d","value":%d}}\n' % (
                box, values[box])
        try:
            if request:
                connection.setblocking(True)
                connection.sendall(request)
                connection.setblocking(False)
            ready, _, _ = select.select([connection], [], [], 0.005)
            if ready:
                bytes = connection.recv(1 << 20)
                if not bytes:
                    raise ConnectionResetError
                answered += bytes.count(b"\n")
        except (ConnectionResetError, BrokenPipeError):
            connection = None
    print(sent, flush=True)
    signal.pause()


class Subscriber:
    __slots__ = ("socket", "pattern", "rest", "epoch", "revision", "values", "count", "last", "silence", "isBack")


class Crowd:
    def __init__(self, path, count, all, boxes):
        self.path, self.faults, self.closed = path, collections.Counter(), 0
        self.poll, self.subscribers = select.epoll(), {}
        for number in range(count):
            subscriber = Subscriber()
            subscriber.pattern = "shared.**" if number < all else f"shared.k{number % boxes}"
            subscriber.epoch, subscriber.revision = None, 0
            subscriber.values, subscriber.count = {}, 0
            subscriber.last, subscriber.silence = None, 0
            self.connect(subscriber)
            if number % 100 == 0:
                self.read(0)
        while not all_back(self):
            self.read(0.1)

    def connect(self, subscriber):
        subscriber.socket, subscriber.rest, subscriber.isBack = connect(self.path), b"", False
        since = ',"since":{"epoch":"%s","revision":%d}' % (
            subscriber.epoch, subscriber.revision) if subscriber.epoch else ""
        subscriber.socket.sendall(
            b'{"id":1,"method":"subscribe","params":{"boxes":["%s"],"mode":"every"%s}}\n'
            % (subscriber.pattern.encode(), since.encode()))
        subscriber.socket.setblocking(False)
        self.subscribers[subscriber.socket.fileno()] = subscriber
        self.poll.register(subscriber.socket, select.EPOLLIN)

    def read(self, seconds):
        for descriptor, _ in self.poll.poll(seconds, 1000):
            self.receive(self.subscribers[descriptor])

    def receive(self, subscriber):
        try:
            bytes = subscriber.socket.recv(1 << 18)
        except BlockingIOError:
            return
        except ConnectionResetError:
            bytes = b""
        if not bytes:
            self.closed += 1
            self.poll.unregister(subscriber.socket)
            del self.subscribers[subscriber.socket.fileno()]
            subscriber.socket.close()
            return self.connect(subscriber)
        now = time.monotonic()
        if subscriber.last is not None:
            subscriber.silence = max(subscriber.silence, now - subscriber.last)
        subscriber.last = now
        lines, _, subscriber.rest = (subscriber.rest + bytes).rpartition(b"\n")
        if not lines:
            return
        changes = CHANGE.findall(lines)
        if not subscriber.isBack or len(changes) != lines.count(b"\n") + 1:
            return self.begin(subscriber, lines)
        self.take(subscriber, changes)

    def take(self, subscriber, changes):
        revision, values = subscriber.revision, subscriber.values
        for new, box, value in changes:
            new, value = int(new), int(value)
            if new <= revision:
                self.faults["a revision was doubled"] += 1
            revision = new
            if value != values.get(box, value - 1) + 1:
                self.faults["a value does not follow the one before"] += 1
            values[box] = value
        subscriber.revision = revision
        subscriber.count += len(changes)

    def begin(self, subscriber, lines):
        """Lines of a connection that begins, and all others that are not one change of one box."""
        if subscriber.epoch and not subscriber.isBack:
            # It resumes; there are many such lines. What a killed daemon had not stored goes back.
            before, synced, after = lines.partition(b'"method":"synced"')
            if b'"resumed":false' in before or b'"method":"gap"' in before or b'"method":"snapshot"' in before:
                self.faults["not resumed"] += 1
            for box, value in BOX.findall(before):
                subscriber.values[box] = int(value)
            if synced:
                subscriber.isBack = True
                rest, _, lines = after.partition(b"\n")
                subscriber.revision = int(REVISION.search(rest)[1])
            if not synced or not lines:
                return
        for line in lines.split(b"\n"):
            if subscriber.isBack and (changes := CHANGE.findall(line)):
                self.take(subscriber, changes)
                continue
            message = json.loads(line)
            method, parameters = message.get("method"), message.get("params", message.get("result"))
            if method == "hello":
                if subscriber.isBack:
                    self.faults["a client was greeted twice"] += 1
            elif method == "bye":
                self.faults["bye"] += 1
            elif method == "synced":
                subscriber.isBack = True
                subscriber.epoch, subscriber.revision = parameters["epoch"], parameters["revision"]
            elif method in ("snapshot", "change"):
                if method == "snapshot" and subscriber.epoch:
                    self.faults["snapshot"] += 1
                for path, value in parameters["boxes"].items():
                    subscriber.values[path[7:].encode().removeprefix(b"k")] = value
                subscriber.revision = max(subscriber.revision, parameters["revision"])
            elif method == "gap":
                self.faults["gap"] += 1
            elif subscriber.epoch and not parameters["resumed"]:
                self.faults["not resumed"] += 1


def all_back(crowd):
    return all(subscriber.isBack for subscriber in crowd.subscribers.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--service")
    parser.add_argument("--socket")
    parser.add_argument("--subscribers", type=int, default=10_000)
    parser.add_argument("--all", type=int, default=100, help="how many of them follow all boxes")
    parser.add_argument("--boxes", type=int, default=1000)
    parser.add_argument("--rate", type=int, default=1000, help="changes a second")
    parser.add_argument("--restarts", type=int, default=5)
    parser.add_argument("--kill", action="store_true")
    options = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    manager = Service(options.service, options.socket) if options.service else Manager(options.program)
    manager.start()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writer, 1)
        write(manager.socket, options.boxes, options.rate)
        os._exit(0)
    try:
        # By then, each box exists.
        time.sleep(options.boxes / options.rate + 1)
        crowd = Crowd(manager.socket, options.subscribers, options.all, options.boxes)
        print(f"{options.subscribers} subscribers, {options.all} of them of all boxes", flush=True)
        wrong = False
        for _ in range(options.restarts):
            wrong |= restart(manager, crowd, options)
        os.kill(child, signal.SIGUSR1)
        sent = int(os.read(reader, 100))
        end = time.monotonic() + 1
        while time.monotonic() < end:
            crowd.read(0.1)
        wrong |= compare(manager.socket, crowd)
        print(f"{sent} changes")
    finally:
        os.kill(child, signal.SIGKILL)
        manager.stop()
    sys.exit(1 if wrong else 0)


def restart(manager, crowd, options):
    end = time.monotonic() + 1
    while time.monotonic() < end:
        crowd.read(0.05)
    for subscriber in crowd.subscribers.values():
        subscriber.silence = 0
    crowd.closed, crowd.faults = 0, collections.Counter()
    start = time.monotonic()
    thread = threading.Thread(target=manager.kill if options.kill else manager.restart)
    thread.start()
    back = None
    while thread.is_alive() or not all_back(crowd) or time.monotonic() < start + 1.5:
        crowd.read(0.02)
        if back is None and options.kill and crowd.closed >= options.subscribers and all_back(crowd):
            back = time.monotonic() - start
        if time.monotonic() > start + 60:
            sys.exit(f"not all are back: {crowd.faults}, {sum(not subscriber.isBack for subscriber in crowd.subscribers.values())} of {len(crowd.subscribers)}, {thread.is_alive()}")
    silence = [subscriber.silence for subscriber in crowd.subscribers.values() if subscriber.pattern == "shared.**"]
    text = f"longest silence of those {max(silence, default=0):.3f} s, {crowd.closed} closed"
    if back is not None:
        text += f", all back after {back:.3f} s"
    if isinstance(manager, Service) and not options.kill:
        text += f", manager busy for {manager.busy[-1]:.2f} s"
    print(f"{text}, faults: {dict(crowd.faults) or 'none'}", flush=True)
    return bool(crowd.faults) or (not options.kill and crowd.closed > 0)


def compare(path, crowd):
    """Whether a subscriber has other values than the daemon."""
    connection = connect(path)
    lines = connection.makefile("rb")
    lines.readline()
    connection.sendall(b'{"id":1,"method":"get","params":{"boxes":["shared.*"]}}\n')
    values = {path[7:].encode(): value for path, value in json.loads(lines.readline())["result"]["boxes"].items()}
    wrong = 0
    for subscriber in crowd.subscribers.values():
        box = subscriber.pattern[7:].encode()
        expected = values if box == b"**" else {box: values[box]}
        wrong += {key.removeprefix(b"k"): value for key, value in expected.items()} != {
            key.removeprefix(b"k"): value for key, value in subscriber.values.items()}
    print(f"{wrong} subscribers have other values than the daemon")
    return wrong > 0


if __name__ == "__main__":
    main()
