"""A CNF with the group of each of its clauses; `enumeration.py` has the searches.

With a native at-most encoding there are constraints beside the clauses. It is then not a CNF, and only some solvers can load
it.

**Ganak**, an exact model counter (Sharma, Roy, Soos, Meel, GANAK, IJCAI 2019), counts without enumerating: the formula is split
into parts that share no variable, whose counts are multiplied and cached. That pays where solutions are many and constraints
local (docs/measurements.md#ganak).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

from threefold.backends.backend import EVERYTHING, Configuration, CountingSearch, Cube, Program, Refused, Search, Size
from threefold.backends.listing import LONG, Part
from threefold.backends.sat.auto_search import ArraysAlone, AutoSearch, Spent
from threefold.backends.sat.catalogue import KINDS
from threefold.backends.sat.clause_store import ClauseStore, Commanded
from threefold.backends.sat.cube_formula import ResidualFormula
from threefold.backends.sat.dimacs_writer import Comments, to_dimacs
from threefold.backends.sat.encoder import Defined, NativeAtMost, StoreKey
from threefold.backends.sat.enumeration import BlockingSearch, CubeSearch
from threefold.backends.sat.projection import DirectProjection, Projection
from threefold.backends.sat.solvers import DEFAULT, GANAK, Incremental, Solver, new_solver
from threefold.backends.sat.unit_propagation import propagated
from threefold.backends.trace import Watcher
from threefold.backends.variable_maps import Direct
from threefold.language import Assignment, BadInput, Spec

if TYPE_CHECKING:
    from threefold.backends.sat.array_search import ArraySearch

# Literals up to which all solutions are enumerated in cubes: for cubes all clauses become lists.
LARGE = 500_000
GUESSED_FROM = 30_000  # literals of the spec's variables, from which on the first solution is guessed


class CnfProgram(Program):
    nouns = ("clause", "literal")

    def __init__(
        self,
        spec: Spec,
        configuration: Configuration,
        stores: Mapping[StoreKey, ClauseStore],
        own: int,
        top: int,
        *,
        native: Sequence[NativeAtMost] = (),
        used: Collection[str] = (),
        chosen: Collection[str] = (),
        defined: Mapping[Defined, int] | None = None,
    ) -> None:
        self.spec, self.configuration, self.top = spec, configuration, top
        self.stores = {key: store for key, store in stores.items() if store}
        self.native, self._spent = native, Spent()
        self.encodings = {kind: configuration.options[kind] for kind in KINDS}
        self.used = used  # the options that had an effect
        self.chosen = tuple(sorted(chosen))
        self.defined = defined or {}  # auxiliaries that are literals of the spec's variables
        self.groups = tuple(dict.fromkeys([*(group for group, _ in self.stores), *(each.group for each in native)]))
        constraints = sum(map(len, self.stores.values())) + len(native)
        literals = sum(store.literals for store in self.stores.values()) + sum(len(each.literals) for each in native)
        self.size = Size(own, top - own, constraints, literals)
        integers = configuration.options["ints"]
        self.projection = DirectProjection(spec) if integers == "direct" else Projection(spec, integers)

    def clauses(self) -> Iterator[tuple[str, list[int]]]:
        """Every clause with its group."""
        return ((group, clause) for (group, _), store in self.stores.items() for clause in store)

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        if self.configuration.options["counter"] == GANAK:
            return GanakSearch(self, seed, cube)
        enumeration = self.configuration.options["enum"]
        if self.configuration.solver == "clasp" and enumeration == "auto":
            return self._load_clasp(seed, first, cube)
        if enumeration == "arrays" and not first:
            return ArraysAlone(self._arrays(cube))
        in_cubes = not first and (enumeration == "cubes" or (enumeration == "auto" and self.size.literals <= LARGE))
        if in_cubes and cube:
            return self._in_cubes(seed, cube, None)
        solver = new_solver(self.configuration.solver, self.top, seed)
        self._add(solver, self._simplified)
        if in_cubes:
            return self._in_cubes(seed, cube, solver)
        solver.add(self.projection.within(cube))
        method = "first" if first else "blocking"
        if first and not cube and self._guesses and isinstance(solver, Solver) and (guessed := self.guessed(seed)):
            solver.prefer(guessed)
            method += ", near a guess"
        return BlockingSearch(solver, self.projection, method)

    @property
    def _guesses(self) -> bool:
        """Only for many integers of many values each, and for the solver whose settings try false first."""
        options = self.configuration.options
        direct = options["ints"] == "direct" and not self.native and self.configuration.solver == DEFAULT
        return direct and self.size.variables >= GUESSED_FROM

    def guessed(self, seed: int | None) -> list[int]:
        """The literals that are true in a guess, commanders of groups included; none where there is no guess.

        Where it has no conflicts, CaDiCaL needs one pass over the formula; without it, every restart propagates all literals of
        a large board again.
        """
        from threefold.backends.first_guess import guess  # numpy is slow to import

        views = zip(self.projection.views, guess(self.spec, seed) or (), strict=False)
        true = {view.index(value) for view, value in views if isinstance(view, Direct)}
        for part in chain.from_iterable(store.parts for store in self.stores.values()) if true else ():
            if isinstance(part, Commanded):
                true.update(run[0] if any(-literal in true for literal in run[1:]) else -run[0] for run in part.runs())
        return list(true)

    def _in_cubes(self, seed: int | None, cube: Cube, whole: Incremental | None) -> Search:
        solver, options = self.configuration.solver, self.configuration.options
        cubes = CubeSearch(solver, seed, self.projection, partial(self._reduced, cube), whole)
        with_arrays = options["enum"] == "auto" and solver == DEFAULT
        arrays, literals = partial(self._arrays, cube), sum(store.literals for store in self._simplified)
        return AutoSearch(cubes, arrays, self._spent, literals) if with_arrays else cubes

    def _arrays(self, cube: Cube) -> "ArraySearch":
        from threefold.backends.sat.array_search import ArraySearch  # numpy is slow to import

        return ArraySearch(self._simplified, self.top, self.projection, cube)

    def _reduced(self, cube: Cube) -> ResidualFormula | None:
        within = list(self.projection.within(cube))
        longer = [clause for clause in within if len(clause) != 1]
        formula = self._formula.having(longer) if longer else self._formula
        return formula.under(clause[0] for clause in within if len(clause) == 1)

    @cached_property
    def _formula(self) -> ResidualFormula:
        """Kept, because a parallel count loads one cube after another."""
        clauses = list(chain.from_iterable(self._simplified))
        return ResidualFormula(clauses, [(each.literals, each.bound) for each in self.native])

    def _load_clasp(self, seed: int | None, first: bool, cube: Cube) -> Search:
        from threefold.backends.sat.clasp_search import ClaspSearch

        within = ClauseStore()
        within.extend(literal for clause in self.projection.within(cube) for literal in (*clause, 0))
        method = "first" if first else "backtracking enumeration"
        return ClaspSearch(self.top, [*self._simplified, within], self.projection, seed, method)

    def feed(self, solver: Incremental) -> None:
        self._add(solver, self.stores.values())

    @cached_property
    def _simplified(self) -> Collection[ClauseStore]:
        """What a search gets of the clauses."""
        return propagated(self.stores.values())

    def _add(self, solver: Incremental, stores: Iterable[ClauseStore]) -> None:
        for store in stores:
            solver.add(store)
        self._add_native(solver, self.groups)

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        """By the default solver, whatever the configuration: this is about the clauses, not about a solver.

        Definitions are always loaded: they exclude no value, and the clauses of other groups depend on them.
        """
        solver = new_solver(self.configuration.solver if self.native else DEFAULT, self.top, None)
        for (group, definitions), store in self.stores.items():
            if definitions or group in groups:
                solver.add(store)
        self._add_native(solver, groups)
        solver.add(self.projection.units(assignment))
        return solver.solve()

    def _add_native(self, solver: object, groups: Collection[str]) -> None:
        for each in self.native:
            if each.group in groups:
                assert isinstance(solver, Solver), "a solver WITH_AT_MOST"
                solver.add_at_most(each.literals, each.bound)

    def export(self, form: str) -> str:
        assert form == "dimacs", form
        return b"".join(self.dimacs()).decode()

    def dimacs(self, *, plain: bool = False) -> Iterator[bytes]:
        """The text in pieces; `plain` leaves the comments out."""
        if self.native:
            raise BadInput("native at-most constraints cannot be written as CNF: choose another encoding")
        comments = None if plain else Comments(self.spec, self.encodings, self.projection.views)
        return to_dimacs(self.top, self.stores, comments)

    def parts(self, long: int | None = LONG) -> Iterator[Part]:
        from threefold.backends.sat.words import Words

        return Words(self).parts(long)

    def watch(self, watcher: Watcher) -> Search:
        if self.configuration.solver != "dpll" or self.native:
            return super().watch(watcher)
        from threefold.backends.sat.watched_dpll import WatchedSearch

        return WatchedSearch(self, watcher)

    def in_words(self, clause: Sequence[int]) -> str:
        from threefold.backends.sat.words import Words

        return Words(self).clause(clause, None).text

    def count_models(self, *, projected: bool = False) -> int:
        """All models, or those that differ on the decision variables, by Ganak."""
        return int(self.loaded_ganak(projected=projected).count())

    def loaded_ganak(self, more: Iterable[list[int]] = (), *, projected: bool, seed: int | None = None) -> Any:
        """Variables are declared first: one that no clause mentions must count too, and an earlier sampling set is ignored."""
        counter = import_module("pyganak").Counter(**({} if seed is None else {"seed": seed}))
        true = self.top + 1  # without any variable, pyganak 2.8.0 counts one model although there is an empty clause
        counter.new_vars(true)
        counter.add_clause([true])
        if projected:
            counter.set_sampling_set([*self.projection.decisions(), true])
        for clause in chain(*self.stores.values(), more):
            counter.add_clause(clause)
        return counter


class GanakSearch(CountingSearch):
    method = "projected model counting"

    def __init__(self, program: CnfProgram, seed: int | None, cube: Cube) -> None:
        self._counter = program.loaded_ganak(program.projection.within(cube), projected=True, seed=seed)

    def count(self) -> int:
        try:
            return int(self._counter.count())
        except ValueError as error:  # Python converts no numbers of more than 4300 digits
            raise Refused(f"the number of solutions is too long: {error}") from None
