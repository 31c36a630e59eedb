"""What the scripts of this directory share: a browser without a window, and waiting."""

import atexit
import os
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service


def start(width, height):
    """Returns a browser, which ends with the script."""
    options = Options()
    for argument in ["--headless=new", f"--window-size={width},{height}"] + (
        ["--no-sandbox"] if os.geteuid() == 0 else []
    ):
        options.add_argument(argument)
    browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    atexit.register(browser.quit)
    return browser


def expect(what, is_so, seconds=20):
    """Prints what holds, or ends the script if it does not in time."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            sys.exit(f"{what}: this does not hold")
        time.sleep(0.02)
    print(what, flush=True)
