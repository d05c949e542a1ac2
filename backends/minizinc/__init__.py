"""minizinc: solvers that read FlatZinc, as programs of their own. Gecode's is `fzn-gecode` (Debian package flatzinc)."""

import re
import shutil
import subprocess

from threefold.backends.backend import Backend, Configuration, Program
from threefold.language import Spec

PROGRAMS = {"gecode": "fzn-gecode"}
NAMES = {"gecode": "Gecode"}  # as MiniZinc names them
PATIENCE = 60.0  # seconds for a program to print its version
PACKAGES = {"gecode": "flatzinc"}  # of Debian and Ubuntu


def _lower(spec: Spec, configuration: Configuration) -> Program:
    from threefold.backends.minizinc.program import FlatZincProgram

    return FlatZincProgram(spec, configuration)


def _version(solver: str) -> str:
    program = shutil.which(PROGRAMS[solver])
    if program is None:
        raise OSError(f"{PROGRAMS[solver]} is not installed (the package {PACKAGES[solver]} of Debian and Ubuntu)")
    version = re.search(r"Version: (\S+)", _help(program))
    return f"{NAMES[solver]} {version[1]}" if version else NAMES[solver]


def _help(program: str) -> str:
    try:
        return subprocess.run(
            [program, "--help"],
            input="",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
        ).stdout
    except subprocess.TimeoutExpired:
        raise OSError(f"{program} --help does not end within {PATIENCE:g} s") from None


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
