"""PostgreSQL servers of a test's own, and their standbys. The server's programs are an ordinary user's: root runs them as nobody."""
import glob
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from mounts import eventually, sql

BIN = glob.glob("/usr/lib/postgresql/*/bin")[-1:]
NOBODY = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.getuid() == 0 else {}


class Server:
    """Its files are in `data`, and its socket is in the directory `at`."""

    def __init__(self, at):
        self.at, self.data = at, at / "data"

    def run(self, *command):
        """One of its programs; what it says goes into a file, for a server keeps its output open."""
        said = self.at / "said"
        with open(said, "a", encoding="utf-8") as out:
            status = subprocess.run(command, cwd=self.at, env={**os.environ, "PATH": os.pathsep.join([os.environ["PATH"], *BIN])}, stdout=out,
                                    stderr=out, stdin=subprocess.DEVNULL, check=False, **NOBODY).returncode
        assert status == 0, said.read_text()[-1000:]

    def control(self, *words):
        self.run("pg_ctl", "-D", self.data, "-w", *words)

    def makes(self):
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "duelfs", "--no-sync")

    def copies(self, other):
        """It is a standby of that one, which follows it and is waited for by nobody."""
        self.run("pg_basebackup", "-h", other.at, "-U", "duelfs", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "--no-sync")

    def starts(self):
        """A server tells its standby every other second, though nothing is written, that it has all there is."""
        self.control("-l", self.at / "log", "-o", f"-k {self.at} -c listen_addresses= -c max_connections=200 -c wal_sender_timeout=4s", "start")

    def runs(self):
        return (self.data / "postmaster.pid").exists()

    def crashes(self):
        self.control("-m", "immediate", "stop")

    def sql(self, text, database="postgres"):
        return sql(self.at, database, text)


def directory(path):
    path.chmod(0o755)
    if NOBODY:
        shutil.chown(path, "nobody", "nogroup")
    return path


class Cluster(Server):
    """The server, and where a test made it a standby that follows it."""

    def __init__(self):
        super().__init__(directory(pathlib.Path(tempfile.mkdtemp(prefix="duelfs-cluster-", dir=os.environ.get("CLUSTER_UNDER", "/tmp")))))
        self.standby = None
        self.makes()
        self.starts()

    def follow(self):
        """A second server that follows this one."""
        at = self.at / "standby"
        at.mkdir()
        self.standby = Server(directory(at))
        self.standby.copies(self)
        self.standby.starts()
        return self.standby

    def is_followed(self):
        """All changes so far have reached the standby, and can be read there."""
        here = self.sql("SELECT pg_current_wal_flush_lsn()")
        eventually(lambda: self.standby.sql(f"SELECT pg_last_wal_replay_lsn() >= '{here}'") == "t")

    def waits_for(self, names):
        self.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        self.sql("SELECT pg_reload_conf()")
        eventually(lambda: self.sql("SHOW synchronous_standby_names") == names)

    def alone_again(self):
        """It runs, waits for nobody, and nothing follows it."""
        if not self.runs():
            self.starts()
        if self.standby:
            self.waits_for("")
            if self.standby.runs():
                self.standby.crashes()
            shutil.rmtree(self.standby.at)
            self.standby = None

    def end(self):
        self.crashes()
        shutil.rmtree(self.at)


if __name__ == "__main__":  # scripts/run-mounted: one is made, and it is told where; the one that is there is ended
    if sys.argv[1:]:
        there = Server(pathlib.Path(sys.argv[1]))
        there.crashes()
        shutil.rmtree(there.at)
    else:
        print(Cluster().at)
