"""Records a board, commands that change it, and a status bar."""

import time

from stage import Stage
from svg import picture

COLUMNS, ROWS = 100, 24
TITLE = "A board of pros and cons, changed by commands; a status bar follows"

# The inner tmux: the board above, the commands and a subscription below, and a status bar.
CONFIGURATION = r"""
set -g default-terminal screen-256color
set -g default-command 'exec bash --rcfile ~/.bashrc'
set -g status-interval 1
set -g status-style 'bg=colour236,fg=colour252'
set -g status-left ''
set -g status-right-length 90
set -g window-status-current-format ' status bar'
set -g pane-border-style fg=colour238
set -g pane-active-border-style fg=colour238
set -g status-right "#(procon subscribe --escape tmux --format '{topics.ai.summary.title} {topics.ai.summary.scoreText} · build: {shared.build.state} ')"
"""


class Recording(Stage):
    """A tmux in a tmux, and what its screen shows at which time."""

    def __init__(self, directory):
        super().__init__(directory)
        self.frames = []
        with open(f"{directory}/tmux.conf", "w") as file:
            file.write(CONFIGURATION)
        with open(f"{directory}/.bashrc", "w") as file:
            file.write("PS1='$ '\n")
        self.tmux("inner", "-f", f"{directory}/tmux.conf", "new-session", "-d",
                  "-x", str(COLUMNS), "-y", str(ROWS), "exec procon subscribe")
        # The window has its size at once, and the panes the rest of it.
        self.tmux("inner", "split-window", "-v", "-l", "11")
        self.tmux("inner", "split-window", "-h", "-l", "47")
        self.tmux("inner", "select-pane", "-L")
        attach = f"exec tmux -S {directory}/inner attach"
        self.tmux("outer", "-f", "/dev/null", "new-session", "-d",
                  "-x", str(COLUMNS), "-y", str(ROWS), attach)
        self.tmux("outer", "set", "-g", "status", "off")
        self.tmux("outer", "resize-window", "-x", str(COLUMNS), "-y", str(ROWS))

    def film(self, seconds):
        """Adds frames for a time."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            self.frames.append((now, self.screen("outer")))
            time.sleep(min(0.1, max(0, end - time.monotonic())))

    def type(self, pane, text):
        """Types a text into a pane, with a frame for every second key."""
        for index, character in enumerate(text):
            self.tmux("inner", "send-keys", "-t", f"{{{pane}}}", "-l", character)
            self.film(0.02 if index % 2 else 0)
            time.sleep(0.03)

    def enter(self, text, *effects):
        """Types a command into the lower left pane, and films until all its effects are shown."""
        self.type("bottom-left", text)
        self.film(0.5)
        self.tmux("inner", "send-keys", "-t", "{bottom-left}", "Enter")
        for effect in effects:
            self.wait("outer", effect, pause=lambda: self.film(0.1))
        self.film(2)

    def close(self):
        for server in ["outer", "inner"]:
            self.tmux(server, "kill-server")


def record(directory):
    """The picture of README's beginning, as pairs of a name and a text."""
    recording = Recording(directory)
    try:
        recording.wait("outer", "leans pro")
        recording.type("bottom-left", "procon set shared.build.state idle --ttl 1h\n")
        recording.wait("outer", "build: idle")
        recording.type("bottom-left", "clear\n")
        recording.type("bottom-right", "procon subscribe 'shared.**'\n")
        recording.wait("outer", '"idle"')
        recording.frames = []
        recording.film(1.5)
        recording.enter('procon add pro "Always awake" --weight 2', "added to", "+3 · build: idle")
        recording.enter('procon remove con "Lesser jobs"', "removed from", "+4 · build: idle")
        for state in ["running", "done"]:
            recording.enter(f"procon set shared.build.state {state} --ttl 1h",
                            f'"{state}"', f"build: {state}")
        recording.film(2)
    finally:
        recording.close()
    yield "board", picture(recording.frames, COLUMNS, ROWS, TITLE)
