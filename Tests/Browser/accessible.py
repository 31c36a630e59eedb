"""Each kind of page in a real browser, for everybody: axe-core finds no fault in it, it fits the
window, and all of it can be used by keyboard alone. Prints a line for each thing that holds.

Takes a link that lets the browser in, and the daemon's socket.
"""

import collections
import getpass
import glob
import os
import subprocess
import sys
import tempfile
import time
import zipfile

from chromium import expect, start
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

link, socket = sys.argv[1], sys.argv[2]
site = link.split("/enter")[0]
browser = start(1200, 900)
run = browser.execute_script
# The tests add another topic.
os.environ["PROCON_TOPIC"] = "ai"


def procon(*words):
    subprocess.run(["procon", *words, "--socket", socket], check=True, stdout=subprocess.DEVNULL)


def text(selector):
    return run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)


def press(*keys):
    ActionChains(browser).send_keys(*keys).perform()


# What has the focus; null if nothing has. Fails an element whose focus cannot be seen.
FOCUSED = """
  const it = document.activeElement;
  if (!it || it === document.body) return null;
  const style = getComputedStyle(it);
  const isSeen = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2)
    || style.boxShadow !== "none"
    // The button inside it has the focus, with a ring of the browser's.
    || (it.type === "date" && !it.matches(":focus-visible"));
  const isNew = !(window.reached ??= new Set()).has(it);
  window.reached.add(it);
  const box = it.getBoundingClientRect();
  const isInView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return [it.outerHTML.split(">")[0] + ">" + it.textContent.slice(0, 40), isSeen && isInView, isNew];
"""


def focused():
    found = run(FOCUSED)
    if found and not found[1]:
        sys.exit(f"the focus is not seen on {found[0]}, of {browser.current_url}")
    return found


def go_to(selector, content=""):
    """Presses Tab until an element has the focus."""
    script = """
      const it = document.activeElement;
      return it.matches(arguments[0]) && it.textContent.includes(arguments[1]);
    """
    for _ in range(200):
        press(Keys.TAB)
        focused()
        if run(script, selector, content):
            return
    sys.exit(f"Tab does not lead to {selector} {content}, of {browser.current_url}")


def send(*keys):
    """Presses keys that lead to another page."""
    run("window.isLeft = true")
    press(*keys)
    end = time.monotonic() + 20
    while run("return window.isLeft === true || document.readyState !== 'complete'"):
        if time.monotonic() > end:
            sys.exit(f"no page follows {browser.current_url}")
        time.sleep(0.02)


def unfold(title):
    go_to("summary", title)
    press(Keys.ENTER)


# By keyboard alone.
browser.get(link)
go_to("input[name=title]")
send("Which language?", Keys.ENTER)
expect("by keyboard: a topic is created", lambda: "Which language?" in text(".topics"))
go_to(".topics a", "Which language?")
send(Keys.ENTER)
board = "#box\\:topics\\.which-language\\."
go_to(".pros input[name=text]")
send("It is fast", Keys.ENTER)
expect("by keyboard: a pro is added", lambda: "It is fast" in text(".pros ul"))
go_to("select[name=position]")
press("No", Keys.TAB, "It is new", Keys.TAB)
send(Keys.ENTER)
expect("by keyboard: a position is taken", lambda: "It is new" in text(board + "positions\\.items"))
unfold("Object")
go_to("[action$='objections.raise'] textarea")
press("Nobody knows it", Keys.TAB)
send(Keys.ENTER)
expect("by keyboard: an objection is raised", lambda: "Nobody" in text(board + "objections\\.items ul"))
unfold("Add a todo")
go_to("[action$='todos.add'] input[name=text]")
send("Learn it", Keys.ENTER)
expect("by keyboard: a todo is added", lambda: "Learn it" in text(board + "todos\\.items ul"))
unfold("Decide")
go_to("[action$='decision.decide'] select")
press("Yes", Keys.TAB, "We like it", Keys.TAB)
send(Keys.ENTER)
expect("by keyboard: a topic is decided", lambda: "We like it" in text(board + "decision"))
unfold("Reopen")
go_to("[action$='decision.reopen'] button")
send(Keys.ENTER)
expect("by keyboard: it is reopened", lambda: "We like it" not in text(board + "decision"))

# Boards with something of everything.
LONG = "Everybody who has worked with it for a year or longer would choose it again at once"
procon("change", "pro", "1", "--weight", "5")
procon("add", "pro", f"{LONG}, see https://example.com/a/rather/long/address?of=a-study", "--weight", "3")
procon("comment", "pro", "1", "So it is, see https://example.com/uptime")
procon("support", "pro", "1")
procon("add", "con", "W" + "o" * 60 + "rd")
procon("vote", "ai", "yes", "--because", "It does not sleep, see https://example.com")
procon("object", "ai", "Nobody here can operate it")
procon("object", "ai", "It is too early")
procon("resolve", "ai", "2", "--answer", "It will be later soon")
procon("object", "ai", "I do not like it")
procon("object", "ai", "--withdraw", "3")
procon("todo", "ai", "add", "Migrate the staging copy", "--assign", "ada", "--due", "2026-12-01")
procon("todo", "ai", "add", LONG, "--assign", getpass.getuser())
procon("todo", "ai", "check", "1")
procon("ask", "ai", "ada", "bob", getpass.getuser(), "--quorum", "2", "--until", "2036-12-01T17:00:00Z")
for title in ["First impressions", LONG]:
    procon("post", "--title", title, "--content", f"{LONG}.\nMore: https://example.com/more\n{LONG}.")
