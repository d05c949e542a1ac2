"""Every mutant of the CNF of 5 queens gets the right verdict: one clause dropped, one sign flipped, rows and columns swapped.

The judge here knows nothing of solvers: it tries the values of the 25 cells one after another, until a clause is false.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from tests.cnf.formulas import Clauses, formula, program, queens
from threefold.backends.sat.dimacs_writer import own_literals
from threefold.checker import brute_force
from threefold.cnf.relation import relate
from threefold.conformance import random_spec
from threefold.language import AtMost, Spec
from threefold.models import nqueens

N = 5
CELLS = N * N
RIGHT = queens(N, "row")
SOLUTIONS = {
    frozenset(row * N + column for row, column in enumerate(solution))
    for solution in brute_force.solutions(nqueens.build(N))
}


def models_of(clauses: Clauses) -> set[frozenset[int]]:
    """The sets of true cells that satisfy all clauses."""
    ending = [[clause for clause in clauses if max(map(abs, clause)) == cell] for cell in range(CELLS + 1)]
    found: set[frozenset[int]] = set()

    def extend(true: frozenset[int], cell: int) -> None:
        if any(not any((abs(literal) in true) == (literal > 0) for literal in clause) for clause in ending[cell]):
            return
        if cell == CELLS:
            found.add(true)
            return
        extend(true, cell + 1)
        extend(true | {cell + 1}, cell + 1)

    extend(frozenset(), 0)
    return found


def verdict_by_trying(clauses: Clauses) -> str:
    models = models_of(clauses)
    weak, strong = not models <= SOLUTIONS, not models >= SOLUTIONS
    return {(False, False): "equivalent", (True, False): "too weak", (False, True): "too strong"}.get(
        (weak, strong), "both"
    )


def check(clauses: Clauses) -> str:
    relation = relate(nqueens.build(N), formula(clauses, CELLS))
    assert relation.verdict == verdict_by_trying(clauses)
    if relation.wrong:
        true = frozenset(row * N + v for row, values in enumerate(relation.wrong.values) for v in values)
        assert true in models_of(clauses) - SOLUTIONS
    if relation.lost:
        true = frozenset(row * N + value for row, value in enumerate(relation.lost.assignment))
        assert true in SOLUTIONS - models_of(clauses)
        for blamed in relation.lost.blamed:
            assert list(blamed.literals) == clauses[blamed.index - 1]
            assert not any((abs(literal) in true) == (literal > 0) for literal in blamed.literals)
    return relation.verdict


def dropped() -> Iterator[Clauses]:
    for place in range(len(RIGHT)):
        yield RIGHT[:place] + RIGHT[place + 1 :]


def flipped() -> Iterator[Clauses]:
    for place, clause in enumerate(RIGHT):
        for literal in clause:
            changed = [-other if other == literal else other for other in clause]
            yield [*RIGHT[:place], changed, *RIGHT[place + 1 :]]


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_with_each_clause_dropped_in_turn_the_verdict_is_right(every: int) -> None:
    verdicts = [check(clauses) for clauses in islice(dropped(), None, None, every)]
    assert len(verdicts) == -(-165 // every)
    assert set(verdicts) == {"equivalent", "too weak"}


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_with_signs_flipped_one_at_a_time_the_verdict_is_right(every: int) -> None:
    verdicts = [check(clauses) for clauses in islice(flipped(), None, None, every)]
    assert len(verdicts) == -(-345 // every)
    assert set(verdicts) == {"too strong", "both"}


@pytest.mark.parametrize("mutant", [0, 80, 164])
def test_with_rows_and_columns_swapped_the_verdict_is_right(mutant: int) -> None:
    def swapped(literal: int) -> int:
        row, column = divmod(abs(literal) - 1, N)
        return (column * N + row + 1) * (1 if literal > 0 else -1)

    assert check([[swapped(literal) for literal in clause] for clause in RIGHT]) == "equivalent"
    check([[swapped(literal) for literal in clause] for place, clause in enumerate(RIGHT) if place != mutant])


def test_a_missing_clause_that_was_simplified_is_named_as_the_spec_has_it() -> None:
    """In the reference an auxiliary is true by a unit clause of 'few', and a clause without it is of no group."""
    spec = Spec("simplified")
    x = spec.integer("x", [-2, -1, 0, 2])
    spec.group("few").add(AtMost(2, [x >= 0, x >= -1, x <= 4, x <= -2, x == -2]))
    right = program(spec, "sat+ints=order")
    bounds = {number: f"x[<={value}]" for number, value in zip((1, 2, 3), (-2, -1, 0), strict=True)}
    clauses = [clause for group, clause in right.clauses() if (group, clause) != ("few", [2])]
    relation = relate(spec, formula(clauses, right.top, bounds))
    assert relation.verdict == "too weak"
    assert [(clause.group, clause.text) for clause in relation.missing] == [("few", "auxiliary of the reference 5")]
    assert relation.causes == ("the group 'few' is incomplete: 1 of its 2 clauses does not follow from the formula",)


def test_random_specs_without_a_clause_are_never_too_strong_and_lack_only_their_own_groups() -> None:
    verdicts = Counter[str]()
    for seed in range(200):
        random = Random(seed)
        spec = random_spec(random)
        right = program(spec, random.choice(["sat", "sat+ints=order", "sat+ints=binary", "sat+amo=pairwise"]))
        clauses = [clause for _, clause in right.clauses()]
        if not clauses or not right.top:
            continue
        clauses.pop(random.randrange(len(clauses)))
        names = {number: name for number, name, _ in own_literals(spec, right.projection.views)}
        relation = relate(spec, formula(clauses, right.top, names))
        verdicts[relation.verdict] += 1
        assert (relation.verdict == "too weak") == (relation.wrong is not None)
        assert "the group no group" not in " ".join(relation.causes)
    assert verdicts.keys() == {"equal", "equivalent", "too weak"}
