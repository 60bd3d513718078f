"""The fixtures of the mounted tests in Python, and TAP for scripts/run-mounted: a line a test, named by its sentence."""
import importlib
import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(__file__))
sys.dont_write_bytecode = True
from clusters import Cluster  # noqa: E402  pylint: disable=wrong-import-position
from mounts import Beside, Database, Mount, Other, User, eventually, read_whole  # noqa: E402  pylint: disable=wrong-import-position

results, processes = [], []
sys.addaudithook(lambda event, _: processes.append(event) if event in ("os.fork", "subprocess.Popen") else None)


@pytest.fixture(scope="module")
def mount(request):
    """The daemon of a file. CONFIG and OPTIONS of the file say how it is configured."""
    it = Mount(getattr(request.module, "CONFIG", ""), getattr(request.module, "OPTIONS", ()))
    yield it
    it.end()


@pytest.fixture
def duel(mount):
    """A duel with two participants; what the daemon says meanwhile fails the test."""
    it = mount.joined()
    yield it
    mount.assert_quiet()


@pytest.fixture
def own():
    """own(config, options): a daemon of the test's own, which it may restart, kill and configure anew."""
    made = []

    def begin(config="", options=(), where=None, at="mnt"):
        made.append(Mount(config, options, where, at))
        return made[-1]
    yield begin
    for it in made:
        it.end()


@pytest.fixture(scope="module")
def cluster():
    """A PostgreSQL server of the file's own."""
    it = Cluster()
    yield it
    it.end()


@pytest.fixture
def database(cluster):
    """A database of that server. A test that needs own() as well names this first, for it ends last."""
    it = Database(cluster.at)
    yield it
    cluster.alone_again()
    it.drop()


@pytest.fixture
def host(database, own):
    """host(config, options): a mount of the database, as another host would mount it."""
    return lambda config="", options=(), where=None: own(config, options, where=where or database.url)


@pytest.fixture(scope="module")
def user():
    """user(uid): a process of that uid, the same one for the whole file."""
    users = {}

    def of(uid):
        if uid not in users:
            users[uid] = User(uid)
        return users[uid]
    yield of
    for it in users.values():
        it.end()


@pytest.fixture
def silent(monkeypatch):
    """Another file system, which answers nothing when it is told so. No sanitizer can stop a thread that waits for it, to look for leaks."""
    monkeypatch.setenv("ASAN_OPTIONS", "detect_leaks=0")
    it = Other()
    yield it
    it.end()


@pytest.fixture
def project():
    """A directory in which duel-run runs."""
    with importlib.import_module("running").Project() as it:
        yield it


@pytest.fixture
def beside():
    """beside(function, …): a process beside the test, which ends with it."""
    begun = []

    def begin(function, *args, **options):
        begun.append(Beside(function, *args, **options))
        return begun[-1]
    yield begin
    for it in begun:
        it.end()


@pytest.fixture
def park(beside):
    """park(path): a reader that has opened the file and sleeps in its read."""
    def begin(path, uid=None):
        reader = beside(read_whole, path, uid=uid)
        assert reader.hear() == "opened"
        eventually(reader.sleeps)
        return reader
    return begin


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    # a row of a table is named by its sentence
    row = item.callspec.id if hasattr(item, "callspec") and " " in item.callspec.id else None
    sentence = row or item.name.removeprefix("test_").replace("_", " ")
    if call.when == "call" or not report.passed:
        results.append((report.outcome, sentence, report.longrepr[2] if report.skipped else report.longreprtext))


def pytest_sessionfinish(session):
    if os.environ.get("TAP_FILE"):
        with open(os.environ["TAP_FILE"], "w", encoding="utf-8") as out:
            for number, (outcome, sentence, why) in enumerate(results, 1):
                print("not ok" if outcome == "failed" else "ok", number, "-", sentence,
                      *(["# SKIP", why] if outcome == "skipped" else []), file=out)
                if outcome == "failed":
                    print("\n".join("# " + line for line in why.splitlines()), file=out)
            print(f"1..{len(results)}", file=out)
            print(f"# {len(processes)} processes", file=out)
