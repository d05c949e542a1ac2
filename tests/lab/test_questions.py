"""The questions of the page, asked without a browser."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.lab.asking import QUEENS, answer, events, post, running_lab
from threefold import api, models
from threefold.lab.folder import Folder
from threefold.lab.server import STREAMS, Lab

NEEDS_GANAK = pytest.mark.skipif(find_spec("pyganak") is None, reason="pyganak is not installed")

FOREVER = {"puzzle": "nqueens", "parameters": ["16"], "rows": "sat", "seconds": 600}


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with running_lab(tmp_path_factory.mktemp("folder")) as started:
        yield started


def below(pid: int) -> set[int]:
    """The processes that a process started, and theirs."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(one): int(two) for one, two in (line.split() for line in listed.splitlines())}
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def until(true: Any, seconds: float = 30) -> bool:
    end = monotonic() + seconds
    while not (seen := true()) and monotonic() < end:
        sleep(0.02)
    return bool(seen)


def test_the_page_offers_all_puzzles_and_rows(lab: Lab) -> None:
    _, offered = answer(lab, "/start", {})
    assert offered["built_in"] == models.all_names()
    assert {"sat", "cp", "ilp"} <= {backend["name"] for backend in offered["backends"]}


def test_a_puzzle_is_offered_once_and_other_programs_are_not_offered(tmp_path: Path) -> None:
    for name, text in {"mine.py": "PUZZLE = 1", "encoder.py": "print()", "_part.py": "PUZZLE = 1", "m.mzn": ""}.items():
        (tmp_path / name).write_text(text)
    offered = Folder(tmp_path, ("nqueens", "8")).puzzles()
    assert offered["named"] == ["nqueens"]
    assert offered["built_in"] == [name for name in models.all_names() if name != "nqueens"]
    assert offered["files"] == ["./m.mzn", "./mine.py"]
    assert Folder(tmp_path, ("./m.mzn",)).puzzles()["files"] == ["./mine.py"]


def test_the_page_begins_with_what_was_typed(tmp_path: Path) -> None:
    instance = tmp_path / "four.txt"
    instance.write_text(". 2 . 3\n1 . . .\n. 1 4 .\n. . . .\n")
    (tmp_path / "folder").mkdir()
    with running_lab(tmp_path / "folder", ("sudoku", str(instance))) as lab:
        _, offered = answer(lab, "/start", {})
        assert (offered["named"], offered["parameters"], offered["givens"]) == (["sudoku"], [str(instance)], [])
        status, board = answer(lab, "/board", {"puzzle": "sudoku", "parameters": [str(instance)]})
        assert (status, len(board["fixed"])) == (200, 5)  # a file outside the folder, but named on the command line


@pytest.mark.parametrize("parameters", [["4"], ["4", ""]])
def test_an_optional_parameter_may_be_left_out_on_the_page(parameters: list[str], lab: Lab) -> None:
    golomb = {"puzzle": "golomb", "parameters": parameters, "givens": []}
    status, board = answer(lab, "/board", golomb)
    assert (status, board["objective"]) == (200, True)
    assert answer(lab, "/board/picture", golomb | {"question": "optimum"})[1]["shell"] == "compare golomb 4 --optimum"
    [*_, last] = events(post(lab, "/run", golomb | {"rows": "cp"}))
    assert (last["field"], last["error"]) == (
        "parameters", "golomb: L is missing (length); expected: golomb m L (compare with optimum does without L)"
    )  # fmt: skip


