"""Values travel as JSON by their declared types: what was encoded comes back equal, and nothing else is made of a text."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.specs import examples
from threefold.backends.backend import Configuration, Size
from threefold.checker.fingerprint import Fingerprint
from threefold.checker.record import Record
from threefold.checker.tally import Fault
from threefold.codec import MOST_VALUES, Unreadable, decode, encode


class Place(NamedTuple):
    name: str
    values: Sequence[int] | None = None


@dataclass(frozen=True)
class Leaf:
    kind: Literal["bud", "leaf", 3]
    weight: float
    raw: bytes = b""


@dataclass(frozen=True)
class Tree:
    """Of every type that is declared somewhere in this package."""

    name: str
    number: int
    flag: bool
    parts: tuple[Tree | Leaf | str | None, ...] = ()
    pair: tuple[int, str] | None = None
    counts: Mapping[str, int] | None = None
    rows: Mapping[int, list[tuple[int, ...]]] | None = None
    names: frozenset[str] = frozenset()
    place: Place | None = None
    domain: Sequence[int] = ()
    listed: Collection[tuple[int, ...]] | None = None


INTEGERS = st.integers() | st.integers(-(1 << 20_000), 1 << 20_000) | st.just(1 << 63) | st.just(10**5000)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
LEAVES = st.builds(Leaf, st.sampled_from(["bud", "leaf", 3]), FLOATS, st.binary(max_size=40))
PLACES = st.builds(Place, st.text(), st.none() | st.lists(INTEGERS).map(tuple) | st.just(range(3, 1 << 60)))


def trees(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(
        Tree,
        st.text(),
        INTEGERS,
        st.booleans(),
        st.lists(parts | st.text() | st.none(), max_size=3).map(tuple),
        st.none() | st.tuples(INTEGERS, st.text()),
        st.none() | st.dictionaries(st.text() | st.just("@"), INTEGERS, max_size=3),
        st.none() | st.dictionaries(st.integers(), st.lists(st.lists(INTEGERS).map(tuple), max_size=2), max_size=2),
        st.frozensets(st.text(), max_size=3),
        st.none() | PLACES,
        st.lists(INTEGERS, max_size=4).map(tuple),
        st.none() | st.lists(st.tuples(INTEGERS), max_size=2).map(tuple),
    )


TREES = st.recursive(LEAVES, trees, max_leaves=6)


@examples(200)
@given(TREES)
def test_what_was_encoded_comes_back_equal_and_of_the_same_types(value: Tree | Leaf) -> None:
    again = decode(Tree | Leaf, encode(value))
    assert again == value
    assert has_its_types(again)


def has_its_types(value: object) -> bool:
    """What the annotations of Tree and Leaf say, in other words than the codec has."""
    if isinstance(value, Leaf):
        return value.kind in ("bud", "leaf", 3) and type(value.weight) is float and type(value.raw) is bytes
    if not isinstance(value, Tree) or (type(value.name), type(value.number), type(value.flag)) != (str, int, bool):
        return False
    parts = all(part is None or isinstance(part, str) or has_its_types(part) for part in value.parts)
    pair = value.pair is None or tuple(map(type, value.pair)) == (int, str)
    counts = all(type(key) is str and type(each) is int for key, each in (value.counts or {}).items())
    rows = all(
        type(key) is int
        and type(each) is list
        and all(type(row) is tuple and {*map(type, row)} <= {int} for row in each)
        for key, each in (value.rows or {}).items()
    )
    place = value.place is None or (type(value.place) is Place and type(value.place.name) is str)
    rest = all(type(name) is str for name in value.names) and {*map(type, value.domain[:50])} <= {int}
    return parts and pair and counts and rows and place and rest and type(value.parts) is tuple


STRANGE: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 3, -1.5, "x", [], {}, [1], {"@": "Leaf"}, {"@": "int", "hex": 3}, {"1": []}]
)


@examples(400)
@given(TREES, st.data())
def test_a_changed_text_is_a_value_of_the_type_or_unreadable(value: Tree | Leaf, data: st.DataObject) -> None:
    form = json.loads(encode(value), parse_int=lambda digits: int(digits) if len(digits) < 4000 else 0)
    inside: Any = form
    while True:
        key = data.draw(st.sampled_from(list(inside) if isinstance(inside, dict) else list(range(len(inside)))))
        if not isinstance(inside[key], dict | list) or not inside[key] or data.draw(st.booleans()):
            break
        inside = inside[key]
    inside[key] = data.draw(STRANGE)
    try:
        made = decode(Tree | Leaf, json.dumps(form).encode())
    except Unreadable:
        return
    assert has_its_types(made)


@examples(200)
@given(TREES, st.data())
def test_a_damaged_text_is_a_value_of_the_type_or_unreadable(value: Tree | Leaf, data: st.DataObject) -> None:
    text = bytearray(encode(value))
    at = data.draw(st.integers(0, len(text) - 1))
    text[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    try:
        made = decode(Tree | Leaf, bytes(text))
    except Unreadable:
        return
    assert has_its_types(made)


def test_a_record_comes_back_with_all_its_fields() -> None:
    fault, size = Fault((1, 2), "violates x", repeated=True), Size(1, 2, 3, 4)
    whole = Record(
        Configuration("sat", "cadical195", {"amo": "ladder"}),
        "CaDiCaL 1.9.5",
        "sat",
        count=10**5000,
        fingerprint=Fingerprint(),
        fault=fault,
        size=size,
        solutions=((1, 2), ()),
        drawings=("Q",),
        seconds={"solve": 0.5},
        statistics={"nodes": 3},
    )
    again = decode(Record, encode(whole))
    assert again == whole
    assert again.fingerprint == whole.fingerprint


@pytest.mark.parametrize(
    ("kind", "text", "problem"),
    [
        (Leaf, b'{"@":"Leaf","kind":"twig","weight":1.0,"raw":{"@":"bytes","base64":""}}', "/kind: "),
        (tuple[tuple[int, ...], ...], b"[[1],[2,true]]", "/1/1: int was expected (got True)"),
        (tuple[int, str], b"[1]", "was expected (got [1])"),
        (dict[int, str], b'{"01":"x"}', "int was expected"),
        (int | str, b"1.5", "was expected (got 1.5)"),
        (float, b"NaN", "NaN is not a number of JSON"),
        (float, b"1e999", "1e999 is not a number of JSON"),
        (bytes, b'{"@":"bytes","base64":"?"}', "base64"),
        (Leaf | str, b'{"@":"Tree"}', "was expected"),
        (list[int], b"[" * 100_000, "too deep"),
        (object, b"[" * 100_000, "too deep"),
        (int, b"9" * 5000, "digits"),
        (int, b'{"@":"int"}', "hex"),
        (str, b"\xff", "decode"),
        (str, b"", "JSONDecodeError"),
        (str, b'"a" 1', "more than one value"),
        (Fingerprint, b'{"@":"Fingerprint","counts":[1,2],"sums":[3],"kind":"m"}', "1 or 64 buckets"),
    ],
)
def test_a_text_that_is_no_value_of_the_type_is_refused_with_the_place(kind: Any, text: bytes, problem: str) -> None:
    with pytest.raises(Unreadable) as refused:
        decode(kind, text)
    assert problem in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_text_that_would_become_gigabytes_is_refused_before_it_is_read() -> None:
    with pytest.raises(Unreadable, match="values"):
        decode(object, b"[" + b"[]," * (MOST_VALUES // 2) + b"0]")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), {(1, 2): 3}, 1j])
def test_what_has_no_json_is_not_sent(value: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        encode(value)


@pytest.mark.parametrize("kind", [complex, dict[tuple[int, int], str], list[int] | tuple[int, ...], int | float])
def test_a_type_that_cannot_be_told_from_its_json_is_refused(kind: Any) -> None:
    with pytest.raises(NotImplementedError):
        decode(kind, b"1")


def test_numbers_of_numpy_are_sent_as_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    assert decode(tuple[int, float], encode((numpy.int64(3), numpy.float64(0.5)))) == (3, 0.5)
