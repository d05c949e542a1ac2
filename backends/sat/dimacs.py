"""DIMACS CNF: `p cnf VARIABLES CLAUSES`, a clause per line, and before each group's clauses the comment `c group NAME`."""

from array import array
from collections.abc import Iterable, Iterator, Mapping

from backends.sat.encoder import BlockKey, clauses_of


def to_dimacs(variables: int, blocks: Mapping[BlockKey, "array[int]"]) -> str:
    clauses = sum(block.count(0) for block in blocks.values())
    return "".join(f"{line}\n" for line in (f"p cnf {variables} {clauses}", *_body(blocks.items())))


def _body(blocks: Iterable[tuple[BlockKey, "array[int]"]]) -> Iterator[str]:
    for (group, _), block in blocks:
        yield f"c group {group}"
        for clause in clauses_of(block):
            yield " ".join(map(str, (*clause, 0)))
