"""The gallery: our rows beside clasp on our CNF and Gecode on our FlatZinc, as one table of CPU seconds.

The instances are those of `reports/gallery` for which sat or cp needed more than 50 ms when this list was made, and two on which
Gecode is much faster than CP-SAT. `schur 4 44` is not among them: nobody counts it, and its number is not known.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import inf

from benchmarks import outside
from benchmarks.contestants import Contestant, Ours
from benchmarks.figures import Figure, Results, checking, over
from benchmarks.measurement import Value, lowering_and_solving, value_of

INSTANCES = (
    "nqueens 11",
    "cards 8 2",
    "cards 10 2",
    "latin 5",
    "magic 4",
    "pigeonhole 10 9",
    "zebra 5",
    "sudoku open9",
    "quasigroup twenty",
    "futoshiki open5",
    "nonogram rooks7",
    "cryptarithm ABC+DEF=GHI",
    "golomb 7 25",
    "golomb 8 34",
    "costas 6",
    "costas 8",
    "costas 9",
    "vanderwaerden 3 3 27",
    "ramsey 3 4 8",
    "knights 6 6",
    "domination 8 5",
    "domination 16 4",
    "pentominoes 5x6:ILNPVY",
    "bibd 9 3 1",
    "golfers 3 2 2",
)
GROUP = "gallery"
SMALL = 0.05  # seconds
CLASP, GECODE = outside.CLASP_ALONE.name, outside.GECODE.name
OURS = ("sat", "cp", "ilp", "sat:clasp")
CONTESTANTS: tuple[Contestant, ...] = (
    Ours("sat", "sat"),
    outside.CLASP_ALONE,
    Ours("sat:clasp", "sat:clasp", needs=("threefold.backends.sat.clasp_search", "clingo")),
    Ours("cp", "cp"),
    outside.GECODE,
    Ours("ilp", "ilp", patience=0.5),
)
READING = """\
CPU seconds: ours without imports, building and checking; the others are whole programs, clasp with the settings of `sat:clasp` on
our CNF (always projected; `sat:clasp` projects only where there are other variables), Gecode on our FlatZinc (smallest domain,
smallest value). sat is CaDiCaL in cubes, tuned, and its ratio to clasp is a figure without a goal. *Checking* is its share of
loading, solving and checking by sat, cp, ilp and sat:clasp; the goal is about sat, cp and ilp where the three take 50 ms or more.
A time with ≥ was ended by the limit.
"""


def against(instance: str, ours: str, other: str) -> Figure:
    return over(f"{GROUP} {instance}", ours, other, lowering_and_solving)


def shares(contestants: Sequence[str]) -> list[Figure]:
    """Of checking, where a run takes more than 50 ms: below, a share says more about the clock than about checking."""
    return [checking(f"{GROUP} {instance}", each, SMALL) for instance in INSTANCES for each in contestants]


HEAD = ("", "solutions", *OURS, CLASP, GECODE, "sat / clasp", "sat:clasp / clasp", "cp / Gecode", "checking, %")


def lines(results: Results, counts: Mapping[str, int | None]) -> Iterator[tuple[str, ...]]:
    """A line per instance that was measured; `counts` has the number of solutions by row."""
    for instance in INSTANCES:
        row = f"{GROUP} {instance}"
        if row not in counts:
            continue
        times = [_time(results, row, name) for name in (*OURS, CLASP, GECODE)]
        pairs = (("sat", CLASP), ("sat:clasp", CLASP), ("cp", GECODE))
        ratios = [_short(against(instance, *pair)(results)) for pair in pairs]
        checked = [checking(row, name)(results) for name in OURS]
        percent = " ".join(f"{100 * each.median:.0f}" if isinstance(each, Value) else "–" for each in checked)
        yield instance, f"{counts[row]:,}", *times, *ratios, percent


def _time(results: Results, row: str, name: str) -> str:
    runs = results.get((row, name), ())
    found = value_of(runs, lowering_and_solving)
    trouble = next((run for run in runs if not run.timed), None)
    return f"{trouble.status}: {trouble.reason}" if trouble else _short(found)


def _short(value: Value | str | None) -> str:
    if not isinstance(value, Value):
        return value or ""
    sign = {"": "", ">=": "≥ ", "<=": "≤ "}[value.bound]
    digits = next(digits for least, digits in ((10, 0), (1, 1), (0.1, 2), (-inf, 3)) if value.median >= least)
    return f"{sign}{value.median:.{digits}f}"
