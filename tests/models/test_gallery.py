"""The whole gallery: small instances of every puzzle, the same solutions in every backend, and the fields of each puzzle.

A new puzzle fails here until it has its instances in the table.
"""

import re
from functools import cache
from xml.etree import ElementTree

import pytest

from tests.lowering import lowered_solutions
from tests.models.instances import COUNTS, INSTANCES, NEVER_NONE, SLOW, TOO_MUCH_FOR_BACKTRACKING
from threefold import models
from threefold.language import BadInput, Parameter, Puzzle, Solution

Key = tuple[int | str, ...]
NAMES = models.names()
# Up to so many values of variables, and to 300 solutions, cp counts what is known again, each within half a second.
LARGEST, LARGEST_OF = 200, {"domination": 72, "schur": 100, "colouring": 60, "vanderwaerden": 72}


@cache
def by_cp(name: str, key: Key) -> list[tuple[int, ...]]:
    return lowered_solutions(models.find(name).build(*key), "cp")


def known(puzzle: Puzzle, key: Key) -> int | None:
    found = puzzle.known_count(dict(zip([p.name for p in puzzle.parameters], key, strict=True)))
    return found[0] if found else None


def one_solution(puzzle: Puzzle) -> Solution:
    """Of the first instance in the table that has a solution."""
    key = next(key for key, count in COUNTS[puzzle.name].items() if count)
    spec = puzzle.build(*key)
    [values, *_] = by_cp(puzzle.name, key)
    given = dict(zip([x.position for x in spec.decisions], values, strict=True))
    return Solution(spec, [given.get(x.position, 0) for x in spec.variables])


def test_every_puzzle_is_in_the_table_with_none_and_with_many_solutions() -> None:
    assert sorted(COUNTS) == list(NAMES)
    assert {name for name in NAMES if 0 not in COUNTS[name].values()} == NEVER_NONE
    assert not [name for name in NAMES if max(COUNTS[name].values()) < 2]


@pytest.mark.parametrize(
    ("row", "name", "key", "count"),
    [
        pytest.param(row, *instance, marks=pytest.mark.slow if row == "ilp" and instance[:2] in SLOW else ())
        for row in ("sat", "ilp", "backtracking")
        for instance in INSTANCES
        if row != "backtracking" or instance[:2] not in TOO_MUCH_FOR_BACKTRACKING
    ],
)
def test_every_backend_finds_the_solutions_that_cp_finds(row: str, name: str, key: Key, count: int) -> None:
    found = lowered_solutions(models.find(name).build(*key), row)
    assert len(by_cp(name, key)) == len(found) == count
    assert set(by_cp(name, key)) == set(found)
    assert len(set(found)) == count, "a solution was reported twice"


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_is_known_is_what_cp_counts(name: str) -> None:
    puzzle = models.find(name)
    for key in (key for source in puzzle.known for key in source.counts):
        count = known(puzzle, key)
        assert count == COUNTS[name].get(key, count), key
        if count is not None and count <= 300:
            spec = puzzle.build(*key)
            if sum(len(x.domain) for x in spec.variables) <= LARGEST_OF.get(name, LARGEST):
                assert len(lowered_solutions(spec, "cp")) == count, key


@pytest.mark.parametrize("name", NAMES)
def test_the_default_instance_is_counted_alike_by_sat_and_cp(name: str) -> None:
    puzzle = models.find(name)
    spec = puzzle.build(**puzzle.parse([]))
    count = len(lowered_solutions(spec, "sat"))
    assert count == len(lowered_solutions(spec, "cp")) == known(puzzle, puzzle.example)


@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_tells_its_rules_a_worked_instance_and_a_reference(name: str) -> None:
    puzzle = models.find(name)
    title, *paragraphs = puzzle.description.strip().split("\n\n")
    assert re.match(r"[\w'. -]+: \S.*[.?]$", title.replace("\n", " "))
    assert len(paragraphs) >= 1
    assert "\nReference: " in puzzle.description
    assert re.search(r"[Tt]here (is|are)|ha(s|ve) (one|\d)|can be|is one", puzzle.description), "a worked instance"
    assert "`" in puzzle.description or not puzzle.parameters, "what the variables mean"
    assert puzzle.summary == puzzle.summary.strip().rstrip(".")
    assert len(puzzle.summary) < 85
    assert all(known.source and known.counts for known in puzzle.known)
    assert puzzle.known


@pytest.mark.parametrize("name", NAMES)
def test_a_solution_is_drawn_for_the_terminal(name: str) -> None:
    puzzle = models.find(name)
    drawn = puzzle.draw(one_solution(puzzle))
    assert drawn.strip()
    assert all(line == line.rstrip() and len(line) < 80 for line in drawn.split("\n"))


@pytest.mark.parametrize("name", NAMES)
def test_a_solution_has_a_well_formed_picture(name: str) -> None:
    puzzle = models.find(name)
    assert puzzle.picture is not None
    root = ElementTree.fromstring(puzzle.picture(one_solution(puzzle)))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    x, y, width, height = map(float, root.attrib["viewBox"].split())
    assert min(width, height) > 0 >= max(x, y)
    assert len(root) > 2


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_needs_no_browser(name: str) -> None:
    """Inkscape and librsvg do not support these: the boards were black, and the letters were too high."""
    picture = models.find(name).picture
    assert picture is not None
    assert not re.search(r"var\(|dominant-baseline", picture(one_solution(models.find(name))))


@pytest.mark.parametrize("name", NAMES)
def test_a_parameter_is_explained_and_refused_by_its_name_and_limits(name: str) -> None:
    puzzle = models.find(name)
    for place, parameter in enumerate(puzzle.parameters):
        assert parameter.help
        assert parameter.allowed
        wrong = {"": "is empty"}
        if isinstance(parameter, Parameter):
            low, high = parameter.minimum, parameter.maximum
            wrong = {str(low - 1): f"at least {low}", str(high + 1): f"at most {high}", "x": "an integer (got 'x')"}
        for text, problem in wrong.items():
            texts = [str(value) for value in puzzle.example]
            texts[place] = text
            with pytest.raises(BadInput, match=f"^{name}: {parameter.name} .*{re.escape(problem)}"):
                puzzle.parse(texts)
