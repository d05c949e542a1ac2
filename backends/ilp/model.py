"""A 0/1 model under construction: columns, and rows `sum of coefficient·column ⋈ bound` with their group.

Everything a constraint says is an affine expression of columns. A literal is one with the values 0 and 1, so no literal needs
a column of its own. A row under a condition c becomes `a·x + (U - b)·c <= U` from `a·x <= b`, where U is the greatest value
of a·x: the smallest correct big-M. U takes into account that exactly one column of an integer is 1.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import NamedTuple, cast

from threefold.backends.listing import Sources
from threefold.backends.variable_maps import Direct, Native, direct_views, of_declared, takers
from threefold.language.spec import Spec
from threefold.language.terms import Literal, Variable
from threefold.language.units import Unit


@dataclass(slots=True)
class Affine:
    """`constant + sum of coefficient·column`; never changed, and not frozen, because it is made faster."""

    terms: Mapping[int, int]
    constant: int = 0
    independent_ones: bool = False  # known: the columns are 0/1 and of different variables, the coefficients 1

    def __add__(self, other: "Affine") -> "Affine":
        return total((self, other))

    def __sub__(self, other: "Affine") -> "Affine":
        terms = dict(self.terms)
        for column, a in other.terms.items():
            terms[column] = terms.get(column, 0) - a
        return Affine(_without_zeros(terms), self.constant - other.constant)

    def __mul__(self, factor: int) -> "Affine":
        return Affine({column: factor * a for column, a in self.terms.items()}, factor * self.constant)


def total(expressions: Iterable[Affine]) -> Affine:
    """The sum, without columns that cancel."""
    terms: dict[int, int] = {}
    constant = 0
    for expression in expressions:
        constant += expression.constant
        for column, a in expression.terms.items():
            terms[column] = terms.get(column, 0) + a
    return Affine(_without_zeros(terms), constant)


def _without_zeros(terms: dict[int, int]) -> dict[int, int]:
    return {column: a for column, a in terms.items() if a} if 0 in terms.values() else terms


@dataclass(frozen=True, slots=True)
class Column:
    """Its values are 0..upper. It is not declared integer where the integer columns determine it."""

    upper: int = 1
    integer: bool = True


class Row(NamedTuple):
    """A named tuple, because it is made faster than a frozen dataclass."""

    group: str
    terms: Mapping[int, int]
    sense: str  # <=, == or >=
    bound: int


@dataclass(frozen=True)
class IntegerProgram:
    """The question to a solver: columns, rows, and costs to be minimised."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    costs: Mapping[int, int] = field(default_factory=dict)


# From a program, options of CBC and a seed: an optimal solution, or None where it is proven that there is none.
Solve = Callable[[IntegerProgram, Sequence[str], int | None], list[int] | None]

FALSE = Affine({})
TRUE = Affine({}, 1)


