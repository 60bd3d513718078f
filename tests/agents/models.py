#!/usr/bin/env python3
"""A model API on loopback, for the real command-line agents: it answers as the scripted duels would (scripts/duels).

    models.py FORMAT LOG        prints its port once it listens; each request is a line of LOG: path, kind, seat, move

Whose move it is, is read in the question, "You are **NAME** (harness / model)"; a seat's questions are counted, each
once. A question that says a token comes from duel-run --tools: it is answered with a call of the agent's shell that
hands the text in, and then with a word. A question that is none of a duel (a title, a probe) gets a word as well.
"""

import hashlib
import http.server
import json
import pathlib
import re
import subprocess
import sys
import threading

ANSWER = pathlib.Path(__file__).resolve().parents[2] / "scripts/duels/answer"
USAGE = 1000, 200  # tokens in and out, of each answer
# The speaker of the scripted texts; and what of them is a line for `lock`.
WHO = re.compile(r"\((shell / script|shell / play|claude-code / opus|codex / gpt-5|gemini / pro)\)")
LINE = re.compile("(next|end) ")


class Duel:
    def __init__(self, format_name, log):
        self.format, self.file = format_name, log
        self.asked = {}
        self.lock = threading.Lock()

    def log(self, *words):
        with self.lock, open(self.file, "a") as file:
            file.write(" ".join(str(word) for word in words) + "\n")

    def reply(self, path, body, tools):
        """("text", TEXT) or ("call", COMMAND) for the words of a request."""
        words = strings(body)
        question = next((word for word in words if re.search(r"You are \*\*", word)), None)
        token = question and re.search(r"Your token is (\S+):", question)
        if not question or token and not tools:
            self.log(path, "other")
            return "text", "ok"
        name, harness, model = re.search(r"You are \*\*(.+?)\*\*(?: \((.+?) / (.+?)\))?", question).groups()
        digest = hashlib.sha256(question.encode()).hexdigest()
        with self.lock:
            known = self.asked.setdefault(name, [])
            if digest not in known:
                known.append(digest)
            move = known.index(digest) + 1
        behind = words[words.index(question) + 1:]
        if token and any("THE_TEXT" in word for word in behind):
            done = any("HANDED IN" in word and "THE_TEXT" not in word for word in behind)
            at = next(at for at, word in enumerate(behind) if "THE_TEXT" in word)
            self.log(path, "done" if done else "failed", name, move, "" if done else behind[at + 1:at + 6])
            return "text", "It is handed in." if done else "It cannot be handed in."
        text = subprocess.run([ANSWER, self.format], env={"PATH": "/usr/bin:/bin", "DUEL_SEAT": name, "DUEL_MOVE": str(move)},
                              input=question, stdout=subprocess.PIPE, check=True, text=True).stdout
        text = text.replace("<!-- token: SECRET -->\n", "")
        # A prompt that does not say as what the seat has joined leaves the heading to the filesystem.
        text = WHO.sub(f"({harness} / {model})", text) if harness else re.sub("^## Turn .* — ", "Stance: ", text, count=1)
        self.log(path, "call" if token else "text", name, move, "tools:" + ",".join(tools))
        if not token:
            return "text", text
        folder = re.search(r"The debate's directory is `(.+?)`", question)[1]
        file, text = f"participants/{name}/turn.md", f"<!-- token: {token[1]} -->\n{text}"
        if LINE.match(text.split("\n")[1]):
            file, text = "lock", text.split("\n")[1] + f" token={token[1]}\n"
        return "call", f"cat >'{folder}/{file}' <<'THE_TEXT' && echo HANDED IN\n{text}THE_TEXT\n"


