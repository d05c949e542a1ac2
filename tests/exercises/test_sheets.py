"""The sheets' own formulas, clause for clause: the sizes are the digest's, the clauses are compared with the puzzles' own CNF."""

import re
from collections import Counter
from itertools import product

import pytest

from threefold import exercises, models
from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.program import CnfProgram
from threefold.exercises import sheet_000, sheet_001, sheet_002, sheet_003, sheet_004
from threefold.exercises.findings import search_of
from threefold.language import BadInput, Spec
from threefold.models import cards, nqueens

# fmt: off
SIZES = {
    "000 encoder 4": (16, 108, 80), "000 listing 4": (16, 108, 79), "000 formula 4": (16, 108, 56),
    "001 formula 4": (16, 80, 80), "001 formula 8": (64, 736, 736), "001 formula 10": (100, 1480, 1480),
    "002 formula 4 2": (64, 488, 488), "002 formula 7 2": (196, 2660, 2660), "002 formula 8 2": (256, 3984, 3984),
    "002 formula 9 3": (729, 19467, 19467), "002 printed 4 2": (82, 520, 520),
    "003 formula 4": (16, 84, 84), "003 formula 8": (64, 744, 744), "003 formula 10": (100, 1490, 1490),
    "004 formula 4": (16, 80, 80), "004 formula 8": (64, 736, 736), "004 formula 10": (100, 1480, 1480),
}
# fmt: on


def version_of(number: str, name: str) -> exercises.Version:
    return next(version for version in exercises.find(number).versions if version.name == name)


def clause_set(formula: Formula) -> set[frozenset[int]]:
    return {frozenset(clause) for clause in formula.clauses()}


def own_clauses(spec: Spec) -> set[frozenset[int]]:
    program = find("sat").lower(spec, parse("sat+amo=pairwise", {}))
    assert isinstance(program, CnfProgram)
    return {frozenset(clause) for _, clause in program.clauses()}


@pytest.mark.parametrize("what", SIZES)
def test_each_formula_has_the_size_of_the_digest(what: str) -> None:
    number, name, *texts = what.split()
    version = version_of(number, name)
    formula = version.encode(*(() if version.only else map(int, texts)))
    assert (formula.variables, len(formula), len(clause_set(formula))) == SIZES[what]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8])
def test_sheets_001_and_004_are_the_puzzle_clause_for_clause(n: int) -> None:
    assert clause_set(sheet_001.encode(n)) == clause_set(sheet_004.encode(n)) == own_clauses(nqueens.build(n))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8])
def test_sheet_003_adds_a_queen_in_every_column(n: int) -> None:
    columns = {frozenset(range(column, n * n + 1, n)) for column in range(1, n + 1)}
    assert clause_set(sheet_003.encode(n)) == own_clauses(nqueens.build(n)) | columns


@pytest.mark.parametrize(("n", "k"), [(1, 1), (3, 1), (3, 2), (4, 2), (3, 3)])
def test_the_formula_of_sheet_002_is_the_puzzle_clause_for_clause(n: int, k: int) -> None:
    assert clause_set(sheet_002.encode(n, k)) == own_clauses(cards.build(n, k))


def test_sheet_000_writes_each_diagonal_pair_twice_and_no_other_clause() -> None:
    written = Counter(frozenset(clause) for clause in sheet_000.encode(5).clauses())
    formula = sheet_000.encode(5)
    diagonal = {
        frozenset(clause)
        for group, clause in zip(formula.group_of, formula.clauses(), strict=True)
        if formula.groups[group] == sheet_000.DIAGONAL.name
    }
    assert {clause for clause, times in written.items() if times == 2} == diagonal
    assert max(written.values()) == 2


def test_the_listing_of_sheet_000_lacks_one_clause_of_the_encoder() -> None:
    assert clause_set(sheet_000.encode(4)) - clause_set(sheet_000.listing()) == {frozenset((-4, -8))}  # Q[1,4], Q[2,4]
    assert clause_set(sheet_000.listing()) < clause_set(sheet_000.encode(4))


