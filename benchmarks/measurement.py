"""A measurement, and statistics of several: median, spread, ratios round by round, and bounds where a limit ended a run.

A wrong or incomplete count never becomes a time. A run that the time limit ended took *at least* what it had used by then,
and a ratio over it is a bound too; any other failure has no time at all.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from statistics import median

PHASES = ("import", "build", "lower", "load", "first", "solve", "check")


@dataclass(frozen=True)
class Timing:
    status: str  # done, timeout, wrong, missing (not installed), or failed
    reason: str = ""
    count: int | None = None
    # CPU, by phase; `first` is a part of `solve`. A command says `total`, the wall time of its rows.
    seconds: Mapping[str, float] = field(default_factory=dict)
    cpu: float = 0.0  # of the whole process and its children
    wall: float = 0.0
    memory: int = 0  # peak, bytes
    size: tuple[int, int] | None = None  # variables and constraints that the solver was given
    method: str = ""
    nonzeros: int = 0

    @property
    def timed(self) -> bool:
        return self.status in ("done", "timeout")

    def spent(self, *phases: str) -> float:
        """CPU seconds of these phases; of a run that was ended while solving, what is left of its CPU seconds."""
        seconds = dict(self.seconds)
        if self.status == "timeout":
            others = sum(seconds.get(phase, 0.0) for phase in ("import", "build", "lower", "load", "check"))
            seconds["solve"] = max(self.cpu - others, 0.0)
        return sum(seconds.get(phase, 0.0) for phase in phases)


Quantity = Callable[[Timing], float]


def solving(run: Timing) -> float:
    """Loading and solving: what the issue's figures are."""
    return run.spent("load", "solve")


def lowering_and_solving(run: Timing) -> float:
    """What stands beside another solver's whole program: a program of others says `solve` only."""
    return run.spent("lower", "load", "solve")


def modelling_and_solving(run: Timing) -> float:
    """All but imports and checking: where modelling ends and solving begins does not matter."""
    return run.spent("build", "lower", "load", "solve")


def everything(run: Timing) -> float:
    """Checking too: the price of an answer, imports apart."""
    return run.spent("build", "lower", "load", "solve", "check")


def whole_process(run: Timing) -> float:
    return run.cpu


def wall(run: Timing) -> float:
    return run.wall


def wall_of_rows(run: Timing) -> float:
    """Of a command: the wall time that it reports for its rows, without starts and imports."""
    return run.seconds.get("total", run.wall)


def memory(run: Timing) -> float:
    return float(run.memory)


@dataclass(frozen=True)
class Value:
    """A median with its smallest and largest, or a bound: `>=` at least that much, `<=` at most."""

    median: float
    low: float
    high: float
    bound: str = ""
    rounds: tuple[float, ...] = field(default=(), compare=False)


def value_of(runs: Sequence[Timing], quantity: Quantity) -> Value | None:
    """Of the runs that ended; where none did, the most that one had used before its limit."""
    if not runs or not all(run.timed for run in runs):
        return None
    done = [quantity(run) for run in runs if run.status == "done"]
    return _value(done, "") if done else _value([max(map(quantity, runs))], ">=")


def ratio(over: Sequence[Timing], under: Sequence[Timing], quantity: Quantity) -> Value | None:
    """`over` divided by `under`, round by round: what ran one after the other saw the same machine.

    A long run is not repeated as often, and stands beside all rounds of the other.
    """
    if not over or not under or not all(run.timed for run in (*over, *under)):
        return None
    pairs = list(islice(zip(cycle(over), cycle(under), strict=False), max(len(over), len(under))))
    for bound, (first, second) in {"": ("done", "done"), ">=": ("timeout", "done"), "<=": ("done", "timeout")}.items():
        fitting = [(quantity(a), quantity(b)) for a, b in pairs if (a.status, b.status) == (first, second)]
        ratios = [a / b for a, b in fitting if b > 0]
        if ratios:
            return _value(ratios, bound)
    return None


def _value(figures: Sequence[float], bound: str) -> Value:
    return Value(median(figures), min(figures), max(figures), bound, tuple(figures))
