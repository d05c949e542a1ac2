"""The clauses of a program in words, group by group: `¬queen[1]=1 ∨ ¬queen[1]=2`."""

from collections.abc import Iterator

from threefold.backends.sat.program import CnfProgram
from threefold.language.mathematics import abbreviated

LONG = 16  # literals


def named_clauses(program: CnfProgram, most: int | None) -> Iterator[str]:
    """At most `most` clauses of each group, then the number of all."""
    names = literal_names(program)
    size = program.size
    auxiliary = f" and {size.auxiliary:,} auxiliary ones" if size.auxiliary else ""
    yield f"{program.spec.name}: {size.constraints:,} clauses over {size.variables:,} literals{auxiliary}"
    for (group, definitions), store in program.stores.items():
        yield ""
        yield f"{group}{', definitions' if definitions else ''} ({len(store):,})"
        yield from abbreviated((f"  {text(clause, names, most)}" for clause in store), len(store), most)


def text(clause: list[int], names: dict[int, str], most: int | None) -> str:
    literals = [f"{'¬' if literal < 0 else ''}{names.get(abs(literal), f'aux{abs(literal)}')}" for literal in clause]
    if most is not None and len(literals) > LONG:
        literals[2:-1] = ["…"]
    return " ∨ ".join(literals) or "⊥"


def literal_names(program: CnfProgram) -> dict[int, str]:
    """The spec's own literals as equations: `queen[1]=3`, in order encoding `queen[1]≤3`, in binary `queen[1].0`."""
    names: dict[int, str] = {}
    for x, view in zip(program.spec.variables, program.projection.views, strict=True):
        ending = {"itself": "", "==": "={}", "<=": "≤{}", "bit": ".{}"}[view.meaning]
        names.update((n, f"{x}{ending.format(value)}") for n, value in zip(view.numbers, view.values, strict=True))
    return names
