"""Typical mistakes are named where a check confirms them, and only there."""

from itertools import product

import pytest

from tests.cnf.formulas import Clauses, at_least_one, attacks, cell, formula, lowered, queens, sheet_002
from threefold.cnf.relation import relate
from threefold.language import Exactly, Spec
from threefold.models import cards, nqueens


def causes(n: int, clauses: Clauses) -> tuple[str, ...]:
    top = max(abs(literal) for clause in clauses for literal in clause)
    return relate(nqueens.build(n), formula(clauses, max(top, n * n))).causes


def test_a_missing_group_is_named() -> None:
    [cause] = causes(6, queens(6, "row", without="descending"))
    assert cause.startswith("the group 'one queen per descending diagonal' is missing: 53 of its 55 clauses")


def test_a_missing_at_least_one_is_told_from_the_at_most_one_of_the_same_domain() -> None:
    [cause] = causes(5, queens(5))
    assert cause.startswith("the group 'at least one queen per row' is missing: 5 of its 5 clauses")


def test_a_group_that_lacks_a_clause_is_incomplete() -> None:
    [cause] = causes(8, [clause for clause in queens(8, "row") if clause != [-1, -10]])
    assert cause == (
        "the group 'one queen per descending diagonal' is incomplete: "
        "1 of its 140 clauses does not follow from the formula"
    )


def test_a_group_that_is_written_in_part_is_incomplete_however_little_of_it_there_is() -> None:
    lost = [pair for kind, pair in attacks(6) if kind == "ascending" and pair != [-4, -19]]
    [cause] = causes(6, [clause for clause in queens(6, "row") if clause not in lost])
    assert cause.startswith("the group 'one queen per ascending diagonal' is incomplete: 52 of its 55 clauses do not")


def shifted(clauses: Clauses, by: int) -> Clauses:
    return [[literal + (by if literal > 0 else -by) for literal in clause] for clause in clauses]


@pytest.mark.parametrize("by", [1, 5], ids=["row and column from 1, without - 1", "row times n + column"])
def test_numbers_that_begin_too_high_are_named(by: int) -> None:
    [cause] = causes(5, shifted(queens(5, "row"), by))
    told = f"the variables are numbered from {by + 1} instead of 1: read so, the formula"
    assert cause == f"{told} has the clauses of the spec's CNF"
    [cause] = causes(5, shifted(counters(5, 26), by))
    assert cause == f"{told} is equivalent"


def test_flipped_signs_are_named() -> None:
    [cause] = causes(5, [[-literal for literal in clause] for clause in queens(5, "row")])
    assert cause == "all signs are flipped: read so, the formula has the clauses of the spec's CNF"
    [cause] = causes(5, [[-literal for literal in clause] for clause in counters(5, 26)])
    assert cause == "all signs are flipped: read so, the formula is equivalent"


def test_a_group_that_is_applied_twice_is_named() -> None:
    again = [pair[::-1] for kind, pair in attacks(4) if kind == "column"]
    [cause] = causes(4, queens(4, "row") + again)
    assert cause.startswith("the group 'one queen per column' is applied twice: each of its 24 clauses")


def test_numbers_by_columns_are_named() -> None:
    [cause] = causes(5, queens(5, "column"))
    assert cause.startswith("the variables are numbered by columns instead of rows: read so, the formula has the")


def test_names_with_swapped_indices_are_told_from_numbers() -> None:
    names = {cell(4, i, j): f"queen[{j}, {i}]" for i, j in product(range(1, 5), repeat=2)}
    relation = relate(nqueens.build(4), formula(queens(4, "row"), 16, names))
    assert relation.verdict == "equivalent"
    assert relation.causes[0].startswith("the names have their parts in the order column, row")


@pytest.mark.parametrize("extra", [[], [[-1, -2, -3]]])
def test_another_order_of_three_axes_is_named_where_it_makes_the_formula_right(extra: Clauses) -> None:
    """The cards numbered place by place: harmful, unlike queens by columns. An implied clause more makes it equivalent only."""
    right, names = sheet_002(4, 2, faulty=False)
    cells = list(product(range(1, 5), range(1, 3), range(1, 9)))
    by_place = sorted(cells, key=lambda cell: cell[::-1])
    number = {old: by_place.index(cell) + 1 for old, cell in enumerate(cells, start=1)}
    clauses = [[number[abs(n)] * (1 if n > 0 else -1) for n in clause] for clause in [*right, *extra]]
    relation = relate(cards.build(4, 2), formula(clauses, len(names)))
    assert relation.verdict == "both"
    [cause] = relation.causes
    assert cause.startswith("the variables are numbered in the order value, second index, first index")
    assert cause.endswith("equivalent" if extra else "the clauses of the spec's CNF")


