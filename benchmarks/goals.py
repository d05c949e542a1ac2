"""The goals, each a figure of the run and a bound. A figure that is itself only a bound may reach a goal, or leave it open."""

from dataclasses import dataclass

from benchmarks import gallery
from benchmarks.figures import (
    Figure,
    best,
    checking,
    clauses_a_second,
    microseconds_a_nonzero,
    over,
    overhead,
    value,
)
from benchmarks.measurement import (
    Value,
    everything,
    lowering_and_solving,
    memory,
    modelling_and_solving,
    solving,
    wall_of_rows,
    whole_process,
)


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


FINDS = ("q50", "q100", "q200")
NOGOOD = "naive: PuLP, a no-good cut per solution"
PAIRWISE, NAIVE_LISTS = "ours pairwise, minisat22", "naive: pairwise lists, minisat22"
WHOLE = "ours: compare --backends sat,cp"

NO_WORK = "python -c pass"
OURS = ("sat", "cp", "ilp")
BOARDS = ("q10", "q11", "q12", "l8")
PLAIN = (
    ("sat", "naive: cadical195 blocking", BOARDS),
    ("cp", "naive: cp_model, default enumeration", BOARDS),
    ("ilp", NOGOOD, ("q6", "q7", "q8")),
)

GOALS: tuple[Goal, ...] = (
    *(
        Goal(
            f"{kind} plain {label}, ours over a hand-written loop",
            over(f"{kind} plain {label}", "ours", by_hand, everything),
            "<=",
            1.15,
        )
        for kind, by_hand, labels in PLAIN
        for label in labels
    ),
    Goal(
        "sat find q200, native at-most-one, against the raw script",
        overhead("sat find q200", "ours native", "same: minicard native"),
        "<=",
        1.15,
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
    *(
        Goal(
            f"ilp count {label}, no-good cuts over our own B&B + CBC",
            over(f"ilp count {label}", NOGOOD, "ours", solving),
            ">=",
            times,
        )
        for label, times in (("q8", 30), ("q9", 100))
    ),
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
        Goal(f"checking q12, its share, {kind}", checking(f"{kind} count q12", "ours"), "<=", 0.05)
        for kind in ("sat", "cp")
    ),
    Goal(
        "checking, its largest share in the gallery, from 50 ms on, sat, cp and ilp",
        best(gallery.shares(OURS)),
        "<=",
        0.1,
    ),
    Goal(
        "gallery, sat:clasp against clasp alone, the largest",
        best(gallery.against(instance, "sat:clasp", gallery.CLASP) for instance in gallery.INSTANCES),
        "<=",
        2,
    ),
    *(
        Goal(
            f"sat:clasp against clasp alone, {label}",
            over(f"sat count {label}", "ours sat:clasp", gallery.CLASP, lowering_and_solving),
            "<=",
            2,
        )
        for label in ("q12", "latin 5")
    ),
    *(
        Goal(
            f"backtracking {label} against bit masks in Python",
            over(f"backtracking count {label}", "ours", "raw: bit masks", solving),
            "<=",
            4,
        )
        for label in ("q9", "q10", "q11")
    ),
    Goal("ilp lowering of q100", microseconds_a_nonzero("ilp find q100", "ours"), "<=", 0.4, "µs/nonzero"),
    *(
        Goal(f"{command} against python -c pass", over("commands start", command, NO_WORK, whole_process), "<=", times)
        for command, times in (("threefold list", 6), ("compare --help", 4))
    ),
    *(
        Goal(command, value(f"commands {command}", command, whole_process), "<=", seconds, "s")
        for command, seconds in (
            ("threefold relate nqueens 100", 10),
            ("threefold encodings nqueens 8", 20),
            ("threefold report, 20,000 records", 13),
        )
    ),
    *(
        Goal(f"overhead, sat find {label}", overhead(f"sat find {label}", "ours", "same: cadical195"), "<=", 1.1)
        for label in FINDS
    ),
    *(
        Goal(f"overhead, cp find {label}, {view}", overhead(f"cp find {label}", ours, f"same: {view}"), "<=", 1.1)
        for label in FINDS
        for view, ours in (("integers", "ours"), ("Booleans", "ours view=bool"))
    ),
    *(
        Goal(
            f"overhead, ilp find {label}", overhead(f"ilp find {label}", "ours", "same: PuLP, CBC's options"), "<=", 1.1
        )
        for label in ("q50", "q100")
    ),
    *(
        Goal(
            f"two jobs, speed-up of {count}",
            over(f"two jobs {label}", "--jobs 1", "--jobs 2", wall_of_rows),
            ">=",
            1.8,
        )
        for label, count in (("q13", "sat count q13"), ("q10", "ilp count q10"))
    ),
    Goal("pairwise lowering of q200", clauses_a_second("sat find q200", PAIRWISE), ">=", 8, "million clauses/s"),
    Goal(
        "memory of pairwise q200 fed to minisat22, naive lists over ours",
        over("sat find q200", NAIVE_LISTS, PAIRWISE, memory),
        ">=",
        3,
    ),
)
