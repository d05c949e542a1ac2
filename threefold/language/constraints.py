"""The constraint kinds, in the order used everywhere:
Clause, Cardinality, AllDifferent, Linear, Table, Element, Circuit, Implies.

Each class carries its meaning, `holds`, written without looking at any lowering. `problem` says what is wrong with a constraint
as it was written; a group calls it when the constraint is added and puts its own name before the answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import add, eq, ge, itemgetter, le, ne
from typing import NoReturn, TypeAlias, TypeVar

from threefold.language.errors import SpecError
from threefold.language.terms import (
    Assignment,
    Literal,
    Literals,
    Sum,
    Term,
    Terms,
    Unit,
    Variable,
    as_literal,
    as_literals,
    as_sum,
    as_sums,
    no_truth,
)

Raw = TypeVar("Raw")
Read = TypeVar("Read")
NOTHING = Sum((), 0)
COMPARATORS: dict[str, Callable[[int, int], bool]] = {"<=": le, "==": eq, ">=": ge, "!=": ne}


class Kind(ABC):
    """What every kind of constraint has. The kinds themselves are a closed set, `Constraint`, at the end of this file."""

    defect: str | None = (
        None  # what could not be read as a term or a literal; said when a group adds it, which has a name
    )

    def _read(self, read: Callable[[Raw], Read], raw: Raw, nothing: Read) -> Read:
        try:
            return read(raw)
        except SpecError as error:
            self.defect = self.defect or str(error)
            return nothing

    @abstractmethod
    def holds(self, assignment: Assignment) -> bool:
        """The meaning: is it true of this assignment?"""

    @abstractmethod
    def variables(self) -> list[Variable]:
        """Every variable it speaks of, repeated ones too."""

    def problem(self) -> str | None:
        """What is wrong with it as written, or None."""
        return None

    def __bool__(self) -> NoReturn:
        no_truth(self)


class OverTerms(Kind):
    """What the kinds have in common that are about a list of terms `±x + c`."""

    def __init__(self, terms: Terms) -> None:
        self.terms: tuple[Sum, ...] = self._read(as_sums, terms, ())

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return tuple(map(_unit, self.terms))

    def variables(self) -> list[Variable]:
        return _variables_of(self.terms)

    def problem(self) -> str | None:
        return _problem_with_units(self.terms)


class Clause(Kind):
    """At least one of these literals; an empty clause is false."""

    def __init__(self, literals: Literals) -> None:
        self.literals: tuple[Literal, ...] = self._read(as_literals, literals, ())

    def __repr__(self) -> str:
        return f"Clause({' or '.join(map(str, self.literals))})"

    def variables(self) -> list[Variable]:
        return [literal.variable for literal in self.literals]

    def holds(self, assignment: Assignment) -> bool:
        return any(literal.holds(assignment) for literal in self.literals)


class Cardinality(Kind):
    """`number of true literals ⋈ bound`, ⋈ in <=, ==, >=; a repeated literal counts as often as it stands there."""

    def __init__(self, literals: Literals, comparator: str, bound: int) -> None:
        self.literals: tuple[Literal, ...] = self._read(as_literals, literals, ())
        self.comparator, self.bound = comparator, bound

    def __repr__(self) -> str:
        word = {"<=": "AtMost", "==": "Exactly", ">=": "AtLeast"}.get(self.comparator, self.comparator)
        return f"{word}({self.bound}, {_listed(self.literals)})"

    def variables(self) -> list[Variable]:
        return [literal.variable for literal in self.literals]

    def problem(self) -> str | None:
        if self.comparator not in ("<=", "==", ">="):
            return f"the comparator must be <=, == or >= (got {self.comparator!r})"
        return None if _is_integer(self.bound) else f"the bound must be an integer (got {self.bound!r})"

    def holds(self, assignment: Assignment) -> bool:
        return _compare(sum(literal.holds(assignment) for literal in self.literals), self.comparator, self.bound)


def AtMost(bound: int, literals: Literals) -> Cardinality:
    return Cardinality(literals, "<=", bound)


def AtLeast(bound: int, literals: Literals) -> Cardinality:
    return Cardinality(literals, ">=", bound)


def Exactly(bound: int, literals: Literals) -> Cardinality:
    return Cardinality(literals, "==", bound)


class AllDifferent(OverTerms):
    """The terms take different values; true for fewer than two terms."""

    def __repr__(self) -> str:
        return f"AllDifferent({_listed(self.terms)})"

    @cached_property
    def _plain(self) -> tuple[Callable[[Assignment], Sequence[int]], tuple[int, ...]] | None:
        """Where every term is `x + c`: how to pick out the variables' values, and the c, none where they are all the same. For
        `holds`, which is asked once per solution: this takes 0.6 µs for 12 terms, term by term 3 µs."""
        positions = [unit.variable.position for unit in self.units if unit.sign == 1 and unit.variable is not None]
        if len(positions) < max(2, len(self.units)):  # itemgetter of one gives no tuple
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
    order is kept because `y == x + 2` is read as a function of x, the last variable (see the lowerings of two variables).
    """

    def __init__(self, left: Term, comparator: str, right: Term) -> None:
        self.left, self.right = (self._read(as_sum, side, NOTHING) for side in (left, right))
        self.comparator = comparator
        difference = self.left.plus(self.right.times(-1)).combined()
        self.terms, self.bound = difference.terms, -difference.constant

    def __repr__(self) -> str:
        return f"{self.left} {self.comparator} {self.right}"

    def variables(self) -> list[Variable]:
        return _variables_of((self.left, self.right))

    def problem(self) -> str | None:
        if self.comparator not in COMPARATORS:
            return f"the comparator must be <=, ==, >= or != (got {self.comparator!r})"
        return None

    def holds(self, assignment: Assignment) -> bool:
        return _compare(self.left.value(assignment), self.comparator, self.right.value(assignment))


