"""An OpenAI-compatible endpoint that says what it is told to, over real HTTP on the loopback.

`with llm_server(fails(500), says("…")) as server:` answers in that order, the last one for ever;
`with llm_server(lambda request: says(…)) as server:` decides by the request. `server.url` is the
base URL, `server.requests` what was asked. It runs in threads, so blocking callers may use it too.
"""

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "stub-model"


@dataclass(frozen=True)
class Request:
    """What was asked: the JSON body of a completion, and the headers in lower case."""

    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def prompt(self) -> str:
        """Every message's text, the system's first."""
        return "\n\n".join(str(message["content"]) for message in self.body["messages"])

    @property
    def format(self) -> str:
        """`json_schema`, `json_object`, or `text` where no format was asked for."""
        return str(self.body.get("response_format", {}).get("type", "text"))


@dataclass(frozen=True)
class Reply:
    """One HTTP answer; `hangs`: none, until the server is closed."""

    status: int = 200
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    hangs: bool = False


Script = Callable[[Request], Reply]
HANG = Reply(hangs=True)


def says(content: str, *, finish: str = "stop", prompt: int = 100, completion: int = 20) -> Reply:
    """A completion with this text and this usage in tokens."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": content},
        "finish_reason": finish,
    }
    usage = {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    }
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": MODEL,
        "choices": [choice],
        "usage": usage,
    }
    return Reply(body=json.dumps(body))


def states(*facts: dict[str, Any], **usage: Any) -> Reply:
    """A completion that answers an extraction with these facts."""
    return says(json.dumps({"facts": facts}, ensure_ascii=False), **usage)


def fails(status: int, *, retry_after: str = "", message: str = "no") -> Reply:
    """An error, as such endpoints word it."""
    body = json.dumps({"error": {"message": message, "type": "error", "code": None}})
    return Reply(status, body, {"Retry-After": retry_after} if retry_after else {})


class LlmServer:
    """A served script; a reply list repeats its last one."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self.requests: list[Request] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    @contextlib.contextmanager
    def served(self) -> Iterator["LlmServer"]:
        """Serve until the block is left."""
        thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield self
        finally:
            self._closing.set()
            self._http.shutdown()
            self._http.server_close()
            thread.join()

    def answer(self, request: Request) -> Reply | None:
        """Return the reply to a request; None where the server hangs up without one."""
        with self._lock:
            self.requests.append(request)
            reply = self._script(request)
        if reply.hangs:
            self._closing.wait()
            return None
        return reply

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                listed = {"object": "list", "data": [{"id": MODEL, "object": "model"}]}
                self._send(Reply(body=json.dumps(listed)))

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                headers = {name.lower(): value for name, value in self.headers.items()}
                reply = server.answer(Request(body, headers))
                if reply is None:
                    self.close_connection = True
                else:
                    self._send(reply)

            def _send(self, reply: Reply) -> None:
                content = reply.body.encode()
                with contextlib.suppress(ConnectionError):  # the client may be gone by then
                    self.send_response(reply.status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(content)))
                    for name, value in reply.headers.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(content)

            def log_message(self, *_: Any) -> None:
                """Be quiet."""

        return Handler


def llm_server(*replies: Reply | Script) -> contextlib.AbstractContextManager[LlmServer]:
    """Return a context manager that serves replies in order, or one script."""
    first = replies[0]
    script = first if callable(first) else _in_order([r for r in replies if isinstance(r, Reply)])
    return LlmServer(script).served()


def _in_order(replies: list[Reply]) -> Script:
    left = list(replies)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]
