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

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, TypeAlias, cast

from threefold.language.constraints import (
    AllDifferent,
    Cardinality,
    Circuit,
    Clause,
    Conditional,
    Constraint,
    Element,
    Implies,
    Linear,
    Table,
    compare,
)
from threefold.language.constraints.all import All
from threefold.language.constraints.iff import Iff
from threefold.language.constraints.total import Total
from threefold.language.constraints.truth_of import TruthOf
from threefold.language.group import Group, Posted
from threefold.language.logic import negation
from threefold.language.node import Kind
from threefold.language.numbering import Numbering
from threefold.language.objective import Objective
from threefold.language.spec import Spec
from threefold.language.terms import (
    Auxiliary,
    Function,
    Sum,
    Undefined,
    Variable,
    as_literal,
    functions_in,
    inner_functions,
    operands,
)
from threefold.language.truth import Literal, Logical

GROUP, DOMAINS = "definitions", "domains of definitions"
OF_DEFINITIONS = frozenset({GROUP, DOMAINS})
MOST_CLAUSES = 16  # that a clause of conjunctions becomes; with more, all but the largest of them get a Boolean
Native: TypeAlias = Collection[type[Kind]]
Scoped: TypeAlias = Cardinality | AllDifferent | Linear | Table | Element | Circuit
"""The kernel but for Clause and Implies, which have constraints in them."""


@dataclass(frozen=True)
class Flattened(Posted):
    """A constraint for a backend, and the written one that it comes from: of a definition the first that needs it."""

    constraint: Constraint
    source: Posted

    @property
    def as_written(self) -> bool:
        return self.source.constraint is self.constraint


class OfObjective(Posted):
    """The objective, as the source of its definitions."""

    @property
    def words(self) -> str:
        assert isinstance(self.constraint, Linear)
        return f"{self.group} {self.constraint.left}"


class Flat(Spec):
    """The declared variables come first; a search gives values to these only."""

    def __init__(self, written: Spec) -> None:
        self.__dict__ |= written.outline().__dict__
        self.written, self.objective = written, written.objective
        self.functions: dict[int, Function] = {}  # of the auxiliaries, by position
        self.sources: dict[str, list[Posted]] | None = None  # by group; None: each constraint is as it was written

    def __reduce__(self) -> tuple[Any, ...]:
        return flatten, (self.written,)

    @property
    def declared(self) -> list[Variable]:
        return self.written.variables

    @property
    def posted(self) -> Iterator[Flattened]:
        for group in self.groups.values():
            sources = self.sources[group.name] if self.sources is not None else None
            for place, constraint in enumerate(group.constraints):
                kernel = cast("Constraint", constraint)
                yield Flattened(group.name, kernel, sources[place] if sources else Posted(group.name, constraint))

    def put(self, group: str, constraint: Kind, source: Posted) -> None:
        self.groups.setdefault(group, Group(self, group)).constraints.append(constraint)
        assert self.sources is not None
        self.sources.setdefault(group, []).append(source)


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


