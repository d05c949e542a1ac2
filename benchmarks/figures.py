"""Figures of a run, made of its timings: ratios, shares, the best or the worst of several. `goals.py` sets bounds on them."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from benchmarks.measurement import (
    Quantity,
    Timing,
    Value,
    everything,
    ratio,
    value_of,
)

Results = Mapping[tuple[str, str], Sequence[Timing]]  # by row and contestant, in the order of the rounds
Figure = Callable[[Results], Value | str | None]  # a string says why there is none


def over(row: str, numerator: str, denominator: str, quantity: Quantity) -> Figure:
    return lambda results: ratio(results.get((row, numerator), ()), results.get((row, denominator), ()), quantity)


def best(ratios: Iterable[Figure]) -> Figure:
    """The largest of these ratios, of those that there are."""
    all_of_them = tuple(ratios)

    def figure(results: Results) -> Value | None:
        values = [value for ratio in all_of_them if isinstance(value := ratio(results), Value)]
        return max(values, key=lambda value: value.median, default=None)

    return figure


def overhead(row: str, ours: str, raw: str) -> Figure:
    def figure(results: Results) -> Value | str | None:
        mine, theirs = results.get((row, ours), ()), results.get((row, raw), ())
        if mine and theirs and mine[0].timed and theirs[0].status == "done" and mine[0].size != theirs[0].size:
            return f"not the same method: (variables, constraints) are {mine[0].size} and {theirs[0].size}"
        return ratio(mine, theirs, everything)

    return figure


def value(row: str, contestant: str, quantity: Quantity) -> Figure:
    return lambda results: value_of(results.get((row, contestant), ()), quantity)


def checking(row: str, contestant: str, least: float = 0.0) -> Figure:
    """The share of checking in loading, solving and checking, if these take at least so many seconds."""

    def all_of_it(run: Timing) -> float:
        return run.spent("load", "solve", "check")

    def figure(results: Results) -> Value | None:
        runs = _done(results, row, contestant)
        whole = value_of(runs, all_of_it)
        return (
            value_of(runs, lambda run: run.spent("check") / all_of_it(run)) if whole and whole.median >= least else None
        )

    return figure


def microseconds_a_nonzero(row: str, contestant: str) -> Figure:
    def quantity(run: Timing) -> float:
        return 1e6 * run.spent("lower") / run.nonzeros

    return lambda results: value_of(_done(results, row, contestant), quantity)


def clauses_a_second(row: str, contestant: str) -> Figure:
    def quantity(run: Timing) -> float:
        return (run.size or (0, 0))[1] / run.spent("lower") / 1e6

    return lambda results: value_of(_done(results, row, contestant), quantity)


def _done(results: Results, row: str, contestant: str) -> list[Timing]:
    return [run for run in results.get((row, contestant), ()) if run.status == "done"]
