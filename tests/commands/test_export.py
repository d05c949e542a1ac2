"""`cnf`, `export` and `show`: the texts they write, and that no incomplete file is left."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from threefold.backends.sat.dimacs_reader import read_dimacs
from threefold.commands import main as cli

ROOT = Path(__file__).parents[2]
Captured = pytest.CaptureFixture[str]


def threefold(*words: str) -> list[str]:
    return [sys.executable, str(ROOT / "cli.py"), *words]


def run(capsys: Captured, line: str) -> tuple[int, str, str]:
    code = cli.run(line.split(), "threefold")
    said = capsys.readouterr()
    return code, said.out, said.err


# cnf


def test_cnf_goes_to_the_standard_output_with_its_dictionary(capsys: Captured) -> None:
    code, out, err = run(capsys, "cnf nqueens 8 --amo pairwise")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0] == "c nqueens n=8"
    assert "p cnf 64 736" in lines
    assert lines.index("c START DICTIONARY") < lines.index("c queen[8, 8]=64") < lines.index("c END DICTIONARY")
    assert run(capsys, "cnf nqueens 8 --amo pairwise")[1] == out


def test_plain_cnf_is_header_and_clauses(capsys: Captured) -> None:
    _, out, _ = run(capsys, "cnf nqueens 4 --plain --amo pairwise")
    assert out.startswith("p cnf 16 80\n1 2 3 4 0\n-1 -2 0\n")
    assert len(out.splitlines()) == 81


@pytest.mark.parametrize(
    "options", ["--amo ladder", "--ints order", "--ints binary", "--amo product --given queen[1]=2"]
)
def test_the_encodings_are_chosen_by_name(options: str, capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "queens.cnf"
    assert run(capsys, f"cnf nqueens 6 {options} -o {file}") == (0, f"wrote {file}\n", "")
    formula = read_dimacs(str(file))
    assert formula.shown
    assert len(formula.shown) == len(formula.names) <= formula.variables
    assert os.listdir(tmp_path) == ["queens.cnf"]


def test_an_existing_file_is_replaced_and_a_link_followed(capsys: Captured, tmp_path: Path) -> None:
    file, link = tmp_path / "old.cnf", tmp_path / "link.cnf"
    file.write_text("old")
    link.symlink_to(file)
    assert run(capsys, f"cnf nqueens 4 --plain -o {link}")[0] == 0
    assert file.read_text().startswith("p cnf 16 ")
    assert link.is_symlink()


REFUSED = {
    "cnf nqueens 0": "nqueens: n must be at least 1 (got 0)",
    "cnf": "a puzzle is missing; expected: cnf PUZZLE PARAMETERS… (threefold list shows all puzzles)",
    "cnf nqueens 4 --given queen[1]=9": "given: queen[1] cannot be 9: its domain is 1..4",
    "cnf nqueens 4 --plian": "no option '--plian' of cnf; did you mean '--plain'?",
    "cnf nqueens 4 --amo pairwis": "did you mean 'pairwise'?",
    "export nqueens 4": "--format is missing; known: dimacs, cp, lp, mps, opb, fzn",
    "export nqueens 4 --format fzn --backend cp": "--format fzn is a format of backend minizinc (got --backend cp)",
    "export nqueens 4 --format lpp": "no format 'lpp'; known: dimacs, cp, lp, mps, opb, fzn; did you mean 'lp'?",
    "export nqueens 4 --format lp --backend cp": "--format lp is a format of backend ilp (got --backend cp)",
    "show nqueens 4 --as maths": "--as must be math or clauses (got 'maths'); did you mean 'math'?",
}


@pytest.mark.parametrize("line", REFUSED)
def test_bad_input_is_one_line_and_exit_2(line: str, capsys: Captured) -> None:
    code, out, err = run(capsys, line)
    assert (code, out) == (2, "")
    assert REFUSED[line] in err
    assert err.count("\n") == 1


def test_a_limit_is_exit_3_and_leaves_no_file(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "x.cnf"
    assert run(capsys, f"cnf nqueens 2000 --timeout 0.05 -o {file}") == (3, "", "threefold: time limit of 0.05 s\n")
    code, _, err = run(capsys, f"cnf nqueens 2000 --memory 60M -o {file}")
    assert (code, err) == (3, "threefold: memory limit of 60 MiB\n")
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_that_closes_early_ends_quietly() -> None:
    with subprocess.Popen(
        threefold("cnf", "nqueens", "150", "--amo", "pairwise"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == b"c nqueens n=150\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=20) == 141


@pytest.mark.slow
def test_a_slow_reader_may_take_longer_than_the_time_limit() -> None:
    with subprocess.Popen(
        threefold("cnf", "nqueens", "150", "--amo", "pairwise", "--plain", "--timeout", "4"), stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        header = process.stdout.readline()
        time.sleep(4.5)
        assert process.stdout.read().count(b"\n") == int(header.split()[3])
        assert process.wait(timeout=20) == 0


def test_a_command_that_is_killed_leaves_no_file(tmp_path: Path) -> None:
    command = threefold("cnf", "nqueens", "400", "--amo", "pairwise", "-o", str(tmp_path / "x.cnf"))
    with subprocess.Popen(command) as process:
        while not any(tmp_path.iterdir()):
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 143
    assert list(tmp_path.iterdir()) == []


# A process forked from a large one, as pytest is, has the large one's peak as its own: a small one must start the command.
MEASURED = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, process.returncode, used = os.wait4(process.pid, 0)  # its own children included
print(process.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


@pytest.mark.slow
def test_200_queens_are_streamed_at_5_million_clauses_per_second_within_150_mb(tmp_path: Path) -> None:
    file = tmp_path / "x.cnf"
    command = threefold("cnf", "nqueens", "200", "--amo", "pairwise", "--plain", "-o", str(file))
    done = subprocess.run([sys.executable, "-c", MEASURED, *command], check=True, capture_output=True, text=True)
    status, seconds, kilobytes = map(float, done.stdout.split())
    assert status == 0
    with open(file, "rb") as lines:
        assert lines.readline() == b"p cnf 40000 13253600\n"
        assert sum(1 for _ in lines) == 13_253_600
    assert seconds < 13_253_600 / 5_000_000
    assert kilobytes < 150_000


# export


@pytest.mark.parametrize(
    ("form", "opening"),
    [
        ("opb", "* #variable= 16 #constraint= 18\n"),
        ("lp", "\\ x0..x3: queen[1] is 1, 2, 3, 4\n"),
        ("mps", "* x0..x3: queen[1] is 1, 2, 3, 4\n"),
        ("cp", 'variables { name: "queen[1]" domain: [1, 4] }\n'),
        ("dimacs", "c nqueens n=4\n"),
    ],
)
def test_every_lowering_can_be_exported_the_same_each_time(form: str, opening: str, capsys: Captured) -> None:
    code, out, err = run(capsys, f"export nqueens 4 --format {form}")
    assert (code, err) == (0, "")
    assert out.startswith(opening)
    assert run(capsys, f"export nqueens 4 --format {form}")[1] == out


def test_an_export_takes_the_options_of_its_backend(capsys: Captured) -> None:
    _, out, _ = run(capsys, "export nqueens 3 --format cp --backend cp+view=bool")
    assert "at_most_one" in out
    assert "all_diff" not in out


# show


def test_show_says_the_puzzle_in_mathematical_notation(capsys: Captured) -> None:
    code, out, _ = run(capsys, "show nqueens 4 --given queen[1]=2")
    assert code == 0
    assert "    ∀ i < j ∈ {1, …, 4}:  queen[i] − i ≠ queen[j] − j\n" in out
    assert out.endswith("\ngiven\n    queen[1] = 2\n")


def test_show_names_the_literals_of_the_clauses(capsys: Captured) -> None:
    _, out, _ = run(capsys, "show nqueens 4 --as clauses")
    lines = out.splitlines()
    assert lines[:5] == [
        "nqueens: 80 clauses over 16 literals",
        "",
        "one queen per row (28)",
        "  queen[1]=1 ∨ queen[1]=2 ∨ queen[1]=3 ∨ queen[1]=4",
        "  ¬queen[1]=1 ∨ ¬queen[1]=2",
    ]
    assert len([line for line in lines if line.startswith("  ")]) == 80


def test_show_shortens_long_groups_and_long_clauses_unless_all_is_given(capsys: Captured) -> None:
    _, out, _ = run(capsys, "show nqueens 20 --as clauses --amo pairwise")
    assert "  queen[1]=1 ∨ queen[1]=2 ∨ … ∨ queen[1]=20\n" in out
    assert "    … 3,770 more, 3,820 in all\n" in out
    _, whole, _ = run(capsys, "show nqueens 20 --as clauses --amo pairwise --all")
    assert "…" not in whole
    assert whole.count("∨ queen[1]=20\n") == 1


def test_show_names_order_bounds_bits_and_auxiliaries(capsys: Captured) -> None:
    assert "queen[1]≤2" in run(capsys, "show nqueens 4 --as clauses --ints order")[1]
    assert "queen[1].0" in run(capsys, "show nqueens 4 --as clauses --ints binary")[1]
    assert "aux65" in run(capsys, "show nqueens 8 --as clauses --amo ladder")[1]
