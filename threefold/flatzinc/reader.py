"""A FlatZinc model as a spec.

Solutions are counted over the variables of the output annotations; where there are none, over all that the compiler did not
introduce. Another variable is derived if the compiler says which constraint defines it, by decision and derived variables; else
it is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from threefold.errors import BadInput, SpecError
from threefold.flatzinc import builtins
from threefold.flatzinc.bounds import bounded
from threefold.flatzinc.defined import derived
from threefold.flatzinc.syntax import Call, Constraint, Declaration, Name, parse
from threefold.language import Solution, Spec, Table
from threefold.language.family import BOTH
from threefold.language.terms import Index, Variable

Value = object  # a Variable, an integer, a Boolean, a set of integers, or a list of these


@dataclass(frozen=True)
class Output:
    """A variable, or an array with its index ranges, that the model prints."""

    name: str
    boolean: bool
    ranges: tuple[range, ...]
    entries: list[Value]

    def text(self, solution: Solution) -> str:
        values = [
            solution[entry.family, *entry.index] if isinstance(entry, Variable) else entry for entry in self.entries
        ]
        words = [("true" if value else "false") if self.boolean else str(value) for value in values]
        if not self.ranges:
            return f"{self.name} = {words[0]};"
        ranges = ", ".join(f"{each.start}..{each.stop - 1}" for each in self.ranges)
        return f"{self.name} = array{len(self.ranges)}d({ranges}, [{', '.join(words)}]);"


class Reader:
    """`spec` and `outputs` of a text. BadInput where it is not FlatZinc, or says what the language cannot say."""

    def __init__(self, text: str, name: str) -> None:
        self.model = parse(text)
        self.spec = Spec(name)
        self.values: dict[str, Value] = {}
        self.outputs: list[Output] = []
        self._declared = {each.name: each for each in self.model.declarations}
        self._check_types()
        self._domains = bounded(self.model)
        self._declare()
        for constraint in self.model.constraints:
            self._post(constraint)
        goal, written = self.model.goal
        if goal != "satisfy":
            term = self.value(written)
            (self.spec.minimize if goal == "minimize" else self.spec.maximize)(term)  # type: ignore[arg-type]

    def draw(self, solution: Solution) -> str:
        return "\n".join([*(output.text(solution) for output in self.outputs), "----------"])

    def _check_types(self) -> None:
        for each in self.model.declarations:
            if "float" in each.kind or (each.variable and each.kind.startswith("set")):
                what = "variables" if each.variable else "parameters"
                raise BadInput(f"{each.name}: {what} of the type {each.kind} are not in the language")

    def _declare(self) -> None:
        """Parameters, then decision variables, then the others, then arrays."""
        self._assign(each for each in self.model.declarations if not each.variable)
        shown = [each for each in self.model.declarations if _annotation(each, "output_var", "output_array")]
        scalars = [each for each in self.model.declarations if each.variable and each.size is None]
        own = [each for each in scalars if not _annotation(each, "var_is_introduced")]
        for each in shown or own:
            self._family(each, derived=False, hidden=False)
        decisions = {name for name, value in self.values.items() if isinstance(value, Variable)}
        functions = derived(self.model, decisions)
        for each in scalars:
            self._family(each, derived=each.name in functions, hidden=each.name not in functions)
        self._assign(each for each in self.model.declarations if each.variable)
        for each in shown:
            value = self.values[each.name]
            entries = value if isinstance(value, list) else [value]
            self.outputs.append(Output(each.name, each.kind == "bool", _ranges(each), entries))

    def _assign(self, declarations: Iterable[Declaration]) -> None:
        for each in declarations:
            if each.name not in self.values:
                self.values[each.name] = self.value(each.value)

    def _family(self, declared: Declaration, *, derived: bool, hidden: bool) -> None:
        """The new variables of an array, by index; or one variable without index."""
        members: Sequence[tuple[Index, object]] = [((), Name(declared.name))]
        if declared.size is not None:
            entries = declared.value if isinstance(declared.value, list) else []
            members = list(zip(product(*_ranges(declared)), entries, strict=True))
        new = [(index, each.text) for index, each in members if isinstance(each, Name) and self._is_new(each.text)]
        if not new:
            return
        family = self.spec.declare(declared.name, boolean=declared.kind == "bool", derived=derived, hidden=hidden)
        for index, name in new:
            if name not in self.values:  # it may stand in the array twice
                domain = BOTH if declared.kind == "bool" else family.domain(self._domains[name])
                self.spec.include(family, index, domain)
                self.values[name] = self.spec.variables[-1]

    def _is_new(self, name: str) -> bool:
        """Not declared yet, and not another name for something."""
        return name not in self.values and self._declared[name].size is None and self._declared[name].value is None

    def value(self, written: object) -> Value:
        match written:
            case Name(text=name):
                if name not in self.values and name in self._declared:
                    self._assign([self._declared[name]])
                if name not in self.values:
                    raise BadInput(f"{name} is not declared")
                return self.values[name]
            case list():
                return [self.value(item) for item in written]
            case None | Call():
                raise BadInput(f"{written} is not a value")
            case _:
                return written

    def _post(self, constraint: Constraint) -> None:
        call = constraint.call
        try:
            statement = builtins.statement(call.name, [self.value(argument) for argument in call.arguments])
        except (BadInput, SpecError) as error:
            raise BadInput(f"line {constraint.line}: {call.name}: {error}") from None
        group = self.spec.group(call.name)
        if not isinstance(statement, bool):
            group.add(statement)
        elif not statement:
            group.add(Table([], []))


def _ranges(declared: Declaration) -> tuple[range, ...]:
    """The index ranges of an array; none of a single variable."""
    if declared.size is None:
        return ()
    [annotation] = _annotation(declared, "output_array") or [Call("output_array", ([range(1, declared.size + 1)],))]
    return tuple(each for each in annotation.arguments[0] if isinstance(each, range))  # type: ignore[attr-defined]


def _annotation(declared: Declaration, *names: str) -> list[Call]:
    return [annotation for annotation in declared.annotations if annotation.name in names]
