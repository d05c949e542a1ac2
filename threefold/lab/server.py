"""The HTTP server: static files, questions as JSON, streams as server-sent events. Standard library only."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit

from threefold.errors import ThreefoldError
from threefold.lab.asked import Asked
from threefold.lab.calls import Busy, Calls
from threefold.lab.connections import Connection, Connections
from threefold.lab.folder import Folder
from threefold.lab.routes import MODULES, ROUTES, Route, answered
from threefold.lab.security import HEADERS, NO_TOKEN, Access

PAGE = Path(__file__).with_name("page")
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
QUESTIONS = 2  # short calls at the same time
STREAMS = 4  # runs at the same time


class Lab(Connections):
    """The server. `link` opens its page."""

    def __init__(self, folder: Folder, port: int = 0) -> None:
        self.folder = folder
        self.questions, self.streams = Calls(QUESTIONS, MODULES, ready=QUESTIONS), Calls(STREAMS, MODULES)
        super().__init__(port, Handler)
        self.access = Access.new(self.server_address[1])

    @property
    def link(self) -> str:
        return self.access.link

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader that is gone is no error. Others are bugs: one line, and a traceback if asked for."""
        error = sys.exception() if sys.version_info >= (3, 12) else sys.exc_info()[1]
        if isinstance(error, OSError):
            return
        if os.environ.get("THREEFOLD_TRACEBACK"):
            super().handle_error(request, client_address)
        print(f"threefold: unexpected error: {type(error).__name__}: {error}", file=sys.stderr)

    def server_close(self) -> None:
        super().server_close()
        self.questions.close()
        self.streams.close()


class Handler(Connection):
    server: Lab
    server_version, sys_version = "threefold", ""

    @cached_property
    def _address(self) -> SplitResult:
        with suppress(ValueError):
            return urlsplit(self.path)
        return urlsplit("")

    @cached_property
    def _path(self) -> str:
        """Without that of the page, which programs need not know."""
        path, page = self._address.path, self.server.access.page
        return path.removeprefix(page.rstrip("/")) if path.startswith(page) else path

    def do_GET(self) -> None:
        access, query = self.server.access, parse_qs(self._address.query)
        if "Content-Length" not in self.headers and "Transfer-Encoding" not in self.headers:
            self.arrived()
        if problem := access.refusal(self.headers):
            return self._fail(403, problem)
        if self._path == "/" and access.matches(query.get("token", [""])[0]):
            return self._send(303, b"", {"Location": access.page, "Set-Cookie": access.set_cookie})
        if not access.knows(self.headers):
            return self._fail(403, NO_TOKEN)
        return self._static("index.html" if self._path == "/" else self._path.removeprefix("/"))

    def _static(self, name: str) -> None:
        """Only names that were found in the folder of the page: no path is made from what was asked."""
        file = static_files().get(name)
        if file is None:
            return self._fail(404, "there is no such page")
        return self._send(200, file.read_bytes(), {"Content-Type": f"{TYPES[file.suffix]}; charset=utf-8"})

    def do_POST(self) -> None:
        access, route = self.server.access, ROUTES.get(self._path)
        problem = access.refusal(self.headers) or ("a request of another page" * access.cross_site(self.headers))
        if problem or not access.knows(self.headers):
            return self._fail(403, problem or NO_TOKEN)
        if route is None:
            return self._fail(404, "there is no such question")
        if self.headers.get_content_type() != "application/json":
            return self._fail(415, "JSON was expected")
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit():
            return self._fail(411, "the length of the question is missing")
        if len(length) > 18 or int(length) > route.body:
            return self._fail(413, f"the question is too long: at most {route.body:,} bytes")
        body = self.rfile.read(int(length))
        self.arrived()
        return self._answer(route, body)

    def _answer(self, route: Route, body: bytes) -> None:
        try:
            asked = Asked.of(json.loads(body), self.server.folder)
            if route.stream:
                return self._stream(route, asked)
            answer = str(self.server.questions.call(answered, route, asked, limits=route.limits))
        except (ValueError, RecursionError):
            return self._fail(400, "this is not JSON")
        except ThreefoldError as error:
            return self._json(503 if isinstance(error, Busy) else 422, json.dumps(described(error)))
        return self._json(200, answer)

    def _stream(self, route: Route, asked: Asked) -> None:
        """Events as `data: {…}`, a comment as a sign of life. An error is the last event: {"event": "error", …}."""
        events = self.server.streams.stream(answered, route, asked, limits=route.limits, reader=self.connection)
        with closing(events):
            self._head(200, {"Content-Type": "text/event-stream; charset=utf-8"})
            for event in _with_errors(events):
                line = ":" if event is None else f"data: {event}"
                self.wfile.write(f"{line}\n\n".encode())

    def _json(self, code: int, answer: str) -> None:
        self._send(code, answer.encode(), {"Content-Type": "application/json"})

    def _fail(self, code: int, sentence: str) -> None:
        self._json(code, json.dumps({"error": sentence}))

    def _send(self, code: int, content: bytes, headers: dict[str, str]) -> None:
        self._head(code, {**headers, "Content-Length": str(len(content))})
        self.wfile.write(content)

    def _head(self, code: int, headers: dict[str, str]) -> None:
        self.send_response(code)
        for name, value in {**HEADERS, **headers}.items():
            self.send_header(name, value)
        self.end_headers()


def _with_errors(events: Iterator[object]) -> Iterator[object]:
    try:
        yield from events
    except ThreefoldError as error:
        yield json.dumps({"event": "error", **described(error)})


def described(error: ThreefoldError) -> dict[str, str]:
    """An error as the page shows it: a sentence, and the field beside which it stands."""
    return {"error": str(error), "field": getattr(error, "field", ""), "kind": type(error).__name__}


def static_files() -> dict[str, Path]:
    return {path.relative_to(PAGE).as_posix(): path for path in PAGE.rglob("*") if path.suffix in TYPES}


def serve(lab: Lab, greet: Callable[[], object]) -> None:
    """Until Ctrl-C; then everything that the lab started ends."""
    with suppress(KeyboardInterrupt), lab:
        greet()
        lab.serve_forever()
