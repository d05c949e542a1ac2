"""The lex-leader constraints, by brute force: one solution of each class, and each derived variable has one value."""

from collections.abc import Callable
from itertools import product

import pytest

from threefold.checker import brute_force
from threefold.errors import BadInput
from threefold.language import Clause, Puzzle, Spec, SpecError, Symmetry
from threefold.language.puzzle import neighbours_exchanged
from threefold.language.symmetry import GROUP, Symmetries, _not_larger, break_symmetries, symmetries_of
from threefold.language.terms import Index, as_literal

Image = Callable[[str, Index, int], tuple[str, Index, int]]
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


def test_neighbours_exchanged_are_transpositions_of_values_or_of_an_index() -> None:
    values = neighbours_exchanged("colours", 3)
    assert [each.name for each in values] == ["colours 1 and 2 exchanged", "colours 2 and 3 exchanged"]
    assert [values[0].image("x", (7,), value)[2] for value in range(5)] == [0, 2, 1, 3, 4]
    assert [values[1].image("x", (7,), value) for value in (2, 3)] == [("x", (7,), 3), ("x", (7,), 2)]
    [rows] = neighbours_exchanged("rows", 2, place=1)
    assert [rows.image("x", (1, row, 1), 1)[1] for row in (1, 2, 3)] == [(1, 2, 1), (1, 1, 1), (1, 3, 1)]


@pytest.mark.parametrize(
    ("image", "problem"),
    [
        (lambda f, i, v: (f, i, v if i == (0,) else 9), "maps x[1] == 0 to x[1] == 9: there is no such literal"),
        (lambda f, i, v: (f, (5,) if i == (1,) else i, v), "maps x[1] == 0 to x[5] == 0: there is no such literal"),
        (lambda f, i, v: (f, (0,), v), "maps x[1] == 0 to x[0] == 0: this is the image of two literals"),
    ],
)
def test_an_image_that_is_no_permutation_is_named(image: Image, problem: str) -> None:
    def build() -> Spec:
        return two_values()[0]

    puzzle = Puzzle("two", "two values", (), build, str, (), (), symmetries=lambda: (Symmetry("bad", image),))
    with pytest.raises(SpecError) as error:
        symmetries_of(puzzle, build(), {})
    assert str(error.value) == f"two: symmetry 'bad' {problem}"


def test_constraints_of_too_many_variables_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    spec, symmetries = two_values(SWAPPED, MIRRORED)
    monkeypatch.setattr("threefold.language.symmetry.MOST_AUXILIARIES", 11)
    with pytest.raises(BadInput, match=r"^two: its lex-leader constraints would need up to 12 variables: too many$"):
        break_symmetries(spec, symmetries)
    monkeypatch.setattr("threefold.language.symmetry.MOST_AUXILIARIES", 12)
    break_symmetries(spec, symmetries)
