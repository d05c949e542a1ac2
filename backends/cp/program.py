"""A lowered spec as a CP-SAT model: its variables, constraints, text and searches.

In the export a constraint is named after its group and a variable after its meaning, so that every line can be traced back to
the spec; the solver gets the same model without names.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain, repeat

from threefold.backends.backend import EVERYTHING, Configuration, Cube, Program, Search, Size
from threefold.backends.branching import most_connected_first
from threefold.backends.cp.model_builder import EITHER, NO, ModelBuilder, ModelVariable
from threefold.backends.cp.parameters import ALWAYS, for_all, for_first, free
from threefold.backends.listing import LONG, Part
from threefold.backends.variable_maps import DirectView, Native, of_declared
from threefold.language import Assignment, Literal, Variable
from threefold.language.flattening import Flat
from threefold.language.terms import Domain


class CpProgram(Program):
    def __init__(self, spec: Flat, configuration: Configuration, builder: ModelBuilder) -> None:
        self.spec, self.configuration, self.view = spec, configuration, configuration.options["view"]
        self.views, self.made, self.constraints = builder.views, builder.made, builder.constraints
        mentions = sum(constraint.mentions for constraint in self.constraints)
        own = of_declared(spec, builder.views)
        auxiliary = builder.own - own + len(self.made)
        self.size = Size(own, auxiliary, len(self.constraints), mentions)
        self.sources = builder.sources
        domains = [x.domain_group for x in spec.variables]
        self.groups = tuple(dict.fromkeys([*domains, *(constraint.group for constraint in self.constraints)]))

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        from threefold.backends.cp import search  # late: this imports the solver

        projected = not first and any(x.hidden for x in self.spec.variables)
        decisions = [] if first else self._decisions()
        if self.configuration.options["search"] == "free":
            chosen = free(enumerate_all=not first and not projected, seed=seed)
        elif first or projected:
            chosen = for_first(self.view, seed)
        else:
            chosen = for_all(self.spec, self.view, decisions, seed)
        model = search.build(self._domains(cube), self.constraints, chosen.strategy)
        if projected:
            return search.ProjectedSearch(self, model, chosen, decisions)
        return search.CpSearch(self, model, chosen, search.FIRST if first else "enumeration")

    def optimum(self, *, seed: int | None) -> Search:
        from threefold.backends.cp.search import OptimumSearch, build

        assert self.spec.objective is not None, "a spec with an objective"
        view, x = self.views[self.spec.objective.variable.position], self.spec.objective.variable
        sign = 1 if self.spec.objective.sense == "minimize" else -1
        coefficients = [sign] if isinstance(view, Native) else [sign * value for value in x.domain]
        model = build(self._domains(EVERYTHING), self.constraints)
        return OptimumSearch(self, model, free(enumerate_all=False, seed=seed), list(view.numbers), coefficients)

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        from threefold.backends.cp.search import build, is_satisfiable

        if any(assignment[x.position] not in x.domain for x in self.spec.decisions):
            return False
        domains = [variable.fixed(assignment) for variable in self.variables()]
        constraints = [constraint for constraint in self.constraints if constraint.group in groups]
        return is_satisfiable(build(domains, constraints), ALWAYS)

    def export(self, form: str) -> str:
        constraints = (each.text(self.sources.text(each.group, place)) for place, each in enumerate(self.constraints))
        return "".join(chain((variable.text() for variable in self.variables()), constraints))

    def parts(self, long: int | None = LONG) -> Iterator[Part]:
        from threefold.backends.cp.words import parts

        return parts(self, long)

    def variables(self) -> Iterator[ModelVariable]:
        for x, view in zip(self.spec.variables, self.views, strict=True):
            if isinstance(view, Native):
                yield ModelVariable(x, x.domain)
            else:
                yield from (ModelVariable(Literal(x, "==", value), EITHER) for value in x.domain)
        yield from self.made

    def _decisions(self) -> list[int]:
        """The model's variables that represent the decision variables, in branching order."""
        return [index for x in most_connected_first(self.spec) for index in self.views[x.position].numbers]

    def _domains(self, cube: Cube) -> Iterator[Domain]:
        """Of all variables of the model, reduced to the cube."""
        own = map(self._domains_of, self.spec.variables, self.views, repeat(cube))
        return chain(chain.from_iterable(own), (variable.domain for variable in self.made))

    def _domains_of(self, x: Variable, view: DirectView, cube: Cube) -> Iterable[Domain]:
        left = cube.get(x.position)
        if isinstance(view, Native):
            return [x.domain if left is None else tuple(value for value in x.domain if value in left)]
        return repeat(EITHER, len(x.domain)) if left is None else [EITHER if v in left else NO for v in x.domain]