def test_the_command_takes_a_puzzle_its_parameters_and_givens_like_the_others(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from threefold.commands.start import main; main()", "lab", "--no-browser"]
    words = ["golomb", "4", "--given", "mark[2]=1"]
    process = subprocess.Popen([*command, *words], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    link = process.stdout.readline().split()[-1]
    connection = HTTPConnection("127.0.0.1", int(link.split(":")[2].split("/")[0]), timeout=120)
    sent = {"X-Threefold-Token": link.partition("token=")[2], "Content-Type": "application/json"}
    connection.request("POST", "/start", "{}", sent)
    offered = json.loads(connection.getresponse().read())
    assert [offered[name] for name in ("named", "parameters", "givens")] == [["golomb"], ["4"], ["mark[2]=1"]]
    connection.close()
    process.terminate()
    process.wait(timeout=60)
    process.stdout.close()


def test_every_cell_of_the_queens_is_one_literal(lab: Lab) -> None:
    _, board = answer(lab, "/board", QUEENS)
    cells = {(x // 32, y // 32): literals for x, y, _, _, literals in board["cells"]}
    assert cells == {(column, row): [[row, column + 1]] for row in range(8) for column in range(8)}


def test_every_cell_of_a_sudoku_has_the_literals_of_one_variable_and_the_givens_are_drawn(lab: Lab) -> None:
    _, board = answer(lab, "/board", {"puzzle": "sudoku", "parameters": ["four"]})
    assert [cell[4] for cell in board["cells"]] == [[[at, value] for value in (1, 2, 3, 4)] for at in range(16)]
    assert board["fixed"] == {"cell[1, 2]": 2, "cell[1, 4]": 3, "cell[2, 1]": 1, "cell[3, 2]": 1, "cell[3, 3]": 4}
    assert board["picture"].count("<text") == 5


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", models.names())
def test_every_puzzle_has_a_board_whose_literals_are_all_there(puzzle: str, lab: Lab) -> None:
    status, board = answer(lab, "/board", {"puzzle": puzzle})
    assert status == 200
    if board["kind"] == "picture":
        drawn = {tuple(literal) for cell in board["cells"] for literal in cell[4]}
        variables = enumerate(board["variables"])
        assert drawn == {(at, value) for at, x in variables if not x["derived"] for value in x["values"]}
    else:
        assert board["kind"] == "table"
        assert board["reason"]


def test_the_givens_are_drawn_and_written_as_the_command_line_has_them(lab: Lab) -> None:
    givens = ["queen[1]=3", "queen[2]!=5"]
    _, said = answer(lab, "/board/picture", QUEENS | {"givens": givens, "rows": "sat,cp", "seconds": 5})
    assert said["picture"].count("♛") == 1
    assert said["shell"] == "compare nqueens 8 --backends sat,cp --timeout 5 --given 'queen[1]=3' --given 'queen[2]!=5'"
    assert said["python"].splitlines()[-1] == (
        "print(tf.compare('nqueens', 8, backends='sat,cp', timeout=5, givens=['queen[1]=3', 'queen[2]!=5']))"
    )


def test_a_text_that_a_shell_would_read_is_quoted(lab: Lab) -> None:
    _, said = answer(lab, "/board/picture", {"puzzle": "cryptarithm", "parameters": ["A+B=C"]})
    assert said["shell"] == "compare cryptarithm A+B=C"
    _, said = answer(lab, "/board/picture", {"puzzle": "sudoku", "parameters": [".2.31....14....."]})
    assert said["shell"] == "compare sudoku .2.31....14....."


@pytest.mark.parametrize(
    ("path", "more", "field", "sentence"),
    [
        ("/board", {"puzzle": "nqeens"}, "parameters", "did you mean 'nqueens'"),
        ("/puzzle", {"puzzle": "nqeens"}, "puzzle", "did you mean 'nqueens'"),
        ("/board", {"parameters": ["0"]}, "parameters", "n must be at least 1"),
        ("/board", {"parameters": ["8", "9"]}, "parameters", "one parameter too many"),
        ("/board", {"parameters": "8"}, "parameters", "a list of texts"),
        ("/board/picture", {"givens": ["queen[9]=1"]}, "givens", "no variable queen[9]"),
        ("/board/picture", {"givens": ["nonsense"]}, "givens", "NAME[INDEX]!=VALUE"),
        ("/run/picture", {"assignment": [1, 2]}, "assignment", "a solution has 8 values"),
        ("/run/picture", {"assignment": "x"}, "assignment", "a list of integers"),
    ],
)
def test_bad_input_is_a_sentence_with_its_field(
    path: str, more: dict[str, object], field: str, sentence: str, lab: Lab
) -> None:
    status, said = answer(lab, path, QUEENS | more)
    assert (status, said["field"]) == (422, field)
    assert sentence in said["error"]


@pytest.mark.parametrize(
    ("more", "field", "sentence"),
    [
        ({"rows": "sat,nonsense"}, "rows", "nonsense"),
        ({"rows": ""}, "rows", ""),
        ({"seconds": 0}, "seconds", "from 1 to 3600"),
        ({"seconds": None}, "seconds", "from 1 to 3600"),
        ({"question": "why"}, "question", "no question 'why'"),
        ({"question": "optimum"}, "run", "no objective"),
        ({"question": "classes", "givens": ["queen[1]=1"]}, "run", "symmetry"),
    ],
)
def test_bad_input_of_a_run_is_its_last_event(more: dict[str, object], field: str, sentence: str, lab: Lab) -> None:
    [*_, last] = events(post(lab, "/run", QUEENS | more))
    assert (last["event"], last["field"]) == ("error", field)
    assert sentence in last["error"]


@pytest.mark.slow
def test_a_huge_board_is_a_sentence_and_not_drawn(lab: Lab) -> None:
    _, board = answer(lab, "/board", QUEENS | {"parameters": ["3000"]})
    assert (board["kind"], board["reason"]) == ("none", "the board is large: it has 9,000,000 literals")


@pytest.mark.slow
@pytest.mark.parametrize("line", ["while True: pass", "x = [0] * (1 << 29)"])
def test_a_puzzle_that_needs_too_much_ends_as_a_limit(line: str, lab: Lab) -> None:
    template = Path(models.__file__).with_name("_template.py").read_text().replace("NAME", "towers")
    (lab.folder.path / "towers.py").write_text(template.replace("    spec = Spec(", f"    {line}\n    spec = Spec(", 1))
    status, said = answer(lab, "/board", {"puzzle": "./towers.py", "parameters": ["4"]})
    assert (status, said["kind"]) == (422, "LimitReached")
    assert "time limit of 10 s" in said["error"] or "not enough memory" in said["error"]


@pytest.mark.slow
def test_a_run_reports_its_rows_and_then_what_compare_says(lab: Lab) -> None:
    asked = {"rows": "sat,backtracking", "givens": ["queen[1]!=3", "queen[2]=5"]}
    found = list(events(post(lab, "/run", QUEENS | asked)))
    names = [(event["event"], event.get("row")) for event in found if event["event"] != "progress"]
    rows = [(word, row) for row in ("sat:cadical195", "backtracking:backtracking") for word in ("started", "finished")]
    assert names == [("planned", None), *rows, ("result", None)]
    same = api.compare("nqueens", 8, backends=asked["rows"], givens=asked["givens"])
    assert (found[-1]["verdict"], found[-1]["sentence"]) == (same.verdict, same.sentence)
    assert len(found[-1]["solutions"][0]) == same.count == 4
    shown = answer(lab, "/run/picture", QUEENS | {"assignment": found[-1]["solutions"][0][0]})[1]
    assert shown["picture"].count("♛") == 8


@pytest.mark.slow
def test_more_solutions_than_the_page_shows_are_said_to_be_more(lab: Lab) -> None:
    [*_, last] = events(post(lab, "/run", QUEENS | {"parameters": ["9"], "rows": "backtracking"}))
    assert len(last["solutions"][0]) == 200
    assert last["shown"] == "the first 200 solutions of 352"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (QUEENS | {"question": "classes", "rows": "cp"}, "12 classes of 92 solutions under 8 symmetries"),
        pytest.param(QUEENS | {"rows": "sat:ganak"}, "", marks=NEEDS_GANAK),
        ({"puzzle": "golomb", "parameters": ["4"], "question": "optimum", "rows": "cp"}, ""),
    ],
)
def test_classes_counts_without_solutions_and_optima_are_answered(
    asked: dict[str, object], sentence: str, lab: Lab
) -> None:
    [*_, last] = events(post(lab, "/run", asked))
    assert last["event"] == "result", last
    assert last["classes"].startswith(sentence)


@pytest.mark.slow
def test_a_time_limit_is_a_row_and_not_an_error(lab: Lab) -> None:
    [*_, last] = events(post(lab, "/run", FOREVER | {"seconds": 1}))
    assert last["verdict"] == "incomplete"
    assert "time limit of 1 s" in last["reasons"][0]


@pytest.mark.slow
def test_a_page_that_is_gone_leaves_no_run_and_the_next_runs_are_accepted(lab: Lab) -> None:
    before = below(os.getpid())
    for _ in range(2):
        streams = [post(lab, "/run", FOREVER) for _ in range(STREAMS)]
        assert all(next(events(each))["event"] == "planned" for each in streams)
        [busy] = events(post(lab, "/run", FOREVER))
        assert (busy["event"], busy["kind"]) == ("error", "Busy")
        for each in streams:
            each.close()
        assert until(lambda: len(below(os.getpid())) <= len(before))


@pytest.mark.slow
def test_two_hundred_requests_at_once_are_answered_and_leave_no_process(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from threefold.commands.start import main; main()", "lab", "--no-browser"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    link = process.stdout.readline().split()[-1]
    port, token = int(link.split(":")[2].split("/")[0]), link.partition("token=")[2]

    def ask(number: int) -> int:
        connection = HTTPConnection("127.0.0.1", port, timeout=120)
        path, body = ("/run", FOREVER) if number % 20 == 0 else ("/board/picture", QUEENS)
        headers = {"X-Threefold-Token": token, "Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(body), headers)
        status = connection.getresponse().status
        connection.close()
        return status

    with ThreadPoolExecutor(200) as pool:
        statuses = list(pool.map(ask, range(200)))
    assert set(statuses) <= {200, 503}
    assert statuses.count(200) >= 180
    started = below(process.pid)
    process.terminate()
    process.wait(timeout=60)
    process.stdout.close()
    assert until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in started))
