"""Several windows and browsers, one without JavaScript, and logins: prints a line for each thing that
holds. It starts daemons and gateways itself.
"""

import atexit
import json
import os
import pwd
import signal
import subprocess
import sys
import tempfile
import time

from chromium import expect
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

directory = tempfile.TemporaryDirectory(prefix="procon")
path = os.path.join(directory.name, "socket")
mounts = {"topics": {"sqlite": "topics.sqlite"}}


def write(name, value):
    """Writes a file that nobody else can read, and returns its path."""
    file = os.path.join(directory.name, name)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as output:
        json.dump(value, output)
    return file


class Program:
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


class Browser(webdriver.Chrome):
    def __init__(self, has_script=True):
        options = Options()
        for argument in ["--headless=new", "--window-size=1200,900", "--lang=en-US"] + (
            ["--no-sandbox"] if os.geteuid() == 0 else []
        ):
            options.add_argument(argument)
        if not has_script:
            setting = {"profile.managed_default_content_settings.javascript": 2}
            options.add_experimental_option("prefs", setting)
        super().__init__(service=Service("/usr/bin/chromedriver"), options=options)
        atexit.register(self.quit)

    def find(self, selector):
        return self.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector="main"):
        # Elements may be replaced between two steps.
        try:
            return " ".join(element.text for element in self.find_elements(By.CSS_SELECTOR, selector))
        except WebDriverException:
            return "?"

    def value(self, selector):
        """Returns what is in the first field of that kind; None if there is no such field."""
        try:
            return self.find(selector).get_attribute("value")
        except WebDriverException:
            return None

    def press(self, button):
        """Presses a button that leads to a page, and returns once it is there, or cannot be."""
        page = self.find("html")
        button.click()
        end = time.monotonic() + 20
        while not self.text("#offer") and time.monotonic() < end:
            try:
                page.get_attribute("lang")
            except WebDriverException:
                return
            time.sleep(0.02)

    def place(self):
        return self.current_url.split("/", 3)[3]

    def follow(self, link):
        self.find_element(By.PARTIAL_LINK_TEXT, link).click()

    def submit(self, intent, **values):
        """Fills in the form of an intent, and sends it with its button."""
        self.send(f"form[action$='{intent}']", **values)

    def send(self, selector, **values):
        form = self.find(selector)
        # Not under what is shown at the bottom.
        self.execute_script(
            "(arguments[0].closest('details') ?? arguments[0]).scrollIntoView({block: 'center'})", form
        )
        folded = form.find_elements(By.XPATH, "ancestor::details[not(@open)]/summary")
        if folded:
            folded[0].click()
        for name, value in values.items():
            field = form.find_element(By.CSS_SELECTOR, f"[name={name}]:not([type=hidden])")
            if field.tag_name == "select":
                Select(field).select_by_value(value)
            else:
                field.clear()
                field.send_keys(value)
        self.press(form.find_element(By.TAG_NAME, "button"))


def procon(*words):
    command = ["procon", *words, "--socket", path]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def start_daemon(**configuration):
    daemon = Program(
        "procond", "--socket", path, "--state-dir", os.path.join(directory.name, "state"),
        "--config", write("configuration", {"mounts": mounts, **configuration}),
    )  # fmt: skip
    await_daemon()
    return daemon


def await_daemon():
    for _ in range(200):
        command = ["procon", "get", "topics.ai.summary", "--socket", path]
        if subprocess.run(command, capture_output=True).returncode == 0:
            return
        time.sleep(0.05)
    sys.exit("the daemon does not start")


daemon = start_daemon()


def start_gateway():
    return Program("procon-web", "--socket", path, "--no-browser", "--print-token")


def come_in(browser, gateway):
    """Returns the address of the site."""
    link = gateway.process.stdout.readline().strip()
    browser.get(link)
    return link.split("/enter")[0]


gateway = start_gateway()
ada = Browser()
site = come_in(ada, gateway)
board = f"{site}/topics/ai"

# Twelve windows.
ada.get(board)
for _ in range(11):
    ada.execute_script("window.open(arguments[0])", board)
note = """
  const note = () => { window.wasHidden ||= document.hidden; };
  note();
  document.addEventListener("visibilitychange", note);
"""
for window in ada.window_handles:
    ada.switch_to.window(window)
    ada.execute_script(note)
windows = ada.window_handles
for number, window in enumerate(windows):
    procon("add", "pro", f"Of window {number}")
    ada.switch_to.window(window)
    ada.execute_cdp_cmd("Page.bringToFront", {})
    hidden = ada.execute_script("return [window.wasHidden ?? false, document.hidden]")
    if hidden != [True, False]:
        sys.exit(f"window {number} was not hidden before, or is still: {hidden}")
    end = time.monotonic() + 20
    while f"Of window {number}" not in ada.text(".pros ul"):
        if time.monotonic() > end:
            sys.exit(f"window {number} does not show what has changed")
        time.sleep(0.02)
