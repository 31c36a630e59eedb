"""The programs in terminals that nobody sees, and what their screens show."""

import os
import subprocess
import sys
import time

from terminal import cells

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("BUILD", f"{ROOT}/.build/release"))


class Stage:
    """A user's directories, and tmux servers in them."""

    def __init__(self, directory):
        self.directory = directory
        os.mkdir(f"{directory}/bin")
        for name, program in [("procon", "procon-client"), ("procond", "procond"),
                              ("procon-tui", "procon-tui")]:
            os.symlink(f"{BUILD}/{program}", f"{directory}/bin/{name}")
        os.makedirs(f"{directory}/run", 0o700)
        # Not the daemon of this system, which may have other topics.
        os.makedirs(f"{directory}/.config/procon")
        with open(f"{directory}/.config/procon/procond.json", "w") as file:
            file.write('{"daemon": "own"}')
        self.environment = {
            "PATH": f"{directory}/bin:/usr/bin:/bin",
            "HOME": directory,
            "XDG_RUNTIME_DIR": f"{directory}/run",
            "XDG_STATE_HOME": f"{directory}/state",
            "LANG": "C.UTF-8",
            "TERM": "screen-256color",
            "SHELL": "/bin/bash",
        }

    def tmux(self, server, *words):
        return subprocess.run(
            ["tmux", "-S", f"{self.directory}/{server}", *words], env=self.environment,
            check=True, stdout=subprocess.PIPE, text=True).stdout

    def screen(self, server):
        """The lines of a screen, each as a list of cells."""
        return cells(self.tmux(server, "capture-pane", "-e", "-N", "-p"))

    def wait(self, server, text, appears=True, pause=lambda: time.sleep(0.05)):
        """Waits until the screen contains a text, or does not contain it."""
        deadline = time.monotonic() + 30
        while (text in (shown := self.tmux(server, "capture-pane", "-p"))) != appears:
            if time.monotonic() > deadline:
                change = "appear" if appears else "disappear"
                sys.exit(f"record: '{text}' does not {change}:\n{shown}")
            pause()
