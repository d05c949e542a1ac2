"""`counter=ganak`: the number of solutions without the solutions; for some tests a false pyganak is in its place."""

import sys
from importlib.util import find_spec
from itertools import product
from types import ModuleType

import pytest
from hypothesis import given

from tests.specs import EDGES, examples, specs
from threefold.backends import find
from threefold.backends.backend import EVERYTHING, CountingSearch, Cube, Refused
from threefold.backends.configuration import parse
from threefold.backends.sat.ganak import models
from threefold.backends.sat.program import CnfProgram
from threefold.checker import brute_force
from threefold.language import AtMost, BadInput, Clause, Spec
from threefold.models import cards, nqueens

needs_ganak = pytest.mark.skipif(find_spec("pyganak") is None, reason="pyganak is not installed")
ROWS = ("sat:ganak", "sat:ganak+amo=ladder+ints=order", "sat:ganak+card=totalizer+ints=binary")


def counted(spec: Spec, row: str = ROWS[0], cube: Cube = EVERYTHING, seed: int | None = None) -> int:
    search = find("sat").lower(spec, parse(row, {})).load(seed=seed, first=False, cube=cube)
    assert isinstance(search, CountingSearch)
    return search.count()


def free(booleans: int) -> Spec:
    spec = Spec("free")
    spec.booleans("b", range(booleans))
    return spec


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("sat:ganak+enum=cubes", "sat:ganak has its own way to enumerate or count: leave enum=cubes out"),
        ("sat:ganak+plain", "sat:ganak has its own way to enumerate or count: leave enum=blocking out"),
        ("sat:ganak+amo=native", "needs a solver that has at-most constraints of its own"),
        ("sat+counter=ganak", "backend sat has no option 'counter'"),
    ],
)
def test_what_does_not_go_with_a_model_counter_is_refused(row: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse(row, {})


def test_a_model_counter_has_no_solutions_to_show(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counter:
        def __init__(self, **settings: object) -> None: ...
        def new_vars(self, many: int) -> None: ...
        def set_sampling_set(self, numbers: list[int]) -> None: ...
        def add_clause(self, clause: list[int]) -> None: ...

    module = ModuleType("pyganak")
    module.Counter = Counter  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyganak", module)
    search = find("sat").lower(free(2), parse(ROWS[0], {})).load(seed=None, first=False)
    with pytest.raises(Refused, match="projected model counting, no solution seen: it counts without enumerating"):
        list(search)


@needs_ganak
@pytest.mark.parametrize("row", ROWS)
@examples(100)
@given(spec=specs())
def test_random_specs_have_the_number_of_brute_force(row: str, spec: Spec) -> None:
    """Derived variables and auxiliaries do not count."""
    assert counted(spec, row) == len(brute_force.projected(spec))


@needs_ganak
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("name", EDGES)
def test_edges_have_their_hand_computed_counts(name: str, row: str) -> None:
    build, count = EDGES[name]
    assert counted(build(), row) == count


@needs_ganak
@examples(50)
@given(spec=specs())
def test_the_counts_of_disjoint_cubes_add_up(spec: Spec) -> None:
    split = spec.decisions[:2]
    halves = [[part for part in (x.domain[:1], x.domain[1:]) if part] for x in split]
    cubes = [{x.position: part for x, part in zip(split, parts, strict=True)} for parts in product(*halves)]
    assert sum(counted(spec, cube=cube) for cube in cubes) == len(brute_force.projected(spec))


@needs_ganak
@pytest.mark.parametrize("row", ROWS)
def test_nothing_to_decide_is_one_solution_or_none(row: str) -> None:
    assert counted(Spec("nothing at all"), row) == 1
    spec = Spec("fixed")
    spec.integer("x", [3])
    assert counted(spec, row) == 1
    spec.group("no").add(Clause([]))
    assert counted(spec, row) == 0


@needs_ganak
def test_puzzles_are_counted_whatever_the_seed() -> None:
    assert [counted(nqueens.build(n)) for n in range(1, 7)] == [1, 0, 0, 2, 10, 4]
    assert counted(cards.build(4, 2)) == 2
    assert counted(nqueens.build(5), seed=7) == 10


@needs_ganak
def test_numbers_may_be_far_beyond_what_can_be_enumerated() -> None:
    assert counted(free(200)) == 2**200
    assert counted(free(200), cube={0: (1,), 7: (0,)}) == 2**198


@needs_ganak
def test_a_number_that_python_will_not_read_is_refused() -> None:
    with pytest.raises(Refused, match="the number of solutions is too long"):
        counted(free(20_000))


@needs_ganak
def test_all_models_are_counted_over_every_variable_and_no_other() -> None:
    spec = Spec("choose")
    spec.group("one").add(AtMost(1, spec.booleans("b", range(5))))
    for row, number in (("sat+amo=pairwise", 6), ("sat+amo=ladder", 6)):
        program = find("sat").lower(spec, parse(row, {}))
        assert isinstance(program, CnfProgram)
        assert (models(program, projected=True), models(program)) == (6, number)
