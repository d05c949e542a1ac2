"""The constraints of a CP-SAT model in words: `all_diff(queen[1] + 1, queen[2] + 2)`.

They are read from the text that is solved.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from threefold.backends.cp.model_builder import GREATEST, LEAST, ModelConstraint, ModelVariable, negated
from threefold.backends.listing import Item, Mention, Part, by_group, joined, mention_of, mention_of_variable
from threefold.format import many, summands
from threefold.language import Literal, Variable
from threefold.language.mathematics import number

if TYPE_CHECKING:
    from threefold.backends.cp.program import CpProgram

_LIST = r"\[([^]]*)\]"
_LINEAR = re.compile(f"vars: {_LIST} coeffs: {_LIST} domain: {_LIST}")
_EXPRESSION = re.compile(r"(\w+) \{ (?:vars: (-?\d+) coeffs: (-?\d+) )?offset: (-?\d+) \}")
_VALUES = re.compile(f"values: {_LIST}")
_CIRCUIT = re.compile(f"tails: {_LIST} heads: {_LIST} literals: {_LIST}")


class Expression(NamedTuple):
    role: str  # exprs, linear_index or linear_target
    text: str


def parts(program: "CpProgram", long: int | None) -> Iterator[Part]:
    words, own = Words(list(program.variables()), long), program.size.variables
    for group, listed in by_group(enumerate(program.constraints), lambda numbered: numbered[1].group).items():
        used = {max(r, negated(r)) for _, constraint in listed for r in _references(constraint)}
        auxiliaries = sum(index >= own for index in used)
        yield Part(group, "constraint", len(listed), auxiliaries, partial(_items, program, words, listed))


def _items(program: "CpProgram", words: "Words", listed: Iterable[tuple[int, ModelConstraint]]) -> Iterator[Item]:
    for place, constraint in listed:
        yield words.item(constraint)._replace(source=program.sources.text(constraint.group, place))


def _references(constraint: ModelConstraint) -> Iterator[int]:
    yield from constraint.condition
    if not isinstance(constraint.fields, str):
        yield from constraint.fields
    elif found := _LINEAR.fullmatch(constraint.fields):
        yield from _numbers(found[1])
    elif found := _CIRCUIT.fullmatch(constraint.fields):
        yield from _numbers(found[3])
    else:
        yield from (int(found[2]) for found in _EXPRESSION.finditer(constraint.fields) if found[2])


class Words:
    def __init__(self, variables: Sequence[ModelVariable], long: int | None) -> None:
        self._variables, self._long = variables, long

    def item(self, constraint: ModelConstraint) -> Item:
        text = self._body(constraint)
        if constraint.condition:
            text = f"{joined(map(self._mention, constraint.condition), ' ∧ ', self._long)} ⇒ {text}"
        return Item(text, list(dict.fromkeys(map(self._mention, _references(constraint)))))

    def _mention(self, reference: int) -> Mention:
        if reference < 0:
            return ~self._mention(negated(reference))
        match self._variables[reference].meaning:
            case Variable() as x:
                return mention_of_variable(x)
            case Literal() as literal:
                return mention_of(literal)
            case text:
                return Mention(text)

    def _body(self, constraint: ModelConstraint) -> str:
        kind, fields = constraint.kind, constraint.fields
        if not isinstance(fields, str):
            return f"{kind}({joined(map(self._mention, fields), ', ', self._long)})"
        if found := _LINEAR.fullmatch(fields):
            return self._linear(*map(_numbers, found.groups()))
        if found := _CIRCUIT.fullmatch(fields):
            return self._circuit(*map(_numbers, found.groups()))
        return self._of_expressions(kind, fields)

    def _linear(self, references: list[int], coefficients: list[int], domain: list[int]) -> str:
        named = [(a, str(self._mention(r))) for a, r in zip(coefficients, references, strict=True)]
        return f"{joined(summands(named, 0, '−'), ' ', self._long)} {_within(domain)}"

    def _circuit(self, tails: list[int], heads: list[int], references: list[int]) -> str:
        arcs = zip(tails, heads, references, strict=True)
        shown = (f"{tail} → {head} if {self._mention(reference)}" for tail, head, reference in arcs)
        return f"circuit({joined(shown, ', ', self._long)})"

    def _of_expressions(self, kind: str, fields: str) -> str:
        """all_diff, table, element."""
        expressions = [self._expression(*found.groups()) for found in _EXPRESSION.finditer(fields)]
        terms = joined((each.text for each in expressions if each.role == "exprs"), ", ", self._long)
        if kind == "element":
            index, target = (each.text for each in expressions if each.role != "exprs")
            return f"element: ({terms})[{index}] = {target}"
        if found := _VALUES.search(fields):
            values, width = _numbers(found[1]), len(expressions)
            rows = [f"({joined(values[at : at + width], ', ', self._long)})" for at in range(0, len(values), width)]
            return f"table: ({terms}) ∈ {{{joined(rows, ', ', self._long)}}}, {many(len(rows), 'row')}"
        return f"{kind}({terms})"

    def _expression(self, role: str, reference: str | None, sign: str | None, offset: str) -> Expression:
        if reference is None or sign is None:
            return Expression(role, number(int(offset)))
        name = str(self._mention(int(reference)))
        return Expression(role, " ".join(summands([(int(sign), name)], int(offset), "−")))


def _numbers(text: str) -> list[int]:
    return list(map(int, text.split(","))) if text else []


def _within(domain: list[int]) -> str:
    match domain:
        case [low, high] if low == high:
            return f"= {number(low)}"
        case [low, high] if low == LEAST:
            return f"≤ {number(high)}"
        case [low, high] if high == GREATEST:
            return f"≥ {number(low)}"
        case [first, below, above, last] if first == LEAST and last == GREATEST and above - below == 2:
            return f"≠ {number(below + 1)}"
    pairs = zip(domain[::2], domain[1::2], strict=True)
    return "∈ " + " ∪ ".join(f"[{number(low)}, {number(high)}]" for low, high in pairs)
