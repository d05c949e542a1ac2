"""backtracking: a search on the spec itself, without a solver. The baseline of the sheets."""

from threefold.backends.backend import Backend, Configuration, Program
from threefold.language import Spec


def _lower(spec: Spec, configuration: Configuration) -> Program:
    from threefold.backends.backtracking.program import BacktrackingProgram

    return BacktrackingProgram(spec, configuration)


BACKEND = Backend(
    name="backtracking",
    summary="search on the spec itself: smallest domain first, forward checking",
    solvers=("backtracking",),
    options=(),
    formats=(),
    preload=("threefold.backends.backtracking.program",),
    lower=_lower,
    version=lambda solver: "backtracking (our own)",
    seeded=lambda _: False,
)
