"""A 0/1 model under construction: columns, and rows `sum of coefficient·column ⋈ bound` with their group.

Everything a constraint says is an affine expression of columns. A literal is one with the values 0 and 1, so no literal needs
a column of its own. A row under a condition c becomes `a·x + (U - b)·c <= U` from `a·x <= b`, where U is the greatest value
of a·x: the smallest correct big-M. U takes into account that exactly one column of an integer is 1.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd, isfinite

from threefold.backends.backend import BrokenAnswer
from threefold.backends.variable_maps import Direct, direct_views
from threefold.language.spec import Spec
from threefold.language.terms import Literal, Unit, Variable


@dataclass(frozen=True)
class Affine:
    """`constant + sum of coefficient·column`."""

    terms: Mapping[int, int]
    constant: int = 0

    def __add__(self, other: "Affine") -> "Affine":
        return total((self, other))

    def __sub__(self, other: "Affine") -> "Affine":
        return total((self, other * -1))

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
    return Affine({column: a for column, a in terms.items() if a}, constant)


@dataclass(frozen=True, slots=True)
class Column:
    """Its values are 0..upper. It is not declared integer where the integer columns determine it."""

    upper: int = 1
    integer: bool = True


@dataclass(frozen=True, slots=True)
class Row:
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


TOLERANCE = 1e-6  # of a solver's answers
FALSE = Affine({})
TRUE = Affine({}, 1)


class Model:
    """The columns of the spec's variables come first, in order of declaration; auxiliaries follow."""

    def __init__(self, spec: Spec) -> None:
        self.views, self.own = direct_views(spec, 0)
        self.columns = [Column()] * self.own
        self.rows: list[Row] = []
        self._owner: list[int] = []  # by column of the spec: the position of the variable
        self._size = [2 if x.boolean else len(x.domain) for x in spec.variables]
        for x, view in zip(spec.variables, self.views, strict=True):
            self._owner += [x.position] * len(view.numbers)
            if isinstance(view, Direct):
                self.rows.append(Row(x.domain_group, dict.fromkeys(view.numbers, 1), "==", 1))

    @property
    def program(self) -> IntegerProgram:
        return IntegerProgram(self.columns, self.rows)

    def auxiliary(self, upper: int = 1, *, integer: bool) -> Affine:
        self.columns.append(Column(upper, integer))
        return Affine({len(self.columns) - 1: 1})

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

    def equals(self, unit: Unit, value: int) -> Affine:
        literal = unit.equals(value)
        if isinstance(literal, bool):
            return TRUE if literal else FALSE
        return self.literal(literal)

    def literal(self, literal: Literal) -> Affine:
        return self.one_of(literal.variable, literal.true_values())

    def one_of(self, variable: Variable, values: Iterable[int]) -> Affine:
        """1 where the variable has one of these values of its domain; by the other values where these are fewer."""
        wanted = set(values)
        if 2 * len(wanted) > len(variable.domain):
            return TRUE - total(one for value, one in self.values(variable) if value not in wanted)
        return total(one for value, one in self.values(variable) if value in wanted)

    def range(self, expression: Affine) -> tuple[int, int]:
        """The least and the greatest value; every integer has exactly one value."""
        low = high = expression.constant
        by_owner: dict[int, list[int]] = {}
        for column, a in expression.terms.items():
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
    divisor = gcd(*row.terms.values())
    rounded = -(-row.bound // divisor) if divisor and row.sense == ">=" else row.bound // max(divisor, 1)
    if row.sense == "==" and rounded * divisor != row.bound:
        return Row(row.group, {}, ">=", 1)
    return Row(row.group, {column: a // divisor for column, a in row.terms.items()}, row.sense, rounded)


class RowCheck:
    """Checks every answer of a solver: integers, within the columns' bounds, and every row in integers.

    Solvers compute in floating point; values that satisfy a row only within a tolerance are not a solution.
    """

    def __init__(self, program: IntegerProgram, solver: str) -> None:
        self._columns, self._rows, self._solver = program.columns, program.rows, solver
        self._rows_of: list[list[tuple[int, int]]] = [[] for _ in program.columns]
        for number, row in enumerate(program.rows):
            for column, a in row.terms.items():
                self._rows_of[column].append((number, a))

    def integers(self, values: Iterable[float]) -> list[int]:
        """The values as integers; raises BrokenAnswer where they violate a bound or a row."""
        solution = list(map(self._integer, values))
        left = [0] * len(self._rows)
        for number, (column, value) in enumerate(zip(self._columns, solution, strict=True)):
            if value:
                if not 0 < value <= column.upper:
                    raise BrokenAnswer(f"{self._solver} answers x{number} = {value}, outside 0..{column.upper}")
                for row, a in self._rows_of[number]:
                    left[row] += a * value
        for value, broken in zip(left, self._rows, strict=True):
            if (value > broken.bound and broken.sense != ">=") or (value < broken.bound and broken.sense != "<="):
                found = f"{self._solver} answers {value} for a row of '{broken.group}'"
                raise BrokenAnswer(f"{found} that must be {broken.sense} {broken.bound}")
        return solution

    def _integer(self, value: float) -> int:
        if not isfinite(value) or abs(value - (integer := round(value))) > TOLERANCE:
            raise BrokenAnswer(f"{self._solver} answers {value} for a column, which is not an integer")
        return integer
