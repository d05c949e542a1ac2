"""A refutation by clauses: every clause has a source that is checked, every step follows by unit propagation."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from threefold.language import Spec
from threefold.verifier.names import Atom, Box, Names
from threefold.verifier.reading import Lines
from threefold.verifier.rules import refuted, undefined

Watcher = Callable[[str, Iterable[int], Iterable[int]], None]  # gets clauses and steps, for an export


@dataclass
class Tally:
    """What was checked."""

    route: str
    blocks: int = 0
    definitions: int = 0
    clauses: int = 0
    blocking: int = 0
    steps: int = 0


def ignore(kind: str, literals: Iterable[int], hints: Iterable[int]) -> None:
    return


@dataclass
class Refutation:
    spec: Spec
    lines: Lines
    listed: Collection[tuple[int, ...]]  # the listed solutions: the values of the decision variables
    watcher: Watcher = ignore
    conclusions: list[frozenset[Atom]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tally = Tally("sat")
        self.constraints = [posted.constraint for posted in self.spec.posted]
        self.decisions = [x.position for x in self.spec.decisions]

    def check(self) -> Tally:
        """The lines from the first block to the end of the refutation."""
        conclusion: frozenset[Atom] | None = None
        while (line := self.lines.next()) != "end refutation":
            if line != "block":
                self.lines.fail("'block' or 'end refutation' was expected")
            conclusion = self._block(Names(self.spec))
            self.conclusions.append(conclusion)
            self.tally.blocks += 1
        if conclusion is None:
            self.lines.fail("the refutation is empty")
        if conclusion:
            self.lines.fail("the refutation does not end with the empty clause: it covers a part of the assignments only")
        return self.tally

    def _block(self, names: Names) -> frozenset[Atom]:
        """The conclusion of the block: its last clause."""
        clauses: dict[int, frozenset[int]] = {}
        number, last, lines = 0, frozenset[int](), self.lines
        while (line := lines.next()) != "end block":
            kind, _, rest = line.partition(" ")
            if kind == "s":
                literals, _, hints = rest.partition(":")
                last = self._step(clauses, [*map(int, literals.split())], [*map(int, hints.split())])
                number += 1
                clauses[number] = last
            elif kind == "c":
                source, _, literals = rest.partition(" : ")
                last = self._clause(names, source.split(" "), [*map(int, literals.split())])
                number += 1
                clauses[number] = last
            elif kind == "d":
                for unused in rest.split(" "):
                    del clauses[int(unused)]
            elif kind == "atom":
                names.add_atom(*rest.split(" "))
            elif kind == "define":
                names.define(*rest.split(" "))
                self.tally.definitions += 1
            else:
                lines.fail("not understood")
        if not number:
            lines.fail("the block has no clauses")
        return frozenset(map(names.literal, last))

    def _step(self, clauses: dict[int, frozenset[int]], literals: list[int], hints: list[int]) -> frozenset[int]:
        self.tally.steps += 1
        self.watcher("s", literals, hints)
        false = set(literals)
        for hint in hints:
            left = clauses[hint] - false if hint in clauses else self.lines.fail(f"there is no clause {hint}")
            if not left:
                return frozenset(literals)
            if len(left) > 1:
                self.lines.fail(f"the step does not follow: clause {hint} has {len(left)} literals left")
            false.update(-unit for unit in left)
        self.lines.fail("the step does not follow: its hints end without a contradiction")

    def _clause(self, names: Names, source: list[str], literals: list[int]) -> frozenset[int]:
        self.tally.clauses += 1
        self.watcher("c", literals, ())
        atoms = [names.literal(number) for number in literals]
        box = Box(names, [atom.negated() for atom in atoms])
        match source:
            case ["solution"]:
                self.tally.blocking += 1
                self._check_solution(box)
            case ["block", number]:
                if not 0 < int(number) <= len(self.conclusions):
                    self.lines.fail(f"there is no block {number} before this place")
                self._check_conclusion(names, self.conclusions[int(number) - 1], atoms)
            case ["domain"]:
                if not box.empty:
                    self.lines.fail("the clause does not follow from the values of one name")
            case [name] if name.startswith("x"):
                if not box.empty and not undefined(names.name(name), box):
                    self.lines.fail(f"the clause does not follow from the definition of {name}")
            case [number, *named]:
                self._check_constraint(int(number), box, [*map(names.name, named)])
        return frozenset(literals)

    def _check_constraint(self, number: int, box: Box, named: list[int]) -> None:
        if not 0 < number <= len(self.constraints):
            self.lines.fail(f"there is no constraint {number}")
        constraint = self.constraints[number - 1]
        if not box.empty and not refuted(constraint, box, named):
            self.lines.fail(f"the clause does not follow from constraint {number}, {constraint}")

    def _check_solution(self, box: Box) -> None:
        """The clause excludes one listed solution and nothing else."""
        values = [box.values(position) for position in self.decisions]
        if not set(box.mentioned) <= set(self.decisions) or any(len(each) != 1 for each in values):
            self.lines.fail("a blocking clause must fix every decision variable and mention nothing else")
        if tuple(each[0] for each in values) not in self.listed:
            self.lines.fail("the clause excludes an assignment that is not a listed solution")

    def _check_conclusion(self, names: Names, conclusion: frozenset[Atom], atoms: list[Atom]) -> None:
        if not conclusion <= set(atoms) or any(atom.name >= names.variables for atom in conclusion):
            self.lines.fail("the clause is not the conclusion of that block")
