"""The lex-leader constraints, by brute force: one solution of each class, and each derived variable has one value."""

from itertools import product

import pytest

from threefold.checker import brute_force
from threefold.language import Clause, Spec
from threefold.language.symmetry import GROUP, Symmetries, _not_larger, break_symmetries
from threefold.language.terms import as_literal

PLACES, VALUES = 2, 3
LITERALS = tuple(product(range(PLACES), range(VALUES)))
IDENTITY = tuple(range(len(LITERALS)))
SWAPPED = tuple(LITERALS.index((1 - place, value)) for place, value in LITERALS)
MIRRORED = tuple(LITERALS.index((place, VALUES - 1 - value)) for place, value in LITERALS)
BOTH = tuple(SWAPPED[number] for number in MIRRORED)


def two_values(*elements: tuple[int, ...]) -> tuple[Spec, Symmetries]:
    spec = Spec("two")
    spec.integers("x", range(PLACES), domain=range(VALUES))
    return spec, Symmetries(LITERALS, (IDENTITY, *elements), ("",) * (1 + len(elements)), ())


def leaders(symmetries: Symmetries) -> set[tuple[int, ...]]:
    """The smallest of each class."""
    every = product(range(VALUES), repeat=PLACES)
    return {min(image for image in symmetries.images(each) if image is not None) for each in every}


@pytest.mark.parametrize("element", [SWAPPED, MIRRORED, BOTH], ids=["swapped", "mirrored", "both"])
def test_the_smallest_of_each_class_is_left_and_the_derived_variables_are_functions(element: tuple[int, ...]) -> None:
    spec, symmetries = two_values(element)
    break_symmetries(spec, symmetries)
    assert brute_force.projected(spec) == leaders(symmetries)
    assert len(brute_force.solutions(spec)) == len(leaders(symmetries))


def test_every_lex_leader_clause_is_needed() -> None:
    """Without one there are other solutions, or a derived variable has two values."""
    spec = Spec("independent")
    mine, image = spec.booleans("mine", range(3)), spec.booleans("image", range(3))
    _not_larger(spec, 1, [(as_literal(mine[i]), as_literal(image[i])) for i in range(3)])
    whole = brute_force.solutions(spec)
    assert len(whole) == len(brute_force.projected(spec)) == (8 * 8 + 8) // 2
    assert all(each[:3] >= each[3:6] for each in whole)  # a literal that is true stands for the smaller value
    group = spec.groups[GROUP].constraints
    for place, clause in enumerate(list(group)):
        group[place] = Clause([mine[0], ~mine[0]])
        assert brute_force.solutions(spec) != whole, clause
        group[place] = clause


def test_several_symmetries_leave_the_leaders_of_the_whole_group() -> None:
    spec, symmetries = two_values(SWAPPED, MIRRORED, BOTH)
    break_symmetries(spec, symmetries)
    assert brute_force.projected(spec) == leaders(symmetries) == {(0, 0), (0, 1), (0, 2), (1, 1)}
    assert [name for name in spec.families if name != "x"] == ["equal_1", "equal_2", "equal_3"]
