"""Colouring: give every node of a graph one of k colours so that the ends of every edge differ.

`colour[v]` is the colour of node v. All colourings are counted, also those that differ by the names of the colours only: the
value of the graph's chromatic polynomial at k. An edge from a node to itself makes it 0.
The graph is a file in the DIMACS format (`p edge NODES EDGES`, then `e U V` for every edge, `c` before a comment), or a name:
petersen, and with a number cycle5, complete4, queen5 (cells of a chessboard, joined where a queen goes), myciel3 (Mycielski's
graphs without triangles, numbered as by DIMACS: mycielN needs N + 1 colours).

For cycle4 and k = 2 there are two: 1 2 1 2 and 2 1 2 1. The Petersen graph needs three colours, and then there are 120 ways.
Reference: J. Mycielski, Sur le coloriage des graphes, 1955; D. Johnson, M. Trick (eds.), Cliques, Coloring and Satisfiability:
Second DIMACS Implementation Challenge, 1996.
"""

import re
from collections.abc import Callable
from itertools import combinations
from math import perm
from os.path import exists

from threefold.language import (
    BadInput,
    KnownCounts,
    Parameter,
    Puzzle,
    Solution,
    Spec,
    Symmetry,
    Text,
    pictures,
    values_exchanged,
)
from threefold.language.errors import did_you_mean
from threefold.language.files import Lines, read_lines

MOST_NODES, MOST_PAIRS = 5000, 500_000  # of an edge and a colour, each a clause of two literals
EDGES = "the ends of an edge differ"
IGNORED = ("c", "n", "d", "v", "x")  # comments; and what DIMACS files may say besides the graph
Edge = tuple[int, int]
Counts = dict[tuple[int | str, ...], int]
Graph = tuple[int, list[Edge]]  # nodes 1 to so many, edges with the smaller node first


def build(graph: str, k: int) -> Spec:
    nodes, edges = graph_of(graph)
    if len(edges) * k > MOST_PAIRS:
        raise BadInput(f"colouring: too large: edges times colours must be at most {MOST_PAIRS} (got {len(edges)}·{k})")
    spec = Spec("colouring", graph=graph, k=k)
    colour = spec.integers("colour", range(1, nodes + 1), domain=range(1, k + 1), meaning="one colour per node")
    spec.group(EDGES).add(*(colour[u] != colour[v] for u, v in edges))
    return spec


def cycle(n: int) -> Graph:
    return n, [(i, i + 1) for i in range(1, n)] + [(1, n)]


def complete(n: int) -> Graph:
    return n, list(combinations(range(1, n + 1), 2))


def queen(n: int) -> Graph:
    cells = {(r, c): r * n + c + 1 for r in range(n) for c in range(n)}
    return n * n, [
        (cells[a], cells[b])
        for a, b in combinations(cells, 2)
        if a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])
    ]


def myciel(n: int) -> Graph:
    """From an edge: every node gets a twin, joined to the node's neighbours, and one more node is joined to all twins."""
    nodes, edges = 2, [(1, 2)]
    for _ in range(n - 1):
        twins = [pair for u, v in edges for pair in ((u, nodes + v), (v, nodes + u))]
        edges = edges + twins + [(nodes + v, 2 * nodes + 1) for v in range(1, nodes + 1)]
        nodes = 2 * nodes + 1
    return nodes, edges


PETERSEN: Graph = (
    10,
    [(1, 2), (2, 3), (3, 4), (4, 5), (1, 5)]
    + [(i, i + 5) for i in range(1, 6)]
    + [(6, 8), (8, 10), (7, 10), (7, 9), (6, 9)],
)
MADE: dict[str, tuple[Callable[[int], Graph], int, int]] = {  # and the least and largest number
    "cycle": (cycle, 3, MOST_NODES),
    "complete": (complete, 1, 200),
    "queen": (queen, 1, 20),
    "myciel": (myciel, 1, 7),
}


def graph_of(text: str) -> Graph:
    name = re.fullmatch("([a-z]+)([0-9]{1,6})", text)
    if text == "petersen":
        return PETERSEN
    if name and name[1] in MADE:
        make, least, largest = MADE[name[1]]
        if not least <= int(name[2]) <= largest:
            raise BadInput(f"colouring: {name[1]} must have a number from {least} to {largest} (got {name[2]})")
        return make(int(name[2]))
    if not exists(text):
        names = ["petersen", *(f"{name}{least}" for name, (_, least, _) in MADE.items())]
        raise BadInput(
            f"colouring: no file '{text[:80]}', and none of petersen, cycleN, completeN, queenN, mycielN"
            f"{did_you_mean(text[:80], names)}"
        )
    return read(read_lines(text))


