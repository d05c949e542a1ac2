"""The cubes that a count is cut into: disjoint, together everything, and about equal."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.specs import EDGES, examples, specs
from threefold import models
from threefold.backends.backend import Cube
from threefold.backends.configuration import parse
from threefold.guard import Limits
from threefold.language import Clause, Spec
from threefold.language.givens import add_givens
from threefold.runs.compare import Experiment
from threefold.runs.count import count_in_parts
from threefold.runs.cubes import LARGEST_LOOK, cubes_of
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import LocalPool, Silent


def homes(spec: Spec, cubes: tuple[Cube, ...]) -> list[int]:
    """In how many cubes each assignment of the decision variables lies, solution or not."""
    places = [x.position for x in spec.decisions]
    assignments = (dict(zip(places, values, strict=True)) for values in product(*(x.domain for x in spec.decisions)))
    return [sum(all(each[x] in values for x, values in cube.items()) for cube in cubes) for each in assignments]


@given(spec=specs(), wanted=st.integers(1, 40))
@examples(100)
def test_every_assignment_lies_in_exactly_one_cube(spec: Spec, wanted: int) -> None:
    cubes = cubes_of(spec, wanted)
    assert set(homes(spec, cubes)) == {1}
    assert all(values for cube in cubes for values in cube.values())


@pytest.mark.parametrize("edge", EDGES)
def test_the_edges_are_covered_too(edge: str) -> None:
    spec = EDGES[edge][0]()
    assert set(homes(spec, cubes_of(spec, 7))) == {1}


def test_what_the_spec_forbids_lies_in_a_cube_as_well() -> None:
    """Otherwise a lowering that forgot the constraint would go unseen."""
    spec = Spec("forbidding")
    spec.integer("x", range(4))
    spec.group("nothing").add(Clause([]))
    assert set(homes(spec, cubes_of(spec, 4))) == {1}


@given(n=st.integers(4, 12), wanted=st.integers(2, 60))
@examples(20)
def test_there_are_about_as_many_as_wanted_and_the_same_ones_every_time(n: int, wanted: int) -> None:
    spec = models.find("nqueens").build(n=n)
    cubes = cubes_of(spec, wanted)
    assert min(wanted, n) * 0.6 <= len(cubes) <= wanted * 1.4
    assert cubes == cubes_of(models.find("nqueens").build(n=n), wanted)


def test_halves_of_the_queens_are_mirror_images() -> None:
    assert cubes_of(models.find("nqueens").build(n=8), 2) == ({3: range(1, 5)}, {3: range(5, 9)})


def test_halves_of_the_cards_are_halves_of_what_can_be() -> None:
    """Card 8, which has the fewest places, lies on 1 to 7, its copy nine further: 8 to 16 go with the second half."""
    assert cubes_of(models.find("cards").build(n=8, k=2), 2) == ({14: range(1, 5)}, {14: range(5, 17)})


def test_a_variable_without_a_choice_is_passed_over() -> None:
    spec = models.find("nqueens").build(n=8)
    add_givens(spec, ["queen[4]=3"])
    assert all(list(cube) == [4] for cube in cubes_of(spec, 4))


def test_a_huge_domain_is_cut_without_a_look_at_each_value() -> None:
    spec = Spec("huge")
    spec.integer("x", range(2**50))
    assert len(spec.variables[0].domain) > LARGEST_LOOK
    cubes = cubes_of(spec, 3)
    assert [cube[0] for cube in cubes] == [
        range(0, 2**50 // 3),
        range(2**50 // 3, 2**51 // 3),
        range(2**51 // 3, 2**50),
    ]


def test_a_spec_without_choices_is_one_cube() -> None:
    spec = Spec("settled")
    for name in "abc":
        spec.integer(name, [7])
    assert cubes_of(spec, 10) == ({},)


class Asked(LocalPool):
    """Keeps what its shares were asked for."""

    singles: list[bool]

    @contextmanager
    def shares(self, numbers: Sequence[int], *, single: bool) -> Iterator[Iterator[Iterable[int]]]:
        self.singles.append(single)
        with super().shares(numbers, single=single) as shares:
            yield shares


@pytest.mark.parametrize("resumable", [True, False])
def test_a_task_takes_single_cubes_exactly_where_a_checkpoint_keeps_them(tmp_path: Path, resumable: bool) -> None:
    resume = str(tmp_path / "checkpoint") if resumable else None
    experiment = Experiment(Instance("nqueens", {"n": 4}), Question(), Limits(60), jobs=2, resume=resume)
    with Asked(2) as pool:
        pool.singles = []
        assert count_in_parts(experiment, parse("backtracking", {}), Silent(), pool, pool).count == 2
    assert pool.singles == [resumable]
