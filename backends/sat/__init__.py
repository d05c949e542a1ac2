"""sat: a spec as CNF, in encodings by name, solved by the SAT solvers that PySAT bundles and by our own."""

from backends.backend import Backend, Configuration, Option, Program
from backends.sat.encodings import NATIVE, names
from backends.sat.solvers import NAMES, WITH_AT_MOST
from language import BadInput, Spec


def _lower(spec: Spec, configuration: Configuration) -> Program:
    from backends.sat.lowering import lower

    return lower(spec, configuration)


def _version(solver: str) -> str:
    from importlib.metadata import version

    if solver == "dpll":
        return "dpll (our own)"
    if solver == "cms":
        from backends.sat import cms

        return f"cms (pycryptosat {cms.version()})"
    return f"{solver} (python-sat {version('python-sat')})"


def _check(configuration: Configuration) -> None:
    for option in ("amo", "card"):
        if configuration.options[option] == NATIVE and configuration.solver not in WITH_AT_MOST:
            able = ", ".join(WITH_AT_MOST)
            raise BadInput(
                f"{option}=native needs a solver that has at-most constraints of its own: {able} (got {configuration.solver})"
            )


BACKEND = Backend(
    name="sat",
    summary="CNF, by the SAT solvers of PySAT",
    solvers=NAMES,
    options=(
        Option("amo", "encoding of at-most-one (auto: pairwise up to 16 literals, then ladder)", names("amo"), "auto"),
        Option("card", "encoding of at most, at least and exactly k", names("card"), "seqcounter"),
        Option("pb", "encoding of linear constraints on three or more variables", names("pb"), "auto"),
        Option("ints", "encoding of integers", names("ints"), "direct"),
    ),
    formats=("dimacs",),
    preload=("backends.sat.lowering", "pysolvers", "pycard", "pindakaas"),
    lower=_lower,
    version=_version,
    check=_check,
)
