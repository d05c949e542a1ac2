"""minizinc: solvers that read FlatZinc, as programs of their own. Gecode's is `fzn-gecode` (Debian package flatzinc)."""

import re
import shutil
import subprocess

from threefold.backends.backend import Backend, Configuration, Program
from threefold.language import Spec

PROGRAMS = {"gecode": "fzn-gecode"}
PACKAGES = {"gecode": "flatzinc"}  # of Debian and Ubuntu


def _lower(spec: Spec, configuration: Configuration) -> Program:
    from threefold.backends.minizinc.program import FlatZincProgram

    return FlatZincProgram(spec, configuration)


def _version(solver: str) -> str:
    program = shutil.which(PROGRAMS[solver])
    if program is None:
        raise OSError(f"{PROGRAMS[solver]} is not installed (the package {PACKAGES[solver]} of Debian and Ubuntu)")
    said = subprocess.run([program, "--help"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    version = re.search(r"Version: (\S+)", said)
    return f"Gecode {version[1]}" if version else "Gecode"


BACKEND = Backend(
    name="minizinc",
    summary="a program of MiniZinc's world, which gets the spec as FlatZinc",
    solvers=tuple(PROGRAMS),
    options=(),
    formats=("fzn",),
    preload=("threefold.backends.minizinc.program",),
    lower=_lower,
    version=_version,
    seeded=lambda _: False,
)
