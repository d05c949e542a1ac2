"""The growing CNF: numbers, clauses by group, conditions, and literals that are defined once.

**Numbers.** The spec's own literals come first: variable by variable in order of declaration, one number per value of an integer
(`queen[r] == c` is (r-1)·n + c), one per Boolean. Auxiliaries follow. TRUE and FALSE are literals too, with a number that no
variable reaches, so that a value outside a domain, or a constant among the terms, needs no case of its own: `add` drops them.

**Clauses** lie in one flat array per group, each ended by 0 as in DIMACS: a pair as a Python
list takes some 80 bytes and its integers more, here 12.

**Conditions.** Under a condition c every clause gets the literal -c. That is half-reification: with c true the clauses are what
they were, with c false they are all satisfied and their auxiliaries are free, which does not matter to solutions over the
decision variables (raw model counts do change, and nothing here counts raw models).

**Definitions.** A literal `x <= v` that is needed as one number is defined once, in both directions, and used by everyone: its
clauses must therefore hold unconditionally, whoever asked first, and belong to x's domain and not to the group that asked.
"""

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations

from backends.views import Native, direct_views
from language import Literal, Spec, Variable
from language.spec import domain_group
from language.terms import Unit

TRUE = 2**31 - 1
FALSE = -TRUE
BlockKey = tuple[str, bool]  # a group, and whether these are its definitions


