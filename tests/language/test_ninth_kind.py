"""A new constraint works everywhere; the kernel is closed, and the type checker names every place that lacks a kind."""

import ast
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.lowering import lowered_solutions, solutions_of_flat
from threefold.checker import brute_force
from threefold.conformance import KINDS
from threefold.language import All, AtLeast, Clause, Iff, Implies, Spec, SpecError, Variable
from threefold.language.flattening import flatten
from threefold.language.functions import Function
from threefold.language.node import OverTerms
from threefold.language.terms import Assignment, Sum, as_sum
from threefold.language.truth import Logical
from threefold.runs.instance import pickled

ROOT = Path(__file__).parents[2]
MANY = len(KINDS) // 2  # a `match` over fewer kinds looks for some of them
BACKENDS = ("sat", "cp", "ilp", "backtracking")


class Even(OverTerms):
    """The sum of the terms is even: a constraint that nobody has heard of."""

    def holds(self, assignment: Assignment) -> bool:
        return sum(term.value(assignment) for term in self.terms) % 2 == 0

    def decompose(self) -> Iterator[Logical]:
        yield Half(self.terms)._sum() * 2 == sum(self.terms)


class Half(Function):
    """Half of the sum, rounded down."""

    word, fields = "half", ("terms",)

    def __init__(self, terms: tuple[Sum, ...]) -> None:
        self.terms = terms
        self.finish(range(-50, 50))

    def value(self, assignment: Assignment) -> int:
        return sum(term.value(assignment) for term in self.terms) // 2

    def decompose(self, result: Variable) -> Iterator[Logical]:
        rest = sum(self.terms) - 2 * as_sum(result)
        yield All([rest >= 0, rest <= 1])


class Undecomposed(OverTerms):
    """It has no `decompose`."""

    holds = Even.holds


LACKING: Any = Undecomposed  # mypy would refuse it


WRITTEN: dict[str, tuple[Callable[[Any, Variable], Any], Callable[[bool, int], Any]]] = {
    "itself": (lambda even, b: even, lambda even, b: even),
    "not": (lambda even, b: ~even, lambda even, b: not even),
    "or": (lambda even, b: even | b, lambda even, b: even or b),
    "and": (lambda even, b: even & b, lambda even, b: even and b),
    "exclusive or": (lambda even, b: even ^ b, lambda even, b: even != b),
    "Iff": (lambda even, b: Iff(b, even), lambda even, b: even == b),
    "Implies": (lambda even, b: Implies(b, even), lambda even, b: even or not b),
    "Implies, as the condition": (lambda even, b: Implies(even, b), lambda even, b: b or not even),
    "All": (lambda even, b: All([b, All([even])]), lambda even, b: even and b),
    "Clause": (lambda even, b: Clause([even]), lambda even, b: even),
    "AtLeast": (lambda even, b: AtLeast(2, [even, b, ~b]), lambda even, b: even),
    "number": (lambda even, b: even + b == 1, lambda even, b: even + b == 1),
    "not of an or": (lambda even, b: ~(even | b), lambda even, b: not (even or b)),
}


def _spec(way: str, kind: Any) -> Spec:
    spec = Spec("ninth")
    x, b = spec.integers("x", range(2), domain=range(3)), spec.boolean("b")
    spec.group("g").add(WRITTEN[way][0](kind([x[0], -x[1], 3]), b))
    return spec


@pytest.mark.parametrize("way", WRITTEN)
def test_a_new_constraint_with_holds_and_decompose_works_in_every_backend(way: str) -> None:
    spec, mean = _spec(way, Even), WRITTEN[way][1]
    meant = [v for v in product(range(3), range(3), range(2)) if mean((v[0] - v[1] + 3) % 2 == 0, v[2])]
    assert sorted(brute_force.projected(spec)) == meant
    assert solutions_of_flat(spec) == meant
    for backend in BACKENDS:
        assert sorted(lowered_solutions(spec, backend)) == meant, backend


@pytest.mark.parametrize("way", WRITTEN)
def test_a_constraint_without_decompose_is_an_error_and_never_dropped(way: str) -> None:
    with pytest.raises((TypeError, NotImplementedError), match="Undecomposed"):
        flatten(_spec(way, LACKING))


def test_a_backend_that_has_a_constraint_itself_gets_it_whole() -> None:
    spec = _spec("itself", LACKING)
    x = spec.families["x"]
    spec.group("h").add(LACKING([x[0] * x[1], 1]))
    flat = flatten(spec, native=(LACKING,))
    whole = [each.constraint for each in flat.posted if isinstance(each.constraint, LACKING)]
    assert [*map(str, whole)] == ["Undecomposed(x[0], -x[1], 3)", "Undecomposed((x[0]*x[1]), 1)"]
    assert all(x.position >= 0 for each in whole for x in each.operands())


def test_a_spec_with_a_class_of_ones_own_says_where_it_can_be_compared() -> None:
    spec = _spec("not", Even)
    message = r"ninth: group '.*': .*: Even is no class of threefold.language, .*; put it into a puzzle file"
    with pytest.raises(SpecError, match=message):
        pickled(spec)


def test_a_class_whose_fields_are_wrong_says_so() -> None:
    class Nameless(Even):
        fields = ("nothing",)

    spec = Spec("nameless")
    spec.group("g").add(Nameless([spec.integer("x", range(2)), 1]) | spec.boolean("b"))
    with pytest.raises(SpecError, match=r"Nameless: `fields` names its attributes, .*'nothing'"):
        flatten(spec)


def _dispatches() -> Iterator[tuple[str, ast.Match]]:
    for folder in ("threefold", "backends"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Match) and len(_classes(node) & {*KINDS}) > MANY:
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", node


def _classes(node: ast.Match) -> set[str]:
    patterns = [part for case in node.cases for part in ast.walk(case.pattern) if isinstance(part, ast.MatchClass)]
    return {ast.unparse(part.cls).rpartition(".")[2] for part in patterns}


def test_every_match_over_the_kinds_ends_in_assert_never() -> None:
    found = dict(_dispatches())
    assert len(found) > 10
    for place, node in found.items():
        last = node.cases[-1]
        assert ast.unparse(last.pattern) == "_", place
        assert ast.unparse(last.body[0]).startswith("assert_never("), place