def test_the_encoder_of_sheet_000_writes_column_and_row_clauses_in_turn() -> None:
    assert list(sheet_000.encode(4).clauses())[4:8] == [[-1, -5], [-1, -2], [-1, -9], [-1, -3]]


@pytest.mark.parametrize(("n", "k"), [(1, 1), (3, 1), (2, 2), (3, 2), (4, 2), (3, 3)])
def test_the_printed_encoder_of_sheet_002_lets_no_card_lie_at_the_last_position(n: int, k: int) -> None:
    printed = sheet_002.encode_as_printed(n, k)
    last = {(-((v * k + c) * n * k + n * k),) for v, c in product(range(n), range(k))}
    assert last <= {tuple(clause) for clause in printed.clauses()}
    assert list(search_of(printed, cards.build(n, k))) == []


def test_the_printed_encoder_invents_a_copy_too_many() -> None:
    names = sheet_002.encode_as_printed(4, 2).names
    assert [names[number] for number in (65, 66, 82)] == ["X[1,3,3]", "X[1,3,4]", "X[4,3,8]"]
    assert all(re.fullmatch(r"X\[\d,3,\d\]", names[number]) for number in range(65, 83))


@pytest.mark.parametrize("number", exercises.names())
def test_the_variables_are_numbered_as_the_puzzles_own(number: str) -> None:
    exercise = exercises.find(number)
    spec = models.find(exercise.puzzle).build(*exercise.example)
    letter = {"000": "Q", "002": "X"}.get(number, "x")  # the sheet's own
    own = [f"{letter}[{','.join(map(str, (*x.index, value)))}]" for x in spec.variables for value in x.domain]
    for version in exercise.versions:
        formula = version.encode(*(() if version.only else exercise.example))
        assert [formula.names[number] for number in range(1, len(own) + 1)] == own


@pytest.mark.parametrize(
    ("version", "parameters"),
    [(v, (n,)) for number in ("000", "001", "003", "004") for v in exercises.find(number).versions for n in range(1, 8)]
    + [(version_of("002", "formula"), (n, k)) for n, k in ((3, 1), (3, 2), (4, 2), (5, 2), (7, 2))],
)
def test_each_right_formula_has_the_known_number_of_solutions(
    version: exercises.Version, parameters: tuple[int, ...]
) -> None:
    if version.only not in (None, parameters):
        return
    puzzle = models.find("nqueens" if len(parameters) == 1 else "cards")
    spec = puzzle.build(*parameters)
    found = list(search_of(version.encode(*(() if version.only else parameters)), spec))
    known = puzzle.known_count(dict(zip((p.name for p in puzzle.parameters), parameters, strict=True)))
    assert known is not None
    assert len(set(found)) == len(found) == known[0]
    assert all(spec.violated(assignment) is None for assignment in found)


def test_the_loop_of_sheet_001_blocks_what_was_true_until_there_is_no_more() -> None:
    loop = list(sheet_001.all_solutions(6))
    assert len(loop) == 4
    assert all(len(true) == 6 and blocking == [-literal for literal in true] for true, blocking in loop)
    assert list(sheet_001.all_solutions(3)) == []


@pytest.mark.parametrize("number", exercises.names())
def test_each_group_of_a_formula_has_its_formula_in_mathematical_notation(number: str) -> None:
    exercise = exercises.find(number)
    assert exercise.number == number
    groups = {
        group
        for version in exercise.versions
        for group in version.encode(*(() if version.only else exercise.example)).groups
    }
    assert groups == {group.name for group in exercise.groups}
    assert all(group.formula for group in exercise.groups)


def test_a_number_may_be_short_and_an_unknown_one_gets_the_list() -> None:
    assert exercises.find("2") is exercises.find("002")
    with pytest.raises(BadInput, match="no exercise '005'; known: 000, 001, 002, 003, 004"):
        exercises.find("005")
    with pytest.raises(BadInput, match="no exercise '²'"):
        exercises.find("²")
