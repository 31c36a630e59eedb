"""Follows the route of a session: python3 follow.py SOCKET, then type the number of an intent.
Protocol.md, section "Following a route", says what is done here and why."""
import getpass, json, re, select, socket, sys
keyboard = open(0, "rb", buffering=0)  # Reads no more than the line that is taken.


class Follower:
    def __init__(self, path):
        self.daemon = socket.socket(socket.AF_UNIX)
        self.daemon.connect(path)
        self.received, self.last_id, self.boxes, self.held, self.page = b"", 0, {}, set(), None

    def next_line(self):
        while b"\n" not in self.received:
            self.received += self.daemon.recv(1 << 16) or sys.exit("the daemon is gone")
        line, self.received = self.received.split(b"\n", 1)
        return json.loads(line)

    def note(self, line):
        before = {} if line["method"] == "gap" else self.boxes
        self.boxes = {**before, **line["params"].get("boxes", {})}
        for path in line["params"].get("removed", []): self.boxes.pop(path, None)

    def call(self, method, **params):
        self.last_id += 1
        request = {"id": self.last_id, "method": method, "params": params}
        self.daemon.sendall(json.dumps(request).encode() + b"\n")
        while (line := self.next_line()).get("id") != self.last_id:
            self.note(line)
        if "error" in line:
            raise ValueError(line["error"]["message"])
        return line["result"]

    def shown(self):
        route = self.boxes.get("session.route") or {"stack": [], "sheet": None}
        return route["sheet"] or (route["stack"] or [{"title": "Nothing", "boxes": []}])[-1]

    def follow(self):  # Subscribes to what is shown, and to nothing else, and shows it.
        scene, alerts = None, []
        while scene != (scene := self.shown()):
            wanted = {"session.route", *scene["boxes"]}
            if old := self.held - wanted:
                self.call("unsubscribe", boxes=sorted(old))
                self.boxes = {p: value for p, value in self.boxes.items() if matches(wanted, p)}
            try:
                if new := wanted - self.held:
                    self.call("subscribe", boxes=sorted(new))
            except ValueError as refusal:
                alerts, wanted = [f"Alert: {refusal}"], wanted - new
            self.held = wanted
            self.call("ping")  # Everything up to now arrives before its answer.
        self.show(scene, alerts)

    def show(self, scene, alerts):
        boxes, place = scene["boxes"], [f"{scene['at']}.**"] if "at" in scene else []
        beside = [re.sub(r"[^.]+$", "*", box) for box in boxes] + ["session.*"]
        # A path without a wildcard would be refused if there is nothing.
        asked = {pattern for pattern in beside + boxes + place if "*" in pattern}
        document = self.call("rpc.discover", boxes=sorted(asked))
        self.schemas, values = document["components"]["schemas"], []
        for path in sorted(path for path in self.boxes if matches(boxes, path)):
            value, schema = self.boxes[path], self.resolve(document["x-boxes"].get(path, {}))
            if not path.endswith(".isErrorFree"):
                values += [f"{path.rpartition('.')[2]}: {self.text(value, schema)}"]
            elif not value["status"]:
                alerts += [f"Alert: {value['message'] or ''}"]
        self.intents = [method for method in document["methods"]
                        if matches(beside + boxes + place, method["name"])]
        menu = [f"{number} {intent['name']}" for number, intent in enumerate(self.intents, 1)]
        if self.page != (page := [f"== {scene['title']}", *alerts, *values, *menu]):
            self.page = page
            print(*page, sep="\n", flush=True)

    def resolve(self, schema):  # Returns it with the keywords of those that it refers to.
        parts = [self.schemas[schema["$ref"].rpartition("/")[2]]] if "$ref" in schema else []
        parts = [self.resolve(part) for part in parts + schema.get("allOf", [])]
        return {name: value for part in parts + [schema] for name, value in part.items()}

    def text(self, value, schema):  # A list of objects is a table.
        if isinstance(value, dict):
            return "".join(f"\n  {name}: {value[name]}" for name in value)
        if not isinstance(value, list) or not value or not isinstance(value[0], dict):
            return str(value)
        columns = self.resolve(schema.get("items", {})).get("properties", value[0])
        rows = [columns, *([str(row.get(name, "")) for name in columns] for row in value)]
        return "".join("\n  " + " | ".join(row) for row in rows)

    def perform(self, intent):
        params = {}
        for param in intent["params"]:
            name, schema = param["name"], self.resolve(param["schema"])
            text = self.ask(f"{name} {json.dumps(schema)}: ", name in ("password", "token"))
            if text or param.get("required"):
                params[name] = text if schema.get("type") == "string" else json.loads(text)
        if not (question := intent.get("x-confirm")) or self.ask(question, False) in ("y", "yes"):
            self.call(intent["name"], **params)

    def ask(self, label, is_secret):
        if is_secret and keyboard.isatty():
            return getpass.getpass(label)
        print(label, file=sys.stderr)
        return (keyboard.readline() or sys.exit()).decode().rstrip("\n")


def matches(patterns, path):  # `*` is one segment, `**` at the end any number of them.
    forms = (re.escape(pattern).replace(r"\.\*\*", r"(\..+)?") for pattern in patterns)
    return any(re.fullmatch(form.replace(r"\*", "[^.*]+"), path) for form in forms)


client = Follower(sys.argv[1])
while True:
    try:
        client.follow()
        inputs = [client.daemon, keyboard]
        if b"\n" in client.received or client.daemon in select.select(inputs, [], [])[0]:
            client.note(client.next_line())
        else:
            client.perform(client.intents[int(keyboard.readline() or sys.exit()) - 1])
    except (ValueError, IndexError) as error:
        print(f"not done: {error}", file=sys.stderr)
