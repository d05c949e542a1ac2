"""Random trees: what all kinds need, and whole specs. The number of a spec and the seed determine it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.outside import random_terms, random_truths
from tests.outside.meaning import solutions
from tests.outside.pieces import OPERATORS, Pieces
from tests.outside.tree import Declared, Node, Tree

MOST_ASSIGNMENTS = (20, 60, 60, 150, 300, 500, 2000)
DOMAINS = (
    (0, 1, 2),
    (0, 1, 2, 3),
    (1, 2, 3),
    (-1, 0, 1),
    (-2, 0, 3),
    (-3, -1, 2),
    (0, 2, 5),
    (2,),
    (0,),
    (-1,),
    (-2, 1),
)
FORCED = (*random_truths.DRAWN, *random_terms.DRAWN)  # spec number n has the kind n


def drawn_tree(seed: int, number: int) -> Tree:
    """One of three, of which some assignments are solutions and others are not."""
    random = Random(f"{seed} {number}")
    for _ in range(3):
        tree = _drawn(random, FORCED[number % len(FORCED)])
        if 0 < len(solutions(tree)) < tree.size():
            break
    return tree


def _drawn(random: Random, kind: str) -> Tree:
    declared = _declared(random)
    draw = Pieces(random, declared, random_terms.DRAWN, random_truths.DRAWN)
    main = _wrapped(draw, _of_kind(draw, kind))
    others = [draw.truth(random.choice((0, 1, 1, 2))) for _ in range(random.choice((0, 0, 1, 1, 2)))]
    constraints = [main, *others]
    random.shuffle(constraints)
    return Tree(declared, tuple(constraints))


def _of_kind(draw: Pieces, kind: str) -> Node:
    depth = draw.one((0, 1, 1, 2, 2))
    if kind in random_truths.DRAWN:
        return random_truths.DRAWN[kind](draw, depth)
    term = random_terms.DRAWN[kind](draw, depth)
    if draw.chance(0.3):
        term = Node("+", draw.shuffled(term, draw.truth(0) if draw.chance(0.5) else draw.constant()))
    return Node(draw.one(OPERATORS), (term, draw.constant() if draw.chance(0.5) else draw.term(0)))


def _wrapped(draw: Pieces, inner: Node) -> Node:
    """As it is, or as a part of another constraint; sometimes of two."""
    for _ in range(draw.one((0, 1, 1, 1, 2))):
        inner = draw.one(WRAPPERS)(draw, inner)
    return inner


def _between(draw: Pieces, inner: Node, kinds: tuple[str, ...]) -> Node:
    sides = [inner, draw.truth(draw.one((0, 0, 1)))]
    draw.random.shuffle(sides)
    return Node(draw.one(kinds), tuple(sides))


def _counted(draw: Pieces, inner: Node) -> Node:
    items = draw.shuffled(inner, *(draw.truth(0) for _ in range(draw.one((0, 1, 2)))))
    return Node(draw.one(("AtMost", "AtLeast", "Exactly")), (draw.bound(), items))


def _listed(draw: Pieces, inner: Node) -> Node:
    items = draw.shuffled(inner, *(draw.truth(0) for _ in range(draw.one((0, 1, 2)))))
    return Node(draw.one(("Clause", "All")), (items,))


def _in_sum(draw: Pieces, inner: Node) -> Node:
    term = Node(draw.one(("+", "-", "*")), draw.shuffled(inner, draw.truth(0) if draw.chance(0.4) else draw.term(0)))
    return Node(draw.one(OPERATORS), (term, draw.term(0)))


def _as_term(draw: Pieces, inner: Node) -> Node:
    return Node("AllDifferent", (draw.shuffled(inner, *draw.some_terms(0, 1, 2)),))


WRAPPERS: tuple[Callable[[Pieces, Node], Node], ...] = (
    lambda draw, inner: Node("~", (inner,)),
    lambda draw, inner: _between(draw, inner, ("Iff", "==", "!=", "^")),
    lambda draw, inner: _between(draw, inner, ("Implies", "implies", "<=")),
    lambda draw, inner: _between(draw, inner, ("&", "|")),
    _counted,
    _listed,
    _in_sum,
    _as_term,
)


def _declared(random: Random) -> tuple[Declared, ...]:
    """Single variables, Booleans, and sometimes a family."""
    most, declared = random.choice(MOST_ASSIGNMENTS), list[Declared]()
    if random.random() < 0.4:
        length = random.choice((1, 2, 3))
        same = tuple(range(length)) if random.random() < 0.6 else random.choice(DOMAINS)
        declared = [Declared(f"row[{i}]", same) for i in range(length)]
        if random.random() < 0.2:
            declared[0] = Declared("row[0]", random.choice(DOMAINS))
    names = ("x", "y", "z", "u")[: random.choice((1, 2, 3, 4))]
    declared += [Declared(name, random.choice(DOMAINS)) for name in names]
    declared += [Declared(name, (0, 1), True) for name in ("b", "c")[: random.choice((0, 1, 2))]]
    random.shuffle(declared)
    while Tree(tuple(declared), ()).size() > most and len(declared) > 1:
        declared.pop()
    return tuple(sorted(declared, key=lambda each: each.name if each.index else ""))  # a family together
