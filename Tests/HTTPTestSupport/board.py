"""A service that fulfils Services.md of NetworkPlatform, in memory, on loopback.

usage: board.py DIRECTORY, as for server.py. An answer with status 304 is logged as "unchanged" and its
path.

It starts with one topic, the built-in one, and with 100 posts under /posts and 20 todos under /todos.
Settings change how it
behaves, if services.py runs it:

- `"whole": true`: a topic contains its lists.
- `"tags": false`: answers have no entity tags.
- `"limits": false`: the query of lists is ignored.
- `"names": true`: the service names new things itself.
- `"decisions": false`: topics have neither positions nor decisions.
- `"lacks": [NAME, …]`: topics do not have these lists: `options`, `objections` or `todos`; without
  `todos`, there is nothing under /todos.
- `"answer"`: the body of the answers to changes.
- `"put": {PATH: VALUE}`: what is answered to `GET PATH` instead.
- `"fail": [{"method": …, "path": …, "status": …, "times": …}]`: answers with this status, this many
  times; with the header `Allow` if there is a member `allow`.
- `"change": {"method": …, "path": …, "side": …, "id": …, "text": …}`: before the next such request,
  somebody else changes the text of an argument of the topic `ai`.
- `"merge": {"method": …, "path": …, "topic": {…}}`: before the next such request, somebody else
  changes these members of the topic `ai`.
- `"redirect": URL`: a request is redirected to this URL and its own path.
- `"hold": PATH`: requests with this path are answered when DIRECTORY/release exists.
"""

import datetime
import hashlib
import json
import os
import sys
import threading
import time
import urllib.parse

sys.dont_write_bytecode = True  # in the source tree
import server

START = "1970-01-01T00:00:01.000Z"
PROS = ["Error reduction", "Increase work efficiency", "Reduced cost of training", "No breaks"]
CONS = ["High cost", "Lesser jobs", "Fear of malicious implementation"]
LOCK = threading.RLock()
CONTROL = {"whole": False, "tags": True, "limits": True, "names": False, "decisions": True,
           "lacks": [], "put": {}, "fail": []}


def built_in_side(texts):
    items = [
        {"id": str(number), "text": text, "weight": 1, "author": "procon",
         "created": START, "updated": START, "updatedBy": "procon"}
        for number, text in enumerate(texts, 1)
    ]
    return {"updated": START, "updatedBy": "procon", "lastID": len(items), "items": items}


TOPICS = {
    "ai": {
        "id": "ai", "title": "Artificial Intelligence", "created": START, "updated": START,
        "updatedBy": "procon",
        "pros": built_in_side(PROS), "cons": built_in_side(CONS), "posts": [], "positions": [],
        "options": [], "objections": [], "todos": [],
    }
}
POSTS = {
    number: {"userId": (number + 9) // 10, "id": number, "title": f"title {number}",
             "body": f"first line\nof post {number}"}
    for number in range(1, 101)
}
TODOS = {
    number: {"userId": (number + 9) // 10, "id": number, "title": f"todo {number}",
             "completed": number % 4 == 0}
    for number in range(1, 21)
}


class Failure(Exception):
    def __init__(self, status, headers={}):
        self.status = status
        self.headers = headers


def after(date, other):
    """The later one of a date and 1 ms after another one."""
    if other is None or date > other:
        return date
    time = datetime.datetime.fromisoformat(other) + datetime.timedelta(milliseconds=1)
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03}Z"


def now():
    time = datetime.datetime.now(datetime.timezone.utc)
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03}Z"


def changed(side, date, editor):
    """Notes when a list was changed, and by whom if that is known."""
    side["updated"] = after(date, side.get("updated"))
    side["updatedBy"] = editor


def figures(side):
    items = side["items"]
    weight = sum(item["weight"] for item in items)
    return {"count": len(items), "weight": weight, "updated": side.get("updated"),
            "updatedBy": side.get("updatedBy")}


def listed(topic):
    """A topic as it is in the list of topics: its options have figures, and other lists are left out."""
    topic = {name: value for name, value in shown(topic).items()
             if name not in ("objections", "todos")}
    if "options" in topic:
        options = topic["options"]
        items = options["items"] if isinstance(options, dict) else options
        topic["options"] = [
            option | {side: figures(option[side]) for side in ("pros", "cons") if side in option}
            for option in items
        ]
    return topic


def shown(topic):
    hidden = {"pros", "cons", "posts"} | set(CONTROL["lacks"])
    if not CONTROL["decisions"]:
        hidden |= {"positions", "decision", "round"}
    own = {name: value for name, value in topic.items() if name not in hidden}
    sides = {side: topic[side] if CONTROL["whole"] else figures(topic[side])
             for side in ("pros", "cons")}
    return own | sides


def tag(value):
    return '"' + hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16] + '"'


def find(items, name):
    for item in items:
        if str(item["id"]) == name:
            return item
    raise Failure(404)


