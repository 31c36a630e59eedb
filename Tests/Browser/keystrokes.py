"""Typing on a board while others change it: prints a line for each thing that holds.

Ten writers make 100 changes a second. What is typed arrives; caret, selection, focus and place on the
screen stay, also while the daemon and the gateway are killed again and again. It starts both itself.
With --long, 10,000 characters are typed; without it, 600.
"""

import atexit
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from chromium import expect
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

characters = 10_000 if "--long" in sys.argv else 600
line_height = 24
directory = tempfile.TemporaryDirectory(prefix="procon")
path = os.path.join(directory.name, "socket")
configuration = os.path.join(directory.name, "configuration")
with open(configuration, "w") as file:
    json.dump({"mounts": {"topics": {"sqlite": "topics.sqlite"}}}, file)
random.seed(1)


class Program:
    """A process that is started again after it was killed."""

    is_new = False

    def __init__(self, *words):
        self.words = words
        self.start()
        atexit.register(self.kill)

    def start(self):
        self.process = subprocess.Popen(
            self.words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Writer(threading.Thread):
    """Makes ten changes a second."""

    running = True

    def __init__(self):
        super().__init__(daemon=True)
        self.changes, self.connection = 0, None
        self.items = {"pros": [], "cons": [], "todos": []}

    def call(self, method, **parameters):
        """Returns the result; None if the daemon refuses it."""
        if self.connection is None:
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(5)
            connection.connect(path)
            self.connection = connection.makefile("rw")
        request = {"id": 1, "method": f"topics.ai.{method}", "params": parameters}
        self.connection.write(json.dumps(request) + "\n")
        self.connection.flush()
        answer = {}
        while answer.get("id") != 1:
            answer = json.loads(self.connection.readline())
        self.changes += "result" in answer
        return answer.get("result")

    def change(self):
        text = f"{random.random()} " + "has come to mind " * random.randint(1, 4)
        chance = random.randrange(40)
        if chance == 0:
            objection = self.call("objections.raise", text=text)
            return self.call("objections.withdraw", id=objection["id"])
        if chance < 4:
            return self.call("positions.take", position=random.choice(["yes", "no"]), because=text)
        kind = random.choice(list(self.items))
        items = self.items[kind]
        if len(items) < 2:
            items.append(self.call(f"{kind}.add", text=text)["id"])
        elif chance < 15:
            self.call(f"{kind}.remove", id=items.pop(0))
        elif chance < 25:
            self.call(f"{kind}.move", id=items[1], before=items[0])
        elif self.call(f"{kind}.change", id=items[0], text=text) is None:
            # It was lost with the daemon.
            items.pop(0)

    def run(self):
        due = time.monotonic()
        while Writer.running:
            due += 0.1
            try:
                self.change()
            except (OSError, TypeError, ValueError):
                self.connection, due = None, time.monotonic() + 0.1
            time.sleep(max(0, due - time.monotonic()))


daemon = Program(
    "procond", "--socket", path, "--state-dir", os.path.join(directory.name, "state"),
    "--config", configuration,
)  # fmt: skip
expect("the daemon listens", lambda: os.path.exists(path))
gateway = Program("procon-web", "--socket", path, "--no-browser", "--print-token")
link = gateway.process.stdout.readline().strip()
site = link.split("/enter")[0]
gateway.words += ("--port", site.split(":")[-1])

options = Options()
for argument in ["--headless=new", "--window-size=1200,900", "--lang=en-US"] + (
    ["--no-sandbox"] if os.geteuid() == 0 else []
):
    options.add_argument(argument)
browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
atexit.register(browser.quit)

# Notes where a field is, after each frame.
watch = """
  const field = arguments[0];
  const folded = field.closest("details");
  if (folded) folded.open = true;
  field.focus();
  field.scrollIntoView({block: "center"});
  const place = () => Math.round(field.getBoundingClientRect().top);
  const seen = window.seen = {first: place(), least: place(), most: place(), frames: 0, away: 0};
  const note = () => {
    if (window.seen !== seen) return;
    seen.least = Math.min(seen.least, place());
    seen.most = Math.max(seen.most, place());
    seen.frames += 1;
    if (Math.abs(place() - seen.first) > arguments[1]) seen.away += 1;
    requestAnimationFrame(() => setTimeout(note));
  };
  note();
"""
read = """
  const field = document.activeElement;
  return {value: field.value, start: field.selectionStart, end: field.selectionEnd,
    isField: field === arguments[0], seen: window.seen,
    isOpen: field.closest("details")?.open ?? true};
"""


def compare(what, field, **wanted):
    found = browser.execute_script(read, field)
    seen = found["seen"]
    for name, value in {"isField": True, "isOpen": True, **wanted}.items():
        if found[name] != value:
            sys.exit(f"{what}: {name} is {found[name]!r}, not {value!r}")
    # Between a change and the next frame, it may be elsewhere.
    if seen["away"] > max(1, seen["frames"] // 20):
        sys.exit(f"{what}: the field moves from {seen['first']} to {seen['least']} … {seen['most']}")


def focus(selector):
    """Returns a field, which has the focus and is in the middle of the screen."""
    field = browser.find_element(By.CSS_SELECTOR, selector)
    browser.execute_script(watch, field, line_height)
    return field


def let_in():
    """Lets the browser in again if there is a new gateway, without leaving the page."""
    if not gateway.is_new:
        return
    gateway.is_new = False
    link = gateway.process.stdout.readline().strip()
    browser.execute_async_script("fetch(arguments[0]).finally(arguments[1])", link)


def words(count):
    return "".join(random.choice("abcdefghij klmnopqrstuvwxyzäßé?!") for _ in range(count))


def type_text(what, selector, count, seconds=0):
    """Types at the end, in the middle and over a selection; at least for some time."""
    field = focus(selector)
    field.send_keys(Keys.END)
    text, typed = field.get_attribute("value"), 0
    caret = len(text)
    end = time.monotonic() + seconds
    while typed < count or time.monotonic() < end:
        let_in()
        chunk = words(20)
        field.send_keys(chunk)
        typed += len(chunk)
        text = text[:caret] + chunk + text[caret:]
        caret += len(chunk)
        compare(what, field, value=text, start=caret, end=caret)
        field.send_keys(Keys.SHIFT + Keys.LEFT * 3)
        compare(what, field, value=text, start=caret - 3, end=caret)
        time.sleep(1 if seconds else 0.1)
        compare(what, field, value=text, start=caret - 3, end=caret)
        text = text[: caret - 3] + "X" + text[caret:]
        caret -= 2
        field.send_keys("X" + Keys.LEFT)
        caret -= 1
        compare(what, field, value=text, start=caret, end=caret)
    print(f"{what}: all that is typed arrives, and everything stays", flush=True)
    return field, text


def type_all(count):
    """Types into a field of each kind."""
    share = count // 6
    board = f"{site}/topics/ai"
    browser.get(board)
    typed = [
        type_text("a line", ".pros input[name=text]", share),
        type_text("a line on the other side", ".cons input[name=text]", share),
        type_text("several lines", "form[action$='objections.raise'] textarea", share),
        type_text("a reason", "form[action$='decision.decide'] textarea", share),
    ]
    field = focus(".pros input[name=weight]")
    text = field.get_attribute("value")
    field.send_keys(Keys.END)
    for _ in range(share // 20 + 1):
        digits = str(random.randrange(10**9))
        field.send_keys(digits)
        text += digits
        compare("a number", field, value=text)
        field.send_keys(Keys.BACKSPACE * len(digits))
        text = text[: -len(digits)]
        compare("a number", field, value=text)
    typed.append((field, text))
    print("a number: all that is typed arrives, and stays", flush=True)
    field = focus("form[action$='positions.take'] select")
    for value in ["no", "yes", "abstain"]:
        Select(field).select_by_value(value)
        time.sleep(0.3)
        compare("a choice", field, value=value)
    typed.append((field, "abstain"))
    print("a choice stays", flush=True)
    field = focus("form[action$='todos.add'] input[type=date]")
    field.send_keys("12312030")
    time.sleep(0.3)
    compare("a date", field, value="2030-12-31")
    typed.append((field, "2030-12-31"))
    print("a date stays", flush=True)
    check_all(typed)
    browser.get(f"{board}/draft")
    posts = [
        type_text("the title of a post", "input[name=title]", share),
        type_text("its content", "textarea[name=content]", share),
    ]
    check_all(posts)


def check_all(typed):
    for field, text in typed:
        if field.get_attribute("value") != text:
            sys.exit(f"{text[:20]}…: this does not stay")
    print("all fields of the page have what was typed", flush=True)


def kill_again():
    """Kills the daemon every five seconds, and the gateway in between."""
    while Writer.running:
        for program in [daemon, gateway]:
            time.sleep(2.5)
            if not Writer.running:
                return
            program.kill()
            program.start()
            program.is_new = True


browser.get(link)
writers = [Writer() for _ in range(10)]
for _ in range(12):
    writers[0].call("pros.add", text=f"Something that stays {random.random()}")
    writers[0].call("cons.add", text=f"Something that stays {random.random()}")
begin = time.monotonic()
for writer in writers:
    writer.start()
type_all(characters)
pace = sum(writer.changes for writer in writers) / (time.monotonic() - begin)
expect(f"the writers make {pace:.0f} changes a second", lambda: pace > 70, 0)

browser.get(f"{site}/topics/ai")
killer = threading.Thread(target=kill_again)
killer.start()
typed = [
    type_text("a line, while both are killed", ".pros input[name=text]", 300, 15),
    type_text("several lines, while both are killed", "form[action$='objections.raise'] textarea", 300, 15),
]
check_all(typed)
Writer.running = False
killer.join()
for writer in writers:
    writer.join()
let_in()
writers[0].call("pros.add", text="After all that")
expect(
    "the page continues",
    lambda: "After all that" in browser.find_element(By.CSS_SELECTOR, ".pros ul").text,
    60,
)
check_all(typed)
field, text = typed[0]
field.send_keys(Keys.ENTER)
shown = "return document.querySelector('.pros ul').textContent.replace(/ +/g, ' ')"
expect("what was typed is sent", lambda: " ".join(text.split()) in browser.execute_script(shown))
