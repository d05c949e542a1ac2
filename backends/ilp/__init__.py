"""0/1 integer linear programming: CBC, the branch-and-cut code of COIN-OR, through PuLP.

A literal is an affine 0/1 expression, a constraint a few rows over such expressions, and a count comes from splitting
into disjoint subproblems, many of them in one call of CBC (`splitting`). HiGHS and SCIP are optional (`solvers`), and
`certify` proves that solutions known from elsewhere are all.
"""

from threefold.backends.backend import Backend, Configuration, Option, Package, Program
from threefold.backends.ilp.solvers import NAMES
from threefold.language import Spec


def lower(spec: Spec, configuration: Configuration) -> Program:
    from threefold.backends.ilp.program import RowProgram

    return RowProgram(spec, configuration)


def version(solver: str) -> str:
    from threefold.backends.ilp.solvers import version

    return version(solver)


def details(solver: str) -> dict[str, str | bool]:
    from threefold.backends.ilp.cbc_executable import record

    return {f"cbc_{name}": value for name, value in record().items() if name != "version"} if solver == "cbc" else {}


BACKEND = Backend(
    name="ilp",
    summary="0/1 rows for PuLP's CBC; counts by splitting into disjoint subproblems",
    solvers=NAMES,
    options=(
        Option("count", "how all solutions are counted; certify: see --certify", ("enumerate", "certify"), "enumerate"),
    ),
    formats=("lp", "mps", "opb"),
    preload=("threefold.backends.ilp.program", "threefold.backends.ilp.branch_and_bound"),
    lower=lower,
    version=version,
    needs={"highs": Package("highspy", "threefold[highs]"), "scip": Package("pyscipopt", "threefold[scip]")},
    cubes=1,  # each begins with nearly empty calls: 8 queens take 0.056 s, in 8 cubes 0.083; others gain and lose by more
    details=details,
)
