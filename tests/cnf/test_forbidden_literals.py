"""Clauses too many that forbid single literals: why they are there is said where the formula shows it, and only there."""

from itertools import combinations_with_replacement, product

import pytest

from tests.cnf.formulas import Clauses, attacks, cell, formula, lowered, queens, sheet_002
from threefold.cnf.relation import relate
from threefold.language import Spec
from threefold.models import cards, nqueens

PAIRED = "literals are paired with themselves: "
LOOP = ": a loop runs one too far: "
FORBIDDEN = "single literals are forbidden: "


def cause(spec: Spec, clauses: Clauses, names: dict[int, str] | None = None) -> str:
    relation = relate(spec, formula(clauses, max(abs(n) for clause in clauses for n in clause), names))
    assert relation.verdict == "too strong"
    [said] = relation.causes
    return said


def lines(n: int) -> list[list[int]]:
    """The rows and the columns."""
    rows = [[cell(n, i, j) for j in range(1, n + 1)] for i in range(1, n + 1)]
    return [*rows, *map(list, zip(*rows, strict=True))]


def with_pairs(pairs: Clauses) -> Clauses:
    """5 queens: pairs of rows and columns in place of the right ones."""
    return [*lines(5)[:5], *pairs, *(pair for kind, pair in attacks(5) if kind in ("descending", "ascending"))]


def copies_too_far(n: int, k: int) -> Clauses:
    """The clauses about the room of the next copy, with `c < k` only around the implication."""
    cards, places = product(range(1, n + 1), range(1, k + 1)), range(1, n * k + 1)
    last = {v: start * n * k for start, (v, c) in enumerate(cards) if c == k}
    right, _ = sheet_002(n, k, faulty=False)
    return right + [[-(start + p)] for v, start in last.items() for p in places if p + v + 1 > n * k]


def test_a_pair_loop_that_starts_at_the_literal_itself_pairs_literals_with_themselves() -> None:
    pairs = [[-a, -b] for line in lines(5) for a, b in combinations_with_replacement(line, 2)]
    said = cause(nqueens.build(5), with_pairs(pairs))
    assert said.startswith(f"{PAIRED}25 clauses (first clause ")
    assert said.endswith("exclude solutions: without them the formula is right")


def test_a_pair_that_was_written_as_a_set_may_have_another_reason() -> None:
    """`{-a, -a}` is one literal: the formula does not show the loop."""
    pairs = [[*{-a, -b}] for line in lines(5) for a, b in combinations_with_replacement(line, 2)]
    said = cause(nqueens.build(5), with_pairs(pairs))
    assert said.startswith("no value is left for queen[1] and 4 more: 25 clauses")


@pytest.mark.parametrize(("n", "k"), [(4, 2), (7, 2), (9, 3)])
def test_a_loop_over_copies_that_runs_one_too_far_is_named(n: int, k: int) -> None:
    """Sheet 002's own encoder, with its names; and the clauses about the last copy by numbers, without invented variables."""
    clauses, names = sheet_002(n, k, faulty=True)
    last = f"'v cards between copies of v' about position[1, {k - 1}] are also written for position[1, {k}]"
    for said in (cause(cards.build(n, k), clauses, names), cause(cards.build(n, k), copies_too_far(n, k))):
        assert f"the clauses of {last}{LOOP}" in said
        assert said.endswith("exclude solutions: without them the formula is right")


def test_a_loop_that_begins_one_too_early_is_named() -> None:
    spec = Spec("steps")
    x = spec.integers("x", range(1, 4), domain=range(1, 5))
    spec.group("later").add(*(x[i] != value for i in (2, 3) for value in (1, 2)))
    clauses = [list(clause) for clause in lowered(spec).clauses()]
    said = cause(spec, [*clauses, [-1], [-2]])
    assert said.startswith("the clauses of 'later' about x[2] are also written for x[1]: a loop begins one too early: ")


def test_a_part_of_what_a_loop_would_write_is_no_loop() -> None:
    clauses = copies_too_far(4, 2)
    without_one = [clause for clause in clauses if clause != [-cell(8, 8, 8)]]
    assert cause(cards.build(4, 2), without_one).startswith(FORBIDDEN)


def test_wrong_literals_of_another_kind_have_no_cause() -> None:
    """No queen on the main diagonal: no rule of the puzzle, and no loop of one."""
    diagonal = [[-cell(5, i, i)] for i in range(1, 6)]
    said = cause(nqueens.build(5), queens(5, "row") + diagonal)
    assert said.startswith(f"{FORBIDDEN}5 clauses (first clause ")


def test_one_wrong_literal_is_a_clause_too_many() -> None:
    said = cause(cards.build(4, 2), [*sheet_002(4, 2, faulty=False)[0], [-5]])
    assert said == "clause 489 (position[1, 1] != 5) excludes solutions: without it the formula is right"


def test_a_bound_of_zero_is_not_told_from_and_instead_of_or() -> None:
    """At most 0 queens per row instead of at most 1: ¬a, ¬b, … as 'and' makes them of ¬a ∨ ¬b."""
    others = [pair for kind, pair in attacks(5) if kind != "row"]
    zero = [[-n] for line in lines(5)[:5] for n in line]
    said = cause(nqueens.build(5), [*lines(5)[:5], *others, *zero])
    assert said.startswith(
        "the group 'at most one queen per row' forbids every literal, by 'and' instead of 'or' or at most 0: "
    )


def test_a_bound_of_zero_beside_the_right_clauses_leaves_no_value() -> None:
    zero = [[-n] for n in lines(5)[2]]
    said = cause(nqueens.build(5), queens(5, "row") + zero)
    assert said.startswith("no value is left for queen[3]: 5 clauses")


def test_room_that_is_one_too_small_is_no_loop() -> None:
    clauses: Clauses = [clause for clause in sheet_002(4, 2, faulty=False)[0] if len(clause) != 1]
    first = {v: (v - 1) * 16 for v in range(1, 5)}
    for v, p in product(range(1, 5), range(1, 9)):
        if p + v + 1 > 7:  # and not 8
            clauses.append([-(first[v] + p)])
            clauses = [each for each in clauses if each != [-(first[v] + p), first[v] + 8 + p + v + 1]]
    said = cause(cards.build(4, 2), clauses)
    assert said.startswith(f"{FORBIDDEN}2 clauses")