post = subprocess.run(["procon", "posts", "--socket", socket], check=True, capture_output=True, text=True)
post = post.stdout.split()[0]
procon("new", "Which database?")
for option in ["Postgres", "SQLite"]:
    procon("options", "which-database", "add", option, "--text", f"{LONG}: https://example.com/{option}")
    board = ["--topic", "which-database", "--option", option]
    procon("add", "pro", f"We know {option}", "--weight", "4", *board)
    procon("add", "con", "It needs somebody to look after it", *board)
procon("vote", "which-database", "SQLite")
procon("new", "Which editor?")
procon("add", "pro", "Everybody knows it", "--topic", "which-editor")
procon("vote", "which-editor", "yes")
procon("decide", "which-editor", "yes", "--reason", f"{LONG}, see https://example.com/editors")
procon("new", "Which diff?")
procon("decide", "which-diff", "yes", "--reason", "It is good")
procon("supersede", "which-diff", "which-editor")
procon("new", "Which font?")
procon("decide", "which-font", "drop", "--reason", "Everybody uses their own")

PAGES = [
    "/",
    "/awaiting",
    "/feed",
    "/topics/ai",
    "/topics/which-language",
    "/topics/which-database",
    "/topics/which-editor",
    "/topics/which-diff",
    "/topics/which-font",
    "/topics/ai/pros/1",
    "/topics/which-database/options/1/cons/1",
    "/topics/ai/objections/1",
    "/topics/ai/todos/2",
    "/topics/ai/posts",
    f"/topics/ai/posts/{post}",
    "/topics/ai/draft",
    "/topics/ai/history",
    "/topics/ai/pros",
    "/topics/ai/positions",
    "/topics/ai/decision",
    "/call/topics.ai.options.add?return=/topics/ai",
    "/call/topics.ai.pros.move?id=1&return=/topics/ai",
    "/call/topics.ai.decision.ask?return=/topics/ai",
    "/call/topics.remove?id=which-font&return=/",
    "/there-is/no/such/page",
]

with tempfile.TemporaryDirectory() as directory:
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download"]
    subprocess.run(pip + ["--no-deps", "-d", directory, "axe-playwright-python==0.1.8"], check=True)
    with zipfile.ZipFile(glob.glob(f"{directory}/*.whl")[0]) as wheel:
        AXE = wheel.read("axe_playwright_python/axe.min.js").decode()
CHECK = """
  const done = arguments[arguments.length - 1];
  axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } })
    .then(({ violations }) => done(violations.flatMap(({ id, nodes }) => nodes.map(
      ({ target, any, all, none }) =>
        [id, target.flat().join(" "), [...any, ...all, ...none][0]?.message ?? ""]))),
      (error) => done([["axe", "", String(error)]]));
"""
# What makes the page wider than the window.
WIDE = """
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const wide = [...document.body.querySelectorAll("*")].filter((it) =>
    it.getBoundingClientRect().right > root.clientWidth + 1 && !it.parentElement.closest(".wide"));
  return (wide.length ? wide : [root]).slice(0, 3).map((it) =>
    ["wide", it.outerHTML.slice(0, 60), `${root.scrollWidth} px in ${root.clientWidth} px`]);
"""
FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary"
violations = collections.OrderedDict()


def check(page):
    """Looks for faults in what the browser shows."""
    run("for (const it of document.querySelectorAll('details')) it.open = true")
    run(AXE)
    count = len(violations)
    for width in [360, 1440]:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        for scheme in ["light", "dark"]:
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                "features": [{"name": "prefers-color-scheme", "value": scheme},
                             {"name": "prefers-reduced-motion", "value": "reduce"}]})
            for found in browser.execute_async_script(CHECK) + run(WIDE):
                violations.setdefault((page, *found), []).append(f"{scheme} {width}")
    if len(violations) == count:
        print(f"without a fault: {page}", flush=True)


def walk(page):
    """Tab leads to everything that can be used, and shows where it is."""
    run("window.reached = new Set(); document.activeElement?.blur()")
    press(Keys.TAB)
    last, found = None, focused()
    while found and (found[2] or found[0] == last):
        press(Keys.TAB)
        last, found = found[0], focused()
    missed = run("""
      return [...document.querySelectorAll(arguments[0])].filter((it) =>
        it.checkVisibility() && !window.reached.has(it)).map((it) => it.outerHTML)
    """, FOCUSABLE)
    if missed:
        sys.exit(f"Tab does not lead to {missed[0]}, of {page}")


for page in PAGES:
    browser.get(site + page)
    check(page)
    walk(page)
print("the focus is seen wherever it is", flush=True)

# What pages say after something.
browser.get(f"{site}/call/topics.ai.pros.add?return=/topics/ai")
run("""
  const form = document.querySelector("main form");
  form.noValidate = true;
  form.elements.text.value = "x";
  form.elements.weight.value = "9";
  window.isLeft = true;
  form.requestSubmit();
""")
expect("a form is refused", lambda: run("return !window.isLeft") and text(".alert") != "")
check("a form that was refused")
browser.get(f"{site}/topics/which-database")
go_to(".pros input[name=text]")
press("Half a th")
procon("options", "which-database", "add", "MariaDB")
expect("what is new is offered", lambda: "new" in text("#offer"))
check("a page that offers what is new")
run("document.getElementById('connection').textContent = 'The connection is lost. Trying again …'")
run("document.getElementById('offer').replaceChildren()")
check("a page without a connection")
browser.delete_all_cookies()
browser.get(site)
expect("a browser without a cookie is refused", lambda: "not known" in text(".alert"))
check("the refusal")

for (page, rule, selector, message), places in violations.items():
    print(f"{page}\n  {rule}: {selector}\n  {message}\n  in {', '.join(places)}", file=sys.stderr)
if violations:
    sys.exit(f"{len(violations)} faults")
print("axe-core has found nothing in any page")
