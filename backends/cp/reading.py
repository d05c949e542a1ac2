"""Solutions read from the text of CP-SAT's values, `[4, 2, 7, 3]`: one by one, or a block of them.

A block is one long text. Where every value is a single digit, every third character is a value, and a few operations on the
whole text read all solutions. Longer numbers that a variable of the spec can have are replaced by one character first. The
text then has three characters per value; where it has more, some value is another number, and each solution is read alone
(docs/measurements.md#cp-blocks).
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from struct import iter_unpack

from threefold.backends.backend import BrokenAnswer
from threefold.backends.blocks import Block
from threefold.backends.variable_maps import DirectView, Native
from threefold.language import Assignment, Spec

MOST_NUMBERS = 10_000  # that the decoder keeps
MOST_REPLACED = 4  # numbers of two digits: each costs a pass over the text
ZERO = ord("0")
VALUES = bytes((character - ZERO) % 256 for character in range(256))  # of a character


class Reader:
    def __init__(self, spec: Spec, views: Sequence[DirectView]) -> None:
        self.assignment = decoder(spec, views)
        self._spec, self._views = spec, views
        self._many = len(spec.declared)

    @cached_property
    def _replaced(self) -> list[int] | None:
        return _long_numbers(self._spec) if all(isinstance(view, Native) for view in self._views) else None

    def block(self, texts: list[str]) -> Block:
        if self._replaced is None or not self._many:
            return list(map(self.assignment, texts))
        characters = "".join(texts)
        for number in self._replaced:
            characters = characters.replace(str(number), chr(ZERO + number))
        width = texts[0].count(",") + 1  # variables that were made on demand follow the spec's own
        if len(characters) != 3 * width * len(texts):
            return list(map(self.assignment, texts))
        values = characters[1::3].encode("latin-1").translate(VALUES)
        return [row for (row,) in iter_unpack(f"{self._many}s{width - self._many}x", values)]


def _long_numbers(spec: Spec) -> list[int] | None:
    """The values of two digits; None where there are too many, or longer or negative ones."""
    domains = {x.domain for x in spec.variables}  # far fewer than variables
    if not all(domain[0] >= 0 and domain[-1] < 100 for domain in domains):
        return None
    long = sorted({value for domain in domains for value in domain if value > 9})
    return long if len(long) <= MOST_REPLACED else None


def decoder(spec: Spec, views: Sequence[DirectView]) -> Callable[[str], Assignment]:
    """A function from the text of the solver's values to the values of the spec's variables."""
    if not spec.declared:
        return lambda text: ()
    if all(isinstance(view, Native) for view in views):
        number, many = _Numbers().__getitem__, len(spec.declared)
        return lambda text: tuple(map(number, text[1:-1].split(", ", many)[:many]))
    return lambda text: _from_booleans(spec, views, text[1::3])


class _Numbers(dict[str, int]):
    """Numbers that were read before: a look-up is faster than `int`."""

    def __missing__(self, text: str) -> int:
        value = int(text)
        if len(self) < MOST_NUMBERS:
            self[text] = value
        return value


def _from_booleans(spec: Spec, views: Sequence[DirectView], digits: str) -> tuple[int, ...]:
    """`digits` has a 0 or 1 for each of the spec's own model variables; auxiliaries follow and are ignored."""
    values = []
    for x, view in zip(spec.declared, views, strict=False):
        if isinstance(view, Native):
            values.append(int(digits[view.first]))
            continue
        end = view.first + len(view.domain)
        if digits.count("1", view.first, end) != 1:
            raise BrokenAnswer(f"the answer gives {x} {digits.count('1', view.first, end)} values instead of one")
        values.append(view.domain[digits.index("1", view.first, end) - view.first])
    return tuple(values)
