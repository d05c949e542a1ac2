"""Circuit: a round trip. Reference: `circuit` of the Global Constraint Catalogue; J.-L. Laurière, ALICE, 1978."""

from collections.abc import Iterator, Sequence

from threefold.language.constraints.clause import Clause
from threefold.language.constraints.linear import Linear
from threefold.language.functions import Function
from threefold.language.lists import Terms
from threefold.language.node import Counted, OverTerms, xyb
from threefold.language.truth import Assignment, Logical
from threefold.language.units import Unit

COUNTED_FROM_1 = (
    "the nodes of a circuit are counted from 0, and no term can be 0; where they are counted from 1, "
    "write Circuit([node - 1 for node in x.values()])"
)


class Circuit(OverTerms):
    """`terms[i]` is the node after node i (nodes 0, 1, …): one round trip through all nodes. A single node follows itself."""

    def __init__(self, terms: Terms, *more: object) -> None:
        super().__init__(terms, *more)
        if not self.terms:
            raise self._error("a circuit needs at least one node")
        if counted_from_1(self.units):
            raise self._error(COUNTED_FROM_1)

    def holds(self, assignment: Assignment) -> bool:
        successors = [term.value(assignment) for term in self.terms]
        node, seen = 0, set[int]()
        while node not in seen:
            seen.add(node)
            node = successors[node]
            if not 0 <= node < len(successors):
                return False
        return node == 0 and len(seen) == len(successors)

    def decompose(self) -> Iterator[Logical]:
        """Every node has a successor, and the trip from node 0 is back there after as many steps as there are nodes, and not before."""
        from threefold.language.constraints.value_at import value_at  # few circuits are taken apart

        nodes = len(self.terms)
        for term in self.terms:
            yield Clause([Linear(term, "==", node) for node in range(nodes)])
        node = self.terms[0]
        for _ in range(nodes - 1):
            yield Linear(node, "!=", 0)
            node = value_at(self.terms, node)._sum()
        yield Linear(node, "==", 0)


def counted_from_1(nodes: Sequence[Unit]) -> bool:
    """Every term is a variable, and together they have values from 1 to the number of nodes: never a circuit."""
    if any(unit.sign != 1 or unit.offset or isinstance(unit.variable, Function) for unit in nodes):
        return False
    domains = [unit.variable.domain for unit in nodes if unit.variable is not None]
    return len(domains) > 1 and (min(d[0] for d in domains), max(d[-1] for d in domains)) == (1, len(nodes))


COUNTS: tuple[Counted, ...] = (
    ("four nodes: 3! round trips", 6, lambda s: Circuit(s.integers("x", range(4), domain=range(4)))),
    ("one node follows itself", 1, lambda s: Circuit([s.integer("x", range(3))])),
    ("two pairs are no round trip: 0→1→0, 2→3→2", 0, lambda s: Circuit([1, s.integer("x", range(1)), 3, s.integer("y", range(2, 3))])),
    ("two nodes: x = 1, y = 0, times b", 2, xyb(lambda x, y, b: Circuit([x, y]))),
    ("three nodes with the third going to 0: x = 1, y = 2", 2, xyb(lambda x, y, b: Circuit([x, y, 0]))),
    ("the third goes to b: (1,2,0) and (2,0,1)", 2, xyb(lambda x, y, b: Circuit([x, y, b]))),
    ("a node that follows itself is not on the circuit", 0, xyb(lambda x, y, b: Circuit([x, 1]))),
    ("0→1→x, 2→3→y: x = 2, y = 0", 2, xyb(lambda x, y, b: Circuit([1, x, 3, y]), range(4))),
    ("counted from 1: x = 2, y = 1", 2, xyb(lambda x, y, b: Circuit([x - 1, y - 1]))),
)  # fmt: skip