class _Flattening:
    def __init__(self, flat: Flat, native: Native) -> None:
        self.flat, self.native, self.numbering = flat, native, Numbering()
        flat.sources = {}
        self.units: dict[int, Sum] = {}  # by the number of a function: the term `±x + c` that has its value
        self.literals: dict[
            int, Literal | bool
        ] = {}  # by the number of a constraint: what is true if and only if it holds
        self.known = set[int]()  # the numbers of functions whose unit or literal is known
        self.undefined: deque[tuple[Variable, Function]] = deque()  # auxiliaries whose definition is not posted yet

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
            objective = Objective(spec.objective.sense, self.sum(spec.objective.term, inline=True))
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
            return [inner.item] if _is_true(spliced[0]) else self.negated(inner.item)
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
        item, true = x.item, _is_true(literal)
        if not item.operands():
            return item.holds(()) == true
        if isinstance(item, Linear) and not is_partial(item) and all(y.position >= 0 for _, y in item.terms):
            found = self.of_one_variable(item)
            if found is not None:
                return found == true if isinstance(found, bool) else found if true else ~found
        return literal

    def negated(self, item: Kind) -> list[Logical]:
        return [Clause(map(negation, self.defined(item)))] if is_partial(item) else negated(item)

    def distributed(self, literals: list[Literal], conjunctions: dict[int, list[Logical]]) -> list[Logical]:
        """A clause for each choice of a part of each conjunction."""
        if prod(map(len, conjunctions.values())) > MOST_CLAUSES:
            largest = max(conjunctions, key=lambda place: len(conjunctions[place]))
            conjunctions = {largest: conjunctions[largest]}
        choices = [
            conjunctions.get(place) or [each if conjunction(each) is None else _logical(self.literal(each))]
            for place, each in enumerate(literals)
        ]
        return [Clause(chosen) for chosen in product(*choices)]

    def implied(self, condition: Literal, inner: Conditional) -> Kind | list[Logical]:
        if isinstance(inner, Clause):
            single = inner.literals[0] if len(inner.literals) == 1 else None
            if single is None or not isinstance(single.variable, TruthOf):
                return [Clause([~condition, *inner.literals])]
            item = single.variable.item
            parts = [item] if _is_true(single) else self.negated(item)
            if _is_true(single) and not isinstance(item, Conditional):
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

    # constraints about variables only

    def kernel(
        self, item: Cardinality | AllDifferent | Linear | Table | Element | Circuit
    ) -> Constraint | list[Logical]:
        """The same about auxiliaries in place of functions; a list where it is always true, or never."""
        match item:
            case Cardinality():
                return self.amount(item.literals, item.comparator, item.bound)
            case Linear():
                return self.linear(item)
            case _:
                found = item.of_arguments([self.argument(each) for each in item.arguments])
                return cast("Constraint", found) if found.operands() else _constant(found.holds(()))

    def linear(self, item: Linear) -> Constraint | list[Logical]:
        left, right = self.expanded(item.left), self.expanded(item.right)
        difference = left.plus(right.times(-1))
        signs = {a for a, _ in difference.terms}
        counts = bool(difference.terms) and all(isinstance(x, TruthOf) for _, x in difference.terms)
        if counts and signs in ({1}, {-1}) and item.comparator != "!=":
            [sign] = signs
            comparator = item.comparator if sign == 1 else {"<=": ">=", ">=": "<="}.get(item.comparator, "==")
            literals = [Literal(x, "==", 1) for _, x in difference.terms]
            return self.amount(literals, comparator, -sign * difference.constant)
        found = Linear(self.sum(left), item.comparator, self.sum(right))
        return found if found.terms else _constant(compare(0, found.comparator, found.bound))

    def amount(self, literals: Sequence[Literal], comparator: str, bound: int) -> Constraint | list[Logical]:
        found = [self.literal(each) for each in literals]
        left = [each for each in found if isinstance(each, Literal)]
        cardinality = Cardinality(left, comparator, bound - sum(each is True for each in found))
        return cardinality if left else _constant(cardinality.holds(()))

    # terms

    def argument(self, argument: Any) -> Any:
        """A field, with auxiliaries in place of functions."""
        match argument:
            case Sum():
                return self.sum(argument)
            case Literal():
                return self.literal(argument)
            case tuple():
                return tuple(map(self.argument, argument))
            case _:
                return argument

    def sum(self, term: Sum, *, inline: bool = False) -> Sum:
        if all(x.position >= 0 for _, x in term.terms):
            return term
        term = self.expanded(term) if inline else term
        found = Sum((), term.constant)
        parts = [Sum(((1, x),), 0) if x.position >= 0 else self.unit(cast("Function", x)) for _, x in term.terms]
        for (a, _), part in zip(term.terms, parts, strict=True):
            found = found.plus(part.times(a))
        return found

    def expanded(self, term: Sum) -> Sum:
        """What functions that are sums add up to; of an undefined one there is an auxiliary."""
        if all(x.position >= 0 for _, x in term.terms):
            return term
        summands, constant = list[tuple[int, Variable]](), term.constant
        waiting = list(reversed(term.terms))
        while waiting:
            a, x = waiting.pop()
            inner = x.expand() if isinstance(x, Function) else None
            if inner is None:
                summands.append((a, x))
            else:
                constant += a * inner.constant
                waiting += [(a * b, y) for b, y in reversed(inner.terms)]
        return Sum(tuple(summands), constant)

    def unit(self, function: Function) -> Sum:
        """A term `±x + c` that has its value."""
        self.know(function)
        number = self.numbering.number(function)
        if isinstance(function, TruthOf) and number not in self.units:
            self.units[number] = self.truth(function)
        return self.units[number]

    def know(self, function: Function) -> None:
        """The functions inside come first, so that no recursion is deep."""
        waiting = [function]
        while waiting:
            each = waiting[-1]
            number = self.numbering.number(each)
            left = (
                []
                if number in self.known
                else [x for x in self.inside(each) if self.numbering.number(x) not in self.known]
            )
            waiting += left
            if left:
                continue
            waiting.pop()
            if number not in self.known:
                self.known.add(number)
                if isinstance(each, TruthOf):
                    self.reified(each.item)
                else:
                    self.units[number] = self.made(each)

    def inside(self, function: Function) -> list[Function]:
        """What is needed before it; constraints but comparisons are taken apart later."""
        if not isinstance(function, TruthOf):
            return inner_functions(function)
        item = function.item
        if isinstance(item, Clause) and len(item.literals) == 1:
            return functions_in([item.literals[0].variable])
        if not isinstance(item, Linear):
            return []
        if is_partial(item):
            return [x for x in functions_in(item.operands()) if x.partial or isinstance(x, TruthOf)]
        return functions_in(x for side in (item.left, item.right) for _, x in self.expanded(side).terms)

    def made(self, function: Function) -> Sum:
        flat = function.of_arguments([self.argument(each) for each in function.arguments])
        if next(operands(flat.arguments), None) is None:
            try:
                return Sum((), flat.value(()))
            except Undefined:
                return Sum((), flat.domain[0])
        return self.auxiliary(flat)._sum()

    def auxiliary(self, function: Function) -> Variable:
        number = len(self.flat.functions) + 1
        name = next(n for n in self.names(function.word, number) if n not in self.flat.families)
        family = self.flat.declare(name, boolean=function.boolean, derived=True, meaning=DOMAINS)
        variable = Auxiliary(family, function, len(self.flat.variables))
        family.adopt(variable)
        self.flat.variables.append(variable)
        self.flat.functions[variable.position] = function
        self.undefined.append((variable, function))
        return variable

    @staticmethod
    def names(word: str, number: int) -> Iterator[str]:
        while True:
            yield f"{word}_{number}"
            number += 1

    def truth(self, truth: TruthOf) -> Sum:
        """0 or 1: a Boolean itself, or an auxiliary."""
        literal = self.literal(Literal(truth, "==", 1))
        if isinstance(literal, bool):
            return Sum((), int(literal))
        x = literal.variable
        if x.domain == range(2):
            true = literal.true_values()
            if len(true) == 1:
                return x._sum() if true == [1] else 1 - x
        return self.auxiliary(TruthOf(Clause([literal])))._sum()

    def literal(self, literal: Literal) -> Literal | bool:
        """Of the variables and auxiliaries; it gets a Boolean where nothing simpler says the same."""
        x = literal.variable
        if not isinstance(x, TruthOf):
            return literal
        self.know(x)
        found = self.reified(x.item)
        return found == _is_true(literal) if isinstance(found, bool) else found if _is_true(literal) else ~found

    def reified(self, item: Kind) -> Literal | bool:
        true = True
        while isinstance(item, Clause) and len(item.literals) == 1:
            [literal] = item.literals
            if not isinstance(literal.variable, TruthOf):
                return literal if true else ~literal
            true, item = true == _is_true(literal), literal.variable.item
        number = self.numbering.number(item)
        if number not in self.literals:
            self.literals[number] = self.new_literal(item)
        found = self.literals[number]
        return found == true if isinstance(found, bool) else found if true else ~found

    def new_literal(self, item: Kind) -> Literal | bool:
        if is_partial(item):
            item = All(self.defined(item))
        elif isinstance(item, Linear):
            found = self.kernel(item)
            if isinstance(found, list):
                return not found
            item = found
            if isinstance(found, Linear) and (simple := self.of_one_variable(found)) is not None:
                return simple
        if not item.operands():
            return item.holds(())
        return self.auxiliary(TruthOf(item)) == 1

    def of_one_variable(self, item: Linear) -> Literal | bool | None:
        """The literal that it is; None where it is about several variables."""
        if not item.terms:
            return compare(0, item.comparator, item.bound)
        if len(item.terms) > 1:
            return None
        [(a, x)] = item.terms
        if item.comparator in ("==", "!="):
            value, rest = divmod(item.bound, a)
            return item.comparator == "!=" if rest else Literal(x, "==", value, item.comparator == "==")
        at_most = (item.comparator == "<=") == (a > 0)
        bound = item.bound // a if at_most else -(-item.bound // a)
        return Literal(x, "<=", bound) if at_most else Literal(x, "<=", bound - 1, False)

    # undefined terms

    def defined(self, item: Kind) -> list[Logical]:
        """The conditions under which all its terms are defined, and the same with auxiliaries in place of them."""
        found: list[Logical] = []
        waiting, seen = [x for x in functions_in(item.operands()) if x.partial], set[int]()
        while waiting:
            function = waiting.pop()
            if id(function) not in seen:
                seen.add(id(function))
                waiting += [x for x in inner_functions(function) if x.partial]
                found += function.of_arguments([self.argument(each) for each in function.arguments]).conditions()
        return [*found, item.of_arguments([self.without_partial(each) for each in item.arguments])]

    def without_partial(self, argument: Any) -> Any:
        match argument:
            case Sum():
                found = Sum((), argument.constant)
                for a, x in argument.terms:
                    partial = isinstance(x, Function) and x.partial
                    found = found.plus((self.unit(x) if partial and isinstance(x, Function) else x._sum()).times(a))
                return found
            case tuple():
                return tuple(map(self.without_partial, argument))
            case _:
                return argument


