"""Formulas over the declared variables of a spec with functions and constraints inside others."""

from itertools import product

import pytest

from tests.cnf.formulas import Clauses, formula, lowered, program
from threefold.cnf.relation import relate
from threefold.language import Iff, NoOverlap, Regular, Spec, maximum


def compound() -> Spec:
    spec = Spec("compound")
    x, y, b = spec.integer("x", range(4)), spec.integer("y", range(4)), spec.boolean("b")
    spec.group("apart").add(abs(x - y) != 2)
    spec.group("either").add(b | ((x + y == 3) & (x * y <= 2)))
    spec.group("word").add(Iff(b, Regular([x, y], {(0, 0): 1, (0, 1): 0, (1, 1): 1, (1, 3): 1}, 0, [1])))
    spec.group("machine").add(NoOverlap([x, y], [1, 1]))
    spec.group("quotient").add(x // y <= 1)
    spec.group("largest").add(maximum([x, y]) >= 1)
    return spec


def by_values(spec: Spec) -> Clauses:
    """Domains, and a clause for each assignment that is no solution: x has the numbers 1 to 4, y 5 to 8, b 9."""
    domains = [[*numbers] for numbers in (range(1, 5), range(5, 9))]
    clauses: Clauses = [
        *domains,
        *([-one, -other] for each in domains for one in each for other in each if one < other),
    ]
    for values in product(range(4), range(4), range(2)):
        if spec.violated(values):
            clauses.append([-(1 + values[0]), -(5 + values[1]), -9 if values[2] else 9])
    return clauses


def test_a_formula_without_auxiliaries_that_has_the_solutions_is_equivalent() -> None:
    spec = compound()
    relation = relate(spec, formula(by_values(spec), 9))
    assert (relation.verdict, relation.wrong, relation.lost) == ("equivalent", None, None)


@pytest.mark.parametrize("left_out", range(14, 30, 3))
def test_a_formula_that_lacks_a_clause_is_too_weak_and_the_written_constraint_is_named(left_out: int) -> None:
    spec = compound()
    clauses = by_values(spec)
    del clauses[left_out]
    relation = relate(spec, formula(clauses, 9))
    assert relation.verdict == "too weak"
    assert relation.wrong
    assert relation.wrong.assignment
    found = spec.violated(relation.wrong.assignment)
    assert found
    written = {str(posted.constraint) for posted in spec.posted}
    assert relation.wrong.violated.partition(":")[0] in written
    assert {clause.group for clause in relation.missing} <= {*spec.groups, "domains of definitions"}
    assert "_" not in "".join(clause.text for clause in relation.missing)


def test_a_formula_that_excludes_a_solution_is_too_strong() -> None:
    spec = compound()
    solutions = [v for v in product(range(4), range(4), range(2)) if not spec.violated(v)]
    x, y, b = solutions[0]
    excluded = [-(1 + x), -(5 + y), -9 if b else 9]
    relation = relate(spec, formula([*by_values(spec), excluded], 9))
    assert relation.verdict == "too strong"
    assert relation.lost
    assert relation.lost.assignment == (x, y, b)


@pytest.mark.parametrize("amo", ["pairwise", "ladder", "product"])
def test_the_own_formula_is_equal_or_equivalent_and_its_auxiliaries_are_auxiliaries(amo: str) -> None:
    spec = compound()
    size = program(spec, "sat+amo=pairwise").size
    assert size.variables == 9
    relation = relate(spec, lowered(spec, amo))
    assert relation.verdict == ("equal" if amo == "pairwise" else "equivalent")
    assert relation.auxiliaries >= size.auxiliary
