"""The output of a test in Python, as TAP; how it has another program's parts; and a daemon of its own."""
import importlib.machinery
import importlib.util
import subprocess


def program(path):
    """A program whose name does not end in .py, as a module."""
    loader = importlib.machinery.SourceFileLoader(f"{path.parent.name}_{path.name}", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class Tap:
    def __init__(self):
        self.tests = self.failures = 0

    def result(self, holds, sentence, said=""):
        self.tests += 1
        self.failures += not holds
        print(f"{'ok' if holds else 'not ok'} {self.tests} - {sentence}", flush=True)
        for line in said.splitlines()[:40] if not holds else []:
            print(f"# {line}")
        return holds

    def command(self, sentence, *argv):
        done = subprocess.run(argv, capture_output=True, text=True)
        said = done.stdout.strip().splitlines()
        return self.result(done.returncode == 0, f"{sentence}: {said[-1]}" if said else sentence, done.stdout + done.stderr)


class Served:
    """The mount that the process `daemon` serves."""
    daemon = None

    def serves(self):
        try:
            return bool((self.mount / "status").read_text())
        except OSError:
            return False

    def away(self):
        if self.daemon and self.daemon.poll() is None:
            self.daemon.kill()
            self.daemon.wait()
        if any(line.split()[1] == str(self.mount) for line in open("/proc/self/mounts")):
            subprocess.run(["umount", "-l", self.mount], check=False)
