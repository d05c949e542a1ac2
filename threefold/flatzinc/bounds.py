"""Bounds of the variables that a FlatZinc model declares without any: those that its comparisons and products give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import inf

from threefold.errors import BadInput
from threefold.flatzinc.syntax import Model, Name
from threefold.language.terms import Domain

ROUNDS = 50  # of propagation; bounds that grow step by step are given up
Linear = tuple[Sequence[int], Sequence[object], int]  # sum of a·x <= bound
COMPARISONS = {"int_le": ("<=", 0), "int_lt": ("<=", -1), "int_eq": ("==", 0)}


def bounded(model: Model) -> dict[str, Domain]:
    """The domain of each integer variable. BadInput names one that has no bounds."""
    declared = [each for each in model.declarations if each.variable and each.size is None and each.kind == "int"]
    domains = {each.name: each.domain for each in declared if each.domain is not None}
    free = [each.name for each in declared if each.domain is None and each.value is None]
    found = _Bounds(model, domains, free).found() if free else {}
    return {**domains, **found}


class _Bounds:
    def __init__(self, model: Model, domains: Mapping[str, Domain], free: Iterable[str]) -> None:
        self._low: dict[str, float] = {name: domain[0] if domain else 0 for name, domain in domains.items()}
        self._high: dict[str, float] = {name: domain[-1] if domain else 0 for name, domain in domains.items()}
        self._free = set(free)
        self._lists = {each.name: each.value for each in model.declarations if each.size is not None}
        self._lists |= {each.name: each.value for each in model.declarations if not each.variable}
        self._linear = list(self._inequalities(model))
        self._products = [each.call.arguments for each in model.constraints if each.call.name == "int_times"]
        self._changed = False

    def found(self) -> dict[str, Domain]:
        for _ in range(ROUNDS):
            self._changed = False
            for coefficients, variables, bound in self._linear:
                self._narrow(coefficients, variables, bound)
            for one, other, result in self._products:
                ends = [a * b for a, b in product(self._ends(one), self._ends(other))]
                if all(abs(end) < inf for end in ends):
                    self._at_least(result, min(ends))
                    self._at_most(result, max(ends))
            if not self._changed:
                break
        for name in sorted(self._free):
            if inf in (-self._low.get(name, -inf), self._high.get(name, inf)):
                raise BadInput(f"{name} has no bounds: declare it with a domain")
        return {name: range(int(self._low[name]), int(self._high[name]) + 1) for name in self._free}

    def _inequalities(self, model: Model) -> Iterator[Linear]:
        for constraint in model.constraints:
            name, arguments = constraint.call.name, [self._value(each) for each in constraint.call.arguments]
            if name in COMPARISONS:
                comparator, bound = COMPARISONS[name]
                coefficients, variables = [1, -1], arguments
            elif name in ("int_lin_eq", "int_lin_le"):
                comparator = "==" if name == "int_lin_eq" else "<="
                coefficients, variables, bound = arguments  # type: ignore[assignment]
            else:
                continue
            yield coefficients, variables, bound
            if comparator == "==":
                yield [-a for a in coefficients], variables, -bound

    def _value(self, written: object) -> object:
        return self._lists.get(written.text, written) if isinstance(written, Name) else written

    def _ends(self, x: object) -> tuple[float, float]:
        if isinstance(x, Name):
            if x.text in self._free or x.text in self._low:
                return self._low.get(x.text, -inf), self._high.get(x.text, inf)
            return 0, 1  # a Boolean
        return int(x), int(x)  # type: ignore[call-overload]

    def _narrow(self, coefficients: Sequence[int], variables: Sequence[object], bound: int) -> None:
        """Each `a·x` is at most the bound less the smallest values of all others."""
        smallest = [
            min(a * end for end in self._ends(x)) if a else 0 for a, x in zip(coefficients, variables, strict=True)
        ]
        endless = [place for place, value in enumerate(smallest) if value == -inf]
        for place in endless if len(endless) == 1 else range(len(smallest)) if not endless else ():
            a, rest = coefficients[place], bound - sum(smallest[:place]) - sum(smallest[place + 1 :])
            if a > 0:
                self._at_most(variables[place], rest // a)
            elif a < 0:
                self._at_least(variables[place], -(rest // -a))

    def _at_least(self, x: object, least: float) -> None:
        if isinstance(x, Name) and x.text in self._free and least > self._low.get(x.text, -inf):
            self._low[x.text], self._changed = least, True

    def _at_most(self, x: object, most: float) -> None:
        if isinstance(x, Name) and x.text in self._free and most < self._high.get(x.text, inf):
            self._high[x.text], self._changed = most, True
