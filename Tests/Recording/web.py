"""Makes the README's pictures of the pages: takes the directory to put them in.

    PATH=.build/release:$PATH python3 Tests/Recording/web.py Sources/BoxWire/BoxWire.docc/Resources

It needs Debian's chromium, chromium-driver and python3-selenium, and starts a daemon and a gateway of
its own.
"""

import json
import os
import pwd
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

directory = tempfile.mkdtemp()
socket = f"{directory}/socket"
daemon = subprocess.Popen(
    ["procond", "--socket", socket, "--state-dir", f"{directory}/state"], stderr=subprocess.DEVNULL)
while not os.path.exists(socket):
    time.sleep(0.01)
gateway = subprocess.Popen(
    ["procon-web", "--socket", socket, "--no-browser", "--print-token"], stdout=subprocess.PIPE,
    text=True)


def call(method, parameters):
    subprocess.run(
        ["procon-client", "call", method, *[f"{k}={v}" for k, v in parameters.items()], "--yes",
         "--socket", socket], check=True, stdout=subprocess.DEVNULL)


try:
    user = pwd.getpwuid(os.geteuid()).pw_name
    topic = "topics.which-database"
    call("topics.create", {"title": "Which database?"})
    for title, arguments in {
        "Postgres": {"pros": {"One engine for everything": 3, "Everybody here has used it": 2},
                     "cons": {"Another server to run": 1}},
        "SQLite": {"pros": {"No server at all": 2}, "cons": {"One writer at a time": 3}},
    }.items():
        call(f"{topic}.options.add", {"title": title})
        number = 1 if title == "Postgres" else 2
        for side, texts in arguments.items():
            for text, weight in texts.items():
                call(f"{topic}.options.{number}.{side}.add", {"text": text, "weight": weight})
    call(f"{topic}.decision.ask", {"asked": json.dumps(["ada", "bob", user]), "deadline": "2036-11-28T17:00:00Z"})
    call(f"{topic}.positions.take", {"position": '"1"', "because": "It has outlived three fashions"})
    options = Options()
    for argument in ["--headless=new"] + (["--no-sandbox"] if os.geteuid() == 0 else []):
        options.add_argument(argument)
    browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    try:
        link = gateway.stdout.readline().strip()
        browser.get(link)
        for name, width, height, scheme in [
            ("web-board", 1000, 760, "light"), ("web-phone", 360, 760, "dark"),
        ]:
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
            browser.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                "features": [{"name": "prefers-color-scheme", "value": scheme}]})
            browser.get(link.split("/enter")[0] + "/topics/which-database")
            time.sleep(1)
            browser.save_screenshot(f"{sys.argv[1]}/{name}.png")
    finally:
        browser.quit()
finally:
    gateway.terminate()
    daemon.terminate()
