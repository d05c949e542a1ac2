"""The race of sheet 003 with a student's own reduction and solver, and the table of times that every race extends."""

import re
import sys
from pathlib import Path
from time import process_time, sleep

import pytest

from tests.commands.terminal import in_terminal
from threefold.commands import main as cli
from threefold.exercises import race, times
from threefold.exercises.race import Contestant, Entry, Reduction
from threefold.exercises.times import Lap
from threefold.guard import Limits
from threefold.language import BadInput

LIMITS = Limits(seconds=20)
HEAD = ",".join(times.HEADER)
RIGHT = """
from itertools import combinations, product
def reduce_nqueens_to_SAT(n):
    rows = [[i * n + j + 1 for j in range(n)] + [0] for i in range(n)]
    pairs = [[-(a * n + b + 1), -(c * n + d + 1), 0] for (a, b), (c, d) in combinations(product(range(n), repeat=2), 2)
             if a == c or b == d or abs(a - c) == abs(b - d)]
    return [["p", "cnf", n * n, len(rows) + len(pairs)]] + rows + pairs

def solve_nSAT(clauses):
    def search(clauses, model):
        if not clauses or [] in clauses:
            return None if clauses else model
        literal = min(clauses, key=len)[0]
        for choice in (literal, -literal):
            rest = [[x for x in c if x != -choice] for c in clauses if choice not in c]
            found = search(rest, model + [choice])
            if found is not None:
                return found
    clauses.pop(0)  # the list is the solver's own
    found = search([c[:-1] for c in clauses], [])
    return "UNSATISFIABLE" if found is None else found
"""
WEAK = RIGHT.replace("abs(a - c) == abs(b - d)", "a - c == b - d")
WITHOUT_ROW = RIGHT.replace("return [[\"p\", \"cnf\", n * n, len(rows) + len(pairs)]] + rows + pairs",
                            "return rows + pairs + [[-k - 1] for k in range(n)]")  # fmt: skip


def written(folder: Path, code: str) -> str:
    path = folder / "mine.py"
    path.write_text(code)
    return str(path)


def statuses(laps: list[Lap]) -> dict[str, str]:
    return {lap.contestant: lap.status for lap in laps}


def test_a_students_reduction_and_solver_race_with_ours(tmp_path: Path) -> None:
    path = written(tmp_path, RIGHT)
    boards = list(race.race([3, 4, 5], LIMITS, Entry(path, path)))
    for laps in boards:
        assert {"reduce", "mine: reduce", "backtracking", "solve_nSAT", "mine: minisat22", "mine: solve_nSAT"} <= set(
            statuses(laps)
        )
    assert {s for name, s in statuses(boards[0]).items() if not name.endswith("reduce")} == {"no solution"}
    assert {lap.status for laps in boards[1:] for lap in laps} == {"solved"}
    assert race.related(path, 5, LIMITS).verdict == "equal"


def test_an_external_program_gets_the_students_clauses(tmp_path: Path) -> None:
    program = tmp_path / "none.sh"
    program.write_text("#!/bin/sh\necho 's UNSATISFIABLE'\nexit 20\n")
    program.chmod(0o755)
    entry = Entry(written(tmp_path, RIGHT), command=(str(program), "{cnf}"))
    [small, laps] = race.race([3, 4], LIMITS, entry)
    assert small[-1].status == "no solution"
    assert (laps[-1].contestant, laps[-1].status) == ("mine: none (command)", "wrong")
    assert laps[-1].reason == "mine: none (command) says that there is no solution, but the clauses have a model"


@pytest.mark.parametrize(
    ("solver", "reason"),
    [
        ("return [1]", "mine: solve_nSAT: its model does not satisfy the clause 5 6 7 8"),
        ("return 'UNSAT'", "mine: solve_nSAT says that there is no solution, but the clauses have a model"),
        ("return 3", "mine: solve_nSAT answered 3: a list of literals was expected, or 'UNSATISFIABLE'"),
        ("return ['x']", "mine: solve_nSAT answered ['x']: a list of literals was expected, or 'UNSATISFIABLE'"),
    ],
)
def test_a_wrong_answer_is_found_and_told_apart(solver: str, reason: str, tmp_path: Path) -> None:
    path = written(tmp_path, f"def solve_nSAT(clauses):\n    {solver}")
    [laps, skipped] = race.race([4, 5], LIMITS, Entry(solver=path))
    assert (laps[-1].status, laps[-1].reason) == ("wrong", reason)
    assert skipped[-1].status == "skipped"


