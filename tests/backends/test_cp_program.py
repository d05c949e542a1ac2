"""A program for CP-SAT: its text, its size, its groups, and which of them accept an assignment."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from threefold import models
from threefold.backends import find
from threefold.backends.backend import Size
from threefold.backends.configuration import parse
from threefold.backends.cp.model_builder import intervals
from threefold.backends.cp.program import CpProgram
from threefold.checker import brute_force
from threefold.language import AllDifferent, Clause, Constraint, Element, Implies, Spec, Table

both_views = pytest.mark.parametrize("view", ["int", "bool"])


def lowered(spec: Spec, view: str = "int") -> CpProgram:
    program = find("cp").lower(spec, parse(f"cp+view={view}", {}))
    assert isinstance(program, CpProgram)
    return program


def three_groups() -> Spec:
    spec = Spec("three groups")
    x, y = (spec.integer(name, [0, 1, 4]) for name in "xy")
    b = spec.boolean("b")
    spec.group("different").add(AllDifferent([x, y + 1]))
    spec.group("chosen").add(
        Clause([x == 4, ~b]), Implies(x <= 1, Clause([y <= 1])), Table([x, y], product((0, 4), (0, 1, 4)))
    )
    spec.group("looked up").add(Element(b, [x, y], 4 - y))
    return spec


@both_views
def test_each_group_accepts_exactly_what_its_constraints_allow(view: str) -> None:
    spec = three_groups()
    program = lowered(spec, view)
    for assignment in product(*(x.domain for x in spec.variables)):
        for name, group in spec.groups.items():
            allowed = all(constraint.holds(assignment) for constraint in group.constraints)
            assert program.accepts(assignment, [name]) == allowed, (assignment, name)
        assert program.accepts(assignment, program.groups) == (spec.violated(assignment) is None)


@both_views
def test_a_value_outside_the_domain_is_accepted_by_no_group(view: str) -> None:
    assert not lowered(three_groups(), view).accepts((2, 0, 0), [])


@both_views
def test_derived_variables_stay_free_when_an_assignment_is_asked_for(view: str) -> None:
    spec = Spec("derived")
    x, total = spec.integer("x", range(4)), spec.integer("total", range(9), derived=True)
    spec.group("definition").add(total == x + x)
    spec.group("small").add(total <= 3)
    program = lowered(spec, view)
    assert program.accepts((3, 99), ["definition"])
    assert program.accepts((1, 99), program.groups)
    assert not program.accepts((2, 99), program.groups)


@both_views
def test_the_groups_are_those_of_the_domains_and_of_the_constraints(view: str) -> None:
    domains = ("domain of x", "domain of y", "domain of b")
    assert lowered(three_groups(), view).groups == (*domains, "different", "chosen", "looked up")


def test_the_export_names_variables_by_meaning_and_constraints_by_group() -> None:
    spec = Spec("export")
    x, b = spec.integer("x", [-2, 0, 1, 5]), spec.boolean("b")
    spec.group('a "quoted"\n\\ name').add(x + 2 * b <= 5)
    spec.group("clause").add(Clause([x == 5, ~b]))
    assert lowered(spec).export("cp") == (
        'variables { name: "x" domain: [-2, -2, 0, 1, 5, 5] }\n'
        'variables { name: "b" domain: [0, 1] }\n'
        'variables { name: "x == 5" domain: [0, 1] }\n'
        'constraints { name: "a \\"quoted\\"\\n\\\\ name" '
        "linear { vars: [0, 1] coeffs: [1, 2] domain: [-9223372036854775808, 5] } }\n"
        'constraints { name: "domain of x" enforcement_literal: [2] linear { vars: [0] coeffs: [1] domain: [5, 5] } }\n'
        'constraints { name: "domain of x" enforcement_literal: [-3] linear { vars: [0] coeffs: [1] '
        "domain: [-9223372036854775808, 4, 6, 9223372036854775807] } }\n"
        'constraints { name: "clause" bool_or { literals: [2, -2] } }\n'
    )


@both_views
def test_the_export_is_the_same_each_time_and_read_by_the_solver(view: str) -> None:
    program = lowered(three_groups(), view)
    assert program.export("cp") == lowered(three_groups(), view).export("cp")
    assert set(program.load(seed=None, first=False)) == set(brute_force.solutions(program.spec))


@both_views
def test_the_model_in_memory_is_the_one_of_the_export_without_its_names(view: str) -> None:
    program = lowered(three_groups(), view)
    loaded: Any = program.load(seed=None, first=True)
    read = loaded.model.__class__()
    read.parse_text_format(re.sub(r'name: "[^"]*" ', "", program.export("cp")))
    assert str(loaded.model) == str(read)


def test_the_size_in_the_integer_view_counts_the_specs_variables() -> None:
    assert lowered(models.find("nqueens").build(8)).size == Size(8, 0, 3, 24)


def test_the_size_in_the_boolean_view_counts_a_literal_per_value() -> None:
    # 8 exactly-one of 8; per column 8 of 8; per direction 13 diagonals of two to eight cells, 62 cells together
    assert lowered(models.find("nqueens").build(8), "bool").size == Size(64, 0, 8 + 8 + 26, 64 + 64 + 124)


def test_a_literal_is_made_once_and_a_boolean_is_its_own() -> None:
    spec = Spec("literals")
    x, b = spec.integer("x", range(5)), spec.boolean("b")
    spec.group("clauses").add(Clause([x == 2, b]), Clause([x != 2, ~b]), Clause([x <= 0, b]), Clause([x == 0, b]))
    assert lowered(spec).size.auxiliary == 2  # x == 2, and x == 0 which is x <= 0
    assert lowered(spec, "bool").size.auxiliary == 0


def test_a_clause_of_one_literal_is_a_smaller_domain_and_stays_in_its_group() -> None:
    spec = Spec("givens")
    x, y, b = spec.integer("x", range(6)), spec.integer("y", [-2, 0, 5]), spec.boolean("b")
    spec.group("given").add(Clause([x != 3]), Clause([~(x <= 0)]), Clause([b]), Clause([x == 9]))
    spec.group("conditional").add(Implies(b, Clause([y == 5])), Implies(b, Clause([y <= 1])))
    program = lowered(spec)
    assert program.size == Size(3, 0, 6, 8)
    assert program.accepts((0, 5, 1), ["domain of x"])
    assert not program.accepts((0, 5, 1), ["given"])
    assert program.accepts((1, 5, 0), ["conditional"])
    assert not program.accepts((1, 5, 1), ["conditional"])


def test_a_domain_is_written_as_the_ends_of_its_intervals() -> None:
    assert intervals(range(1, 9)) == [1, 8]
    assert intervals((-2, 0, 1, 5)) == [-2, -2, 0, 1, 5, 5]


def test_the_version_is_for_people() -> None:
    assert find("cp").version("cpsat") == "CP-SAT 9.15"


@pytest.mark.parametrize(
    ("constraint", "mentions"),
    [
        (lambda x, y, z, b: Clause([b, b]), 2),
        (lambda x, y, z, b: AllDifferent([x, y, z]), 3),
        (lambda x, y, z, b: x + 2 * y - z <= 3, 3),
        (lambda x, y, z, b: Table([x, y], [(0, 1), (1, 2)]), 2),
        (lambda x, y, z, b: Element(x, [y, z, 1], b), 5),  # index, result and entries
        (lambda x, y, z, b: Implies(b, x + y <= 2), 3),
    ],
)
def test_the_size_counts_what_a_constraint_mentions_and_its_condition(
    constraint: Callable[..., Constraint], mentions: int
) -> None:
    spec = Spec("one")
    variables = [*(spec.integer(name, range(3)) for name in "xyz"), spec.boolean("b")]
    spec.group("one").add(constraint(*variables))
    assert lowered(spec).size == Size(4, 0, 1, mentions)
