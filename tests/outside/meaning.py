"""What a tree means, by Python's operators on numbers. A truth value counts 1 or 0.

Partial functions are relational: where a divisor is 0, or the index of an array is out of range, the smallest truth value
around it is false. All terms of a constraint count, whether they are needed or not.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, TypeAlias

from tests.outside.tree import Node, Part, Tree, nodes

Numbers: TypeAlias = Sequence[int]
Meaning: TypeAlias = Callable[[Mapping[str, int]], Any]
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip


class Undefined(Exception):
    pass


def quotient(dividend: int, divisor: int) -> int:
    if divisor == 0:
        raise Undefined
    return dividend // divisor


def rest(dividend: int, divisor: int) -> int:
    if divisor == 0:
        raise Undefined
    return dividend % divisor


def entry(array: Numbers, index: int) -> int:
    if index not in range(len(array)):
        raise Undefined
    return array[index]


def element(index: int, array: Numbers, result: int) -> bool:
    return index in range(len(array)) and array[index] == result


def matrix_element(row: int, column: int, rows: Sequence[Numbers], result: int) -> bool:
    return row in range(len(rows)) and column in range(len(rows[row])) and rows[row][column] == result


def circuit(successors: Numbers) -> bool:
    """Each node once, and then the first again."""
    path = [0]
    for _ in successors:
        if path[-1] not in range(len(successors)):
            return False
        path.append(successors[path[-1]])
    return path[-1] == 0 and set(path) == set(range(len(successors)))


def increasing(terms: Numbers, strictly: bool) -> bool:
    return all(a < b if strictly else a <= b for a, b in pairwise(terms))


def lexicographic(first: Numbers, second: Numbers, strictly: bool) -> bool:
    return tuple(first) < tuple(second) if strictly else tuple(first) <= tuple(second)


def inverse(first: Numbers, second: Numbers) -> bool:
    """The pairs of one are those of the other, turned round, and every number is a place."""
    pairs = {(i, j) for i, j in enumerate(first)}
    places = set(range(len(second)))
    return pairs == {(i, j) for j, i in enumerate(second)} and {*first, *second} <= places


def global_cardinality(terms: Numbers, values: Numbers, bounds: Sequence[int | range], closed: bool) -> bool:
    for value, bound in zip(values, bounds, strict=True):
        times = sum(term == value for term in terms)
        if times not in (bound if isinstance(bound, range) else [bound]):
            return False
    return not closed or set(terms) <= set(values)


def no_overlap(starts: Numbers, durations: Numbers) -> bool:
    tasks = zip(starts, durations, strict=True)
    return all(s + d <= t or t + e <= s for (s, d), (t, e) in combinations(tasks, 2))


def cumulative(starts: Numbers, durations: Numbers, demands: Numbers, capacity: int) -> bool:
    """At every time from the first start to the last end."""
    tasks = list(zip(starts, durations, demands, strict=True))
    times = range(min(starts), max(s + d for s, d, _ in tasks) + 1) if tasks else range(0)
    return all(sum(need for s, d, need in tasks if time in range(s, s + d)) <= capacity for time in times)


def regular(word: Numbers, steps: Sequence[tuple[Any, int, Any]], start: Any, accepted: Sequence[Any]) -> bool:
    states = {start}
    for letter in word:
        states = {after for before, read, after in steps if before in states and read == letter}
    return bool(states & set(accepted))


TERMS: dict[str, Callable[..., int]] = {
    "constant": lambda number: number,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "**": operator.pow,
    "//": quotient,
    "%": rest,
    "divmod0": quotient,
    "divmod1": rest,
    "negative": operator.neg,
    "abs": abs,
    "total": sum,
    "sum": sum,
    "maximum": max,
    "minimum": min,
    "value_at": entry,
    "occurrences": lambda terms, value: sum(term == value for term in terms),
    "number_of_values": lambda terms: len(set(terms)),
}
TRUTHS: dict[str, Callable[..., bool]] = {
    **COMPARISONS,
    "Linear": lambda left, comparator, right: COMPARISONS[comparator](left, right),
    "&": lambda one, other: one and other,
    "|": lambda one, other: one or other,
    "^": operator.ne,
    "~": operator.not_,
    "implies": lambda one, other: not one or other,
    "Implies": lambda one, other: not one or other,
    "Iff": operator.eq,
    "All": all,
    "Clause": any,
    "AtMost": lambda bound, items: sum(items) <= bound,
    "AtLeast": lambda bound, items: sum(items) >= bound,
    "Exactly": lambda bound, items: sum(items) == bound,
    "Cardinality": lambda items, comparator, bound: COMPARISONS[comparator](sum(items), bound),
    "AllDifferent": lambda terms: all(a != b for a, b in combinations(terms, 2)),
    "Table": lambda terms, rows: tuple(terms) in set(rows),
    "Element": element,
    "MatrixElement": matrix_element,
    "Circuit": circuit,
    "Increasing": increasing,
    "Lexicographic": lexicographic,
    "Inverse": inverse,
    "GlobalCardinality": global_cardinality,
    "NoOverlap": no_overlap,
    "Cumulative": cumulative,
    "Regular": regular,
}


def solutions(tree: Tree) -> set[tuple[int, ...]]:
    names = [each.name for each in tree.declared]
    truths = list(map(meaning, tree.constraints))
    return {
        values
        for values in tree.assignments()
        if all(truth(environment) for environment in [dict(zip(names, values, strict=True))] for truth in truths)
    }


def meaning(part: Part) -> Meaning:
    """Of a tuple: the tuple of the meanings."""
    if isinstance(part, Node):
        return _of_variable(part) if part.kind == "variable" else _of_node(part)
    if not isinstance(part, tuple) or not any(nodes(part)):
        return lambda environment: part
    parts = list(map(meaning, part))
    return lambda environment: tuple(each(environment) for each in parts)


def _of_variable(node: Node) -> Meaning:
    name = str(node.parts[0])
    return lambda environment: environment[name]


def _of_node(node: Node) -> Meaning:
    parts = list(map(meaning, node.parts))
    if node.kind in TERMS:
        function = TERMS[node.kind]
        return lambda environment: function(*[part(environment) for part in parts])
    truth = TRUTHS[node.kind]

    def of_truth(environment: Mapping[str, int]) -> bool:
        try:
            return bool(truth(*[part(environment) for part in parts]))
        except Undefined:
            return False

    return of_truth
