"""One fault has one exit code in every command, and one line on stderr."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.commands.terminal import TOOL
from threefold import models
from threefold.commands import main as cli

Captured = pytest.CaptureFixture[str]

UNWRITABLE = {
    "cnf nqueens 4 -o /nowhere/x.cnf": "/nowhere/x.cnf: cannot be written: No such file or directory",
    "cnf nqueens 4 -o /": "/: cannot be written: Is a directory",
    "cnf nqueens 4 -o /dev/full": "/dev/full: cannot be written: No space left on device",
    "show nqueens 4 -o /nowhere/x": "/nowhere/x: cannot be written: No such file or directory",
    "export nqueens 4 --format lp -o /nowhere/x": "/nowhere/x: cannot be written: No such file or directory",
    "solve nqueens 4 --svg /nowhere/x.svg": "/nowhere/x.svg: cannot be written: No such file or directory",
    "count nqueens 4 --resume /nowhere/x": "--resume /nowhere/x: cannot be written: No such file or directory",
    "exercise 003 --race 4..4 -o /dev/null/x": "/dev/null/x: the folder cannot be made: Not a directory",
    "exercise 002 1 1 --statistics -o /dev/null/x": "/dev/null/x: the folder cannot be made: Not a directory",
    "records reports/nqueens -o /nowhere/x.csv": "/nowhere/x.csv: cannot be written: No such file or directory",
}


@pytest.mark.parametrize("line", UNWRITABLE)
def test_output_that_cannot_be_written_is_exit_4(line: str, capsys: Captured) -> None:
    assert cli.run(line.split(), "threefold") == 4
    output, error = capsys.readouterr()
    assert (output, error) == ("", f"threefold: {UNWRITABLE[line]}\n")


LIMITS = (
    "compare nqueens 14 --backends sat --timeout 0.3",
    "solve nqueens 3000 --timeout 0.3",
    "count nqueens 14 --timeout 0.3",
    "cnf nqueens 3000 --timeout 0.3 -o /dev/null",
    "show nqueens 10000 --as clauses --timeout 0.3 -o /dev/null",
    "export nqueens 3000 --format dimacs --timeout 0.3 -o /dev/null",
    "sat nqueens 3000 --timeout 0.3",
    "encodings nqueens 3000 --first --timeout 0.3",
    "exercise 000 200 --timeout 0.3",
    "exercise 000 2000 --version formula --cnf --timeout 0.3",
)


@pytest.mark.parametrize("line", LIMITS)
def test_a_limit_is_exit_3(line: str) -> None:
    assert cli.run(line.split(), "threefold") == 3


@pytest.mark.parametrize("traceback", [False, True])
def test_a_bug_is_one_line_and_exit_4(traceback: bool, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise KeyError(name)

    monkeypatch.setattr(models, "find", broken)
    monkeypatch.setenv("THREEFOLD_TRACEBACK", "1" if traceback else "")
    assert cli.run(["compare", "nqueens", "8"], "threefold") == 4
    output, error = capsys.readouterr()
    assert output == ""
    *trace, last = error.splitlines()
    assert last == "threefold: unexpected error: KeyError: 'nqueens' (a bug; THREEFOLD_TRACEBACK=1 shows the traceback)"
    assert bool(trace) == traceback


def test_the_exit_codes_are_in_the_help_and_in_the_documentation(capsys: Captured) -> None:
    cli.run(["--help"], "threefold")
    text = capsys.readouterr().out
    page = (Path(__file__).parents[2] / "docs" / "exit-codes.md").read_text()
    for code, meaning in cli.EXIT_CODES.items():
        assert f"{code} {meaning}" in " ".join(text.split())
        assert f"| {code} | {meaning}" in page


def in_shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command.format(TOOL)],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=120,
    )


def test_a_closed_standard_output_is_exit_4_and_one_line() -> None:
    done = in_shell("{} compare nqueens 4 --backends sat >&-")
    assert (done.returncode, done.stderr) == (4, "threefold: the standard output is closed\n")


def test_a_closed_standard_error_changes_neither_answer_nor_exit_code() -> None:
    done = in_shell("{} compare nqueens 4 --backends sat 2>&-")
    assert (done.returncode, done.stdout.splitlines()[-1][:5]) == (0, "agree")
    assert in_shell("{} compare nqueens x 2>&-").returncode == 2


def test_characters_that_the_output_cannot_encode_are_replaced() -> None:
    done = in_shell("{} count nqueens 14 --timeout 0.5", PYTHONIOENCODING="ascii")
    assert done.returncode == 3
    assert done.stderr == ""
    assert "nqueens n=14: ? " in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["latin-1", "koi8-r", "cp437", "cp1252", "utf-16"])
@pytest.mark.parametrize("line", ["list", "compare nqueens 12 --timeout 0.5", "compare nquéens", "show nqueens 4"])
def test_no_encoding_of_the_output_is_an_error(line: str, encoding: str) -> None:
    done = in_shell(f"{{}} {line} 2>&1 | tr -d -c '[:alnum:]'; exit ${{{{PIPESTATUS[0]}}}}", PYTHONIOENCODING=encoding)
    assert done.returncode == {"compare nqueens 12 --timeout 0.5": 3, "compare nquéens": 2}.get(line, 0)
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize("unbuffered", ["", "1"])  # Python ends with 120 if it cannot write what its buffer holds
@pytest.mark.parametrize("line", ["compare nope", "sweep reports/nqueens --jobs x"])
def test_a_message_that_cannot_be_written_does_not_change_the_exit_code(line: str, unbuffered: str) -> None:
    assert in_shell(f"{{}} {line} 2>/dev/full", PYTHONUNBUFFERED=unbuffered).returncode == 2


def test_a_limit_while_a_puzzle_file_is_loaded_is_exit_3(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "loop.py").write_text("while True: pass\n")
    assert cli.run(["compare", str(tmp_path / "loop.py"), "3", "--timeout", "1"], "threefold") == 3
    assert capsys.readouterr().err.endswith("loop.py: the file cannot be loaded: time limit of 1 s\n")


@pytest.mark.parametrize("line", ["compare {} 4 --backends sat", "show {} 4", "count {} 4", "sat {} 4", "cnf {} 4"])
def test_a_puzzle_that_needs_more_memory_than_the_limit_is_exit_3(line: str, tmp_path: Path, capsys: Captured) -> None:
    source = Path(models.__file__).with_name("_template.py").read_text()
    build = next(line for line in source.splitlines() if line.startswith("def build"))
    (tmp_path / "huge.py").write_text(source.replace(build, f"{build}\n    [0] * 10**10"))
    assert cli.run([*line.format(tmp_path / "huge.py").split(), "--memory", "2G"], "threefold") == 3
    assert "not enough memory at" in "".join(capsys.readouterr())
