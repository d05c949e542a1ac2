"""The tree of a refutation by rows: branching with unit propagation over the clauses of a formula, and without any solver.

Every propagated literal is a branch, too: where it is false, the clause that implies it is a row that cannot hold. A subtree says
which literals it needs. A literal that it does not need is left out, and with it the other child of its branch: so a tree has
only what its leaves use. What follows from the values of one variable needs no branch: the verifier's boxes know it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from threefold.proofs.certificate import ignore
from threefold.proofs.formula import TRUE, Formula
from threefold.proofs.search import cuts

Lits = frozenset[int]


@dataclass(frozen=True)
class Leaf:
    """A solution, or rows with factors whose sum cannot hold."""

    rows: tuple[tuple[int, str], ...]  # factor, and the row as the certificate writes it
    solution: bool = False


@dataclass(frozen=True)
class Branch:
    literal: int
    true: "Node"
    false: "Node"


Node = Leaf | Branch
SOLUTION = Leaf((), solution=True)


class Tree:
    def __init__(self, formula: Formula, on_solution: Callable[[int], None] = ignore) -> None:
        self._formula, self._on_solution = formula, on_solution
        self._clauses: list[list[int]] = []
        self._sources: list[str] = []
        self._watching: dict[int, list[int]] = {}  # by literal: the clauses to look at when it becomes false
        self._true: set[int] = {TRUE}
        self._trail: list[int] = []
        self._reasons: dict[int, int] = {}  # by literal: the clause that implies it
        self._units: list[int] = []
        self.solutions: list[tuple[int, ...]] = []
        for source, clause in formula.clauses:
            self._add(source, clause)
        self._decisions = [formula.atoms_of(x.position) for x in formula.spec.decisions]
        self._derived = [formula.atoms_of(x.position) for x in formula.spec.variables if x.derived]

    def _add(self, source: str, clause: Sequence[int]) -> int:
        number = len(self._clauses)
        self._clauses.append(list(clause))
        self._sources.append(source)
        for literal in clause[:2]:
            self._watching.setdefault(literal, []).append(number)
        if len(clause) < 2:
            self._units.append(number)
        return number

    def search(self, cube: Sequence[int] = ()) -> Node:
        """A tree of all assignments with these literals; the solutions are those of its leaves."""
        for literal in cube:
            self._imply(literal, None)
        for number in self._units:
            clause = self._clauses[number]
            if not clause or -clause[0] in self._true:
                return self._wrapped(*self._conflict(number), 0)[0]
            if clause[0] not in self._true:
                self._imply(clause[0], number)
        return self._node(0, 0)[0]

    def _node(self, start: int, looked: int) -> tuple[Node, Lits]:
        """Of the literals on the trail; those from `start` on are of this level. Its propagation goes on at `looked`."""
        conflict = self._propagate(looked)
        if conflict is not None:
            return self._wrapped(*self._conflict(conflict), start)
        literal = self._choice()
        node, needed = self._solved() if literal is None else self._branched(literal)
        return self._wrapped(node, needed, start)

    def _branched(self, literal: int) -> tuple[Node, Lits]:
        one, needed = self._below(literal)
        if literal not in needed:
            return one, needed
        other, needed_there = self._below(-literal)
        if -literal not in needed_there:
            return other, needed_there
        return Branch(literal, one, other), (needed - {literal}) | (needed_there - {-literal})

    def _below(self, literal: int) -> tuple[Node, Lits]:
        place = len(self._trail)
        self._imply(literal, None)
        found = self._node(place, place)
        while len(self._trail) > place:
            undone = self._trail.pop()
            self._true.discard(undone)
            self._reasons.pop(undone, None)
        return found

    def _wrapped(self, node: Node, needed: Lits, start: int) -> tuple[Node, Lits]:
        """Below a branch for every literal of this level that was implied and is needed."""
        left = set(needed)
        for literal in reversed(self._trail[start:]):
            reason = self._reasons.get(literal)
            if reason is not None and literal in left:
                left.remove(literal)
                left.update(-other for other in self._clauses[reason] if other != literal)
                if self._sources[reason] != "domain":
                    node = Branch(literal, node, Leaf(((1, self._row(reason)),)))
        return node, frozenset(left)

    def _row(self, number: int) -> str:
        literals = sorted(self._clauses[number], key=abs)  # their order changes with the watched ones
        return " ".join(["clause", self._sources[number], ":", *map(str, literals)])

    def _conflict(self, number: int) -> tuple[Leaf, Lits]:
        rows = () if self._sources[number] == "domain" else ((1, self._row(number)),)
        return Leaf(rows), frozenset(-literal for literal in self._clauses[number])

    def _solved(self) -> tuple[Node, Lits]:
        """All variables have a value: a solution, unless a circuit is not one tour."""
        for source, arcs in self._formula.circuits:
            for cut in cuts(arcs, self._true):
                return self._conflict(self._add(source, cut))
        spec = self._formula.spec
        values = tuple(self._formula.value(name, self._true) for name in range(len(spec.variables)))
        assert spec.violated(values) is None, f"the clauses accept {values}, which violates {spec.violated(values)}"
        self.solutions.append(values[: len(spec.declared)])
        self._on_solution(len(self.solutions))
        fixed = (n if n in self._true else -n for atoms in self._decisions for n in atoms)
        return SOLUTION, frozenset(fixed)

    def _choice(self) -> int | None:
        """An open atom of the decision variable with the fewest values, then of a derived one; None if all have a value."""
        true = self._true
        for variables in (self._decisions, self._derived):
            found = [free for atoms in variables if (free := [n for n in atoms if n not in true and -n not in true])]
            if found:
                return min(found, key=len)[0]
        return None

    def _imply(self, literal: int, reason: int | None) -> None:
        self._true.add(literal)
        self._trail.append(literal)
        if reason is not None:
            self._reasons[literal] = reason

    def _propagate(self, looked: int) -> int | None:
        """Unit propagation with two watched literals; the number of a clause without true literals, or None."""
        true, clauses, watching = self._true, self._clauses, self._watching
        while looked < len(self._trail):
            false = -self._trail[looked]
            looked += 1
            watched = watching.get(false, [])
            kept = 0
            for place, number in enumerate(watched):
                clause = clauses[number]
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if clause[0] in true:
                    watched[kept] = number
                    kept += 1
                    continue
                for index in range(2, len(clause)):
                    if -clause[index] not in true:
                        clause[1], clause[index] = clause[index], false
                        watching.setdefault(clause[1], []).append(number)
                        break
                else:
                    watched[kept] = number
                    kept += 1
                    if -clause[0] in true:
                        watched[kept:] = watched[place + 1 :]
                        return number
                    self._imply(clause[0], number)
            del watched[kept:]
        return None


def lines(node: Node) -> Iterator[str]:
    """The tree in preorder, each row before its first use."""
    numbers: dict[str, int] = {}
    waiting = [node]
    while waiting:
        match waiting.pop():
            case Branch(literal, true, false):
                yield f"branch {literal}"
                waiting += [false, true]
            case Leaf(solution=True):
                yield "solution"
            case Leaf(rows):
                for _, row in rows:
                    if row not in numbers:
                        numbers[row] = len(numbers) + 1
                        yield f"row {row}"
                yield " ".join(["farkas", *(f"{factor}*{numbers[row]}" for factor, row in rows)])
