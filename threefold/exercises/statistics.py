"""The statistics that sheet 002 announces and does not give: the size of its formula, and how it is solved, as n and k grow.

Each instance is a guarded run. Where counting all solutions hits the limit, larger n of the same k are only solved once, and
where even that hits it, only their size is told; both are marked as such.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from threefold.exercises import sheet_002
from threefold.exercises.findings import REPORT_EVERY, Report, search_of
from threefold.exercises.plot import Panel, Series, number, render, seconds
from threefold.exercises.results import csv_text
from threefold.guard import Limits, Server, guarded
from threefold.models import cards

SIZE, FIRST, ALL = range(3)  # how much is asked
HEADER = ("n", "k", "variables", "clauses", "encode_seconds", "first_seconds", "all_seconds", "solutions", "count_is")


@dataclass(frozen=True)
class Row:
    n: int
    k: int
    asked: int
    variables: int | None = None
    clauses: int | None = None
    encode: float | None = None
    first: float | None = None  # seconds to the first solution, or to the proof that there is none
    all: float | None = None  # seconds to all solutions
    count: int | None = None
    limit: str | None = None  # the limit that cut it off

    @property
    def count_is(self) -> str:
        return "exact" if self.all is not None else "at_least" if self.count else "unknown"


def measure(report: Report, n: int, k: int, asked: int) -> Row:
    start = perf_counter()
    formula = sheet_002.encode(n, k)
    row = Row(n, k, asked, formula.variables, len(formula), perf_counter() - start)
    report(row)
    if asked == SIZE:
        return row
    start = reported = perf_counter()
    count = 0
    for count, _ in enumerate(search_of(formula, cards.build(n, k)), 1):
        now = perf_counter()
        if count == 1:
            row = replace(row, first=now - start, count=1)
            report(row)
            if asked == FIRST:
                return row
        if now - reported > REPORT_EVERY:
            reported = now
            report(replace(row, count=count))
    taken = perf_counter() - start
    return replace(row, first=row.first if count else taken, all=taken, count=count)


def rows(largest_n: int, largest_k: int, limits: Limits, ask: Callable[..., object] = measure) -> Iterator[Row]:
    with Server(preload=["pysolvers"]) as server:  # else its import would be in the first times
        for k in range(1, largest_k + 1):
            asked = ALL
            for n in range(1, largest_n + 1):
                outcome = guarded(server, ask, n, k, asked, limits=limits)
                row = outcome.value if isinstance(outcome.value, Row) else Row(n, k, asked)
                if outcome.status != "done":
                    row = replace(row, limit=outcome.reason)
                    asked = min(asked, FIRST if row.first is not None else SIZE)
                yield row


def to_csv(measured: Sequence[Row]) -> str:
    return csv_text(
        HEADER,
        (
            [
                row.n,
                row.k,
                row.variables,
                row.clauses,
                *map(_rounded, (row.encode, row.first, row.all)),
                row.count,
                row.count_is,
            ]
            for row in measured
        ),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def to_svg(measured: Sequence[Row], limit: float) -> str:
    sizes, times = [], []
    for k in sorted({row.k for row in measured}):
        own = [row for row in measured if row.k == k]
        sizes.append(Series(f"clauses, k={k}", [(row.n, row.clauses) for row in own if row.clauses], colour=k - 1))
        sizes.append(
            Series(f"variables, k={k}", [(r.n, r.variables) for r in own if r.variables], dashed=True, colour=k - 1)
        )
        cut = [(row.n, limit) for row in own if row.limit and row.asked == ALL]
        times.append(Series(f"all, k={k}", [(row.n, row.all) for row in own if row.all is not None], cut, colour=k - 1))
        cut = [(row.n, limit) for row in own if row.limit and row.first is None]
        first = [(row.n, row.first) for row in own if row.first is not None]
        times.append(Series(f"first, k={k}", first, cut, dashed=True, colour=k - 1))
    return render(
        "Sheet 002: cards (n, k) as n grows",
        [
            Panel("size of the formula", "n, values of the cards", number, sizes),
            Panel("time to the first solution, and to all of them", "n, values of the cards", seconds, times),
        ],
        f"Hollow: cut off by the time limit of {limit:g} s. No solution: the time of the proof. Solver: cadical195.",
    )
