"""A wrong formula beside the reference, and what a repair of it is.

A cause is named only together with a repair: the formula without the mistake. Whether that is right is decided as for any
formula, so that a wrong guess costs only time.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from threefold.cnf.relation.auxiliaries import components, included
from threefold.cnf.relation.entailment import Clause, Entailment, Theory, renumbered
from threefold.cnf.relation.formulas import Foreign, Reference
from threefold.format import many
from threefold.language import Spec


@dataclass(frozen=True)
class Repair:
    texts: tuple[str, ...]  # the mistakes, in words
    clauses: Collection[Clause]  # the formula without them
    sure: bool = False  # it is known to be right: the reference itself


@dataclass(frozen=True)
class Comparison:
    reference: Reference
    foreign: Foreign
    weak: Entailment  # which clauses of the reference follow from the formula
    strong: Entailment  # which clauses of the formula follow from the reference
    ours: Theory  # of the reference
    neighbours: Iterable[tuple[str, Spec]] = ()  # the same puzzle with other parameters

    def follows(self, clauses: Iterable[Clause]) -> Entailment:
        """Which clauses of the reference follow from these."""
        theory = Theory([*clauses, *self.foreign.links])
        return included(theory, self.reference.groups, self.reference.shared, self.reference.grids)

    def excludes(self, clauses: Collection[Clause]) -> bool:
        """Do these clauses exclude a solution?"""
        return included(self.ours, clauses, self.foreign.shared).model is not None

    def is_right(self, clauses: Collection[Clause]) -> bool:
        if set(clauses) == self.reference.groups.keys():
            return True
        return not self.excludes(clauses) and self.follows(clauses).model is None

    @cached_property
    def unknown(self) -> list[Clause]:
        """The clauses of the formula that the reference does not have."""
        return [clause for clause in self.foreign.distinct if clause not in self.reference.groups]

    @cached_property
    def networks(self) -> list[list[Clause]]:
        """The clauses with auxiliaries, by the auxiliaries that they share."""
        return components(self.foreign.distinct, self.foreign.shared)[1]

    @cached_property
    def failing(self) -> list[Clause]:
        """The clauses that exclude solutions, each alone; not what is left of a clause when auxiliaries get their value."""
        return [clause for clause in self.strong.failing if clause in self.foreign.distinct]

    @cached_property
    def excluding(self) -> list[Clause]:
        """The clauses that exclude solutions: each alone, or all of a network together."""
        together = (clause for network in self.networks if self.excludes(network) for clause in network)
        return sorted({*self.failing, *together}, key=self.foreign.distinct.__getitem__)

    def shown(self, clauses: Sequence[Clause]) -> str:
        """How many these clauses of the formula are, and the first."""
        first = self.foreign.named(clauses[0])
        if len(clauses) == 1:
            return f"clause {first.index:,} ({first.text})"
        return f"{many(len(clauses), 'clause')} (first clause {first.index:,}: {first.text})"

    def without(self, wrong: Collection[Clause]) -> Iterator[Clause]:
        return (clause for clause in self.foreign.distinct if clause not in wrong)

    def own(self, parts: Iterable[str]) -> dict[Clause, None]:
        """The clauses of these parts of the reference, with the definitions of their auxiliaries, in numbers of their own."""
        reference = self.reference
        own = {clause: None for part in parts for clause in reference.parts[part]}
        networks = components(reference.groups, reference.shared)[1]
        own.update({clause: None for each in networks if not own.keys().isdisjoint(each) for clause in each})
        inner = sorted({abs(n) for clause in own for n in clause if abs(n) not in reference.shared})
        top = max((abs(n) for clause in self.foreign.distinct for n in clause), default=0) + reference.program.top
        return renumbered(own, {number: top + place for place, number in enumerate(inner, start=1)})
