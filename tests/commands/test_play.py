"""`play`, sheet 004's program: at a terminal and in a pipe."""

import os
import pty
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.commands.terminal import ROOT
from threefold.models import nqueens


def play(folder: Path, typed: str | bytes, *words: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), "play", *words],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        cwd=folder,
        timeout=60,
    )


def queens(board: str) -> tuple[int, ...]:
    rows = [row.split(" ") for row in board.strip().splitlines()]
    assert all(len(row) == len(rows) and set(row) <= {"R", "."} for row in rows)
    assert all(row.count("R") == 1 for row in rows)
    return tuple(row.index("R") + 1 for row in rows)


def is_solution(board: str) -> bool:
    columns = queens(board)
    return nqueens.build(len(columns)).violated(columns) is None


def test_in_a_pipe_boards_are_all_that_goes_to_stdout(tmp_path: Path) -> None:
    done = play(tmp_path, "4\n8\n0\n5\n")
    boards = done.stdout.decode().strip().split("\n\n")
    assert [len(queens(board)) for board in boards] == [4, 8]
    assert all(map(is_solution, boards))
    assert done.stderr.decode().startswith("Solver: ")
    assert done.returncode == 0


@pytest.mark.parametrize("typed", ["\n\n", "\n  0  \r\nabc\n"])
def test_zero_or_the_end_of_input_quits(typed: str, tmp_path: Path) -> None:
    done = play(tmp_path, typed)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.count(b"\n") == 1


def test_small_numbers_and_junk_are_refused_in_plain_words_and_it_goes_on(tmp_path: Path) -> None:
    refused: list[tuple[str | bytes, str]] = [
        ("2\n", "play: N must be at least 4 (got 2)."),
        ("3\n", "play: N must be at least 4 (got 3)."),
        ("-8\n", "play: N must be at least 4 (got -8)."),
        ("eight\n", "play: N must be an integer (got 'eight')."),
        ("8.5\n", "play: N must be an integer (got '8.5')."),
        ("4 4\n", "play: N must be an integer (got '4 4')."),
        ("1000000000\n", "play: N must be at most 10000 (got 1000000000)."),
        ("9" * 6000 + "\n", "play: N must be an integer (got '99999999999999999999…')."),
        (b"\xff\xfe\x00\n", "play: N must be an integer (got"),
    ]
    lines = [typed.encode() if isinstance(typed, str) else typed for typed, _ in refused]
    done = play(tmp_path, b"4\n".join(lines) + b"4\n")
    _, *said = done.stderr.decode().splitlines()
    assert len(said) == len(refused)
    assert all(line.startswith(sentence) for line, (_, sentence) in zip(said, refused, strict=True))
    boards = done.stdout.decode().strip().split("\n\n")
    assert len(boards) == len(refused)
    assert all(map(is_solution, boards))
    assert done.returncode == 0


def test_a_board_of_20_is_written_to_the_file_with_a_message_when_it_is_overwritten(tmp_path: Path) -> None:
    done = play(tmp_path, "19\n20\n21\n")
    said = done.stderr.decode()
    assert len(queens(done.stdout.decode())) == 19
    assert "The board is in BOARD.txt.\n" in said
    assert "The board is in BOARD.txt (the older one was overwritten).\n" in said
    assert len(queens((tmp_path / "BOARD.txt").read_text())) == 21
    assert is_solution((tmp_path / "BOARD.txt").read_text())


def test_a_file_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "BOARD.txt").mkdir()
    done = play(tmp_path, "20\n")
    assert "BOARD.txt: cannot be written: Is a directory." in done.stderr.decode()
    assert done.returncode == 4


def test_a_board_too_large_for_the_limits_ends_in_a_sentence(tmp_path: Path) -> None:
    done = play(tmp_path, "2000\n5\n", "--timeout", "1")
    assert "No board of 2000 queens was found: time limit of 1 s." in done.stderr.decode()
    assert is_solution(done.stdout.decode())
    assert done.returncode == 3
    assert not (tmp_path / "BOARD.txt").exists()


def test_the_solver_can_be_chosen_and_is_named(tmp_path: Path) -> None:
    assert play(tmp_path, "6\n", "--solver", "minisat22").stderr == b"Solver: minisat22.\n"
    done = play(tmp_path, "6\n", "--solver", "minisat23")
    assert done.returncode == 2
    assert b"did you mean 'minisat22'?" in done.stderr


def test_cryptominisat_is_used_if_it_is_installed_and_its_absence_is_reported(tmp_path: Path) -> None:
    said = play(tmp_path, "").stderr.decode()
    if find_spec("pycryptosat"):
        assert said == "Solver: CryptoMiniSat.\n"
    else:
        assert (
            said
            == "Solver: cadical195, local (CryptoMiniSat, the sheet's, is not installed: pip install pycryptosat).\n"
        )


def conversation(folder: Path, typed: list[str | signal.Signals]) -> tuple[str, int]:
    """In a terminal: the output and the exit code."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execv(sys.executable, [sys.executable, str(ROOT / "cli.py"), "play"])
    seen = b""
    for answer in typed:
        seen += _until(terminal, b"quit: ")
        if isinstance(answer, str):
            os.write(terminal, answer.encode())
        else:
            os.kill(pid, answer)
    seen += _until(terminal, None)
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    return seen.decode().replace("\r\n", "\n"), os.waitstatus_to_exitcode(status)


def _until(terminal: int, prompt: bytes | None) -> bytes:
    seen, deadline = b"", time.monotonic() + 30
    while time.monotonic() < deadline and not (prompt and seen.endswith(prompt)):
        try:
            part = os.read(terminal, 4096)
        except OSError:  # the other side has closed
            break
        if not part:
            break
        seen += part
    return seen


def test_at_a_terminal_it_asks_draws_and_asks_again(tmp_path: Path) -> None:
    seen, code = conversation(tmp_path, ["6\n", "2\n", "0\n"])
    assert seen.count("N, the number of queens (at least 4), or 0 to quit: ") == 3
    assert ". . R" in seen or "R . ." in seen
    assert "play: N must be at least 4 (got 2)." in seen
    assert code == 0


def test_ctrl_c_and_ctrl_d_quit_quietly(tmp_path: Path) -> None:
    seen, code = conversation(tmp_path, [signal.SIGINT])
    assert code == 130
    assert "Traceback" not in seen
    assert "interrupted" not in seen
    seen, code = conversation(tmp_path, ["\x04"])
    assert code == 0
    assert "Traceback" not in seen
