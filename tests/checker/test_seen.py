"""A hash that comes again is found: in arrays and in sets, in large blocks and in small ones."""

from random import Random

import numpy as np
import pytest

from threefold.checker import seen
from threefold.checker.hashing import HASH
from threefold.checker.seen import Seen

MANY = 64


def hashes(count: int, seed: int = 0) -> list[bytes]:
    return [bytes(each) for each in zip(*[iter(Random(seed).randbytes(HASH * count))] * HASH, strict=True)]


def add(known: Seen, hashes: bytes, arrays: bool) -> int | None:
    """The number of the first one that was there before."""
    several = [hashes[at : at + HASH] for at in range(0, len(hashes), HASH)]
    if arrays:
        return known.extend(np.frombuffer(hashes, np.uint64).reshape(-1, 2))
    return next((number for number, again in enumerate([known.add(each) for each in several]) if again), None)


in_both_ways = pytest.mark.parametrize("arrays", [True, False])


@in_both_ways
@pytest.mark.parametrize("size", [1, 3, MANY - 1, MANY, 3 * MANY])
def test_new_hashes_are_all_new_and_each_is_found_again(size: int, arrays: bool) -> None:
    known, all_of_them = Seen(), hashes(6 * MANY)
    for start in range(0, len(all_of_them), size):
        assert add(known, b"".join(all_of_them[start : start + size]), arrays) is None
    assert len(known) == len(all_of_them)
    assert all(add(known, each, arrays) == 0 for each in all_of_them[::50])
    assert len(known) == len(all_of_them)


@in_both_ways
@pytest.mark.parametrize("size", [8, MANY])
def test_the_first_that_comes_again_is_named(size: int, arrays: bool) -> None:
    known, before, block = Seen(), hashes(MANY), hashes(size, seed=1)
    add(known, b"".join(before), arrays)
    assert add(known, b"".join([*block[:5], before[7], *block[5:], before[8]]), arrays) == 5
    assert add(known, b"".join(hashes(size, seed=2)) + before[0], arrays) == size
    assert len(known) == MANY + 2 * size


@in_both_ways
@pytest.mark.parametrize("size", [8, MANY])
def test_a_hash_twice_in_one_block_is_found(size: int, arrays: bool) -> None:
    block = hashes(size)
    assert add(Seen(), b"".join([*block, block[3]]), arrays) == size


@in_both_ways
def test_hashes_with_one_equal_half_are_different(arrays: bool) -> None:
    known, block = Seen(), hashes(2 * MANY)
    half = HASH // 2
    block[9] = block[8][:half] + block[9][half:]
    block[-1] = block[8][:half] + block[-1][half:]
    assert add(known, b"".join(block[:MANY]), arrays) is None
    assert add(known, b"".join(block[MANY:]), arrays) is None
    assert len(known) == 2 * MANY


@in_both_ways
def test_no_more_are_remembered_than_the_limit(monkeypatch: pytest.MonkeyPatch, arrays: bool) -> None:
    monkeypatch.setattr(seen, "REMEMBERED", 2 * MANY)
    known, block = Seen(), hashes(4 * MANY)
    for start in range(0, len(block), MANY):
        assert add(known, b"".join(block[start : start + MANY]), arrays) is None
    assert len(known) == 2 * MANY
    assert add(known, block[0], arrays) == 0
    assert add(known, block[-1], arrays) is None


@in_both_ways
def test_halves_that_are_near_to_each_other_are_told_apart(arrays: bool) -> None:
    """As floats they would be the same."""
    known = Seen()
    near = [(2**62 + number).to_bytes(8, "little") + bytes(8) for number in range(2 * MANY)]
    assert add(known, b"".join(near[::2]), arrays) is None
    assert [add(known, each, arrays) for each in near[:8]] == [0, None] * 4


@in_both_ways
def test_a_block_that_is_repeated_whole_is_found_and_what_is_new_later_is_new(arrays: bool) -> None:
    known, block = Seen(), hashes(20 * MANY)
    for _ in range(5):
        found = add(known, b"".join(block), arrays)
    assert (found, len(known)) == (0, len(block))
    assert add(known, b"".join(hashes(MANY, seed=1)), arrays) is None
    assert len(known) == 21 * MANY


def test_those_that_came_one_by_one_are_found_in_blocks_and_the_other_way_round() -> None:
    known, block = Seen(), hashes(4 * MANY)
    assert not any(map(known.add, block[:MANY]))
    assert add(known, b"".join(block[MANY : 2 * MANY]), True) is None
    assert not any(map(known.add, block[2 * MANY : 3 * MANY]))
    assert all(map(known.add, block[: 3 * MANY]))
    assert add(known, b"".join([*block[3 * MANY :], block[2 * MANY]]), True) == MANY
    assert len(known) == 4 * MANY


def test_what_is_not_remembered_takes_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "REMEMBERED", MANY + 3)
    known, block = Seen(), hashes(9 * MANY)
    for start in range(0, len(block), MANY):
        assert add(known, b"".join(block[start : start + MANY]), True) is None
    assert len(known) == MANY + 3
    assert sum(each.nbytes for each in known._many) == HASH * len(known)
    assert all(each.base is None or each.base.nbytes == each.nbytes for each in known._many[1:])
