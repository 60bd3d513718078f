"""What a test in Python says of itself, as TAP."""
import subprocess


class Tap:
    def __init__(self):
        self.tests = self.failures = 0

    def result(self, holds, sentence, said=""):
        self.tests += 1
        self.failures += not holds
        print(f"{'ok' if holds else 'not ok'} {self.tests} - {sentence}")
        for line in said.splitlines()[:40] if not holds else []:
            print(f"# {line}")
        return holds

    def command(self, sentence, *argv):
        done = subprocess.run(argv, capture_output=True, text=True)
        said = done.stdout.strip().splitlines()
        return self.result(done.returncode == 0, f"{sentence}: {said[-1]}" if said else sentence, done.stdout + done.stderr)
