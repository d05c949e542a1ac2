"""The solvers that PySAT bundles, by their PySAT names, through its C module `pysolvers`.

Why not `pysat.solvers`: it is a layer of two Python calls around each call of the C module and costs 27 ms of CPU to import
against 4 ms, and 1.23 s against 0.98 s to load the 1.6 million clauses of 100 queens (pairwise). The C module has no
documentation, so python-sat is pinned exactly, and the tests drive every solver of the table below.

Each solver was seen to solve, take a blocking clause and solve again, rightly on 300 random formulas and on n-queens. The
exception is Kissat, which aborts the process at a clause added after solve(): for it every call loads a fresh solver.

Others have modules of their own: `dpll`, which is ours, `cms`, CryptoMiniSat, which needs pycryptosat, and `clasp`, which needs
clingo.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import repeat
from typing import Any, Protocol

from threefold.backends.sat.clause_store import Block

# PySAT's name -> the prefix of its functions in the C module
PREFIXES = {
    "cadical195": "cadical195",
    "cadical103": "cadical103",
    "cadical153": "cadical153",
    "cadical300": "cadical300",
    "ergo": "ergo",
    "gluecard3": "gluecard3",
    "gluecard4": "gluecard41",
    "glucose3": "glucose3",
    "glucose4": "glucose41",
    "glucose42": "glucose421",
    "kissat404": "kissat404",
    "lingeling": "lingeling",
    "maplechrono": "maplechrono",
    "maplecm": "maplecm",
    "maplesat": "maplesat",
    "mergesat3": "mergesat3",
    "minicard": "minicard",
    "minisat22": "minisat22",
    "minisat-gh": "minisatgh",
    "minisat-ep": "minisatep",
}
NAMES = (*PREFIXES, "dpll", "cms", "clasp")
DEFAULT = "cadical195"
GANAK = "ganak"
ENUMERATIONS = ("auto", "blocking", "cubes")
COUNTERS = ("enumerate", GANAK)  # all solutions are counted one by one, by the solver, or by a model counter
WITH_AT_MOST = ("minicard", "gluecard3", "gluecard4")  # at-most-k beside clauses, as a constraint of the solver's own
DELETED_WITH_PROOF_FILE = ("cadical", "ergo", "lingeling")
SEEDED_CADICALS = ("cadical153", "cadical195", "cadical300")  # the seed shows only after thousands of conflicts

# cadical195: try false first, as MiniSat and its heirs do, and do not look for lucky assignments, because of a domain's literals
# all but one are false. Solving for a first solution, default encoding, 3 seeds each, seconds without -> with:
#   better  queens 20 0.02 -> 0.003, 30 0.13 -> 0.004, 50 0.3 -> 0.04, 80 1.1 -> 0.34, 100 1.9 -> 1.5, 200 5.4 -> 3.4
#           cards (16,2) 0.04 -> 0.02, (10,3) 0.035 -> 0.001
#   same    queens 40, 150; cards (10,2), which has no solution; enumerating queens 8, 10, 11 and cards (8,2), (9,2)
#   worse   cards (11,2) 0.005 -> 0.009, (20,2) 0.02 -> 0.03, (24,2) 0.025 -> 0.09; queens 100 with amo=pairwise 0.5 -> 0.65
# cadical153 and cadical300 keep their defaults: there it was worse as often as better (50 queens: 153 pairwise 0.07 -> 0.37,
# 300 ladder 0.01 -> 0.11).
# cadical300: bounded variable addition would take the numbers above ours, and aborts; PySAT turns it off too.
SETTINGS: dict[str, dict[str, int]] = {"cadical195": {"phase": 0, "lucky": 0}, "cadical300": {"factor": 0}}
NO_SETTINGS: Mapping[str, int] = {}


class Incremental(Protocol):
    """What all solvers have in common: clauses may be added after an answer, too."""

    def add(self, clauses: Iterable[list[int]]) -> None: ...
    def solve(self) -> bool: ...
    def model(self) -> list[int]: ...
    def delete(self) -> None: ...


def new_solver(name: str, variables: int, seed: int | None, settings: Mapping[str, int] = NO_SETTINGS) -> Incremental:
    """`settings` are a CaDiCaL's options, beside those that it gets anyway."""
    if name == "dpll":
        from threefold.backends.sat.dpll import Dpll

        return Dpll(variables)
    if name == "cms":
        from threefold.backends.sat.cms import CryptoMiniSat

        return CryptoMiniSat(variables)
    if name == "clasp":
        from threefold.backends.sat.clasp import Clasp

        return Clasp(variables, seed)
    return (RestartedSolver if name == "kissat404" else Solver)(name, variables, seed, settings)


