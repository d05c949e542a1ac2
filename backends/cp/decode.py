"""Reading a solution from the text of the solver's values, `[3, 1, 4]`, by string methods.

CP-SAT's Python module has the values of a response one by one or as one text, and the text is several times faster
(docs/measurements.md#cp-decode).
"""

from collections.abc import Callable, Sequence

from threefold.backends.backend import BrokenAnswer
from threefold.backends.variable_maps import DirectView, Native
from threefold.language import Spec

MOST_NUMBERS = 10_000  # that are kept


def decoder(spec: Spec, views: Sequence[DirectView]) -> Callable[[str], tuple[int, ...]]:
    """A function from the text of the solver's values to the values of the spec's variables."""
    if not views:
        return lambda text: ()
    if all(isinstance(view, Native) for view in views):
        number, many = _Numbers().__getitem__, len(views)
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
    """`digits` has a 0 or 1 for each of the spec's own model variables; those made on demand follow and are ignored."""
    values = []
    for x, view in zip(spec.variables, views, strict=True):
        if isinstance(view, Native):
            values.append(int(digits[view.first]))
            continue
        end = view.first + len(view.domain)
        if digits.count("1", view.first, end) != 1:
            raise BrokenAnswer(f"the answer gives {x} {digits.count('1', view.first, end)} values instead of one")
        values.append(view.domain[digits.index("1", view.first, end) - view.first])
    return tuple(values)
