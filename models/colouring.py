"""Colouring: give every node of a graph one of k colours so that the ends of every edge differ.

`colour[v]` is the colour of node v. All colourings are counted, also those that differ only by the names of the colours: the
value of the graph's chromatic polynomial at k.
The graph is a file in the DIMACS format (`p edge NODES EDGES`, then `e U V` for every edge, `c` before a comment), or a name:
petersen, and with a number cycle5, complete4, queen5 (cells of a chessboard, joined if a queen attacks one from the other),
myciel3 (Mycielski's graphs without triangles, numbered as by DIMACS: mycielN needs N + 1 colours).

Example: for cycle4 and k = 2 there are two: 1 2 1 2 and 2 1 2 1. The Petersen graph needs three colours, and then there are
120. With an edge from a node to itself there is none.
Reference: J. Mycielski, Sur le coloriage des graphes, 1955; D. Johnson, M. Trick (eds.), Cliques, Coloring and Satisfiability:
Second DIMACS Implementation Challenge, 1996.
"""

import re
from collections.abc import Callable, Collection
from itertools import combinations
from math import perm

from threefold.errors import did_you_mean
from threefold.language import BadInput, KnownCounts, Parameter, Puzzle, Solution, Spec, Text, maximum, pictures
from threefold.language.files import Lines, exists, read_lines, words
from threefold.language.puzzle import neighbours_exchanged

MOST_NODES, MOST_PAIRS = 5000, 500_000  # pairs of an edge and a colour: one clause each
EDGES = "the ends of an edge differ"
IGNORED = ("c", "n", "d", "v", "x")  # comments, and lines of DIMACS files that do not describe the graph
Edge = tuple[int, int]
Graph = tuple[int, list[Edge]]  # nodes 1 to so many, edges with the smaller node first


def build(graph: str, k: int | None = None) -> Spec:
    """Without a number of colours: the fewest."""
    nodes, edges = graph_of(graph)
    most = enough_colours(nodes, edges) if k is None else k
    if len(edges) * most > MOST_PAIRS:
        raise BadInput(
            f"colouring: too large: edges times colours must be at most {MOST_PAIRS} (got {len(edges)}·{most})"
        )
    spec = Spec("colouring", graph=graph, **({} if k is None else {"k": k}))
    colour = spec.integers("colour", range(1, nodes + 1), domain=range(1, most + 1), meaning="one colour per node")
    spec.group(EDGES).add(*(colour[u] != colour[v] for u, v in edges))
    if k is None:
        spec.minimize(maximum(colour))
    return spec


def enough_colours(nodes: int, edges: Collection[Edge]) -> int:
    """As many as the greedy colouring takes: each node gets the first colour that no neighbour before it has."""
    colour: dict[int, int] = {}
    neighbours: dict[int, list[int]] = {v: [] for v in range(1, nodes + 1)}
    for u, v in edges:
        neighbours[v].append(u)
    for v in neighbours:
        taken = {colour[u] for u in neighbours[v] if u in colour}
        colour[v] = next(c for c in range(1, nodes + 1) if c not in taken)
    return max(colour.values())


def cycle(n: int) -> Graph:
    return n, [(i, i + 1) for i in range(1, n)] + [(1, n)]


def complete(n: int) -> Graph:
    return n, list(combinations(range(1, n + 1), 2))


def queen(n: int) -> Graph:
    cells = {(r, c): r * n + c + 1 for r in range(n) for c in range(n)}
    pairs = combinations(cells.items(), 2)
    return n * n, [(u, v) for ((a, b), u), ((c, d), v) in pairs if a == c or b == d or abs(a - c) == abs(b - d)]


def myciel(n: int) -> Graph:
    """From one edge: every node gets a twin, joined to the neighbours of the node, and a new node is joined to all twins."""
    nodes, edges = 2, [(1, 2)]
    for _ in range(n - 1):
        twins = [pair for u, v in edges for pair in ((u, nodes + v), (v, nodes + u))]
        edges = edges + twins + [(nodes + v, 2 * nodes + 1) for v in range(1, nodes + 1)]
        nodes = 2 * nodes + 1
    return nodes, edges


INNER = [(6, 8), (8, 10), (7, 10), (7, 9), (6, 9)]
PETERSEN: Graph = 10, cycle(5)[1] + [(i, i + 5) for i in range(1, 6)] + INNER
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
        wanted = "petersen, cycleN, completeN, queenN, mycielN"
        raise BadInput(f"colouring: no file '{text[:80]}', and none of {wanted}{did_you_mean(text[:80], names)}")
    return read(read_lines(text))


