"""What people who know another package write first: a sentence that says what to write, in place of Python's own error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Never, NoReturn

from threefold.errors import SpecError
from threefold.language.truth import Statement

ADD = "a constraint is added to a group, which has a name: write spec.group('one queen per row').add(…)"
SOLVE = "a spec is solved by functions: import threefold as tf, then tf.solve(spec) or tf.solutions(spec)"
INSTEAD = {"add": ADD, "solve": SOLVE, "solveAll": SOLVE}
OPERATORS = {
    **{"add": "+", "sub": "-", "mul": "*", "floordiv": "//", "mod": "%", "pow": "**", "truediv": "/"},
    **{"radd": "+", "rsub": "-", "rmul": "*", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "and": "&", "or": "|"},
}


class OneByOne:
    """Of a family: operators are for its variables."""

    name: str

    def __eq__(self, other: object) -> bool:
        """As of Python's mappings; a comparison with a number or a term is a mistake."""
        if isinstance(other, int | Statement):
            raise self._no_operator("==")
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        if isinstance(other, int | Statement):
            raise self._no_operator("!=")
        return super().__ne__(other)

    def _no_operator(self, sign: str) -> SpecError:
        x = self.name
        return SpecError(f"{x} is a family, and '{sign}' is for one variable: write {x}[i], or total({x}) for the sum")


class NoValue:
    """Of a variable."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def __getattr__(self, attribute: str) -> Any:
            if attribute == "value":
                raise SpecError(f"{self} has a value in a solution only: write solution[{self}]")
            raise AttributeError(f"a variable has no '{attribute}'", name=attribute, obj=self)


class OtherPackages:
    """Of a Spec. A type checker does not see these names, and so refuses them."""

    name: str

    if not TYPE_CHECKING:

        def __getattr__(self, attribute: str) -> Any:
            if attribute in INSTEAD:
                raise SpecError(f"{self.name}: {INSTEAD[attribute]}")
            raise AttributeError(f"a Spec has no '{attribute}'", name=attribute, obj=self)

    def __iadd__(self, constraint: Never) -> NoReturn:
        raise SpecError(f"{self.name}: {ADD}")


def two_bounds(place: str, low: object, high: object) -> SpecError:
    end = high + 1 if isinstance(high, int) else f"{high} + 1"
    return SpecError(f"{place}: a domain is one list of values; for {low} to {high} write range({low}, {end})")


def no_domain(place: str, name: object) -> SpecError:
    written = f"spec.integers({name!r}, range(3), domain=range(5))"
    return SpecError(f"{place}: the domain is missing; for three integers from 0 to 4 write {written}")


def _refused(sign: str) -> Any:
    def method(self: OneByOne, other: object) -> NoReturn:
        raise self._no_operator(sign)

    return method


for _name, _sign in OPERATORS.items():
    setattr(OneByOne, f"__{_name}__", _refused(_sign))
