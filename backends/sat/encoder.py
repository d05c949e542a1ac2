"""The growing CNF: numbers, clauses by group, conditions, and literals that are defined once.

**Numbers.** The spec's own literals come first: variable by variable in order of declaration, for an integer as many as its
encoding has (direct: one per value, `queen[r] == c` is (r-1)·n + c), for a Boolean one. Auxiliaries follow. TRUE and FALSE are
literals too, with a number that no variable reaches, so that a value outside a domain, or a constant among the terms, needs no
case of its own: `add` drops them.

**Clauses** lie in one block per group (see `block`).

**Conditions.** Under a condition c every clause gets the literal -c. That is half-reification: with c true the clauses are what
they were, with c false they are all satisfied and their auxiliaries are free, which does not matter to solutions over the
decision variables (but to the number of models, which the audit of encodings shows).

**Definitions.** A literal about an integer that its encoding does not have (`integers.py`) is defined once, in both directions,
and used by everyone: its clauses must therefore hold unconditionally, whoever asked first, and belong to x's domain and not to
the group that asked.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, combinations
from operator import neg
from typing import NamedTuple, Protocol

from threefold.backends.sat.clause_store import Block, Commanded
from threefold.backends.variable_maps import views_of
from threefold.language import Literal, Spec, Variable
from threefold.language.spec import domain_group
from threefold.language.terms import Unit

TRUE = 2**31 - 1
FALSE = -TRUE
BlockKey = tuple[str, bool]  # a group, and whether these are its definitions


class Integers(Protocol):
    """How literals about integers become numbers; `integers.py` has the three ways."""

    def constrain(self, x: Variable) -> None:
        """The clauses of the domain."""

    def literals(self, x: Variable) -> Sequence[int]:
        """`x == v` for every value of the domain, in its order."""

    def equals(self, x: Variable, value: int) -> int: ...
    def at_most(self, x: Variable, value: int) -> int: ...
    def disjunction(self, literal: Literal) -> Sequence[int]:
        """The literal as a disjunction, for use inside a clause: without an auxiliary where the encoding allows."""

    def exclude(self, x: Variable, low: int, high: int) -> None:
        """Not from low to high."""


@dataclass(frozen=True)
class Encodings:
    """What is chosen by name; `lowering.py` looks the names up."""

    at_most_one: Callable[["Encoder", Sequence[int]], None]  # of two or more different variables' literals
    at_most_k: Callable[["Encoder", Sequence[int], int], None]  # 1 < k < number of literals - 1; literals may repeat
    pseudo_boolean: str
    integers: str
    literals_of_integers: Callable[["Encoder", str], Integers]


class NativeAtMost(NamedTuple):
    """A constraint of the solver itself, where that is MiniCard or GlueCard: at most `bound` of the literals."""

    group: str
    literals: tuple[int, ...]
    bound: int


class Encoder:
    def __init__(self, spec: Spec, encodings: Encodings) -> None:
        self.encodings = encodings
        self.views, first_free = views_of(spec, 1, encodings.integers)
        self.own = self.top = first_free - 1
        self.blocks: dict[BlockKey, Block] = {}
        self.native: list[NativeAtMost] = []
        self.used: set[str] = set()  # the options that made a difference: amo, card, pb, ints
        self._conditions: tuple[int, ...] = ()
        self._booleans = encodings.literals_of_integers(self, "direct")
        self._integers = encodings.literals_of_integers(self, encodings.integers)
        self.enter("")

    # Clauses

    def enter(self, group: str, definitions: bool = False) -> None:
        """What is added from now on belongs to this group."""
        self._key = (group, definitions)
        self._block = self.blocks.setdefault(self._key, Block())

    @contextmanager
    def under(self, condition: int) -> Iterator[None]:
        outer = self._conditions
        self._conditions = (*outer, -condition)
        yield
        self._conditions = outer

    @contextmanager
    def defining(self, x: Variable) -> Iterator[None]:
        key, conditions = self._key, self._conditions
        self._conditions = ()
        self.enter(domain_group(x), definitions=True)
        yield
        self._conditions = conditions
        self.enter(*key)

    def add(self, literals: Iterable[int]) -> None:
        """A clause, without its repeated and false literals; nothing if it is a tautology."""
        clause = dict.fromkeys(chain(literals, self._conditions))
        clause.pop(FALSE, None)
        if TRUE not in clause and (min(clause, default=0) > 0 or clause.keys().isdisjoint(map(neg, clause))):
            self._block.extend((*clause, 0))

    def add_clean(self, clauses: Iterable[Sequence[int]]) -> None:
        """Clauses that are known to have nothing to drop (100 queens with ladder are lowered in 0.10 s instead of 0.25)."""
        if self._conditions:
            for clause in clauses:
                self.add(clause)
        else:
            self._block.extend([literal for clause in clauses for literal in (*clause, 0)])

    def add_commanded(self, literals: Iterable[int], size: int) -> None:
        """Commanders, each with the negations of its group, that are known to have nothing to drop."""
        if self._conditions:
            for clause in Commanded(array("i", literals), size).clauses():
                self.add(clause)
        else:
            self._block.extend_by_commanded(literals, size)

    def add_pairs(self, literals: Sequence[int]) -> None:
        """Not two of these, which are different variables': a clause per pair."""
        if self._conditions:
            for one, other in combinations(literals, 2):
                self.add((-one, -other))
        else:
            self._block.extend_by_pairs([-literal for literal in literals])

    def at_most_one(self, literals: Iterable[int]) -> None:
        """Not two of these."""
        listed = list(literals)
        variables = set(map(abs, listed))
        if len(variables) < len(listed) or TRUE in variables:
            listed = self._open_ones(listed)
        if len(listed) > 1:
            self.used |= {"amo"} if len(listed) > 2 else set()
            self.encodings.at_most_one(self, listed)

    def _open_ones(self, literals: Sequence[int]) -> list[int]:
        """At-most-one by units as far as that goes; what it returns are the literals that are left, of different variables.

        A literal that stands there twice is false, and so are all others beside a constant or beside a literal and its negation.
        """
        counts = Counter(literal for literal in literals if literal != FALSE)
        truths = counts.pop(TRUE, 0)
        opposed = {literal for literal in counts if -literal in counts}
        truths += len(opposed) // 2
        if truths > 1:
            self.add(())
        for literal, count in counts.items():
            if count > 1 or (truths and literal not in opposed):
                self.add((-literal,))
        return [literal for literal, count in counts.items() if count == 1 and not truths]

    def add_native_at_most(self, literals: Sequence[int], bound: int) -> None:
        """For a solver that has such constraints, over different variables and without condition: else over copies."""
        if self._conditions or (bound > 1 and not different_variables(literals)):  # at-most-one has seen to it
            copies = self.fresh(len(literals))
            self.add_clean((-literal, copy) for literal, copy in zip(literals, copies, strict=True))
            literals = copies
        group, _ = self._key
        self.native.append(NativeAtMost(group, tuple(literals), bound))

    def exactly_one(self, literals: Sequence[int]) -> None:
        self.add(literals)
        self.at_most_one(literals)

    # Numbers

    def fresh(self, count: int) -> range:
        """New auxiliary numbers."""
        self.top += count
        return range(self.top - count + 1, self.top + 1)

    def about(self, x: Variable) -> Integers:
        """Who knows the literals about x."""
        return self._booleans if x.boolean else self._integers

    def literals(self, x: Variable) -> Sequence[int]:
        """`x == v` for every value of the domain, in its order."""
        return self.about(x).literals(x)

    def cases(self, unit: Unit) -> list[tuple[int, int]]:
        """Every value that the term can take, with the literal that it does."""
        literals = (TRUE,) if unit.variable is None else self.literals(unit.variable)
        return list(zip(unit.values(), literals, strict=True))

    def equals(self, x: Variable, value: int) -> int:
        """`x == value`."""
        return self.about(x).equals(x, value)

    def at_most(self, x: Variable, value: int) -> int:
        """`x <= value`."""
        return self.about(x).at_most(x, value)

    def disjunction(self, literal: Literal) -> Sequence[int]:
        """The literal as a disjunction, for use inside a clause."""
        return self.about(literal.variable).disjunction(literal)

    def literal(self, literal: Literal) -> int:
        """The literal as one number."""
        find = self.equals if literal.comparator == "==" else self.at_most
        number = find(literal.variable, literal.value)
        return number if literal.positive else -number


def different_variables(literals: Sequence[int]) -> bool:
    return len(set(map(abs, literals))) == len(literals)
