"""The goals, each a figure of the run and a bound. A figure that is itself only a bound may reach a goal, or leave it open."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.measurement import (
    Quantity,
    Timing,
    Value,
    everything,
    memory,
    modelling_and_solving,
    ratio,
    solving,
    value_of,
    wall_of_rows,
    wall_without_imports,
    whole_process,
)

Results = Mapping[tuple[str, str], Sequence[Timing]]  # by row and contestant, in the order of the rounds
Figure = Callable[[Results], Value | str | None]  # a string says why there is none


@dataclass(frozen=True)
class Goal:
    text: str
    figure: Figure
    sense: str  # <= or >=
    bound: float
    unit: str = "x"

    def verdict(self, figure: Value | str | None) -> str:
        if not isinstance(figure, Value):
            return "not measured"
        reached = figure.median <= self.bound if self.sense == "<=" else figure.median >= self.bound
        if figure.bound and figure.bound != self.sense:  # at least 3, where at most 2 (or 5) is wanted
            return "open" if reached else "not reached"
        return "reached" if reached else "open" if figure.bound else "not reached"


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


def to_best(row: str, ours: str) -> Figure:
    """Ours, divided by the fastest of the row."""

    def figure(results: Results) -> Value | str | None:
        fastest = min(
            (
                value.median
                for (name, _), runs in results.items()
                if name == row and (value := value_of(runs, modelling_and_solving)) and not value.bound
            ),
            default=None,
        )
        mine = value_of(results.get((row, ours), ()), modelling_and_solving)
        if fastest is None or mine is None:
            return None
        return Value(mine.median / fastest, mine.low / fastest, mine.high / fastest, mine.bound)

    return figure


def share(row: str, contestant: str, part: str, whole: str) -> Figure:
    def quantity(run: Timing) -> float:
        return run.spent(part) / run.spent(whole)

    return lambda results: value_of(_done(results, row, contestant), quantity)


def clauses_a_second(row: str, contestant: str) -> Figure:
    def quantity(run: Timing) -> float:
        return (run.size or (0, 0))[1] / run.spent("lower") / 1e6

    return lambda results: value_of(_done(results, row, contestant), quantity)


def _done(results: Results, row: str, contestant: str) -> list[Timing]:
    return [run for run in results.get((row, contestant), ()) if run.status == "done"]


FINDS = ("q50", "q100", "q200")
NOGOOD = "naive: PuLP, a no-good cut per solution"
NAIVE_FIND = "naive: pairwise lists, cadical195"
PAIRWISE, NAIVE_LISTS = "ours pairwise, minisat22", "naive: pairwise lists, minisat22"
WHOLE = "ours: compare --backends sat,cp"

GOALS: tuple[Goal, ...] = (
    Goal("sat count l11 against clasp", over("sat count l11", "ours", "raw: clasp", solving), "<=", 1.0),
    Goal("sat count q12 against clasp", over("sat count q12", "ours", "raw: clasp", solving), "<=", 1.5),
    Goal(
        "sat find q200, native at-most-one, against the raw script",
        overhead("sat find q200", "ours native", "same: minicard native"),
        "<=",
        1.1,
    ),
    Goal(
        "sat find q200, naive over pure CNF", over("sat find q200", NAIVE_FIND, "ours", modelling_and_solving), ">=", 7
    ),
    *(
        Goal(
            f"cp count {label}, fixed search through cp_model over ours",
            over(f"cp count {label}", "raw: cp_model, fixed search", "ours", solving),
            ">=",
            1.0,
        )
        for label in ("q12", "l11")
    ),
    Goal(
        "cp count q12, ours against a script that reads no solution",
        over("cp count q12", "ours", "same: only counts", modelling_and_solving),
        "<=",
        1.1,
    ),
    *(Goal(f"cp find {label}, ours to the best", to_best(f"cp find {label}", "ours"), "<=", 1.2) for label in FINDS),
    Goal("ilp count q8, no-good cuts over CBC", over("ilp count q8", NOGOOD, "ours", solving), ">=", 30),
    Goal("ilp count q9, no-good cuts over CBC", over("ilp count q9", NOGOOD, "ours", solving), ">=", 100),
    Goal(
        "ilp count q8, no-good cuts over the better of the optional solvers",
        best(over("ilp count q8", NOGOOD, f"ours {solver}", solving) for solver in ("ilp:highs", "ilp:scip")),
        ">=",
        200,
    ),
    *(
        Goal(
            f"whole process, sat and cp together against {peer}",
            over("whole process q8", WHOLE, peer, whole_process),
            "<=",
            1.0,
        )
        for peer in ("CPMpy ortools", "CPMpy pysat:cadical195")
    ),
    *(
        Goal(f"checking q12, share of solving, {kind}", share(f"{kind} count q12", "ours", "check", "solve"), "<=", 0.1)
        for kind in ("sat", "cp")
    ),
    *(
        Goal(f"overhead, sat find {label}", overhead(f"sat find {label}", "ours", "same: cadical195"), "<=", 1.1)
        for label in FINDS
    ),
    *(
        Goal(f"overhead, cp find {label}, {view}", overhead(f"cp find {label}", f"ours view={view}", script), "<=", 1.1)
        for label in FINDS
        for view, script in (("int", "same: integers"), ("bool", "same: Booleans"))
    ),
    *(
        Goal(
            f"overhead, ilp find {label}", overhead(f"ilp find {label}", "ours", "same: PuLP, CBC's options"), "<=", 1.1
        )
        for label in ("q50", "q100")
    ),
    *(
        Goal(
            f"two jobs, speed-up of {count}{said}",
            over(f"two jobs {label}", "--jobs 1", "--jobs 2", quantity),
            ">=",
            1.8,
        )
        for label, count in (("q12", "sat count q12"), ("q8", "ilp count q8"))
        for said, quantity in (("", wall_of_rows), (", imports apart", wall_without_imports))
    ),
    Goal("pairwise lowering of q200", clauses_a_second("sat find q200", PAIRWISE), ">=", 8, "million clauses/s"),
    Goal(
        "memory of pairwise q200 fed to minisat22, naive lists over ours",
        over("sat find q200", NAIVE_LISTS, PAIRWISE, memory),
        ">=",
        3,
    ),
)