def strings(value):
    """All strings in a JSON value, in order, long ones of several parts each by itself."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [word for part in value for word in strings(part)] if isinstance(value, list) else []


# --- the protocols: each makes of a reply what its API sends: (content type, bytes)

def sse(events):
    text = "".join((f"event: {name}\n" if name else "") + f"data: {json.dumps(data)}\n\n" for name, data in events)
    return "text/event-stream", text.encode()


def as_json(value):
    return "application/json", json.dumps(value).encode()


def anthropic(body, kind, said):
    block = {"type": "text", "text": said}
    if kind == "call":
        block = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": said, "description": "hand in"}}
    usage = {"input_tokens": USAGE[0], "output_tokens": USAGE[1], "cache_creation_input_tokens": 0,
             "cache_read_input_tokens": 0}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": body.get("model", "m"), "content": [block],
               "stop_reason": "tool_use" if kind == "call" else "end_turn", "stop_sequence": None, "usage": usage}
    if not body.get("stream"):
        return as_json(message)
    empty = {**block, "input": {}} if kind == "call" else {"type": "text", "text": ""}
    delta = {"type": "text_delta", "text": said}
    if kind == "call":
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    events = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": empty},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None}, "usage": usage},
        {"type": "message_stop"},
    ]
    return sse((event["type"], event) for event in events)


def shell_call(tools, command):
    """The call of whichever shell an agent of OpenAI's has."""
    for tool in tools:
        if tool.get("name") == "exec_command":
            return "exec_command", {"cmd": command}
        if tool.get("name") in ("shell", "shell_command", "local_shell"):
            words = command if tool["name"] == "shell_command" else ["bash", "-c", command]
            return tool["name"], {"command": words}
    return "shell", {"command": ["bash", "-c", command]}


def responses(body, kind, said):
    item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": said, "annotations": []}]}
    if kind == "call":
        name, arguments = shell_call(body.get("tools", []), said)
        item = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": name, "status": "completed",
                "arguments": json.dumps(arguments)}
    usage = {"input_tokens": USAGE[0], "input_tokens_details": {"cached_tokens": 0}, "output_tokens": USAGE[1],
             "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": sum(USAGE)}
    response = {"id": "resp_1", "object": "response", "status": "completed", "output": [item], "usage": usage}
    if not body.get("stream"):
        return as_json(response)
    events = [
        {"type": "response.created", "response": {"id": "resp_1", "status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": response},
    ]
    return sse((event["type"], event) for event in events)


def chat(body, kind, said):
    message = {"role": "assistant", "content": said}
    usage = {"prompt_tokens": USAGE[0], "completion_tokens": USAGE[1], "total_tokens": sum(USAGE)}
    head = {"id": "chatcmpl-1", "created": 1, "model": body.get("model", "m")}
    if not body.get("stream"):
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        return as_json({**head, "object": "chat.completion", "choices": [choice], "usage": usage})
    chunk = {**head, "object": "chat.completion.chunk"}
    kind, text = sse((None, {**chunk, "choices": [choice], "usage": used}) for choice, used in (
        ({"index": 0, "delta": message, "finish_reason": None}, None),
        ({"index": 0, "delta": {}, "finish_reason": "stop"}, usage)))
    return kind, text + b"data: [DONE]\n\n"


def gemini(streams):
    def answer(body, kind, said):
        value = {"candidates": [{"content": {"role": "model", "parts": [{"text": said}]}, "finishReason": "STOP", "index": 0}],
                 "usageMetadata": {"promptTokenCount": USAGE[0], "candidatesTokenCount": USAGE[1],
                                   "totalTokenCount": sum(USAGE)}}
        return sse([(None, value)]) if streams else as_json(value)
    return answer


PROTOCOLS = [
    (r"/v1/messages/count_tokens", lambda body, kind, said: as_json({"input_tokens": USAGE[0]})),
    (r"/v1/messages", anthropic),
    (r"(/v1)?/responses", responses),
    (r"(/v1)?/chat/completions", chat),
    (r"/v1(beta)?/models/[^/]+:streamGenerateContent", gemini(True)),
    (r"/v1(beta)?/models/[^/]+:generateContent", gemini(False)),
]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def send(self, status, kind, data):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.send(200, *as_json({"object": "list", "data": [], "models": []}))

    def do_POST(self):
        path = self.path.split("?")[0]
        data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        protocol = next((make for pattern, make in PROTOCOLS if re.fullmatch(pattern, path)), None)
        try:
            body = json.loads(data)
        except ValueError:
            protocol = None
        if not protocol:
            self.server.duel.log(path, "unknown")
            self.send(404, *as_json({"error": {"type": "not_found", "message": "there is no such API here"}}))
            return
        names = [tool.get("name", "?") for tool in body.get("tools") or [] if isinstance(tool, dict)]
        self.send(200, *protocol(body, *self.server.duel.reply(path, body, names)))

    def log_message(self, *words):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.duel = Duel(sys.argv[1], sys.argv[2])
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
