"""What one view concludes from a partial board."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from threefold.language import Spec, Variable
from threefold.language.terms import Domain

VIEWS = {
    "up": "unit propagation on the CNF, without probing",
    "cp": "propagation of each constraint, until no value is without support",
    "lp": "the linear relaxation: a value is ruled out if the maximum of [x == v] is below 1",
}
TITLES = {"up": "unit propagation", "cp": "CP propagation", "lp": "linear relaxation"}


@dataclass(frozen=True)
class Contradiction:
    """The partial board cannot be completed; what shows it."""

    sentence: str
    groups: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        return {"sentence": self.sentence, "groups": list(self.groups), "variables": list(self.variables)}


@dataclass(frozen=True)
class Conclusions:
    view: str
    left: tuple[
        Domain, ...
    ]  # of every variable: the values that are not ruled out; at a contradiction those left so far
    contradiction: Contradiction | None = None
    notes: tuple[str, ...] = ()  # where less is concluded than the view's name says

    def ruled_out(self, spec: Spec, given: Collection[int]) -> int:
        """How many values, of all variables but those that are given, by position."""
        pairs = zip(spec.variables, self.left, strict=True)
        return sum(len(x.domain) - len(left) for x, left in pairs if x.position not in given)

    def forced(self, given: Collection[int]) -> int:
        """How many of the other variables have one value left."""
        return sum(len(left) == 1 for position, left in enumerate(self.left) if position not in given)


def concluded(
    view: str,
    spec: Spec,
    left: Sequence[Domain],
    contradiction: Contradiction | None = None,
    notes: Sequence[str] = (),
) -> Conclusions:
    """A variable without a value is a contradiction, also where the view itself finds none."""
    empty = next((x for x in spec.variables if not left[x.position]), None)
    if contradiction is None and empty is not None:
        contradiction = no_value(empty)
    return Conclusions(view, tuple(left), contradiction, tuple(notes))


def no_value(x: Variable) -> Contradiction:
    return Contradiction(f"no value is left for {x}", (x.domain_group,), (str(x),))
