"""OPB: read back by a parser of the competition's grammar, it has the solutions of the spec, auxiliaries in bits included."""

import re
from math import factorial

import pytest
from hypothesis import given

from tests.backends.exact_rows import points
from tests.specs import EDGES, examples, specs
from threefold import models
from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.ilp.model import Column, Row
from threefold.backends.ilp.program import RowProgram
from threefold.backends.variable_maps import decode
from threefold.checker import brute_force
from threefold.language import Circuit, Clause, Spec

HEADER = re.compile(r"\* #variable= (\d+) #constraint= (\d+)")
CONSTRAINT = re.compile(r"((?:[+-]\d+ x\d+ )+)(>=|=) (-?\d+) ;")


def lowered(spec: Spec) -> RowProgram:
    program = find("ilp").lower(spec, parse("ilp", {}))
    assert isinstance(program, RowProgram)
    return program


def read(text: str) -> tuple[int, list[Row]]:
    """The number of variables, and the rows over columns counted from 0."""
    first, *lines = text.splitlines()
    header = HEADER.fullmatch(first)
    assert header
    rows = []
    for line in lines:
        if not line.startswith("*"):
            constraint = CONSTRAINT.fullmatch(line)
            assert constraint, line
            words = constraint[1].split()
            numbers = [int(name[1:]) for name in words[1::2]]
            assert all(1 <= number <= int(header[1]) for number in numbers)
            assert len(set(numbers)) == len(numbers)
            terms = {number - 1: int(a) for number, a in zip(numbers, words[::2], strict=True)}
            rows.append(Row("", terms, {"=": "=="}.get(constraint[2], constraint[2]), int(constraint[3])))
    assert len(rows) == int(header[2])
    return int(header[1]), rows


def solutions(spec: Spec) -> set[tuple[int, ...]]:
    """Projected on the decision variables. Own columns have one bit each: they are the first variables of the file."""
    program = lowered(spec)
    variables, rows = read(program.export("opb"))
    found = (decode(spec, program.model.views, point.__getitem__) for point in points([Column()] * variables, rows))
    return {tuple(assignment[x.position] for x in spec.decisions) for assignment in found}


@examples(80)
@given(spec=specs())
def test_random_specs_keep_their_solutions(spec: Spec) -> None:
    assert solutions(spec) == brute_force.projected(spec)


@pytest.mark.parametrize("name", EDGES)
def test_edges_keep_their_hand_computed_counts(name: str) -> None:
    build, count = EDGES[name]
    assert len(solutions(build())) == count


@pytest.mark.parametrize("n", [4, 5, 6])
def test_the_places_of_a_circuit_become_bits_with_a_bound(n: int) -> None:
    """Places go from 0 to n - 2: with n = 5 the bits have no other values, with 4 and 6 they have."""
    spec = Spec("circuit")
    successor = spec.integers("successor", range(n), domain=range(n))
    spec.group("trip").add(Circuit(successor))
    program = lowered(spec)
    assert any(column.upper == n - 2 for column in program.model.columns)
    text = program.export("opb")
    assert ("* group bounds of auxiliaries\n" in text) == (n != 5)
    if n < 6:
        assert len(solutions(spec)) == factorial(n - 1)


def test_the_text_names_columns_and_groups_and_is_the_same_each_time() -> None:
    text = lowered(models.find("nqueens").build(3)).export("opb")
    assert text == lowered(models.find("nqueens").build(3)).export("opb")
    assert text.splitlines()[:6] == [
        "* #variable= 9 #constraint= 12",
        "* x1..x3: queen[1] is 1, 2, 3",
        "* x4..x6: queen[2] is 1, 2, 3",
        "* x7..x9: queen[3] is 1, 2, 3",
        "* group one queen per row",
        "+1 x1 +1 x2 +1 x3 = 1 ;",
    ]


def test_an_impossible_spec_is_written_as_such_even_without_variables() -> None:
    spec = Spec("impossible")
    spec.group("never").add(Clause([]))
    variables, rows = read(lowered(spec).export("opb"))
    assert variables == 1
    assert list(points([Column()], rows)) == []
