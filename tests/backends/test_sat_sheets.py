"""With pairwise at-most-one the CNF is that of the sheets, clause for clause: their formulas are written here once more."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.sat.program import CnfProgram
from threefold.language import Spec
from threefold.models import cards, nqueens

Clauses = Iterator[list[int]]


def lowered(spec: Spec, configuration: str = "sat+amo=pairwise") -> CnfProgram:
    program = find("sat").lower(spec, parse(configuration, {}))
    assert isinstance(program, CnfProgram)
    return program


def queens_of_sheets_001_and_004(n: int) -> Clauses:
    """x[i,j]: a queen on row i, column j. At least one per row; no two on a row, a column or a diagonal."""

    def x(i: int, j: int) -> int:
        return (i - 1) * n + j

    cells = list(product(range(1, n + 1), repeat=2))
    for i in range(1, n + 1):
        yield [x(i, j) for j in range(1, n + 1)]
    for (i, j), (k, m) in combinations(cells, 2):
        if i == k or j == m or i - j == k - m or i + j == k + m:
            yield [-x(i, j), -x(k, m)]


def cards_of_sheet_002(n: int, k: int) -> Clauses:
    """X[v,c,p]: copy c of value v lies at position p."""
    places = range(1, n * k + 1)

    def x(v: int, c: int, p: int) -> int:
        return ((v - 1) * k + (c - 1)) * n * k + p

    every_card = list(product(range(1, n + 1), range(1, k + 1)))
    for v, c in every_card:
        yield [x(v, c, p) for p in places]
        for p, q in combinations(places, 2):
            yield [-x(v, c, p), -x(v, c, q)]
    for v, c, p in product(range(1, n + 1), range(1, k), places):
        yield [-x(v, c, p), x(v, c + 1, p + v + 1)] if p + v + 1 <= n * k else [-x(v, c, p)]
    for (v, c), (w, d) in combinations(every_card, 2):
        for p in places:
            yield [-x(v, c, p), -x(w, d, p)]


def assert_same_clauses(program: CnfProgram, sheet: Clauses, size: int) -> None:
    ours = [frozenset(clause) for _, clause in program.clauses()]
    assert len(ours) == len(set(ours)) == size, "a clause stands there twice"
    assert set(ours) == set(map(frozenset, sheet))
    assert program.size.constraints == size
    assert program.size.auxiliary == 0


@pytest.mark.parametrize(("n", "size"), [(4, 80), (5, 165), (8, 736), (10, 1480)])
def test_the_clauses_of_n_queens_are_those_of_sheets_001_and_004(n: int, size: int) -> None:
    assert_same_clauses(lowered(nqueens.build(n)), queens_of_sheets_001_and_004(n), size)


@pytest.mark.parametrize(("n", "k", "size"), [(4, 2, 488), (7, 2, 2660), (8, 2, 3984), (9, 3, 19467)])
def test_the_clauses_of_cards_are_those_of_sheet_002(n: int, k: int, size: int) -> None:
    assert_same_clauses(lowered(cards.build(n, k)), cards_of_sheet_002(n, k), size)


def test_up_to_16_literals_the_default_is_pairwise() -> None:
    assert list(lowered(nqueens.build(16), "sat").clauses()) == list(lowered(nqueens.build(16)).clauses())


def test_every_clause_names_its_group() -> None:
    sizes: dict[str, int] = {}
    for group, _ in lowered(nqueens.build(4)).clauses():
        sizes[group] = sizes.get(group, 0) + 1
    assert sizes == {
        "one queen per row": 4 + 24,
        "one queen per column": 24,
        "one queen per descending diagonal": 14,
        "one queen per ascending diagonal": 14,
    }


def test_the_export_is_dimacs_with_a_comment_per_group_and_the_same_each_time() -> None:
    text = lowered(nqueens.build(4)).export("dimacs")
    assert text == lowered(nqueens.build(4)).export("dimacs")
    lines = text.splitlines()
    assert "p cnf 16 80" in lines
    assert [line for line in lines if line.startswith("c group ")] == [
        "c group one queen per row",
        "c group one queen per column",
        "c group one queen per descending diagonal",
        "c group one queen per ascending diagonal",
    ]
    clauses = [line for line in lines if line[0] not in "pc"]
    assert len(clauses) == 80
    assert all(line.endswith(" 0") for line in clauses)
    assert text.endswith("\n")
