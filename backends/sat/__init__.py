"""sat: a spec as CNF in direct encoding, solved by the SAT solvers that PySAT bundles."""

from backends.backend import Backend, Configuration, Option, Program
from backends.sat.solvers import PREFIXES
from language import Spec

# Named here and not taken from `at_most_one`, which every command would then import; a test compares the two.
AT_MOST_ONE_NAMES = (
    "auto",
    "pairwise",
    "product",
    "seqcounter",
    "ladder",
    "bitwise",
    "totalizer",
    "mtotalizer",
    "kmtotalizer",
    "sortnetwrk",
    "cardnetwrk",
)


def _lower(spec: Spec, configuration: Configuration) -> Program:
    from backends.sat.lowering import lower

    return lower(spec, configuration)


def _version(solver: str) -> str:
    from importlib.metadata import version

    return f"{solver} (python-sat {version('python-sat')})"


BACKEND = Backend(
    name="sat",
    summary="CNF in direct encoding, by the SAT solvers of PySAT",
    solvers=tuple(PREFIXES),
    options=(
        Option(
            "amo", "encoding of at-most-one (auto: pairwise up to 16 literals, then ladder)", AT_MOST_ONE_NAMES, "auto"
        ),
        Option("ints", "encoding of integers: a literal per value", ("direct",), "direct"),
    ),
    formats=("dimacs",),
    preload=("backends.sat.lowering", "pysolvers", "pycard", "pindakaas"),
    lower=_lower,
    version=_version,
)
