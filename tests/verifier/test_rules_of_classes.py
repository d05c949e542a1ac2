"""What the verifier knows of each class agrees with `holds` and `value`, for all values of its variables."""

from collections import defaultdict
from itertools import product

import pytest

from tests.verifier.test_completeness import COUNTS, built
from threefold.language import Spec
from threefold.language.flattening import Flat
from threefold.language.functions import Function, Undefined
from threefold.language.node import Kind, guard
from threefold.language.numbering import Node, Numbering
from threefold.language.terms import as_literal
from threefold.language.truth import Assignment, Logical
from threefold.verifier.meaning import Meanings
from threefold.verifier.rules_of_classes import conditions, expanded, facts, parts


def everything(spec: Spec) -> list[tuple[int, ...]]:
    return list(product(*(x.domain for x in spec.variables)))


def nodes(spec: Spec) -> list[Node]:
    numbering = Numbering()
    for posted in spec.posted:
        numbering.number(posted.constraint)
    return numbering.nodes


def true(item: Logical, assignment: Assignment) -> bool:
    if isinstance(item, Kind):
        guard(item)
        return item.holds(assignment)
    return as_literal(item).holds(assignment)


def value(function: Function, assignment: Assignment) -> int | None:
    try:
        return function.value(assignment)
    except Undefined:
        return None


@pytest.mark.parametrize("text", COUNTS)
def test_a_constraint_holds_if_and_only_if_its_parts_do(text: str) -> None:
    spec = built(COUNTS[text][1], "nested")
    for node in nodes(spec):
        found = parts(node) if isinstance(node, Kind) else None
        if isinstance(node, Kind) and found is not None:
            connective, items = found[0], [*found[1]]
            join = all if connective == "and" else any
            assert all(join(true(each, a) for each in items) == true(node, a) for a in everything(spec)), node


@pytest.mark.parametrize("text", COUNTS)
def test_a_function_is_what_the_rules_say(text: str) -> None:
    spec = built(COUNTS[text][1], "reified")
    for function in [node for node in nodes(spec) if isinstance(node, Function)]:
        result = spec.integer(f"result_{len(spec.families)}", function.domain)
        known, sum_of_it = [*facts(result, function)], expanded(function)
        spec.variables.pop()
        for a in everything(spec):
            found = value(function, a)
            assert function.partial or found is not None
            if found is not None:
                assert sum_of_it is None or sum_of_it.value(a) == found
                assert all(true(each, (*a, found)) for each in known)
            inner = all(value(each, a) is not None for each in nodes_of(function))
            assert not inner or all(true(each, a) for each in conditions(function)) == (found is not None)


def nodes_of(function: Function) -> list[Function]:
    numbering = Numbering()
    numbering.number(function)
    return [each for each in numbering.nodes[:-1] if isinstance(each, Function)]


@pytest.mark.parametrize("place", ["bare", "nested"])
def test_constraints_with_the_same_number_hold_in_the_same_assignments(place: str) -> None:
    together = defaultdict[int, set[tuple[bool, ...]]](set)
    for lengths in range(len(COUNTS)):
        spec = built(COUNTS[[*COUNTS][lengths]][1], place)
        meanings, found = Meanings(Flat(spec)), everything(spec)
        together.clear()
        for node in nodes(spec):
            if isinstance(node, Kind):
                truths = tuple(true(node, a) for a in found)
                number = meanings.number(node)
                together[abs(number)].add(truths if number > 0 else tuple(not each for each in truths))
        assert all(len(each) == 1 for each in together.values())
