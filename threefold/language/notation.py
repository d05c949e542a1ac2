"""The small change of mathematical notation: literals, sums, sets, lists, and variables that are named by their index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from threefold.language.terms import Index, Literal, Sum, Unit, Variable

SIGNS = {"<=": "≤", "==": "=", ">=": "≥", "!=": "≠"}
NEGATED = {"<=": ">", "==": "≠"}
LETTERS = "ijklmn"
LONG = 6  # as many things are listed in full


@dataclass(frozen=True)
class Range:
    """Variables of one family, over a set of indices that is a product: `queen[i]`, i ∈ {1, …, 8}; or `cell[2, j]`."""

    family: str
    dimensions: tuple[tuple[int | str, ...], ...]

    @property
    def varying(self) -> tuple[tuple[int | str, ...], ...]:
        """Without the indices that are the same in all."""
        return tuple(values for values in self.dimensions if len(values) > 1)

    @property
    def letters(self) -> list[str]:
        return [letter for letter, values in zip(LETTERS, self.dimensions, strict=False) if len(values) > 1]

    @property
    def name(self) -> str:
        return self.named(self.letters)

    def named(self, letters: Sequence[str]) -> str:
        """With these letters for the indices that vary."""
        left = iter(letters)
        return f"{self.family}[{', '.join(next(left) if len(v) > 1 else str(v[0]) for v in self.dimensions)}]"

    @property
    def membership(self) -> str:
        letters = ", ".join(self.letters)
        return f"{f'({letters})' if len(self.varying) > 1 else letters} ∈ {' × '.join(map(set_of, self.varying))}"


def range_of(variables: Sequence[Variable | None]) -> Range | None:
    """The range that these variables are, in its order; None for fewer than three, or where they are none."""
    found = [x for x in variables if x is not None]
    if len(found) < max(len(variables), 3) or len({x.family for x in found}) > 1:
        return None
    indices: list[Index] = [x.index for x in found]
    dimensions = tuple(tuple(dict.fromkeys(dimension)) for dimension in zip(*indices, strict=True))
    if not 0 < len(dimensions) <= len(LETTERS) or prod(map(len, dimensions)) != len(indices):
        return None
    return Range(found[0].family, dimensions) if indices == list(product(*dimensions)) else None


def literal(about: Literal, name: str | None = None) -> str:
    """`name` stands in the place of the variable's."""
    subject = name or str(about.variable)
    if about.variable.boolean and about.comparator == "==" and about.value in (0, 1):
        return subject if about.positive == (about.value == 1) else f"¬{subject}"
    sign = SIGNS[about.comparator] if about.positive else NEGATED[about.comparator]
    return f"{subject} {sign} {number(about.value)}"


def counted(statement: str) -> str:
    """1 where the statement is true and 0 where it is false: Iverson's bracket, which a Boolean variable does not need."""
    return f"[{statement}]" if " " in statement.replace(", ", ",") or statement.startswith("¬") else statement


def sum_of(terms: Sequence[tuple[int, str]], constant: int) -> str:
    """`2·x − y + 3`, from coefficients and names."""
    signed = [(a, name if abs(a) == 1 else f"{abs(a)}·{name}") for a, name in terms if a]
    signed += [(constant, str(abs(constant)))] if constant or not signed else []
    parts = [f"{'−' if a < 0 else '+'} {text}" for a, text in signed]
    return in_short(parts, " ", "+ …").removeprefix("+ ").replace("− ", "−", 1 if parts[0].startswith("−") else 0)


def whole_sum(left: Sum) -> str:
    over = range_of([x for _, x in left.terms])
    if over and {a for a, _ in left.terms} == {1} and not left.constant:
        return f"∑_{{{over.membership}}} {over.name}"
    return sum_of([(a, str(x)) for a, x in left.terms], left.constant)


def term(unit: Unit) -> str:
    return sum_of([] if unit.variable is None else [(unit.sign, str(unit.variable))], unit.offset)


def number(value: int) -> str:
    return str(value).replace("-", "−")


def set_of(values: Sequence[int | str]) -> str:
    """`{1, 2, 5}`, or `{1, …, 8}` where nothing between is missing."""
    integers = [value for value in values if isinstance(value, int)]
    gapless = len(integers) == len(values) and integers == list(range(integers[0], integers[0] + len(integers)))
    shown = [number(value) if isinstance(value, int) else value for value in values]
    if gapless and len(shown) > 3:
        return f"{{{shown[0]}, …, {shown[-1]}}}"
    return f"{{{in_short(shown)}}}"


def in_short(things: Iterable[str], separator: str = ", ", gap: str = "…") -> str:
    listed = list(things)
    if len(listed) > LONG:
        listed = [*listed[: LONG - 2], gap, listed[-1]]
    return separator.join(listed)


def how_many(things: Sequence[object], noun: str) -> str:
    """Said only where not all are listed."""
    return f"  ({len(things):,} {noun})" if len(things) > LONG else ""