class Encoder:
    def __init__(self, spec: Spec, at_most_one: Callable[["Encoder", Sequence[int]], None]) -> None:
        self.views, first_free = direct_views(spec, 1)
        self.own = self.top = first_free - 1
        self.blocks: dict[BlockKey, array[int]] = {}
        self._at_most_one = at_most_one
        self._conditions: tuple[int, ...] = ()
        self._at_most: dict[tuple[int, int], int] = {}
        self.enter("")

    # Clauses

    def enter(self, group: str, definitions: bool = False) -> None:
        """What is added from now on belongs to this group."""
        self._key = (group, definitions)
        self._block = self.blocks.setdefault(self._key, array("i"))

    @contextmanager
    def under(self, condition: int) -> Iterator[None]:
        outer = self._conditions
        self._conditions = (*outer, -condition)
        yield
        self._conditions = outer

    @contextmanager
    def _defining(self, x: Variable) -> Iterator[None]:
        key, conditions = self._key, self._conditions
        self._conditions = ()
        self.enter(domain_group(x), definitions=True)
        yield
        self._conditions = conditions
        self.enter(*key)

    def add(self, literals: Iterable[int]) -> None:
        """A clause, without its repeated and false literals; nothing if it is a tautology."""
        clause = dict.fromkeys(literals)
        clause.update(dict.fromkeys(self._conditions))
        clause.pop(FALSE, None)
        if TRUE not in clause and not any(-literal in clause for literal in clause):
            self._block.extend(clause)
            self._block.append(0)

    def add_clean(self, clauses: Iterable[Sequence[int]]) -> None:
        """Clauses that are known to have nothing to drop (100 queens with ladder are lowered in 0.10 s instead of 0.25)."""
        if self._conditions:
            for clause in clauses:
                self.add(clause)
        else:
            self._block.extend(literal for clause in clauses for literal in (*clause, 0))

    def add_pairs(self, literals: Sequence[int]) -> None:
        """Not two of these: a clause per pair. The millions of clauses come from here, hence the slices."""
        if self._conditions or not different_variables(literals):
            for one, other in combinations(literals, 2):
                self.add((-one, -other))
            return
        negated, firsts, seconds = array("i", [-literal for literal in literals]), array("i"), array("i")
        for position in range(len(negated) - 1):
            seconds += negated[position + 1 :]
            firsts += negated[position : position + 1] * (len(negated) - 1 - position)
        pairs = array("i", bytes(3 * firsts.itemsize * len(firsts)))
        pairs[0::3], pairs[1::3] = firsts, seconds
        self._block += pairs

    def at_most_one(self, literals: Iterable[int]) -> None:
        """Not two of these; a literal that stands there twice is false."""
        counts = Counter(literal for literal in literals if literal != FALSE)
        truths = counts.pop(TRUE, 0)
        if truths > 1:
            self.add(())
        for literal, count in counts.items():
            if truths or count > 1:
                self.add((-literal,))
        once = [literal for literal, count in counts.items() if count == 1 and not truths]
        if len(once) > 1:
            self._at_most_one(self, once)

    def exactly_one(self, literals: Sequence[int]) -> None:
        self.add(literals)
        self.at_most_one(literals)

    # Numbers

    def fresh(self, count: int) -> range:
        """New auxiliary numbers."""
        self.top += count
        return range(self.top - count + 1, self.top + 1)

    def literals(self, x: Variable) -> Sequence[int]:
        """`x == v` for every value of the domain, in its order."""
        view = self.views[x.position]
        if isinstance(view, Native):
            return (-view.index, view.index)
        return range(view.first, view.first + len(x.domain))

    def cases(self, unit: Unit) -> list[tuple[int, int]]:
        """Every value that the term can take, with the literal that it does."""
        literals = (TRUE,) if unit.variable is None else self.literals(unit.variable)
        return list(zip(unit.values(), literals, strict=True))

    def equals(self, x: Variable, value: int) -> int:
        return self.literals(x)[x.domain.index(value)] if value in x.domain else FALSE

    def disjunction(self, literal: Literal) -> Sequence[int]:
        """The literal as a disjunction, for use inside a clause: no auxiliary."""
        if literal.comparator == "==":
            return (self.literal(literal),)
        below, above = self._split(literal.variable, literal.value)
        true, false = (below, above) if literal.positive else (above, below)
        if not false:
            return (TRUE,)
        return (-false[0],) if len(false) == 1 else true

    def literal(self, literal: Literal) -> int:
        """The literal as one number."""
        find = self.equals if literal.comparator == "==" else self.at_most
        number = find(literal.variable, literal.value)
        return number if literal.positive else -number

    def at_most(self, x: Variable, value: int) -> int:
        """`x <= value`."""
        below, above = self._split(x, value)
        if not below or not above:
            return TRUE if below else FALSE
        if len(below) == 1 or len(above) == 1:
            return below[0] if len(below) == 1 else -above[0]
        key = (x.position, len(below))
        if key not in self._at_most:
            [self._at_most[key]] = self.fresh(1)
            with self._defining(x):
                self._define_at_most(x, self._at_most[key], below, above)
        return self._at_most[key]

    def _split(self, x: Variable, value: int) -> tuple[Sequence[int], Sequence[int]]:
        """The literals of the values up to this one, and of those beyond."""
        literals, position = self.literals(x), bisect_right(x.domain, value)
        return literals[:position], literals[position:]

    def _define_at_most(self, x: Variable, defined: int, below: Sequence[int], above: Sequence[int]) -> None:
        """`defined` if and only if one of `below`, and not one of `above`.

        Where `x <= the value before` is a number already it stands for all of `below` but the last: asked for in order of the
        domain, the definitions form a chain of constant size each (the order encoding beside the direct one).
        """
        before = below[0] if len(below) == 2 else self._at_most.get((x.position, len(below) - 1))
        if before is not None:
            below = (before, below[-1])
            self.add((-before, -below[-1]))
        for literal in below:
            self.add((-literal, defined))
        self.add((-defined, *below))
        if before is None or len(above) == 2:
            for literal in above:
                self.add((-literal, -defined))
            self.add((defined, *above))


def different_variables(literals: Sequence[int]) -> bool:
    return len(set(map(abs, literals))) == len(literals)


def clauses_of(block: Collection[int]) -> Iterator[list[int]]:
    clause: list[int] = []
    for literal in block:
        if literal:
            clause.append(literal)
        else:
            yield clause
            clause = []
