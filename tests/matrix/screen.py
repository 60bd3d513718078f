"""A program on a terminal of its own, which is a tmux server's: what stands on the screen, and keys for it."""

import os
import re
import subprocess
import time

ROWS, COLUMNS = 50, 250
WAIT_SECONDS = 20
LOOK_SECONDS = 0.02
# $0: the file for the exit status
RUN = '"$@"; echo $? >"$0.new"; mv "$0.new" "$0"'


class Silence(Exception):
    """The awaited words were never shown."""


class Screen:
    """`how` is what the program gets: its folder, environment and user."""

    def __init__(self, folder: str, argv: list, **how):
        # Names of its own: a server that was there before may not be gone yet, and has left its file.
        number = time.monotonic_ns()
        self.socket, self.ended = (os.path.join(folder, f"{name}.{number}") for name in ("terminal", "ended"))
        self.how, self.text = how, ""
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), "--", "sh", "-c", RUN, self.ended, *argv)

    def tmux(self, *words) -> str:
        ran = subprocess.run(["tmux", "-u", "-S", self.socket, *words], capture_output=True, text=True, check=False, timeout=WAIT_SECONDS,
                             errors="replace", **self.how)
        if ran.returncode:
            raise Silence(f"tmux {words[0]}: {ran.stderr}")
        return ran.stdout

    def until(self, what: str, found):
        """Look again and again until `found` finds something: that."""
        until = time.monotonic() + WAIT_SECONDS
        while True:
            if (answer := found()) is not None:
                return answer
            if time.monotonic() > until:
                raise Silence(what)
            time.sleep(LOOK_SECONDS)

    def wait(self, pattern: str) -> str:
        """Until this stands on the screen: the words that match."""
        regex = re.compile(pattern)

        def look():
            self.text = self.tmux("capture-pane", "-p")
            return regex.search(self.text)

        return self.until(pattern, look).group()

    def type(self, keys: str):
        self.tmux("send-keys", "-H", *(f"{byte:02x}" for byte in keys.encode()))

    def end(self) -> int:
        """Its exit status, once it ends by itself."""
        self.until("its end", lambda: os.path.exists(self.ended) or None)
        with open(self.ended) as f:
            return int(f.read())

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], check=False, capture_output=True, **self.how)