def read(lines: Lines) -> Graph:
    """Edges may be given twice, as in many DIMACS files; their first line then counts them once or twice."""
    nodes, announced, ends = 0, (0, 0), list[Edge]()
    for line, text in enumerate(lines.lines, 1):
        match words(line, text):
            case []:
                continue
            case [(_, kind), *_] if kind in IGNORED:
                continue
            case [(_, "p"), (_, "edge" | "edges" | "col"), one, two] if not nodes:
                nodes, announced = lines.integer(*one, 1, MOST_NODES), (line, lines.integer(*two, 0, MOST_PAIRS))
            case [(_, "e"), one, two] if nodes:
                u, v = lines.integer(*one, 1, nodes), lines.integer(*two, 1, nodes)
                ends.append((min(u, v), max(u, v)))
            case _:
                wanted = "'e U V'" if nodes else "'p edge NODES EDGES'"
                lines.fail(line, 1, f"{wanted} expected (got {text.strip()[:30]!r})")
    edges = list(dict.fromkeys(ends))
    if not nodes:
        lines.fail(1, 1, "'p edge NODES EDGES' expected: the file has comments only")
    if announced[1] not in (len(ends), len(edges), 2 * len(edges)):
        lines.fail(announced[0], 1, f"{announced[1]} edges announced, {len(edges)} found")
    return nodes, edges


def draw(solution: Solution) -> str:
    """The nodes of each colour."""
    nodes = range(1, len(solution.spec.families["colour"]) + 1)
    k = solution.parameters.get("k", max(solution["colour", v] for v in nodes))
    width = len(str(k))
    of = {colour: [str(v) for v in nodes if solution["colour", v] == colour] for colour in range(1, k + 1)}
    return "\n".join(f"colour {colour:>{width}}: {' '.join(of[colour])}".rstrip() for colour in of)


def picture(solution: Solution) -> str:
    nodes = range(1, len(solution.spec.families["colour"]) + 1)
    ends = [constraint.variables() for constraint in solution.spec.groups[EDGES].constraints]
    edges = {(int(x.index[0]) - 1, int(y.index[0]) - 1): None for x, y in ends}
    return pictures.graph([str(v) for v in nodes], edges, [solution["colour", v] - 1 for v in nodes])


CYCLES = {(f"cycle{n}", k): (k - 1) ** n + (-1) ** n * (k - 1) for n in range(3, 13) for k in range(1, 9)}
COMPLETE = {(f"complete{n}", k): perm(k, n) for n in range(1, 9) for k in range(1, 9)}
PETERSENS = {("petersen", k): n for k, n in enumerate((0, 0, 120, 12960, 332880, 3868080, 27767880), 1)}
MYCIEL3 = {("myciel3", k): n for k, n in enumerate((0, 0, 0, 12480, 574200, 9693360), 1)}
QUEENS = {("queen4", 4): 0, ("queen4", 5): 240, ("queen5", 4): 0, ("queen5", 5): 240}

PUZZLE = Puzzle(
    name="colouring",
    summary="k colours for the nodes of a graph, different at the ends of every edge",
    description=__doc__,
    parameters=(
        Text("graph", "the graph", "a DIMACS file, or petersen, cycle5, complete4, queen5, myciel3 and the like"),
        Parameter("k", "colours", 1, 500, optional=True),
    ),
    build=build,
    draw=draw,
    picture=picture,
    symmetries=lambda graph, k: neighbours_exchanged("colours", k),  # those of the graph are not searched for
    known=(
        KnownCounts("(k - 1)^n + (-1)^n (k - 1)", CYCLES),
        KnownCounts("k!/(k - n)!", COMPLETE),
        KnownCounts("its chromatic polynomial", PETERSENS),
        KnownCounts("its chromatic polynomial, by deletion and contraction", MYCIEL3),
        KnownCounts("Mycielski, 1955", {(f"myciel{n}", k): 0 for n in range(4, 8) for k in range(1, n + 1)}),
        KnownCounts("counted cell by cell", QUEENS),
    ),
    optima=(
        KnownCounts("Mycielski, 1955", {(f"myciel{n}",): n + 1 for n in range(1, 8)}),
        KnownCounts("its chromatic polynomial", {("petersen",): 3}),
    ),
    example=("petersen", 3),
)
