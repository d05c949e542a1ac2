"""A cube is a part of the search space; each solution of the whole is in exactly one of the parts."""

from importlib.util import find_spec
from itertools import islice, product

import pytest
from hypothesis import given

from tests.specs import examples, specs
from threefold.backends import find
from threefold.backends.backend import Cube
from threefold.backends.configuration import parse
from threefold.checker import brute_force
from threefold.language import Spec

ROWS = (
    "sat",
    "sat+enum=blocking",
    "sat+ints=order",
    "sat+ints=binary",
    "sat:minicard+amo=native",
    "sat:minicard+amo=native+card=native+enum=blocking",
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
@examples(25)
def test_the_solutions_of_disjoint_cubes_are_together_the_solutions_of_the_whole(row: str, spec: Spec) -> None:
    split = spec.decisions[:2]
    cubes = [
        {x.position: part for x, part in zip(split, parts, strict=True)}
        for parts in product(*(halves(tuple(x.domain)) for x in split))
    ]
    found = [solution for cube in cubes for solution in in_cube(spec, row, cube)]
    assert sorted(found) == sorted(brute_force.projected(spec))


@pytest.mark.parametrize(
    "row", ["sat", "sat+enum=blocking", "sat+enum=cubes", "sat+ints=order+enum=blocking", "cp", "ilp"]
)
@pytest.mark.parametrize("first", [True, False])
def test_no_solution_of_a_cube_lies_outside_of_it(row: str, first: bool) -> None:
    spec = Spec("open")
    x, y = spec.integer("x", [0, 2, 3, 9]), spec.integer("y", range(3))
    spec.group("apart").add(x != y)
    cube = {x.position: (2, 9), y.position: (0, 2)}
    search = find(parse(row, {}).backend).lower(spec, parse(row, {})).load(seed=None, first=first, cube=cube)
    found = list(map(tuple, islice(search, 1 if first else None)))
    assert found if first else sorted(found) == [(2, 0), (9, 0), (9, 2)]
    assert set(found) <= {(2, 0), (9, 0), (9, 2)}
