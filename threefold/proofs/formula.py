"""A spec as clauses for a proof: every auxiliary is an atom or a definition, every clause has a source (docs/certificates.md).

**Names.** The variables of the spec come first, then the definitions. `values` has the values that a name can take; of a sum only
those that the prover tells apart.

**Atoms** are made when they are first used. At the end `close` adds what the solver must know of them: all values in direct
encoding, or the chain `x <= v` with the equalities that are used, where a bound of the variable is used or its domain is large.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, pairwise

from threefold.backends.backend import Cube
from threefold.language import Literal, Spec
from threefold.language.flattening import flatten
from threefold.language.units import Unit

TRUE = 2**31 - 1
FALSE = -TRUE
DIRECT_UP_TO = 64  # values
Source = tuple[str, tuple[int, ...]]  # a clause after what it follows from
ASSUMED = "assumed"  # the source of a cube's clause


class Formula:
    def __init__(self, spec: Spec) -> None:
        self.spec = spec = flatten(spec)
        self.values: list[Sequence[int]] = [x.domain for x in spec.variables]
        self.declarations: list[str] = []  # atoms and definitions, as lines of the certificate
        self.clauses: list[Source] = []
        self.circuits: list[
            tuple[str, list[dict[int, int]]]
        ] = []  # source, and for every node its successors' literals
        self.cubes: list[list[int]] = []  # the literals of each
        self.atoms = 0
        self.source = "domain"
        self._numbers: dict[tuple[int, str], dict[int, int]] = {}  # by name and comparator: value -> atom
        self._written: dict[tuple[int, str, int], int] = {}
        self._conditions: tuple[int, ...] = ()

    # Clauses

    def add(self, literals: Iterable[int]) -> None:
        """A clause of the constraint that is being lowered, under its condition."""
        self.add_defined((*literals, *self._conditions), self.source)

    def add_defined(self, literals: Iterable[int], source: str) -> None:
        """Without false and repeated literals, unless it is a tautology."""
        clause = dict.fromkeys(literals)
        clause.pop(FALSE, None)
        if TRUE not in clause and not any(-literal in clause for literal in clause):
            self.clauses.append((source, tuple(clause)))

    @contextmanager
    def naming(self, *names: str) -> Iterator[None]:
        """Clauses that follow from the constraint together with these definitions."""
        source, self.source = self.source, " ".join([self.source, *names])
        yield
        self.source = source

    @contextmanager
    def under(self, condition: int) -> Iterator[None]:
        """Clauses of the constraint, but not of definitions, hold under this condition only."""
        self._conditions = (-condition,)
        yield
        self._conditions = ()

    def at_most_one(self, literals: Iterable[int]) -> None:
        for one, other in combinations(literals, 2):
            self.add((-one, -other))

    # Literals

    def _atom(self, name: int, comparator: str, value: int) -> int:
        numbers = self._numbers.setdefault((name, comparator), {})
        if value not in numbers:
            numbers[value] = self._declare(name, comparator, value)
        return numbers[value]

    def _declare(self, name: int, comparator: str, value: int) -> int:
        self.atoms += 1
        self.declarations.append(f"atom x{name} {comparator} {value}")
        return self.atoms

    def equals(self, name: int, value: int) -> int:
        values = self.values[name]
        if value not in values or len(values) == 1:
            return FALSE if value not in values else TRUE
        if len(values) == 2:  # one atom is enough
            return self._atom(name, "==", values[1]) if value == values[1] else -self._atom(name, "==", values[1])
        return self._atom(name, "==", value)

    def at_most(self, name: int, value: int) -> int:
        """Of a variable."""
        values = self.values[name]
        place = bisect_right(values, value)
        if place in (0, len(values)):
            return TRUE if place else FALSE
        return self.equals(name, values[0]) if len(values) == 2 else self._atom(name, "<=", values[place - 1])

    def sum_at_most(self, name: int, value: int) -> int:
        """Of a definition: the verifier knows its bounds only."""
        return self._atom(name, "<=", value)

    def atoms_of(self, name: int) -> list[int]:
        return [number for comparator in ("==", "<=") for number in self._numbers.get((name, comparator), {}).values()]

    def divide(self, cubes: Iterable[Cube]) -> None:
        for cube in cubes:
            self.cubes.append([each for x, values in cube.items() for each in self.inside(x, sorted(values))])

    def inside(self, position: int, values: Sequence[int]) -> list[int]:
        """Literals that together say: one of these values, which are neighbours in the domain."""
        if len(values) == 1:
            found = [self.equals(position, values[0])]
        else:
            found = [self.at_most(position, values[-1]), -self.at_most(position, values[0] - 1)]
        return [literal for literal in found if literal != TRUE]

    def literal(self, literal: Literal) -> int:
        find = self.equals if literal.comparator == "==" else self.at_most
        number = find(literal.variable.position, literal.value)
        return number if literal.positive else -number

    def as_written(self, literal: Literal) -> int:
        """The literal as in the spec, for a definition: the verifier compares such terms as written."""
        key = (literal.variable.position, literal.comparator, literal.value)
        if key not in self._written:
            self._written[key] = self._declare(*key)
        return self._written[key] if literal.positive else -self._written[key]

    def cases(self, unit: Unit) -> list[tuple[int, int]]:
        """Each value of the term, with the literal `term == value`."""
        if unit.variable is None:
            return [(unit.offset, TRUE)]
        position = unit.variable.position
        return [(unit.sign * v + unit.offset, self.equals(position, v)) for v in self.values[position]]

    # Definitions

    def define(self, text: str, values: Sequence[int]) -> int:
        self.declarations.append(f"define {text}")
        self.values.append(values)
        return len(self.values) - 1

    # The end

    def close(self) -> None:
        self._conditions, self.source = (), "domain"
        for x in self.spec.variables:
            if not x.derived or (x.position, "==") in self._numbers or (x.position, "<=") in self._numbers:
                self._constrain(x.position)
        for name in range(len(self.spec.variables), len(self.values)):
            self._chain(name)

    def same(self, declaration: str, positive: bool) -> int:
        """The literal over an atom that another formula declared."""
        _, name, comparator, value = declaration.split(" ")
        number = self._atom(int(name[1:]), comparator, int(value))
        return number if positive else -number

    def close_used(self) -> None:
        """As `close`, for the variables that are used."""
        self.source = "domain"
        for name in sorted({name for name, _ in self._numbers}):
            self._constrain(name)

    def _constrain(self, name: int) -> None:
        values, bounds = self.values[name], self._numbers.get((name, "<="), {})
        if len(values) <= 2:
            self.equals(name, values[-1])
        elif len(values) > DIRECT_UP_TO or 2 * len(bounds) > len(values):
            self._order(name)
        else:
            literals = [self.equals(name, value) for value in values]
            self.add(literals)
            self.at_most_one(literals)
            for bound, number in bounds.items():
                for value, literal in zip(values, literals, strict=True):
                    self.add((-literal, number if value <= bound else -number))

    def _order(self, name: int) -> None:
        """The chain of all bounds, and the values that are used."""
        values = self.values[name]
        bounds = [FALSE, *(self.at_most(name, value) for value in values)]
        self._chain(name)
        for value, number in self._numbers.get((name, "=="), {}).items():
            place = bisect_left(values, value)
            before, here = bounds[place : place + 2]
            for clause in ((-number, here), (-number, -before), (number, -here, before)):
                self.add(clause)

    def _chain(self, name: int) -> None:
        for (_, lower), (_, upper) in pairwise(sorted(self._numbers.get((name, "<="), {}).items())):
            self.add((-lower, upper))

    def differs(self, name: int, value: int) -> list[int]:
        """`name != value` as a clause, for a variable after `close`."""
        values, place = self.values[name], bisect_left(self.values[name], value)
        if len(values) <= 2 or value in self._numbers.get((name, "=="), {}):
            found = [-self.equals(name, value)]
        else:
            found = [self.at_most(name, values[place] - 1), -self.at_most(name, value)]
        return [literal for literal in found if literal != FALSE]

    def value(self, name: int, true: Container[int]) -> int:
        """Of a variable, where these atoms are true; a variable without atoms can have any value."""
        values = self.values[name]
        equal = self._numbers.get((name, "=="), {})
        if len(values) == 2:
            return values[equal.get(values[1], 0) in true]
        for value in values:
            if equal.get(value, 0) in true or self._numbers.get((name, "<="), {}).get(value, 0) in true:
                return value
        return values[-1]
