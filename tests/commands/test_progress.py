"""The progress line, with a clock and a terminal of its own."""

import io
from types import SimpleNamespace

import pytest

from threefold.backends.backend import Configuration
from threefold.checker.record import Record
from threefold.commands import progress
from threefold.commands.progress import Progress

ILP = Configuration("ilp", "cbc", {"count": "enumerate"})
SAT = Configuration("sat", "cadical195")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Watched:
    """A progress line with a clock of the test."""

    def __init__(self, patch: pytest.MonkeyPatch, *, limit: float | None = 60, known: int | None = None) -> None:
        self._now, self._terminal = 1000.0, Terminal()
        patch.setattr(progress, "monotonic", lambda: self._now)
        patch.setattr(progress, "sys", SimpleNamespace(stderr=self._terminal))
        patch.setenv("COLUMNS", "160")
        self.progress = Progress(limit)
        self.progress.planned(2, known=known)

    def line(self, second: float, *counts: int | None, of: tuple[Configuration, ...] = (ILP,)) -> str:
        """The line at this second, after a report of each row."""
        self._now = 1000.0 + second
        for configuration, count in zip(of, counts, strict=False):
            self.progress.progressed(str(configuration), Record(configuration, "CBC", "unknown", count=count))
        self._terminal.truncate(0)
        self.progress.ticked()
        return self._terminal.getvalue().rpartition("\r")[2].rstrip()


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    watched = Watched(monkeypatch, known=14_200)
    watched.progress.started(str(ILP), "ilp:cbc")
    return watched


def test_a_row_says_how_many_of_the_known_solutions_it_has(watched: Watched) -> None:
    assert watched.line(0.5, None) == ""
    assert watched.line(2, None) == "ilp:cbc: no solutions so far, 2 of 60 s"
    assert watched.line(3, 1) == "ilp:cbc: 1 of 14,200 solutions so far, 3 of 60 s"


def test_a_rate_that_is_too_low_for_the_limit_is_reported_early(watched: Watched) -> None:
    watched.line(1.5, 1)
    assert watched.line(3, 4) == "ilp:cbc: 4 of 14,200 solutions so far, 3 of 60 s"
    text = watched.line(5, 15)
    assert text == "ilp:cbc: 15 of 14,200 solutions, 5 of 60 s: the limit is too short (needs about 55 min)"


def test_a_row_that_is_stuck_is_reported_as_well(watched: Watched) -> None:
    watched.line(2, 1)
    assert "too short" in watched.line(5)


def test_a_rate_that_suffices_is_not_reported(watched: Watched) -> None:
    watched.line(1.5, 1)
    assert watched.line(5, 1000) == "ilp:cbc: 1,000 of 14,200 solutions so far, 5 of 60 s"


def test_a_rate_that_gets_better_takes_the_warning_back(watched: Watched) -> None:
    watched.line(1.5, 1)
    assert "too short" in watched.line(5, 15)
    assert "too short" not in watched.line(10, 4000)


def test_what_was_there_before_the_first_report_does_not_enter_the_rate(watched: Watched) -> None:
    """A resumed count starts with what is finished."""
    watched.line(1.5, 9000)
    assert "too short" in watched.line(6, 9010)
    assert "too short" not in watched.line(8, 14_200)


def test_a_slow_start_is_not_held_against_the_rate(watched: Watched) -> None:
    watched.line(20, 1)
    assert "too short" not in watched.line(23, 2000)


@pytest.mark.parametrize(("limit", "known"), [(60, None), (None, 14_200)])
def test_without_a_known_number_or_a_limit_nothing_is_predicted(
    monkeypatch: pytest.MonkeyPatch, limit: float | None, known: int | None
) -> None:
    watched = Watched(monkeypatch, limit=limit, known=known)
    watched.progress.started(str(ILP), "ilp:cbc")
    watched.line(2, 1)
    assert "too short" not in watched.line(30, 2)


def test_rows_side_by_side_are_named(watched: Watched) -> None:
    watched.progress.started(str(SAT), "sat:cadical195")
    watched.line(1.5, 1, 1, of=(ILP, SAT))
    line = watched.line(5, 15, 9000, of=(ILP, SAT))
    assert line.endswith(
        "the limit is too short (needs about 55 min)   sat:cadical195: 9,000 of 14,200 solutions so far, 5 of 60 s"
    )
