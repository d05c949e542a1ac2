"""Formulas for the tests of relations: by hand, by our own lowerings, and those of the sheets, written here once more."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.program import CnfProgram
from threefold.language import Spec

Clauses = list[list[int]]


def formula(clauses: Iterable[Sequence[int]], variables: int, names: Mapping[int, str] | None = None) -> Formula:
    flat = array("i")
    for clause in clauses:
        flat.extend([*clause, 0])
    return Formula(variables, flat, names or {})


def program(spec: Spec, configuration: str) -> CnfProgram:
    lowered = find("sat").lower(spec, parse(configuration, {}))
    assert isinstance(lowered, CnfProgram)
    return lowered


def lowered(spec: Spec, amo: str = "pairwise") -> Formula:
    cnf = program(spec, f"sat+amo={amo}")
    return formula((clause for _, clause in cnf.clauses()), cnf.top)


def cell(n: int, row: int, column: int) -> int:
    return (row - 1) * n + column


def attacks(n: int) -> Iterator[tuple[str, list[int]]]:
    """Every pair of cells of which at most one has a queen, by the kind of line they share."""
    for (i, j), (k, m) in combinations(product(range(1, n + 1), repeat=2), 2):
        kinds = {"row": i == k, "column": j == m, "descending": i - j == k - m, "ascending": i + j == k + m}
        for kind, shared in kinds.items():
            if shared:
                yield kind, [-cell(n, i, j), -cell(n, k, m)]


def at_least_one(n: int, per: str) -> Clauses:
    lines = range(1, n + 1)
    return [[cell(n, a, b) if per == "row" else cell(n, b, a) for b in lines] for a in lines]


def queens(n: int, *per: str, without: str = "") -> Clauses:
    """At least one queen per row or column or both, and no two on a line of any kind but one."""
    ones = [clause for line in per for clause in at_least_one(n, line)]
    return ones + [pair for kind, pair in attacks(n) if kind != without]


def sheet_000(n: int) -> Clauses:
    """As its encoder writes it: at least one per column, and every diagonal pair once in each direction."""
    again = [pair[::-1] for kind, pair in attacks(n) if kind in ("descending", "ascending")]
    return queens(n, "column") + again


def sheet_002(n: int, k: int, *, faulty: bool) -> tuple[Clauses, dict[int, str]]:
    """X[v,c,p]; the printed encoder makes a distance clause for the last copy too, and so invents another one."""
    numbers: dict[tuple[int, int, int], int] = {}
    places, cards = range(1, n * k + 1), list(product(range(1, n + 1), range(1, k + 1)))

    def x(v: int, c: int, p: int) -> int:
        return numbers.setdefault((v, c, p), len(numbers) + 1)

    clauses = [[x(v, c, p) for p in places] for v, c in cards]
    clauses += [[-x(v, c, p), -x(v, c, q)] for v, c in cards for p, q in combinations(places, 2)]
    for (v, c), p in product(cards, places):
        if c < k or faulty:
            clauses.append([-x(v, c, p), x(v, c + 1, p + v + 1)] if p + v + 1 <= n * k else [-x(v, c, p)])
    clauses += [[-x(*one, p), -x(*other, p)] for one, other in combinations(cards, 2) for p in places]
    return clauses, {number: f"X[{v}, {c}, {p}]" for (v, c, p), number in numbers.items()}