def read(lines: Lines) -> Graph:
    """Edges may be given twice, as in many files of DIMACS; what their first line counts is then one or the other."""
    nodes, said, ends = 0, (0, 0), list[Edge]()
    for line, text in enumerate(lines.lines, 1):
        words = text.split()
        if not words or words[0] in IGNORED:
            continue
        if words[0] == "p" and not nodes and len(words) == 4 and words[1] in ("edge", "edges", "col"):
            nodes = _number(lines, line, text, 2, MOST_NODES)
            said = (line, _number(lines, line, text, 3, MOST_PAIRS))
        elif words[0] == "e" and nodes and len(words) == 3:
            u, v = (_number(lines, line, text, place, nodes) for place in (1, 2))
            ends.append((min(u, v), max(u, v)))
        else:
            wanted = "'e U V'" if nodes else "'p edge NODES EDGES'"
            lines.fail(line, 1, f"{wanted} expected (got {text.strip()[:30]!r})")
    edges = list(dict.fromkeys(ends))
    if not nodes:
        lines.fail(1, 1, "'p edge NODES EDGES' expected: the file has comments only")
    if said[1] not in (len(ends), len(edges), 2 * len(edges)):
        lines.fail(said[0], 1, f"{said[1]} edges announced, {len(edges)} found")
    return nodes, edges


def _number(lines: Lines, line: int, text: str, place: int, largest: int) -> int:
    word = list(re.finditer(r"\S+", text))[place]
    least = 0 if place == 3 else 1  # there may be no edges
    if not re.fullmatch("[0-9]{1,9}", word[0]) or not least <= int(word[0]) <= largest:
        lines.fail(line, word.start() + 1, f"{word[0][:20]!r} is no number from {least} to {largest}")
    return int(word[0])


def draw(solution: Solution) -> str:
    """The nodes of each colour."""
    nodes, k = range(1, len(solution.spec.families["colour"]) + 1), solution.parameters["k"]
    width = len(str(k))
    of = {colour: [str(v) for v in nodes if solution["colour", v] == colour] for colour in range(1, k + 1)}
    return "\n".join(f"colour {colour:>{width}}: {' '.join(of[colour])}".rstrip() for colour in of)


def picture(solution: Solution) -> str:
    nodes = range(1, len(solution.spec.families["colour"]) + 1)
    ends = [constraint.variables() for constraint in solution.spec.groups[EDGES].constraints]
    edges = {(int(x.index[0]) - 1, int(y.index[0]) - 1): None for x, y in ends}
    return pictures.graph([str(v) for v in nodes], edges, [solution["colour", v] - 1 for v in nodes])


def symmetries(graph: str, k: int) -> tuple[Symmetry, ...]:
    """Neighbouring colours exchanged: k! in all. (What the graph itself has of symmetries is not looked for.)"""
    return tuple(values_exchanged(f"colours {i} and {i + 1} exchanged", i, i + 1) for i in range(1, k))


CYCLES: Counts = {(f"cycle{n}", k): (k - 1) ** n + (-1) ** n * (k - 1) for n in range(3, 13) for k in range(1, 9)}
COMPLETE: Counts = {(f"complete{n}", k): perm(k, n) for n in range(1, 9) for k in range(1, 9)}
PETERSEN_COUNTS = (0, 0, 120, 12960, 332880, 3868080, 27767880)
MYCIEL3_COUNTS = (0, 0, 0, 12480, 574200, 9693360)

PUZZLE = Puzzle(
    name="colouring",
    summary="k colours for the nodes of a graph, different at the ends of every edge",
    description=__doc__,
    parameters=(
        Text("graph", "the graph", "a DIMACS file, or petersen, cycle5, complete4, queen5, myciel3 and the like"),
        Parameter("k", "colours", minimum=1, maximum=500),
    ),
    build=build,
    draw=draw,
    picture=picture,
    symmetries=symmetries,
    known=(
        KnownCounts("(k - 1)^n + (-1)^n (k - 1)", CYCLES),
        KnownCounts("k!/(k - n)!", COMPLETE),
        KnownCounts("its chromatic polynomial", {("petersen", k): n for k, n in enumerate(PETERSEN_COUNTS, 1)}),
        KnownCounts(
            "its chromatic polynomial, by deletion and contraction",
            {("myciel3", k): n for k, n in enumerate(MYCIEL3_COUNTS, 1)},
        ),
        KnownCounts("Mycielski, 1955", {(f"myciel{n}", k): 0 for n in range(4, 8) for k in range(1, n + 1)}),
        KnownCounts(
            "counted cell by cell", {("queen4", 4): 0, ("queen4", 5): 240, ("queen5", 4): 0, ("queen5", 5): 240}
        ),
    ),
    example=("petersen", 3),
)
