"""How a solution is read: the solver's values as one text, `[3, 1, 4]`, taken apart by string methods.

CP-SAT's Python module gives the values of a response one by one, through a method call or an iterator step each, or all of
them as text. Microseconds for a solution of 12 queens (12 integers, or 144 Booleans) and of 50, in the solver's thread and
then in the consumer's:

                                            12 int        12 bool       50 int        50 bool
    a method call per value, then a view's  2.2 + 1.9     22.7 + 13     8.1 + 5.5     408 + 166
    the response's iterator                 4.9 + 1.9     23.9 + 13     10.1 + 5.5    391 + 166
    text                                    1.0 + 0.8     2.6 + 1.8     1.6 + 3.0     30 + 7.7

All of it, the thread and the stream included, is 7 % of enumerating 12 queens and of cards 11 2 (medians of five and of three
processes, against a callback that only counts).
"""

from collections.abc import Callable, Sequence

from threefold.backends.backend import BrokenAnswer
from threefold.backends.variable_maps import DirectView, Native
from threefold.language import Spec

MOST_NUMBERS = 10_000  # that are kept
Reader = Callable[[str], tuple[int, ...]]


def reader(spec: Spec, views: Sequence[DirectView]) -> Reader:
    """From the text of the solver's values to the values of the spec's variables."""
    if not views:
        return lambda text: ()
    if all(isinstance(view, Native) for view in views):
        number, many = _Numbers().__getitem__, len(views)
        return lambda text: tuple(map(number, text[1:-1].split(", ", many)[:many]))
    return lambda text: _of_booleans(spec, views, text[1::3])


class _Numbers(dict[str, int]):
    """The numbers that were read before: 12 queens 0.8 µs, by `int` 1.4."""

    def __missing__(self, text: str) -> int:
        value = int(text)
        if len(self) < MOST_NUMBERS:
            self[text] = value
        return value


def _of_booleans(spec: Spec, views: Sequence[DirectView], digits: str) -> tuple[int, ...]:
    """`digits` has a 0 or 1 for each of the spec's own columns; what was made on demand follows and may be anything."""
    values = []
    for x, view in zip(spec.variables, views, strict=True):
        if isinstance(view, Native):
            values.append(int(digits[view.index]))
            continue
        end = view.first + len(view.domain)
        if digits.count("1", view.first, end) != 1:
            raise BrokenAnswer(f"the answer gives {x} {digits.count('1', view.first, end)} values instead of one")
        values.append(view.domain[digits.index("1", view.first, end) - view.first])
    return tuple(values)