def is_partial(item: Kind) -> bool:
    """Whether a term in it can be undefined; of an Implies this is about the constraint inside."""
    found = (x for x in item.operands() if x.position < 0)
    return not isinstance(item, Implies) and any(isinstance(x, Function) and x.partial for x in found)


def negated(item: Kind) -> list[Logical]:
    """Constraints that together say that it does not hold."""
    match item:
        case Clause():
            return [~literal for literal in item.literals]
        case All():
            return [Clause([~literal for literal in item.literals])]
        case Linear() | Cardinality() if (opposite := item.opposite()) is not None:
            return [opposite]
        case Implies():
            return [item.condition, ~item.constraint]
        case Iff():
            return [Clause([item.one, item.other]), Clause([~item.one, ~item.other])]
        case _:
            return [Clause(map(negation, item.decompose()))]


def half_reified(literal: Literal) -> Logical | None:
    """A constraint that every backend can half-reify and that is the same as the literal; None where there is none."""
    if not isinstance(literal.variable, TruthOf):
        return None
    item = literal.variable.item
    if _is_true(literal):
        return item if isinstance(item, Cardinality | AllDifferent | Linear) else None
    return item.opposite() if isinstance(item, Linear | Cardinality) and not is_partial(item) else None


def disjunction(literal: Literal) -> Sequence[Literal] | None:
    """The literals of which one is true if and only if this one is; None where it is none of these."""
    if not isinstance(literal.variable, TruthOf) or is_partial(literal.variable.item):
        return None
    match literal.variable.item, _is_true(literal):
        case Clause(literals=literals), True:
            return literals
        case All(literals=literals), False:
            return [~each for each in literals]
        case Implies(condition=condition, constraint=inner), True:
            return [~condition, as_literal(inner)]
    return None


