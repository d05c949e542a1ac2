"""A tree as a person writes it for Threefold: a Python text, which is run to get the spec."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from tests.outside.tree import Declared, Node, Part, Tree
from threefold import language

OPERATORS = ("+", "-", "*", "**", "//", "%", "==", "!=", "<=", "<", ">=", ">", "&", "|", "^")
FORMS = {
    **{sign: f"({{}} {sign} {{}})" for sign in OPERATORS},
    "divmod0": "divmod({}, {})[0]",
    "divmod1": "divmod({}, {})[1]",
    "negative": "(-{})",
    "~": "(~{})",
    "implies": "{}.implies({})",
    "MatrixElement": "Element(({}, {}), {}, {})",
    "Increasing": "Increasing({}, strictly={})",
    "Lexicographic": "Lexicographic({}, {}, strictly={})",
}


def spec_of(tree: Tree) -> language.Spec:
    names: dict[str, Any] = {}
    exec(text_of(tree), names)
    spec = names["spec"]
    assert isinstance(spec, language.Spec)
    return spec


def text_of(tree: Tree) -> str:
    writer = Writer(tree.declared)
    said = [f"group.add({writer.text(each)})" for each in tree.constraints]
    head = ["from threefold.language import *", "", 'spec = Spec("outside")']
    return "\n".join([*head, *_declarations(tree.declared), 'group = spec.group("said")', *said]) + "\n"


def _declarations(declared: tuple[Declared, ...]) -> list[str]:
    return [_declaration(family, list(members)) for family, members in groupby(declared, lambda each: each.family)]


def _declaration(family: str, members: list[Declared]) -> str:
    single, boolean = not members[0].index, members[0].boolean
    method = ("boolean" if boolean else "integer") + ("" if single else "s")
    indices = "" if single else f", [{', '.join(each.index for each in members)}]"
    return f'{family} = spec.{method}("{family}"{indices}{"" if boolean else _domain(members)})'


def _domain(members: list[Declared]) -> str:
    if not members[0].index:
        return f", {list(members[0].domain)}"
    if len({each.domain for each in members}) == 1:
        return f", domain={list(members[0].domain)}"
    by_index = ", ".join(f"{each.index}: {list(each.domain)}" for each in members)
    return f", domain={{{by_index}}}.get"


class Writer:
    def __init__(self, declared: tuple[Declared, ...]) -> None:
        families = groupby((each for each in declared if each.index), lambda each: each.family)
        self.families: dict[tuple[Part, ...], str] = {
            tuple(Node("variable", (each.name,)) for each in members): family for family, members in families
        }

    def text(self, part: Part) -> str:
        if isinstance(part, Node):
            return self._node(part)
        if not isinstance(part, tuple):
            return repr(part)
        return self.families.get(part) or f"[{', '.join(map(self.text, part))}]"

    def _node(self, node: Node) -> str:
        match node.kind, node.parts:
            case "variable", (str(name),):
                return name
            case "constant", (int(number),):
                return str(number) if number >= 0 else f"({number})"
            case "GlobalCardinality", (terms, tuple(values), tuple(bounds), closed):
                pairs = ", ".join(f"{v}: {self.text(bound)}" for v, bound in zip(values, bounds, strict=True))
                return f"GlobalCardinality({self.text(terms)}, {{{pairs}}}, closed={closed})"
            case "Regular", (terms, tuple(steps), start, accepted):
                pairs = ", ".join(map(_step, steps))
                return f"Regular({self.text(terms)}, {{{pairs}}}, {start!r}, {self.text(accepted)})"
            case kind, parts:
                form = FORMS.get(kind) or f"{kind}({', '.join(['{}'] * len(parts))})"
                return form.format(*map(self.text, parts))


def _step(step: Part) -> str:
    assert isinstance(step, tuple)
    state, value, after = step
    return f"({state!r}, {value!r}): {after!r}"
