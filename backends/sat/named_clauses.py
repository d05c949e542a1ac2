"""The clauses of a program in words, group by group: `¬queen[1]=1 ∨ ¬queen[1]=2`."""

from collections.abc import Iterator

from threefold.backends.sat.program import CnfProgram
from threefold.backends.variable_maps import Binary, Direct, Native, Order
from threefold.language.mathematics import abbreviated

LONG = 16  # literals


def named_clauses(program: CnfProgram, most: int | None) -> Iterator[str]:
    """`most` lines of each group, then how many there are."""
    names = literal_names(program)
    size = program.size
    auxiliary = f" and {size.auxiliary:,} auxiliary ones" if size.auxiliary else ""
    yield f"{program.spec.name}: {size.constraints:,} clauses over {size.variables:,} literals{auxiliary}"
    for (group, definitions), block in program.blocks.items():
        yield ""
        yield f"{group}{', definitions' if definitions else ''} ({len(block):,})"
        yield from abbreviated((f"  {text(clause, names, most)}" for clause in block), len(block), most)


def text(clause: list[int], names: dict[int, str], most: int | None) -> str:
    literals = [f"{'¬' if literal < 0 else ''}{names.get(abs(literal), f'aux{abs(literal)}')}" for literal in clause]
    if most is not None and len(literals) > LONG:
        literals[2:-1] = ["…"]
    return " ∨ ".join(literals) or "⊥"


def literal_names(program: CnfProgram) -> dict[int, str]:
    """The spec's own literals as equations: `queen[1]=3`, in order encoding `queen[1]≤3`, in binary `queen[1].0`."""
    names: dict[int, str] = {}
    for x, view in zip(program.spec.variables, program.projection.views, strict=True):
        match view:
            case Native(first):
                cases = [f"{x}"]
            case Direct(first, domain):
                cases = [f"{x}={value}" for value in domain]
            case Order(first, domain):
                cases = [f"{x}≤{value}" for value in domain[:-1]]
            case Binary(first, bits, _):
                cases = [f"{x}.{bit}" for bit in range(bits)]
        names.update(enumerate(cases, first))
    return names
