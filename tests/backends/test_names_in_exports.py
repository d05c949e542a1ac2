"""Names in the files that are written: one cannot become a line of its own, and two variables do not have the same."""

from io import BytesIO

import pytest

from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.sat.dimacs_reader import parse_dimacs
from threefold.cnf.relation import relate
from threefold.language import AtMost, Solution, Spec
from threefold.language.mathematics import statements
from threefold.runs.stream import _cut, _lines

BREAKS = "\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029"
INDICES = (1, "1", "a b", "ab", "a, b", "a,b", "x\ny", "x\ry", "-1", "\u2028", "it's")


def spec_named(harmless: bool) -> Spec:
    """Names with every line break, each followed by what would be a row, a clause or a section; or none of them."""
    bad = "one" if harmless else "one" + "".join(f"{cut}1 0{cut}+1 x1 >= 2 ;{cut}ENDATA{cut}" for cut in BREAKS)
    spec = Spec("puzzle" if harmless else bad, size="n" if harmless else bad)
    b = spec.booleans("b", (bad, "two", "three"))
    x = spec.integer("x", range(3), meaning="values" if harmless else f"values {bad}")
    spec.group(bad).add(AtMost(1, b), *(x == 2,))
    return spec


def exported(spec: Spec, form: str) -> str:
    backend = {"dimacs": "sat", "cp": "cp"}.get(form, "ilp")
    return find(backend).lower(spec, parse(backend, {})).export(form)


@pytest.mark.parametrize(("form", "comment"), [("dimacs", "c "), ("lp", "\\ "), ("mps", "*"), ("opb", "* ")])
def test_a_line_break_in_a_name_makes_no_line_of_the_file(form: str, comment: str) -> None:
    def written(harmless: bool) -> list[str]:
        lines = exported(spec_named(harmless), form).splitlines()
        return [line for line in lines if not line.startswith(comment)]

    assert written(harmless=False) == written(harmless=True)


def test_a_name_with_any_character_is_a_string_of_a_cp_model() -> None:
    from ortools.sat.python import cp_model_helper as helper

    spec = Spec("names")
    spec.group("".join(map(chr, range(1, 256))) + "\u2028é").add(spec.boolean("b"))
    model = helper.CpModelProto()
    assert model.parse_text_format(exported(spec, "cp"))
    assert model.constraints[0].name == next(iter(spec.groups))


def test_half_of_a_surrogate_pair_in_a_name_is_written_as_a_question_mark() -> None:
    assert b"".join(_cut("a \ud800 b")) == b"a ? b"
    assert b"".join(_lines(["a \ud800\nb", "c"])) == b"a ? b\nc\n"


def test_indices_that_look_alike_have_names_of_their_own_everywhere() -> None:
    spec = Spec("alike")
    b = spec.booleans("b", INDICES)
    spec.group("few").add(AtMost(2, b))
    assert len(Solution(spec, [0] * len(INDICES)).values) == len(INDICES)
    formula = parse_dimacs(BytesIO(exported(spec, "dimacs").encode()), "alike.cnf")
    assert len(set(formula.names.values())) == len(INDICES)
    assert relate(spec, formula).verdict == "equal"
    assert "    ∀ i ∈ {1, '1', a b, ab, …, \"it's\"}:  b[i] ∈ {0, 1}" in statements(spec, None)


def test_an_mps_file_says_that_it_is_free_mps() -> None:
    """A reader of fixed columns would find no numbers in their columns."""
    text = exported(spec_named(harmless=True), "mps")
    assert "\n* free MPS: blanks separate the fields, whose columns mean nothing\nNAME threefold FREE\nROWS\n" in text
