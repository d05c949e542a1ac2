"""Colouring: the chromatic polynomial, by deletion and contraction and by going through all colourings."""

from functools import cache
from itertools import product
from pathlib import Path

import pytest

from tests.lowering import lowered_solutions
from threefold import models
from threefold.language import BadInput, Solution
from threefold.language.symmetry import symmetries_of
from threefold.models.colouring import Graph, graph_of

COLOURING = models.find("colouring")


@cache
def chromatic(nodes: int, edges: frozenset[frozenset[int]], k: int) -> int:
    """P(G, k) = P(G - e, k) - P(G / e, k)."""
    if not edges:
        return int(k**nodes)
    one = min(edges, key=sorted)
    kept, gone = sorted(one)
    rest = edges - {one}
    contracted = frozenset(frozenset(kept if v == gone else v for v in edge) for edge in rest)
    return chromatic(nodes, rest, k) - chromatic(nodes - 1, contracted, k)


def by_trying(graph: Graph, k: int) -> int:
    nodes, edges = graph
    return sum(all(c[u - 1] != c[v - 1] for u, v in edges) for c in product(range(k), repeat=nodes))


@pytest.mark.parametrize(
    ("name", "k"),
    [
        *(("cycle5", 3), ("cycle6", 2), ("complete4", 4), ("complete4", 3), ("complete1", 5), ("myciel2", 3)),
        *(("queen2", 4), ("queen3", 5), ("petersen", 2), ("petersen", 3)),
    ],
)
def test_a_named_graph_has_as_many_colourings_as_its_polynomial_and_a_trial_of_all_say(name: str, k: int) -> None:
    nodes, edges = graph_of(name)
    count = chromatic(nodes, frozenset(map(frozenset, edges)), k)
    known = COLOURING.known_count({"graph": name, "k": k})
    assert known is None or known[0] == count
    if k**nodes < 100_000:
        assert by_trying((nodes, edges), k) == count
    assert len(lowered_solutions(COLOURING.build(name, k), "sat")) == count


@pytest.mark.parametrize("name", ["myciel3", "petersen"])
@pytest.mark.parametrize("k", range(1, 7))
def test_the_known_counts_of_two_famous_graphs_are_values_of_their_polynomials(name: str, k: int) -> None:
    nodes, edges = graph_of(name)
    known = COLOURING.known_count({"graph": name, "k": k})
    assert known is not None
    assert known[0] == chromatic(nodes, frozenset(map(frozenset, edges)), k)


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp", "backtracking"])
@pytest.mark.parametrize(
    ("name", "k", "count"), [("petersen", 3, 120), ("cycle7", 2, 0), ("myciel2", 3, 30), ("complete3", 5, 60)]
)
def test_every_backend_counts_the_same_colourings(name: str, k: int, count: int, backend: str) -> None:
    assert len(lowered_solutions(COLOURING.build(name, k), backend)) == count


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp", "backtracking"])
def test_mycielskis_third_graph_has_no_triangle_and_yet_needs_four_colours(backend: str) -> None:
    edges = set(graph_of("myciel3")[1])
    assert not [1 for a, b in edges for c in range(1, 12) if {(b, c), (a, c)} <= edges]
    assert lowered_solutions(COLOURING.build("myciel3", 3), backend) == []
    if backend in ("sat", "backtracking"):
        assert len(lowered_solutions(COLOURING.build("myciel3", 4), backend)) == 12480


@pytest.mark.parametrize(("name", "nodes", "edges"), [("myciel3", 11, 20), ("myciel4", 23, 71), ("myciel5", 47, 236)])
def test_mycielskis_graphs_are_as_large_as_those_of_dimacs(name: str, nodes: int, edges: int) -> None:
    graph = graph_of(name)
    assert (graph[0], len(set(graph[1]))) == (nodes, edges)


def test_the_queens_of_a_board_of_five_are_coloured_in_240_ways() -> None:
    assert len(lowered_solutions(COLOURING.build("queen5", 5), "sat")) == 240


def test_exchanged_colours_make_one_class_of_six_colourings() -> None:
    spec = COLOURING.build("petersen", 3)
    group = symmetries_of(COLOURING, spec, {"graph": "petersen", "k": 3})
    assert group.order == 6
    found = set(lowered_solutions(spec, "sat"))
    assert {image for colouring in found for image in group.images(colouring)} == found


def test_the_nodes_of_a_colour_are_listed_and_the_graph_is_pictured() -> None:
    spec = COLOURING.build("cycle4", 3)
    solution = Solution(spec, (1, 3, 1, 3))
    assert COLOURING.draw(solution) == "colour 1: 1 3\ncolour 2:\ncolour 3: 2 4"
    assert COLOURING.picture is not None
    drawn = COLOURING.picture(solution)
    assert (drawn.count("<circle"), drawn.count("<path")) == (4, 4)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("p edge 3 2\ne 1 2\ne 2 3", 12),
        ("c both ways\np col 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2", 12),
        ("p edge 3 4\ne 1 2\ne 2 3", 12),  # counted both ways, listed once
        ("p edge 2 0", 9),
        ("p edge 2 1\nn 1 5\ne 2 2", 0),
    ],
    ids=["a path", "both ways", "listed once", "no edges", "a loop"],
)
@pytest.mark.parametrize("backend", ["sat", "cp", "ilp", "backtracking"])
def test_files_say_edges_once_or_twice_and_a_loop_cannot_be_coloured(
    text: str, count: int, backend: str, tmp_path: Path
) -> None:
    path = tmp_path / "graph.col"
    path.write_text(text)
    assert len(lowered_solutions(COLOURING.build(str(path), 3), backend)) == count


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("e 1 2", ":1:1: 'p edge NODES EDGES' expected (got 'e 1 2')"),
        ("p cnf 3 2", ":1:1: 'p edge NODES EDGES' expected (got 'p cnf 3 2')"),
        ("p edge 3 1\np edge 3 1", ":2:1: 'e U V' expected"),
        ("p edge 3 1\ne 1", ":2:1: 'e U V' expected (got 'e 1')"),
        ("p edge 3 1\ne 1 4", ":2:5: '4' is not a number from 1 to 3"),
        ("p edge 3 1\ne 0 1", ":2:3: '0' is not a number from 1 to 3"),
        ("p edge 3 1\ne one 2", ":2:3: 'one' is not a number from 1 to 3"),
        ("p edge 9999999 1", ":1:8: '9999999' is not a number from 1 to 5000"),
        ("p edge 3 5\ne 1 2", ":1:1: 5 edges announced, 1 found"),
        ("c nothing", ":1:1: 'p edge NODES EDGES' expected: the file has comments only"),
    ],
)
def test_a_bad_file_is_refused_with_line_and_column(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "graph.col"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        COLOURING.build(str(path), 3)
    assert str(caught.value).startswith(f"{path}{problem}")


@pytest.mark.parametrize(
    ("name", "k", "message"),
    [
        ("cycle2", 3, "colouring: cycle must have a number from 3 to 5000 (got 2)"),
        ("complete999999", 3, "colouring: complete must have a number from 1 to 200 (got 999999)"),
        ("complete200", 400, "colouring: too large: edges times colours must be at most 500000 (got 19900·400)"),
        (
            "peterson",
            3,
            "colouring: no file 'peterson', and none of petersen, cycleN, completeN, queenN, mycielN; did you mean",
        ),
    ],
)
def test_what_is_no_graph_is_refused(name: str, k: int, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        COLOURING.build(name, k)
    assert str(caught.value).startswith(message)
