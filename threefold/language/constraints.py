"""The constraint kinds, in the order used everywhere:
Clause, Cardinality, AllDifferent, Linear, Table, Element, Circuit, Implies.

Each class defines its meaning in `holds`, which does not depend on any lowering. What is wrong with a constraint as written
is raised where it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import add, eq, ge, itemgetter, le, ne
from typing import Any, TypeAlias

from threefold.errors import SpecError
from threefold.format import shortened
from threefold.language.kinds import Kind, OverLiterals, OverTerms, variables_of
from threefold.language.lists import Literals, Terms, as_sums, is_integer
from threefold.language.terms import Assignment, Sum, Term, Variable, as_literal, as_sum
from threefold.language.truth import Logical, plain
from threefold.language.units import Unit, as_unit, as_units, unit_of

MOST_LITERALS = 1000  # of a clause that is shown in full
COUNTED_FROM_1 = (
    "the nodes of a circuit are counted from 0, and no term can be 0; where they are counted from 1, "
    "write Circuit([node - 1 for node in x.values()])"
)
COMPARATORS: dict[str, Callable[[int, int], bool]] = {"<=": le, "==": eq, ">=": ge, "!=": ne}


class Clause(OverLiterals):
    """At least one of the literals is true; an empty clause is false."""

    def __repr__(self) -> str:
        if len(self.literals) > MOST_LITERALS:  # as of a very large domain
            return f"Clause({shortened(self.literals, ' or ')})"
        return f"Clause({' or '.join(map(str, self.literals))})"

    def holds(self, assignment: Assignment) -> bool:
        return any(literal.holds(assignment) for literal in self.literals)  # it ends at the first; `truths` reads all


class Cardinality(OverLiterals):
    """`number of true literals ⋈ bound`, ⋈ in <=, ==, >=; a repeated literal counts as often as it occurs."""

    def __init__(self, literals: Literals, comparator: str, bound: int) -> None:
        self.comparator, self.bound = comparator, plain(bound)
        super().__init__(literals)
        if comparator not in ("<=", "==", ">="):
            raise self._error(f"the comparator must be <=, == or >= (got {comparator!r})")
        if not is_integer(self.bound):
            raise self._error(f"the bound must be an integer (got {bound!r})")

    @property
    def name(self) -> str:
        return {"<=": "AtMost", "==": "Exactly", ">=": "AtLeast"}.get(self.comparator, self.comparator)

    def __repr__(self) -> str:
        return f"{self.name}({self.bound}, {shortened(self.literals)})"

    def holds(self, assignment: Assignment) -> bool:
        return compare(sum(self.truths(assignment)), self.comparator, self.bound)


class AllDifferent(OverTerms):
    """The terms take different values; true for fewer than two terms."""

    @cached_property
    def _plain(self) -> tuple[Callable[[Assignment], Sequence[int]], tuple[int, ...]] | None:
        """Where every term is `x + c`: a getter of the variables' values, and the numbers c (empty where all are equal)."""
        positions = [unit.variable.position for unit in self.units if unit.sign == 1 and unit.variable is not None]
        if len(positions) < max(2, len(self.units)):  # itemgetter of one position does not return a tuple
            return None
        run = range(positions[0], positions[0] + len(positions))
        values_of = itemgetter(slice(run.start, run.stop)) if positions == list(run) else itemgetter(*positions)
        offsets = tuple(unit.offset for unit in self.units)
        return values_of, offsets if len(set(offsets)) > 1 else ()

    def holds(self, assignment: Assignment) -> bool:
        if self._plain is None:
            return len({unit.value(assignment) for unit in self.units}) == len(self.units)
        values_of, offsets = self._plain
        values = values_of(assignment)
        return len(set(map(add, values, offsets) if offsets else values)) == len(self.units)


class Linear(Kind):
    """`sum of a·x ⋈ bound`, ⋈ in <=, ==, >=, !=.

    `terms` has every variable once, those of the left side first, and `bound` is a constant: `y == x + 2` is `y - x == 2`. The
    order matters: the lowerings of two variables read `y == x + 2` as a function of x, the last variable.
    """

    def __init__(self, left: Term, comparator: str, right: Term) -> None:
        self.comparator = comparator
        try:
            self.left, self.right = as_sum(left), as_sum(right)
        except SpecError as error:
            raise SpecError(f"{left} {comparator} {right}: {error}") from None
        if comparator not in COMPARATORS:
            raise self._error(f"the comparator must be <=, ==, >= or != (got {comparator!r})")
        difference = self.left.plus(self.right.times(-1)).combined()
        self.terms, self.bound = difference.terms, -difference.constant

    def __repr__(self) -> str:
        return f"{self.left} {self.comparator} {self.right}"

    def variables(self) -> list[Variable]:
        return variables_of((self.left, self.right))

    def holds(self, assignment: Assignment) -> bool:
        return compare(self.left.value(assignment), self.comparator, self.right.value(assignment))


