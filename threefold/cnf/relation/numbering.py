"""Other readings of the formula's numbers, and formulas of another size."""

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from itertools import pairwise, permutations, product

from threefold.cnf.relation.auxiliaries import included
from threefold.cnf.relation.comparison import Comparison, Repair
from threefold.cnf.relation.entailment import CONFLICTS, Clause, Theory, canonical, negation, renumbered, renumbering
from threefold.cnf.relation.formulas import Foreign, Reference

MOST_AXES = 3
FEW = 100  # a formula that differs in less than one clause of so many is not that of another size
Cell = tuple[int | str, ...]  # the index, and the value of an integer
Ranks = tuple[int, ...]  # of these parts


def readings(asked: Comparison) -> Iterator[Repair]:
    """Those in which the formula has more clauses of the reference than it has now."""
    written = asked.reference.groups.keys()
    agreeing = len(asked.foreign.distinct) - len(asked.unknown)
    for reading, read in _readings(asked.reference, asked.foreign):
        clauses = _taken(read, written, len(asked.foreign.clauses) - agreeing)
        if clauses.keys() == written:
            yield Repair((f"{reading}: read so, the formula has the clauses of the spec's CNF",), clauses, sure=True)
        elif len(written & clauses.keys()) > agreeing:
            yield Repair((f"{reading}: read so, the formula is equivalent",), clauses)
    yield from _collisions(asked)


def _taken(read: Iterable[Clause], written: Container[Clause], most: int) -> dict[Clause, None]:
    """All clauses; none where so many are strange that no more agree than now. Most readings show it soon."""
    taken = dict[Clause, None]()
    for clause in read:
        taken[clause] = None
        most -= clause not in written
        if most <= 0:
            return {}
    return taken


def _readings(reference: Reference, foreign: Foreign) -> Iterator[tuple[str, Iterable[Clause]]]:
    done = "the variables are numbered" if foreign.numbered else "the names have their parts"
    for order, change in orders(reference):
        yield f"{done} {_explained(order, reference, foreign)}", renumbering(foreign.distinct, change)
    if foreign.numbered:
        yield from _by_numbers(reference, foreign)
        for text, change in _backwards(reference):
            yield f"{done} {text}", renumbering(foreign.distinct, change)
    yield "all signs are flipped", (canonical(negation(clause)) for clause in foreign.distinct)


def _by_numbers(reference: Reference, foreign: Foreign) -> Iterator[tuple[str, Iterable[Clause]]]:
    """The numbers begin elsewhere, or have gaps."""
    used = foreign.used
    if used and used[0] > 1:
        meant = range(used[0], used[0] + reference.own)
        yield f"the variables are numbered from {used[0]} instead of 1", foreign.reread(meant)
    cells = used[: reference.own]
    gap = next((later for earlier, later in pairwise(cells) if later > earlier + 1), 0)
    if len(cells) == reference.own and gap:
        text = f"the variables are numbered with gaps ({gap} follows {cells[cells.index(gap) - 1]})"
        yield text, foreign.reread(cells)
    if () in foreign.distinct:
        joined = list(_joined(foreign.originals, reference))
        yield "a variable has the number 0, which ends a clause", foreign.reread(range(1, reference.own + 1), joined)


def _joined(clauses: Iterable[Sequence[int]], reference: Reference) -> Iterator[Sequence[int]]:
    """A clause that begins with the literal 0 is read as an empty clause and its rest: together again, numbered from 1.

    The sign of 0 is lost: it is the one that makes a clause of the reference.
    """
    begun = False
    for clause in clauses:
        if clause or begun:
            rest = [n + (1 if n > 0 else -1) for n in clause]
            options = [canonical((sign, *rest)) for sign in (-1, 1)] if begun else [canonical(rest)]
            yield next(filter(reference.groups.__contains__, options), options[0])
        begun = not clause and not begun


def cells_of(reference: Reference) -> list[tuple[int, Cell]]:
    """Every literal's number with its index and value; empty unless all families have the same two or three axes."""
    cells = [
        (number, literal.variable.index if literal.variable.boolean else (*literal.variable.index, literal.value))
        for number, literal in reference.literals.items()
    ]
    axes = {len(cell) for _, cell in cells}
    return cells if len(axes) == 1 and 1 < axes.pop() <= MOST_AXES else []


def _families(reference: Reference) -> list[list[tuple[int, Ranks]]]:
    """The cells of each family, their parts replaced by ranks."""
    families: dict[str, list[tuple[int, Cell]]] = {}
    for number, cell in cells_of(reference):
        families.setdefault(reference.literals[number].variable.family, []).append((number, cell))
    return list(map(_ranked, families.values()))


def _ranked(cells: list[tuple[int, Cell]]) -> list[tuple[int, Ranks]]:
    ranks: list[dict[int | str, int]] = [{} for _ in cells[0][1]]
    for _, cell in cells:
        for part, rank in zip(cell, ranks, strict=True):
            rank.setdefault(part, len(rank))
    return [(n, tuple(rank[part] for part, rank in zip(cell, ranks, strict=True))) for n, cell in cells]


def orders(reference: Reference) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
    """Orders of the axes (indices, then the value) other than row by row, and the change of numbers for each."""
    families = _families(reference)
    axes = len(families[0][0][1]) if families else 0
    for order in reversed(list(permutations(range(axes)))[1:]):
        change: dict[int, int] = {}
        for cells in families:
            reordered = sorted(cells, key=lambda cell: [cell[1][axis] for axis in order])
            change.update(zip((number for number, _ in cells), (number for number, _ in reordered), strict=True))
        yield order, change


