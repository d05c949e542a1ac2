"""A lowered spec as a CP-SAT model: its columns and constraints, its text, and the questions that can be asked of it.

The text is CpModelProto's, one variable or constraint a line: a constraint's name is its group and a variable's name what it
stands for, so that every line can be traced back to the spec.
"""

from collections.abc import Collection, Sequence

from backends.backend import EVERYTHING, Configuration, Cube, Program, Search, Size
from backends.cp.encoder import Column, Lowered
from backends.cp.parameters import ALWAYS, in_fixed_order, parameters, strategy
from backends.views import View
from language import Assignment, Literal, Spec, Variable
from language.spec import domain_group
from language.terms import Domain


class CpProgram(Program):
    def __init__(
        self,
        spec: Spec,
        configuration: Configuration,
        views: Sequence[View],
        columns: Sequence[Column],
        constraints: Sequence[Lowered],
        own: int,  # so many columns, the first, are the spec's own
    ) -> None:
        self.spec, self.configuration, self.views = spec, configuration, views
        self.columns, self.constraints, self.own = columns, constraints, own
        mentions = sum(constraint.mentions for constraint in constraints)
        self.size = Size(own, len(columns) - own, len(constraints), mentions)
        domains = [domain_group(x) for x in spec.variables]
        self.groups = tuple(dict.fromkeys([*domains, *(constraint.group for constraint in constraints)]))

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        from backends.cp.search import CpSearch, parse_model  # late: it imports the solver

        view = self.configuration.options["view"]
        decisions = [index for index, column in enumerate(self.columns[: self.own]) if column.decided]
        fixed = in_fixed_order(view, decisions, first)
        model = parse_model(self._text(cube) + (strategy(view, decisions) if fixed else ""))
        chosen = parameters(view, seed=seed, first=first, fixed=fixed)
        return CpSearch(self.spec, self.views, self.own, model, chosen, first)

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        from backends.cp.search import is_satisfiable, parse_model

        if any(assignment[x.position] not in x.domain for x in self.spec.decisions):
            return False
        columns = [column.text(_fixed(column, assignment)) for column in self.columns]
        constraints = [constraint.text() for constraint in self.constraints if constraint.group in groups]
        return is_satisfiable(parse_model("\n".join(columns + constraints)), ALWAYS)

    def export(self, form: str) -> str:
        return self._text(EVERYTHING)

    def _text(self, cube: Cube) -> str:
        lines = [column.text(_within(column, cube)) for column in self.columns]
        lines += [constraint.text() for constraint in self.constraints]
        return "\n".join([*lines, ""])


def _within(column: Column, cube: Cube) -> Domain:
    """What the cube leaves to a column of the spec's own; the rest follows."""
    match column.meaning:
        case Variable(position=position) if position in cube:
            return [value for value in column.domain if value in cube[position]]
        case Literal(variable=x, comparator="==", value=value) if x.position in cube and value not in cube[x.position]:
            return range(1)
        case _:
            return column.domain


def _fixed(column: Column, assignment: Assignment) -> Domain:
    """The one value that the assignment gives to a column; all its domain where derived variables have a say.

    What was made on demand is fixed too. Its definition belongs to the domain's group: a wrong definition is then found
    there, and no group escapes because a definition was left out.
    """
    if not column.decided:
        return column.domain
    value = column.value(assignment)
    return range(value, value + 1)