def test_the_third_axis_of_booleans_is_an_index_and_not_a_value() -> None:
    spec, cells = Spec("cells"), list(product(range(2), range(2), range(3)))
    b = spec.booleans("b", range(2), range(2), range(3))
    for i, j in product(range(2), repeat=2):
        spec.group("one").add(Exactly(1, [b[i, j, k] for k in range(3)]))
    by_last = sorted(cells, key=lambda cell: cell[::-1])
    number = {old: by_last.index(cell) + 1 for old, cell in enumerate(cells, start=1)}
    clauses = [[number[abs(n)] * (1 if n > 0 else -1) for n in clause] for clause in lowered(spec).clauses()]
    [cause] = relate(spec, formula(clauses, 12)).causes
    assert cause.startswith("the variables are numbered in the order third index, second index, first index: read so")


def counters(n: int, first: int | None) -> Clauses:
    """At most one per line by sequential counters; with `first` None each counts from above its own highest literal."""
    lines: dict[tuple[str, int], list[int]] = {}
    for i, j in product(range(1, n + 1), repeat=2):
        for line in (("row", i), ("column", j), ("descending", j - i), ("ascending", i + j)):
            lines.setdefault(line, []).append(cell(n, i, j))
    clauses, free = at_least_one(n, "row"), first or 0
    for _, literals in sorted(lines.items()):
        start = free if first else max(literals) + 1
        sums = range(start, start + len(literals) - 1)
        free += len(sums)
        for place, literal in enumerate(literals):
            clauses += [[-literal, sums[place]]] if place < len(sums) else []
            clauses += [[-sums[place - 1], sums[place]]] if 0 < place < len(sums) else []
            clauses += [[-literal, -sums[place - 1]]] if place else []
    return clauses


@pytest.mark.parametrize("n", [5, 6, 8])
@pytest.mark.parametrize("below", [None, 1, 4], ids=["CardEnc without top_id", "one too low", "four too low"])
def test_auxiliaries_that_reuse_the_numbers_of_cells_are_named(n: int, below: int | None) -> None:
    assert causes(n, counters(n, n * n + 1)) == ()
    clauses = counters(n, None if below is None else n * n + 1 - below)
    [cause] = causes(n, clauses)
    assert cause.startswith("auxiliaries reuse the numbers of queen[")
    assert cause.endswith("with numbers of their own the formula is right")


def test_auxiliaries_that_reuse_numbers_are_named_whatever_the_order_of_the_pairs() -> None:
    """Rows by PySAT's seqcounter without `top_id`; the rest in one loop over all pairs of cells, as students write it."""
    import pycard

    n, rows = 5, at_least_one(5, "row")
    for row in rows[:]:
        rows += pycard.encode_atmost(list(row), 1, max(row), 1, 0)[0]
    cells = list(product(range(1, n + 1), repeat=2))
    pairs = [
        [-cell(n, *one), -cell(n, *other)]
        for one, other in product(cells, repeat=2)
        if one < other and (one[1] == other[1] or abs(one[0] - other[0]) == abs(one[1] - other[1]))
    ]
    [cause] = [cause for cause in causes(n, rows + pairs) if "reuse" in cause]
    assert cause.startswith("auxiliaries reuse the numbers of queen[2] == 1")
    assert cause.endswith("with numbers of their own the formula is right")


def test_one_wrong_sign_is_named_and_no_auxiliary_is_blamed() -> None:
    right = queens(4, "row")
    for place, clause in enumerate(right):
        for literal in clause:
            wrong = [-other if other == literal else other for other in clause]
            told = causes(4, [*right[:place], wrong, *right[place + 1 :]])
            assert all(
                cause.startswith(f"clause {place + 1} (") and "has a wrong sign: it should" in cause for cause in told
            )


def test_a_clause_that_excludes_solutions_is_named() -> None:
    [cause] = causes(4, [*queens(4, "row"), [-2]])
    assert cause == "clause 81 (queen[1] != 2) excludes solutions: without it the formula is right"


@pytest.mark.slow
@pytest.mark.parametrize("encoding", [1, 2, 3, 4, 5, 6, 7, 8])
def test_the_auxiliaries_of_every_encoding_of_pysat_are_told_from_cells(encoding: int) -> None:
    """CardEnc without `top_id` for every row, and with the same `top_id` for every row."""
    import pycard

    for top, told in (
        (None, "auxiliaries reuse the numbers of queen[2]"),
        (36, "auxiliaries of an earlier constraint are"),
    ):
        clauses = [pair for kind, pair in attacks(6) if kind != "row"]
        for row in at_least_one(6, "row"):
            clauses += [row, *pycard.encode_atmost(list(row), 1, top or max(row), encoding, 0)[0]]
        [cause] = causes(6, clauses)
        assert cause.startswith(told)


def test_no_cause_is_claimed_where_none_is_confirmed() -> None:
    assert causes(4, [[1], [2], [-1, 5]]) == ()
