"""A proof in LRAT as a block of a certificate: trimmed to what the last clause needs, each clause before its first use.

The solver numbers clauses and steps together, in the order in which they were added. The file has the steps only, so the
clauses have the numbers that are missing in it.

Literals that were assumed (of a cube) are no clauses of the block. A step that depends on some gets their negations: then it
follows without them, and the last step is the negation of the cube, or of a part of it.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import IO, NamedTuple

from threefold.proofs.formula import ASSUMED, Source


class Step(NamedTuple):
    literals: Sequence[int]
    hints: Sequence[int]


def read(file: IO[bytes]) -> dict[int, Step]:
    """The steps by number, without deletions."""
    steps: dict[int, Step] = {}
    for line in file:
        number, _, rest = line.partition(b" ")
        if not rest.startswith(b"d "):
            literals, _, hints = (b" " + rest).partition(b" 0 ")
            steps[int(number)] = Step(array("i", map(int, literals.split())), array("i", map(int, hints.split()[:-1])))
    return steps


def block(steps: Mapping[int, Step], clauses: Sequence[Source]) -> Iterator[str]:
    """The clauses and steps as lines."""
    empty = next((clause for clause in clauses if not clause[1]), None)
    if empty is not None:
        yield f"c {empty[0]} :"
        return
    originals = dict(zip((number for number in count(1) if number not in steps), clauses, strict=False))
    last_uses = _last_uses(steps)
    numbers, assumed = dict[int, int](), dict[int, frozenset[int]]()
    for number in sorted(number for number in last_uses if number in steps):
        literals, hints = steps[number]
        for hint in hints:
            if hint in originals and hint not in numbers and hint not in assumed:
                source, clause = originals[hint]
                if source == ASSUMED:
                    assumed[hint] = frozenset(-literal for literal in clause)
                    continue
                numbers[hint] = len(numbers) + 1
                yield f"c {source} : {_shown(clause)}"
        depends = frozenset().union(*(assumed[hint] for hint in hints if hint in assumed))
        if depends:
            assumed[number] = depends
        yield f"s {_shown([*literals, *sorted(depends - {*literals})])} : {_shown(numbers[h] for h in hints if h in numbers)}"
        numbers[number] = len(numbers) + 1
        unused = [numbers[hint] for hint in hints if hint in numbers and last_uses[hint] == number]
        if unused:
            yield f"d {_shown(unused)}"


def _last_uses(steps: Mapping[int, Step]) -> dict[int, int]:
    """For each clause and step that the empty clause needs: the last step that needs it."""
    last = next(number for number, step in steps.items() if not step.literals)
    uses = {last: last}
    for number in sorted(steps, reverse=True):
        if number in uses:
            for hint in steps[number].hints:
                uses.setdefault(hint, number)
    return uses


def _shown(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