@pytest.mark.parametrize(
    "answer",
    [
        "{2: True, 8: 1, 9: True, 15: True, 1: False}",
        "[0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0]",
        "(2, 8, 9, 15)",
        "{2, 8, 9, 15, -1}",
    ],
)
def test_a_model_may_have_several_forms(answer: str, tmp_path: Path) -> None:
    path = written(tmp_path, f"def solve_nSAT(clauses): return {answer}")
    [laps] = race.race([4], LIMITS, Entry(solver=path))
    assert (laps[-1].status, laps[-1].columns) == ("solved", (2, 4, 1, 3))


def test_wrong_clauses_are_not_blamed_on_the_solver(tmp_path: Path) -> None:
    path = written(tmp_path, WEAK)
    assert race.related(path, 4, LIMITS).verdict == "too weak"
    contestant = Entry(path, path).contestants()[-1]
    laps = [race.run_lap(print, contestant, n) for n in (4, 5, 6, 7, 8)]  # one of them is not a board
    wrong = next(lap.reason or "" for lap in laps if lap.status == "wrong")
    assert "though it satisfies the clauses: they are too weak, or numbered otherwise" in wrong
    without = race.run_lap(print, Entry(written(tmp_path, WITHOUT_ROW)).contestants()[-1], 4)
    assert without.status == "wrong"
    assert "the clauses have no model, but there are boards of 4 queens (2, OEIS" in (without.reason or "")


@pytest.mark.parametrize(
    ("code", "status", "reason"),
    [
        ("def solve_nSAT(clauses):\n    while True: pass", "time limit", "time limit of 0.5 s"),
        ("def solve_nSAT(clauses):\n    return clauses[99999]", "failed", "mine.py:2: IndexError: list index out of"),
        ("x = 1", "failed", "mine.py: has no function solve_nSAT(clauses)"),
    ],
)
def test_code_that_fails_is_a_lap_and_not_the_end_of_the_race(
    code: str, status: str, reason: str, tmp_path: Path
) -> None:
    limits = Limits(seconds=0.5) if status == "time limit" else LIMITS
    [laps] = race.race([4], limits, Entry(solver=written(tmp_path, code)))
    assert laps[-1].status == status
    assert reason in (laps[-1].reason or "")


def burning(seconds: float) -> race.Solve:
    """Answers after so much CPU time."""

    def solve() -> list[int]:
        end = process_time() + seconds
        while process_time() < end:
            pass
        return [2, 8, 9, 15]

    return solve


def contestant(*solves: race.Solve) -> Contestant:
    """Each run is another one of these."""
    left = iter(solves)
    return Contestant("mine", lambda clauses: next(left), Reduction())


def test_a_time_is_the_median_of_five_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "ENOUGH", 1000.0)
    lap = race.run_lap(print, contestant(burning(0.4), burning(0), burning(0.4), burning(0), burning(0)), 4)
    assert (lap.status, lap.runs) == ("solved", 5)
    assert lap.seconds is not None
    assert lap.seconds < 0.3


def test_a_run_that_takes_long_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "ENOUGH", 0.0)
    assert race.run_lap(print, contestant(burning(0)), 4).runs == 1


def test_waiting_is_no_time_of_the_processor() -> None:
    def waiting() -> list[int]:
        sleep(0.5)
        return [2, 8, 9, 15]

    lap = race.run_lap(print, contestant(*[waiting] * 5), 4)
    assert lap.seconds is not None
    assert lap.seconds < 0.3


def test_the_start_of_a_program_is_timed_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program burns half a second before it reads its clauses: on one clause and on those of 4 queens."""
    monkeypatch.setattr(race, "ENOUGH", 1000.0)
    program = tmp_path / "slow.py"
    program.write_text(
        "import sys, time\nwhile time.process_time() < 0.5: pass\n"
        "one = open(sys.argv[1]).read().startswith('p cnf 1 1')\n"
        "print('s SATISFIABLE\\nv', '1' if one else '-1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16', '0')\n"
        "sys.exit(10)\n"
    )
    entry = Entry(command=(sys.executable, str(program), "{cnf}"))
    assert entry.columns[-1] == f"{entry.columns[-2]}: start"
    lap = race.run_lap(print, entry.contestants()[-1], 4)
    assert (lap.status, lap.runs) == ("solved", 5)
    assert lap.start is not None
    assert lap.seconds is not None
    assert lap.seconds < 0.4 < lap.start


def test_an_answer_counts_also_where_a_repetition_reaches_the_limit(tmp_path: Path) -> None:
    once = tmp_path / "called"
    code = f"""
