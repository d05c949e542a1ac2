"""A student's answer to sheet 003: the two functions that it asks for.

threefold exercise 003 --race 4..12 --reduce mine.py --solver mine.py
"""

from collections.abc import Sequence
from itertools import combinations, product


def reduce_nqueens_to_SAT(n: int) -> list[list[str | int]]:
    """A queen in every row, and no two that attack each other; x[i,j] has the number (i-1)·n + j."""

    def number(i: int, j: int) -> int:
        return (i - 1) * n + j

    numbers = range(1, n + 1)
    clauses: list[list[str | int]] = [[*(number(i, j) for j in numbers), 0] for i in numbers]
    for (i, j), (k, m) in combinations(product(numbers, numbers), 2):
        if i == k or j == m or abs(i - k) == abs(j - m):
            clauses.append([-number(i, j), -number(k, m), 0])
    return [["p", "cnf", n * n, len(clauses)], *clauses]


def solve_nSAT(clauses: Sequence[Sequence[int]]) -> list[int] | str:
    """Take a literal of the shortest clause as true, simplify, go on; else as false."""
    model = _search([list(clause[:-1]) for clause in clauses[1:]], [])
    return "UNSATISFIABLE" if model is None else model


def _search(clauses: list[list[int]], model: list[int]) -> list[int] | None:
    if not clauses:
        return model
    literal = min(clauses, key=len)[:1]
    for choice in (literal[0], -literal[0]) if literal else ():
        left = [[x for x in clause if x != -choice] for clause in clauses if choice not in clause]
        found = _search(left, [*model, choice])
        if found is not None:
            return found
    return None
