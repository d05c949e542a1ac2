"""Between a solver's literals and the spec's variables: models to assignments, and assignments to clauses.

A model is read once per solution, so everything that can be is looked up by number: which variable and value a literal means,
whether it belongs to a decision variable.
"""

from collections.abc import Iterator

from backends.backend import BrokenAnswer
from backends.views import Native, decode, direct_views
from language import Assignment, Spec


class Projection:
    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.views, first_free = direct_views(spec, 1)
        self.own = first_free - 1
        self._meaning = [(0, 0)]  # number -> position of the variable, value that it has where the literal is true
        self._decides = [False]  # number -> does it belong to a decision variable?
        for x in spec.variables:
            cases = [(x.position, value) for value in ((1,) if x.boolean else x.domain)]
            self._meaning += cases
            self._decides += [not x.derived] * len(cases)
        self._booleans = [view.index for view in self.views if isinstance(view, Native)]
        self._integers = len(spec.variables) - len(self._booleans)

    def assignment(self, model: list[int]) -> Assignment:
        true = [literal for literal in model[: self.own] if literal > 0]
        values = dict(map(self._meaning.__getitem__, true))
        true_booleans = 0
        for number in self._booleans:
            position, _ = self._meaning[number]
            true_booleans += values.setdefault(position, 0)
        # As many true literals as integers, and a value for every variable: exactly one each.
        if len(true) - true_booleans != self._integers or len(values) != len(self.views):
            return self._broken(model)
        return tuple(map(values.__getitem__, range(len(values))))

    def _broken(self, model: list[int]) -> Assignment:
        """Read again, slowly, by the code that says which variable has no value or two."""
        decode(self.spec, self.views, lambda number: model[number - 1] > 0)
        raise BrokenAnswer(f"the answer has {len(model)} literals and cannot be read")

    def blocking(self, model: list[int]) -> list[int]:
        """A clause that forbids this solution: integers by their true literal, Booleans in the polarity they have."""
        true = [-literal for literal in model[: self.own] if literal > 0 and self._decides[literal]]
        return true + [number for number in self._booleans if self._decides[number] and model[number - 1] < 0]

    def units(self, assignment: Assignment) -> Iterator[list[int]]:
        """Unit clauses that fix the decision variables, every literal of them: the domains' clauses may be absent."""
        for number in range(1, self.own + 1):
            if self._decides[number]:
                position, value = self._meaning[number]
                yield [number if assignment[position] == value else -number]
