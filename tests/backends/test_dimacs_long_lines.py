"""Reading DIMACS with lines that are longer than a piece: nothing is lost, nothing is misread, the memory stays small."""

import re
import tracemalloc
from contextlib import nullcontext
from io import RawIOBase

import pytest

from tests.backends.test_dimacs_reader import clauses, read, refusal
from threefold.backends.sat import dimacs_reader
from threefold.backends.sat.dimacs_reader import parse_dimacs
from threefold.language import BadInput


class Endless(RawIOBase):
    """100 MB that are never in memory at once: a head, and then the same again and again in one line."""

    def __init__(self, head: bytes, unit: bytes, tail: bytes, size: int = 100_000_000) -> None:
        self._head, self._unit, self._tail, self._left = head, unit * 10_000, tail, size // (len(unit) * 10_000)
        self._ready = head

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        while len(self._ready) < size and self._left:
            self._ready += self._unit
            self._left -= 1
            if not self._left:
                self._ready += self._tail
        taken, self._ready = self._ready[:size], self._ready[size:]
        return taken

    def readline(self, size: int | None = -1) -> bytes:
        taken = self.read(size or -1)
        line, newline, rest = taken.partition(b"\n")
        self._ready = rest + self._ready
        return line + newline


@pytest.mark.parametrize(
    ("head", "unit", "tail", "size", "reason"),
    [
        (b"c ", b"long ", b"\np cnf 1 1\n1 0\n", 100_000_000, None),
        (b"p cnf 1 1\n", b"1", b"", 100_000_000, "f.cnf:2: a literal is an integer (got '1111"),
        (b"p cnf 1 1\n", b"\0", b"", 100_000_000, "f.cnf:2: a literal is an integer (got '????"),
        (b"", b"x", b"", 100_000_000, "f.cnf:1: a literal is an integer (got 'xxxx"),
        (b"p cnf 1 1\n", b"1 ", b"0\n", 4_000_000, None),
    ],
    ids=["a comment", "a literal", "zero bytes", "letters", "a clause"],
)
def test_a_line_of_100_mb_does_not_fill_the_memory(
    head: bytes, unit: bytes, tail: bytes, size: int, reason: str | None
) -> None:
    expectation = pytest.raises(BadInput, match=re.escape(reason)) if reason else nullcontext()
    tracemalloc.start()
    try:
        with expectation:
            assert len(parse_dimacs(Endless(head, unit, tail, size), "f.cnf")) == 1  # type: ignore[arg-type]
        assert tracemalloc.get_traced_memory()[1] < 40_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("word", ["c", "comment", "p", "p cnf 3 9", "%", "c p show 2 0", "c START DICTIONARY"])
@pytest.mark.parametrize("before", range(18, 30))
def test_a_word_in_a_long_line_never_begins_a_comment_or_the_header(
    word: str, before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the pieces end: with a comment in its middle, a clause would lose its rest."""
    monkeypatch.setattr(dimacs_reader, "PIECE", 64)
    with pytest.raises(BadInput, match=r"f\.cnf:2: a literal is an integer"):
        read(f"p cnf 3 1\n{'1 2 ' * before}{word} 3 {'1 2 ' * 30}0\n")


@pytest.mark.parametrize("indent", [0, 1, 40, 100])
def test_a_long_comment_is_skipped_to_its_end_wherever_it_begins(indent: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs_reader, "PIECE", 64)
    assert clauses(f"p cnf 3 1\n{' ' * indent}c {'1 0 ' * 60}\n1 -2 0\n") == [[1, -2]]


def test_a_long_line_has_no_clause_after_the_header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs_reader, "PIECE", 64)
    assert "the header must be" in (refusal(f"p cnf 3 1{' ' * 100}1 0\n") or "")


@pytest.mark.parametrize("spaces", range(1, 70))
def test_a_long_list_of_shown_numbers_is_read_whole(spaces: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs_reader, "PIECE", 64)
    numbers = list(range(1, 60))
    formula = read(f"p cnf 60 0\nc p show{' ' * spaces}{' '.join(map(str, numbers))} 0\n")
    assert formula.shown == numbers
