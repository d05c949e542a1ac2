"""Sheet 002 (Italian, E.A.6.9): cards (n, k), which is Langford's problem, and a Rust encoder that no instance satisfies.

X[v,c,p]: copy c of the card of value v lies at position p, 1 to n·k. (The sheet calls value and copy n and k, like the
parameters.) The printed encoder excludes every place of the last copy that has no room for another copy, so that no card may
lie at position n·k; and n·k cards do not fit on n·k - 1 positions.

The statistics that the sheet announces and does not give: the size of its formula and the times of solving, as n and k grow.
Each instance is a guarded run. Where counting all solutions reaches the limit, larger n of the same k are only solved once; where
that reaches it, only their size is given.
"""

# ruff: noqa: N806 - the sheet's own names

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, product
from operator import attrgetter
from time import perf_counter

from threefold.cnf.encoder import Encoder, GroupedFormula
from threefold.exercises import ClauseGroup, Exercise, Version
from threefold.exercises.findings import counted, search_of
from threefold.exercises.results import csv_text
from threefold.guard import Limits, Report, Server, guarded
from threefold.models import cards
from threefold.reporting.figures.chart import Chart, Point, Series, stacked
from threefold.reporting.figures.scale import seconds
from threefold.reporting.figures.svg import COLOURS

AT_LEAST_POSITION = ClauseGroup("at least one position per card", "⋀ v∈N, c∈K  ⋁ p∈P  X[v,c,p]")
AT_MOST_POSITION = ClauseGroup("at most one position per card", "⋀ v∈N, c∈K, p₁<p₂∈P  X[v,c,p₁] → ¬X[v,c,p₂]")
DISTANCE = ClauseGroup(
    "v cards between copies of v", "⋀ v∈N, c∈K∖{k}, p∈P  X[v,c,p] → X[v,c+1,p+v+1] if p+v+1∈P, else ¬X[v,c,p]"
)
ALL_DIFFERENT = ClauseGroup("all positions different", "⋀ (v₁,c₁)<(v₂,c₂), p∈P  X[v₁,c₁,p] → ¬X[v₂,c₂,p]")
SIZE, FIRST, ALL = range(3)  # how much is asked
HEADER = ("n", "k", "variables", "clauses", "encode_seconds", "first_seconds", "all_seconds", "solutions", "count_is")


def encode(n: int, k: int, *, printed: bool = False) -> GroupedFormula:
    """By the formula the distance step is for all copies but the last, by the printed program for all (`1..=card_k`)."""
    copies_with_a_next = range(1, k + 1) if printed else range(1, k)
    encoder = Encoder()
    X = encoder.family("X")
    N, K, P = range(1, n + 1), range(1, k + 1), range(1, n * k + 1)
    for v, c in product(N, K):
        encoder.clause(*(X[v, c, p] for p in P), group=AT_LEAST_POSITION.name)
    for v, c in product(N, K):
        for p1, p2 in combinations(P, 2):
            encoder.clause(-X[v, c, p1], -X[v, c, p2], group=AT_MOST_POSITION.name)
    for v, c, p in product(N, copies_with_a_next, P):
        if p + v < n * k:
            encoder.clause(-X[v, c, p], X[v, c + 1, p + v + 1], group=DISTANCE.name)
        else:
            encoder.clause(-X[v, c, p], group=DISTANCE.name)
    for v1, v2, c1, c2, p in product(N, N, K, K, P):
        if (v1, c1) < (v2, c2):
            encoder.clause(-X[v1, c1, p], -X[v2, c2, p], group=ALL_DIFFERENT.name)
    return encoder.formula()


encode_as_printed = partial(encode, printed=True)


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


def measure(report: Report[CardsRow], n: int, k: int, asked: int) -> CardsRow:
    start = perf_counter()
    formula = encode(n, k)
    row = CardsRow(n, k, asked, formula.variables, len(formula), perf_counter() - start)
    report(row)
    if asked == SIZE:
        return row
    start = perf_counter()
    stream = iter(search_of(formula, cards.build(n, k)))
    found = next(stream, None) is not None
    row = replace(row, first=perf_counter() - start, count=int(found))
    if not found:
        return replace(row, all=row.first)
    report(row)
    if asked == FIRST:
        return row
    count = counted(stream, 1, lambda count: report(replace(row, count=count)))
    return replace(row, all=perf_counter() - start, count=count)


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


EXERCISE = Exercise(
    number="002",
    language="Italian",
    title="E.A.6.9 (Cards)",
    puzzle="cards",
    summary="Langford's problem; the printed Rust encoder asks for a copy too many and is never satisfiable",
    groups=(AT_LEAST_POSITION, AT_MOST_POSITION, DISTANCE, ALL_DIFFERENT),
    versions=(
        Version("printed", "as its Rust encoder is printed", encode_as_printed, faulty=True),
        Version("formula", "as its formula says: the encoder corrected", encode),
    ),
    example=(4, 2),
    remarks=(
        "The printed encoder's distance step loops over all copies (k in 1..=card_k); the formula leaves out the last one"
        " (K∖{k}). It invents the variables X[v,k+1,p], lets no card lie at the last position, and so is unsatisfiable for every"
        " instance.",
        "The encoder takes its parameters as (k, n), the text as (n, k); here it is always n, then k.",
        "Two of the lists of clauses for (4, 2) are partly illegible, so they are not reproduced.",
        "The heading 'Statistics' is empty: threefold exercise 002 --statistics supplies it.",
        "No numbering is given; row by row is assumed: X[v,c,p] has the number ((v-1)·k + c-1)·n·k + p.",
    ),
    commands={
        "threefold exercise 002 --statistics": "sizes and times as n and k grow: table, CSV and chart",
        "threefold exercise 002 4 2 --version printed --cnf": "the faulty formula as a file, to try it on relate",
    },
)
