"""The kinds are a closed set: one that is not in it is refused, and the type checker names every place that lacks a new one."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from threefold.conformance import KINDS
from threefold.language import All, AtLeast, Clause, Iff, Implies, Spec, SpecError, Variable
from threefold.language.kinds import OverTerms
from threefold.language.terms import Assignment

ROOT = Path(__file__).parents[2]
MANY = len(KINDS) // 2  # a `match` over fewer kinds looks for some of them


class Even(OverTerms):
    """The sum of the terms is even: a kind that nobody has heard of."""

    def holds(self, assignment: Assignment) -> bool:
        return sum(term.value(assignment) for term in self.terms) % 2 == 0


WRITTEN: dict[str, Callable[[Even, Variable], object]] = {
    "itself": lambda even, b: even,
    "not": lambda even, b: ~even,
    "or": lambda even, b: even | b,
    "and": lambda even, b: even & b,
    "exclusive or": lambda even, b: even ^ b,
    "Iff": lambda even, b: Iff(b, even),
    "Implies": lambda even, b: Implies(b, even),
    "All": lambda even, b: All([b, All([even])]),
    "Clause": lambda even, b: Clause([even]),
    "AtLeast": lambda even, b: AtLeast(1, [even, b]),
    "number": lambda even, b: even + b == 1,
}


@pytest.mark.parametrize("way", WRITTEN)
def test_a_kind_that_is_not_one_of_the_eight_is_refused_and_never_dropped(way: str) -> None:
    spec = Spec("ninth")
    x, b = spec.integers("x", range(2), domain=range(2)), spec.boolean("b")
    with pytest.raises((SpecError, AssertionError)):
        spec.group("g").add(WRITTEN[way](Even(x), b))  # type: ignore[arg-type]


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
