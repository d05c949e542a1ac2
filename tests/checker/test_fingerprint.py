"""Different sets have different fingerprints, in any order of their members, and a bucket shows where they differ."""

from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.checker.fingerprint import BUCKETS, Fingerprint, bucket_of
from threefold.checker.hashing import HASH, Hashing

solutions = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=30)


def hash_of(values: Sequence[int]) -> bytes:
    return Hashing([range(-9, 100)] * len(values)).one(values)


def fingerprint(members: Iterable[tuple[int, ...]]) -> Fingerprint:
    result = Fingerprint()
    for member in members:
        result.add(hash_of(member))
    return result


@given(solutions)
def test_order_does_not_matter(members: list[tuple[int, int]]) -> None:
    assert fingerprint(members) == fingerprint(reversed(members))


@given(solutions, solutions)
def test_equal_fingerprints_mean_equal_multisets(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    assert (str(fingerprint(one)) == str(fingerprint(other))) == (sorted(one) == sorted(other))


@given(st.sets(st.tuples(st.integers(0, 99)), min_size=1, max_size=40))
def test_a_missing_solution_is_in_the_differing_bucket(members: set[tuple[int]]) -> None:
    lost = min(members)
    whole, partial = fingerprint(members), fingerprint(members - {lost})
    assert whole.differing_bucket(partial) == bucket_of(hash_of(lost))
    assert whole.larger_bucket(partial) == bucket_of(hash_of(lost))
    assert partial.larger_bucket(whole) is None


@pytest.mark.parametrize("size", [0, 1, 63, 64, 5000])
def test_many_hashes_at_once_give_the_fingerprint_of_one_by_one(size: int) -> None:
    largest = (1 << 128) - 1
    large = [(largest - 64 * number).to_bytes(HASH, "little") for number in range(size)]
    hashes = [hashed if number % 3 else hash_of([number]) for number, hashed in enumerate(large)]
    one_by_one, at_once = Fingerprint(), Fingerprint()
    for hashed in hashes:
        one_by_one.add(hashed)
    at_once.extend(np.frombuffer(b"".join(hashes), np.uint64).reshape(-1, 2))
    assert one_by_one.buckets() == at_once.buckets()


def test_a_solution_twice_does_not_cancel_out() -> None:
    assert str(fingerprint([(1,), (1,)])) != str(fingerprint([]))
    assert fingerprint([(1,), (1,)]).count == 2


def test_equal_sets_have_no_differing_bucket() -> None:
    assert fingerprint([(1,), (2,)]).differing_bucket(fingerprint([(2,), (1,)])) is None


def test_the_fingerprint_is_the_same_on_every_machine() -> None:
    assert str(fingerprint([(2, 4, 1, 3), (3, 1, 4, 2)])) == "m7b25a5a81b864be26d7114af612d54d1"
    assert 0 <= bucket_of(hash_of((1, 2, 3))) < BUCKETS
