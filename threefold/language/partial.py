"""A partial solution: some variables have no value yet. A picture draws it, because an open value behaves like a value.

An open value is shown as nothing, equals nothing but itself, is neither smaller nor larger than anything, and what is computed
from it is open too.
"""

from collections.abc import Mapping
from typing import Any

from threefold.language.puzzle import Solution
from threefold.language.spec import Spec


class Open:
    """The value of a variable that has none."""

    def _open(self, *_: object) -> "Open":
        return self

    def _no(self, other: object) -> bool:
        return False

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = _open
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = _open
    __lt__ = __le__ = __gt__ = __ge__ = _no

    def __eq__(self, other: object) -> bool:
        return other is self

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return ""

    def __format__(self, form: str) -> str:
        return ""


OPEN = Open()


def partial_solution(spec: Spec, values: Mapping[int, int]) -> Solution:
    """The values by the positions of their variables; the others are open."""
    assignment: Any = [values.get(x.position, OPEN) for x in spec.variables]
    return Solution(spec, assignment)
