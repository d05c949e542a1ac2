"""A record has one JSON form, which loses nothing but the last digits of times and memory."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.specs import examples
from threefold.backends.backend import Configuration, Size
from threefold.checker.fingerprint import BLAKE2B, MIXED, Fingerprint
from threefold.checker.hashing import HASH, Hashing
from threefold.checker.json_form import parsed
from threefold.checker.record import Record, merged
from threefold.checker.tally import Fault

KINDS = BLAKE2B, MIXED
words = st.text(max_size=8)
counts = st.integers(0, 2**70)
assignments = st.lists(st.integers(-(2**63), 2**63 - 1), max_size=4).map(tuple)


@st.composite
def fingerprints(draw: st.DrawFn) -> Fingerprint:
    fingerprint = Fingerprint(kind=draw(st.sampled_from(KINDS)))
    for hashed in draw(st.lists(st.binary(min_size=HASH, max_size=HASH), max_size=9)):
        fingerprint.add(hashed)
    return fingerprint


def with_its_count(record: Record) -> Record:
    return replace(record, count=record.fingerprint.count) if record.fingerprint else record


records = st.builds(
    Record,
    st.builds(Configuration, words, words, st.dictionaries(words, words, max_size=2)),
    words,
    st.sampled_from(["sat", "unsat", "unknown", "timeout", "memory", "error", "lowered", "skipped"]),
    reason=st.none() | words,
    count=st.none() | counts,
    count_is=st.sampled_from(["exact", "at_least", "unknown"]),
    verified=counts,
    fingerprint=st.none() | fingerprints(),
    fault=st.none() | st.builds(Fault, assignments, words, st.booleans()),
    solutions=st.lists(assignments, max_size=2).map(tuple),
    drawings=st.lists(words, max_size=2).map(tuple),
    method=st.none() | words,
    size=st.none() | st.builds(Size, counts, counts, counts, counts, counts),
    seconds=st.dictionaries(words, st.integers(0, 10**9).map(lambda millionths: millionths / 10**6), max_size=2),
    statistics=st.dictionaries(words, counts, max_size=2),
    memory=st.integers(0, 10**6).map(lambda tenths: tenths * 100_000),
    spec=st.none() | words,
    threefold=st.none() | words,
).map(with_its_count)


@examples(100)
@given(records, st.booleans())
def test_a_record_comes_back_from_json_as_it_was(record: Record, buckets: bool) -> None:
    read = Record.from_dict(json.loads(json.dumps(record.to_dict(buckets=buckets))))
    assert read == record
    assert read.to_dict() == record.to_dict()


def test_a_fault_of_an_older_record_which_had_a_verb_is_read() -> None:
    form = Record(Configuration("sat", "a"), "a 1", "sat", fault=Fault((1,), "violates 'g'")).to_dict()
    form["fault"]["verb"] = "reported"
    assert Record.from_dict(form).fault == Fault((1,), "violates 'g'")


@examples(100)
@given(records, records)
def test_with_buckets_parts_add_up_after_they_were_read(one: Record, other: Record) -> None:
    read = [Record.from_dict(json.loads(json.dumps(part.to_dict(buckets=True)))) for part in (one, other)]
    if one.fingerprint and other.fingerprint and read[0].fingerprint and read[1].fingerprint:
        both, again = one.fingerprint + other.fingerprint, read[0].fingerprint + read[1].fingerprint
        assert (both.counts, both.sums) == (again.counts, again.sums)


def test_without_buckets_no_bucket_is_named() -> None:
    whole, part = Fingerprint(), Fingerprint()
    whole.add(bytes([1]) + bytes(HASH - 1))  # bucket 1
    record = Record(Configuration("sat", "a"), "a 1", "sat", count=1, count_is="exact", fingerprint=whole)
    read = Record.from_dict(record.to_dict()).fingerprint
    assert read is not None
    assert (read.count, str(read), read == whole, read == part) == (1, str(whole), True, False)
    assert (whole.differing_bucket(part), read.differing_bucket(part), part.differing_bucket(read)) == (1, None, None)
    assert (whole.larger_bucket(part), read.larger_bucket(part), read.larger_bucket(Fingerprint([0], [0]))) == (
        *(1, None, None),
    )


def test_the_form_has_a_fixed_set_of_keys_and_all_are_documented() -> None:
    keys = list(Record(Configuration("sat", "a"), "a 1", "sat").to_dict())
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text()
    documented = re.findall(
        r"^\| `(\w+)` \| .*? \| \S.* \|$", page.partition("| unit |")[2].partition("\n\n")[0], re.MULTILINE
    )
    assert keys == documented
    assert keys == [
        "backend", "solver", "version", "options", "method", "status", "reason", "count", "count_is", "verified",
        "optimum", "optimum_is", "decided_by",
        "fingerprint", "fault", "size", "seconds", "repeated", "memory_mb", "statistics", "found_by",
        "solutions", "drawings", "spec", "threefold",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "damage",
    [
        {"options": None},
        {"count": 5},
        {"count": None},
        {"fingerprint": "xyz"},
        {"buckets": {"99": [1, "0"]}},
        {"buckets": {"1": [1]}},
        {"buckets": [1]},
        {"size": {"variables": 1}},
        {"fault": {"reason": ""}},
        {"solutions": [1]},
        {"memory_mb": None},
        {"count": "one"},
        {"count": True},
        {"count": 1.0},
        {"verified": "1"},
        {"fingerprint": "z" + 32 * "0"},
        {"status": ["sat"]},
        {"version": None},
        {"options": {"amo": 3}},
        {"seconds": {"solve": "long"}},
        {"seconds": {"solve": float("nan")}},
        {"seconds": {"solve": float("inf")}},
        {"seconds": {"solve": 10**400}},
        {"memory_mb": 1e308},
        {"reason": "\ud800"},
        {"drawings": [3]},
        {"drawings": "abc", "solutions": "abc"},
        {"solutions": [["a"]]},
        {"fault": {"assignment": ["a"], "reason": ""}},
        {"size": {"variables": "1", "auxiliary": 1, "constraints": 1, "literals": 1}},
    ],
)
def test_a_damaged_form_is_a_value_error(damage: dict[str, Any]) -> None:
    fingerprint = Fingerprint()
    fingerprint.add(Hashing([range(2)]).one([1]))
    record = Record(Configuration("sat", "a"), "a 1", "sat", count=1, count_is="exact", fingerprint=fingerprint)
    form = record.to_dict(buckets=True)
    with pytest.raises(ValueError, match="not a record"):
        Record.from_dict(form | damage)
    with pytest.raises(ValueError, match=r"not a record: .count. is missing"):
        Record.from_dict({key: value for key, value in form.items() if key != "count"})


def test_a_text_of_lists_in_lists_without_end_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="lists in lists too deep"):
        parsed('{"a": ' + 200_000 * "[")


def test_parts_with_hashes_of_two_kinds_have_no_fingerprint_together() -> None:
    blank = Record(Configuration("sat", "a"), "a 1", "sat", count=0, count_is="exact")
    old, new = (replace(blank, fingerprint=Fingerprint([1], [7], kind), count=1, verified=1) for kind in KINDS)
    assert merged(blank, [new, new], of=2).fingerprint == Fingerprint([2], [14])
    both = merged(blank, [old, new], of=2)
    assert (both.fingerprint, both.exact, both.only_counted) == (None, True, False)
    empty = [replace(blank, fingerprint=Fingerprint(kind=kind)) for kind in KINDS]
    assert merged(
        blank, [*empty, replace(new, fingerprint=Fingerprint([1, *63 * [0]], [7, *63 * [0]]))], of=3
    ).fingerprint
    assert merged(blank, empty, of=2).fingerprint == Fingerprint(kind=BLAKE2B)
