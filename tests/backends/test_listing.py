"""What programs consist of, in words: all items of all groups, with the literals that they mention."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.specs import examples, specs
from threefold.backends import find
from threefold.backends.backend import Program
from threefold.backends.configuration import parse
from threefold.backends.listing import Mention, in_words
from threefold.backends.sat.program import CnfProgram
from threefold.checker import brute_force
from threefold.language import Assignment, Spec
from threefold.models import nqueens

ROWS = ["sat", "sat+amo=ladder+ints=order", "sat+ints=binary", "cp+view=int", "cp+view=bool", "ilp", "backtracking"]


def lowered(spec: Spec, row: str) -> Program:
    chosen = parse(row, {})
    return find(chosen.backend).lower(spec, chosen)


def texts(spec: Spec, row: str, group: str) -> list[str]:
    return [item.text for part in lowered(spec, row).parts() if part.group == group for item in part.items()]


@examples(25)
@given(spec=specs(), row=st.sampled_from(ROWS))
def test_the_parts_have_every_item_once(spec: Spec, row: str) -> None:
    program = lowered(spec, row)
    parts = list(program.parts())
    assert sum(part.count for part in parts) == program.size.constraints
    names = {str(x): x for x in spec.variables}
    for part in parts:
        items = list(part.items())
        assert len(items) == part.count
        assert part.group in program.groups
        for item in items:
            assert "vars" not in item.text
            for mention in item.mentions:
                values = mention.values if mention.variable else ()
                assert mention.variable is None or set(values or ()) <= set(names[mention.variable].domain)


def holds(mention: Mention, values: dict[str, int]) -> bool:
    assert mention.variable is not None
    assert mention.values is not None
    return (values[mention.variable] in mention.values) == mention.positive


@examples(25)
@given(spec=specs(), ints=st.sampled_from(["direct", "order", "binary"]))
def test_a_clause_is_true_for_an_assignment_where_one_of_its_mentions_is(spec: Spec, ints: str) -> None:
    program = lowered(spec, f"sat+ints={ints}")
    assert isinstance(program, CnfProgram)
    solutions: Sequence[Assignment] = list(brute_force.solutions(spec))[:20]
    clauses = [item for part in program.parts() for item in part.items()]
    own = [item.mentions for item in clauses if all(mention.variable for mention in item.mentions)]
    for assignment in solutions:
        values = {str(x): assignment[x.position] for x in spec.variables}
        assert all(any(holds(mention, values) for mention in mentions) for mentions in own)


def test_items_are_written_in_names() -> None:
    column, spec = "one queen per column", nqueens.build(3)
    assert texts(spec, "sat", column)[0] == "¬queen[1]=1 ∨ ¬queen[2]=1"
    assert texts(spec, "cp+view=int", column) == ["all_diff(queen[1], queen[2], queen[3])"]
    assert texts(spec, "cp+view=bool", column)[0] == "at_most_one(queen[1]=1, queen[2]=1, queen[3]=1)"
    assert texts(spec, "ilp", column)[0] == "[queen[1]=1] + [queen[2]=1] + [queen[3]=1] = 1"
    assert texts(spec, "backtracking", column)[0] == "queen[1] ≠ queen[2]"
    diagonal = "one queen per descending diagonal"
    assert texts(spec, "cp+view=int", diagonal) == ["all_diff(queen[1] − 1, queen[2] − 2, queen[3] − 3)"]


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (lambda x: x[0] + 2 * x[1] <= 3, "x[0] + 2·x[1] ≤ 3"),
        (lambda x: x[0] - x[1] != 1, "x[0] − x[1] ≠ 1"),
    ],
)
def test_a_sum_of_cp_is_written_as_a_sum(build: object, expected: str) -> None:
    spec = Spec("sums")
    x = spec.integers("x", range(2), domain=range(4))
    spec.group("sum").add(build(x))  # type: ignore[operator]
    assert texts(spec, "cp+view=int", "sum") == [expected]


def test_other_encodings_mention_more_auxiliaries() -> None:
    sizes = {
        row: {part.group: part for part in lowered(nqueens.build(8), row).parts()} for row in ("sat", "sat+amo=ladder")
    }
    assert sizes["sat"]["one queen per column"].auxiliaries == 0
    assert sizes["sat+amo=ladder"]["one queen per column"].auxiliaries == 72


def test_a_group_alone_is_shown_with_the_number_of_its_items() -> None:
    lines = list(in_words(lowered(nqueens.build(8), "ilp"), 1, "one queen per column"))
    row = " + ".join(f"[queen[{r}]=1]" for r in range(1, 9))
    assert lines == [
        "nqueens: 42 rows over 64 columns",
        "",
        "one queen per column (8)",
        f"  {row} = 1",
        "    … 7 more, 8 in all",
    ]
