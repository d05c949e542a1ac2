"""Every solution has a hash of its own, which does not depend on how many are hashed at once, nor how."""

from collections.abc import Sequence
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.specs import examples
from threefold.checker.hashing import HALVES, HASH, Hashing
from threefold.language.terms import Domain

DOMAINS: list[Domain] = [range(2), range(256), (0, 300), range(-1, 3), (-(2**53), 2**53)]


def many(hashing: Hashing, rows: Sequence[Sequence[int]]) -> list[bytes]:
    hashes = hashing.many(np.array(rows, np.int64).T)
    return [row.tobytes() for row in hashes]


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("size", [1, 63, 64])
@examples(20)
@given(width=st.integers(1, 20), seed=st.integers(0, 9**9))
def test_many_at_once_have_the_hashes_of_one_by_one(domain: Domain, size: int, width: int, seed: int) -> None:
    hashing, random = Hashing([domain] * width), Random(seed)
    rows = [random.choices(domain, k=width) for _ in range(size)]
    assert many(hashing, rows) == [hashing.one(row) for row in rows]


def test_a_spec_without_decisions_has_one_hash() -> None:
    hashing = Hashing([])
    assert many(hashing, [[], []]) == [hashing.one([])] * 2


def test_assignments_that_differ_in_few_values_have_different_hashes() -> None:
    hashing = Hashing([range(3)] * 10)
    rows = list(product(range(3), repeat=10))
    hashes = many(hashing, rows)
    assert len({hashed[:8] for hashed in hashes}) == len({hashed[8:] for hashed in hashes}) == len(rows)


def test_the_number_of_values_and_their_width_belong_to_the_hash() -> None:
    zeros = [
        Hashing([domain] * number).one([0] * number) for domain in (range(2), range(-1, 2)) for number in range(1, 20)
    ]
    assert len(set(zeros)) == len(zeros)


def test_every_bit_of_a_value_changes_about_half_of_the_bits_of_the_hash() -> None:
    hashing = Hashing([range(256)] * 9)
    before = int.from_bytes(hashing.one([0] * 9), "little")
    for place, bit in product(range(9), range(8)):
        values = [0] * 9
        values[place] = 1 << bit
        changed = (before ^ int.from_bytes(hashing.one(values), "little")).bit_count()
        assert 35 <= changed <= 93


def test_the_halves_are_mixed_by_the_functions_that_are_cited() -> None:
    splitmix, murmur = HALVES
    assert splitmix.hashed(0, [0x9E3779B97F4A7C15]) == 0xE220A8397B1DCDAF  # the first number after the seed 0
    assert murmur.hashed(1, [0]) == 0xB456BCFC34C2CB2C


def test_a_value_outside_its_domain_is_hashed_as_well() -> None:
    for domain in DOMAINS:
        assert len(Hashing([domain] * 2).one([10**30, -(10**30)])) == HASH
