"""cp: CP-SAT of Google OR-Tools. A constraint becomes one constraint of CP-SAT, over integers or over Booleans `x == v`."""

from threefold.backends.backend import Backend, Configuration, Option, Program
from threefold.language import Spec


def _lower(spec: Spec, configuration: Configuration) -> Program:
    from threefold.backends.cp.lowering import lower  # late: listing the backends imports no lowering

    return lower(spec, configuration)


def _version(solver: str) -> str:
    from importlib.metadata import version

    return "CP-SAT " + ".".join(version("ortools").split(".")[:2])


BACKEND = Backend(
    name="cp",
    summary="constraint programming: CP-SAT of Google OR-Tools",
    solvers=("cpsat",),
    options=(
        Option(
            "view",
            "how an integer appears: as an integer, or as a Boolean per value; auto chooses by a measured rule",
            ("auto", "int", "bool"),
            "auto",
        ),
    ),
    formats=("cp",),
    preload=("threefold.backends.cp.lowering", "threefold.backends.cp.search"),
    lower=_lower,
    version=_version,
)
