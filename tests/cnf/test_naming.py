"""What the numbers of a foreign formula mean: names in the file, names in a map, or the default numbering."""

from pathlib import Path

import pytest

from tests.cnf.formulas import formula
from threefold.cnf.files import File
from threefold.cnf.relation.naming import naming_of, read_names
from threefold.language import BadInput, Spec
from threefold.models import nqueens

TWO = {1: "queen[1, 1]", 2: "queen[1, 2]", 3: "queen[2, 1]", 4: "queen[2, 2]"}


def meaning(names: dict[int, str] | None, variables: int = 4, spec: Spec | None = None) -> dict[int, int]:
    return dict(naming_of(spec or nqueens.build(2), formula([], variables), names).meaning)


def test_without_names_the_literals_are_numbered_in_order() -> None:
    assert meaning(None) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_names_lead_from_any_number_to_the_literal_with_or_without_blanks() -> None:
    assert meaning({7: "queen[1,1]", 2: "queen[1,  2]", 3: "queen[2, 1]", 4: "queen[ 2,2 ]"}, 9) == {
        7: 1,
        2: 2,
        3: 3,
        4: 4,
    }


def test_the_given_names_go_before_the_dictionary() -> None:
    swapped = {1: "queen[2, 2]", 2: "queen[2, 1]", 3: "queen[1, 2]", 4: "queen[1, 1]"}
    naming = naming_of(nqueens.build(2), formula([], 4, TWO), swapped)
    assert (naming.meaning[1], naming.source) == (4, "the given names")
    assert naming_of(nqueens.build(2), formula([], 4, TWO), None).source == "the formula's dictionary"


def test_a_boolean_has_no_value_in_its_name() -> None:
    spec = Spec("mixed")
    spec.booleans("edge", range(2), range(2))
    spec.boolean("b")
    spec.integer("x", (3, 5))
    names = {1: "edge[0, 0]", 2: "edge[0, 1]", 3: "edge[1, 0]", 4: "edge[1, 1]", 5: "b", 6: "x[3]", 7: "x[5]"}
    assert meaning(names, 7, spec) == {number: number for number in range(1, 8)}


def test_names_that_the_spec_does_not_have_are_auxiliaries() -> None:
    naming = naming_of(nqueens.build(2), formula([], 5), {**TWO, 5: "s[1]"})
    assert 5 not in naming.meaning
    assert naming.text([-5, 2, -3]) == "not s[1] or queen[1] == 2 or queen[2] != 1"


def test_another_family_with_the_same_indices_is_taken_for_a_missing_one() -> None:
    naming = naming_of(nqueens.build(2), formula([], 4), {n: name.replace("queen", "Q") for n, name in TWO.items()})
    assert (naming.meaning[3], naming.source) == (3, "the given names, Q[…] read as queen[…]")


REFUSED = {
    "a number is missing": (
        {1: "queen[1, 1]", 2: "queen[1, 2]", 3: "queen[2, 1]"},
        "no number for queen[2, 2] of nqueens",
    ),
    "several are missing": ({1: "queen[1, 1]"}, "no number for queen[1, 2] and 2 more of nqueens's decision literals"),
    "a slip of the pen": ({**TWO, 4: "quen[2, 2]"}, "did you mean 'quen[2,2]'?"),
    "a name has two numbers": ({**TWO, 5: "queen[1,1]"}, "queen[1,1] has two numbers, 1 and 5"),
    "a number beyond the formula": ({**TWO, 99: "s"}, "s has the number 99, but the formula's go from 1 to 5"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_names_are_refused(case: str) -> None:
    names, message = REFUSED[case]
    with pytest.raises(BadInput) as error:
        naming_of(nqueens.build(2), formula([], 5), names)
    assert message in str(error.value)


def test_a_formula_of_another_size_is_refused() -> None:
    with pytest.raises(BadInput, match="the formula has 16 variables, but nqueens needs 25"):
        naming_of(nqueens.build(5), formula([], 16), None)


def test_a_map_file_has_number_and_name_in_either_form(tmp_path: Path) -> None:
    file = tmp_path / "map"
    file.write_text("# my names\n\n1 queen[1, 1]\nqueen[1, 2] = 2\r\n3\tqueen[2,1]\nqueen[2, 2]=4\n", encoding="utf-8")
    assert read_names(File(str(file), "map")) == {1: "queen[1, 1]", 2: "queen[1, 2]", 3: "queen[2,1]", 4: "queen[2, 2]"}


BAD_LINES = {
    "1 queen[1, 1]\nqueen": "map:2: expected NUMBER NAME or NAME=NUMBER, like 3 queen[1, 3] (got 'queen')",
    "queen[1, 1]=one": "map:1: expected NUMBER NAME or NAME=NUMBER",
    "1 2": "map:1: expected NUMBER NAME or NAME=NUMBER",
    f"{'9' * 5000} a": "map:1: expected NUMBER NAME or NAME=NUMBER",
    "1 a\n\n1 b": "map:3: number 1 has a name already: a (line 1)",
    "1 a\na=2": "map:2: a has a number already (line 1)",
}


@pytest.mark.parametrize("text", BAD_LINES)
def test_a_bad_line_of_a_map_file_is_refused_with_its_number(text: str, tmp_path: Path) -> None:
    file = tmp_path / "map"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as error:
        read_names(File(str(file), "map"))
    assert BAD_LINES[text] in str(error.value)


def test_a_map_file_that_is_no_text_or_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(b"\xff\xfe\x00\x80")
    for name in ("junk", "absent"):
        with pytest.raises(BadInput, match=name):
            read_names(File(str(tmp_path / name), name))
