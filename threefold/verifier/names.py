"""Names with their values, atoms, definitions, and boxes.

A name is a number: a variable of the spec (its position), or a definition. `domains` has the values that a name can take at all; of a
definition these are the bounds that follow from what it is defined by.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from threefold.language import Literal, Spec

Values: TypeAlias = Sequence[int]  # strictly increasing
BOTH = range(2)


class Atom(NamedTuple):
    """A literal: `name == value` or `name <= value`, or its negation."""

    name: int
    comparator: str
    value: int
    positive: bool = True

    def negated(self) -> "Atom":
        return self._replace(positive=not self.positive)

    def narrow(self, values: Values) -> Values:
        """Those that make it true."""
        after = bisect_right(values, self.value)
        if self.comparator == "<=":
            return values[:after] if self.positive else values[after:]
        before = bisect_left(values, self.value)
        if self.positive or before == after:
            return values[before:after] if self.positive else values
        return values[after:] if not before else values[:before] if after == len(values) else (*values[:before], *values[after:])


def atom_of(literal: Literal) -> Atom:
    return Atom(literal.variable.position, literal.comparator, literal.value, literal.positive)


Term: TypeAlias = int | Atom  # a name, or 1 where the atom is true and 0 where not


@dataclass(frozen=True)
class Form:
    """`constant + sum of coefficient·term`; its atoms are positive."""

    terms: Mapping[Term, int]
    constant: int = 0

    @classmethod
    def of(cls, terms: Iterable[tuple[int, Term]], constant: int = 0) -> "Form":
        combined: dict[Term, int] = {}
        for coefficient, term in terms:
            if isinstance(term, Atom) and not term.positive:
                constant, coefficient, term = constant + coefficient, -coefficient, term.negated()
            combined[term] = combined.get(term, 0) + coefficient
        return cls({term: a for term, a in combined.items() if a}, constant)

    def plus(self, other: "Form", factor: int = 1) -> "Form":
        both = [(a, term) for term, a in self.terms.items()] + [(factor * a, term) for term, a in other.terms.items()]
        return Form.of(both, self.constant + factor * other.constant)


class Names:
    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.variables = len(spec.variables)
        self.domains: list[Values] = [x.domain for x in spec.variables]
        self.definitions: list[Form | tuple[Atom, ...]] = []  # of the names after the variables: a sum, or a conjunction
        self.atoms: list[Atom] = [Atom(-1, "", 0)]  # from 1 on
        self._expanded: dict[int, Form] = {}

    def name(self, word: str) -> int:
        """`x7`: a variable, or a definition before this place."""
        name = int(word[1:])
        if word[0] != "x" or not 0 <= name < len(self.domains):
            raise ValueError(word)
        return name

    def literal(self, number: int) -> Atom:
        if number == 0:
            raise ValueError("0 is not a literal")
        return self.atoms[number] if number > 0 else self.atoms[-number].negated()

    def add_atom(self, word: str, comparator: str, value: str) -> None:
        if comparator not in ("==", "<="):
            raise ValueError(comparator)
        self.atoms.append(Atom(self.name(word), comparator, int(value)))

    def define(self, kind: str, *words: str) -> None:
        if kind == "and":
            self.definitions.append(tuple(self.literal(int(word)) for word in words))
            self.domains.append(BOTH)
        elif kind == "sum":
            form = Form.of(map(self._summand, words[1:]), int(words[0]))
            low, high = Box(self, ()).bounds(form)
            self.definitions.append(form)
            self.domains.append(range(low, high + 1))
        else:
            raise ValueError(kind)

    def _summand(self, word: str) -> tuple[int, Term]:
        factor, _, term = word.partition("*")
        return int(factor), self.literal(int(term[1:-1])) if term[0] == "[" and term[-1] == "]" else self.name(term)

    def definition(self, name: int) -> Form | tuple[Atom, ...]:
        if name < self.variables:
            raise ValueError(f"x{name} is a variable")
        return self.definitions[name - self.variables]

    def expanded(self, name: int) -> Form:
        """A sum over what is not itself the name of a sum."""
        if name not in self._expanded:
            form = self.definition(name)
            if not isinstance(form, Form):
                raise ValueError(f"x{name} is not a sum")
            for term, a in form.terms.items():
                if isinstance(term, int) and term >= self.variables and isinstance(self.definition(term), Form):
                    form = form.plus(Form({term: 1}), -a).plus(self.expanded(term), a)
            self._expanded[name] = form
        return self._expanded[name]


class Box:
    """What is left of every name's values where all these literals are true."""

    def __init__(self, names: Names, literals: Iterable[Atom]) -> None:
        self.names = names
        self._left: dict[int, Values] = {}
        for literal in literals:
            self._left[literal.name] = literal.narrow(self.values(literal.name))

    def values(self, name: int) -> Values:
        return self._left[name] if name in self._left else self.names.domains[name]

    @property
    def mentioned(self) -> Iterable[int]:
        return self._left.keys()

    @property
    def empty(self) -> bool:
        return not all(self._left.values())

    def within(self, literals: Iterable[Atom]) -> "Box":
        """The part of it where these are true, too."""
        part = Box(self.names, ())
        part._left = dict(self._left)
        for literal in literals:
            part._left[literal.name] = literal.narrow(part.values(literal.name))
        return part

    def possible(self, literal: Atom) -> bool:
        """It is true for a value in the box."""
        return bool(literal.narrow(self.values(literal.name)))

    def values_of(self, term: Term) -> Values:
        if isinstance(term, int):
            return self.values(term)
        return range(0 if self.possible(term.negated()) else 1, 2 if self.possible(term) else 1)

    def bounds(self, form: Form) -> tuple[int, int]:
        low = high = form.constant
        for term, a in form.terms.items():
            values = self.values_of(term)
            least, largest = a * values[0], a * values[-1]
            low, high = low + min(least, largest), high + max(least, largest)
        return low, high
