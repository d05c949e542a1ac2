"""Writing DIMACS CNF, with comments that let the file be used without this tool.

    c nqueens n=4
    c encoding amo=pairwise ints=direct
    c START DICTIONARY
    c queen[1, 1]=1                the literal queen[1] == 1 has the number 1: indices, then the value, as SATCodec writes it
    …
    c END DICTIONARY
    c t pmc                        projected model counting, in the words of the model counting competition,
    p cnf 16 80
    c p show 1 2 3 … 16 0          over the literals of the decision variables
    c group one queen per row
    1 2 3 4 0

`c p show` is one line, however long: of several, Ganak used to read only the last (meelgroup/ganak#30).

The text comes in pieces and depends only on the program. All pairs of one literal with the later ones are made by a single
`join` whose separator is that literal; other clauses go literal by literal (docs/measurements.md#dimacs-text).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from threefold.backends.sat.clause_store import ClauseStore, Commanded, Pairs
from threefold.backends.sat.encoder import StoreKey
from threefold.backends.variable_maps import Binary, View, of_declared
from threefold.format import shortened, visible
from threefold.language import Clause, Spec, Variable
from threefold.language.givens import GROUP as GIVEN
from threefold.language.terms import index_part

PIECE = 1 << 17  # bytes, roughly
WORDS = {"==": "is", "<=": "is at most", "bit": "has the bits"}
MOST_KNOWN = 200_000  # texts of literals, some 20 MB
_AT_ONCE = 1 << 14  # literals of a flat array


@dataclass(frozen=True)
class Comments:
    """The comments of a file, as above."""

    spec: Spec
    options: Mapping[str, str]
    views: Sequence[View]

    def before_header(self, top: int) -> Iterator[str]:
        spec, own = self.spec, 0
        yield " ".join([spec.name, *(f"{name}={value}" for name, value in spec.parameters.items())])
        for given in spec.groups[GIVEN].constraints if GIVEN in spec.groups else ():
            yield f"given {given.literals[0] if isinstance(given, Clause) else given}"
        yield " ".join(["encoding", *(f"{name}={value}" for name, value in self.options.items())])
        for x, view in zip(spec.variables, self.views, strict=True):
            if isinstance(view, Binary):
                yield f"{x} is {view.offset} plus its bits, the least significant first"
        yield "START DICTIONARY"
        declared = len(spec.declared)
        for own, name, x in own_literals(spec, self.views):
            if x.position >= declared:
                break
            yield f"{name}={own}"
        yield "END DICTIONARY"
        own = of_declared(spec, self.views)
        if own < top:
            yield f"{own + 1} to {top} are auxiliary"
        for x, view in zip(spec.variables[declared:], self.views[declared:], strict=True):
            if not view.numbers:  # of a single value, in order encoding
                continue
            first, last = view.numbers[0], view.numbers[-1]
            values = "" if view.meaning == "itself" else f" {WORDS[view.meaning]} {shortened(view.values)}"
            yield f"{first}{f' to {last}' if values else ''}: {x}{values}"
        yield "t pmc"


def to_dimacs(top: int, stores: Mapping[StoreKey, ClauseStore], comments: Comments | None) -> Iterator[bytes]:
    """The text in pieces, with comments or plain."""
    return _gathered(chain(_head(top, stores, comments), _body(stores, comments is not None)))


def own_literals(spec: Spec, views: Sequence[View]) -> Iterator[tuple[int, str, Variable]]:
    """The numbers of the spec's own literals, with their names and variables: `queen[1, 3]` is queen[1] == 3.

    In order encoding the name is `queen[1, <=3]`, in binary `queen[1, bit 0]`; a Boolean has only its indices.
    """
    for x, view in zip(spec.variables, views, strict=True):
        case = {"itself": None, "==": "{}", "<=": "<={}", "bit": "bit {}"}[view.meaning]
        for number, value in zip(view.numbers, view.values, strict=True):
            index = ", ".join([*map(index_part, x.index), *([case.format(value)] if case else ())])
            yield number, f"{x.family}[{index}]" if index else x.family, x


def _head(top: int, stores: Mapping[StoreKey, ClauseStore], comments: Comments | None) -> Iterator[bytes]:
    header = b"p cnf %d %d\n" % (top, sum(map(len, stores.values())))
    if comments is None:
        yield header
        return
    yield from map(_comment, comments.before_header(top))
    yield header
    yield b"c p show "
    yield from (b"%d " % number for number, _, x in own_literals(comments.spec, comments.views) if not x.derived)
    yield b"0\n"


def _comment(text: str) -> bytes:
    return f"c {visible(text)}\n".encode(errors="replace")


def _body(stores: Mapping[StoreKey, ClauseStore], with_groups: bool) -> Iterator[bytes]:
    texts = _Texts()
    for (group, _), store in stores.items():
        if with_groups:
            yield _comment(f"group {group}")
        for part in store.parts:
            if isinstance(part, Pairs):
                yield from _pairs(part)
            else:
                yield from _flat(part.flat() if isinstance(part, Commanded) else part, texts)


def _pairs(pairs: Pairs) -> Iterator[bytes]:
    firsts = [b"%d " % literal for literal in pairs.literals]
    seconds = [b"%s0\n" % literal for literal in firsts]
    for position, first in enumerate(firsts[:-1], start=1):
        yield first + first.join(seconds[position:])


def _flat(flat: Sequence[int], texts: "_Texts") -> Iterator[bytes]:
    for start in range(0, len(flat), _AT_ONCE):
        yield b"".join(map(texts.__getitem__, flat[start : start + _AT_ONCE]))


class _Texts(dict[int, bytes]):
    """The texts of literals: a look-up is faster than `%`, and the same few come again and again."""

    def __missing__(self, literal: int) -> bytes:
        if len(self) > MOST_KNOWN:
            self.clear()
        self[literal] = b"%d " % literal if literal else b"0\n"
        return self[literal]


def _gathered(texts: Iterable[bytes]) -> Iterator[bytes]:
    """Fewer, larger pieces."""
    waiting, size = [], 0
    for text in texts:
        waiting.append(text)
        size += len(text)
        if size >= PIECE:
            yield b"".join(waiting)
            waiting, size = [], 0
    yield b"".join(waiting)