def conjunction(literal: Literal) -> list[Logical] | None:
    """The constraints that all hold if and only if this literal is true; None where it is no conjunction, or a deep one:
    a Boolean for each of its levels is less than all clauses."""
    if not isinstance(literal.variable, TruthOf) or is_partial(literal.variable.item):
        return None
    match literal.variable.item, _is_true(literal):
        case All(literals=literals), True:
            parts: list[Logical] = list(literals)
        case (Clause() | Implies() | Iff()) as item, False:
            parts = negated(item)
        case Iff() as item, True:
            parts = list(item.decompose())
        case _:
            return None
    return parts if all(map(_is_shallow, parts)) else None


def _is_shallow(part: Logical) -> bool:
    """About variables and constraints that are not made of others; or a clause of these."""
    kind = _inside(part)
    inner = kind.literals if isinstance(kind, Clause | All) else [kind]
    return not any(isinstance(_inside(each), All | Clause | Iff | Implies) for each in inner)


def _inside(item: Logical) -> Logical:
    return item.variable.item if isinstance(item, Literal) and isinstance(item.variable, TruthOf) else item


def _is_true(literal: Literal) -> bool:
    """A literal of a truth value is `t == 1` or its negation."""
    return literal.positive


def _logical(found: Literal | bool) -> Logical:
    return found if isinstance(found, Literal) else All([]) if found else Clause([])


def _constant(true: bool) -> list[Logical]:
    return [] if true else [Clause([])]
