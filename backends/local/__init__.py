"""local: a local search of our own. It finds a solution where there are many, and proves nothing."""

from threefold.backends.backend import Backend
from threefold.backends.local.program import LocalProgram

BACKEND = Backend(
    name="local",
    summary="our own local search, incomplete: one solution or none, and no proof",
    solvers=("local",),
    options=(),
    formats=(),
    preload=(),
    lower=LocalProgram,
    version=lambda solver: "local search (our own)",
    complete=False,
)
