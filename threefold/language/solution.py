"""A solution: values by name and index."""

from collections.abc import Iterator
from typing import Any

from threefold.errors import SpecError, did_you_mean
from threefold.language.spec import Spec
from threefold.language.terms import Assignment


class Solution:
    """`solution["queen", 3]`, `solution["x"]` for a variable without index, `solution.values` for all.

    Two solutions are equal if their decision variables have the same names and values.
    """

    def __init__(self, spec: Spec, assignment: Assignment) -> None:
        self.spec, self.assignment = spec, assignment

    @property
    def parameters(self) -> dict[str, Any]:
        return self.spec.parameters

    @property
    def values(self) -> dict[str, int]:
        """The values of the decision variables in order of declaration: {"queen[1]": 3, …}."""
        return {str(x): self.assignment[x.position] for x in self.spec.variables if not x.derived}

    @property
    def derived(self) -> dict[str, int]:
        return {str(x): self.assignment[x.position] for x in self.spec.variables if x.derived}

    def __getitem__(self, key: str | tuple[str | int, ...]) -> int:
        name, *index = (key,) if isinstance(key, str) else key
        family = self.spec.families.get(str(name))
        if family is None:
            raise SpecError(f"{self.spec.name} has no family '{name}'{did_you_mean(str(name), self.spec.families)}")
        return self.assignment[family[tuple(index)].position]

    def __iter__(self) -> Iterator[tuple[str, int]]:
        """Pairs of name and value, so that `dict(solution)` is `solution.values`."""
        return iter(self.values.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self.values == other.values

    def __hash__(self) -> int:
        return hash(tuple(self))

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        parameters = dict(self.parameters)
        return {"spec": self.spec.name, "parameters": parameters, "values": self.values, "derived": self.derived}

    def __str__(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self)

    def __repr__(self) -> str:
        return f"<Solution of {self.spec.title}: {self}>"
