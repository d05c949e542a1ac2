"""Reading DIMACS: what is accepted, and the line and reason of everything that is not."""

import gzip
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.backends.sat import dimacs_reader
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.dimacs_reader import parse_dimacs, read_dimacs
from threefold.language import BadInput


def read(text: str | bytes, *, lenient: bool = False) -> Formula:
    return parse_dimacs(BytesIO(text.encode() if isinstance(text, str) else text), "f.cnf", lenient=lenient)


def refusal(text: str | bytes) -> str | None:
    try:
        read(text)
    except BadInput as error:
        return str(error)
    return None


def clauses(text: str | bytes) -> list[list[int]]:
    return list(read(text).clauses())


ACCEPTED: dict[str, str | bytes] = {
    "as it should be": "p cnf 3 2\n1 -2 0\n3 0\n",
    "CRLF": "p cnf 3 2\r\n1 -2 0\r\n3 0\r\n",
    "a byte order mark": b"\xef\xbb\xbfp cnf 3 2\n1 -2 0\n3 0\n",
    "no line break at the end": "p cnf 3 2\n1 -2 0\n3 0",
    "comments anywhere": "c a\nc\np cnf 3 2\nc b\n1\nc in a clause 7 8 9\n-2 0\nc\n3 0\nc z",
    "a comment without a space": "cnf comment\np cnf 3 2\n1 -2 0\n3 0\n",
    "clauses over several lines": "p cnf 3 2\n1\n-2\n0 3\n0\n",
    "several clauses in a line": "p cnf 3 2\n1 -2 0 3 0\n",
    "tabs, indents and blank lines": "\n \np  cnf\t3 2 \n\n\t1  -2\t0 \n\n   3 0\n\n\n",
    "the trailer of old benchmarks": "p cnf 3 2\n1 -2 0\n3 0\n%\n0\n\n",
    "leading zeros": "p cnf 03 02\n01 -2 00\n3 0\n",
}


@pytest.mark.parametrize("name", ACCEPTED)
@pytest.mark.parametrize("piece", [30, 40, 1 << 16])
def test_this_is_accepted(name: str, piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs_reader, "PIECE", piece)
    assert clauses(ACCEPTED[name]) == [[1, -2], [3]]


