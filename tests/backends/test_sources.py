"""Listings, exports and traces speak of what was written: every part of it names it, and no auxiliary has a name of its own."""

import re

import pytest

from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.listing import Part, in_words
from threefold.backends.trace import Step
from threefold.language import Cumulative, Iff, Regular, Spec, maximum
from threefold.propagation.views import parse_views

OWN_NAMES = re.compile(r"\b(sum|holds|state|abs|product|max|quotient)_\d")
REGULAR = "Iff(b, Regular(shift[1..4]))"


def compound() -> Spec:
    spec = Spec("compound")
    x, y = spec.integer("x", range(4)), spec.integer("y", range(1, 4))
    shift, b = spec.integers("shift", range(1, 5), domain=range(2)), spec.boolean("b")
    spec.group("no two nights in a row").add(Iff(b, Regular(shift, {(0, 0): 0, (0, 1): 1, (1, 0): 0}, 0, [0, 1])))
    spec.group("distance").add(abs(x - y) == 2, x != y)
    spec.group("resource").add(Cumulative([x, y], [2, 2], [1, 1], 1))
    spec.group("parts").add(x // y + maximum([x, y]) >= 2)
    return spec


ROWS = ("sat", "sat+ints=order", "sat+ints=binary", "cp", "cp+view=bool", "ilp", "backtracking")


def parts(row: str) -> list[Part]:
    configuration = parse(row, {})
    return list(find(configuration.backend).lower(compound(), configuration).parts(None))


@pytest.mark.parametrize("row", ROWS)
def test_each_item_of_a_part_names_the_written_constraint(row: str) -> None:
    sources = {part.group: {item.source for item in part.items()} for part in parts(row)}
    assert sources["no two nights in a row"] == {REGULAR}
    assert sources["distance"] == {"abs(x - y) == 2", ""}
    assert sources["resource"] == {"Cumulative(x, y; 2, 2; 1, 1; 1)"}
    assert sources["parts"] == {"x // y + max(x, y) >= 2"}
    assert sources["definitions"] == {REGULAR, "abs(x - y) == 2", *sources["resource"], *sources["parts"]}


@pytest.mark.parametrize("row", ROWS)
def test_an_auxiliary_of_the_language_reads_as_what_it_stands_for(row: str) -> None:
    configuration = parse(row, {})
    text = "\n".join(in_words(find(configuration.backend).lower(compound(), configuration), None))
    assert not OWN_NAMES.search(text)
    assert f"  of {REGULAR}:" in text
    assert "state(shift[1..3])" in text
    items = [item for part in parts(row) for item in part.items()]
    about = {mention.variable for item in items for mention in item.mentions} - {None}
    assert about <= {"x", "y", "b", *(f"shift[{i}]" for i in range(1, 5))}


@pytest.mark.parametrize("row", ROWS)
def test_only_declared_variables_are_counted_as_the_spec_s_own(row: str) -> None:
    configuration = parse(row, {})
    size = find(configuration.backend).lower(compound(), configuration).size
    values = {"cp": 7, "backtracking": 7, "sat+ints=order": 10, "sat+ints=binary": 9}.get(row, 16)
    assert size.variables == values
    assert size.auxiliary


@pytest.mark.parametrize(
    ("row", "form"), [("sat", "dimacs"), ("ilp", "opb"), ("ilp", "lp"), ("ilp", "mps"), ("cp", "cp")]
)
def test_an_export_says_what_an_auxiliary_stands_for_and_where_a_part_comes_from(row: str, form: str) -> None:
    text = find(row).lower(compound(), parse(row, {})).export(form)
    assert not OWN_NAMES.search(text)
    assert "state(shift[1..3])" in text
    assert form == "dimacs" or f"definitions: {REGULAR}" in text


def test_a_text_for_a_minizinc_solver_has_comments_only_where_people_read_it() -> None:
    from threefold.flatzinc.writer import Text

    lines, for_solver = list(Text(compound()).lines()), list(Text(compound()).lines(every=True))
    assert "% state_4 is state(shift[1..3])" in lines
    assert f"% 'no two nights in a row': {REGULAR}" in lines
    assert "% 'distance'" in lines
    assert [line for line in for_solver if line.startswith("%")] == ["% compound"]


@pytest.mark.parametrize("row", ["backtracking", "sat:dpll"])
def test_a_step_of_a_search_speaks_of_the_written_group(row: str) -> None:
    steps: list[Step] = []
    configuration = parse(row, {})
    found = list(find(configuration.backend).lower(compound(), configuration).watch(steps.append))
    assert len(found) == 48
    assert not any(OWN_NAMES.search(step.sentence) for step in steps)
    assert any("part of abs(x - y) == 2" in step.sentence for step in steps)
    if row == "backtracking":
        groups = {step.group for step in steps}
        assert groups <= {"", "no two nights in a row", "distance", "resource", "parts"} | {
            x.domain_group for x in compound().variables
        } | {"domains of definitions"}


@pytest.mark.parametrize("view", ["up", "up+ints=order", "cp", "lp"])
def test_a_view_of_a_partial_board_speaks_of_declared_variables(view: str) -> None:
    spec = compound()
    [propagation] = [each.prepare(spec) for each in parse_views(view, {})]
    free = propagation.conclude()
    assert len(free.left) == len(spec.variables)
    assert free.contradiction is None
    stuck = propagation.conclude({0: (0,), 1: (1,)}).contradiction
    assert stuck
    assert not OWN_NAMES.search(stuck.sentence)
    assert set(stuck.variables) <= {"x", "y"}
    if view == "cp":
        assert stuck.sentence.startswith("no values satisfy 'distance': abs(x - y) == 2 (its part ")