class Solver:
    """An incremental solver over the variables 1..`variables`; models have them all, in order."""

    def __init__(self, name: str, variables: int, seed: int | None, settings: Mapping[str, int] = NO_SETTINGS) -> None:
        self.name, self.variables, self.seed, self.settings = name, variables, seed, settings
        self._handle: Any = None
        self._start()

    def _start(self) -> None:
        self._handle = self._function("new")()
        self._add, self._del = self._function("add_cl"), self._function("del")
        self._configure()
        # A tautology declares the variables: else a model stops at the highest one mentioned, and MapleSAT dies of none at all.
        last = max(self.variables, 1)
        self._add(self._handle, [last, -last])

    def _function(self, name: str) -> Callable[..., Any]:
        return _function(PREFIXES[self.name], name)

    def _configure(self) -> None:
        """Before the first clause, where CaDiCaL's interface wants its options. A solver without a seed ignores it."""
        settings = {**SETTINGS.get(self.name, {}), **self.settings}
        if self.seed is not None and self.name in SEEDED_CADICALS:
            settings["seed"] = self.seed
        for option, value in settings.items():
            self._function("set")(self._handle, option, value)
        if self.seed is not None and self.name == "glucose42":
            self._function("set_rnd_seed")(self._handle, self.seed)
            self._function("set_rnd_init_act")(self._handle, True)  # alone, the seed would change nothing

    def add(self, clauses: Iterable[list[int]]) -> None:
        """Without a Python loop over the clauses; part by part, so that Ctrl-C is heard in between."""
        for part in clauses.passing() if isinstance(clauses, Block) else (clauses,):
            deque(map(self._add, repeat(self._handle), part), maxlen=0)

    def add_at_most(self, literals: Sequence[int], bound: int) -> None:
        """At most `bound` of these different variables' literals; for the solvers WITH_AT_MOST only."""
        self._function("add_am")(self._handle, literals, bound)

    def solve(self) -> bool:
        assert self._handle is not None, "the solver was deleted"
        return bool(self._function("solve")(self._handle, [], _in_main_thread()))

    def attempt(self, conflicts: int) -> bool | None:
        """As solve(), but None where so many conflicts do not suffice; for the CaDiCaLs only."""
        assert self._handle is not None, "the solver was deleted"
        self._function("cbudget")(self._handle, conflicts)
        answer = self._function("solve_lim")(self._handle, [], _in_main_thread())
        return None if answer == 0 else answer > 0

    def model(self) -> list[int]:
        model: list[int] = self._function("model")(self._handle)
        return model

    def delete(self) -> None:
        if self._handle is not None:
            proof_file = [None] if self.name.startswith(DELETED_WITH_PROOF_FILE) else []
            self._del(self._handle, *proof_file)
            self._handle = None

    def __del__(self) -> None:
        self.delete()


class RestartedSolver(Solver):
    """A solver that answers once: every later call loads all clauses into a new one."""

    def __init__(self, name: str, variables: int, seed: int | None, settings: Mapping[str, int] = NO_SETTINGS) -> None:
        self._clauses: list[list[int]] = []
        self._fresh = True
        super().__init__(name, variables, seed, settings)

    def add(self, clauses: Iterable[list[int]]) -> None:
        added = list(clauses)
        self._clauses += added
        if self._fresh:
            super().add(added)

    def solve(self) -> bool:
        if not self._fresh:
            self.delete()
            self._start()
            super().add(self._clauses)
        self._fresh = False
        return bool(self._function("solve")(self._handle, _in_main_thread()))


@cache
def _function(prefix: str, name: str) -> Callable[..., Any]:
    import pysolvers

    function: Callable[..., Any] = getattr(pysolvers, f"{prefix}_{name}")
    return function


def _in_main_thread() -> int:
    """The C module installs its handler of Ctrl-C only there."""
    from threading import current_thread, main_thread

    return int(current_thread() is main_thread())
