"""The clauses of a program in words: `¬queen[1]=1 ∨ ¬queen[1]=2`."""

from array import array
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from threefold.backends.listing import Item, Mention, Part, joined, own_mentions
from threefold.backends.sat.clause_store import ClauseStore
from threefold.backends.sat.encoder import NativeAtMost, StoreKey

if TYPE_CHECKING:
    from threefold.backends.sat.program import CnfProgram


class Words:
    def __init__(self, program: "CnfProgram") -> None:
        self._program = program
        self._own = dict(own_mentions(program.spec, program.projection.views))

    def mention(self, literal: int) -> Mention:
        number = abs(literal)
        mention = self._own.get(number) or Mention(f"aux{number}")
        return mention if literal > 0 else ~mention

    def clause(self, literals: Iterable[int], long: int | None) -> Item:
        mentions = tuple(map(self.mention, literals))
        return Item(joined(mentions, " ∨ ", long) or "⊥", mentions)

    def parts(self, long: int | None) -> Iterator[Part]:
        for key, store in self._program.stores.items():
            group, definitions = key
            noun, items = "definition" if definitions else "clause", partial(self._clauses, key, store, long)
            yield Part(group, noun, len(store), self._auxiliaries(_numbers(store)), items)
        for group in dict.fromkeys(each.group for each in self._program.native):
            native = [each for each in self._program.native if each.group == group]
            auxiliaries = self._auxiliaries(number for each in native for number in each.literals)
            yield Part(group, "at-most constraint", len(native), auxiliaries, partial(self._native, native, long))

    def _clauses(self, key: StoreKey, store: ClauseStore, long: int | None) -> Iterator[Item]:
        source = partial(self._program.sources.text, key)
        return (self.clause(clause, long)._replace(source=source(place)) for place, clause in enumerate(store))

    def _native(self, native: list[NativeAtMost], long: int | None) -> Iterator[Item]:
        for each in native:
            mentions = tuple(map(self.mention, each.literals))
            yield Item(f"at most {each.bound} of {joined(mentions, ', ', long)}", mentions)

    def _auxiliaries(self, literals: Iterable[int]) -> int:
        own = self._program.size.variables
        return sum(number > own for number in set(map(abs, literals)))


def _numbers(store: ClauseStore) -> Iterator[int]:
    """The literals, those of a folded at-most-one once."""
    return (literal for part in store.parts for literal in (part if isinstance(part, array) else part.literals))
