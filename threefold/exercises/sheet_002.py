"""Sheet 002 (Italian, E.A.6.9): cards (n, k), which is Langford's problem, and a Rust encoder that no instance satisfies.

X[v,c,p]: copy c of the card of value v lies at position p, 1 to n·k. (The sheet calls value and copy n and k, like the
parameters.) The printed encoder excludes every place of the last copy that has no room for another copy, so that no card may
lie at position n·k; and n·k cards do not fit on n·k - 1 positions.
"""

# ruff: noqa: N806 - the sheet's own names

from itertools import combinations, product

from threefold.exercises import Exercise, Version
from threefold.exercises.codec import ClauseGroup, Codec, SheetFormula

AT_LEAST_POSITION = ClauseGroup("at least one position per card", "⋀ v∈N, c∈K  ⋁ p∈P  X[v,c,p]")
AT_MOST_POSITION = ClauseGroup("at most one position per card", "⋀ v∈N, c∈K, p₁<p₂∈P  X[v,c,p₁] → ¬X[v,c,p₂]")
DISTANCE = ClauseGroup(
    "v cards between copies of v", "⋀ v∈N, c∈K∖{k}, p∈P  X[v,c,p] → X[v,c+1,p+v+1] if p+v+1∈P, else ¬X[v,c,p]"
)
ALL_DIFFERENT = ClauseGroup("all positions different", "⋀ (v₁,c₁)<(v₂,c₂), p∈P  X[v₁,c₁,p] → ¬X[v₂,c₂,p]")


def encode(n: int, k: int) -> SheetFormula:
    """By the sheet's formula: the distance step is for all copies but the last."""
    return _encode(n, k, range(1, k))


def encode_as_printed(n: int, k: int) -> SheetFormula:
    """By the sheet's program: `for k in 1..=card_k` in the distance step too."""
    return _encode(n, k, range(1, k + 1))


def _encode(n: int, k: int, copies_with_a_next: range) -> SheetFormula:
    codec = Codec()
    X = codec.letters("position")
    N, K, P = range(1, n + 1), range(1, k + 1), range(1, n * k + 1)
    for v, c in product(N, K):
        codec.add(AT_LEAST_POSITION, *(X[v, c, p] for p in P))
    for v, c in product(N, K):
        for p1, p2 in combinations(P, 2):
            codec.add(AT_MOST_POSITION, -X[v, c, p1], -X[v, c, p2])
    for v, c, p in product(N, copies_with_a_next, P):
        if p + v < n * k:
            codec.add(DISTANCE, -X[v, c, p], X[v, c + 1, p + v + 1])
        else:
            codec.add(DISTANCE, -X[v, c, p])
    for v1, v2, c1, c2, p in product(N, N, K, K, P):
        if (v1, c1) < (v2, c2):
            codec.add(ALL_DIFFERENT, -X[v1, c1, p], -X[v2, c2, p])
    return codec.end()


EXERCISE = Exercise(
    number="002",
    language="Italian",
    title="E.A.6.9 (Cards)",
    puzzle="cards",
    letter="X",
    summary="Langford's problem; the printed Rust encoder asks for a copy too many and is never satisfiable",
    groups=(AT_LEAST_POSITION, AT_MOST_POSITION, DISTANCE, ALL_DIFFERENT),
    versions=(
        Version("printed", "as its Rust encoder is printed", encode_as_printed, faulty=True),
        Version("formula", "as its formula says: the encoder corrected", encode),
    ),
    example=(4, 2),
    remarks=(
        "The printed encoder's distance step loops over all copies (k in 1..=card_k); the formula leaves out the last one"
        " (K∖{k}). It invents the variables X[v,k+1,p], lets no card lie at the last position, and so is unsatisfiable for every"
        " instance.",
        "The encoder takes its parameters as (k, n), the text as (n, k); here it is always n, then k.",
        "Two of the lists of clauses for (4, 2) are partly illegible, so they are not reproduced.",
        "The heading 'Statistics' is empty: threefold exercise 002 --statistics supplies it.",
        "No numbering is given; row by row is assumed: X[v,c,p] has the number ((v-1)·k + c-1)·n·k + p.",
    ),
    commands={
        "threefold exercise 002 --statistics": "sizes and times as n and k grow: table, CSV and chart",
        "threefold exercise 002 4 2 --version printed --cnf": "the faulty formula as a file, to try it on relate",
    },
)
