"""A Puzzle: what a model file ends in. Its parameters, how to build its spec, how to draw a solution, what is known of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from language.errors import BadInput
from language.spec import Solution, Spec


@dataclass(frozen=True)
class Parameter:
    """An integer that the person gives after the puzzle's name."""

    name: str
    help: str
    minimum: int
    maximum: int

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
class KnownCounts:
    """Numbers of solutions that others have published, by the puzzle's parameters in order."""

    source: str
    counts: Mapping[tuple[int, ...], int]


@dataclass(frozen=True)
class Symmetry:
    """A named map of solutions to solutions: assignment in, assignment out."""

    name: str
    image: Callable[[Solution], Sequence[int]]


@dataclass(frozen=True)
class Puzzle:
    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    build: Callable[..., Spec]
    draw: Callable[[Solution], str]
    known: tuple[KnownCounts, ...]
    example: tuple[int, ...]  # the default instance: what the puzzle's own help shows
    description: str = ""
    symmetries: tuple[Symmetry, ...] = ()

    def parse(self, texts: Sequence[str]) -> dict[str, int]:
        """The parameters as typed, checked."""
        wanted = " ".join(parameter.name for parameter in self.parameters)
        if len(texts) < len(self.parameters):
            missing = self.parameters[len(texts)]
            raise BadInput(f"{self.name}: {missing.name} is missing ({missing.help}); expected: {self.name} {wanted}")
        if len(texts) > len(self.parameters):
            surplus = texts[len(self.parameters)]
            raise BadInput(f"{self.name}: {surplus!r} is one parameter too many; expected: {self.name} {wanted}")
        return {p.name: p.parse(self.name, text) for p, text in zip(self.parameters, texts, strict=True)}

    def known_count(self, parameters: Mapping[str, int]) -> tuple[int, str] | None:
        """The published count of this instance and its source."""
        key = tuple(parameters[parameter.name] for parameter in self.parameters)
        return next(((known.counts[key], known.source) for known in self.known if key in known.counts), None)