expect("each of twelve windows shows what has changed", lambda: len(windows) == 12)
procon("add", "pro", "Of the last window")
expect("the last one is live", lambda: "Of the last window" in ada.text(".pros ul"))
for window in windows[1:]:
    ada.switch_to.window(window)
    ada.close()
ada.switch_to.window(windows[0])

# Two browsers. Each link lets in one, so each has a gateway of its own.
bob = Browser()
second = start_gateway()
other = come_in(bob, second)
bob.get(f"{other}/topics/ai")
ada.submit("pros.add", text="From the first browser", weight="3")
expect("the first browser shows what it has sent", lambda: "From the first browser" in ada.text(".pros ul"))
expect("the second one sees it", lambda: "From the first browser" in bob.text(".pros ul"), 3)
bob.submit("cons.add", text="From the second browser")
expect(
    "the first one sees what the second one sends",
    lambda: "From the second browser" in ada.text(".cons ul"),
    3,
)
procon("add", "con", "From a terminal")
expect("the first one sees what comes from a terminal", lambda: "From a terminal" in ada.text(".cons ul"), 3)
expect("the second one sees it", lambda: "From a terminal" in bob.text(".cons ul"), 3)
expect(
    "a terminal sees what comes from a browser",
    lambda: "From the first browser" in procon("get", "topics.ai.pros.items"),
)
bob.quit()

# Back, Forward and reload.
ada.get(f"{site}/")
ada.follow("Artificial")
expect("a link leads to a board", lambda: ada.place() == "topics/ai")
ada.follow("All posts")
ada.back()
expect("Back leads to the board", lambda: ada.place() == "topics/ai" and "Pros" in ada.text())
procon("add", "pro", "After Back")
expect("which is live", lambda: "After Back" in ada.text(".pros ul"))
ada.forward()
expect(
    "Forward leads to the posts", lambda: ada.place() == "topics/ai/posts" and "Write a post" in ada.text()
)
ada.follow("Write a post")
ada.find("[name=title]").send_keys("A draft")
ada.find("[name=content]").send_keys("First line\nSecond line")
time.sleep(1)
ada.refresh()
expect(
    "after a reload a draft is as it was typed",
    lambda: ada.find("[name=content]").get_attribute("value") == "First line\nSecond line"
    and ada.find("[name=title]").get_attribute("value") == "A draft",
)
nobodys = f"{site}/topics/ai/draft?page={64 * '0'}"
ada.get(nobodys)
expect(
    "a tab that was discarded for long has what was typed",
    lambda: ada.find("[name=content]").get_attribute("value") == "First line\nSecond line"
    and ada.find("[name=title]").get_attribute("value") == "A draft",
)
ada.press(ada.find("#draft form button"))
expect("it is published", lambda: ada.place().startswith("topics/ai/posts/") and "First line" in ada.text())
ada.get(nobodys)
expect("the next draft is empty", lambda: ada.find("[name=title]").get_attribute("value") == "")
ada.get(f"{site}/topics/ai")
ada.refresh()
expect(
    "after a reload it is the board",
    lambda: ada.place() == "topics/ai" and "After Back" in ada.text(".pros ul"),
)
procon("remove", "pro", json.loads(procon("get", "topics.ai.pros.items").split("\t")[1])[-1]["id"])
expect("which is live", lambda: "After Back" not in ada.text(".pros ul"))
ada.submit("pros.add", text="Sent once")
ada.back()
ada.refresh()
expect("Back and a reload send no form again", lambda: ada.text(".pros ul").count("Sent once") == 1)

# Without a daemon.
ada.follow("From the first browser")
daemon.kill()
ada.submit("pros.comment", text="Said too early")
expect("it says that a form was not sent", lambda: "not sent" in ada.text().lower())
expect("the text is still there", lambda: ada.value("[name=text]") == "Said too early")
ada.press(ada.find("form[action*=pros] button"))
expect("also when it is sent again in vain", lambda: ada.value("[name=text]") == "Said too early")
daemon.start()
await_daemon()
ada.press(ada.find("form[action*=pros] button"))
expect("it is sent once there is a daemon", lambda: "Said too early" in ada.text("main ul"))
ada.get(board)
daemon.kill()
ada.submit("pros.add", text="Sent too early", weight="2")
expect("a board says the same", lambda: "not sent" in ada.text("body").lower())
expect("with the text", lambda: ada.value("form[action*='pros.add'] [name=text]") == "Sent too early")
daemon.start()
await_daemon()
expect("the connection comes back", lambda: ada.text("#connection") == "", 60)
ada.press(ada.find("form[action*='pros.add'] button"))
expect("the form is sent", lambda: "Sent too early" in ada.text(".pros ul"))
ada.get(board)