REFUSED: dict[str | bytes, str] = {
    "": "1: the file is empty",
    "\n \n": "1: the file is empty",
    "c a\nc b\n": "2: no header 'p cnf VARIABLES CLAUSES'",
    "c a\n1 2 0\n": "2: the header 'p cnf VARIABLES CLAUSES' must come before the first clause (got '1 2 0')",
    "p cnf 2\n1 0\n": "1: the header must be 'p cnf VARIABLES CLAUSES' (got 'p cnf 2')",
    "p cnf 2 1 7\n1 0\n": "1: the header must be 'p cnf VARIABLES CLAUSES' (got 'p cnf 2 1 7')",
    "p cnf 2 -1\n1 0\n": "1: the header must be 'p cnf VARIABLES CLAUSES' (got 'p cnf 2 -1')",
    "p cnf two 1\n1 0\n": "1: the header must be 'p cnf VARIABLES CLAUSES' (got 'p cnf two 1')",
    "\np wcnf 2 1\n1 0\n": "2: the header must be 'p cnf VARIABLES CLAUSES' (got 'p wcnf 2 1')",
    "p cnf 2 1\n1 0\np cnf 2 1\n": "3: a second header (the first is in line 1)",
    "p cnf 9999999999 1\n": "1: at most 2147483646 variables can be read (the header says 9999999999)",
    "p cnf 2 1\n1 2\n": "2: the last clause does not end in 0",
    "p cnf 2 2\n1 0\n\n2\n\n\n": "4: the last clause does not end in 0",
    "p cnf 2 1\n1 2 0\n%\n0\nrubbish": "5: after the trailer '%' only a 0 may follow (got 'rubbish')",
    "p cnf 2 2\n1 2 0\n-1 0\n%\n1 0\n": "5: after the trailer '%' only a 0 may follow (got '1 0')",
    "p cnf 2 1\n1 2\n%\n0\n": "3: the last clause does not end in 0",
    "p cnf 2 2\n1 0\n-3 0\n": "3: literal -3 is beyond the header's 2 variables",
    "p cnf 1 1\n99999999999 0\n": "2: literal 99999999999 is beyond the header's 1 variable",
    "p cnf 2 2\n1 0\n1 -0\n": "3: -0 is not a literal: 0 ends a clause, and variables are numbered from 1",
    "p cnf 2 1\n0 1 0\n": (
        "1: the header says 1 clause, the file has 2 (some of them empty: 0 ends a clause, and variables are numbered from 1)"
    ),
    "c\np cnf 2 3\n1 0\n2 0\n": "2: the header says 3 clauses, the file has 2",
    "p cnf 2 1\n1 0\n2 0\n": "1: the header says 1 clause, the file has 2",
    "p cnf 2 1\n1 x 0\n": "2: a literal is an integer (got 'x')",
    "p cnf 2 1\n1_0 0\n": "2: a literal is an integer (got '1_0')",
    "p cnf 2 1\n1.5 0\n": "2: a literal is an integer (got '1.5')",
    "p cnf 2 1\n- 1 0\n": "2: a literal is an integer (got '-')",
    "p cnf 2 1\n1 c 2 0\n": "2: a literal is an integer (got 'c')",
    "s SATISFIABLE\nv 1 0\n": "1: the header 'p cnf VARIABLES CLAUSES' must come before the first clause",
    b"\x7fELF\x02\x01\x00\x1b[2J": "1: the header 'p cnf VARIABLES CLAUSES' must come before the first clause (got '?ELF???",
    b"p cnf 2 1\n\xff\xfe\x00 0\n": r"2: a literal is an integer (got '\xff\xfe?')",
    "p cnf 2 1\n" + 99 * "1" + " 0\n": "2: literal " + 40 * "1" + "… is beyond the header's 2 variables",
    "p cnf 2 1\n" + 20 * "9" + " 0\n": "2: literal " + 20 * "9" + " is beyond the header's 2 variables",
    "p cnf 2 1\n" + 5000 * "9" + " 0\n": "2: literal " + 40 * "9" + "… is beyond the header's 2 variables",
    f"p cnf {20 * '9'} 1\n1 0\n": f"1: at most 2147483646 variables can be read (the header says {20 * '9'})",
    "p cnf 2 1\n1 2 0\n% 1 0\n": "3: after the trailer '%' only a 0 may follow (got '1 0')",
    "p cnf 2 0\nc p show 1 2\n": "2: 'c p show' must be followed by positive numbers and a final 0",
    "p cnf 2 0\nc p show\n": "2: 'c p show' must be followed by positive numbers and a final 0",
    "p cnf 2 0\nc p show 1 0 2 0\n": "2: 'c p show' must be followed by positive numbers and a final 0",
    "c p show 1 3 0\np cnf 2 0\n": "1: 'c p show' has the number 3, beyond the header's 2 variables",
    "c START DICTIONARY\nc a\n": "2: a line of the dictionary must be 'c NAME=NUMBER' (got 'a')",
    "c START DICTIONARY\nc a=0\n": "2: a line of the dictionary must be 'c NAME=NUMBER' (got 'a=0')",
    "c START DICTIONARY\nc a=1\nc b=1\n": "3: the dictionary gives the number 1 to a and to b",
    "c START DICTIONARY\nc a=1\nc a=2\n": "3: the dictionary gives a the numbers 1 and 2",
    "c START DICTIONARY\nc a=3\np cnf 2 0": "2: the dictionary has the number 3, beyond the header's 2 variables",
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: repr(text)[:40])
def test_this_is_refused_with_line_and_reason(text: str | bytes) -> None:
    said = refusal(text)
    assert said is not None
    assert said.startswith(f"f.cnf:{REFUSED[text]}")


@pytest.mark.parametrize("clause", ["p cnf 2 3\n1 0\n2 0\n", "p cnf 2 1\n1 0\n2 0\n"])
def test_lenient_turns_a_wrong_number_of_clauses_into_a_warning(clause: str) -> None:
    formula = read(clause, lenient=True)
    assert list(formula.clauses()) == [[1], [2]]
    [warning] = formula.warnings
    assert warning.startswith("f.cnf:1: the header says ")


FORGIVEN = {
    "p cnf 2 1\n3 0\n": (3, [[3]], "f.cnf:1: literal 3 is beyond the header's 2 variables"),
    "1 -2 0\n2 0\n": (2, [[1, -2], [2]], "f.cnf:2: no header 'p cnf VARIABLES CLAUSES'"),
    "p cnf 2 2\n1 0\n2": (2, [[1], [2]], "f.cnf:3: the last clause does not end in 0"),
    "P CNF 2 1\n1 0\n": (2, [[1]], "f.cnf:1: the header must be 'p cnf VARIABLES CLAUSES', 'p cnf' in small letters"),
    "c p show 3 0\np cnf 2 1\n1 0\n": (
        3,
        [[1]],
        "f.cnf:1: 'c p show' has the number 3, beyond the header's 2 variables",
    ),
}


