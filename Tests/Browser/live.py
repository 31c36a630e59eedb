"""A board in a real browser, while others change it: prints a line for each thing that holds.

Takes a link that lets the browser in, the daemon's socket, and the daemon's process ID.
"""

import os
import signal
import subprocess
import sys

from chromium import expect, start
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

link, socket, daemon = sys.argv[1], sys.argv[2], int(sys.argv[3])
browser = start(1200, 900)


def procon(*words):
    subprocess.run(["procon", *words, "--socket", socket], check=True, stdout=subprocess.DEVNULL)


def text(selector):
    # The element may be replaced between two steps.
    script = "return document.querySelector(arguments[0])?.textContent ?? ''"
    return browser.execute_script(script, selector)


def focused():
    return browser.switch_to.active_element


browser.get(link)
browser.get(link.split("/enter")[0] + "/topics/ai")
field = browser.find_element(By.CSS_SELECTOR, ".pros input[name=text]")
field.send_keys("Half a th", Keys.LEFT)
procon("add", "pro", "From elsewhere")
expect("a change arrives", lambda: "From elsewhere" in text(".pros ul"))
expect("what is typed stays", lambda: field.get_attribute("value") == "Half a th")
expect("the focus stays", lambda: focused() == field)
expect("the caret stays", lambda: browser.execute_script("return arguments[0].selectionStart", field) == 8)
expect("it is announced", lambda: text("#news").endswith("changed this page."))

browser.execute_script("arguments[0].focus()", browser.find_element(By.LINK_TEXT, "No breaks"))
procon("change", "pro", "4", "No breaks at all")
expect("a changed text arrives", lambda: "No breaks at all" in text(".pros ul"))
expect("the focus stays on its link", lambda: focused().text == "No breaks at all")
procon("move", "pro", "4", "--before", "1")
expect("a move arrives", lambda: text(".pros li a") == "No breaks at all")
expect("the focus moves with it", lambda: focused().text == "No breaks at all")
procon("remove", "pro", "4")
expect("a removal arrives", lambda: "No breaks" not in text(".pros ul"))

os.kill(daemon, signal.SIGKILL)
expect("a lost connection is shown", lambda: "lost" in text("#connection"))
print("restart", flush=True)
sys.stdin.readline()
procon("add", "con", "After the restart")
expect("the page continues", lambda: "After the restart" in text(".cons ul"), 60)
expect("it says so", lambda: text("#connection") == "")
expect("what was typed is still there", lambda: field.get_attribute("value") == "Half a th")
errors = [entry for entry in browser.get_log("browser") if "favicon" in entry["message"]]
expect("the browser has no complaint", lambda: not errors)
field.send_keys(Keys.END, "ing", Keys.ENTER)
expect("a form is sent", lambda: "Half a thing" in text(".pros ul"))

base = link.split("/enter")[0]
browser.get(base + "/topics/ai/pros/1")
procon("change", "pro", "1", "Fewer errors")
expect("the page of an argument is live", lambda: "Fewer errors" in text("main"))
browser.execute_script("document.querySelector('details').open = true")
field = browser.find_element(By.CSS_SELECTOR, "details[open] input[name=text]")
field.send_keys(", as far as we know")
procon("change", "pro", "1", "Fewer mistakes")
expect("it is offered to be loaded again", lambda: "something new" in text("#offer"))
expect("what is typed stays there", lambda: field.get_attribute("value") == "Fewer errors, as far as we know")
for page, action in {"/feed": "For the feed", "/topics/ai/history": "For the history"}.items():
    browser.get(base + page)
    procon("add", "con", action)
    expect(f"{page} is live", lambda: action in text("main"))
