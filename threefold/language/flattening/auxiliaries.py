"""Terms, truth values and constraints about variables only: what functions become in a flattened spec."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from itertools import count
from typing import Any, TypeAlias, cast

from threefold.language.constraints import (
    AllDifferent,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Linear,
    Table,
    compare,
)
from threefold.language.constraints.all import All
from threefold.language.constraints.truth_of import TruthOf
from threefold.language.flattening.flat import DOMAINS, Flat
from threefold.language.flattening.truths import constant, is_partial, is_true, signed
from threefold.language.functions import Auxiliary, Function, Undefined, functions_in, inner_functions, operands
from threefold.language.logic import number as as_number
from threefold.language.node import Kind
from threefold.language.numbering import Numbering
from threefold.language.terms import Sum, Variable
from threefold.language.truth import Literal, Logical

Native: TypeAlias = Collection[type[Kind]]
Scoped: TypeAlias = Cardinality | AllDifferent | Linear | Table | Element | Circuit
"""The kernel but for Clause and Implies, which have constraints in them."""


class Auxiliaries:
    """Of one flattened spec; equal functions and constraints share one."""

    def __init__(self, flat: Flat, native: Native) -> None:
        self.flat, self.native, self.numbering = flat, native, Numbering()
        flat.sources = {}
        self.units: dict[int, Sum] = {}  # by the number of a function: the term `±x + c` that has its value
        self.literals: dict[int, Literal | bool] = {}  # by the number of a constraint: true if and only if it holds
        self.known = set[int]()  # the numbers of functions whose unit or literal is known
        self.undefined: deque[tuple[Variable, Function]] = deque()  # auxiliaries whose definition is not posted yet

    # constraints about variables only

    def kernel(self, item: Scoped) -> Constraint | list[Logical]:
        """The same about auxiliaries in place of functions; a list where it is always true, or never."""
        match item:
            case Cardinality():
                return self.amount(item.literals, item.comparator, item.bound)
            case Linear():
                return self.linear(item)
            case _:
                found = item.of_arguments([self.argument(each) for each in item.arguments])
                return cast("Constraint", found) if found.operands() else constant(found.holds(()))

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
        return found if found.terms else constant(compare(0, found.comparator, found.bound))

    def amount(self, literals: Sequence[Literal], comparator: str, bound: int) -> Constraint | list[Logical]:
        found = [self.literal(each) for each in literals]
        left = [each for each in found if isinstance(each, Literal)]
        cardinality = Cardinality(left, comparator, bound - sum(each is True for each in found))
        return cardinality if left else constant(cardinality.holds(()))

    # terms

    def argument(self, argument: Any, *, partial: bool = False) -> Any:
        """A field, with auxiliaries in place of functions; `partial`: only of those that can be undefined."""
        match argument:
            case Sum():
                return self.sum(argument, partial=partial)
            case Literal() if not partial:
                return self.literal(argument)
            case tuple():
                return tuple(self.argument(each, partial=partial) for each in argument)
            case _:
                return argument

    def sum(self, term: Sum, *, partial: bool = False) -> Sum:
        found = Sum((), term.constant)
        for a, x in term.terms:
            replaced = isinstance(x, Function) and (x.partial or not partial)
            found = found.plus((self.unit(x) if replaced and isinstance(x, Function) else x._sum()).times(a))
        return found if any(x.position < 0 for _, x in term.terms) else term

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
            inside = [] if number in self.known else self.inside(each)
            left = [x for x in inside if self.numbering.number(x) not in self.known]
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
        names = (f"{function.word}_{number}" for number in count(len(self.flat.functions) + 1))
        name = next(each for each in names if each not in self.flat.families)
        family = self.flat.declare(name, boolean=function.boolean, derived=True, meaning=DOMAINS)
        variable = Auxiliary(family, function, len(self.flat.variables))
        family.adopt(variable)
        self.flat.variables.append(variable)
        self.flat.functions[variable.position] = function
        self.undefined.append((variable, function))
        return variable

    def truth(self, truth: TruthOf) -> Sum:
        """0 or 1: a Boolean itself, or an auxiliary."""
        literal = self.literal(Literal(truth, "==", 1))
        if isinstance(literal, bool):
            return Sum((), int(literal))
        term = as_number(literal)
        [(_, x)] = term.terms
        return self.auxiliary(x)._sum() if isinstance(x, Function) else term

    def literal(self, literal: Literal) -> Literal | bool:
        """Of the variables and auxiliaries; it gets a Boolean where nothing simpler says the same."""
        x = literal.variable
        if not isinstance(x, TruthOf):
            return literal
        self.know(x)
        return signed(self.reified(x.item), is_true(literal))

    def reified(self, item: Kind) -> Literal | bool:
        true = True
        while isinstance(item, Clause) and len(item.literals) == 1:
            [literal] = item.literals
            if not isinstance(literal.variable, TruthOf):
                return signed(literal, true)
            true, item = true == is_true(literal), literal.variable.item
        number = self.numbering.number(item)
        if number not in self.literals:
            self.literals[number] = self.new_literal(item)
        return signed(self.literals[number], true)

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
        return [*found, item.of_arguments([self.argument(each, partial=True) for each in item.arguments])]
