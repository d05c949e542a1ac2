"""No reader ends in an error that is not ours, and none is slow. `python -m tests.fuzz --inputs 100000` is the large scale."""

from random import Random

import pytest

from tests.fuzz.__main__ import SECONDS, Tally, fuzz
from tests.fuzz.mutation import made


def check(tally: Tally, inputs: int) -> None:
    assert tally.inputs == inputs
    assert not [(reader.name, data[:200], trace) for reader, _, data, trace in tally.failures]
    assert tally.slowest[0] < SECONDS


def test_no_reader_fails_on_a_few_inputs() -> None:
    check(fuzz(200), 200)


@pytest.mark.slow
def test_no_reader_fails_on_many_inputs() -> None:
    tally = fuzz(10_000, seed=1)
    check(tally, 10_000)
    assert all(tally.accepted[name] for name in tally.refused), "every reader accepts some of its inputs"


def test_the_same_seed_gives_the_same_inputs() -> None:
    samples = [b'{"a": [1, 2]}\n4..9']
    inputs = [[made(Random(f"{seed} {number}"), samples) for number in range(50)] for seed in (0, 0, 1)]
    assert inputs[0] == inputs[1] != inputs[2]
