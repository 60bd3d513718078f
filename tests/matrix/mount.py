"""One daemon, its store and its mount, and what a person sees there."""

import os
import signal
import subprocess
import time
import tomllib

WAIT_SECONDS = 20


class Trouble(Exception):
    """What the matrix itself needs did not work."""


def eventually(what, true, seconds=WAIT_SECONDS):
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            raise Trouble(f"never came true: {what}")
        time.sleep(0.01)


class Mount:
    def __init__(self, program, folder):
        self.program = program
        self.store, self.path, self.log = (os.path.join(folder, name) for name in ("store", "mnt", "daemon.stderr"))
        os.mkdir(self.store)
        os.mkdir(self.path)
        with open(os.path.join(self.store, "duelfs.toml"), "w") as config:
            config.write('[limits]\nduels_per_uid = 10000\n')  # a duel a cell
        with open(self.log, "wb") as log:
            self.daemon = subprocess.Popen([program, self.store, self.path, "-f"], stdin=subprocess.DEVNULL,
                                           stdout=subprocess.DEVNULL, stderr=log)
        eventually("the daemon serves", self.serves)

    def serves(self):
        if self.daemon.poll() is not None:
            raise Trouble(f"the daemon ended before it served: {self.said()}")
        return os.path.ismount(self.path) and os.path.exists(os.path.join(self.path, "status"))

    def said(self) -> str:
        with open(self.log, errors="replace") as log:
            return log.read()

    def end(self) -> list:
        """What is wrong with how it ended and with what it left: one sentence each."""
        wrong = []
        self.daemon.send_signal(signal.SIGTERM)
        try:
            status = self.daemon.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            self.daemon.kill()
            status = self.daemon.wait()
        if status:
            wrong.append(f"the daemon ended with status {status}")
        if os.path.ismount(self.path):
            subprocess.run(["umount", "-l", self.path], check=False)
            wrong.append("the daemon left its mount behind")
        if self.said().strip():
            wrong.append(f"unexpected words on the daemon's stderr: {self.said().strip()}")
        verify = subprocess.run([self.program, "verify", self.store], capture_output=True, text=True, check=False)
        wrong += [f"verify: {line}" for line in verify.stdout.splitlines() if not line.endswith(": ok")]
        if verify.returncode and not wrong:
            wrong.append(f"verify: exit status {verify.returncode}: {verify.stderr}")
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
