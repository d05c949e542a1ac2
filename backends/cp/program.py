"""A lowered spec as a CP-SAT model: its columns and constraints, its text, and the questions that can be asked of it.

The text is CpModelProto's, one variable or constraint a line. In the export a constraint's name is its group and a variable's
name what it stands for, so that every line can be traced back to the spec; the solver gets the same without names (`model`).
"""

from collections.abc import Collection, Iterator

from threefold.backends.backend import EVERYTHING, Configuration, Cube, Program, Search, Size
from threefold.backends.branching import most_connected_first
from threefold.backends.cp.auto_view import room
from threefold.backends.cp.columns import Column, own_columns, own_domains
from threefold.backends.cp.encoder import Encoder
from threefold.backends.cp.parameters import ALWAYS, in_fixed_order, parameters, strategy
from threefold.backends.variable_maps import columns_of
from threefold.language import Assignment, Spec
from threefold.language.spec import domain_group
from threefold.language.terms import Domain


class CpProgram(Program):
    def __init__(self, spec: Spec, configuration: Configuration, view: str, encoder: Encoder) -> None:
        self.spec, self.configuration, self.view = spec, configuration, view
        self.views, self.made, self.constraints = encoder.views, encoder.made, encoder.constraints
        mentions = sum(constraint.mentions for constraint in self.constraints)
        self.size = Size(encoder.own, len(self.made), len(self.constraints), mentions)
        domains = [domain_group(x) for x in spec.variables]
        self.groups = tuple(dict.fromkeys([*domains, *(constraint.group for constraint in self.constraints)]))

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        from threefold.backends.cp.build_proto import build  # late: they import the solver
        from threefold.backends.cp.search import CpSearch

        decisions = [] if first else self._decisions()
        fixed = in_fixed_order(self.view, decisions, first)
        model = build(self._domains(cube), self.constraints, strategy(self.view, decisions) if fixed else "")
        chosen = parameters(self.view, seed=seed, first=first, fixed=fixed, room=room(self.spec))
        return CpSearch(self.spec, self.view, self.views, model, chosen, first)

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        from threefold.backends.cp.build_proto import build
        from threefold.backends.cp.search import is_satisfiable

        if any(assignment[x.position] not in x.domain for x in self.spec.decisions):
            return False
        domains = [_fixed(column, assignment) for column in self._columns()]
        constraints = [constraint for constraint in self.constraints if constraint.group in groups]
        return is_satisfiable(build(domains, constraints), ALWAYS)

    def export(self, form: str) -> str:
        columns = [column.text(column.domain) for column in self._columns()]
        return "".join([*columns, *(constraint.text() for constraint in self.constraints)])

    def _columns(self) -> Iterator[Column]:
        yield from own_columns(self.spec.variables, self.views)
        yield from self.made

    def _decisions(self) -> list[int]:
        """The columns of the decision variables, in the order in which to branch on them."""
        views = [self.views[x.position] for x in most_connected_first(self.spec)]
        return [column for view in views for column in columns_of(view)]

    def _domains(self, cube: Cube) -> list[Domain]:
        """Of all columns, with what the cube leaves of them."""
        domains: list[Domain] = []
        for x, view in zip(self.spec.variables, self.views, strict=True):
            domains += own_domains(x, view, cube)
        return domains + [column.domain for column in self.made]


def _fixed(column: Column, assignment: Assignment) -> Domain:
    """The one value that the assignment gives to a column; all its domain where derived variables have a say.

    What was made on demand is fixed too. Its definition belongs to the domain's group: a wrong definition is then found
    there, and no group escapes because a definition was left out.
    """
    if not column.decided:
        return column.domain
    value = column.value(assignment)
    return range(value, value + 1)
