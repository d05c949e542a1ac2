"""Names with their values, atoms, definitions, and boxes.

A name is a number: a variable of the spec (its position), or a definition. `domains` has the values that a name can take at
all; of a definition these are the bounds that follow from what it is defined by.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from threefold.language import Literal, Spec

Values: TypeAlias = Sequence[int]  # strictly increasing


class Atom(NamedTuple):
    """A literal: `name == value` or `name <= value`, or its negation."""

    name: int
    comparator: str
    value: int
    positive: bool = True

    def negated(self) -> "Atom":
        return Atom(self.name, self.comparator, self.value, not self.positive)

    def narrow(self, values: Values) -> Values:
        """Those that make it true."""
        start, stop = bisect_left(values, self.value), bisect_right(values, self.value)
        if self.comparator == "<=":
            start = 0
        if self.positive:
            return values[start:stop]
        return values[stop:] if not start else values if start == stop else (*values[:start], *values[stop:])


def atom_of(literal: Literal) -> Atom:
    return Atom(literal.variable.position, literal.comparator, literal.value, literal.positive)


Term: TypeAlias = int | Atom  # a name, or 1 where the atom is true and 0 where not
Conjunction: TypeAlias = frozenset[Atom]


class Form(NamedTuple):
    """`constant + sum of coefficient·term`; its atoms are positive."""

    terms: Mapping[Term, int]
    constant: int = 0

    @classmethod
    def of(cls, terms: Iterable[tuple[Term, int]], constant: int = 0) -> "Form":
        combined: dict[Term, int] = {}
        for term, a in terms:
            if isinstance(term, Atom) and not term.positive:
                constant, a, term = constant + a, -a, term.negated()
            combined[term] = combined.get(term, 0) + a
        return cls({term: a for term, a in combined.items() if a}, constant)

    def plus(self, other: "Form", factor: int = 1) -> "Form":
        added = [(term, factor * a) for term, a in other.terms.items()]
        return Form.of([*self.terms.items(), *added], self.constant + factor * other.constant)


class Names:
    def __init__(self, spec: Spec) -> None:
        self.variables = len(spec.variables)
        self.domains: list[Values] = [x.domain for x in spec.variables]
        self._definitions: list[Form | Conjunction] = []
        self._atoms = [Atom(-1, "", 0)]  # from 1 on
        self._expanded: dict[int, Form] = {}

    def name(self, word: str) -> int:
        """`x7`: a variable, or a definition before this place."""
        if word[0] != "x" or not 0 <= int(word[1:]) < len(self.domains):
            raise ValueError(word)
        return int(word[1:])

    def literal(self, number: int) -> Atom:
        if number == 0:
            raise ValueError("0 is not a literal")
        return self._atoms[number] if number > 0 else self._atoms[-number].negated()

    def declare(self, kind: str, *words: str) -> None:
        """A line `atom …` or `define …`."""
        match kind, *words:
            case "atom", name, "==" | "<=" as comparator, value:
                self._atoms.append(Atom(self.name(name), comparator, int(value)))
            case "define", "and", *literals:
                self._definitions.append(frozenset(self.literal(int(word)) for word in literals))
                self.domains.append(range(2))
            case "define", "sum", constant, *terms:
                form = Form.of(map(self._term, terms), int(constant))
                low, high = Box(self, ()).bounds(form)
                self._definitions.append(form)
                self.domains.append(range(low, high + 1))
            case _:
                raise ValueError(kind)

    def _term(self, word: str) -> tuple[Term, int]:
        """`2*x7` or `2*[-3]`."""
        factor, term = word.split("*")
        return self.literal(int(term[1:-1])) if term[0] + term[-1] == "[]" else self.name(term), int(factor)

    def definition(self, name: int) -> Form | Conjunction:
        if name < self.variables:
            raise ValueError(f"x{name} is a variable")
        return self._definitions[name - self.variables]

    def expanded(self, name: int) -> Form:
        """A sum, over terms that are not sums themselves."""
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
    """What is left of every name's values where all these literals are true; `outer` is a box that it is a part of."""

    def __init__(self, names: Names, literals: Iterable[Atom], outer: "Box | None" = None) -> None:
        self.names = names
        self.left: dict[int, Values] = dict(outer.left) if outer else {}  # of the names that the literals mention
        for literal in literals:
            self.left[literal.name] = literal.narrow(self.values(literal.name))

    def values(self, name: int) -> Values:
        return self.left[name] if name in self.left else self.names.domains[name]

    @property
    def empty(self) -> bool:
        return not all(self.left.values())

    def possible(self, literal: Atom) -> bool:
        """It is true for a value in the box."""
        return bool(literal.narrow(self.values(literal.name)))

    def values_of(self, term: Term) -> Values:
        if isinstance(term, int):
            return self.values(term)
        return range(not self.possible(term.negated()), 1 + self.possible(term))

    def bounds(self, form: Form) -> tuple[int, int]:
        low = high = form.constant
        for term, a in form.terms.items():
            ends = [a * value for value in (self.values_of(term)[0], self.values_of(term)[-1])]
            low, high = low + min(ends), high + max(ends)
        return low, high
