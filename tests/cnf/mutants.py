"""Wrong formulas with known truth: the CNF of a puzzle with one mistake, as students make them.

    python -m tests.cnf.mutants > results             every mutant of 4 to 8 queens and of cards: half an hour
    python -m tests.cnf.mutants "nqueens 5"           those of one instance
    python -m tests.cnf.mutants --table results       writes the table of docs/relate.md

Every mutant is judged here by other means than `relate` has: the spec's solutions come from trying all values. The formula is
too strong if one of them cannot be extended to a model, and too weak if it has a model when all of them are blocked. The same
judge decides whether the repair that `relate` names makes the formula right.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise, product
from pathlib import Path

from tests.cnf.formulas import Clauses, formula, program
from threefold.backends.sat.solvers import Assuming
from threefold.checker import brute_force
from threefold.cnf.relation import Relation, relate
from threefold.language import Spec
from threefold.models import cards, nqueens

PAGE = Path(__file__).parents[2] / "docs" / "relate.md"
BEGIN, END = "<!-- mutants -->", "<!-- end of mutants -->"


@dataclass(frozen=True)
class Mutant:
    name: str
    clauses: Clauses


@dataclass(frozen=True)
class Base:
    """A puzzle whose variables have one index range and one domain, so that a cell is a point of a box."""

    name: str
    sizes: tuple[int, ...]  # of the axes; the last one is the value
    spec: Spec = field(repr=False)
    neighbours: Callable[[], Iterable[tuple[str, Spec]]] = field(repr=False, default=tuple)

    @cached_property
    def parts(self) -> dict[str, Clauses]:
        """The clauses by group; those of a domain in two parts."""
        found: dict[str, Clauses] = {}
        domains = {x.domain_group for x in self.spec.variables}
        for group, clause in program(self.spec, "sat+amo=pairwise").clauses():
            half = ("at least, " if clause[0] > 0 else "at most, ") if group in domains else ""
            found.setdefault(half + group, []).append(list(clause))
        return found

    @cached_property
    def clauses(self) -> Clauses:
        return [clause for part in self.parts.values() for clause in part]

    @cached_property
    def cells(self) -> list[tuple[int, ...]]:
        return list(product(*map(range, self.sizes)))

    @cached_property
    def solutions(self) -> list[list[int]]:
        """Every cell with its sign."""
        domains = [x.domain[0] for x in self.spec.variables]
        return [
            [number if self._holds(solution, number - 1, domains) else -number for number in range(1, self.own + 1)]
            for solution in brute_force.solutions(self.spec)
        ]

    def _holds(self, solution: Sequence[int], cell: int, first: Sequence[int]) -> bool:
        variable, value = divmod(cell, self.sizes[-1])
        return solution[variable] - first[variable] == value

    @property
    def own(self) -> int:
        return len(self.cells)

    def with_part(self, name: str, clauses: Clauses) -> Clauses:
        return [clause for part, own in self.parts.items() for clause in (clauses if part == name else own)]


def queens(n: int) -> Base:
    def neighbours() -> list[tuple[str, Spec]]:
        return [(f"nqueens n={m}", nqueens.build(m)) for m in (n - 1, n + 1)]

    return Base(f"nqueens {n}", (n, n), nqueens.build(n), neighbours)


def card_row(n: int, k: int) -> Base:
    return Base(f"cards {n} {k}", (n, k, n * k), cards.build(n, k))


# The judge


def judged(base: Base, clauses: Iterable[Sequence[int]]) -> str:
    listed = list(map(list, clauses))
    top = max((abs(n) for clause in listed for n in clause), default=0)
    solver = Assuming(max(top, base.own), listed)
    strong = not all(map(solver.solve_under, base.solutions))
    solver.add([-literal for literal in solution] for solution in base.solutions)
    weak = solver.solve_under(())
    return {(True, True): "both", (True, False): "too weak", (False, True): "too strong"}.get((weak, strong), "right")


# One clause


def dropped(base: Base) -> Iterator[Mutant]:
    for place, clause in enumerate(base.clauses):
        yield Mutant(f"{clause}", base.clauses[:place] + base.clauses[place + 1 :])


def replaced(base: Base, place: int, clause: list[int]) -> Clauses:
    return [*base.clauses[:place], clause, *base.clauses[place + 1 :]]


def flipped(base: Base) -> Iterator[Mutant]:
    for place, clause in enumerate(base.clauses):
        for literal in clause:
            changed = [-other if other == literal else other for other in clause]
            yield Mutant(f"{clause} {literal}", replaced(base, place, changed))


def shifted(clause: Sequence[int], by: int) -> list[int]:
    return [literal + (by if literal > 0 else -by) for literal in clause]


def shifts(base: Base) -> Iterator[Mutant]:
    for (place, clause), by in product(enumerate(base.clauses), (-1, 1)):
        if by > 0 or min(map(abs, clause)) > 1:
            yield Mutant(f"{clause} {by}", replaced(base, place, shifted(clause, by)))


def duplicated(base: Base) -> Iterator[Mutant]:
    for clause in base.clauses:
        yield Mutant(f"{clause}", [*base.clauses, clause])


# One group


Way = Callable[[Base, Clauses], Clauses]


def lines_of(pairs: Clauses) -> list[tuple[int, ...]]:
    """The sets of which at most one is true, from their pairs."""
    lines: dict[int, set[int]] = {}
    for pair in pairs:
        one, other = (lines.setdefault(abs(n), {abs(n)}) for n in pair)
        one |= other
        lines.update(dict.fromkeys(one, one))
    return sorted({tuple(sorted(line)) for line in lines.values()})


def counter(literals: Sequence[int], first: int, *, carry: bool = True, last: int = -1) -> Clauses:
    """A sequential counter with auxiliaries from `first` on."""
    sums, clauses = range(first, first + len(literals) - 1), []
    for place, literal in enumerate(literals):
        clauses += [[-literal, sums[place]]] if place < len(sums) else []
        clauses += [[-sums[place - 1], sums[place]]] if carry and 0 < place < len(sums) else []
        clauses += [[-literal, last * sums[place - 1]]] if place else []
    return clauses


def counters(base: Base, pairs: Clauses, *, carry: bool = True, last: int = -1) -> Clauses:
    clauses, free = [], base.own + 1
    for line in lines_of(pairs):
        clauses += counter(line, free, carry=carry, last=last)
        free += len(line) - 1
    return clauses


def renumbered(clauses: Clauses, change: Callable[[int], int]) -> Clauses:
    return [[change(abs(n)) * (1 if n > 0 else -1) for n in clause] for clause in clauses]


def exchanged(base: Base) -> Callable[[int], int]:
    """The number of a cell with its last two axes exchanged."""
    order = sorted(base.cells, key=lambda cell: (*cell[:-2], cell[-1], cell[-2]))
    change = {base.cells.index(cell) + 1: place for place, cell in enumerate(order, start=1)}
    return lambda number: change.get(number, number)


def without_last(base: Base, clauses: Clauses) -> Clauses:
    """Loops that end one too early: no cell with the last value, and none of the last variable."""
    end = [size - 1 for size in base.sizes]
    gone = {n for n, cell in enumerate(base.cells, start=1) if cell[-1] == end[-1] or list(cell[:-1]) == end[:-1]}
    rests = ([n for n in clause if abs(n) not in gone] for clause in clauses)
    return [rest for rest, clause in zip(rests, clauses, strict=True) if rest and (clause[0] > 0 or rest == clause)]


def neighbours_only(base: Base, pairs: Clauses) -> Clauses:
    return [[-a, -b] for line in lines_of(pairs) for a, b in pairwise(line)]


def step_of(pairs: Clauses) -> int:
    return min(abs(a - b) for a, b in pairs)


def wrapping(base: Base, pairs: Clauses) -> Clauses:
    """Lines that go on at the other border: column plus or minus row, modulo the number of columns."""
    _, columns = base.sizes
    slope = step_of(pairs) - columns
    cells = [((cell[1] - slope * cell[0]) % columns, n) for n, cell in enumerate(base.cells, start=1)]
    return [[-a, -b] for (one, a), (other, b) in combinations(cells, 2) if one == other]


def past_the_border(base: Base, pairs: Clauses) -> Clauses:
    step = step_of(pairs)
    return [[-a, -b] for a in range(1, base.own + 1) for b in range(a + step, base.own + 1, step)]


PAIRED: dict[str, Way] = {
    "only neighbours": neighbours_only,
    "a counter without carry": lambda base, pairs: counters(base, pairs, carry=False),
    "a counter with a wrong last sign": lambda base, pairs: counters(base, pairs, last=1),
    "counters whose auxiliaries are cells": lambda base, pairs: [
        clause for line in lines_of(pairs) for clause in counter(line, max(line) + 1)
    ],
    "counters that share their auxiliaries": lambda base, pairs: [
        clause for line in lines_of(pairs) for clause in counter(line, base.own + 1)
    ],
    "every cell paired with itself": lambda base, pairs: [
        *pairs,
        *([-n, -n] for line in lines_of(pairs) for n in line),
    ],
    "at least instead of at most": lambda base, pairs: [list(line) for line in lines_of(pairs)],
}
SLANTED: dict[str, Way] = {"lines that wrap": wrapping, "lines past the border": past_the_border}
ANY: dict[str, Way] = {
    "missing": lambda base, clauses: [],
    "all signs flipped": lambda base, clauses: [[-n for n in clause] for clause in clauses],
    "the first sign flipped": lambda base, clauses: [[-clause[0], *clause[1:]] for clause in clauses],
    "the last index left out": without_last,
    "numbers one too high": lambda base, clauses: [shifted(clause, 1) for clause in clauses],
    "rows and columns exchanged": lambda base, clauses: renumbered(clauses, exchanged(base)),
    "and instead of or": lambda base, clauses: [[n] for clause in clauses for n in clause],
    "only the first half": lambda base, clauses: clauses[: len(clauses) // 2],
    "the first literal left out": lambda base, clauses: [clause[1:] for clause in clauses if len(clause) > 1],
    "one literal too many": lambda base, clauses: [
        [*clause, (abs(clause[-1]) + 1) * (1 if clause[-1] > 0 else -1)] for clause in clauses
    ],
}


def groups(base: Base) -> Iterator[Mutant]:
    for part, clauses in base.parts.items():
        paired = all(len(clause) == 2 and max(clause) < 0 for clause in clauses)
        slanted = paired and len(base.sizes) == 2 and step_of(clauses) not in (1, base.sizes[-1])
        for name, way in {**ANY, **(PAIRED if paired else {}), **(SLANTED if slanted else {})}.items():
            yield Mutant(f"{part}: {name}", base.with_part(part, way(base, clauses)))


# The numbering


def numbered(base: Base, name: str, number: Callable[[tuple[int, ...]], int]) -> Mutant:
    numbers = [number(cell) for cell in base.cells]
    return Mutant(name, renumbered(base.clauses, lambda n: numbers[n - 1]))


def by_strides(base: Base, sizes: Sequence[int], first: int = 1) -> Callable[[tuple[int, ...]], int]:
    def number(cell: tuple[int, ...]) -> int:
        place = 0
        for part, size in zip(cell, sizes, strict=True):
            place = place * size + part
        return place + first

    return number


def snake(base: Base, cell: tuple[int, ...]) -> int:
    *index, value = cell
    row = by_strides(base, base.sizes[:-1], 0)(tuple(index))
    return row * base.sizes[-1] + (base.sizes[-1] - 1 - value if row % 2 else value) + 1


def numberings(base: Base) -> Iterator[Mutant]:
    *rest, last = base.sizes
    yield Mutant("exchanged axes", renumbered(base.clauses, exchanged(base)))
    yield numbered(base, "backwards", lambda cell: base.own - by_strides(base, base.sizes, 0)(cell))
    yield numbered(
        base, "values backwards", lambda cell: by_strides(base, base.sizes)((*cell[:-1], last - 1 - cell[-1]))
    )
    yield numbered(base, "snake", lambda cell: snake(base, cell))
    for first in (2, 3, last + 1):
        yield numbered(base, f"from {first}", by_strides(base, base.sizes, first))
    for size in (last + 1, last + 2, last - 1, 10, 100):
        yield numbered(base, f"rows of {size}", by_strides(base, [*rest, size]))
    yield numbered(base, "10·i+j", by_strides(base, [10] * len(base.sizes), sum(10**i for i in range(len(base.sizes)))))
    yield Mutant("all signs flipped", [[-n for n in clause] for clause in base.clauses])
    yield Mutant("from 0", [part for clause in base.clauses for part in split_at_zero(clause)])
    yield from other_sizes(base)


def split_at_zero(clause: Sequence[int]) -> Clauses:
    """What a reader finds where the numbers begin with 0."""
    parts: Clauses = [[]]
    for n in shifted(clause, -1):
        parts[-1].append(n) if n else parts.append([])
    return parts


def other_sizes(base: Base) -> Iterator[Mutant]:
    for label, spec in base.neighbours():
        theirs = [clause for _, clause in program(spec, "sat+amo=pairwise").clauses()]
        size = len(spec.variables)
        yield Mutant(f"the formula of {label}", [list(clause) for clause in theirs])
        number = by_strides(base, base.sizes)
        names = {n: number(divmod(n - 1, size)) for n in range(1, size * size + 1)}
        yield Mutant(f"loops of {label}", renumbered([*map(list, theirs)], names.__getitem__))


KINDS: dict[Callable[[Base], Iterator[Mutant]], str] = {
    dropped: "one clause dropped",
    flipped: "one sign flipped",
    shifts: "one clause shifted by 1",
    duplicated: "one clause twice",
    groups: "one group wrong",
    numberings: "the numbering",
}


# The harness


@dataclass
class Tally:
    mutants: int = 0
    wrong: int = 0
    verdicts: int = 0  # that are wrong
    named: int = 0
    causes: int = 0  # whose repair does not make the formula right


def related(base: Base, mutant: Mutant) -> Relation:
    top = max((abs(n) for clause in mutant.clauses for n in clause), default=0)
    found = formula(mutant.clauses, max(top, base.own))
    return relate(base.spec, found, neighbours=base.neighbours())


def check(base: Base, mutant: Mutant, tally: Tally) -> Iterator[str]:
    """Counts, and yields what is worth a look."""
    relation, truth = related(base, mutant), judged(base, mutant.clauses)
    verdict = {"equal": "right", "equivalent": "right"}.get(relation.verdict, relation.verdict)
    tally.mutants += 1
    tally.wrong += truth != "right"
    if verdict != truth:
        tally.verdicts += 1
        yield f"WRONG VERDICT {base.name} {mutant.name}: {verdict}, but {truth}"
    if truth == "right":
        return
    if relation.repaired is None:
        yield f"no cause {base.name} {mutant.name} ({truth})"
        return
    tally.named += 1
    if judged(base, relation.repaired) != "right":
        tally.causes += 1
        yield f"WRONG CAUSE {base.name} {mutant.name}: {relation.causes}"
    yield f"cause {base.name} {mutant.name} ({truth}): {'; '.join(relation.causes)}"


BASES = (*map(queens, range(4, 9)), card_row(3, 2), card_row(4, 1), card_row(4, 2))


def measured(base: Base, kind: Callable[[Base], Iterable[Mutant]], every: int = 1) -> tuple[Tally, list[str]]:
    tally = Tally()
    return tally, [note for mutant in list(kind(base))[::every] for note in check(base, mutant, tally)]


def main(words: list[str]) -> None:
    if words[:1] == ["--table"]:
        lines = [line for name in words[1:] for line in Path(name).read_text(encoding="utf-8").splitlines()]
        write_table([line.split("\t")[1:] for line in lines if line.startswith("TALLY")])
        return
    for base, kind in product((base for base in BASES if not words or base.name in words), KINDS):
        tally, notes = measured(base, kind)
        print("TALLY", base.name, KINDS[kind], *vars(tally).values(), sep="\t", flush=True)
        print(*notes, sep="\n", flush=True)


def write_table(rows: list[list[str]]) -> None:
    """One line per kind of mistake over all instances, and one per instance."""
    sums: dict[str, list[int]] = {}
    for instance, kind, *numbers in rows:
        for name in (kind, instance, "**all**"):
            sums[name] = [a + int(b) for a, b in zip(sums.get(name, [0] * 5), numbers, strict=True)]
    order = [*KINDS.values(), *(base.name for base in BASES), "**all**"]
    lines = ["| mutants | number | wrong | wrong verdicts | cause named | wrong causes |", "|---|--:|--:|--:|--:|--:|"]
    for name in filter(sums.__contains__, order):
        mutants, wrong, verdicts, named, causes = sums[name]
        share = f" ({named / wrong:.0%})" if wrong else ""
        lines.append(f"| {name} | {mutants:,} | {wrong:,} | {verdicts} | {named:,}{share} | {causes} |")
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{chr(10).join(lines)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
