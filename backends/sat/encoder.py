"""The CNF under construction: numbers, clauses by group, conditions, and literals that are defined once.

**Numbers.** The spec's own literals come first, in the order of declaration: one for a Boolean, for an integer as many as its
encoding has (direct: `queen[r] == c` is (r-1)·n + c). Auxiliaries follow. TRUE and FALSE are literals too, which `add` drops,
so that a value outside a domain and a constant term need no special case.

**Conditions.** Under a condition c every clause gets the literal -c (half-reification). With c false the auxiliaries are
free, which changes the number of models, but not the solutions over the decision variables.

**Definitions.** A literal that the encoding of an integer lacks (`integers.py`) is defined once, in both directions, and
shared. Its clauses hold unconditionally and belong to the domain of x, not to the group that needed it first.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from operator import neg
from typing import TYPE_CHECKING, NamedTuple

from threefold.backends.listing import Sources
from threefold.backends.sat.clause_store import ClauseStore, Commanded, Pairs
from threefold.backends.variable_maps import views_of
from threefold.language import Literal, Spec, Variable
from threefold.language.flattening import Flattened
from threefold.language.units import Unit

if TYPE_CHECKING:
    from threefold.backends.sat.integers import Integers

TRUE = 2**31 - 1
FALSE = -TRUE
StoreKey = tuple[str, bool]  # a group, and whether these are its definitions
Defined = tuple[int, str, int]  # the position of a variable, == or <=, and a value


@dataclass(frozen=True)
class Encodings:
    """The encodings that were chosen by name."""

    at_most_one: Callable[["Encoder", Sequence[int]], None]  # of literals of two or more different variables
    at_most_k: Callable[["Encoder", Sequence[int], int], None]  # 1 < k < number of literals - 1; literals may repeat
    pseudo_boolean: str
    integers: str


class NativeAtMost(NamedTuple):
    """At most `bound` of the literals, as a constraint of the solver: MiniCard and GlueCard have it."""

    group: str
    literals: Sequence[int]
    bound: int


class Encoder:
    def __init__(self, spec: Spec, encodings: Encodings) -> None:
        from threefold.backends.sat.integers import INTEGERS  # late: it imports this module

        self.encodings = encodings
        self.views, first_free = views_of(spec, 1, encodings.integers)
        self.own = self.top = first_free - 1
        self.stores: dict[StoreKey, ClauseStore] = {}
        self.native: list[NativeAtMost] = []
        self.sources = Sources()
        self.used: set[str] = set()  # the options that had an effect: amo, card, pb, ints
        self.chosen: set[str] = set()  # what `auto` chose by size, where it is not the usual
        self._conditions: tuple[int, ...] = ()
        self._booleans, self._integers = INTEGERS["direct"](self), INTEGERS[encodings.integers](self)
        self.enter("")

    # Clauses

    def enter(self, group: str, definitions: bool = False) -> None:
        """Clauses that are added from now on belong to this group."""
        self._key = (group, definitions)
        self._store = self.stores.setdefault(self._key, ClauseStore())

    def begin(self, posted: Flattened) -> None:
        """Of this group, from now on."""
        if not posted.as_written or self._key in self.sources:
            self.sources.begin(self._key, len(self._store), posted)

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
        self.enter(x.domain_group, definitions=True)
        yield
        self._conditions = conditions
        self.enter(*key)

    def add(self, literals: Iterable[int]) -> None:
        """Add a clause without its repeated and false literals, unless it is a tautology. A range has only numbers."""
        if isinstance(literals, range) and not self._conditions:
            self._store.extend((*literals, 0))
            return
        clause = dict.fromkeys(chain(literals, self._conditions))
        clause.pop(FALSE, None)
        if TRUE not in clause and (min(clause, default=0) > 0 or clause.keys().isdisjoint(map(neg, clause))):
            self._store.extend((*clause, 0))

    def add_clean(self, clauses: Iterable[Sequence[int]]) -> None:
        """Clauses that are known to have nothing to drop."""
        if self._conditions:
            for clause in clauses:
                self.add(clause)
        else:
            self._store.extend([literal for clause in clauses for literal in (*clause, 0)])

    def add_all(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add many clauses, most of which have nothing to drop: neither variables that repeat nor constants."""
        flat: list[int] = []
        for clause in clauses:
            if self._conditions or len(set(map(abs, clause))) < len(clause):
                self._store.extend(flat)
                flat = []
                self.add(clause)
            else:
                flat += clause
                flat.append(0)
        self._store.extend(flat)

    def add_folded(self, part: Pairs | Commanded) -> None:
        """Clauses that are known to have nothing to drop, folded."""
        if self._conditions:
            for clause in part.clauses():
                self.add(clause)
        else:
            self._store.parts.append(part)

    def add_pairs(self, literals: Sequence[int]) -> None:
        """A clause per pair of these literals, which are of different variables."""
        self.add_folded(Pairs(array("i", [-literal for literal in literals])))

    def at_most_one(self, literals: Iterable[int]) -> None:
        """Not two of these. A range has only numbers."""
        listed = literals if isinstance(literals, range) else self._open_ones(list(literals))
        if len(listed) > 1:
            self.used |= {"amo"} if len(listed) > 2 else set()
            self.encodings.at_most_one(self, listed)

    def _open_ones(self, literals: list[int]) -> list[int]:
        """Add the units that follow from at-most-one, and return the other literals, which are of different variables.

        A repeated literal is false. Beside the constant true, or beside a literal and its negation, all others are false.
        """
        variables = set(map(abs, literals))
        if len(variables) == len(literals) and TRUE not in variables:
            return literals
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
        """A constraint of the solver. It needs different variables and no condition; otherwise it is over copies."""
        if self._conditions or (bound > 1 and not different_variables(literals)):
            copies = self.fresh(len(literals))
            self.add_clean((-literal, copy) for literal, copy in zip(literals, copies, strict=True))
            literals = copies
        group, _ = self._key
        self.native.append(NativeAtMost(group, literals, bound))

    # Numbers

    def fresh(self, count: int) -> range:
        """New auxiliary numbers."""
        self.top += count
        return range(self.top - count + 1, self.top + 1)

    @property
    def defined(self) -> Mapping[Defined, int]:
        """The auxiliary literals `x == v` and `x <= v` of the integers."""
        return self._integers.defined

    def about(self, x: Variable) -> "Integers":
        """The encoding of x."""
        return self._booleans if x.boolean else self._integers

    def literals(self, unit: Unit) -> Sequence[int]:
        """`term == value` for every value of the term, in their order."""
        return (TRUE,) if unit.variable is None else self.about(unit.variable).literals(unit.variable)

    def cases(self, unit: Unit) -> list[tuple[int, int]]:
        """Each value of the term, with the literal `term == value`."""
        return list(zip(unit.values(), self.literals(unit), strict=True))

    def disjunction(self, literal: Literal) -> Sequence[int]:
        """The literal as a disjunction, for use inside a clause."""
        return self.about(literal.variable).disjunction(literal)

    def literal(self, literal: Literal) -> int:
        integers = self.about(literal.variable)
        find = integers.equals if literal.comparator == "==" else integers.at_most
        number = find(literal.variable, literal.value)
        return number if literal.positive else -number


def different_variables(literals: Sequence[int]) -> bool:
    return len(set(map(abs, literals))) == len(literals)
