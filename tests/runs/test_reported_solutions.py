"""What a run has reported when it is killed: all that it found more than a tenth of a second ago."""

from collections.abc import Generator
from time import sleep

import numpy as np

from threefold.backends.backend import Search
from threefold.backends.blocks import Block
from threefold.backends.configuration import parse
from threefold.checker.record import Record
from threefold.checker.tally import Tally
from threefold.language import Assignment
from threefold.runs.instance import Instance, Question
from threefold.runs.worker import REPORT_EVERY, Measurement

INSTANCE = Instance("pigeonhole", {"p": 2, "h": 6})
SOLUTIONS = [(first, second) for first in range(1, 7) for second in range(1, 7) if first != second]


class Slow(Search):
    """Some solutions at once, one after a pause, and then none for long."""

    method = "slow"

    def __init__(self) -> None:
        self.reported: list[Record] = []
        self.before_the_end = 0

    def report(self, record: object) -> None:
        assert isinstance(record, Record)
        self.reported.append(record)

    def __iter__(self) -> Generator[Assignment, None, None]:
        yield from SOLUTIONS[:9]
        sleep(1.1 * REPORT_EVERY)
        yield SOLUTIONS[9]
        self.before_the_end = self.reported[-1].count or 0


class InArrays(Slow):
    def blocks(self) -> Generator[Block, None, None]:
        yield np.array(SOLUTIONS[:20], dtype=np.int64)
        self.before_the_end = self.reported[-1].count or 0


def streamed(search: Slow, show: int = 0) -> Record:
    asked = Measurement(search.report, INSTANCE, parse("sat", {}), Question(show=show))
    asked.puzzle, asked.spec = INSTANCE.load()
    asked.answer = Record(asked.configuration, "slow", "unknown")
    return asked._stream(Tally(asked.spec, keep=max(1, show)), search)


def test_a_solution_after_a_pause_is_reported_at_once_with_those_before_it() -> None:
    search = Slow()
    assert streamed(search).count == search.before_the_end == 10


def test_the_first_solution_is_reported_at_once() -> None:
    search = Slow()
    streamed(search)
    assert search.reported[0].count == 1


def test_a_block_that_comes_first_is_reported_at_once() -> None:
    search = InArrays()
    assert streamed(search).count == search.before_the_end == 20


def test_drawings_of_later_reports_are_those_of_the_solutions() -> None:
    search = Slow()
    record = streamed(search, show=4)
    assert len(search.reported[0].drawings) == 1
    assert record.drawings[0] == search.reported[0].drawings[0]
    assert len(set(record.drawings)) == len(record.drawings) == 4
