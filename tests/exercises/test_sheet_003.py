"""The two functions that sheet 003 asks for, and its race."""

import random
from itertools import product
from shutil import which

import pytest

from threefold.exercises import race, sheet_003, times
from threefold.exercises.race import Contestant
from threefold.exercises.sheet_003 import UNSATISFIABLE, reduce_nqueens_to_SAT, solve_nSAT
from threefold.exercises.times import Lap
from threefold.guard import Limits
from threefold.models import nqueens


def test_the_reduction_is_a_list_in_dimacs_form() -> None:
    reduced = reduce_nqueens_to_SAT(4)
    assert reduced[:4] == [["p", "cnf", 16, 84], [1, 2, 3, 4, 0], [-1, -2, 0], [-1, -3, 0]]
    assert len(reduced) == 85
    assert all(clause[-1] == 0 and 0 not in clause[:-1] for clause in reduced[1:])


def test_every_clause_that_the_sheet_prints_for_four_queens_is_there() -> None:
    clauses = {frozenset(clause[:-1]) for clause in reduce_nqueens_to_SAT(4)[1:]}
    x = {(i, j): (i - 1) * 4 + j for i, j in product(range(1, 5), repeat=2)}
    # fmt: off
    descending = ["13 24", "12 23", "12 34", "23 34", "11 22", "11 33", "11 44", "22 33", "22 44", "33 44", "21 32", "21 43",
                  "32 43", "31 42"]
    ascending = ["21 12", "31 22", "31 13", "22 13", "41 32", "41 23", "41 14", "32 23", "32 14", "23 14", "42 33", "42 24",
                 "33 24", "43 34"]
    # fmt: on
    for pair in descending + ascending:
        (i, j), (k, m) = ((int(word[0]), int(word[1])) for word in pair.split())
        assert frozenset((-x[i, j], -x[k, m])) in clauses


@pytest.mark.parametrize("n", range(1, 11))
def test_solve_nSAT_places_the_queens_of_the_reduction(n: int) -> None:
    model = solve_nSAT(reduce_nqueens_to_SAT(n))
    if n in (2, 3):
        assert model == UNSATISFIABLE
    else:
        assert isinstance(model, list)
        columns = tuple((literal - 1) % n + 1 for literal in model if literal > 0)
        assert nqueens.build(n).violated(columns) is None


@pytest.mark.parametrize(
    ("clauses", "model"),
    [
        ([], []),
        ([["p", "cnf", 2, 0]], "any"),
        ([[1, -2], [2]], [1, 2]),
        ([[1, -2, 0], [2, 0]], [1, 2]),
        ([["p", "cnf", 2, 2], [1, -2, 0], [2, 0]], [1, 2]),
        ([[]], UNSATISFIABLE),
        ([[0]], UNSATISFIABLE),
        ([[1], [-1]], UNSATISFIABLE),
    ],
)
def test_solve_nSAT_takes_clauses_with_and_without_header_and_zeros(
    clauses: list[list[str | int]], model: object
) -> None:
    found = solve_nSAT(clauses)
    assert found == model or (model == "any" and len(found) == 2)


def test_solve_nSAT_is_right_about_random_clauses_of_any_length() -> None:
    chance = random.Random(3)
    for _ in range(200):
        clauses = [
            [chance.choice((-1, 1)) * chance.randint(1, 5) for _ in range(chance.randint(1, 5))]
            for _ in range(chance.randint(1, 14))
        ]
        satisfiable = any(
            all(any(point[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
            for point in product((False, True), repeat=5)
        )
        found = solve_nSAT(clauses)
        assert (found != UNSATISFIABLE) == satisfiable
        if isinstance(found, list):
            assert all(set(clause) & set(found) for clause in clauses)


def test_in_the_race_each_contestant_finds_a_board_or_that_there_is_none() -> None:
    laps = [lap for board in race.race(range(3, 7), Limits(seconds=20)) for lap in board]
    names = ["backtracking", "solve_nSAT", "minisat22"] + (["minisat"] if which("minisat") else [])
    assert [lap.contestant for lap in laps] == ["reduce", *names] * 4
    for lap in laps:
        assert lap.seconds is not None
        if lap.contestant != "reduce":
            assert lap.status == ("no solution" if lap.n == 3 else "solved")
            assert lap.n == 3 or nqueens.build(lap.n).violated(lap.columns) is None


def test_after_a_limit_larger_boards_are_skipped() -> None:
    boards = list(race.race([200, 201], Limits(seconds=0.05)))
    assert {lap.status for lap in boards[0]} == {"time limit"}
    assert {lap.status for lap in boards[1]} == {"skipped"}


def test_the_times_are_a_table_that_marks_what_was_not_run() -> None:
    laps = [
        Lap(4, "minisat", "solved", 0.5, (2, 4, 1, 3), runs=5, start=0.001),
        Lap(5, "minisat22", "time limit"),
        Lap(6, "minisat22", "skipped"),
    ]
    assert times.to_csv(laps) == (
        "n,solver,status,cpu_seconds,runs,start_cpu_seconds\n"
        "4,minisat,solved,0.5,5,0.001\n5,minisat22,time limit,,0,\n6,minisat22,skipped,,0,\n"
    )
    assert list(times.files(laps, 3)) == ["n_queens_times.csv", "n_queens_times.svg", "4_queens.svg"]


def test_a_board_that_is_not_a_solution_is_an_error() -> None:
    contestant = Contestant("backtracking", lambda clauses: lambda: [1, 6, 11, 16], None)
    lap = race.run_lap(print, contestant, 4)
    assert lap.status == "wrong"
    assert "backtracking found a board that is not a solution: 'one queen per descending" in (lap.reason or "")


def test_the_numbering_is_the_sheets() -> None:
    names = sheet_003.encode(5).names
    assert all(names[(i - 1) * 5 + j] == f"x[{i},{j}]" for i, j in product(range(1, 6), repeat=2))
