"""A lab in this process, and how to ask it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread
from typing import Any

from threefold.lab.folder import Folder
from threefold.lab.security import HEADER
from threefold.lab.server import Lab

QUEENS = {"puzzle": "nqueens", "parameters": ["8"], "givens": []}


@contextmanager
def running_lab(folder: Path, words: tuple[str, ...] = ()) -> Iterator[Lab]:
    lab = Lab(Folder(folder, words))
    thread = Thread(target=lab.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield lab
    finally:
        lab.shutdown()
        lab.server_close()
        thread.join()


def request(
    lab: Lab,
    method: str,
    path: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
    *,
    host: str = "",
) -> HTTPResponse:
    """As given: nothing is added but the Host."""
    connection = HTTPConnection("127.0.0.1", lab.server_port, timeout=60)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    connection.putheader("Host", host or f"127.0.0.1:{lab.server_port}")
    sent = {"Content-Length": str(len(body))} if body is not None else {}
    for name, value in {**sent, **(headers or {})}.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    return connection.getresponse()


def post(lab: Lab, path: str, body: object, **headers: str) -> HTTPResponse:
    sent = {HEADER: lab.access.token, "Content-Type": "application/json", **headers}
    return request(lab, "POST", path, json.dumps(body).encode(), sent)


def answer(lab: Lab, path: str, body: object) -> tuple[int, Any]:
    response = post(lab, path, body)
    return response.status, json.loads(response.read())


def events(response: HTTPResponse) -> Iterator[Any]:
    for line in response:
        if line.startswith(b"data: "):
            yield json.loads(line[6:])
