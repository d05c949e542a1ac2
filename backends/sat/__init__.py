"""sat: a spec as CNF, in encodings by name, solved by the SAT solvers that PySAT bundles, by optional ones and by our own."""

from importlib import import_module
from typing import Any

from threefold.backends.backend import Backend, Configuration, Option, Package, Program
from threefold.backends.sat.catalogue import AUTO_AMO, NATIVE, names
from threefold.backends.sat.solvers import COUNTERS, DEFAULT, ENUMERATIONS, GANAK, NAMES, SEEDED, WITH_AT_MOST
from threefold.language import BadInput, Spec

PACKAGES = {
    "cms": Package("pycryptosat", "threefold[cms]"),
    "clasp": Package("clingo", "threefold[clasp]"),
    GANAK: Package("pyganak", "threefold[count]"),
}


def _lower(spec: Spec, configuration: Configuration) -> Program:
    from threefold.backends.sat.lowering import lower

    return lower(spec, configuration)


def _version(solver: str) -> str:
    if solver == "dpll":
        return "dpll (our own)"
    if solver in PACKAGES:
        package: Any = import_module(PACKAGES[solver].module)
        return f"{solver} ({package.__name__} {package.__version__})"
    import pysat  # its own attribute: importlib.metadata is slow

    return f"{solver} (python-sat {pysat.__version__})"


def _answering(configuration: Configuration) -> str:
    return GANAK if configuration.options["counter"] == GANAK else configuration.solver


def _check(configuration: Configuration) -> None:
    solver, options = configuration.solver, configuration.options
    if _answering(configuration) == GANAK:
        if NATIVE in options.values():
            reason = "counts the models of a CNF, which has no native at-most: choose another encoding"
            raise BadInput(f"counter={GANAK} {reason}")
        if solver != DEFAULT:
            raise BadInput(f"counter={GANAK} counts without a solver: leave {solver} out")
        if options["enum"] != "auto":
            raise BadInput(f"counter={GANAK} does not enumerate: leave enum={options['enum']} out")
    if options["enum"] == "arrays" and (solver != DEFAULT or NATIVE in options.values()):
        raise BadInput("enum=arrays enumerates a CNF without a solver: leave the solver and native encodings out")
    for option in ("amo", "card"):
        if options[option] == NATIVE and solver not in WITH_AT_MOST:
            able = ", ".join(WITH_AT_MOST)
            raise BadInput(
                f"{option}=native needs a solver that has at-most constraints of its own: {able} (got {solver})"
            )


def _check_limit(configuration: Configuration) -> None:
    if _answering(configuration) == GANAK:
        raise BadInput(f"counter={GANAK} counts all solutions and shows none: it cannot stop at the first ones")


BACKEND = Backend(
    name="sat",
    summary="CNF, by the SAT solvers of PySAT",
    solvers=NAMES,
    options=(
        Option("amo", f"encoding of at-most-one (auto: {AUTO_AMO})", names("amo"), "auto"),
        Option("card", "encoding of at most, at least and exactly k", names("card"), "seqcounter"),
        Option("pb", "encoding of linear constraints on three or more variables", names("pb"), "auto"),
        Option("ints", "encoding of integers", names("ints"), "direct"),
        Option(
            "enum",
            "enumeration (auto: in cubes up to 500,000 literals, or by arrays)",
            ENUMERATIONS,
            "auto",
        ),
        Option("counter", "how all are counted: one by one, or by a model counter (pyganak)", COUNTERS, COUNTERS[0]),
    ),
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
    answering=_answering,
    seeded=lambda configuration: _answering(configuration) in SEEDED,
    needs=PACKAGES,
    check=_check,
    check_limit=_check_limit,
)
