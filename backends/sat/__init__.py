"""sat: a spec as CNF, in encodings by name, solved by the SAT solvers that PySAT bundles and by our own."""

from threefold.backends.backend import Backend, Configuration, Option, Package, Program
from threefold.backends.sat.catalogue import AUTO_AMO, NATIVE, names
from threefold.backends.sat.solvers import COUNTERS, DEFAULT, ENUMERATIONS, GANAK, NAMES, WITH_AT_MOST
from threefold.language import BadInput, Spec


def _lower(spec: Spec, configuration: Configuration) -> Program:
    from threefold.backends.sat.lowering import lower

    return lower(spec, configuration)


def _version(solver: str) -> str:
    if solver == "dpll":
        return "dpll (our own)"
    if solver == "cms":
        from threefold.backends.sat import cms

        return f"cms (pycryptosat {cms.version()})"
    if solver == "clasp":
        from threefold.backends.sat import clasp

        return f"clasp (clingo {clasp.version()})"
    if solver == GANAK:
        from threefold.backends.sat import ganak

        return f"ganak (pyganak {ganak.version()})"
    import pysat  # its own word in 0.2 ms; importlib.metadata takes 18

    return f"{solver} (python-sat {pysat.__version__})"


def _answering(configuration: Configuration) -> str:
    return GANAK if configuration.options["counter"] == GANAK else configuration.solver


def _check(configuration: Configuration) -> None:
    if _answering(configuration) == GANAK:
        _check_ganak(configuration)
    for option in ("amo", "card"):
        if configuration.options[option] == NATIVE and configuration.solver not in WITH_AT_MOST:
            able = ", ".join(WITH_AT_MOST)
            raise BadInput(
                f"{option}=native needs a solver that has at-most constraints of its own: {able} (got {configuration.solver})"
            )


def _check_ganak(configuration: Configuration) -> None:
    if NATIVE in configuration.options.values():
        raise BadInput(
            f"counter={GANAK} counts the models of a CNF, which has no native at-most: choose another encoding"
        )
    if configuration.solver != DEFAULT:
        raise BadInput(f"counter={GANAK} counts without a solver: leave {configuration.solver} out")
    if configuration.options["enum"] != "auto":
        raise BadInput(f"counter={GANAK} does not enumerate: leave enum={configuration.options['enum']} out")


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
        Option("enum", "enumeration (auto: in cubes up to 500,000 literals)", ENUMERATIONS, "auto"),
        Option("counter", "how all are counted: one by one, or by a model counter (pyganak)", COUNTERS, COUNTERS[0]),
    ),
    formats=("dimacs",),
    preload=("threefold.backends.sat.lowering", "pysolvers", "pycard", "pindakaas"),
    lower=_lower,
    version=_version,
    answering=_answering,
    needs={
        "cms": Package("pycryptosat", "threefold[cms]"),
        "clasp": Package("clingo", "threefold[clasp]"),
        GANAK: Package("pyganak", "threefold[count]"),
    },
    check=_check,
    check_limit=_check_limit,
)
