"""`threefold deadends`: one board, random boards, Ctrl-C, and mistakes."""

import json
import re
import signal
import subprocess
import sys
from time import sleep

import pytest

from tests.commands.terminal import ROOT, in_terminal, threefold

QUEENS = ("deadends", "nqueens", "8")


def test_the_json_has_the_values_left_in_every_view() -> None:
    done = threefold(*QUEENS, "--given", "queen[1]=7", "--given", "queen[4]=1", "--given", "queen[8]=8", "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["completes"], answer["seen_by"]) == (0, False, ["cp", "lp"])
    assert answer["given"] == {"queen[1]": 7, "queen[4]": 1, "queen[8]": 8}
    assert answer["views"]["up"]["left"]["queen[2]"] == [4, 5]
    assert answer["views"]["cp"]["contradiction"]["groups"] == ["one queen per column"]
    assert answer["views"]["lp"]["contradiction"]["sentence"].startswith("the rows have no solution")


def test_a_cell_of_a_grid_shows_its_value_or_how_many_are_left() -> None:
    shown = threefold("deadends", "latin", "3", "--given", "cell[1, 1]=2", "--views", "up,cp").stdout
    assert "\n   2 :2 :2    2 :2 :2\n  :2  ?  ?   :2  ?  ?\n" in shown


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize(
    "words",
    [
        "nqueens 8 --given queen[1]=1 --given queen[2]=4",
        "nqueens 8 --views up,up+amo=ladder,cp,lp",
        "nqueens 30 --given queen[1]=1",
        "latin 20 --views up,cp --given cell[1,1]=2",
        "golomb 4 60",
        "nqueens 6 --random 5 --views up,up+amo=ladder,cp",
    ],
)
def test_no_row_of_a_board_or_a_table_is_wider_than_the_terminal(words: str, columns: int) -> None:
    shown = in_terminal(columns, "deadends", *words.split(), "--no-color").replace("\r\n", "\n")
    lines = [line.rpartition("\r")[2] for line in shown.split("\n")]  # without the progress
    assert max(map(len, lines)) <= columns
    assert not [line for line in lines if re.match(" {4}[.oGF0-9]", line)], "a row that goes on in a second line"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*QUEENS, "--givens", "2"), "--givens is for random boards: give --random N"),
        ((*QUEENS, "--random", "0"), "--random must be between 1 and 1000000 (got 0)"),
        ((*QUEENS, "--random", "2", "--givens", "9"), "--givens must be at most 8, the number of variables (got 9)"),
        ((*QUEENS, "--views", "cq"), "--views: expected up, cp, lp, or up+OPTION=VALUE (got 'cq'); did you mean 'cp'?"),
        ((*QUEENS, "--views", "cp", "--amo", "ladder"), "--amo is for the view up (got cp)"),
    ],
)
def test_a_mistake_is_one_line(words: tuple[str, ...], message: str) -> None:
    done = threefold(*words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"threefold: {message}\n")


@pytest.mark.slow
def test_ctrl_c_shows_the_boards_that_were_tried() -> None:
    command = [sys.executable, "cli.py", *QUEENS, "--random", "1000000", "--views", "up,cp", "--timeout", "600"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        sleep(15)  # long enough for one board on a busy machine
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert " random boards with 3 givens each (seed 0)" in output
    assert output.endswith("incomplete: interrupted.\n")
    assert "of 1000000 boards are tried" in errors


@pytest.mark.slow
def test_at_the_time_limit_the_boards_that_were_tried_are_shown() -> None:
    done = threefold(*QUEENS, "--random", "1000000", "--views", "up,cp", "--timeout", "15")
    assert done.returncode == 3
    assert done.stdout.endswith("incomplete: time limit of 15 s.\n")
