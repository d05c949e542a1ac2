"""A CNF with the group of each of its clauses; `enumeration.py` has the searches.

With a native at-most encoding there are constraints beside the clauses. It is then not a CNF, and only some solvers can load
it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, cast

from threefold.backends.backend import EVERYTHING, Configuration, Cube, Program, Search, Size
from threefold.backends.listing import LONG, Part, Sources
from threefold.backends.sat.arrays import ArrayEnumeration, MixedSearch
from threefold.backends.sat.catalogue import KINDS
from threefold.backends.sat.clause_store import ClauseStore
from threefold.backends.sat.cube_formula import ResidualFormula
from threefold.backends.sat.dimacs_writer import Comments, to_dimacs
from threefold.backends.sat.encoder import Defined, NativeAtMost, StoreKey
from threefold.backends.sat.enumeration import BlockingSearch, CubeSearch
from threefold.backends.sat.ganak import GanakSearch
from threefold.backends.sat.projection import DirectProjection, Projection
from threefold.backends.sat.solvers import (
    ARRAYS,
    AS_IT_COMES,
    DEFAULT,
    GANAK,
    MIXED,
    TUNED,
    TUNED_WORDS,
    Incremental,
    Settings,
    Solver,
    new_solver,
)
from threefold.backends.sat.unit_propagation import propagated
from threefold.backends.trace import Watcher
from threefold.backends.variable_maps import of_declared
from threefold.language import Assignment, BadInput
from threefold.language.flattening import Flat
from threefold.language.group import Posted

if TYPE_CHECKING:
    from threefold.backends.sat.array_search import ArraySearch

# Literals up to which all solutions are enumerated in cubes: for cubes all clauses become lists.
LARGE = 500_000


class CnfProgram(Program):
    nouns = ("clause", "literal")
    spec: Flat

    def __init__(
        self,
        spec: Flat,
        configuration: Configuration,
        stores: Mapping[StoreKey, ClauseStore],
        top: int,
        *,
        native: Sequence[NativeAtMost] = (),
        used: Collection[str] = (),
        chosen: Collection[str] = (),
        defined: Mapping[Defined, int] | None = None,
        sources: Sources | None = None,
    ) -> None:
        self.spec, self.configuration, self.top = spec, configuration, top
        self.stores = {key: store for key, store in stores.items() if store}
        self.native, self._mixed_before = native, cast("MixedSearch | None", None)
        self.encodings = {kind: configuration.options[kind] for kind in KINDS}
        self.used = used  # the options that had an effect
        self.chosen = tuple(sorted(chosen))
        self.defined = defined or {}  # auxiliaries that are literals of the spec's variables
        self.groups = tuple(dict.fromkeys([*(group for group, _ in self.stores), *(each.group for each in native)]))
        constraints = sum(map(len, self.stores.values())) + len(native)
        literals = sum(store.literals for store in self.stores.values()) + sum(len(each.literals) for each in native)
        integers = configuration.options["ints"]
        self.projection = DirectProjection(spec) if integers == "direct" else Projection(spec, integers)
        own = of_declared(spec, self.projection.views)
        self.size = Size(own, top - own, constraints, literals)
        self.sources = sources or Sources()

    def clauses(self) -> Iterator[tuple[str, list[int]]]:
        """Every clause with its group."""
        return ((group, clause) for (group, _), store in self.stores.items() for clause in store)

    def clauses_with_sources(self) -> Iterator[tuple[list[int], Posted | str]]:
        """Every clause with the written constraint that it is a part of, or else its group."""
        for key, store in self.stores.items():
            for place, clause in enumerate(store):
                yield clause, self.sources.at(key, place) or key[0]

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        solver, enumeration = self.configuration.solver, self.configuration.options["enum"]
        if solver == GANAK:
            return GanakSearch(self, seed, cube)
        if solver == ARRAYS:
            return ArrayEnumeration(self._arrays(cube))
        if solver == MIXED and not first:
            return self._mixed(seed, cube)
        if solver == "clasp" and enumeration == "auto":
            return self._load_clasp(seed, first, cube)
        if not first and (enumeration == "cubes" or (enumeration == "auto" and self.size.literals <= LARGE)):
            return self._in_cubes(seed, cube)
        return self._blocking(seed, first, cube)

    @property
    def _engine(self) -> str:
        """The solver that answers; of `sat:mixed` the one that begins."""
        return DEFAULT if self.configuration.solver == MIXED else self.configuration.solver

    @property
    def _tuned(self) -> bool:
        return self.configuration.options["search"] == "tuned"

    @property
    def _anew(self) -> str:
        return ", solved anew for each solution" if self._engine == "kissat404" else ""

    def _blocking(self, seed: int | None, first: bool, cube: Cube) -> Search:
        """Settings of ours gain only for a first solution (docs/measurements.md#false-first)."""
        settings = TUNED.get(self._engine, AS_IT_COMES) if first and self._tuned else AS_IT_COMES
        solver = self._loaded(seed, settings)
        solver.add(self.projection.within(cube))
        method = f"first{f', {TUNED_WORDS}' if settings else ''}" if first else f"blocking{self._anew}"
        return BlockingSearch(self._engine, solver, self.projection, method + self._propagated)

    def _loaded(self, seed: int | None, settings: Settings = AS_IT_COMES) -> Incremental:
        """The solver with all clauses; in a tuned row with what unit propagation leaves of them."""
        solver = new_solver(self._engine, self.top, seed, settings)
        self._add(solver, self._searched)
        return solver

    def _in_cubes(self, seed: int | None, cube: Cube) -> CubeSearch:
        """A part of the search space is a cube already: no solver gets all clauses."""
        formula, whole = partial(self._within, cube), None if cube else self._loaded(seed)
        search = CubeSearch(self._engine, seed, self.projection, formula, whole, tuned=self._tuned)
        search.method += self._anew + self._propagated
        return search

    def _mixed(self, seed: int | None, cube: Cube) -> Search:
        """In a count in parts, what was faster in a part begins in the next one."""
        at_once = self._mixed_before is not None and self._mixed_before.arrays_were_faster
        self._mixed_before = MixedSearch(self._in_cubes(seed, cube), partial(self._arrays, cube), at_once)
        return self._mixed_before

    def _arrays(self, cube: Cube) -> "ArraySearch":
        from threefold.backends.sat.array_search import ArraySearch  # numpy is slow to import

        return ArraySearch(self._searched, self.top, self.projection, cube)

    def _within(self, cube: Cube) -> ResidualFormula:
        return self._formula.having(self.projection.within(cube))

    @cached_property
    def _formula(self) -> ResidualFormula:
        """Kept, because a parallel count loads one cube after another."""
        clauses = list(chain.from_iterable(self._searched))
        return ResidualFormula(clauses, [(each.literals, each.bound) for each in self.native])

    def _load_clasp(self, seed: int | None, first: bool, cube: Cube) -> Search:
        from threefold.backends.sat.clasp_search import ClaspSearch

        within = ClauseStore()
        within.extend(literal for clause in self.projection.within(cube) for literal in (*clause, 0))
        method = "first" if first else "backtracking enumeration"
        return ClaspSearch(self.top, [*self._searched, within], self.projection, seed, method, self._tuned)

    def feed(self, solver: Incremental) -> None:
        self._add(solver, self.stores.values())

    @cached_property
    def _searched(self) -> Collection[ClauseStore]:
        """What a search gets of the clauses: in a tuned row what units leave of them."""
        stores = self.stores.values()
        return propagated(stores) if self._tuned else stores

    @property
    def _propagated(self) -> str:
        return ", units propagated" if isinstance(self._searched, list) else ""

    def _add(self, solver: Incremental, stores: Iterable[ClauseStore]) -> None:
        for store in stores:
            solver.add(store)
        self._add_native(solver, self.groups)

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        """By the default solver, whatever the configuration: this is about the clauses, not about a solver.

        Definitions are always loaded: they exclude no value, and the clauses of other groups depend on them.
        """
        solver = new_solver(self._engine if self.native else DEFAULT, self.top, None)
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
