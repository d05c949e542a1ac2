"""The reference, which is the spec's own CNF, and the foreign formula, in the same numbers."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from threefold.backends.configuration import parse
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.lowering import lower
from threefold.cnf.relation.entailment import Clause, Entailment, Theory, canonical, counted, grids
from threefold.cnf.relation.naming import DEFAULT, Naming, default_naming
from threefold.cnf.relation.result import NamedClause
from threefold.language import Spec


class Reference:
    """The spec in direct encoding, pairwise: for n-queens and cards exactly the clauses of the sheets."""

    def __init__(self, spec: Spec) -> None:
        program = lower(spec, parse("sat+amo=pairwise+ints=direct", {}))
        self.spec, self.program, self.own = spec, program, program.size.variables
        self.groups: dict[Clause, str] = {}  # every clause, with the first group that has it
        self.common: set[Clause] = set()  # those that several groups have
        for group, literals in program.clauses():
            clause = canonical(literals)
            if self.groups.setdefault(clause, group) != group:
                self.common.add(clause)
        naming = replace(default_naming(spec), auxiliary="auxiliary of the reference")
        self.literals, self.text = naming.own, naming.text
        self.shared = frozenset(n for n, literal in self.literals.items() if not literal.variable.derived)
        self.grids = grids(spec)
        self._domains = {x.domain_group for x in spec.variables}

    def theory(self, links: Iterable[Clause] = ()) -> Theory:
        """The clauses, their consequences by counting, and definitions of the formula's bounds or bits."""
        counting = (clause for grid in self.grids for clause in counted(grid, self.groups.__contains__))
        return Theory([*self.groups, *counting, *links])

    def is_domain(self, clause: Clause) -> bool:
        return self.groups.get(clause) in self._domains

    def missing(self, weak: Entailment) -> list[Clause]:
        """The clauses that do not follow, as written. An auxiliary's definition excludes nothing: what fixes it is missing."""
        candidates = [weak.simplified.get(clause, (clause,)) for clause in weak.failing]
        return list(dict.fromkeys(next((c for c in each if not self.is_domain(c)), each[0]) for each in candidates))

    def part(self, clause: Clause) -> str:
        """The group; of a domain also which half of "exactly one value" the clause belongs to."""
        if clause not in self.groups:
            return "no group of the spec"
        half = f" ({'at least' if clause and clause[0] > 0 else 'at most'} one value)" if self.is_domain(clause) else ""
        return f"'{self.groups[clause]}'{half}"


class Foreign:
    """In the reference's numbers. An auxiliary that the reference has too keeps its number; others get one above all others."""

    def __init__(self, formula: Formula, naming: Naming, reference: Reference) -> None:
        self._translation, self._naming, self._reference = dict(naming.meaning), naming, reference
        self._free = reference.program.top
        self.numbered = naming.source == DEFAULT  # not named
        for number in naming.indirect:
            self._free += 1
            self._translation[number] = self._free
        self._originals = list(formula.clauses())
        self.clauses = [self._clause(clause) for clause in self._originals]  # in the file's order
        self.distinct: dict[Clause, int] = {}  # and the first place of each
        for place, clause in enumerate(self.clauses):
            self.distinct.setdefault(clause, place)
        self.links = list(self._links(naming))
        self.shared = reference.shared.union(map(self._number, naming.indirect))
        self.auxiliaries = {abs(n) for clause in self.distinct for n in clause} - self.shared

    def _links(self, naming: Naming) -> Iterator[Clause]:
        """Bounds and bits defined by the reference's literals, and these by them."""
        implied: dict[int, list[int]] = {}  # by an own literal: bounds or bits
        for number, case in naming.indirect.items():
            for own, value in case.items():
                implied.setdefault(own, []).append(self._number(number) if value else -self._number(number))
        for own, literals in implied.items():
            yield from (canonical((-own, literal)) for literal in literals)
            yield canonical((own, *(-literal for literal in literals)))
        yield from ((own,) for own in naming.encoded if own not in implied)  # an only value

    def _clause(self, clause: list[int]) -> Clause:
        return canonical(self._number(literal) if literal > 0 else -self._number(-literal) for literal in clause)

    def _number(self, number: int) -> int:
        if number not in self._translation:
            kept = self._reference.own < number <= self._reference.program.top
            self._free += not kept
            self._translation[number] = number if kept else self._free
        return self._translation[number]

    def named(self, clause: Clause) -> NamedClause:
        place = self.distinct[clause]
        original = self._originals[place]
        return NamedClause(place + 1, tuple(original), self._naming.text(original), self._reference.groups.get(clause))

    @cached_property
    def lowest(self) -> int:
        return min((abs(literal) for clause in self._originals for literal in clause), default=1)

    def shift(self) -> dict[int, int]:
        """The change of numbers that lets the default numbering begin with the lowest number in use."""
        meant = range(self.lowest, self.lowest + self._reference.own)
        known = self._translation
        return {known[number]: place for place, number in enumerate(meant, 1) if number in known}
