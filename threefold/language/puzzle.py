"""A Puzzle: what a model file ends in. Its parameters, how to build its spec, how to draw a solution, what is known of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from threefold.language.errors import BadInput
from threefold.language.solution import Solution
from threefold.language.spec import Spec
from threefold.language.terms import Index

Value = int | str  # of a parameter


@dataclass(frozen=True)
class Parameter:
    """An integer that the person gives after the puzzle's name."""

    name: str
    help: str
    minimum: int
    maximum: int

    @property
    def allowed(self) -> str:
        return f"{self.minimum} to {self.maximum}"

    def parse(self, puzzle: str, text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise BadInput(f"{puzzle}: {self.name} must be an integer (got {text!r})") from None
        if value < self.minimum:
            raise BadInput(f"{puzzle}: {self.name} must be at least {self.minimum} (got {value})")
        if value > self.maximum:
            raise BadInput(f"{puzzle}: {self.name} must be at most {self.maximum} (got {value})")
        return value


@dataclass(frozen=True)
class Text:
    """A text that the person gives: words, a file's name, a name. `build` reads it and says what is wrong."""

    name: str
    help: str
    allowed: str  # in a few words, for people: "a file, or 81 characters"

    def parse(self, puzzle: str, text: str) -> str:
        if not text.strip():
            raise BadInput(f"{puzzle}: {self.name} is empty; expected: {self.allowed}")
        return text


@dataclass(frozen=True)
class KnownCounts:
    """Numbers of solutions that others have published, by the puzzle's parameters in order."""

    source: str
    counts: Mapping[tuple[Value, ...], int]


@dataclass(frozen=True)
class Symmetry:
    """A named map of solutions to solutions, given by what it makes of `family[index] == value`."""

    name: str
    image: Callable[[str, Index, int], tuple[str, Index, int]]


def values_exchanged(name: str, one: int, other: int) -> Symmetry:
    """`x == one` becomes `x == other`, for every variable, and the other way round."""
    swap = {one: other, other: one}
    return Symmetry(name, lambda family, index, value: (family, index, swap.get(value, value)))


def indices_exchanged(name: str, place: int, one: int, other: int) -> Symmetry:
    """One index becomes the other in this place of every variable's name, and the other way round."""
    swap: dict[int | str, int | str] = {one: other, other: one}

    def image(family: str, index: Index, value: int) -> tuple[str, Index, int]:
        return family, (*index[:place], swap.get(index[place], index[place]), *index[place + 1 :]), value

    return Symmetry(name, image)


@dataclass(frozen=True)
class Puzzle:
    name: str
    summary: str
    parameters: tuple[Parameter | Text, ...]
    build: Callable[..., Spec]
    draw: Callable[[Solution], str]
    known: tuple[KnownCounts, ...] = ()
    example: tuple[Value, ...] = ()  # the default instance: what `compare NAME` runs, and the puzzle's own help shows
    description: str = ""
    picture: Callable[[Solution], str] | None = None  # as SVG
    symmetries: Callable[..., tuple[Symmetry, ...]] | None = (
        None  # of an instance: called with the parameters, as `build`
    )

    def parse(self, texts: Sequence[str]) -> dict[str, Value]:
        """The parameters as typed, checked; those of the default instance where nothing was typed."""
        texts = texts or [str(value) for value in self.example]
        wanted = " ".join(parameter.name for parameter in self.parameters)
        if len(texts) < len(self.parameters):
            missing = self.parameters[len(texts)]
            raise BadInput(f"{self.name}: {missing.name} is missing ({missing.help}); expected: {self.name} {wanted}")
        if len(texts) > len(self.parameters):
            surplus = texts[len(self.parameters)]
            raise BadInput(f"{self.name}: {surplus!r} is one parameter too many; expected: {self.name} {wanted}")
        return {p.name: p.parse(self.name, text) for p, text in zip(self.parameters, texts, strict=True)}

    def known_count(self, parameters: Mapping[str, Value]) -> tuple[int, str] | None:
        """The published count of this instance and its source."""
        key = tuple(parameters[parameter.name] for parameter in self.parameters)
        return next(((known.counts[key], known.source) for known in self.known if key in known.counts), None)