def _explained(order: tuple[int, ...], reference: Reference, foreign: Foreign) -> str:
    if len(order) == 2:
        return "by columns instead of rows" if foreign.numbered else "in the order column, row"
    integers = any(not x.boolean for x in reference.spec.variables)
    names = ("first index", "second index", "value" if integers else "third index")
    return f"in the order {', '.join(names[axis] for axis in order)}"


def _backwards(reference: Reference) -> Iterator[tuple[str, dict[int, int]]]:
    """Some axes backwards, or every second row: the change of numbers for each."""
    families = _families(reference)
    axes = len(families[0][0][1]) if families else 0
    names = ("the last part", "the part before it", "the first part")
    for turned in list(product((False, True), repeat=axes))[1:]:
        which = " and ".join(name for name, turn in zip(names, reversed(turned), strict=False) if turn)
        yield f"backwards in {which}", _turned(families, [turned])
    for rows in ([False, True], [True, False]):
        choices = [(*(False,) * (axes - 1), turn) for turn in rows]
        yield "in a snake line, every second row backwards", _turned(families, choices)


def _turned(families: list[list[tuple[int, Ranks]]], choices: list[tuple[bool, ...]]) -> dict[int, int]:
    """Every number, with that of the cell in which some axes are backwards; the rows take turns with the choices."""
    change: dict[int, int] = {}
    for cells in families:
        sizes = [max(parts) + 1 for parts in zip(*(cell for _, cell in cells), strict=True)]
        number_of = {cell: number for number, cell in cells}
        rows = {row: place for place, row in enumerate(dict.fromkeys(cell[:-1] for _, cell in cells))}
        for number, cell in cells:
            turned = zip(cell, sizes, choices[rows[cell[:-1]] % len(choices)], strict=True)
            other = tuple(size - 1 - part if turn else part for part, size, turn in turned)
            change[number] = number_of.get(other, number)
    return change


def _collisions(asked: Comparison) -> Iterator[Repair]:
    """Rows that are numbered as if they were shorter or longer: of shorter ones, two cells share a number."""
    families, foreign = _families(asked.reference), asked.foreign
    if len(families) != 1 or not foreign.numbered or not foreign.used:
        return
    sizes = [max(parts) + 1 for parts in zip(*(cell for _, cell in families[0]), strict=True)]
    written = set(foreign.in_file)
    for wrong in product(*([size, size - 1, size + 1] for size in sizes[1:])):
        number = {own: foreign.used[0] + _place(cell, (sizes[0], *wrong)) for own, cell in families[0]}
        if max(number.values()) != foreign.used[-1] or all(own == meant for own, meant in number.items()):
            continue
        image = renumbering(asked.reference.groups, number)
        if all(map(written.__contains__, image)) and renumbered(asked.reference.groups, number).keys() == written:
            pairs = zip(wrong, sizes[1:], strict=True)
            lengths = " and ".join(f"{length} instead of {size}" for length, size in pairs if length != size)
            text = f"the variables are numbered with rows of {lengths}"
            yield Repair(
                (f"{text}: with numbers of their own the formula is right",), asked.reference.groups, sure=True
            )


def _place(cell: Ranks, sizes: Sequence[int]) -> int:
    place = 0
    for part, size in zip(cell, sizes, strict=True):
        place = place * size + part
    return place


def other_size(asked: Comparison) -> Iterator[Repair]:
    """The formula is that of the same puzzle with another parameter, in its numbers or in ours."""
    differences = len(asked.unknown) + len(asked.reference.groups.keys() - asked.foreign.distinct.keys())
    if not asked.foreign.numbered or differences * FEW < len(asked.reference.groups):
        return
    right, written = asked.reference.groups, set(asked.foreign.in_file)
    for label, spec in asked.neighbours:
        theirs = Reference(spec)
        if written == theirs.groups.keys() or _is_formula_of(theirs, written):
            yield Repair((f"this is a formula of {label}",), right, sure=True)
        number = _in_our_numbers(asked.reference, theirs)
        if number and renumbered(theirs.groups, number).keys() == written:
            yield Repair(
                (f"the loops are those of {label}, with the numbers of {asked.reference.spec.title}",), right, sure=True
            )


def _is_formula_of(theirs: Reference, written: Collection[Clause]) -> bool:
    if 2 * len(theirs.groups.keys() & written) < len(theirs.groups):
        return False
    top = max(theirs.program.top, *(abs(n) for clause in written for n in clause))
    auxiliary = {n: top + n for n in range(theirs.own + 1, top + 1)}
    clauses = renumbered(written, auxiliary)
    ours = theirs.theory()
    if not ours.quick.solve_within(CONFLICTS, ()):  # without a solution, any contradiction would be its formula
        return False
    weak = included(Theory(clauses), theirs.groups, theirs.shared, theirs.grids)
    return weak.model is None and included(ours, clauses, theirs.shared).model is None


def _in_our_numbers(reference: Reference, theirs: Reference) -> dict[int, int]:
    """Their literals' numbers in a formula with our row lengths."""
    ours, cells = cells_of(reference), cells_of(theirs)
    if not ours or not cells or len(ours[0][1]) != len(cells[0][1]):
        return {}
    if not all(isinstance(part, int) for _, cell in (*ours, *cells) for part in cell):
        return {}
    first = [int(part) for part in ours[0][1]]
    sizes = [len({cell[axis] for _, cell in ours}) for axis in range(len(first))]
    ranks = ((n, tuple(int(part) - start for part, start in zip(cell, first, strict=True))) for n, cell in cells)
    return {n: 1 + _place(cell, sizes) for n, cell in ranks}