class Table(OverTerms):
    """The terms together form one of the rows; a repeated row counts once, and without rows it is false."""

    def __init__(self, terms: Terms, rows: Iterable[Sequence[int]]) -> None:
        self.rows: tuple[tuple[int, ...], ...] = ()
        super().__init__(terms)
        try:
            self.rows = tuple(dict.fromkeys(tuple(map(plain, row)) for row in rows))
        except TypeError:  # a row is no list, or has a list in it
            raise SpecError(f"Table takes rows of integers, like [[0, 1], [2, 2]] (got {rows!r:.60})") from None
        self._row_set = frozenset(self.rows)
        for row in self.rows:
            if len(row) != len(self.terms):
                raise self._error(f"row {row} has {len(row)} values for {len(self.terms)} terms")
            if not all(map(is_integer, row)):
                raise self._error(f"row {row} must hold integers only")

    def __repr__(self) -> str:
        return f"Table(({shortened(self.terms)}) in {len(self.rows)} rows)"

    def holds(self, assignment: Assignment) -> bool:
        return tuple(term.value(assignment) for term in self.terms) in self._row_set


class Element(Kind):
    """`array[index] == result`, counted from 0; an index out of range makes it false."""

    def __init__(self, index: Term | tuple[Term, Term], array: Any, result: Term) -> None:
        """The array is a list of terms, or with a pair of indices a list of such lists."""
        try:
            if isinstance(index, tuple):
                index, array = _flat(index, array)
            self.index, self.result = as_unit(as_sum(index)), as_unit(as_sum(result))
            self.array = as_units(array)
        except SpecError as error:
            raise SpecError(f"Element({index}, {array!r:.60}, {result}): {error}") from None

    def __repr__(self) -> str:
        return f"Element([{shortened(self.array)}][{self.index}] == {self.result})"

    @cached_property
    def units(self) -> tuple[Unit, tuple[Unit, ...], Unit]:
        """Index, array and result."""
        return unit_of(self.index), tuple(map(unit_of, self.array)), unit_of(self.result)

    def variables(self) -> list[Variable]:
        return variables_of((self.index, *self.array, self.result))

    def holds(self, assignment: Assignment) -> bool:
        index = self.index.value(assignment)
        return 0 <= index < len(self.array) and self.array[index].value(assignment) == self.result.value(assignment)


def _flat(index: tuple[Term, Term], rows: Sequence[Terms]) -> tuple[Sum, list[Sum]]:
    """Row after row as one list, with its index."""
    from threefold.language.definitions import values_of  # late: few puzzles need it, and each command imports this

    if len(index) != 2:
        raise SpecError("an index is one term, or a pair of terms")
    row, column = index
    lists = [as_sums(each) for each in rows]
    width = len(lists[0]) if lists else 0
    if any(len(each) != width for each in lists):
        raise SpecError("the rows of the array have different lengths")
    wrong = [value for value in values_of(as_sum(column)) if not 0 <= value < width]
    if wrong:
        raise SpecError(f"the second index {column} can be {wrong[0]}, and a row has the entries 0 to {width - 1}")
    return as_sum(row) * width + column, [term for each in lists for term in each]


class Circuit(OverTerms):
    """`terms[i]` is the node after node i (nodes 0, 1, …): one round trip through all nodes. A single node follows itself."""

    def __init__(self, terms: Terms, *more: object) -> None:
        super().__init__(terms, *more)
        if not self.terms:
            raise self._error("a circuit needs at least one node")
        if counted_from_1(self.units):
            raise self._error(COUNTED_FROM_1)

    def holds(self, assignment: Assignment) -> bool:
        node, seen = 0, set[int]()
        while node not in seen:
            seen.add(node)
            node = self.terms[node].value(assignment)
            if not 0 <= node < len(self.terms):
                return False
        return node == 0 and len(seen) == len(self.terms)


def counted_from_1(nodes: Sequence[Unit]) -> bool:
    """Every term is a variable, and together they have values from 1 to the number of nodes: never a circuit."""
    if any(unit.sign != 1 or unit.offset for unit in nodes):
        return False
    domains = [unit.variable.domain for unit in nodes if unit.variable is not None]
    return len(domains) > 1 and (min(d[0] for d in domains), max(d[-1] for d in domains)) == (1, len(nodes))


Conditional: TypeAlias = Clause | Cardinality | AllDifferent | Linear  # the kinds that can be half-reified


class Implies(Kind):
    """Half-reification: if the literal is true, the constraint holds; if it is false, the constraint may hold or not.

    Only four kinds can be half-reified. Any other constraint is replaced by a Boolean that is true if and only if it holds.
    """

    def __init__(self, condition: Logical, constraint: Logical) -> None:
        try:
            self.constraint = constraint if isinstance(constraint, Conditional) else Clause([as_literal(constraint)])
            self.condition = as_literal(condition)
        except SpecError as error:
            raise SpecError(f"{condition} implies {constraint}: {error}") from None

    def __repr__(self) -> str:
        return f"{self.condition} implies {self.constraint}"

    def variables(self) -> list[Variable]:
        return [self.condition.variable, *self.constraint.variables()]

    def holds(self, assignment: Assignment) -> bool:
        return not self.condition.holds(assignment) or self.constraint.holds(assignment)


# A closed set: with `match` and `assert_never` the type checker names every backend that lacks a new kind.
Constraint: TypeAlias = Clause | Cardinality | AllDifferent | Linear | Table | Element | Circuit | Implies
"""One of the eight kinds that every backend lowers."""


def compare(left: int, comparator: str, right: int) -> bool:
    return bool(COMPARATORS[comparator](left, right))