# Without a gateway that knows the browser.
def is_kept():
    value = ada.value("form[action$='objections.raise'] textarea")
    return value == "A long thought" and "not sent" in ada.text("#offer")


gateway.kill()
ada.submit("objections.raise", text="A long thought")
expect("without a gateway, a text stays", is_kept)
gateway.words += ("--port", site.split(":")[-1])
gateway.start()
link = gateway.process.stdout.readline().strip()
ada.find("form[action$='objections.raise'] button").click()
time.sleep(1)
expect("also with one that does not know the browser", is_kept)
ada.switch_to.new_window("tab")
ada.get(link)
ada.close()
ada.switch_to.window(windows[0])
expect("the page continues", lambda: ada.text("#connection") == "" and ada.text("#offer") == "", 60)
ada.submit("objections.raise")
expect("the text is sent", lambda: "A long thought" in ada.text("[id$='objections.items']"))

# A part that the page does not have.
field = ada.find(".pros input[name=text]")
field.send_keys("Half a th")
ada.switch_to.new_window("tab")
procon("options", "ai", "add", "An option")
procon("add", "pro", "After the option")
ada.close()
ada.switch_to.window(windows[0])
expect("an option is offered", lambda: "something new" in ada.text("#offer"))
expect(
    "the rest of the page is live", lambda: "After the option" in ada.text("[id='box:topics.ai.pros.items']")
)
expect("what was typed is still there", lambda: ada.value(".pros input[name=text]") == "Half a th")
ada.find("#offer a").click()
expect("once the page is loaded again, it has the option", lambda: "An option" in ada.text(".board h2"))
procon("options", "ai", "remove", "1", "--yes")
ada.quit()

# Without JavaScript.
third = start_gateway()
plain = Browser(has_script=False)
site = come_in(plain, third)
plain.get(f"{site}/topics/ai")
plain.submit("pros.add", text="Without a script", weight="4")
expect("without a script, a pro is added", lambda: "Without a script" in plain.text(".pros ul"))
plain.follow("Without a script")
plain.submit("pros.change", text="Without any script", weight="5")
expect("it is changed", lambda: "Without any script" in plain.text("h1") and "weight 5" in plain.text())
plain.submit("pros.comment", text="A comment\nof two lines")
expect("a comment is added", lambda: "A comment of two lines" in plain.text("main ul"))
plain.press(plain.find("form:has([name=support][value=true]) button"))
expect("it is supported", lambda: "supported by" in plain.text())
plain.press(plain.find("form:has([name=support][value=false]) button"))
expect("and not any longer", lambda: "supported by" not in plain.text())
plain.follow("Remove")
plain.press(plain.find("form button:not(nav *)"))
expect("the comment is removed", lambda: "A comment" not in plain.text())
plain.get(f"{site}/topics/ai")
plain.submit("positions.take", position="no", because="I say so")
expect("a position is taken", lambda: "I say so" in plain.text("[id$='positions.items']"))
plain.follow("Withdraw mine")
plain.press(plain.find("form button:not(nav *)"))
expect("it is withdrawn", lambda: "I say so" not in plain.text("[id$='positions.items']"))
plain.submit("objections.raise", text="It is wrong")
expect("an objection is raised", lambda: "It is wrong" in plain.text("[id$='objections.items']"))
plain.follow("It is wrong")
plain.submit("objections.answer", text="It is right")
expect("it is answered", lambda: "It is right" in plain.text())
plain.submit("objections.resolve")
expect("it is resolved", lambda: "resolved" in plain.text())
plain.get(f"{site}/topics/ai")
plain.submit("todos.add", text="Do it", assignee="bob", due="12312030")
expect(
    "a todo is added",
    lambda: (
        "Do it" in plain.text("[id$='todos.items']") and "2030-12-31" in plain.text("[id$='todos.items']")
    ),
)
plain.follow("Do it")
plain.submit("todos.check")
expect("it is done", lambda: "Not done yet" in plain.text())
plain.get(f"{site}/topics/ai")
plain.submit("decision.decide", outcome="yes", reason="All is said")
expect("it is decided", lambda: "decided" in plain.text(".decision") and "All is said" in plain.text())
plain.submit("decision.reopen")
expect("it is open again", lambda: "decided" not in plain.text(".decision"))
plain.follow("All posts")
plain.follow("Write a post")
plain.send("#draft form", title="A post", content="First line\nSecond line")
expect("a post is written", lambda: "a post" in plain.text("h1").lower())
plain.submit("posts.edit", title="The post", content="Other line\nSecond line")
expect(
    "it is edited", lambda: "the post" in plain.text("h1").lower() and "Other line" in plain.text("article")
)
plain.follow("Delete")
plain.press(plain.find("form button:not(nav *)"))
expect(
    "it is deleted", lambda: plain.place() == "topics/ai/posts" and "the post" not in plain.text("li").lower()
)
plain.get(f"{site}/topics/ai")
plain.follow("Without any script")
plain.follow("Remove")
plain.press(plain.find("form button:not(nav *)"))
expect(
    "the pro is removed", lambda: plain.place() == "topics/ai" and "Without any script" not in plain.text()
)
plain.follow("Rename")
plain.submit("topics.rename", title="Artificial or not")
expect("a topic is renamed", lambda: "Artificial or not" in plain.text("h1"))
plain.get(f"{site}/")
plain.submit("topics.create", title="Another topic")
expect("a topic is created", lambda: "Another topic" in plain.text(".topics"))
plain.follow("Another topic")
plain.follow("Delete")
plain.press(plain.find("form button:not(nav *)"))
expect("it is deleted", lambda: plain.place() == "" and "Another topic" not in plain.text(".topics"))
plain.quit()