from pathlib import Path
def solve_nSAT(clauses):
    while Path({str(once)!r}).exists():
        pass
    Path({str(once)!r}).touch()
    return [2, 8, 9, 15]
"""
    [laps] = race.race([4], Limits(seconds=5), Entry(solver=written(tmp_path, code)))
    assert (laps[-1].status, laps[-1].runs, laps[-1].columns) == ("solved", 1, (2, 4, 1, 3))


@pytest.mark.parametrize(("solver", "code"), [("while True: pass", 3), ("return [1]", 1), ("return 1 / 0", 4)])
def test_the_exit_code_of_a_race(solver: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, f"def solve_nSAT(clauses):\n    {solver}")
    words = ["exercise", "003", "--race", "4..5", "--timeout", "5", "--solver", path, "-o", str(tmp_path)]
    assert cli.run(words, "threefold") == code


def test_in_a_narrow_terminal_each_time_has_a_line(tmp_path: Path) -> None:
    shown = in_terminal(60, "exercise", "003", "--race", "3..4", "-o", str(tmp_path)).replace("\r", "")
    assert max(map(len, shown.partition("wrote")[0].split("\n"))) <= 60
    assert re.search(r"\n     3   reduce +\d+\.\d ms( \(\d\))?\n         backtracking +none \d+\.\d ms", shown)
    assert re.search(r"\n     4   reduce +\d", shown)


def test_a_race_extends_the_table_and_names_what_it_replaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, RIGHT)
    assert cli.run(["exercise", "003", "--race", "4", "--reduce", "mine.py"], "threefold") == 0
    assert "The clauses of mine.py compared with the puzzle: equal (n = 4)" in capsys.readouterr().out
    assert cli.run(["exercise", "003", "--race", "4..5"], "threefold") == 0
    said = capsys.readouterr().out
    assert "extended myresults/n_queens_times.csv\n" in said
    assert "replaced in myresults/n_queens_times.csv: 4 backtracking, 4 minisat" in said
    laps = times.read_times("myresults")
    names = {(lap.n, lap.contestant) for lap in laps}
    assert len(names) == len(laps)
    assert {(4, "mine: minisat22"), (4, "backtracking"), (5, "backtracking")} <= names
    assert "mine: minisat22" in Path("myresults/n_queens_times.svg").read_text()


def test_a_wrong_reduction_is_exit_1_with_the_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, WEAK)
    assert cli.run(["exercise", "003", "--race", "4", "--reduce", "mine.py"], "threefold") == 1
    said = capsys.readouterr().out
    assert "The clauses of mine.py compared with the puzzle: too weak (n = 4)" in said
    assert "'one queen per ascending diagonal' is missing" in said


def test_a_skipped_lap_replaces_no_measured_one() -> None:
    before = [Lap(4, "a", "solved", 0.5), Lap(5, "a", "skipped"), Lap(6, "a", "solved", 1.0)]
    now = [Lap(4, "a", "skipped"), Lap(5, "a", "solved", 0.25), Lap(6, "a", "time limit")]
    laps, replaced = times.extended(before, now)
    assert [(lap.n, lap.status) for lap in laps] == [(4, "solved"), (5, "solved"), (6, "time limit")]
    assert replaced == ["6 a"]


@pytest.mark.parametrize(
    "text", ["", "a,b\n", "n,solver,status,seconds\n4,a,solved,1\n", f"{HEAD}\n4,x\n", f"{HEAD}\nx,a,b,1,5,\n"]
)
def test_another_table_is_not_overwritten(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / times.NAME).write_text(text)
    with pytest.raises(BadInput, match=r"n_queens_times.csv.* is another table: move it|n_queens_times.csv"):
        times.read_times(str(tmp_path))
    assert cli.run(["exercise", "003", "--race", "4", "-o", str(tmp_path)], "threefold") == 2
    assert (tmp_path / times.NAME).read_text() == text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("exercise 003 4 --reduce mine.py", "--reduce is for a race: exercise 003 --race FROM..TO"),
        ("exercise 003 --race 4 --solver none.py", "none.py: there is no such file"),
        ("exercise 003 --race 4 --solver-command none-such", "--solver-command: there is no program 'none-such'"),
        ("exercise --reduce mine.py", "--reduce is for a sheet: exercise NUMBER"),
        ("exercise 000 --lang de", "--lang must be one of en, it, ru, es, fr (got 'de')"),
        ("play --lang deutsch", "--lang must be one of en, it, ru, es, fr (got 'deutsch')"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(words.split(), "threefold") == 2
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert message in output.err
