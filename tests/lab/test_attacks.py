"""Requests that no page sends, and puzzle files that misbehave: each is answered or ended, and the lab serves on."""

import json
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from tests.lab.asking import QUEENS, answer, request, running_lab
from threefold.lab import connections
from threefold.lab.asked import Asked
from threefold.lab.folder import BadField, Folder
from threefold.lab.parts import check, run
from threefold.lab.routes import ROUTES, answered
from threefold.lab.security import HEADER, Access
from threefold.lab.server import Lab

FILE = """
from threefold import Puzzle, Spec
{before}
def build():
    spec = Spec("own")
    spec.integer("x", [1, 2])
    return spec
def picture(solution):
    {picture}
PUZZLE = Puzzle(name="own", summary="", parameters=(), example=(), build=build, draw=str, picture=picture)
"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with running_lab(tmp_path_factory.mktemp("folder")) as started:
        yield started


@pytest.mark.parametrize(
    "cookies",
    ["{}", '{}; theirs={{"a": 1}}', 'theirs={{"a": 1}}; {}', "{}; threefold=evil", "threefold=evil; {}", "a b; =; {}"],
)
def test_cookies_of_other_servers_on_this_machine_do_not_lock_the_page_out(cookies: str) -> None:
    access, headers = Access.new(1), Message()
    headers["Cookie"] = cookies.format(f"threefold={access.token}")
    assert access.knows(headers)


@pytest.mark.parametrize("cookies", ["", "threefold", "threefold=", "x={0}", "threefold={0}x", "xthreefold={0}"])
def test_a_cookie_without_the_token_does_not_count(cookies: str) -> None:
    access, headers = Access.new(1), Message()
    headers["Cookie"] = cookies.format(access.token)
    assert not access.knows(headers)


@pytest.mark.parametrize("text", ["inside.dzn,/etc/passwd", "inside.dzn,../outside.dzn", "none, /etc/passwd", ",link"])
def test_no_file_of_a_list_of_files_may_lie_outside_the_folder(text: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link").symlink_to("/etc/passwd")
    with pytest.raises(BadField, match="outside the folder"):
        Folder(tmp_path / "folder").check(text, "parameters")
    Folder(tmp_path / "folder").check("inside.dzn,./other.dzn", "parameters")


def raw(lab: Lab, *pieces: bytes) -> bytes:
    """The whole answer to these bytes."""
    with socket.create_connection(("127.0.0.1", lab.server_port), timeout=30) as client:
        for piece in pieces:
            client.sendall(piece)
        return b"".join(iter(lambda: client.recv(1 << 16), b""))


def head(lab: Lab, *lines: str, method: str = "POST", path: str = "/start") -> bytes:
    known = (f"Host: 127.0.0.1:{lab.server_port}", f"{HEADER}: {lab.access.token}", "Content-Type: application/json")
    return "\r\n".join([f"{method} {path} HTTP/1.1", *known, *lines, "", ""]).encode()


@pytest.mark.parametrize("token", [True, False])
def test_a_question_that_is_far_too_long_is_refused_with_a_sentence_that_the_client_can_read(
    token: bool, lab: Lab
) -> None:
    headers = {"Content-Type": "application/json"} | ({HEADER: lab.access.token} if token else {})
    response = request(lab, "POST", "/start", b"x" * (20 << 20), headers)
    assert response.status == (413 if token else 403)
    assert ("too long" if token else "token") in json.loads(response.read())["error"]


def test_a_length_with_thousands_of_digits_is_too_long(lab: Lab) -> None:
    assert b" 413 " in raw(lab, head(lab, f"Content-Length: {'9' * 5000}"))


def test_a_question_in_chunks_is_refused_with_a_sentence(lab: Lab) -> None:
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    assert b" 411 " in raw(lab, head(lab, "Transfer-Encoding: chunked"), *[chunk] * 50, b"0\r\n\r\n")


@pytest.mark.parametrize("path", ["http://[", "http://[::1/", "//[", "http://x]/", "*"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_address_that_is_none_is_refused(path: str, method: str, lab: Lab) -> None:
    assert b" 404 " in raw(lab, head(lab, "Content-Length: 0", method=method, path=path)).partition(b"\r\n")[0]


@pytest.mark.parametrize(
    "piece", [b"GET /\r\n\r\n", b"\0" * 100 + b"\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\r\n"]
)
def test_what_is_no_request_is_answered_without_a_trace(piece: bytes, lab: Lab, capfd: Any) -> None:
    assert lab.access.token.encode() not in raw(lab, piece)
    assert capfd.readouterr() == ("", "")


def test_too_many_headers_are_refused(lab: Lab) -> None:
    flood = [f"X-{number}: {'x' * 100}" for number in range(5000)]
    assert b" 431 " in raw(lab, head(lab, *flood)).partition(b"\r\n")[0]


def test_silent_connections_lose_their_places_to_others(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SILENCE", 0.1)
    with ExitStack() as silent:
        for _ in range(connections.CONNECTIONS + 8):
            client = silent.enter_context(socket.create_connection(("127.0.0.1", lab.server_port)))
            client.sendall(b"GET / HT")
        assert request(lab, "GET", "/", headers={HEADER: lab.access.token}).status == 200


def test_a_request_that_comes_a_byte_at_a_time_ends(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ARRIVAL", 0.2)
    with socket.create_connection(("127.0.0.1", lab.server_port), timeout=0.05) as slow:
        for _ in range(200):
            try:
                slow.sendall(b"x")
                if slow.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            pytest.fail("it was read for ever")


def board(picture: str, folder: Path, before: str = "", path: str = "/board") -> Any:
    (folder / "own.py").write_text(FILE.format(picture=picture, before=before))
    text = answered(lambda event: None, ROUTES[path], Asked("./own.py", (), (), {}, Folder(folder)))
    return json.loads(text, parse_constant=pytest.fail)


@pytest.mark.parametrize(
    ("view", "width", "kind"),
    [
        ("0 0 3 1", "1", "picture"),
        *((view, "1", "table") for view in ("nan 0 3 1", "0 0 inf 1", "0 0 1e999 1", "0 0 0 0", "0 0 3 -1", "")),
        *(("0 0 3 1", width, "table") for width in ("inf", "1e999", "nan")),
    ],
)
def test_a_picture_has_cells_only_where_view_and_shapes_are_finite(
    view: str, width: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shape = f'<rect x="{{solution["x"]}}" y="0" width="{width}" height="1"/>'
    svg = f'<svg viewBox="{view}">{shape}</svg>'
    assert board(f"return f'''{svg}'''", tmp_path)["kind"] == kind


def test_an_answer_that_is_too_large_for_the_page_is_a_sentence(lab: Lab) -> None:
    (lab.folder.path / "own.py").write_text(FILE.format(picture="return 'x' * (100 << 20)", before=""))
    status, said = answer(lab, "/board/picture", {"puzzle": "./own.py"})
    assert (status, said["kind"]) == (422, "LimitReached")
    assert "too large for the page" in said["error"]


def test_a_text_of_a_class_of_the_puzzle_file_is_a_text(lab: Lab) -> None:
    own = FILE.format(picture="return Own('<svg/>')", before="class Own(str): pass")
    (lab.folder.path / "own.py").write_text(own)
    assert answer(lab, "/board/picture", {"puzzle": "./own.py"})[1]["picture"] == "<svg/>"


@pytest.mark.parametrize(
    "before", ["import os; os.write(1, b'x' * 9999)", "print('{}' * 9999)", "import os; os.close(1)"]
)
def test_what_a_puzzle_file_prints_is_no_part_of_the_answer(before: str, lab: Lab) -> None:
    (lab.folder.path / "own.py").write_text(FILE.format(picture="return '<svg/>'", before=before))
    assert answer(lab, "/board/picture", {"puzzle": "./own.py"})[1]["picture"] == "<svg/>"


@pytest.mark.parametrize(
    "before", ["import os; os._exit(0)", "import os; os.kill(os.getppid(), 9)", "raise KeyboardInterrupt"]
)
def test_a_puzzle_file_that_ends_its_process_is_a_sentence(before: str, lab: Lab) -> None:
    (lab.folder.path / "own.py").write_text(FILE.format(picture="return ''", before=before))
    status, said = answer(lab, "/board", {"puzzle": "./own.py"})
    assert (status, bool(said["error"])) == (422, True)
    assert answer(lab, "/puzzle", QUEENS)[0] == 200


@pytest.mark.parametrize("text", ["\ud800", "\0", "<script>", "٣", "9" * 4096, "9" * 4097, "-1", "1e9", "\u202e8"])
@pytest.mark.parametrize("field", ["puzzle", "parameters", "givens"])
def test_odd_texts_are_sentences(text: str, field: str, lab: Lab) -> None:
    asked = QUEENS | {field: text if field == "puzzle" else [text]}
    status, said = answer(lab, "/board/picture", asked)
    assert (status, bool(said["error"])) == (422, True)


@pytest.mark.parametrize("question", ["all", "optimum", "optima"])
def test_a_run_loads_a_puzzle_file_only_in_a_process_with_limits(
    question: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that runs the rows has none: a file that loops would keep its place for ever."""
    monkeypatch.chdir(tmp_path)
    before = "import os; print(os.getpid(), file=open('loaded', 'a'))"
    (tmp_path / "own.py").write_text(FILE.format(picture="return ''", before=before))
    run.instance(Asked("./own.py", (), (), {"question": question}, Folder(tmp_path)))
    loaded = (tmp_path / "loaded").read_text().split()
    assert loaded
    assert str(os.getpid()) not in loaded


def test_a_formula_with_half_a_character_is_a_sentence_beside_its_field() -> None:
    with pytest.raises(BadField, match="character 3 cannot be written in UTF-8") as raised:
        check.check(lambda event: None, Asked("nqueens", ("4",), (), {"text": "p \ud800"}, Folder(Path())))
    assert raised.value.field == "text"
