"""A spec in FlatZinc, the input language of MiniZinc's solvers: `fzn-gecode -a queens.fzn` prints all solutions.

FlatZinc has no common names for AllDifferent, Table and Circuit; these are Gecode's. All else is a builtin of the standard.
Every introduced variable is a function of the spec's variables, so that the number of solutions stays the same. A hidden variable
is marked as introduced, too. A solver branches on the decision variables: smallest domain first, smallest value first.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import assert_never

from threefold.format import visible
from threefold.language import constraints
from threefold.language.constraints import Constraint, compare
from threefold.language.flattening import Flattened, flatten
from threefold.language.lists import total
from threefold.language.spec import Spec
from threefold.language.terms import Domain, Literal, Variable
from threefold.language.units import Unit

PREDICATES = {
    "all_different_int": "array [int] of var int: x",
    "gecode_table_int": "array [int] of var int: x, array [int] of int: t",
    "gecode_circuit": "int: offset, array [int] of var int: x",
}
RESERVED = frozenset(
    re.findall(
        r"\w+",
        """annotation any array bool case constraint default else elseif endif enum false float function if in include int
        intersect let list maximize minimize mod not of op output par predicate record satisfy set solve string subset superset
        symdiff test then true tuple type union var where xor""",
    )
)
INTRODUCED = " :: var_is_introduced"  # Gecode takes the first value that fits, and looks for no other one
NAMES = {"==": "eq", "<=": "le", "!=": "ne"}
Summands = Sequence[tuple[int, str]]  # coefficients and names


class Text:
    """The whole spec; or a part of its search space (`cube`), or some of its groups."""

    def __init__(
        self, spec: Spec, *, cube: Mapping[int, Collection[int]] = {}, groups: Collection[str] | None = None
    ) -> None:
        self.spec = spec = flatten(spec)
        self.taken, self.used = set[str](RESERVED), set[str]()
        self.arrays = (
            self._unique("integers"),
            self._unique("booleans"),
        )  # of all values, where every variable is printed
        self.declarations: list[str] = []
        self.constraints: list[str] = []
        self.comments: dict[int, str] = {}  # by the place of the constraint that follows
        self.names = [
            self._declare(_identifier(x), "bool" if x.boolean else _type(x.domain), INTRODUCED if x.hidden else "")
            for x in spec.variables
        ]
        self._introduced: dict[object, str] = {}
        for position, values in cube.items():
            x = spec.variables[position]
            self._clause([Literal(x, "==", value) for value in x.domain if value in values], None)
        for posted in spec.posted:
            if groups is None or posted.group in groups:
                self._begin(posted)
                self.constraint(posted.constraint, None)

    @property
    def introduced(self) -> int:
        return len(self._introduced)

    def lines(self, *, every: bool = False) -> Iterator[str]:
        """`every`: all variables are printed, those that are not decisions too; the text is for a solver, without comments."""
        yield f"% {visible(self.spec.title)}"
        for x in () if every else self.spec.variables[len(self.spec.declared) :]:
            yield f"% {self.names[x.position]} is {visible(str(x))}"
        for name, arguments in PREDICATES.items():
            if name in self.used:
                yield f"predicate {name}({arguments});"
        yield from self.declarations
        yield from self._everything() if every else self._decisions()
        for place, line in enumerate(self.constraints):
            if place in self.comments and not every:
                yield self.comments[place]
            yield line
        yield f"solve {self.search(self.spec.decisions)}satisfy;"

    def _begin(self, posted: Flattened) -> None:
        """Of what is written otherwise, a comment says what it comes from."""
        source = "" if posted.as_written else f"% {visible(str(posted.source))}"
        if source != next(reversed(self.comments.values()), ""):
            self.comments[len(self.constraints)] = source or f"% '{visible(posted.group)}'"

    def _decisions(self) -> Iterator[str]:
        """An array per family: its values are printed in the order of the indices."""
        for family in self.spec.families.values():
            if family.variables and not family.derived:
                yield self._array(self._unique(family.name), family.variables)

    def _everything(self) -> Iterator[str]:
        for name, boolean in zip(self.arrays, (False, True), strict=True):
            variables = [x for x in self.spec.variables if x.boolean is boolean]
            if variables:
                yield self._array(name, variables)

    def _array(self, name: str, variables: Sequence[Variable]) -> str:
        members, kind = f"1..{len(variables)}", "bool" if variables[0].boolean else "int"
        values = _list(self.names[x.position] for x in variables)
        return f"array [{members}] of var {kind}: {name} :: output_array([{members}]) = {values};"

    def search(self, decisions: Sequence[Variable]) -> str:
        kinds = {
            "int_search": [x for x in decisions if not x.boolean],
            "bool_search": [x for x in decisions if x.boolean],
        }
        searches = [
            f"{search}({_list(self.names[x.position] for x in chosen)}, first_fail, indomain_min, complete)"
            for search, chosen in kinds.items()
            if chosen
        ]
        return f":: seq_search({_list(searches)}) " if len(searches) > 1 else "".join(f":: {one} " for one in searches)

    def constraint(self, constraint: Constraint, condition: Literal | None) -> None:
        """Where there is a condition, the constraint must hold only if that is true."""
        match constraint:
            case constraints.Clause(literals=literals):
                self._clause(literals, condition)
            case constraints.Cardinality(literals=literals, comparator=comparator, bound=bound):
                terms = [(1 if literal.positive else -1, self._number(literal)) for literal in literals]
                self._linear(terms, comparator, bound - sum(not literal.positive for literal in literals), condition)
            case constraints.AllDifferent(units=units):
                self._all_different(units, condition)
            case constraints.Linear(terms=terms, comparator=comparator, bound=bound):
                self._linear([(a, self._integer(x)) for a, x in terms], comparator, bound, condition)
            case constraints.Table(units=units, rows=rows):
                self._table(units, rows)
            case constraints.Element(units=(index, array, result)):
                self._element(index, array, result)
            case constraints.Circuit(units=units):
                self._post("gecode_circuit", 0, _list(map(self._unit, units)))
            case constraints.Implies(condition=inner_condition, constraint=inner):
                self.constraint(inner, inner_condition)
            case _:
                assert_never(constraint)

    def _clause(self, literals: Iterable[Literal], condition: Literal | None, *also: str) -> None:
        every = [*literals, *([] if condition is None else [~condition])]
        positive, negative = ([self._truth(each) for each in every if each.positive is sign] for sign in (True, False))
        self._post("bool_clause", _list([*also, *positive]), _list(negative))

    def _linear(self, terms: Summands, comparator: str, bound: int, condition: Literal | None) -> None:
        if comparator == ">=":
            terms, comparator, bound = [(-a, x) for a, x in terms], "<=", -bound
        if not terms:
            return None if compare(0, comparator, bound) else self._clause((), condition)
        arguments = [_list(str(a) for a, _ in terms), _list(x for _, x in terms), bound]
        if condition is None:
            return self._post(f"int_lin_{NAMES[comparator]}", *arguments)
        truth = self._introduce((*map(str, arguments), comparator), "bool")
        self._post(f"int_lin_{NAMES[comparator]}_reif", *arguments, truth)
        return self._clause((), condition, truth)

    def _all_different(self, units: Sequence[Unit], condition: Literal | None) -> None:
        if condition is None:
            return self._post("all_different_int", _list(map(self._unit, units)))
        for one, other in combinations(units, 2):
            pair = [(one.sign, one.variable), (-other.sign, other.variable)]
            different = constraints.Linear(
                total([a * x for a, x in pair if x is not None]), "!=", other.offset - one.offset
            )
            self.constraint(different, condition)
        return None

    def _table(self, units: Sequence[Unit], rows: Sequence[Sequence[int]]) -> None:
        if not rows:
            self._clause((), None)
        elif units:
            values = _list(str(value) for row in rows for value in row)
            self._post("gecode_table_int", _list(map(self._unit, units)), values)

    def _element(self, index: Unit, array: Sequence[Unit], result: Unit) -> None:
        if not array:
            return self._clause((), None)
        counted_from_1 = self._unit(Unit(index.sign, index.variable, index.offset + 1))
        return self._post("array_var_int_element", counted_from_1, _list(map(self._unit, array)), self._unit(result))

    def _integer(self, x: Variable) -> str:
        """The integer variable; of a Boolean, one that is 0 or 1 with it."""
        return self._channel(self.names[x.position]) if x.boolean else self.names[x.position]

    def _number(self, literal: Literal) -> str:
        """0 or 1 with the literal's positive form."""
        return self._channel(self._truth(literal))

    def _channel(self, boolean: str) -> str:
        if boolean not in self._introduced:
            self._post("bool2int", boolean, self._introduce(boolean, "0..1"))
        return self._introduced[boolean]

    def _truth(self, literal: Literal) -> str:
        """A Boolean with the truth of the literal's positive form."""
        x, comparator, value = literal.variable, literal.comparator, literal.value
        if x.boolean and (comparator, value) == ("==", 1):
            return self.names[x.position]
        key = (x.position, comparator, value)
        if key not in self._introduced:
            self._post(f"int_{NAMES[comparator]}_reif", self._integer(x), value, self._introduce(key, "bool"))
        return self._introduced[key]

    def _unit(self, unit: Unit) -> str:
        if unit.variable is None:
            return str(unit.offset)
        name = self._integer(unit.variable)
        if (unit.sign, unit.offset) == (1, 0):
            return name
        key = (unit.sign, name, unit.offset)
        if key not in self._introduced:
            shifted = self._introduce(key, _type(sorted(unit.values())))
            self._post("int_lin_eq", f"[{unit.sign},-1]", f"[{name},{shifted}]", -unit.offset)
        return self._introduced[key]

    def _introduce(self, key: object, kind: str) -> str:
        self._introduced[key] = self._declare(f"X_{len(self._introduced) + 1}", kind, INTRODUCED)
        return self._introduced[key]

    def _declare(self, name: str, kind: str, note: str = "") -> str:
        unique = self._unique(name)
        self.declarations.append(f"var {kind}: {unique}{note};")
        return unique

    def _unique(self, name: str) -> str:
        name = _PLAIN.sub("_", name if name[:1].isascii() and name[:1].isalpha() else f"v_{name}")
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name

    def _post(self, predicate: str, *arguments: object) -> None:
        self.used.add(predicate)
        self.constraints.append(f"constraint {predicate}({', '.join(map(str, arguments))});")


_PLAIN = re.compile("[^A-Za-z0-9_]")


def _identifier(x: Variable) -> str:
    return "_".join(map(str, (x.family, *x.index)))


def _type(domain: Domain) -> str:
    if domain[-1] - domain[0] == len(domain) - 1:
        return f"{domain[0]}..{domain[-1]}"
    return f"{{{','.join(map(str, domain))}}}"


def _list(items: Iterable[str]) -> str:
    return f"[{','.join(items)}]"
