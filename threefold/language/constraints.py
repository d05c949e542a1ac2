"""The constraint kinds, in the order used everywhere:
Clause, Cardinality, AllDifferent, Linear, Table, Element, Circuit, Implies.

Each class defines its meaning in `holds`, which does not depend on any lowering. `problem` describes what is wrong with a
constraint as written; a group calls it when the constraint is added, and its error names the group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import add, eq, ge, itemgetter, le, ne
from typing import Any, TypeAlias

from threefold.errors import SpecError
from threefold.format import shortened
from threefold.language.kinds import Kind, OverLiterals, OverTerms, variables_of
from threefold.language.lists import Literals, Terms, as_sums
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
        super().__init__(literals)
        self.comparator, self.bound = comparator, plain(bound)

    def __repr__(self) -> str:
        word = {"<=": "AtMost", "==": "Exactly", ">=": "AtLeast"}.get(self.comparator, self.comparator)
        return f"{word}({self.bound}, {shortened(self.literals)})"

    def problem(self) -> str | None:
        if self.comparator not in ("<=", "==", ">="):
            return f"the comparator must be <=, == or >= (got {self.comparator!r})"
        return None if _is_integer(self.bound) else f"the bound must be an integer (got {self.bound!r})"

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
        self.left, self.right = (self._read(as_sum, side, 0) for side in (left, right))
        self.comparator = comparator
        difference = self.left.plus(self.right.times(-1)).combined()
        self.terms, self.bound = difference.terms, -difference.constant

    def __repr__(self) -> str:
        return f"{self.left} {self.comparator} {self.right}"

    def variables(self) -> list[Variable]:
        return variables_of((self.left, self.right))

    def problem(self) -> str | None:
        if self.comparator not in COMPARATORS:
            return f"the comparator must be <=, ==, >= or != (got {self.comparator!r})"
        return None

    def holds(self, assignment: Assignment) -> bool:
        return compare(self.left.value(assignment), self.comparator, self.right.value(assignment))


class Table(OverTerms):
    """The terms together form one of the rows; a repeated row counts once, and without rows it is false."""

    def __init__(self, terms: Terms, rows: Iterable[Sequence[int]]) -> None:
        super().__init__(terms)
        self.rows = tuple(dict.fromkeys(tuple(map(plain, row)) for row in rows))
        self._row_set = frozenset(self.rows)

    def __repr__(self) -> str:
        return f"Table(({shortened(self.terms)}) in {len(self.rows)} rows)"

    def problem(self) -> str | None:
        for row in self.rows:
            if len(row) != len(self.terms):
                return f"row {row} has {len(row)} values for {len(self.terms)} terms"
            if not all(map(_is_integer, row)):
                return f"row {row} must hold integers only"
        return None

    def holds(self, assignment: Assignment) -> bool:
        return tuple(term.value(assignment) for term in self.terms) in self._row_set


class Element(Kind):
    """`array[index] == result`, counted from 0; an index out of range makes it false."""

    def __init__(self, index: Term | tuple[Term, Term], array: Any, result: Term) -> None:
        """The array is a list of terms, or with a pair of indices a list of such lists."""
        if isinstance(index, tuple):
            index, array = self._read(_flat, (index, array), ((0, 0), [[0]]))
        self.index, self.result = (as_unit(self._read(as_sum, term, 0)) for term in (index, result))
        self.array = self._read(as_units, array, ())

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


def _flat(pair: tuple[tuple[Term, Term], Sequence[Terms]]) -> tuple[Sum, list[Sum]]:
    """Row after row as one list, with its index."""
    from threefold.language.definitions import (
        values_of,  # late: few puzzles need it, and every command imports this file
    )

    (row, column), rows = pair
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

    def problem(self) -> str | None:
        if not self.terms:
            return "a circuit needs at least one node"
        return COUNTED_FROM_1 if self._is_counted_from_1() else None

    def _is_counted_from_1(self) -> bool:
        """Every term is a variable, and together they have values from 1 to the number of nodes: never a circuit."""
        if any(unit.sign != 1 or unit.offset for unit in self.units):
            return False
        domains = [unit.variable.domain for unit in self.units if unit.variable is not None]
        ends = min(domain[0] for domain in domains), max(domain[-1] for domain in domains)
        return ends == (1, len(self.terms)) and len(domains) > 1

    def holds(self, assignment: Assignment) -> bool:
        node, seen = 0, set[int]()
        while node not in seen:
            seen.add(node)
            node = self.terms[node].value(assignment)
            if not 0 <= node < len(self.terms):
                return False
        return node == 0 and len(seen) == len(self.terms)


Conditional: TypeAlias = Clause | Cardinality | AllDifferent | Linear  # the kinds that can be half-reified


class Implies(Kind):
    """Half-reification: if the literal is true, the constraint holds; if it is false, the constraint may hold or not.

    Only four kinds can be half-reified. Any other constraint is replaced by a Boolean that is true if and only if it holds.
    """

    def __init__(self, condition: Logical, constraint: Logical) -> None:
        self.constraint = constraint if isinstance(constraint, Conditional) else Clause([constraint])
        self.defect = self.constraint.defect
        self.condition = as_literal(condition)  # raises at once: no literal can replace a bad condition

    def __repr__(self) -> str:
        return f"{self.condition} implies {self.constraint}"

    def variables(self) -> list[Variable]:
        return [self.condition.variable, *self.constraint.variables()]

    def problem(self) -> str | None:
        return self.constraint.problem()

    def holds(self, assignment: Assignment) -> bool:
        return not self.condition.holds(assignment) or self.constraint.holds(assignment)


# A closed set: with `match` and `assert_never` the type checker names every backend that lacks a new kind.
Constraint: TypeAlias = Clause | Cardinality | AllDifferent | Linear | Table | Element | Circuit | Implies
"""One of the eight kinds that every backend lowers."""


def compare(left: int, comparator: str, right: int) -> bool:
    return bool(COMPARATORS[comparator](left, right))


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
