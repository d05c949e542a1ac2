"""Only the page of the person who started the lab is answered."""

import json
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path

import pytest

from tests.lab.asking import QUEENS, answer, post, request, running_lab
from threefold.lab.security import HEADER
from threefold.lab.server import Lab, static_files


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with running_lab(tmp_path_factory.mktemp("folder")) as started:
        yield started


def refused(response: HTTPResponse, sentence: str, status: int = 403) -> bool:
    return response.status == status and sentence in json.loads(response.read())["error"]


def test_it_listens_on_the_loopback_address_only(lab: Lab) -> None:
    assert lab.socket.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize("path", ["/", "/index.html", "/lab.js", "/parts/run.js", "/?token=wrong", "/?token="])
def test_nothing_is_shown_without_the_token(lab: Lab, path: str) -> None:
    assert refused(request(lab, "GET", path), "open the link")


def test_the_link_sets_a_cookie_and_leaves_the_address_without_the_token(lab: Lab) -> None:
    response = request(lab, "GET", lab.link.removeprefix(f"http://127.0.0.1:{lab.server_port}"))
    cookie = response.headers["Set-Cookie"]
    assert (response.status, response.headers["Location"]) == (303, lab.access.page)
    assert cookie.endswith(f"; Path={lab.access.page}; HttpOnly; SameSite=Lax")  # no other port gets it
    assert lab.access.token not in lab.access.page
    page = request(lab, "GET", lab.access.page, headers={"Cookie": cookie.partition(";")[0]})
    assert (page.status, page.headers["Referrer-Policy"]) == (200, "no-referrer")
    assert b"Threefold" in page.read()


def test_the_page_may_load_nothing_from_outside_and_run_nothing_inline(lab: Lab) -> None:
    policy = request(lab, "GET", "/", headers={HEADER: lab.access.token}).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for name, path in static_files().items():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text, name
        assert "https:" not in text, name


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1"])
def test_another_host_name_is_refused_even_with_the_token(lab: Lab, host: str) -> None:
    headers = {HEADER: lab.access.token, "Content-Type": "application/json"}
    assert refused(request(lab, "GET", "/", headers=headers, host=host), "another name")
    assert refused(request(lab, "POST", "/start", b"{}", headers, host=host), "another name")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])
def test_a_question_of_another_page_is_refused_even_with_the_token(lab: Lab, origin: str) -> None:
    assert refused(post(lab, "/start", {}, Origin=origin), "another page")


def test_what_the_browser_says_about_the_sender_counts(lab: Lab) -> None:
    assert refused(post(lab, "/start", {}, **{"Sec-Fetch-Site": "same-site"}), "another page")
    own = {"Origin": f"http://127.0.0.1:{lab.server_port}", "Sec-Fetch-Site": "same-origin"}
    assert post(lab, "/start", {}, **own).status == 200


@pytest.mark.parametrize("token", ["", "wrong", "é", "a" * 10_000])
def test_a_wrong_token_in_header_or_cookie_is_refused(lab: Lab, token: str) -> None:
    sent = {"Content-Type": "application/json", HEADER: token.encode().decode("latin-1")}
    assert refused(request(lab, "POST", "/start", b"{}", sent), "token")
    cookie = {"Cookie": f"{lab.access.cookie}={sent[HEADER]}"}
    assert refused(request(lab, "GET", "/", headers=cookie), "token")


@pytest.mark.parametrize(
    "path", ["/../server.py", "/..%2fserver.py", "//etc/passwd", "/parts/../../server.py", "/page/__init__.py", "/%00"]
)
def test_a_path_out_of_the_page_is_not_found(lab: Lab, path: str) -> None:
    assert request(lab, "GET", path, headers={HEADER: lab.access.token}).status == 404


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "HEAD"])
def test_other_methods_are_not_known(lab: Lab, method: str) -> None:
    assert request(lab, method, "/start", headers={HEADER: lab.access.token}).status == 501


