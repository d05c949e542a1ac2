"""A Puzzle: its parameters, how to build its spec, how to draw a Solution, and published counts. A model file ends in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from threefold.errors import BadInput, SpecError, did_you_mean
from threefold.format import integer
from threefold.language.functions import Function
from threefold.language.node import Kind
from threefold.language.spec import Spec, Value
from threefold.language.terms import Assignment, Index, Literal, Sum, Variable
from threefold.language.truth import Logical


class Solution:
    """`solution["queen", 3]`, `solution["x"]` without an index, `solution[queen[3]]`; `solution.values` for all decisions."""

    def __init__(self, spec: Spec, assignment: Assignment) -> None:
        self.spec, self.assignment = spec, assignment

    @property
    def parameters(self) -> dict[str, Any]:
        return self.spec.parameters

    @property
    def values(self) -> dict[str, int]:
        """The values of the decision variables in order of declaration: {"queen[1]": 3, …}."""
        return {str(x): self.assignment[x.position] for x in self.spec.variables if not x.derived}

    @property
    def derived(self) -> dict[str, int]:
        return {str(x): self.assignment[x.position] for x in self.spec.variables if x.derived}

    def __getitem__(self, key: str | tuple[str | int, ...] | Variable | Sum | Logical) -> int:
        """Of a term its value, of a literal or a constraint whether it is true."""
        if isinstance(key, Sum | Function):
            return key.value(self.assignment)
        if isinstance(key, Literal | Kind):
            return key.holds(self.assignment)
        if isinstance(key, Variable):
            key = (key.family, *key.index)
        if not isinstance(key, str | tuple):
            raise SpecError(f"{self.spec.name}: a solution has values of names, variables and terms (got {key!r:.60})")
        name, *index = (key,) if isinstance(key, str) else key
        family = self.spec.families.get(str(name))
        if family is None:
            raise SpecError(f"{self.spec.name} has no family '{name}'{did_you_mean(str(name), self.spec.families)}")
        return self.assignment[family[tuple(index)].position]

    def __iter__(self) -> Iterator[tuple[str, int]]:
        """Pairs of name and value, so that `dict(solution)` is `solution.values`."""
        return iter(self.values.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self.values == other.values

    def __hash__(self) -> int:
        return hash(tuple(self))

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        parameters = dict(self.parameters)
        return {"spec": self.spec.name, "parameters": parameters, "values": self.values, "derived": self.derived}

    def __str__(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self)

    def __repr__(self) -> str:
        return f"<Solution of {self.spec.title}: {self}>"


@dataclass(frozen=True)
class Parameter:
    """An integer parameter and its range: `Parameter("n", "number of queens", 1, 1000)`."""

    name: str
    help: str
    minimum: int
    maximum: int
    optional: bool = False  # may be left out where the optimum is asked for: `build` gets None

    @property
    def allowed(self) -> str:
        return f"{self.minimum} to {self.maximum}"

    def parse(self, puzzle: str, text: str) -> int:
        try:
            value = integer(text)
        except ValueError:
            raise BadInput(f"{puzzle}: {self.name} must be an integer (got {text!r:.60})") from None
        if value < self.minimum:
            raise BadInput(f"{puzzle}: {self.name} must be at least {self.minimum} (got {text:.60})")
        if value > self.maximum:
            raise BadInput(f"{puzzle}: {self.name} must be at most {self.maximum} (got {text:.60})")
        return value


@dataclass(frozen=True)
class Text:
    """A text parameter: words, the name of a file, or the name of an instance. `build` reads it and reports mistakes."""

    name: str
    help: str
    allowed: str  # in a few words: "a file, or 81 characters"

    def parse(self, puzzle: str, text: str) -> str:
        if not text.strip():
            raise BadInput(f"{puzzle}: {self.name} is empty; expected: {self.allowed}")
        return text


@dataclass(frozen=True)
class KnownCounts:
    """Published numbers of solutions: `KnownCounts("OEIS A000170", {(4,): 2, (8,): 92})`. Rows that find another number disagree.

    Attributes:
        source: Where they are published.
        counts: The numbers, by tuples of all parameters.
    """

    source: str
    counts: Mapping[Any, int]


@dataclass(frozen=True)
class Symmetry:
    """A named map from solutions to solutions, given by the image of `family[index] == value`."""

    name: str
    image: Callable[[str, Index, int], tuple[str, Index, int]]


def neighbours_exchanged(nouns: str, count: int, place: int | None = None) -> tuple[Symmetry, ...]:
    """Exchanges of i and i + 1 that generate all permutations of 1 to `count`: of values, or of the index in this place."""

    def exchanged(i: int) -> Symmetry:
        swap: dict[int | str, int] = {i: i + 1, i + 1: i}

        def image(family: str, index: Index, value: int) -> tuple[str, Index, int]:
            if place is None:
                return family, index, swap.get(value, value)
            return family, (*index[:place], swap.get(index[place], index[place]), *index[place + 1 :]), value

        return Symmetry(f"{nouns} {i} and {i + 1} exchanged", image)

    return tuple(map(exchanged, range(1, count)))


def values_as_text(solution: Solution) -> str:
    """The drawing of a puzzle without `draw`."""
    return str(solution)


@dataclass(frozen=True)
class Puzzle:
    """A puzzle: what `PUZZLE` is at the end of its file. docs/language.md has a whole file.

    Attributes:
        name: Its name, which is also that of its file.
        summary: One line for lists.
        parameters: What `build` takes, in this order.
        build: A function that returns the `Spec` of an instance.
        draw: A function that returns a solution as text, for the terminal.
        known: Published numbers of solutions.
        example: The parameters of the default instance, for `compare NAME` and the puzzle's help.
        description: The rules.
        picture: A function that returns a solution as SVG.
        symmetries: A function that is called like `build` and returns the symmetries.
        optima: Published values of the objective.
    """

    name: str
    summary: str
    parameters: tuple[Parameter | Text, ...]
    build: Callable[..., Spec]
    draw: Callable[[Solution], str] = values_as_text
    known: tuple[KnownCounts, ...] = ()
    example: tuple[Value, ...] = ()
    description: str = ""
    picture: Callable[[Solution], str] | None = None
    symmetries: Callable[..., tuple[Symmetry, ...]] | None = None
    optima: tuple[KnownCounts, ...] = ()

    def parse(self, texts: Sequence[str], *, optimum: bool = False) -> dict[str, Value]:
        """The parameters as typed, checked; without texts those of the default instance.

        Where the optimum is asked for, optional ones are left out.
        """
        needed = sum(not getattr(parameter, "optional", False) for parameter in self.parameters)
        if optimum and needed < len(self.parameters) and len(texts) <= needed:
            return replace(self, parameters=self.parameters[:needed], example=self.example[:needed]).parse(texts)
        texts = texts or [str(value) for value in self.example]
        wanted = " ".join(parameter.name for parameter in self.parameters)
        if len(texts) < len(self.parameters):
            missing = self.parameters[len(texts)]
            without = f" (compare with «optimum» does without {missing.name})" if len(texts) >= needed else ""
            expected = f"expected: {self.name} {wanted}{without}"
            raise BadInput(f"{self.name}: {missing.name} is missing ({missing.help}); {expected}")
        if len(texts) > len(self.parameters):
            surplus = texts[len(self.parameters)]
            raise BadInput(f"{self.name}: {surplus!r} is one parameter too many; expected: {self.name} {wanted}")
        return {p.name: p.parse(self.name, text) for p, text in zip(self.parameters, texts, strict=True)}

    def known_count(self, parameters: Mapping[str, Value]) -> tuple[int, str] | None:
        return self._known(self.known, parameters)

    def known_optimum(self, parameters: Mapping[str, Value]) -> tuple[int, str] | None:
        """By the parameters that were not left out."""
        return self._known(self.optima, parameters)

    def _known(self, tables: Sequence[KnownCounts], parameters: Mapping[str, Value]) -> tuple[int, str] | None:
        key = tuple(parameters[each.name] for each in self.parameters if each.name in parameters)
        return next(((known.counts[key], known.source) for known in tables if key in known.counts), None)
