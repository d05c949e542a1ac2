"""Z3 as a backend of Threefold. Z3 itself is imported only in the process that solves."""

from importlib.metadata import version

from threefold.backends.backend import Backend, Configuration, Program
from threefold.language import Spec


def _lower(spec: Spec, configuration: Configuration) -> Program:
    from threefold_z3.program import Z3Program

    return Z3Program(spec, configuration)


BACKEND = Backend(
    name="z3",
    summary="SMT over integers: Z3, one blocking clause per solution",
    solvers=("z3",),
    options=(),
    formats=("smt2",),
    preload=("threefold_z3.program",),
    lower=_lower,
    version=lambda solver: f"Z3 {version('z3-solver')}",
)