class Model:
    """The columns of the spec's variables come first, in order of declaration; auxiliaries follow."""

    def __init__(self, spec: Spec) -> None:
        self.views, self.own = direct_views(spec, 0)
        self.declared = of_declared(spec, self.views)  # columns
        self.columns = [Column()] * self.own
        self.rows: list[Row] = []
        self.sources = Sources()  # by the places of the rows
        # By column: the position of its variable; a number of its own for an auxiliary.
        self._owner: list[int] = []
        self._size = [2 if x.boolean else len(x.domain) for x in spec.variables]
        self._special: set[int] = set()  # columns with one value only, or with more than two
        for x, view in zip(spec.variables, self.views, strict=True):
            self._owner += [x.position] * len(view.numbers)
            if isinstance(view, Direct):
                self.rows.append(Row(x.domain_group, dict.fromkeys(view.numbers, 1), "==", 1))
                if len(x.domain) == 1:
                    self._special.add(view.first)

    @property
    def program(self) -> IntegerProgram:
        return IntegerProgram(self.columns, self.rows)

    def auxiliary(self, upper: int = 1, *, integer: bool) -> Affine:
        number = len(self.columns)
        self.columns.append(Column(upper, integer))
        self._owner.append(-number)
        if upper != 1:
            self._special.add(number)
        return Affine({number: 1})

    def values(self, term: Variable | Unit) -> Iterator[tuple[int, Affine]]:
        """Every value of the term with the 0/1 expression `term == value`."""
        unit = term if isinstance(term, Unit) else Unit(1, term, 0)
        if unit.variable is None:
            yield unit.offset, TRUE
            return
        match self.views[unit.variable.position]:
            case Direct(first, domain):
                for column, value in enumerate(domain, first):
                    yield unit.sign * value + unit.offset, Affine({column: 1})
            case native:
                yield unit.offset, Affine({native.first: -1}, 1)
                yield unit.sign + unit.offset, Affine({native.first: 1})

    def takers(self, units: Sequence[Unit]) -> dict[int, Affine]:
        """For every value of the terms, how many of them have it; a repeated term counts twice."""
        variables = {unit.variable for unit in units if unit.variable is not None and not unit.variable.boolean}
        if len(variables) < len(units):
            several: dict[int, list[Affine]] = {}
            for unit in units:
                for value, takes in self.values(unit):
                    several.setdefault(value, []).append(takes)
            return {value: total(parts) for value, parts in several.items()}
        numbers = (self.views[unit.variable.position].numbers for unit in units if unit.variable is not None)
        columns = takers(list(zip(map(Unit.values, units), numbers, strict=True)))
        known = not self._special
        return {value: Affine(dict.fromkeys(own, 1), 0, known) for value, own in columns.items()}

    def equals(self, unit: Unit, value: int) -> Affine:
        literal = unit.equals(value)
        if isinstance(literal, bool):
            return TRUE if literal else FALSE
        return self.literal(literal)

    def literal(self, literal: Literal) -> Affine:
        column = self._column(literal)
        if column is None:
            return self.one_of(literal.variable, literal.true_values())
        return Affine({column: 1}) if literal.positive else Affine({column: -1}, 1)

    def count(self, literals: Sequence[Literal]) -> Affine:
        """How many of them are true."""
        columns = [self._column(literal) for literal in literals]
        if None in columns or len(set(columns)) < len(columns):
            return total(map(self.literal, literals))
        signs = [1 if literal.positive else -1 for literal in literals]  # in bulk: there may be millions
        return Affine(dict(zip(cast("list[int]", columns), signs, strict=True)), signs.count(-1))

    def _column(self, literal: Literal) -> int | None:
        """The column of the value that the literal requires or excludes; None where it is about more values or none."""
        x, value = literal.variable, literal.value
        if literal.comparator != "==" or value not in x.domain:
            return None
        if x.boolean:
            return self.views[x.position].first if value else None
        return self.views[x.position].first + x.domain.index(value) if len(x.domain) > 2 else None

    def one_of(self, variable: Variable, values: Iterable[int]) -> Affine:
        """1 where the variable has one of these values of its domain; by the other values where these are fewer."""
        wanted = set(values)
        others = 2 * len(wanted) > len(variable.domain)
        view = self.views[variable.position]
        if isinstance(view, Native):
            sign = (1 in wanted) - (0 in wanted)
            return Affine({view.first: sign} if sign else {}, int(0 in wanted))
        columns = [column for column, value in enumerate(view.domain, view.first) if (value in wanted) != others]
        return Affine(dict.fromkeys(columns, -1 if others else 1), int(others))

    def range(self, expression: Affine) -> tuple[int, int]:
        """The least and the greatest value; every integer has exactly one value."""
        low = high = expression.constant
        terms = expression.terms
        if expression.independent_ones:
            return low, high + len(terms)
        if self._independent(terms):
            all_of_them = sum(terms.values())  # all columns are independent of each other
            positive = min(terms.values(), default=0) >= 0
            most = all_of_them if positive else sum([a for a in terms.values() if a > 0])
            return low + all_of_them - most, high + most
        by_owner: dict[int, list[int]] = {}
        for column, a in terms.items():
            if column < self.own:
                by_owner.setdefault(self._owner[column], []).append(a)
            else:
                low += min(0, a * self.columns[column].upper)
                high += max(0, a * self.columns[column].upper)
        for owner, coefficients in by_owner.items():
            if len(coefficients) < self._size[owner]:
                coefficients.append(0)
            low += min(coefficients)
            high += max(coefficients)
        return low, high

    def _independent(self, terms: Mapping[int, int]) -> bool:
        return self._special.isdisjoint(terms) and len(set(map(self._owner.__getitem__, terms))) == len(terms)

    def post(self, group: str, left: Affine, sense: str, bound: int, condition: Affine | None = None) -> None:
        self.rows += self.rows_of(group, left, sense, bound, condition)

    def rows_of(self, group: str, left: Affine, sense: str, bound: int, condition: Affine | None = None) -> list[Row]:
        """The rows, without posting them; none where the constraint always holds."""
        if condition is not None and sense == "==":
            return [row for half in ("<=", ">=") for row in self.rows_of(group, left, half, bound, condition)]
        low, high = self.range(left)
        if (sense == "<=" or low >= bound) and (sense == ">=" or high <= bound):
            return []
        if condition is not None and sense == "<=":
            return self.rows_of(group, left + condition * (high - bound), sense, high)
        if condition is not None:
            return self.rows_of(group, left - condition * (bound - low), sense, low)
        return [reduced(Row(group, left.terms, sense, bound - left.constant))]


def reduced(row: Row) -> Row:
    """Divided by the coefficients' greatest common divisor; 0 >= 1 where the bound is not a multiple of it."""
    divisor = 1 if 1 in row.terms.values() else gcd(*row.terms.values())
    if divisor == 1:
        return row
    rounded = -(-row.bound // divisor) if divisor and row.sense == ">=" else row.bound // max(divisor, 1)
    if row.sense == "==" and rounded * divisor != row.bound:
        return Row(row.group, {}, ">=", 1)
    return Row(row.group, {column: a // divisor for column, a in row.terms.items()}, row.sense, rounded)
