"""A person's view of a duel of the matrix's mount, and the end of that mount."""

import os
import pathlib
import sys
import time
import tomllib

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "mounted"))
from mounts import Mount, duelfs  # noqa: E402

WAIT_SECONDS = 20


class Trouble(Exception):
    """A step that the matrix itself needs did not work."""


def eventually(what, true, seconds=WAIT_SECONDS):
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            raise Trouble(f"never came true: {what}")
        time.sleep(0.01)


def wrong_at_end(mount: Mount) -> list:
    """The faults of how it ended and of what it left: one sentence each."""
    wrong = []
    for holds in (mount.stop, mount.assert_quiet, lambda: duelfs(0, "verify", mount.store)):
        try:
            holds()
        except AssertionError as error:
            wrong.append(str(error))
    return wrong


class Duel:
    def __init__(self, mount: Mount, name: str):
        self.path = os.path.join(mount.path, name)

    def file(self, name: str) -> str:
        return os.path.join(self.path, name)

    def bytes_of(self, name: str) -> bytes:
        with open(self.file(name), "rb") as f:
            return f.read()

    def text_of(self, name: str) -> str:
        return self.bytes_of(name).decode()

    def record(self) -> bytes:
        return self.bytes_of("debate.md")

    def status(self) -> dict:
        return tomllib.loads(self.text_of("status"))

    def holder(self) -> str:
        return tomllib.loads(self.text_of("lock"))["owner"]

    def newest_refusal(self) -> str:
        """The newest refusal in last_error: its line of time, seat and file, and its findings."""
        lines = self.text_of("last_error").splitlines()
        begins = [i for i, line in enumerate(lines) if not any(mark in line for mark in (": error: [", ": warning: ["))]
        return "\n".join(lines[: begins[1]] if len(begins) > 1 else lines)
