"""A formula: clauses that came from somewhere, a DIMACS file or a sheet, with the names of their variables where known."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from threefold.backends.sat.clause_store import clauses_of


@dataclass(frozen=True)
class Formula:
    variables: int  # the highest number that may be used
    flat: "array[int]"  # the clauses one after another, each ended by 0
    names: Mapping[int, str] = field(
        default_factory=dict
    )  # number -> "queen[1, 3]": the family, its indices, the value
    shown: Sequence[int] | None = None  # the numbers that a projected model counter counts over
    warnings: tuple[str, ...] = ()  # what a lenient reader found wrong

    def clauses(self) -> Iterator[list[int]]:
        return clauses_of(self.flat)

    def __len__(self) -> int:
        return self.flat.count(0)
