"""Clauses and their sources, and refutations by clauses: every step follows from earlier clauses by unit propagation."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from threefold.language.flattening import Flat
from threefold.verifier.names import Atom, Box, Names
from threefold.verifier.reading import Lines
from threefold.verifier.rules import refuted, undefined


@dataclass
class Refutation:
    spec: Flat
    lines: Lines
    listed: Collection[tuple[int, ...]]  # the listed solutions: the values of the decision variables
    checked: Counter[str] = field(default_factory=Counter)  # what was checked, by kind

    def __post_init__(self) -> None:
        self.constraints = [posted.constraint for posted in self.spec.posted]
        self.decisions = [x.position for x in self.spec.decisions]
        self.conclusions: list[frozenset[Atom]] = []  # of the blocks

    def follows(self, names: Names, source: Sequence[str], clause: Sequence[Atom]) -> bool:
        """The clause follows from its source; or it excludes a listed solution only."""
        box = Box(names, [literal.negated() for literal in clause])
        match source:
            case ["solution"]:
                self.checked["blocking clauses"] += 1
                return box.left.keys() <= set(self.decisions) and self.is_solution(box)
            case ["block", number]:
                conclusion = self.conclusions[int(number) - 1] if int(number) > 0 else None
                return conclusion is not None and conclusion <= set(clause)
            case ["domain"]:
                return box.empty
            case [name] if name.startswith("x"):
                return box.empty or undefined(names.name(name), box)
            case [number, *named] if int(number) > 0:
                return box.empty or refuted(self.constraints[int(number) - 1], box, [*map(names.name, named)])
        return False

    def is_solution(self, box: Box) -> bool:
        """The box fixes the decision variables to those of a listed solution; the other variables may have any values."""
        values = [box.values(position) for position in self.decisions]
        return all(len(each) == 1 for each in values) and tuple(each[0] for each in values) in self.listed


class ByClauses(Refutation):
    def check(self) -> None:
        """The lines from the first block to the end of the refutation."""
        while (line := self.lines.next()) != "end refutation":
            if line != "block":
                self.lines.fail("'block' or 'end refutation' was expected")
            self.conclusions.append(self._block(Names(self.spec)))
            self.checked["blocks"] += 1
        if not self.conclusions or self.conclusions[-1]:
            self.lines.fail("it does not end with the empty clause: it covers a part of the assignments only")

    def _block(self, names: Names) -> frozenset[Atom]:
        """Its conclusion: the last clause, which must be about variables of the spec."""
        clauses: dict[int, frozenset[int]] = {}
        number, last = 0, frozenset[int]()
        while (line := self.lines.next()) != "end block":
            kind, _, rest = line.partition(" ")
            if kind in ("s", "c"):
                before, _, after = rest.partition(":")
                last = self._step(clauses, before, after) if kind == "s" else self._clause(names, before, after)
                number += 1
                clauses[number] = last
            elif kind == "d":
                for unused in map(int, rest.split()):
                    del clauses[unused]
            else:
                names.declare(kind, *rest.split(" "))
                self.checked["definitions"] += kind == "define"
        conclusion = frozenset(map(names.literal, last))
        if not number or any(literal.name >= names.variables for literal in conclusion):
            self.lines.fail("the block has no conclusion about the variables of the specification")
        return conclusion

    def _clause(self, names: Names, source: str, numbers: str) -> frozenset[int]:
        self.checked["clauses"] += 1
        clause = frozenset(map(int, numbers.split()))
        if not self.follows(names, source.split(), [*map(names.literal, clause)]):
            self.lines.fail(f"the clause does not follow from its source, {self._described(source.strip())}")
        return clause

    def _described(self, source: str) -> str:
        first = source.split(" ")[0]
        return f"constraint {source}: {self.constraints[int(first) - 1]}" if first.isdigit() else f"'{source}'"

    def _step(self, clauses: dict[int, frozenset[int]], numbers: str, hints: str) -> frozenset[int]:
        """Where all its literals are false, each hint has one literal left, which must be true, and the last one has none."""
        self.checked["steps"] += 1
        step = frozenset(map(int, numbers.split()))
        false = set(step)
        for hint in map(int, hints.split()):
            left = clauses[hint] - false
            if not left:
                return step
            if len(left) > 1:
                self.lines.fail(f"the step does not follow: clause {hint} has {len(left)} literals left")
            [literal] = left
            false.add(-literal)
        return self.lines.fail("the step does not follow: its hints end without a contradiction")
