"""A spec in the kernel's eight kinds: what a backend lowers.

A constraint that the backend has itself (`native`) stays whole. Any other is replaced by its `decompose`; a function gets an
auxiliary variable, or is added up where it is a sum; a constraint inside another one gets a Boolean that is true if and only if
it holds, and none where clauses say the same. Equal ones share one auxiliary. Each auxiliary is a function of the declared
variables, so there are as many solutions as before. All definitions are in the group `definitions`.

A term that can be undefined, like `x // y`, becomes two: its condition, which joins the smallest constraint around it, and an
auxiliary that has some value where the condition is false (docs/language.md#undefined).

Each step takes one level of one tree from a list of what is left to do: no depth is too large.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any, cast

from threefold.language.constraints import Circuit, Clause, Conditional, Constraint, Element, Implies, Linear, Table
from threefold.language.constraints.all import All
from threefold.language.constraints.total import Total
from threefold.language.constraints.truth_of import TruthOf
from threefold.language.flattening.auxiliaries import Auxiliaries, Native, Scoped
from threefold.language.flattening.flat import DOMAINS, GROUP, OF_DEFINITIONS, Flat, Flattened, OfObjective
from threefold.language.flattening.truths import (
    conjunction,
    disjunction,
    half_reified,
    is_partial,
    is_true,
    logical,
    negated,
    signed,
)
from threefold.language.group import Group
from threefold.language.logic import negation
from threefold.language.node import Kind
from threefold.language.objective import Objective
from threefold.language.spec import Spec
from threefold.language.terms import as_literal
from threefold.language.truth import Literal, Logical

__all__ = ["DOMAINS", "GROUP", "OF_DEFINITIONS", "Flat", "Flattened", "flatten", "is_simple"]

MOST_CLAUSES = 16  # that a clause of conjunctions becomes; with more, all but the largest of them get a Boolean


def flatten(spec: Spec, native: Native = ()) -> Flat:
    if isinstance(spec, Flat):
        return spec
    flat = Flat(spec)
    if all(is_simple(each) for group in spec.groups.values() for each in group.constraints) and _plain(spec.objective):
        flat.groups = spec.groups
        return flat
    return _Flattening(flat, native).run()


def is_simple(constraint: Kind) -> bool:
    """Of the kernel, about variables and no functions."""
    return isinstance(constraint, Constraint) and all(x.position >= 0 for x in constraint.operands())


def _plain(objective: Objective | None) -> bool:
    return objective is None or objective.is_variable


class _Flattening(Auxiliaries):
    def run(self) -> Flat:
        spec = self.flat.written
        for posted in spec.posted:
            self.source = posted
            self.flat.groups.setdefault(posted.group, Group(self.flat, posted.group))
            assert self.flat.sources is not None
            self.flat.sources.setdefault(posted.group, [])
            self.state(posted.group, posted.constraint)
            self.define()
        if spec.objective and not spec.objective.is_variable:
            self.source = OfObjective(spec.objective.sense, Linear(spec.objective.term, "==", spec.objective.term))
            objective = Objective(spec.objective.sense, self.sum(self.expanded(spec.objective.term)))
            if not objective.is_variable:
                objective = Objective(objective.sense, self.auxiliary(Total(objective.term))._sum())
            self.flat.objective = objective
            self.define()
        return self.flat

    # what has to hold

    def state(self, group: str, statement: Logical) -> None:
        waiting = [statement]
        while waiting:
            found = self.step(waiting.pop())
            if isinstance(found, list):
                waiting += reversed(found)
            else:
                self.flat.put(group, found, self.source)

    def define(self) -> None:
        while self.undefined:
            auxiliary, function = self.undefined.popleft()
            for each in function.decompose(auxiliary):
                self.state(GROUP, each)

    def step(self, item: Logical) -> Kind | list[Logical]:
        """The constraint as the backend gets it, or what means the same."""
        if not isinstance(item, Kind):
            literal = as_literal(item)
            return Clause([literal]) if literal.variable.position >= 0 else self.alternatives([literal])
        if is_simple(item):
            return item
        if is_partial(item):
            return self.defined(item)
        match item:
            case All():
                return list(item.literals)
            case Clause():
                return self.alternatives(item.literals)
            case Implies():
                return self.implied(item.condition, item.constraint)
            case _ if isinstance(item, Scoped):
                return self.kernel(item)
            case _ if type(item) in self.native:
                return item.of_arguments([self.argument(each) for each in item.arguments])
            case _:
                return list(item.decompose())

    def alternatives(self, literals: Sequence[Literal]) -> Clause | Implies | list[Logical]:
        """One of them is true."""
        spliced = self.spliced(literals)
        if spliced is None:
            return []
        if len(spliced) == 1 and isinstance(inner := spliced[0].variable, TruthOf):
            return [inner.item] if is_true(spliced[0]) else self.negated(inner.item)
        conjunctions = {place: parts for place, each in enumerate(spliced) if (parts := conjunction(each)) is not None}
        if conjunctions:
            return self.distributed(spliced, conjunctions)
        if len(spliced) == 2:
            for one, other in (spliced, spliced[::-1]):
                if one.variable.position >= 0 and (opposite := half_reified(other)) is not None:
                    return [Implies(~one, opposite)]
        found = [self.literal(each) for each in spliced]
        always = any(each is True for each in found)
        return [] if always else Clause([each for each in found if isinstance(each, Literal)])

    def spliced(self, literals: Sequence[Literal]) -> list[Literal] | None:
        """With those of the clauses inside; None where it is always true."""
        found: dict[Any, Literal] = {}
        waiting = list(reversed(literals))
        while waiting:
            literal = waiting.pop()
            inner = disjunction(literal)
            if inner is not None:
                waiting += reversed(inner)
                continue
            simple = self.constant_or_literal(literal)
            if simple is True:
                return None
            if isinstance(simple, Literal):
                x = simple.variable
                key = x.position if x.position >= 0 else id(x), simple.comparator, simple.value
                if found.setdefault(key, simple).positive != simple.positive:
                    return None
        return list(found.values())

    def constant_or_literal(self, literal: Literal) -> Literal | bool:
        """The simplest that says the same without an auxiliary."""
        x = literal.variable
        if not isinstance(x, TruthOf):
            return literal
        item, true = x.item, is_true(literal)
        if not item.operands():
            return item.holds(()) == true
        if isinstance(item, Linear) and not is_partial(item) and all(y.position >= 0 for _, y in item.terms):
            found = self.of_one_variable(item)
            if found is not None:
                return signed(found, true)
        return literal

    def negated(self, item: Kind) -> list[Logical]:
        return [Clause(map(negation, self.defined(item)))] if is_partial(item) else negated(item)

    def distributed(self, literals: list[Literal], conjunctions: dict[int, list[Logical]]) -> list[Logical]:
        """A clause for each choice of a part of each conjunction."""
        if prod(map(len, conjunctions.values())) > MOST_CLAUSES:
            largest = max(conjunctions, key=lambda place: len(conjunctions[place]))
            conjunctions = {largest: conjunctions[largest]}
        choices = [
            conjunctions.get(place) or [each if conjunction(each) is None else logical(self.literal(each))]
            for place, each in enumerate(literals)
        ]
        return [Clause(chosen) for chosen in product(*choices)]

    def implied(self, condition: Literal, inner: Conditional) -> Kind | list[Logical]:
        if isinstance(inner, Clause):
            single = inner.literals[0] if len(inner.literals) == 1 else None
            if single is None or not isinstance(single.variable, TruthOf):
                return [Clause([~condition, *inner.literals])]
            item = single.variable.item
            parts = [item] if is_true(single) else self.negated(item)
            if is_true(single) and not isinstance(item, Conditional):
                if is_partial(item):
                    parts = self.defined(item)
                elif type(item) in self.native or isinstance(item, Table | Element | Circuit):
                    return [Clause([~condition, single])]
                else:
                    parts = list(item.decompose())
            return [Implies(condition, each) for each in parts]
        if is_partial(inner):
            return [Implies(condition, each) for each in self.defined(inner)]
        yes, then = self.literal(condition), self.kernel(inner)
        if isinstance(yes, bool):
            return ([then] if isinstance(then, Kind) else then) if yes else []
        if isinstance(then, Conditional):
            return Implies(yes, then)
        return [Clause([~yes, each]) for each in cast("list[Logical]", then)]