def test_a_question_that_is_too_long_is_refused_before_it_is_read(lab: Lab) -> None:
    headers = {HEADER: lab.access.token, "Content-Type": "application/json", "Content-Length": "999999999999"}
    assert refused(request(lab, "POST", "/start", None, headers), "too long", 413)


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"Content-Type": "text/plain"}, 415), ({"Content-Length": "-5"}, 411), ({"Content-Length": "x"}, 411)],
)
def test_a_question_without_type_or_length_is_refused(lab: Lab, headers: dict[str, str], status: int) -> None:
    sent = {HEADER: lab.access.token, "Content-Type": "application/json", "Content-Length": "2", **headers}
    assert request(lab, "POST", "/start", b"{}", sent).status == status


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 100_000, b"\xff\xfe", b"[]", b"3", b'{"puzzle": 3}'])
def test_a_body_that_is_no_question_is_a_sentence(lab: Lab, body: bytes) -> None:
    headers = {HEADER: lab.access.token, "Content-Type": "application/json"}
    response = request(lab, "POST", "/board", body, headers)
    assert response.status in (400, 422)
    assert json.loads(response.read())["error"]


def test_a_half_request_does_not_stop_the_others(lab: Lab) -> None:
    with socket.create_connection(("127.0.0.1", lab.server_port)) as idle:
        idle.sendall(b"POST /board HTTP/1.1\r\nHost: ")
        assert answer(lab, "/puzzle", QUEENS)[0] == 200


@pytest.mark.parametrize("puzzle", ["/etc/passwd", "../outside.py", "/outside.py", "./../outside.py", "./link.py"])
def test_a_puzzle_file_outside_the_folder_is_not_loaded(lab: Lab, puzzle: str) -> None:
    folder = lab.folder.path
    (folder.parent / "outside.py").write_text("raise SystemExit('loaded')")
    if not (folder / "link.py").is_symlink():
        (folder / "link.py").symlink_to(folder.parent / "outside.py")
    for path in ("/board", "/puzzle", "/board/picture", "/run/picture"):
        status, said = answer(lab, path, QUEENS | {"puzzle": puzzle, "parameters": []})
        assert (status, said["field"]) == (422, "puzzle")
        assert "outside the folder" in said["error"]


@pytest.mark.parametrize("text", ["/etc/passwd", "../outside.txt", " /etc/passwd", "./link.txt"])
def test_an_instance_file_outside_the_folder_is_not_read(lab: Lab, text: str) -> None:
    folder = lab.folder.path
    (folder.parent / "outside.txt").write_text(".2.31....14.....")
    if not (folder / "link.txt").is_symlink():
        (folder / "link.txt").symlink_to(folder.parent / "outside.txt")
    status, said = answer(lab, "/board", {"puzzle": "sudoku", "parameters": [text]})
    assert (status, said["field"]) == (422, "parameters")
    assert "outside the folder" in said["error"]


@pytest.mark.parametrize("data", ["./own.dzn,../outside.dzn", "../outside.dzn,./own.dzn", "own.dzn,/etc/passwd"])
def test_of_several_data_files_none_may_lie_outside_the_folder(lab: Lab, data: str) -> None:
    folder = lab.folder.path
    (folder / "model.mzn").write_text("int: n; int: m; var 1..n: x; constraint x < m; solve satisfy;")
    (folder / "own.dzn").write_text("n = 3;")
    (folder.parent / "outside.dzn").write_text("m = 2;")
    status, said = answer(lab, "/board", {"puzzle": "./model.mzn", "parameters": [data]})
    assert (status, said.get("field")) == (422, "parameters")
    assert "outside the folder" in said["error"]


def test_a_file_named_on_the_command_line_may_lie_anywhere(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    file = Path("examples/pairs.py").resolve()
    with running_lab(tmp_path / "folder", (str(file),)) as lab:
        status, said = answer(lab, "/board", {"puzzle": str(file), "parameters": ["3"]})
    assert (status, said["kind"]) == (200, "table")