class Handler(server.Handler):
    def send(self, value, status=200):
        """Answers with JSON, or with 304 if the client knows it."""
        tags = {"ETag": tag(value)} if CONTROL["tags"] else {}
        if self.command == "GET" and tags and self.headers.get("If-None-Match") == tags["ETag"]:
            self.server.log(f"unchanged {self.path}")
            return self.answer(304, **tags)
        if self.command != "GET" and "answer" in CONTROL:
            value = CONTROL["answer"]
        body = value.encode() if isinstance(value, str) else json.dumps(value).encode()
        self.answer(status, body, Content_Type="application/json", **tags)

    def check(self, target):
        """Refuses a change of something that the client does not know as it is."""
        known = self.headers.get("If-Match")
        if known and known != tag(target):
            raise Failure(412)

    def guarded(self, work):
        path = self.path.split("?")[0]
        while path == CONTROL.get("hold") and not os.path.exists(
            os.path.join(self.server.directory, "release")
        ):
            time.sleep(0.005)
        if "redirect" in CONTROL:
            return self.answer(302, Location=CONTROL["redirect"] + self.path)
        try:
            with LOCK:
                self.fail_on_demand(path)
                if self.command == "GET" and path in CONTROL["put"]:
                    return self.send(CONTROL["put"][path])
                answer = work()
            self.send(answer, 201 if self.command == "POST" else 200)
        except Failure as failure:
            self.answer(failure.status, b"{}", **failure.headers)

    def fail_on_demand(self, path):
        for failure in CONTROL["fail"]:
            if failure["times"] > 0 and failure["path"] == path:
                if failure["method"] == self.command:
                    failure["times"] -= 1
                    headers = {"Allow": failure["allow"]} if "allow" in failure else {}
                    raise Failure(failure["status"], headers)
        change = CONTROL.get("change")
        if change and (change["method"], change["path"]) == (self.command, path):
            del CONTROL["change"]
            side = TOPICS["ai"][change["side"]]
            find(side["items"], change["id"])["text"] = change["text"]
            changed(side, now(), None)
        merge = CONTROL.get("merge")
        if merge and (merge["method"], merge["path"]) == (self.command, path):
            del CONTROL["merge"]
            TOPICS["ai"].update(merge["topic"])

    def json(self):
        return json.loads(self.body)

    # Topics.

    def answer_topics(self):
        parts = [urllib.parse.unquote(part) for part in self.parts]
        self.guarded(lambda: self.topics() if not parts else self.topic(*parts))

    def topics(self):
        if self.command == "GET":
            return [listed(topic) for topic in TOPICS.values()]
        if self.command != "POST":
            raise Failure(405)
        new = self.json()
        topics = new if isinstance(new, list) else [new]
        if any(topic["id"] in TOPICS for topic in topics):
            raise Failure(409)
        for topic in topics:
            if CONTROL["names"]:
                topic["id"] = f"topic {len(TOPICS) + 1}"
            topic["posts"] = sorted(topic["posts"], key=lambda post: post["id"])
            for name in ("positions", "options", "objections", "todos"):
                topic.setdefault(name, [])
            TOPICS[topic["id"]] = topic
        answers = [shown(topic) for topic in topics]
        return answers if isinstance(new, list) else answers[0]

    def topic(self, name, part=None, element=None):
        topic = TOPICS.get(name)
        if topic is None:
            raise Failure(404)
        if part in ("pros", "cons"):
            return self.side(topic[part], element)
        if part == "posts":
            return self.posts(topic["posts"], element)
        if part:
            raise Failure(404)
        if self.command == "PUT":
            self.check(shown(topic))
            topic.update(self.json())
        elif self.command == "DELETE":
            self.check(shown(topic))
            del TOPICS[name]
            return {}
        elif self.command != "GET":
            raise Failure(405)
        return shown(topic)

    def side(self, side, element):
        items = side["items"]
        if element is None:
            if self.command == "PUT":
                self.check(side)
                side.update(self.json())
            elif self.command == "POST":
                self.check(side)
                return self.add(side)
            return side
        item = find(items, element)
        if self.command == "DELETE":
            items.remove(item)
            changed(side, now(), None)
            return {}
        if self.command == "PUT":
            before = item["updated"]
            item.update(self.json())
            # A comment changes neither its argument nor the side.
            if item["updated"] != before:
                changed(side, item["updated"], item.get("updatedBy"))
        return item

    def add(self, side):
        new = self.json()
        if CONTROL["names"]:
            new["id"] = 100 + len(side["items"])
        texts = [item["text"].lower() for item in side["items"]]
        ids = [str(item["id"]) for item in side["items"]]
        if new["text"].lower() in texts or str(new["id"]) in ids:
            raise Failure(409)
        side["items"].append(new)
        side["lastID"] = max(side["lastID"], int(new["id"]))
        changed(side, new["updated"], new.get("updatedBy"))
        return new

    def posts(self, posts, element):
        if element is None:
            if self.command == "POST":
                new = self.json()
                posts.append(new)
                return new
            return self.page(posts)
        post = find(posts, element)
        if self.command == "DELETE":
            posts.remove(post)
            return {}
        if self.command == "PUT":
            post.update(self.json())
        return post

    def page(self, posts):
        newest_first = list(reversed(posts))
        if not CONTROL["limits"]:
            return newest_first
        if "before" in self.query:
            newest_first = [post for post in newest_first if post["id"] < self.query["before"]]
        page = newest_first[: int(self.query.get("limit", len(posts)))]
        return {"count": len(posts), "items": page}

    # A service that has only posts and todos, like jsonplaceholder.typicode.com.

    def answer_posts(self):
        self.guarded(lambda: self.plain(POSTS, *self.parts))

    def answer_todos(self):
        self.guarded(lambda: self.plain(TODOS, *self.parts))

    def plain(self, elements, name=None):
        if elements is TODOS and "todos" in CONTROL["lacks"]:
            raise Failure(404)
        if name is None:
            if self.command != "POST":
                return list(elements.values())
            new = self.json()
            new["id"] = max(elements, default=0) + 1
            elements[new["id"]] = new
            return new
        element = find(elements.values(), name)
        if self.command == "DELETE":
            del elements[element["id"]]
            return {}
        if self.command == "PUT":
            element.update(self.json())
        return element


def control(settings):
    with LOCK:
        CONTROL.update(settings)
        if "topics" in CONTROL:
            TOPICS.clear()
            TOPICS.update({topic["id"]: topic for topic in CONTROL.pop("topics")})


if __name__ == "__main__":
    server.main(Handler)
