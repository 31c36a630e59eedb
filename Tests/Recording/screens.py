"""Records the screens of procon-tui, in the hands of a user who logs in."""

import json
import os
import subprocess

from stage import BUILD, Stage
from svg import picture

COLUMNS, ROWS = 80, 14
# Where there is room for all panes.
WIDE = 150, 16
PASSWORD = "enchantress"


class Screens(Stage):
    """A daemon that ada can log in to, and procon-tui in a tmux."""

    def __init__(self, directory):
        super().__init__(directory)
        os.makedirs(f"{directory}/run/procon", 0o700)
        socket = f"{directory}/run/procon/procon.sock"
        self.write_configuration()
        self.daemon = subprocess.Popen(
            [f"{BUILD}/procond", "--socket", socket, "--config", f"{directory}/procond.json",
             "--state-dir", f"{directory}/state"], env=self.environment,
            stderr=subprocess.PIPE, text=True)
        while "listening on" not in (line := self.daemon.stderr.readline()):
            if not line:
                raise SystemExit("record: procond does not start")
        # With eight colors, which the picture chooses, whatever terminals this system knows.
        self.tmux("screen", "-f", "/dev/null", "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS),
                  f"TERM=screen exec procon-tui --socket {socket}")
        self.tmux("screen", "set", "-g", "status", "off")
        self.tmux("screen", "resize-window", "-x", str(COLUMNS), "-y", str(ROWS))

    def write_configuration(self):
        secret = subprocess.run(
            [f"{BUILD}/procond", "--hash-secret"], input=PASSWORD, stdout=subprocess.PIPE,
            text=True, check=True).stdout.strip()
        files = {
            "procond": {"users": f"{self.directory}/users.json",
                        "policy": f"{self.directory}/policy.json",
                        "mounts": {"topics": {"memory": True}}},
            "users": {"users": {"ada": {"password": secret, "groups": []}}, "tokens": {}},
            "policy": {"rules": [{"who": ["user:ada"], "may": ["read", "call"],
                                  "at": ["topics.**"]}]},
        }
        for name, content in files.items():
            with open(f"{self.directory}/{name}.json", "w") as file:
                os.chmod(file.name, 0o600)
                json.dump(content, file)

    def wait(self, text, appears=True):
        super().wait("screen", text, appears)

    def press(self, *keys):
        self.tmux("screen", "send-keys", *keys)

    def type(self, text, *keys):
        self.tmux("screen", "send-keys", "-l", text)
        self.press(*keys)

    def shot(self, title, *texts):
        """A picture of what is shown as soon as it contains all texts."""
        for text in texts:
            self.wait(text)
        size = self.tmux("screen", "display", "-p", "#{pane_width} #{pane_height}")
        columns, rows = map(int, size.split())
        return picture([(0, self.screen("screen"))] * 2, columns, rows, title)

    def resize(self, columns, rows):
        self.tmux("screen", "resize-window", "-x", str(columns), "-y", str(rows))

    def close(self):
        self.tmux("screen", "kill-server")
        self.daemon.terminate()
        self.daemon.wait()


def record(directory):
    """The pictures, as pairs of a name and a text."""
    screens = Screens(directory)
    try:
        yield from screens_of_ada(screens)
    finally:
        screens.close()


def screens_of_ada(screens):
    screens.wait("Password")
    screens.press("Enter")
    screens.type("ada", "Enter")
    screens.wait("Name:     ada")
    # The field of the name has it, and that of the password does not.
    screens.wait("Ctrl-O", appears=False)
    screens.type(PASSWORD)
    yield "tui-login", screens.shot("The login in procon-tui")
    screens.press("Enter")
    screens.wait("Artificial Intel")
    for title in ["Which editor?", "Tea or coffee?"]:
        screens.press("n")
        screens.type(title, "Enter")
        screens.wait(title)
        screens.wait("q quit")
    yield "tui-topics", screens.shot("The topics in procon-tui", "f news")
    screens.press("g", "Enter")
    screens.wait("Pros (4)")
    screens.press("a")
    screens.type("Always awake", "Enter")
    screens.wait("Pros (5)")
    screens.wait("q quit")
    screens.press("+")
    screens.wait("awake ×2")
    screens.press("t", "n")
    screens.wait("text:")
    screens.type("Ask for a trial", "Enter", "Enter")
    screens.press("Enter")
    screens.wait("[ ] Ask")
    screens.press("Escape")
    screens.wait("Pros (5)")
    screens.resize(*WIDE)
    yield "tui-board", screens.shot(
        "Topics, a board and its todos in procon-tui", "Topics (3)", "[ ] Ask", "pro 5 · ×2", "c decide")
    screens.resize(COLUMNS, ROWS)
    screens.wait("Topics (3)", appears=False)
    screens.press("o")
    screens.wait("(0)")
    screens.press("n")
    screens.wait("New post")
    screens.press("e")
    screens.type("What the trial showed", "Enter")
    screens.wait("q quit")
    screens.press("c")
    screens.type("It is faster, and it never sleeps.", "Enter")
    yield "tui-draft", screens.shot(
        "A post that is being written in procon-tui", "s saves it", "x discard")
    screens.press("s")
    yield "tui-posts", screens.shot(
        "The posts of a topic in procon-tui", "(1)", "never sleeps", "n write")
    screens.press("Enter")
    screens.wait("Posts:", appears=False)
    yield "tui-post", screens.shot("A post in procon-tui", "never sleeps", "D delete")
    screens.press(":")
    yield "tui-menu", screens.shot(
        "All that can be done with a post, in procon-tui", "Go back", "Enter do it")
