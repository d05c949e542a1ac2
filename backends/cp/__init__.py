"""cp: CP-SAT of Google OR-Tools. A constraint becomes one constraint of CP-SAT, over integers or over Booleans `x == v`."""

import re
from importlib.util import find_spec
from pathlib import Path

from threefold.backends.backend import Backend, Configuration, Option, Program
from threefold.language import Spec


def _lower(spec: Spec, configuration: Configuration) -> Program:
    from threefold.backends.cp.lowering import lower  # late: listing the backends imports no lowering

    return lower(spec, configuration)


def _version(solver: str) -> str:
    """Read from the package's file, which assigns it: importing the package or importlib.metadata is slow."""
    package = find_spec("ortools")
    if package is None or package.origin is None:
        raise ImportError("ortools is not installed")
    found = re.search(r'^__version__ = "(\d+\.\d+)', Path(package.origin).read_text(), re.MULTILINE)
    return f"CP-SAT {found[1]}" if found else "CP-SAT"


BACKEND = Backend(
    name="cp",
    summary="constraint programming: CP-SAT of Google OR-Tools",
    solvers=("cpsat",),
    options=(
        Option("view", "how an integer appears: as an integer, or as a Boolean per value", ("int", "bool"), "int"),
        Option("search", "parameters as well as we know, or CP-SAT's own", ("tuned", "free"), "tuned"),
    ),
    formats=("cp",),
    preload=("threefold.backends.cp.lowering", "threefold.backends.cp.search"),
    lower=_lower,
    version=_version,
    plain={"view": "int", "search": "free"},
)
