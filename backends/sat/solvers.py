"""The SAT solvers by name: those that PySAT bundles, CryptoMiniSat, and `dpll` and `clasp`, which have their own modules.

PySAT's solvers are called through its C module `pysolvers`. `pysat.solvers` adds two Python calls around each call and is
slow to import and to load (docs/measurements.md#pysolvers). The C module has no documentation: python-sat is pinned exactly,
and the tests use every solver below.

Kissat aborts the process at a clause that is added after solve(): for it every call loads a new solver.

Many questions about one set of clauses, each with some literals held true: MiniSat (`Limited`) is asked first, with a limit on
conflicts, and CaDiCaL (`Assuming`) where that is reached. MiniSat is faster where propagation decides, CaDiCaL is stronger
(docs/measurements.md#quick-queries).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import repeat
from typing import IO, Any, Protocol

from threefold.backends.sat.clause_store import ClauseStore

_PYSAT = """cadical195 cadical103 cadical153 cadical300 ergo gluecard3 gluecard4 glucose3 glucose4 glucose42 kissat404 lingeling
    maplechrono maplecm maplesat mergesat3 minicard minisat22 minisat-gh minisat-ep"""
_RENAMED = {"gluecard4": "gluecard41", "glucose4": "glucose41", "glucose42": "glucose421"}
# By PySAT's name: the prefix of its functions in the C module.
PREFIXES = {name: _RENAMED.get(name, name.replace("-", "")) for name in _PYSAT.split()}
GANAK, ARRAYS, MIXED = "ganak", "arrays", "mixed"
# Rows without an incremental interface: they count or enumerate by themselves.
WHOLE = (GANAK, ARRAYS, MIXED)
NAMES = (*PREFIXES, "dpll", "cms", "clasp", *WHOLE)
PROVING = "cadical195"  # of PySAT's solvers the one that writes LRAT
DEFAULT = "cadical195"
SECOND = "minisat22"  # not of the same family, for a second opinion
ENUMERATIONS = ("auto", "blocking", "cubes")
WITH_AT_MOST = ("minicard", "gluecard3", "gluecard4")  # they have at-most-k as a constraint of their own
DELETED_WITH_PROOF_FILE = ("cadical", "ergo", "lingeling")
SEEDED_CADICALS = ("cadical153", "cadical195", "cadical300")  # the seed has an effect only after thousands of conflicts
SEEDED = (*SEEDED_CADICALS, "glucose42", "clasp", GANAK, MIXED)

# For a first solution, and for questions under assumptions. cadical195: try false first, as MiniSat does, because all literals
# of a domain but one are false, and do not look for lucky assignments (docs/measurements.md#false-first).
Settings = Mapping[str, int]
TUNED: Mapping[str, Settings] = {"cadical195": {"phase": 0, "lucky": 0}}
TUNED_WORDS = "false first, no lucky assignments"  # for the record's method
AS_IT_COMES: Settings = {}
# In any case. Bounded variable addition would use numbers above ours, and aborts; PySAT turns it off, too.
NEEDED: Mapping[str, Settings] = {"cadical300": {"factor": 0}}
NO_HANDLER = 0  # of Ctrl-C: a guarded child is stopped from outside


class Incremental(Protocol):
    """The interface of all solvers; clauses may be added after an answer, too."""

    def add(self, clauses: Iterable[list[int]]) -> None: ...
    def solve(self) -> bool: ...
    def model(self) -> list[int]: ...
    def effort(self) -> Mapping[str, int]:
        """Conflicts, decisions and so on, where the solver says them."""
        return {}

    def delete(self) -> None:
        """Free what Python does not free by itself."""
        return


def new_solver(name: str, variables: int, seed: int | None, settings: Settings | None = None) -> Incremental:
    """`settings` are the options of a CaDiCaL; None: TUNED."""
    if name == "dpll":
        from threefold.backends.sat.dpll import Dpll

        return Dpll(variables)
    if name == "cms":
        return CryptoMiniSat(variables)
    if name == "clasp":
        from threefold.backends.sat.clasp import Clasp

        return Clasp(variables, seed, tuned=settings is None)
    return (RestartedSolver if name == "kissat404" else Solver)(name, variables, seed, settings)


class Solver:
    """An incremental solver over the variables 1..`variables`; models have them all, in order."""

    def __init__(self, name: str, variables: int, seed: int | None, settings: Settings | None = None) -> None:
        self.name, self.variables, self.seed = name, variables, seed
        self._settings = TUNED.get(name, AS_IT_COMES) if settings is None else settings
        self._handle: Any = None
        self._start()

    def _start(self) -> None:
        self._handle = self._function("new")()
        self._add, self._del = self._function("add_cl"), self._function("del")
        self._configure()
        # A tautology declares the variables: otherwise a model ends at the highest one mentioned, and MapleSAT may crash.
        last = max(self.variables, 1)
        self._add(self._handle, [last, -last])

    def _function(self, name: str) -> Callable[..., Any]:
        return _function(PREFIXES[self.name], name)

    def _configure(self) -> None:
        """Before the first clause, as CaDiCaL requires. A solver without a seed ignores it."""
        settings = {**NEEDED.get(self.name, {}), **self._settings}
        if self.seed is not None and self.name in SEEDED_CADICALS:
            settings["seed"] = self.seed
        for option, value in settings.items():
            self._function("set")(self._handle, option, value)
        if self.seed is not None and self.name == "glucose42":
            self._function("set_rnd_seed")(self._handle, self.seed)
            self._function("set_rnd_init_act")(self._handle, True)  # the seed alone has no effect

    def add(self, clauses: Iterable[list[int]]) -> None:
        """Without a Python loop over clauses; part by part, so that Ctrl-C can interrupt."""
        for part in clauses.passing() if isinstance(clauses, ClauseStore) else (clauses,):
            deque(map(self._add, repeat(self._handle), part), maxlen=0)

    def add_at_most(self, literals: Sequence[int], bound: int) -> None:
        """At most `bound` of these literals, which are of different variables; only for the solvers WITH_AT_MOST."""
        self._function("add_am")(self._handle, literals, bound)

    def solve(self) -> bool:
        assert self._handle is not None, "the solver was deleted"
        return bool(self._function("solve")(self._handle, [], _in_main_thread()))

    def solve_under(self, assumptions: Sequence[int]) -> bool:
        """With these literals true, for this answer only."""
        return bool(self._function("solve")(self._handle, list(assumptions), NO_HANDLER))

    def attempt(self, conflicts: int) -> bool | None:
        """As solve(), but None after so many conflicts; only for the CaDiCaLs."""
        assert self._handle is not None, "the solver was deleted"
        self._function("cbudget")(self._handle, conflicts)
        answer = self._function("solve_lim")(self._handle, [], _in_main_thread())
        return None if answer == 0 else answer > 0

    def model(self) -> list[int]:
        model: list[int] = self._function("model")(self._handle)
        return model

    def effort(self) -> Mapping[str, int]:
        known = self._handle is not None and self.name != "kissat404"  # which says nothing
        return dict(self._function("acc_stats")(self._handle)) if known else {}

    def delete(self) -> None:
        if self._handle is not None:
            proof_file = [None] if self.name.startswith(DELETED_WITH_PROOF_FILE) else []
            self._del(self._handle, *proof_file)
            self._handle = None

    def __del__(self) -> None:
        self.delete()


class RestartedSolver(Solver):
    """A solver that answers once: every later call loads all clauses into a new solver."""

    def __init__(self, name: str, variables: int, seed: int | None, settings: Settings | None = None) -> None:
        self._clauses, self._fresh = list[list[int]](), True
        super().__init__(name, variables, seed, settings)

    def add(self, clauses: Iterable[list[int]]) -> None:
        added = list(clauses)
        self._clauses += added
        if self._fresh:
            super().add(added)

    def solve(self) -> bool:
        return self.solve_under(())

    def solve_under(self, assumptions: Sequence[int]) -> bool:
        """Kissat knows no assumptions: they become clauses, of this answer only."""
        if not self._fresh:
            self.delete()
            self._start()
            super().add(self._clauses)
        super().add([literal] for literal in assumptions)
        self._fresh = False
        return bool(self._function("solve")(self._handle, _in_main_thread()))


class CryptoMiniSat(Incremental):
    """CryptoMiniSat through its own Python module, with one thread."""

    def __init__(self, variables: int) -> None:
        self.variables, self._values = variables, tuple[bool | None, ...]()
        self._solver = import_module("pycryptosat").Solver(threads=1)
        if variables:
            self._solver.add_clause([variables, -variables])  # declares the variables

    def add(self, clauses: Iterable[list[int]]) -> None:
        deque(map(self._solver.add_clause, clauses), maxlen=0)

    def solve(self) -> bool:
        satisfiable, self._values = self._solver.solve()
        return bool(satisfiable)

    def model(self) -> list[int]:
        """A variable without a value can have either: it is taken as false."""
        return [n if n < len(self._values or ()) and self._values[n] else -n for n in range(1, self.variables + 1)]


class Assuming(Solver):
    def __init__(self, variables: int, clauses: Iterable[Sequence[int]], name: str = DEFAULT) -> None:
        super().__init__(name, variables, None)
        self.add(map(list, clauses))


class Limited(Assuming):
    """MiniSat, with a limit on conflicts."""

    def __init__(self, variables: int, clauses: Iterable[Sequence[int]]) -> None:
        super().__init__(variables, clauses, "minisat22")
        self._solve, self._budget = self._function("solve_lim"), self._function("cbudget")

    def solve_within(self, conflicts: int, assumptions: Sequence[int]) -> bool | None:
        """None after so many conflicts."""
        self._budget(self._handle, conflicts)
        answer: bool | None = self._solve(self._handle, list(assumptions), NO_HANDLER, 0)
        return answer

    def core(self) -> list[int]:
        """After an unsatisfiable answer: the assumptions that were used for it."""
        return list(self._function("core")(self._handle) or ())


class Traced(Solver):
    """It writes its proof into the file, in LRAT."""

    def __init__(self, variables: int, file: IO[bytes]) -> None:
        self._file = file
        super().__init__(PROVING, variables, None, {**TUNED[PROVING], "lrat": 1, "binary": 0})

    def _configure(self) -> None:
        super()._configure()
        self._function("tracepr")(self._handle, self._file)

    def delete(self) -> None:
        if self._handle is not None:
            self._del(self._handle, self._file)
            self._handle = None


@cache
def _function(prefix: str, name: str) -> Callable[..., Any]:
    import pysolvers

    function: Callable[..., Any] = getattr(pysolvers, f"{prefix}_{name}")
    return function


def _in_main_thread() -> int:
    """Only there the C module installs its handler of Ctrl-C."""
    from threading import current_thread, main_thread

    return int(current_thread() is main_thread())
