"""0/1 integer linear programming: CBC, the branch-and-cut code of COIN-OR, through PuLP.

A literal is an affine 0/1 expression, a constraint a few rows over such expressions, and a count comes from splitting
into disjoint subproblems, many of them in one call of CBC (`splitting`).
"""

from backends.backend import Backend, Configuration, Program
from language import Spec


def lower(spec: Spec, configuration: Configuration) -> Program:
    from backends.ilp.program import RowProgram

    return RowProgram(spec, configuration)


def version(solver: str) -> str:
    from backends.ilp.binary import version

    return version()


def details(solver: str) -> dict[str, str | bool]:
    from backends.ilp.binary import record

    return {f"cbc_{name}": value for name, value in record().items() if name != "version"} if solver == "cbc" else {}


BACKEND = Backend(
    name="ilp",
    summary="0/1 rows for CBC through PuLP; counts by splitting into disjoint subproblems",
    solvers=("cbc",),
    options=(),
    formats=("lp", "mps", "opb"),
    preload=("backends.ilp.program", "backends.ilp.cbc", "pulp"),
    lower=lower,
    version=version,
    details=details,
)
