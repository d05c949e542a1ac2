"""A cube is a part of the search space; each solution of the whole is in exactly one of the parts."""

from importlib.util import find_spec
from itertools import product

import pytest
from hypothesis import given, settings

from tests.specs import specs
from threefold.backends import find
from threefold.backends.backend import Cube
from threefold.backends.configuration import parse
from threefold.checker import brute_force
from threefold.language import Spec

ROWS = (
    "sat",
    "sat+ints=order",
    "sat+ints=binary",
    "sat:minicard+amo=native",
    "cp",
    "cp+view=bool",
    "ilp",
    "backtracking",
    pytest.param("sat:clasp", marks=pytest.mark.skipif(find_spec("clingo") is None, reason="clingo is not installed")),
)


def in_cube(spec: Spec, row: str, cube: Cube) -> list[tuple[int, ...]]:
    configuration = parse(row, {})
    search = find(configuration.backend).lower(spec, configuration).load(seed=None, first=False, cube=cube)
    return [tuple(assignment[x.position] for x in spec.decisions) for assignment in search]


def halves(domain: tuple[int, ...]) -> list[tuple[int, ...]]:
    middle = len(domain) // 2
    return [half for half in (domain[:middle], domain[middle:]) if half]


@pytest.mark.parametrize("row", ROWS)
@given(spec=specs())
@settings(deadline=None, max_examples=25)
def test_the_solutions_of_disjoint_cubes_are_together_the_solutions_of_the_whole(row: str, spec: Spec) -> None:
    split = spec.decisions[:2]
    cubes = [
        {x.position: part for x, part in zip(split, parts, strict=True)}
        for parts in product(*(halves(tuple(x.domain)) for x in split))
    ]
    found = [solution for cube in cubes for solution in in_cube(spec, row, cube)]
    assert sorted(found) == sorted(brute_force.projected(spec))
