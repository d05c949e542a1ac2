"""A CNF as a logic program in aspif, the text that clingo reads without grounding (Kaminski, Schaub, Wanko 2017).

asp 1 0 0
1 1 3 1 2 3 0 0          a choice rule: each of the atoms 1 2 3 may be true
1 0 0 0 2 1 -2           the clause ¬1 ∨ 2: not both 1 and ¬2
3 2 1 2                  solutions are projected on 1 and 2
4 3 256 1 -1             the number 256 is shown where 1 is false
0
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence

from threefold.backends.sat.clause_store import ClauseStore, Commanded, Pairs

HEADER = b"asp 1 0 0\n"
AT_ONCE = 1 << 16  # literals that become text together


def to_aspif(
    top: int, stores: Iterable[ClauseStore], projected: Sequence[int], shown: Mapping[int, int]
) -> Iterator[bytes]:
    """The text in pieces; `shown` has the literal for each number that is shown.

    An atom that a unit makes false may not be chosen, and nothing is shown for it: clasp looks at all that may be shown in
    every model.
    """
    yield HEADER
    false = set[int]()
    for store in stores:
        for part in store.parts:
            if isinstance(part, Pairs):
                yield from _pairs(part)
            else:
                yield from _clauses(array("i", part.flat()) if isinstance(part, Commanded) else part, false)
    yield b"1 1 %b 0 0\n" % _counted([atom for atom in range(1, top + 1) if atom not in false])
    yield b"3 %b\n" % _counted([atom for atom in projected if atom not in false])
    for number, literal in shown.items():
        if literal not in false:
            text = b"%d" % number
            yield b"4 %d %b 1 %d\n" % (len(text), text, literal)
    yield b"0\n"


def _counted(numbers: Sequence[int]) -> bytes:
    return b" ".join([b"%d" % each for each in (len(numbers), *numbers)])


def _pairs(pairs: Pairs) -> Iterator[bytes]:
    """All pairs of one literal with the later ones by a single `join`, as in DIMACS."""
    firsts = [b"1 0 0 0 2 %d " % -literal for literal in pairs.literals]
    seconds = [b"%d\n" % -literal for literal in pairs.literals]
    for position, first in enumerate(firsts[:-1], start=1):
        yield first + first.join(seconds[position:])


def _clauses(flat: "array[int]", false: set[int]) -> Iterator[bytes]:
    """Many clauses by a single `repr`; the atoms of negative units are added to `false`."""
    start = 0
    while start < len(flat):
        end = flat.index(0, min(start + AT_ONCE, len(flat) - 1)) + 1
        negated = repr([-literal for literal in flat[start:end]])
        lines = []
        for body in f" {negated[1:-1]}".replace(",", "").split(" 0")[:-1]:  # each literal after a blank
            size = body.count(" ")
            lines.append(f"1 0 0 0 {size}{body}\n")
            if size == 1 and body[1] != "-":
                false.add(int(body))
        yield "".join(lines).encode()
        start = end
