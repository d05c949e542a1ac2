"""Classes of solutions under symmetry: the orbit equation holds, lex-leaders are one per class, a wrong symmetry is named."""

from dataclasses import replace

import pytest

from tests.lowering import lowered_solutions
from threefold import models
from threefold.checker import brute_force
from threefold.checker.orbits import Orbits
from threefold.language import AllDifferent, BadInput, Puzzle, Spec, SpecError, Symmetry
from threefold.language.symmetry import break_symmetries, symmetries_of


def orbits_of(puzzle: Puzzle, *values: int) -> tuple[Spec, Orbits]:
    parameters = puzzle.parse([str(value) for value in values])
    spec = puzzle.build(**parameters)
    orbits = Orbits(spec, symmetries_of(puzzle, spec, parameters))
    for solution in brute_force.solutions(spec) if len(spec.variables) < 7 else lowered(spec):
        orbits.add(solution)
    return spec, orbits


def lowered(spec: Spec) -> list[tuple[int, ...]]:
    return lowered_solutions(spec, "cp")  # no derived variables here: what is projected is the whole


CLASSES = {  # by hand or from OEIS A002562 (n-queens up to symmetry) and A014552 (Langford pairs)
    ("nqueens", 1): (1, "1·1 = 1"),
    ("nqueens", 4): (1, "1·2 = 2"),
    ("nqueens", 5): (2, "1·8 + 1·2 = 10"),
    ("nqueens", 6): (1, "1·4 = 4"),
    ("nqueens", 7): (6, "4·8 + 2·4 = 40"),
    ("nqueens", 8): (12, "11·8 + 1·4 = 92"),
    ("cards", 4, 2): (1, "1·2 = 2"),
    ("cards", 7, 2): (26, "26·2 = 52"),
    ("nqueens", 3): (0, "0 = 0"),
}


@pytest.mark.parametrize("instance", CLASSES, ids=str)
def test_the_orbits_account_for_all_solutions(instance: tuple[str, int]) -> None:
    name, *values = instance
    _, orbits = orbits_of(models.find(str(name)), *map(int, values))
    assert (orbits.classes, orbits.equation) == CLASSES[instance]
    assert orbits.wrong is None


@pytest.mark.parametrize("row", ["sat", "cp", "ilp", "backtracking"])
@pytest.mark.parametrize("instance", [("nqueens", 5), ("nqueens", 6), ("cards", 4, 2)], ids=str)
def test_the_lex_leader_model_has_one_solution_per_class(instance: tuple[str, int], row: str) -> None:
    name, *values = instance
    puzzle = models.find(str(name))
    parameters = puzzle.parse([str(value) for value in values])
    spec = puzzle.build(**parameters)
    symmetries = symmetries_of(puzzle, spec, parameters)
    whole = lowered_solutions(spec, row)
    break_symmetries(spec, symmetries)
    leaders = lowered_solutions(spec, row)
    assert len(leaders) == CLASSES[instance][0]
    smallest = {min(image for image in symmetries.images(solution) if image) for solution in whole}
    assert set(leaders) == smallest


def with_symmetry(symmetry: Symmetry) -> Puzzle:
    return replace(models.find("nqueens"), symmetries=lambda n: (symmetry,))


def test_a_wrongly_declared_symmetry_is_found_with_what_it_violates() -> None:
    shift = Symmetry("shifted by a column", lambda family, index, column: (family, index, column % 6 + 1))
    _, orbits = orbits_of(with_symmetry(shift), 6)
    assert orbits.wrong is not None
    assert orbits.wrong.symmetry == "shifted by a column"
    assert "diagonal" in orbits.wrong.reason


def test_of_several_symmetries_the_wrong_one_is_named() -> None:
    right = models.find("nqueens")
    assert right.symmetries
    shift = Symmetry("shifted by a column", lambda family, index, column: (family, index, column % 6 + 1))
    puzzle = replace(right, symmetries=lambda n: (*right.symmetries(n), shift))  # type: ignore[misc]
    _, orbits = orbits_of(puzzle, 6)
    assert orbits.wrong is not None
    assert orbits.wrong.symmetry == "shifted by a column"


