#!/usr/bin/env python3
"""Stands between one host and the database, on 127.0.0.1:5432 of the host's own network, and does to what is said there what networks do.

    tests/shared/proxy.py DIR       DIR/upstream is a link to where the server's socket is

Orders come by stdin, one a line, and each is answered by `ok`; at its end this ends, and all connections with it:

    pass                            from now on everything goes through at once; what was cut or deaf stays so
    cut                             every connection ends, and none is let in
    deaf up|down|both               nothing more is handed on, in that direction, of the connections that there are or come; nobody is told
    delay MS                        everything goes through later
    late N MS                       of the next N COMMITs the client is cut off at once, and MS later the server hears them all the same
    swallow N                       of the next N COMMITs the server hears, and the client hears nothing, nor ever again there
    count                           how many COMMITs were late or swallowed up to now, instead of ok
"""
import pathlib
import socket
import struct
import sys
import threading
import time

PORT = 5432
# The place in the sent bytes that ends a transaction: COMMIT, or a statement that is one by itself, in full or by the name it was planned under.
COMMITS = b"COMMIT\0", b"WITH head ", b"UPDATE duels SET rev", b"\0UPDATE duels "


class State:
    def __init__(self):
        self.lock = threading.Lock()
        self.lines, self.closed = set(), False
        self.deaf, self.delay = (), 0.0
        self.late = self.swallow = self.met = 0
        self.late_by = 0.0

    def takes(self, what):
        """One of the next N, where there is one left."""
        with self.lock:
            left = getattr(self, what)
            if left:
                setattr(self, what, left - 1)
                self.met += 1
            return left > 0


class Line:
    """A connection of the host's, and the one behind it."""

    def __init__(self, state, client, server):
        self.state, self.client, self.server = state, client, server
        self.deaf = set(state.deaf)

    def start(self):
        for way in (self.up, self.down):
            threading.Thread(target=self.carry, args=(way,), daemon=True).start()

    def carry(self, way):
        try:
            way()
        except OSError:
            pass
        self.end()

    def end(self):
        with self.state.lock:
            self.state.lines.discard(self)
        for end in (self.client, self.server):
            gone(end)

    def up(self):
        while data := self.client.recv(1 << 16):
            time.sleep(self.state.delay)
            if "up" in self.deaf:
                continue
            commits = any(words in data for words in COMMITS)
            if commits and self.state.takes("late"):
                return self.deliver_late(data)
            if commits and self.state.takes("swallow"):
                self.deaf.add("down")
            self.server.sendall(data)

    def deliver_late(self, data):
        """As a packet that was on its way for long: who sent it is told that the connection is gone, and may be gone by now."""
        self.deaf.add("down")
        gone(self.client, reset=True)
        time.sleep(self.state.late_by)
        self.server.sendall(data)
        self.server.shutdown(socket.SHUT_WR)
        while self.server.recv(1 << 16):
            pass

    def down(self):
        while data := self.server.recv(1 << 16):
            time.sleep(self.state.delay)
            if "down" not in self.deaf:
                self.client.sendall(data)
        if self.deaf:
            threading.Event().wait()  # not even its end is heard; the client's own is, by the other way


def gone(end, reset=False):
    try:
        if reset:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        else:
            end.shutdown(socket.SHUT_RDWR)
        end.close()
    except OSError:
        pass


def serve(state, listener, upstream):
    while True:
        client, _ = listener.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        server = socket.socket(socket.AF_UNIX)
        try:
            if state.closed:
                raise ConnectionRefusedError
            server.connect(str(upstream / f".s.PGSQL.{PORT}"))
        except OSError:
            gone(client, reset=True)
            server.close()
            continue
        line = Line(state, client, server)
        with state.lock:
            state.lines.add(line)
        line.start()


def obey(state, words):
    what, rest = words[0], words[1:]
    with state.lock:
        lines = list(state.lines)
    if what == "pass":
        state.closed, state.deaf, state.delay, state.late, state.swallow = False, (), 0.0, 0, 0
    elif what == "cut":
        state.closed = True
        for line in lines:
            line.end()
    elif what == "deaf":
        state.deaf = ("up", "down") if rest[0] == "both" else (rest[0],)
        for line in lines:
            line.deaf |= set(state.deaf)
    elif what == "delay":
        state.delay = int(rest[0]) / 1000
    elif what == "late":
        state.late_by, state.late = int(rest[1]) / 1000, int(rest[0])
    elif what == "swallow":
        state.swallow = int(rest[0])
    elif what == "count":
        return str(state.met)
    else:
        raise SystemExit(f"proxy: {what}?")
    return "ok"


def main():
    state = State()
    listener = socket.create_server(("127.0.0.1", PORT), backlog=64)
    threading.Thread(target=serve, args=(state, listener, pathlib.Path(sys.argv[1]) / "upstream"), daemon=True).start()
    print("ok", flush=True)
    for line in sys.stdin:
        print(obey(state, line.split()), flush=True)


if __name__ == "__main__":
    main()
