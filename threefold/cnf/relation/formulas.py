"""The reference, which is the spec's own CNF, and the foreign formula, in the same numbers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from threefold.backends.configuration import parse
from threefold.backends.sat.catalogue import NATIVE
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.lowering import lower
from threefold.backends.sat.program import CnfProgram
from threefold.cnf.relation.entailment import Clause, Entailment, Theory, canonical, counted, grids
from threefold.cnf.relation.naming import DEFAULT, Naming, default_naming
from threefold.cnf.relation.result import NamedClause
from threefold.language import BadInput, Spec, Variable

PLAIN = "sat+amo=pairwise+ints=direct"  # for n-queens and cards exactly the clauses of the sheets


def lowered(spec: Spec, encoding: str) -> tuple[CnfProgram, bool]:
    """The spec's CNF as a file says that it is encoded, and whether it is the plain one, which replaces what has no such CNF."""
    plain = lower(spec, parse(PLAIN, {}))
    try:
        named = parse("+".join(["sat", *encoding.split()]), {})
    except BadInput:
        return plain, True
    if named.options["ints"] != "direct" or NATIVE in named.options.values():
        return plain, True
    program = lower(spec, named)
    return (plain, True) if program.size == plain.size else (program, False)


class Reference:
    """The spec in direct encoding: pairwise, or as a file says that it is encoded."""

    def __init__(self, spec: Spec, encoding: str = "") -> None:
        program, self.plain = lowered(spec, encoding)
        self.spec, self.program, self.own = spec, program, program.size.variables
        self.groups: dict[Clause, str] = {}  # every clause, with the first group that has it
        self.common: set[Clause] = set()  # those that several groups have
        self._domains = {x.domain_group: domain_words(x) for x in spec.variables}
        self.parts: dict[str, dict[Clause, None]] = {}  # the groups; a domain's clauses are two parts
        for literals, source in program.clauses_with_sources():
            clause, group = canonical(literals), source if isinstance(source, str) else source.group
            if self.groups.setdefault(clause, group) != group:
                self.common.add(clause)
            self.parts.setdefault(self._part(clause, group), {})[clause] = None
        naming = replace(default_naming(spec), auxiliary="auxiliary of the reference")
        self.literals, self.text, self.mentions = naming.own, naming.text, naming.mentions
        self.shared = frozenset(n for n, literal in self.literals.items() if not literal.variable.derived)
        self.grids = grids(spec)

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
        return self._part(clause, self.groups[clause]) if clause in self.groups else "no group of the spec"

    def _part(self, clause: Clause, group: str) -> str:
        """The group; of a domain, which half of "exactly one" the clause belongs to."""
        if group not in self._domains:
            return f"'{group}'"
        words, half = self._domains[group], "at least" if clause and clause[0] > 0 else "at most"
        return f"'{half} {words}'" if words.startswith("one ") else f"'{words}' ({half} one value)"


def domain_words(x: Variable) -> str:
    """What the puzzle says of this variable's domain: "one queen per row"."""
    return f"one value per {x.family}" if x.domain_group == f"domain of {x.family}" else x.domain_group


class Foreign:
    """In the reference's numbers. An auxiliary that the reference has too keeps its number; others get one above all others."""

    def __init__(self, formula: Formula, naming: Naming, reference: Reference) -> None:
        self._translation, self._naming, self._reference = dict(naming.meaning), naming, reference
        self._free = reference.program.top
        self.numbered = naming.source == DEFAULT  # not named
        for number in naming.indirect:
            self._free += 1
            self._translation[number] = self._free
        self.originals = list(formula.clauses())
        self.clauses = [self._clause(clause) for clause in self.originals]  # in the file's order
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
        original = self.originals[place]
        group, naming = self._reference.groups.get(clause), self._naming
        return NamedClause(place + 1, tuple(original), naming.text(original), group, naming.mentions(original))

    @cached_property
    def in_file(self) -> list[Clause]:
        """The clauses in the file's numbers and order."""
        return list(map(canonical, self.originals))

    @cached_property
    def used(self) -> list[int]:
        """The file's numbers, in order."""
        return sorted({abs(literal) for clause in self.originals for literal in clause})

    def reread(self, cells: Iterable[int], originals: Iterable[Sequence[int]] | None = None) -> Iterator[Clause]:
        """The clauses, if the default numbering had these numbers instead of 1, 2, …; all others are auxiliaries."""
        own, top = self._reference.own, self._reference.program.top
        meaning = {number: place for place, number in enumerate(cells, start=1)}

        def read(literal: int) -> int:
            number = abs(literal)
            meant = meaning.get(number) or (number if own < number <= top else top + number)
            return meant if literal > 0 else -meant

        return (canonical(map(read, clause)) for clause in originals or self.originals)