def test_an_image_that_is_not_an_assignment_is_a_wrong_symmetry_too() -> None:
    spec = Spec("pairs")
    x = spec.integers("x", range(1, 3), domain=range(1, 3))
    spec.group("any").add(AllDifferent([x[1]]))
    turn = Symmetry("turn", lambda family, index, value: (family, (value,), 3 - int(index[0])))
    puzzle = replace(models.find("nqueens"), symmetries=lambda: (turn,))
    orbits = Orbits(spec, symmetries_of(puzzle, spec, {}))
    orbits.add((1, 1))
    assert orbits.wrong is not None
    assert orbits.wrong.reason == "gives a variable two values or none"


def test_an_image_that_does_not_exist_is_reported_when_the_group_is_made() -> None:
    puzzle = with_symmetry(Symmetry("too far", lambda family, index, column: (family, index, column + 1)))
    with pytest.raises(SpecError, match=r"'too far' maps queen\[1\] == 4 to queen\[1\] == 5: there is no such"):
        symmetries_of(puzzle, puzzle.build(n=4), {"n": 4})


def test_two_literals_with_one_image_are_reported() -> None:
    puzzle = with_symmetry(Symmetry("flat", lambda family, index, column: (family, index, 1)))
    with pytest.raises(SpecError, match=r"'flat' maps queen\[1\] == 2 to queen\[1\] == 1: this is the image of two"):
        symmetries_of(puzzle, puzzle.build(n=4), {"n": 4})


def test_a_group_that_is_too_large_is_refused_in_plain_words() -> None:
    def exchange(i: int) -> Symmetry:
        other = {i: i + 1, i + 1: i}
        return Symmetry(
            f"{i} and {i + 1} exchanged", lambda family, index, value: (family, index, other.get(value, value))
        )

    puzzle = replace(models.find("nqueens"), symmetries=lambda n: tuple(exchange(i) for i in range(1, n)))
    with pytest.raises(BadInput, match="more than 10,000 elements"):
        symmetries_of(puzzle, puzzle.build(n=8), {"n": 8})  # 8! = 40,320


def test_a_puzzle_without_symmetries_says_so() -> None:
    puzzle = replace(models.find("nqueens"), symmetries=None)
    with pytest.raises(BadInput, match="nqueens declares no symmetries"):
        symmetries_of(puzzle, puzzle.build(n=4), {"n": 4})


def test_classes_are_counted_over_the_decision_variables_where_some_are_derived() -> None:
    """Two values up to their order, and their sum, which is derived."""
    spec = Spec("pairs")
    x = spec.integers("x", range(2), domain=range(3))
    total = spec.integer("total", range(5), derived=True)
    spec.group("definition").add(total == x[0] + x[1])
    swapped = Symmetry("swapped", lambda family, index, value: (family, tuple(1 - int(i) for i in index), value))
    puzzle = Puzzle("pairs", "pairs", (), lambda: spec, str, (), (), symmetries=lambda: (swapped,))
    orbits = Orbits(spec, symmetries_of(puzzle, spec, {}))
    for solution in brute_force.solutions(spec):
        orbits.add(solution)
    assert (orbits.classes, orbits.equation, orbits.wrong) == (6, "3·2 + 3·1 = 9", None)


def test_a_wrong_symmetry_of_the_only_solution_is_found_where_a_variable_is_derived() -> None:
    spec = Spec("one")
    x = spec.boolean("x")
    spec.group("definition").add(~x, spec.boolean("y", derived=True))
    exchanged = Symmetry(
        "exchanged", lambda family, index, value: (family, index, 1 - value if family == "x" else value)
    )
    puzzle = Puzzle("one", "one", (), lambda: spec, str, (), (), symmetries=lambda: (exchanged,))
    orbits = Orbits(spec, symmetries_of(puzzle, spec, {}))
    for solution in brute_force.solutions(spec):
        orbits.add(solution)
    assert orbits.wrong is not None
    assert orbits.wrong.symmetry == "exchanged"
