"""The body of a formula, by the kind of its statements: a clause, a sum, AllDifferent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from threefold.handouts.conditions import Coordinate, written
from threefold.handouts.expressions import ZERO
from threefold.handouts.notation import Math, Over, Power, Sign, joined
from threefold.handouts.statements import Label

RELATIONS = {"<=": "≤", "==": "=", ">=": "≥", "!=": "≠"}
SHORT = 2  # the largest difference of a domain's ends that is written in full
EXPONENTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
TOKENS = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[A-Za-z0-9_]+|\.\.|\S")
LONGEST = 10  # terms of a statement that are listed


@dataclass(frozen=True)
class Item:
    """A member of a statement, or with conditions an operator over many."""

    label: Label
    coordinates: tuple[Coordinate, ...]
    over: tuple[Math, ...] | None = None


DOTS = Item(Label("…"), ())


@dataclass
class BodyWriter:
    names: Mapping[tuple[str, int], Sequence[str]]  # the texts of an index, by family and place
    parameters: Mapping[str, int]  # their numbers are written; without them, their names

    def _written(self, coordinate: Coordinate) -> Math:
        return written(coordinate, self.parameters)

    def body(self, kind: str, items: Sequence[Item]) -> Math:
        word, _, rest = kind.partition(" ")
        match word:
            case "clause":
                return self._clause(items)
            case "different":
                return self._different(items)
            case "linear" | "count":
                return self._relation(items, RELATIONS[rest])
            case "domain":
                return (*self._item(items[0]), "∈", "{", *self._span(*(item.coordinates[0] for item in items[1:])), "}")
            case "in":
                return (*self._item(items[0]), "∈", "{", *_numbers(rest), "}")
            case "table":
                return (*self._listed(items), "∈", "{", *_rows(rest), "}")
            case "element":
                index, result, *array = items
                return (
                    "a",
                    "[",
                    *self._item(index),
                    "]",
                    "=",
                    *self._item(result),
                    ",",
                    "a",
                    "=",
                    *self._listed(array),
                )
            case "said":
                return _signs(rest)
            case "circuit":
                return self._applied("Circuit", items)
            case _:  # implies
                inner = self.body(rest, items[1:])
                wrapped = inner if rest.startswith(("linear", "different")) else ("(", *inner, ")")
                return (*self._item(items[0]), "→", *wrapped)

    def _span(self, first: Coordinate, last: Coordinate) -> Math:
        """`1, …, n`; a short one in full."""
        length = Coordinate.total([(1, last), (-1, first)])
        if not length.letters and not any(names for _, names in length.constant.terms):
            start, steps = first.constant, length.constant.value({})
            if steps <= SHORT and not first.letters:
                return joined((self._written(Coordinate({}, start.plus(step))) for step in range(steps + 1)), ",")
        return (*self._written(first), ",", "…", ",", *self._written(last))

    def _clause(self, items: Sequence[Item]) -> Math:
        """`a ∧ b → c`: the negative literals are the premises; without a positive one, the last is the conclusion."""
        premises = [item for item in items if not item.label.positive and item.over is None]
        others = [item for item in items if item not in premises]
        if premises and not others:
            *premises, last = premises
            others = [last]
        conclusion = joined((self._quantified("⋁", item) for item in _cut(others)), "∨") or ("⊥",)
        if not premises:
            return conclusion
        positive = (replace(item, label=replace(item.label, positive=True)) for item in premises)
        return (*joined(map(self._item, positive), "∧"), "→", *conclusion)

    def _different(self, items: Sequence[Item]) -> Math:
        if len(items) == 2 and all(item.over is None for item in items):
            return (*self._item(items[0]), "≠", *self._item(items[1]))
        return self._applied("AllDifferent", items)

    def _applied(self, word: str, items: Sequence[Item]) -> Math:
        if len(items) == 1 and items[0].over is not None:
            return (Over(word, joined(items[0].over, ",")), "(", *self._item(items[0]), ")")
        return (Over(word), *self._listed(items))

    def _listed(self, items: Sequence[Item]) -> Math:
        shown = (self._item(item) if item.over is None else (*self._item(item), "|", *joined(item.over, ","))
                 for item in _cut(items))  # fmt: skip
        return ("(", *joined(shown, ","), ")")

    def _relation(self, items: Sequence[Item], relation: str) -> Math:
        left = self._sum([item for item in items if item.label.role != "right"])
        return (*left, relation, *self._sum([item for item in items if item.label.role == "right"]))

    def _sum(self, items: Sequence[Item]) -> Math:
        whole: list[object] = []
        terms = [item for item in items if item.label.form != "number"]
        for item in _cut(terms):
            minus = item.label.form == "scaled" and not item.label.positive
            if whole or minus:
                whole.append("−" if minus else "+")
            whole += self._quantified("∑", item)
        numbers = [item.coordinates[0] for item in items if item.label.form == "number"]
        constant = Coordinate.total([(1, number) for number in numbers])
        shown = self._written(constant)
        if not whole:
            return shown
        if constant != Coordinate({}, ZERO):
            whole += shown if shown[0] == "−" else ("+", *shown)
        return tuple(whole)  # type: ignore[arg-type]

    def _quantified(self, sign: str, item: Item) -> Math:
        if item is DOTS:
            return ("…",)
        below = (Over(sign, joined(item.over, ",")),) if item.over else ()
        shown = self._item(item)
        if sign == "∑" and item.label.form == "literal" and (item.label.role or not item.label.positive):
            shown = ("[", *shown, "]")  # 1 if it is true: Iverson's bracket
        return (*below, *shown)

    def _item(self, item: Item) -> Math:
        if item is DOTS:
            return ("…",)
        label, values = item.label, item.coordinates
        match label.form:
            case "number":
                return self._written(values[0])
            case "column":
                return (*(() if label.positive else ("¬",)), *self._name(label.family, values))
            case "scaled" | "scaled column":
                factor = () if values[-1] == Coordinate.number(1) else (*self._factor(values[-1]), "·")
                return (*factor, *self._name(label.family, values[:-1]))
            case "term":
                name = self._name(label.family, values[:-1])
                offset = () if values[-1] == Coordinate({}, ZERO) else self._written(values[-1])
                shown = name if label.positive else ("−", *name)
                return (*shown, *(("+",) if offset and offset[0] != "−" else ()), *offset)
            case _:
                return self._literal(label, values)

    def _factor(self, coordinate: Coordinate) -> Math:
        shown = self._written(coordinate)
        return shown if len(shown) == 1 else ("(", *shown, ")")

    def _literal(self, label: Label, values: tuple[Coordinate, ...]) -> Math:
        comparator = label.role.removeprefix("if")
        if not comparator:
            return (*(() if label.positive else ("¬",)), *self._name(label.family, values))
        negated = {"==": "≠", "<=": ">"}[comparator]
        relation = RELATIONS[comparator] if label.positive else negated
        return (*self._name(label.family, values[:-1]), relation, *self._written(values[-1]))

    def _name(self, family: str, index: Sequence[Coordinate]) -> Math:
        parts = [self._index_part(family, place, each) for place, each in enumerate(index)]
        return (family, "[", *joined(parts, ","), "]") if parts else (family,)

    def _index_part(self, family: str, place: int, part: Coordinate) -> Math:
        texts = self.names.get((family, place))
        if texts is None or part.letters:
            return self._written(part)
        return (texts[part.constant.value({})],)


def _signs(text: str) -> Math:
    """Of a formula that is a text."""
    signs: list[Sign] = []
    for token in TOKENS.findall(text):
        exponent = token.translate(EXPONENTS)
        if signs and token != exponent and isinstance(base := signs[-1], str):
            signs[-1] = Power(base, int(exponent))
        else:
            signs.append(token)
    return tuple(signs)


def _cut(items: Sequence[Item]) -> Sequence[Item]:
    return items if len(items) <= LONGEST else [*items[: LONGEST - 2], DOTS, items[-1]]


def _rows(listed: str) -> Iterator[str]:
    """The rows of a table, `(1,2),(2,1)`, as signs; the first ones only."""
    rows = listed.removeprefix("(").removesuffix(")").split("),(")
    shown = [("(", *_numbers(row), ")") for row in rows[:LONGEST]]
    yield from joined([*shown, *([("…",)] if len(rows) > LONGEST else [])], ",")  # type: ignore[misc]


def _numbers(listed: str) -> Math:
    return joined((written(Coordinate.number(int(each)), {}) for each in listed.split(",")), ",")