@pytest.mark.parametrize("text", FORGIVEN)
def test_a_lenient_reader_forgives_the_frame_of_a_file_with_a_warning(text: str) -> None:
    variables, clauses, problem = FORGIVEN[text]
    formula = read(text, lenient=True)
    assert (formula.variables, list(formula.clauses())) == (variables, clauses)
    [warning] = formula.warnings
    assert warning.startswith(problem)
    with pytest.raises(BadInput):
        read(text)


def test_a_lenient_reader_forgives_no_wrong_literal() -> None:
    for text in ("1 -0 0\n", "1 x 0\n", "p cnf 2 1\np cnf 2 1\n1 0\n", "p cnf 2\n1 0\n", ""):
        with pytest.raises(BadInput):
            read(text, lenient=True)


def test_a_compressed_file_is_read_whatever_its_name(tmp_path: Path) -> None:
    file = tmp_path / "f.cnf"
    compressed = gzip.compress(b"p cnf 2 1\n1 -2 0\n")
    file.write_bytes(compressed)
    assert list(read_dimacs(str(file)).clauses()) == [[1, -2]]
    for damaged in (compressed[:-9], compressed[:12] + b"xx" + compressed[14:]):
        file.write_bytes(damaged)
        with pytest.raises(BadInput, match=r"f\.cnf: cannot be read: the gzip data is damaged"):
            read_dimacs(str(file))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_refused_with_the_reason(encoding: str) -> None:
    said = refusal("p cnf 1 1\n1 0\n".encode(encoding))
    assert said == "f.cnf:1: the file is UTF-16 or not text: it must be ASCII or UTF-8"


def test_another_minus_sign_is_refused_with_the_reason() -> None:
    said = refusal("p cnf 2 1\n\u22121 2 0\n")
    assert said
    assert said.startswith("f.cnf:2: the minus sign of a literal is '-', not the character U+2212")


def test_names_and_shown_literals_come_from_the_comments() -> None:
    formula = read(
        "c START DICTIONARY\nc queen[1, 3]=3\nc b=1\nc END DICTIONARY\nc x=2\n"
        "p cnf 3 0\nc p show 1 0\nc p show 3 0\nc p showing 2\n"
    )
    assert formula.names == {3: "queen[1, 3]", 1: "b"}
    assert formula.shown == [1, 3]


def test_a_show_line_longer_than_a_piece_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs_reader, "PIECE", 64)
    numbers = list(range(1, 100))
    assert read(f"p cnf 99 0\nc p show {' '.join(map(str, numbers))} 0\n").shown == numbers


@given(
    made=st.lists(st.lists(st.integers(-50, 50).filter(bool), max_size=5), max_size=30),
    gaps=st.lists(st.sampled_from([" ", "\n", "\r\n", "\t", "  ", "\nc 1 2 x\n", "\n\n"]), min_size=1),
    piece=st.integers(16, 80),
)
def test_any_layout_of_the_same_clauses_reads_the_same(made: list[list[int]], gaps: list[str], piece: int) -> None:
    tokens = [str(literal) for clause in made for literal in (*clause, 0)]
    body = "".join(token + gaps[position % len(gaps)] for position, token in enumerate(tokens))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dimacs_reader, "PIECE", piece)
        assert clauses(f"p cnf 50 {len(made)}\n{body}") == made


@given(junk=st.binary(max_size=300))
def test_junk_is_refused_or_read_but_never_a_traceback(junk: bytes) -> None:
    for text in (junk, b"p cnf 9 1\n" + junk):
        said = refusal(text)
        assert said is None or (said.startswith("f.cnf:") and said.isprintable())


def test_line_numbers_are_right_far_into_a_file() -> None:
    body = "1 -2 0\n" * 100_000
    with pytest.raises(BadInput, match=r"f\.cnf:100002: a literal is an integer \(got 'here'\)"):
        read(f"p cnf 2 100000\n{body}here 0\n")
    with pytest.raises(BadInput, match=r"f\.cnf:50003: literal 7 is beyond"):
        read(f"p cnf 2 100000\n{body[: 7 * 50_001]}7 0\n{body}")


def test_a_file_that_cannot_be_read_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"absent.cnf: cannot be read: No such file or directory"):
        read_dimacs(str(tmp_path / "absent.cnf"))
    with pytest.raises(BadInput, match="cannot be read: Is a directory"):
        read_dimacs(str(tmp_path))


def test_a_file_is_named_in_its_errors(tmp_path: Path) -> None:
    file = tmp_path / "mine.cnf"
    file.write_text("p cnf 1 1\n2 0\n")
    with pytest.raises(BadInput, match=r"mine\.cnf:2: literal 2 is beyond the header's 1 variable$"):
        read_dimacs(str(file))