# Logins.
for program in [daemon, gateway, second, third]:
    program.kill()
hashed = subprocess.run(
    ["procond", "--hash-secret"], input="secret\n", capture_output=True, text=True, check=True
).stdout
users = write("users", {"users": {"ada": {"password": hashed.strip(), "groups": []}}})
daemon = start_daemon(users=users, gateways=[pwd.getpwuid(os.geteuid()).pw_name])
service = Program("procon-web", "--config", write("web", {"socket": path, "listen": "127.0.0.1:0"}))
site = "http://" + service.process.stdout.readline().split()[-1]
ada = Browser()


def log_in(browser, password):
    browser.find("input[name=name]").clear()
    browser.find("input[name=name]").send_keys("ada")
    browser.find("input[name=password]").send_keys(password, Keys.ENTER)


ada.get(f"{site}/topics/ai")
expect("a link leads to the login", lambda: ada.place().startswith("login"))
log_in(ada, "wrong")
expect(
    "a wrong password is said to be wrong",
    lambda: ada.text(".alert") != "" and ada.place().startswith("login"),
)
expect("the name stays", lambda: ada.value("input[name=name]") == "ada")
log_in(ada, "secret")
expect("after the login it is the page", lambda: ada.place() == "topics/ai" and "ada" in ada.text("nav"))
ada.submit("pros.add", text="By somebody known")
expect(
    "it has the name of the login",
    lambda: "By somebody known ada" in ada.text(".pros ul").replace("\n", " "),
)
ada.find("nav button").click()
expect("after a logout it is the login", lambda: ada.place().startswith("login"))
ada.get(f"{site}/topics/ai")
expect("also for the page", lambda: ada.place().startswith("login"))
log_in(ada, "secret")
expect("which is there after another login", lambda: ada.place() == "topics/ai")

field = ada.find(".pros input[name=text]")
field.send_keys("Half a th")
items = ada.text(".pros ul")
daemon.kill()
daemon.start()
await_daemon()
expect(
    "after the daemon has restarted, the page says that one must log in",
    lambda: ada.find_elements(By.CSS_SELECTOR, "#offer a[target]"),
)
expect("what was typed is still there", lambda: ada.value(".pros input[name=text]") == "Half a th")
expect("what was shown is still there", lambda: ada.text(".pros ul") == items)
page = ada.current_window_handle
ada.find("#offer a").click()
ada.switch_to.window(ada.window_handles[-1])
log_in(ada, "secret")
expect("the login leads to the page", lambda: ada.place() == "topics/ai")
ada.close()
ada.switch_to.window(page)
ada.execute_cdp_cmd("Page.bringToFront", {})
expect("the page continues", lambda: ada.text("#connection") == "" and ada.text("#offer") == "", 60)
expect("with what was typed", lambda: ada.value(".pros input[name=text]") == "Half a th")
field.send_keys("ing", Keys.ENTER)
expect("it is sent", lambda: "Half a thing" in ada.text(".pros ul"))

daemon.kill()
daemon.start()
await_daemon()
expect("a page on which nothing is typed leads to the login", lambda: ada.place().startswith("login"), 60)
log_in(ada, "secret")
expect(
    "and then it is there again",
    lambda: ada.place() == "topics/ai" and "Half a thing" in ada.text(".pros ul"),
)
