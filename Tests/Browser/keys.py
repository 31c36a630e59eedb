"""The keys and the mouse on a board: prints a line for each thing that holds.

Takes a link that lets the browser in, and the daemon's socket.
"""

import json
import subprocess
import sys

from chromium import expect, start
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

link, socket = sys.argv[1], sys.argv[2]
browser = start(1200, 1000)


def side(name):
    """The texts and weights of one side, as the daemon has them."""
    answer = subprocess.run(
        ["procon", "get", f"topics.ai.{name}.items", "--format", "value", "--socket", socket],
        capture_output=True, text=True, check=True)
    return [(item["text"], item["weight"]) for item in json.loads(answer.stdout)]


def texts(name):
    return [text for text, _ in side(name)]


def press(*keys):
    for key in keys:
        ActionChains(browser).send_keys(key).perform()


def focused():
    return browser.switch_to.active_element.text


def item(text):
    return browser.find_element(By.LINK_TEXT, text)


browser.get(link)
browser.get(link.split("/enter")[0] + "/topics/ai")
first, second, third, fourth = texts("pros")
press("j")
expect("j goes to the first item", lambda: focused() == first)
press("j", "k", "j")
expect("j and k go down and up", lambda: focused() == second)
press(Keys.TAB)
expect("Tab still leads on", lambda: focused() != second)
press("g", "j")
press("J")
expect("J moves an argument down", lambda: texts("pros") == [first, third, second, fourth])
expect("the focus moves with it", lambda: focused() == second)
expect("the page shows it", lambda: browser.find_elements(By.CSS_SELECTOR, ".pros li > a")[2].text == second)
press("K")
expect("K moves it up", lambda: texts("pros") == [first, second, third, fourth])
expect("the page shows that, too", lambda: browser.find_elements(By.CSS_SELECTOR, ".pros li > a")[1].text == second)
press("+")
expect("plus gives it more weight", lambda: side("pros")[1] == (second, 2))
expect("its weight is shown", lambda: browser.find_elements(By.CSS_SELECTOR, ".pros li .weight")[1].text == "2")
press("-")
expect("minus gives it less", lambda: side("pros")[1] == (second, 1))
press("s")
expect("s supports it", lambda: "1 for it" in browser.find_element(By.CSS_SELECTOR, ".pros").text)
press("x")
expect("x does not any longer", lambda: "1 for it" not in browser.find_element(By.CSS_SELECTOR, ".pros").text)
press("m")
expect("m moves it to the other side", lambda: texts("cons")[-1] == second)
expect("it is gone from its own", lambda: second not in texts("pros"))

press("a")
press("jKm?")
field = browser.switch_to.active_element
expect("in a field, keys are text", lambda: field.get_attribute("value") == "jKm?")
press(Keys.ESCAPE)
expect("Esc leaves it", lambda: browser.switch_to.active_element != field)
press("?")
expect("? shows the keys", lambda: browser.find_element(By.ID, "keys").is_displayed())
expect("it names them", lambda: "move the argument down or up" in browser.find_element(By.ID, "keys").text)
press(Keys.ESCAPE)
expect("Esc closes them", lambda: not browser.find_element(By.ID, "keys").is_displayed())

def drag(source, target):
    """Drags an element to the upper edge of another one."""
    chain = ActionChains(browser).click_and_hold(source).pause(0.1)
    chain.move_by_offset(4, 4).pause(0.1).move_to_element_with_offset(target, 0, -2).pause(0.1)
    chain.move_to_element_with_offset(target, 0, -7).pause(0.2).release().perform()


drag(item(fourth), item(first))
expect("an argument is dragged to a place", lambda: texts("pros") == [fourth, first, third])
expect("the page shows its place", lambda: browser.find_element(By.CSS_SELECTOR, ".pros li > a").text == fourth)
drag(item(third), browser.find_element(By.CSS_SELECTOR, ".cons li > a"))
expect("it is dragged to the other side", lambda: texts("cons")[0] == third)

press("c")
expect("c opens the form that decides", lambda: browser.switch_to.active_element.get_attribute("name") == "outcome")
press(Keys.ESCAPE, "g", "d")
expect("d leads to the form that deletes", lambda: "/call/topics.ai.pros.remove?id=" in browser.current_url)
errors = [entry for entry in browser.get_log("browser") if "favicon" not in entry["message"]]
expect("the browser has no complaint", lambda: not errors)
