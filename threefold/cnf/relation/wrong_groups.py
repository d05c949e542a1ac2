"""A group of the spec is missing, incomplete or written wrongly, or clauses that exclude solutions were added to it.

First the formula is searched for what a typical slip makes of a whole group. Then, whatever the slip was: the clauses that
exclude solutions are left out, and the groups that no longer follow are the wrong ones.
"""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import replace

from threefold.cnf.relation import forbidden_literals
from threefold.cnf.relation.comparison import Comparison, Repair
from threefold.cnf.relation.entailment import Clause, canonical, renumbering
from threefold.cnf.relation.formulas import Reference
from threefold.cnf.relation.numbering import orders
from threefold.format import many
from threefold.language import AllDifferent

MOST_WRONG = 2  # groups that are written wrongly; more of them have another cause
AND = "has a clause for every literal, 'and' instead of 'or'"
RIGHT = "with its own clauses instead the formula is right"


def slips(asked: Comparison) -> Iterator[Repair]:
    """The formula has a whole group as a slip would write it."""
    foreign, groups = asked.foreign, asked.reference.groups
    written = dict(zip(foreign.in_file if foreign.numbered else foreign.clauses, foreign.clauses, strict=True))
    for part, own in asked.reference.parts.items():
        if own.keys() <= foreign.distinct.keys():
            continue
        for text, image in _images(asked.reference, list(own)):
            if wrong := _wrong(image, written, groups):
                left = asked.without({written[clause] for clause in wrong})
                yield Repair((f"the group {part} {text}: {RIGHT}",), dict.fromkeys([*left, *asked.own([part])]))


def _wrong(image: Iterable[Clause], written: Container[Clause], groups: Container[Clause]) -> set[Clause]:
    """The clauses of an image that are not the spec's; none where the image is not written, which its first clauses show."""
    wrong = set[Clause]()
    for clause in image:
        if clause not in written:
            return set()
        if clause not in groups:
            wrong.add(clause)
    return wrong


def _images(reference: Reference, own: Sequence[Clause]) -> Iterator[tuple[str, Iterator[Clause]]]:
    """What the slips make of a group."""
    yield "has all its signs flipped", (canonical(-n for n in clause) for clause in own)
    for chosen in (min, max):
        flipped = (canonical(-n if abs(n) == chosen(map(abs, clause)) else n for n in clause) for clause in own)
        yield "has one wrong sign in every clause", flipped
    row = max(len(x.domain) for x in reference.spec.variables)
    for by in (1, -1, row, -row):
        shifted = (canonical(n + (by if n > 0 else -by) for n in clause) for clause in own)
        yield f"has its numbers {abs(by)} too {'high' if by > 0 else 'low'}", shifted
    for _, change in orders(reference):
        yield "has its indices in another order", renumbering(own, change)
    if max(map(len, own)) > 1:
        forbids = all(n < 0 for clause in own for n in clause)
        what = "forbids every literal, by 'and' instead of 'or' or at most 0" if forbids else AND
        yield what, ((n,) for clause in own for n in clause)
        for end in (min, max):
            shorter = (tuple(n for n in clause if abs(n) != end(map(abs, clause))) for clause in own)
            yield f"lacks the {'first' if end is min else 'last'} literal of every clause", shorter
    for by in (1, -1):
        longer = (canonical((*clause, _next(clause, by))) for clause in own)
        yield "has one literal too many in every clause", longer


def _next(clause: Clause, by: int) -> int:
    last = (max if by > 0 else min)(clause, key=abs, default=0)
    return last + (by if last > 0 else -by)


def wrong_groups(asked: Comparison) -> Iterator[Repair]:
    excluding = asked.excluding
    left = dict.fromkeys(asked.without(set(excluding)))
    weak = asked.follows(left) if excluding else asked.weak
    missing = asked.reference.missing(replace(weak, failing=[*weak.failing, *weak.undecided]))
    lost = Counter(map(asked.reference.part, missing))
    if excluding and len(lost) > MOST_WRONG:
        return  # little is left of the formula
    repaired = {**left, **asked.own(lost)}
    if excluding:
        yield Repair((_excluding(asked, excluding, lost),), repaired)
    else:
        yield Repair(tuple(_lacking(asked, part, number) for part, number in lost.items()), repaired)


def _excluding(asked: Comparison, wrong: Sequence[Clause], lost: Collection[str]) -> str:
    shown, verb = asked.shown(wrong), "excludes" if len(wrong) == 1 else "exclude"
    if not lost:
        forbid = all(len(clause) == 1 and clause[0] < 0 for clause in wrong)
        described = forbidden_literals.described(asked, wrong) if forbid else next(_lines(asked.reference, wrong), "")
        return (
            f"{described}{shown} {verb} solutions: without {'it' if len(wrong) == 1 else 'them'} the formula is right"
        )
    named = f"the group {next(iter(lost))} is" if len(lost) == 1 else f"the groups {' and '.join(lost)} are"
    return f"{named} written wrongly: {shown} {verb} solutions; {RIGHT if len(lost) == 1 else RIGHT.replace('its', 'their')}"


def _lines(reference: Reference, wrong: Sequence[Clause]) -> Iterator[str]:
    """What pairs too many have in common."""
    if not all(len(clause) == 2 and clause[1] < 0 for clause in wrong):
        return
    for posted in reference.spec.posted:
        if isinstance(posted.constraint, AllDifferent) and _wraps(reference, posted.constraint, wrong):
            yield f"the lines of '{posted.group}' go on at the opposite border: "
    for part, own in reference.parts.items():
        steps = {clause[1] - clause[0] for clause in own if len(clause) == 2 and clause[1] < 0}
        if all(clause[1] - clause[0] in steps for clause in wrong):
            yield f"the lines of {part} go on past the border: "


def _wraps(reference: Reference, constraint: AllDifferent, pairs: Sequence[Clause]) -> bool:
    """Are these pairs of literals whose terms are equal modulo the number of values?"""
    units = {unit.variable.position: unit for unit in constraint.units if unit.variable is not None}
    keys = {
        number: unit.sign * literal.value + unit.offset
        for number, literal in reference.literals.items()
        if (unit := units.get(literal.variable.position))
    }
    sizes = {len(unit.values()) for unit in constraint.units}
    if len(sizes) > 1 or not all(-n in keys for pair in pairs for n in pair):
        return False
    size = sizes.pop()
    return all((keys[-one] - keys[-other]) % size == 0 for one, other in pairs)


def _lacking(asked: Comparison, part: str, number: int) -> str:
    """A group is missing, and not incomplete, if no clause is written that only this group has."""
    own, reference = asked.reference.parts[part], asked.reference
    begun = not own.keys().isdisjoint(asked.foreign.distinct.keys() - reference.common)
    missing = not begun and (2 * number > len(own) or not asked.unknown)
    how = "written wrongly" if _attempted(asked, own) else "missing" if missing else "incomplete"
    does = "does" if number == 1 else "do"
    return f"the group {part} is {how}: {number} of its {many(len(own), 'clause')} {does} not follow from the formula"


def _attempted(asked: Comparison, own: Collection[Clause]) -> bool:
    """Is there a network over all literals of a clause of this group?"""
    having: dict[int, set[int]] = {}
    for place, network in enumerate(asked.networks):
        for number in {abs(n) for clause in network for n in clause}:
            having.setdefault(number, set()).add(place)
    nowhere = set[int]()
    return any(set.intersection(*(having.get(abs(n), nowhere) for n in clause)) for clause in own if clause)
