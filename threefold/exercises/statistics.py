"""The statistics that sheet 002 announces and does not give: the size of its formula and the times of solving, as n and k grow.

Each instance is a guarded run. Where counting all solutions reaches the limit, larger n of the same k are only solved once; where
that reaches it, only their size is given.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from time import perf_counter

from threefold.exercises import sheet_002
from threefold.exercises.findings import REPORT_EVERY, search_of
from threefold.exercises.results import csv_text
from threefold.guard import Limits, Report, Server, guarded
from threefold.models import cards
from threefold.reporting.figures.chart import COLOURS, Chart, Point, Series, seconds, stacked

SIZE, FIRST, ALL = range(3)  # how much is asked
HEADER = ("n", "k", "variables", "clauses", "encode_seconds", "first_seconds", "all_seconds", "solutions", "count_is")


@dataclass(frozen=True)
class CardsRow:
    n: int
    k: int
    asked: int
    variables: int | None = None
    clauses: int | None = None
    encode: float | None = None
    first: float | None = None  # seconds to the first solution, or to the proof that there is none
    all: float | None = None  # seconds to all solutions
    count: int | None = None
    limit: str | None = None  # the limit that was reached

    @property
    def count_is(self) -> str:
        return "exact" if self.all is not None else "at_least" if self.count else "unknown"


def measure(report: Report, n: int, k: int, asked: int) -> CardsRow:
    start = perf_counter()
    formula = sheet_002.encode(n, k)
    row = CardsRow(n, k, asked, formula.variables, len(formula), perf_counter() - start)
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


def rows(largest_n: int, largest_k: int, limits: Limits, ask: Callable[..., object] = measure) -> Iterator[CardsRow]:
    with Server(preload=["pysolvers"]) as server:  # its import is not part of a time
        for k in range(1, largest_k + 1):
            asked = ALL
            for n in range(1, largest_n + 1):
                outcome = guarded(server, ask, n, k, asked, limits=limits)
                row = outcome.value if isinstance(outcome.value, CardsRow) else CardsRow(n, k, asked)
                if outcome.status != "done":
                    row = replace(row, limit=outcome.reason)
                    asked = min(asked, FIRST if row.first is not None else SIZE)
                yield row


def files(rows: Sequence[CardsRow], limit: float) -> dict[str, str]:
    return {"cards_statistics.csv": to_csv(rows), "cards_statistics.svg": to_svg(rows, limit)}


def to_csv(rows: Sequence[CardsRow]) -> str:
    fields = attrgetter("n", "k", "variables", "clauses", "encode", "first", "all", "count", "count_is")
    return csv_text(HEADER, map(fields, rows))


def to_svg(rows: Sequence[CardsRow], limit: float) -> str:
    sizes, times = [], []
    for k in sorted({row.k for row in rows}):
        own, dashed = [row for row in rows if row.k == k], k - 1 + len(COLOURS)  # the same colour, with dashes
        sizes.append(Series(f"clauses, k={k}", [Point(row.n, row.clauses) for row in own if row.clauses], k - 1))
        sizes.append(Series(f"variables, k={k}", [Point(row.n, row.variables) for row in own if row.variables], dashed))
        times.append(Series(f"all, k={k}", list(_points(own, "all", ALL, limit)), k - 1))
        times.append(Series(f"first, k={k}", list(_points(own, "first", FIRST, limit)), dashed))
    title, x = "Sheet 002: cards (n, k)", "n, values of the cards"
    size_chart = Chart(f"{title}, size of the formula", x, "size", sizes)
    time_chart = Chart(f"{title}, time to the first solution and to all", x, "time", times, seconds, limit)
    return stacked([size_chart, time_chart])


def _points(rows: Sequence[CardsRow], phase: str, asked: int, limit: float) -> Iterator[Point]:
    """The times of a phase; a run that reached the limit in it is a hollow mark at the limit."""
    for row in rows:
        took = getattr(row, phase)
        if took is not None:
            yield Point(row.n, took)
        elif row.limit and row.asked >= asked:
            yield Point(row.n, limit, reached=False)
