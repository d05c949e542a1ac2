"""sat: a spec as CNF, in encodings by name, solved by the SAT solvers that PySAT bundles, by optional ones and by our own."""

from importlib import import_module
from typing import Any

from threefold.backends.backend import Backend, Configuration, Option, Package, Program
from threefold.backends.sat.catalogue import AUTO_AMO, NATIVE, names
from threefold.backends.sat.solvers import (
    ARRAYS,
    DEFAULT,
    ENUMERATIONS,
    GANAK,
    MIXED,
    NAMES,
    SEEDED,
    WHOLE,
    WITH_AT_MOST,
)
from threefold.language import BadInput, Spec

PACKAGES = {
    "cms": Package("pycryptosat", "threefold[cms]"),
    "clasp": Package("clingo", "threefold[clasp]"),
    GANAK: Package("pyganak", "threefold[count]"),
}


def _lower(spec: Spec, configuration: Configuration) -> Program:
    from threefold.backends.sat.lowering import lower

    return lower(spec, configuration)


SEARCHES = ("tuned", "free")
DEFAULTS = {"enum": "auto", "search": "tuned"}

# What a solver is called where no library has its version.
OWN = {
    "dpll": "dpll (our own)",
    ARRAYS: "arrays, our own",
}


def _version(solver: str) -> str:
    if solver in OWN:
        return OWN[solver]
    if solver in PACKAGES:
        package: Any = import_module(PACKAGES[solver].module)
        return f"{solver} ({package.__name__} {package.__version__})"
    import pysat  # its own attribute: importlib.metadata is slow

    parts = f"{DEFAULT} and our own arrays; " if solver == MIXED else ""
    return f"{solver} ({parts}python-sat {pysat.__version__})"


def _check(configuration: Configuration) -> None:
    solver, options = configuration.solver, configuration.options
    for option in ("enum", "search"):
        if solver in WHOLE and options[option] != DEFAULTS[option]:
            raise BadInput(f"sat:{solver} has its own way to enumerate or count: leave {option}={options[option]} out")
    for option in ("amo", "card"):
        if options[option] == NATIVE and solver not in WITH_AT_MOST:
            able = ", ".join(WITH_AT_MOST)
            raise BadInput(
                f"{option}=native needs a solver that has at-most constraints of its own: {able} (got {solver})"
            )


def _check_limit(configuration: Configuration) -> None:
    if configuration.solver == GANAK:
        raise BadInput(f"sat:{GANAK} counts all solutions and shows none: it cannot stop at the first ones")


BACKEND = Backend(
    name="sat",
    summary="CNF, by the SAT solvers of PySAT",
    solvers=NAMES,
    options=(
        Option("amo", f"encoding of at-most-one (auto: {AUTO_AMO})", names("amo"), "auto"),
        Option("card", "encoding of at most, at least and exactly k", names("card"), "seqcounter"),
        Option("pb", "encoding of linear constraints on three or more variables", names("pb"), "auto"),
        Option("ints", "encoding of integers", names("ints"), "direct"),
        Option("enum", "enumeration (auto: in cubes up to 500,000 literals)", ENUMERATIONS, DEFAULTS["enum"]),
        Option("search", "free: the solver's own settings, and all clauses as they are", SEARCHES, DEFAULTS["search"]),
    ),
    plain={
        "amo": "pairwise",
        "card": "seqcounter",
        "pb": "auto",
        "ints": "direct",
        "enum": "blocking",
        "search": "free",
    },
    formats=("dimacs",),
    preload=(
        "threefold.backends.sat.lowering",
        "threefold.backends.sat.integers",  # imported late there
        "pysolvers",
        "pycard",
        "pindakaas",
    ),
    late=("threefold.backends.sat.array_search",),
    lower=_lower,
    version=_version,
    seeded=lambda configuration: configuration.solver in SEEDED,
    needs=PACKAGES,
    check=_check,
    check_limit=_check_limit,
)
