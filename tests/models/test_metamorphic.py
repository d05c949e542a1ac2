"""Changes that keep the solutions: shuffled or repeated constraints, added consequences, a declared symmetry, a split."""

from collections.abc import Sequence
from random import Random

import pytest

from tests.models.instances import INSTANCES, Instance
from threefold import backends, models
from threefold.backends.backend import EVERYTHING, Cube
from threefold.backends.configuration import parse
from threefold.checker.orbits import Orbits
from threefold.language import Assignment, Clause, Linear, Literal, Spec, Sum, Symmetry, Table
from threefold.language.symmetry import symmetries_of

ROWS = ("sat", "cp")
SMALL = [instance for instance in INSTANCES if 1 < instance[2] <= 80 and instance[1] != ("5x5:LNPVY",)]
SEVERAL = list({instance[0]: instance for instance in SMALL}.values())  # the last of each puzzle
# One of the smallest for CBC as well: it goes through the same rows of a program whatever the puzzle is.
CASES = [(row, instance) for row in ROWS for instance in SEVERAL] + [
    ("ilp", ("nqueens", (6,), 4)), ("ilp", ("latin", (3,), 12)), ("ilp", ("golfers", (2, 2, 1), 6)),
    ("ilp", ("cards", (3, 2), 2)), ("ilp", ("bibd", (6, 3, 2), 12)), ("ilp", ("golomb", (4, 6), 2)),
]  # fmt: skip


def solutions(spec: Spec, row: str, cube: Cube = EVERYTHING) -> list[tuple[int, ...]]:
    """Over all variables, in order."""
    chosen = parse(row, {})
    program = backends.find(chosen.backend).lower(spec, chosen)
    return sorted(tuple(found) for found in program.load(seed=None, first=False, cube=cube))


def shuffled(spec: Spec, random: Random) -> None:
    """The constraints of every group and the groups themselves in another order."""
    groups = list(spec.groups.items())
    random.shuffle(groups)
    spec.groups = dict(groups)
    for group in spec.groups.values():
        random.shuffle(group.constraints)


def repeated(spec: Spec, random: Random) -> None:
    """Every constraint a second time, some in a group of their own."""
    for group in list(spec.groups.values()):
        again = spec.group("again") if random.random() < 0.5 else group
        again.add(*group.constraints)


def widened(spec: Spec, random: Random) -> None:
    """Consequences of the solutions, in three kinds: values that are never taken, two variables together, a sum's bounds."""
    found = solutions(spec, "cp")
    more = spec.group("consequences")
    for x in random.sample(spec.decisions, min(5, len(spec.decisions))):
        more.add(Clause(Literal(x, "==", value) for value in sorted({values[x.position] for values in found})))
    some = random.sample(spec.decisions, min(2, len(spec.decisions)))
    more.add(Table(some, [[values[x.position] for x in some] for values in found]))
    totals = [sum(values[x.position] for x in some) for values in found]
    total = Sum(tuple((1, x) for x in some), 0)
    more.add(Linear(total, "<=", max(totals)), Linear(total, ">=", min(totals)))


@pytest.mark.parametrize("change", [shuffled, repeated, widened], ids=lambda change: change.__name__)
@pytest.mark.parametrize(("row", "instance"), CASES, ids=str)
def test_the_solutions_stay_when_the_constraints_are(change: object, row: str, instance: Instance) -> None:
    name, key, count = instance
    puzzle = models.find(name)
    before = solutions(puzzle.build(*key), row)
    assert len(before) == count
    spec = puzzle.build(*key)
    assert callable(change)
    change(spec, Random(f"{name} {key}"))
    assert solutions(spec, row) == before


@pytest.mark.parametrize("instance", [i for i in INSTANCES if not i[2]], ids=str)
@pytest.mark.parametrize("change", [shuffled, repeated], ids=lambda change: change.__name__)
def test_what_has_no_solution_gets_none(change: object, instance: Instance) -> None:
    spec = models.find(instance[0]).build(*instance[1])
    assert callable(change)
    change(spec, Random(0))
    assert [solutions(spec, row) for row in ROWS] == [[], []]


def image(spec: Spec, symmetry: Symmetry, assignment: Assignment) -> tuple[int, ...]:
    """The definition of a symmetry: the image of every `x == value` that holds."""
    values: dict[int, int] = {}
    for x in spec.variables:
        family, index, value = symmetry.image(x.family, x.index, assignment[x.position])
        values[spec.families[family][index].position] = value
    assert len(values) == len(spec.variables), "a variable gets two values or none"
    return tuple(values[position] for position in range(len(values)))


def declared(instance: Instance) -> tuple[Spec, Sequence[Symmetry]]:
    puzzle = models.find(instance[0])
    spec = puzzle.build(*instance[1])
    return spec, puzzle.symmetries(**spec.parameters) if puzzle.symmetries else ()


@pytest.mark.parametrize("instance", [i for i in INSTANCES if i[2] and declared(i)[1]], ids=str)
def test_a_declared_symmetry_maps_the_solutions_onto_the_solutions(instance: Instance) -> None:
    spec, symmetries = declared(instance)
    found = solutions(spec, "cp")
    for symmetry in symmetries:
        images = [image(spec, symmetry, assignment) for assignment in found]
        assert all(spec.violated(each) is None for each in images), symmetry.name
        assert sorted(images) == found, symmetry.name


@pytest.mark.parametrize("instance", [i for i in SEVERAL if declared(i)[1]], ids=str)
def test_the_orbits_of_the_declared_symmetries_account_for_the_solutions(instance: Instance) -> None:
    puzzle = models.find(instance[0])
    spec = puzzle.build(*instance[1])
    orbits = Orbits(spec, symmetries_of(puzzle, spec, dict(zip(spec.parameters, instance[1], strict=True))))
    for assignment in solutions(spec, "cp"):
        orbits.add(assignment)
    assert orbits.wrong is None
    assert orbits.solutions == instance[2] >= orbits.classes >= 1


@pytest.mark.parametrize(("row", "instance"), CASES, ids=str)
def test_the_solutions_split_by_the_values_of_a_variable_are_all_solutions(row: str, instance: Instance) -> None:
    puzzle = models.find(instance[0])
    spec = puzzle.build(*instance[1])
    x = Random(str(instance)).choice([x for x in spec.decisions if len(x.domain) > 1])
    parts = [solutions(spec, row, {x.position: [value]}) for value in x.domain]
    assert sum(map(len, parts)) == instance[2]
    assert {values[x.position] for part in parts for values in part} <= set(x.domain)
    for value, part in zip(x.domain, parts, strict=True):
        fixed = puzzle.build(*instance[1])
        fixed.group("given").add(Literal(fixed.variables[x.position], "==", value))
        assert solutions(fixed, row) == part
