"""A solver's answer as text, written and read."""

import re
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.specs import examples
from threefold.backends.sat.solver_output import Answer, parse_answer, value_lines
from threefold.language import BadInput


def parsed(text: str | bytes, variables: int = 9, *, auxiliaries: bool = False) -> Answer:
    data = text if isinstance(text, bytes) else text.encode()
    return parse_answer(BytesIO(data), "answer", variables=variables, auxiliaries=auxiliaries)


models = st.lists(st.sampled_from([1, -1, 0]), max_size=300)  # by variable: true, false, not mentioned


def literals_of(signs: list[int]) -> list[int]:
    return [number * sign for number, sign in enumerate(signs, start=1) if sign]


@examples(200)
@given(signs=models, newline=st.sampled_from(["\n", "\r\n"]), mark=st.sampled_from(["", "\ufeff"]))
def test_a_model_written_in_v_lines_is_read_back(signs: list[int], newline: str, mark: str) -> None:
    lines = ["c a comment", "s SATISFIABLE", *value_lines(literals_of(signs))]
    answer = parsed(mark + newline.join(lines), len(signs))
    assert (answer.status, answer.signs.tolist()[1:]) == ("sat", signs)
    assert answer.unmentioned == signs.count(0)


@examples(100)
@given(signs=models)
def test_a_model_in_minisats_result_file_is_read_back(signs: list[int]) -> None:
    answer = parsed("SAT\n" + " ".join(map(str, [*literals_of(signs), 0])) + "\n", len(signs))
    assert (answer.status, answer.signs.tolist()[1:]) == ("sat", signs)


@examples(100)
@given(signs=models, data=st.data())
def test_the_order_of_the_literals_and_of_s_and_v_does_not_matter(signs: list[int], data: st.DataObject) -> None:
    literals = data.draw(st.permutations(literals_of(signs)))
    assert parsed("\n".join([*value_lines(literals), "s SATISFIABLE"]), len(signs)).signs.tolist()[1:] == signs


@examples(100)
@given(literals=st.lists(st.integers(-(10**9), 10**9).filter(bool)))
def test_v_lines_are_at_most_78_characters_wide_and_end_in_0(literals: list[int]) -> None:
    lines = list(value_lines(literals))
    assert max(map(len, lines)) <= 78
    assert [int(word) for line in lines for word in line.split()[1:]] == [*literals, 0]


@examples(300)
@given(text=st.one_of(st.binary(max_size=80), st.from_regex(rb"(s SATISFIABLE\n)?(v [-0-9 ]{0,20}\n){0,3}")))
def test_whatever_is_read_is_an_answer_or_bad_input_with_its_line(text: bytes) -> None:
    try:
        said = parsed(text).status
    except BadInput as error:
        said = str(error)
    assert re.fullmatch(r"sat|unsat|unknown|answer:\d+: [^\x00-\x1f\x7f-\x9f]+", said)


def test_unmentioned_variables_are_false_in_the_model() -> None:
    assert parsed("s SATISFIABLE\nv 2 0\n", 3).model() == [-1, 2, -3]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("s UNSATISFIABLE\n", "unsat"),
        ("s UNKNOWN", "unknown"),
        ("UNSAT\n", "unsat"),
        ("INDET\n", "unknown"),
        ("c\nc x\n\n s  SATISFIABLE \nv 0\n", "sat"),
        ("SAT\n0\n", "sat"),
        ("s SATISFIABLE\ns SATISFIABLE\nv\nv 1 -2\nv 1 0\n", "sat"),
    ],
)
def test_answers_of_all_forms_are_understood(text: str, status: str) -> None:
    assert parsed(text).status == status


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "the answer is empty"),
        ("c nothing\nc more\n", 2, "there is no answer up to here"),
        ("v 1 2 0\n", 1, "there is no answer up to here"),
        ("s SATISFIABLE\n", 1, "gives no values"),
        ("SAT\n", 1, "gives no values"),
        ("s SATISFIABLE\nv 1 -2\nv 3\n", 3, "the values do not end in 0"),
        ("s SATISFIABLE\nv 1 0\nv 2 0\n", 3, "there is a value, 2, after the 0"),
        ("s SATISFIABLE\nv 1 2 -1 0\n", 2, "variable 1 gets two values: 1 came before -1"),
        ("s SATISFIABLE\nv 1\nv 10 0\n", 3, "literal 10 is beyond the variables, 1 to 9"),
        ("s SATISFIABLE\nv 1 x 0\n", 2, "'x' is not a literal"),
        ("s SATISFIABLE\nv 1_0 0\n", 2, "'1_0' is not a literal"),
        ("s SATISFIABLE\nv +1 0\n", 2, "'\\+1' is not a literal"),
        ("s SATISFIABLE\nv 1.5 0\n", 2, "'1.5' is not a literal"),
        ("s MAYBE\n", 1, "after s there must be SATISFIABLE, UNSATISFIABLE or UNKNOWN \\(got 'MAYBE'\\)"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", 2, "says UNSATISFIABLE after it said SATISFIABLE"),
        ("s UNSATISFIABLE\nv 1 0\n", 2, "says UNSATISFIABLE, but gives values"),
        ("SATISFIABLE\n", 1, "without 's' is not an answer"),
        ("1 2 0\n", 1, "'1 2 0' is not a line of an answer"),
        ("s SATISFIABLE\n1 2 0\n", 2, "'1 2 0' is not a line of an answer"),
        ("s SATISFIABLE\nhello\n", 2, "'hello' is not a line of an answer"),
        ("\x00\x1b[2J\x01", 1, "'\\?\\?\\[2J\\?' is not a line of an answer"),
    ],
)
def test_a_broken_answer_is_refused_with_its_line_and_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadInput, match=f"^answer:{line}: .*{reason}"):
        parsed(text)


def test_literals_of_auxiliaries_are_counted_where_their_number_is_not_known() -> None:
    answer = parsed("s SATISFIABLE\nv 1 -2 3 4 -5 0\n", 3, auxiliaries=True)
    assert (answer.model(), answer.beyond) == ([1, -2, 3], 2)


def test_a_line_of_megabytes_is_read_in_parts() -> None:
    signs = [(-1) ** (number % 3) for number in range(1, 200_001)]
    answer = parsed("SAT\n" + " ".join(map(str, [*literals_of(signs), 0])), len(signs))
    assert answer.signs.tolist()[1:] == signs


class Endless(BytesIO):
    """A line of a gigabyte, of which only the parts that are asked for are ever made."""

    def __init__(self, start: bytes, filling: bytes, size: int) -> None:
        super().__init__(start)
        self._filling, self._left = filling, size

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0, "an unbounded read"
        if line := super().readline(size):
            return line
        self._left -= size
        return self._filling * (size // len(self._filling)) if self._left > 0 else b""


def test_a_line_without_end_does_not_fill_the_memory() -> None:
    with pytest.raises(BadInput, match="not a literal"):
        parse_answer(Endless(b"s SATISFIABLE\nv ", b"7", 1 << 30), "answer", variables=9)
    with pytest.raises(BadInput, match="no answer up to here"):
        parse_answer(Endless(b"c ", b"x", 1 << 30), "answer", variables=9)