class Table(OverTerms):
    """The terms together form one of the rows; a repeated row counts once, no rows at all is false."""

    def __init__(self, terms: Terms, rows: Iterable[Sequence[int]]) -> None:
        super().__init__(terms)
        self.rows = tuple(dict.fromkeys(tuple(row) for row in rows))

    def __repr__(self) -> str:
        return f"Table(({_listed(self.terms)}) in {len(self.rows)} rows)"

    def problem(self) -> str | None:
        for row in self.rows:
            if len(row) != len(self.terms):
                return f"row {row} has {len(row)} values for {len(self.terms)} terms"
            if not all(map(_is_integer, row)):
                return f"row {row} must hold integers only"
        return super().problem()

    @cached_property
    def _row_set(self) -> frozenset[tuple[int, ...]]:
        return frozenset(self.rows)

    def holds(self, assignment: Assignment) -> bool:
        return tuple(term.value(assignment) for term in self.terms) in self._row_set


class Element(Kind):
    """`array[index] == result`, counted from 0; an index out of range makes it false. All are terms `±x + c` or integers."""

    def __init__(self, index: Term, array: Terms, result: Term) -> None:
        self.index, self.result = (self._read(as_sum, term, NOTHING) for term in (index, result))
        self.array: tuple[Sum, ...] = self._read(as_sums, array, ())

    def __repr__(self) -> str:
        return f"Element([{_listed(self.array)}][{self.index}] == {self.result})"

    @cached_property
    def units(self) -> tuple[Unit, tuple[Unit, ...], Unit]:
        """Index, array and result."""
        return _unit(self.index), tuple(map(_unit, self.array)), _unit(self.result)

    def variables(self) -> list[Variable]:
        return _variables_of((self.index, *self.array, self.result))

    def problem(self) -> str | None:
        return _problem_with_units((self.index, *self.array, self.result))

    def holds(self, assignment: Assignment) -> bool:
        index = self.index.value(assignment)
        return 0 <= index < len(self.array) and self.array[index].value(assignment) == self.result.value(assignment)


class Circuit(OverTerms):
    """`terms[i]` is the node after node i (nodes 0, 1, …): one round trip through every node.

    No node follows itself, except that a single node must.
    """

    def __repr__(self) -> str:
        return f"Circuit({_listed(self.terms)})"

    def problem(self) -> str | None:
        return super().problem() if self.terms else "a circuit needs at least one node"

    def holds(self, assignment: Assignment) -> bool:
        node, seen = 0, set[int]()
        while node not in seen:
            seen.add(node)
            node = self.terms[node].value(assignment)
            if not 0 <= node < len(self.terms):
                return False
        return node == 0 and len(seen) == len(self.terms)


class Implies(Kind):
    """Half-reification: where the literal is true the constraint holds; nothing is said where it is false."""

    def __init__(self, condition: Variable | Literal, constraint: Constraint | Variable | Literal) -> None:
        self.constraint = constraint if isinstance(constraint, Constraint) else Clause([constraint])
        self.defect = self.constraint.defect
        # A condition that cannot be read has no literal to stand for it: the others' defects wait for the group, this one not.
        self.condition = as_literal(condition)

    def __repr__(self) -> str:
        return f"{self.condition} implies {self.constraint}"

    def variables(self) -> list[Variable]:
        return [self.condition.variable, *self.constraint.variables()]

    def problem(self) -> str | None:
        if not isinstance(self.constraint, Clause | Cardinality | AllDifferent | Linear):
            kind = type(self.constraint).__name__
            return f"only Clause, Cardinality, AllDifferent and Linear can be half-reified, not {kind}"
        return self.constraint.problem()

    def holds(self, assignment: Assignment) -> bool:
        return not self.condition.holds(assignment) or self.constraint.holds(assignment)


# Closed, so that the type checker names every backend that lacks a new kind (`match` and `assert_never`).
Constraint: TypeAlias = Clause | Cardinality | AllDifferent | Linear | Table | Element | Circuit | Implies


def _compare(left: int, comparator: str, right: int) -> bool:
    return bool(COMPARATORS[comparator](left, right))


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _unit(term: Sum) -> Unit:
    combined = term.combined()
    if not combined.terms:
        return Unit(0, None, combined.constant)
    [(sign, variable)] = combined.terms
    return Unit(sign, variable, combined.constant)


def _problem_with_units(terms: Iterable[Sum]) -> str | None:
    for term in terms:
        combined = term.combined().terms
        if len(combined) > 1 or any(abs(coefficient) != 1 for coefficient, _ in combined):
            return f"term {term} must have the form x + c, -x + c or c"
    return None


def _variables_of(terms: Iterable[Sum]) -> list[Variable]:
    return [variable for term in terms for _, variable in term.terms]


def _listed(things: Sequence[object], most: int = 6) -> str:
    shown = [str(thing) for thing in things]
    return ", ".join(shown if len(shown) <= most else [*shown[: most - 2], "…", shown[-1]])
