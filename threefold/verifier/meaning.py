"""What a constraint means, as a number: constraints with the same number hold in the same assignments; `-n` is the negation of n.

A number stands for a conjunction of others, for `form <= bound`, or for a Boolean variable. A form is a sum over variables,
functions and truths (1 where a number is true). A constraint is made of its `parts` (rules_of_classes.py); an auxiliary is the
function that it stands for.

A function has a value everywhere: where it is not defined, the first of its domain. So a constraint with such a function is a
conjunction with the conditions under which it is defined.
"""

from collections.abc import Hashable, Iterable
from functools import reduce
from math import gcd
from typing import Any, TypeAlias

from threefold.language import Cardinality, Implies, Linear
from threefold.language.constraints.truth_of import TruthOf
from threefold.language.flattening import Flat
from threefold.language.functions import Function, Undefined, leaves, operands
from threefold.language.node import Kind
from threefold.language.numbering import Node, children
from threefold.language.terms import Sum, Variable, as_literal
from threefold.language.truth import Literal, Logical
from threefold.verifier.names import Form
from threefold.verifier.rules_of_classes import conditions, expanded, parts

Found: TypeAlias = tuple[Node, int | Form, frozenset[int]]
TRUE, FALSE = 1, -1


class Meanings:
    def __init__(self, flat: Flat) -> None:
        self.conjunctions: dict[int, frozenset[int]] = {TRUE: frozenset()}
        self._numbers: dict[Hashable, int] = {frozenset(): TRUE}
        self._truths: dict[int, int] = {}  # of a term that is a truth value: what is true
        self._known: dict[int, Found] = {}  # by identity: the node, its number or form, the conditions of a function
        self._written = True  # or made by a rule
        self._declared, self._auxiliaries = len(flat.declared), dict[int, Form]()
        for position, function in sorted(flat.functions.items()):
            self._auxiliaries[position] = self._function(function)

    def number(self, item: Logical) -> int:
        if isinstance(item, Kind):
            return self._prepared(item)[1]  # type: ignore[return-value]
        literal = as_literal(item)
        found = self._compared(self._variable(literal.variable), literal.comparator, literal.value)
        return found if literal.positive else -found

    def _function(self, function: Function) -> Form:
        return self._prepared(function)[1]  # type: ignore[return-value]

    def _prepared(self, node: Node) -> Found:
        """Children first, without recursion."""
        waiting = [node]
        while waiting:
            each = waiting.pop()
            inside = children(each) if id(each) not in self._known else []
            left = [inner for inner in inside if id(inner) not in self._known]
            if left:
                waiting += [each, *left]
            elif id(each) not in self._known:
                self._known[id(each)] = self._found(each, inside)
        return self._known[id(node)]

    def _found(self, node: Node, inside: list[Node]) -> Found:
        """The conditions of its functions stand beside a written constraint, and not in what the rules make of it."""
        needed = frozenset[int]().union(*(self._known[id(x)][2] for x in inside if isinstance(x, Function)))
        written, self._written = self._written, False
        found: int | Form
        match node:
            case TruthOf(item=item):
                found, needed = self._truth(self.number(item)), frozenset()
            case Kind():
                beside = needed if written and not isinstance(node, Implies) else ()
                found = self._all([self._constraint(node), *beside])
            case _:
                found, needed = self._form(node), needed.union(map(self.number, conditions(node)))
        self._written = written
        return node, found, needed

    # constraints

    def _constraint(self, kind: Kind) -> int:
        match kind:
            case Linear():
                return self._compared(self._sum(kind.left.plus(kind.right.times(-1))), kind.comparator, 0)
            case Cardinality():
                truths = [self._truth(self.number(literal)) for literal in kind.literals]
                return self._compared(_total((1, form) for form in truths), kind.comparator, kind.bound)
        found = parts(kind)
        if found is None:  # only the same constraint means the same
            return self._number(self._key((type(kind).__name__, *kind.arguments)))
        connective, items = found
        sign = 1 if connective == "and" else -1
        return sign * self._all(sign * self.number(each) for each in items)

    def _all(self, numbers: Iterable[int]) -> int:
        members = frozenset(numbers) - {TRUE}
        if FALSE in members or any(-each in members for each in members):
            return FALSE
        if len(members) == 1:
            return next(iter(members))
        number = self._number(members)
        self.conjunctions[number] = members
        return number

    def _number(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers) + 1)

    def _compared(self, form: Form, comparator: str, bound: int) -> int:
        if comparator in ("<=", ">="):
            return self._at_most(form, bound) if comparator == "<=" else -self._at_most(form, bound - 1)
        equal = self._all([self._at_most(form, bound), -self._at_most(form, bound - 1)])
        return equal if comparator == "==" else -equal

    def _at_most(self, form: Form, bound: int) -> int:
        """The first factor is positive, and the greatest common divisor is 1: each comparison has one number."""
        terms, bound = sorted(form.terms.items()), bound - form.constant
        if not terms:
            return TRUE if bound >= 0 else FALSE
        if terms[0][1] < 0:
            return -self._at_most(Form({term: -a for term, a in terms}), -bound - 1)
        divisor = gcd(*(a for _, a in terms))
        bound //= divisor
        if len(terms) == 1 and terms[0][0] in self._truths:
            return TRUE if bound >= 1 else FALSE if bound < 0 else -self._truths[terms[0][0]]
        return self._number((*((term, a // divisor) for term, a in terms), bound))

    # terms

    def _sum(self, term: Sum) -> Form:
        return _total(((a, self._variable(x)) for a, x in term.terms), term.constant)

    def _variable(self, x: Variable) -> Form:
        if isinstance(x, Function):
            return self._function(x)
        if x.position >= self._declared:
            return self._auxiliaries[x.position]  # a function is about earlier ones
        number = self._number(("variable", x.position))
        return self._truth(number) if x.domain == range(2) else Form({number: 1})

    def _truth(self, number: int) -> Form:
        """1 where it is true, else 0."""
        if number < 0:
            return _total([(-1, self._truth(-number))], 1)
        if number == TRUE:
            return Form({}, 1)
        term = self._number(("truth", number))
        self._truths[term] = number
        return Form({term: 1})

    def _form(self, function: Function) -> Form:
        name, arguments = type(function).__name__, function.arguments
        if (simpler := expanded(function)) is not None:
            return self._sum(simpler)
        if name in ("Product", "Power"):
            factors = arguments if name == "Product" else [arguments[0]] * arguments[1]
            return reduce(self._product, map(self._sum, factors))
        if leaves([*operands(arguments)]):
            return Form({self._number(self._key((name, *arguments))): 1})
        try:
            return Form({}, function.value(()))
        except Undefined:
            return Form({}, function.domain[0])

    def _product(self, one: Form, other: Form) -> Form:
        if one.terms and other.terms:
            return Form({self._number(("product", frozenset([self._key(one), self._key(other)]))): 1})
        return _total([(other.constant, one)] if one.terms else [(one.constant, other)])

    def _key(self, argument: Any) -> Hashable:
        match argument:
            case Form(terms, constant):
                return frozenset(terms.items()), constant
            case Sum():
                return self._key(self._sum(argument))
            case Literal() | Kind():
                return "truth", self.number(argument)
            case tuple() | list():
                return tuple(map(self._key, argument))
        return argument  # type: ignore[no-any-return]


def _total(forms: Iterable[tuple[int, Form]], constant: int = 0) -> Form:
    """The sum of these, each with its factor."""
    listed = [*forms]
    terms = ((term, factor * a) for factor, form in listed for term, a in form.terms.items())
    return Form.of(terms, constant + sum(factor * form.constant for factor, form in listed))
