"""A PostgreSQL server of a test's own, and hosts that mount duels of it: each a daemon in its own mount, network and time namespace, whose only
way to the server is a proxy (proxy.py) that does what it is told.

All hosts mount on the same path, each in its own namespace; a client enters the one of its host. Its own clocks stay those of the machine.
"""
import ctypes
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "mounted"))
import clusters  # noqa: E402

BUILD = pathlib.Path(os.environ.get("BUILD", ".build")).resolve()
SERVES_SECONDS = 60
CLONE_NEWTIME, CLONE_NEWNS, CLONE_NEWNET = 0x80, 0x20000, 0x40000000
libc = ctypes.CDLL(None, use_errno=True)


def why_not():
    """The packages that are missing here, or nothing."""
    if not clusters.BIN:
        return "there is no initdb (Debian: postgresql)"
    tried = subprocess.run(["unshare", "-Tmn", "--boottime", "1", "true"], capture_output=True, text=True)
    return f"no namespaces can be made here: {tried.stderr.strip()}" if tried.returncode else ""


def enter(pid, *kinds):
    """This process, which has one thread, is in these namespaces of that one from now on."""
    names = {CLONE_NEWTIME: "time", CLONE_NEWNS: "mnt", CLONE_NEWNET: "net"}
    for kind in kinds:
        fd = os.open(f"/proc/{pid}/ns/{names[kind]}", os.O_RDONLY | os.O_CLOEXEC)
        if libc.setns(fd, kind):
            raise OSError(ctypes.get_errno(), f"setns {names[kind]}")
        os.close(fd)


def eventually(holds, what, seconds=SERVES_SECONDS):
    until = time.monotonic() + seconds
    while not (found := holds()):
        if time.monotonic() > until:
            raise SystemExit(f"waited {seconds} s in vain: {what}")
        time.sleep(0.01)
    return found


class Server(clusters.Server):
    """One in a directory of its own, whose database is `duels`."""

    def __init__(self, at):
        at.mkdir()
        super().__init__(clusters.directory(at))

    def sql(self, text, database="duels"):
        return super().sql(text, database)


class Host:
    """A daemon, what it needs, and what may be done to it."""

    def __init__(self, name, work, server, offset_seconds, program=None):
        self.name, self.mount, self.work = name, work / "mount", work / f"host-{name}"
        self.offset_ms, self.program = offset_seconds * 1000, program or BUILD / "duelfs"
        self.work.mkdir()
        self.goes_to(server)
        (self.work / "duelfs.toml").write_text('[limits]\nduels_per_uid = 1000000\n')
        self.log = open(self.work / "daemon.log", "a")
        # what a time namespace says of its clocks is set before it has a process; the network has nothing but its own address
        script = f"ip link set lo up && exec python3 {HERE}/proxy.py {self.work}"
        self.proxy = subprocess.Popen(["unshare", "-Tmn", "--boottime", str(offset_seconds), "--monotonic", str(offset_seconds), "sh", "-c", script],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.proxy.stdout.readline() != "ok\n":
            raise SystemExit(f"host {name}: its proxy did not start")
        self.daemon = None

    def goes_to(self, server):
        fresh = self.work / "upstream.new"
        fresh.symlink_to(server.at)
        fresh.rename(self.work / "upstream")

    def tell(self, order):
        self.proxy.stdin.write(order + "\n")
        self.proxy.stdin.flush()
        return self.proxy.stdout.readline().strip()

    def path(self, name=""):
        """As seen from outside."""
        return pathlib.Path(f"/proc/{self.proxy.pid}/root{self.mount}") / name

    def enter(self):
        enter(self.proxy.pid, CLONE_NEWNS, CLONE_NEWNET)

    def start(self):
        """Serves when this returns. If the server is away, the daemon says so and ends: once more."""
        until = time.monotonic() + SERVES_SECONDS
        while not self.tried():
            if time.monotonic() > until:
                raise SystemExit(f"host {self.name}: no daemon serves: {(self.work / 'daemon.log').read_text()[-600:]}")
            time.sleep(0.05)

    def tried(self):
        pid = self.proxy.pid
        self.daemon = subprocess.Popen([self.program, "postgresql://duelfs@127.0.0.1/duels", self.mount, "-f", "-o", f"config={self.work}/duelfs.toml"],
                                       preexec_fn=lambda: enter(pid, CLONE_NEWTIME, CLONE_NEWNS, CLONE_NEWNET), stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=self.log)
        while not self.serves():
            if self.daemon.poll() is not None:
                return False
            time.sleep(0.005)
        return True

    def serves(self):
        try:
            return bool(self.path("status").read_text())
        except OSError:
            return False

    def status(self, file="status"):
        rows = (line.split(" = ", 1) for line in self.path(file).read_text().splitlines() if " = " in line)
        return {key: value.strip().strip('"') for key, value in rows}

    def end(self, how):
        self.daemon.send_signal(how)
        return self.daemon.wait()

    def is_in_step(self):
        try:
            return self.status()["store_state"] == "in step"
        except OSError:
            return False

    def away(self):
        """Its namespaces, and the mount in one of them, are gone with their last process."""
        if self.daemon and self.daemon.poll() is None:
            self.daemon.send_signal(signal.SIGCONT)
            self.daemon.kill()
            self.daemon.wait()
        self.proxy.stdin.close()
        self.proxy.wait()
        self.proxy.stdout.close()
        self.log.close()


class Site:
    """A server with a database of duels, and hosts; `with Site(…) as site`."""

    def __init__(self, prefix, hosts, program=None):
        self.work = pathlib.Path(tempfile.mkdtemp(prefix=prefix, dir=os.environ.get("TMPDIR", "/var/tmp")))
        self.work.chmod(0o755)
        (self.work / "mount").mkdir()
        self.server, self.hosts, self.servers, self.names, self.program = None, [], [], hosts, program

    def __enter__(self):
        try:
            self.server = Server(self.work / "server")
            self.servers.append(self.server)
            self.server.makes()
            self.server.starts()
            self.server.sql("CREATE DATABASE duels", "postgres")
            for number, name in enumerate(self.names):
                # hours apart, and none the machine's own
                self.hosts.append(Host(name, self.work, self.server, 3600 * (7 + 11 * number), self.program))
                self.hosts[-1].start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def standby(self):
        self.servers.append(Server(self.work / f"standby{len(self.servers)}"))
        self.servers[-1].copies(self.server)
        return self.servers[-1]

    def __exit__(self, *_):
        for host in self.hosts:
            host.away()
        for server in self.servers:
            if server.runs():
                server.crashes()
        if os.environ.get("KEEP"):
            print(f"# kept: {self.work}")
        else:
            shutil.rmtree(self.work, ignore_errors=True)
