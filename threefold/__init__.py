"""Threefold: one puzzle specification, lowered to SAT, CP and ILP, and a checker that compares the answers.

    import threefold as tf

    result = tf.compare("nqueens", 8)
    print(result)

docs/python.md shows every name by example. Each is loaded when it is first used: the import alone loads no solver.
"""

# ruff: noqa: F403, F405, RUF022

TYPE_CHECKING = False  # the import of typing would take longer than all of this one
if TYPE_CHECKING:
    from threefold import backends
    from threefold.api import *
    from threefold.api.sweeps import SweepResult, report, sweep
    from threefold.backends import register
    from threefold.cnf.encoder import Encoder
    from threefold.flatzinc.from_cpmpy import from_cpmpy
    from threefold.language import *

    __version__: str

# fmt: off
__all__ = [
    # Functions
    "compare", "count", "solve", "solutions", "prove", "verify", "explain", "deadends", "lower", "relate", "mark", "decode",
    "sat", "trace", "puzzle", "puzzles", "from_cpmpy", "backends", "register", "sheet", "sweep", "report",
    # What they take and return
    "Callbacks", "Encoder", "Lowering", "Record", "Result", "SweepResult",
    # The language of puzzles
    "All", "AllDifferent", "Assignment", "AtLeast", "AtMost", "Cardinality", "Circuit", "Clause", "Constraint", "Cumulative",
    "Element", "Exactly", "Family", "GlobalCardinality", "Group", "Iff", "Implies", "Increasing", "Index", "Inverse",
    "KnownCounts", "Lexicographic", "Linear", "Literal", "NoOverlap", "Parameter", "Puzzle", "Regular", "Solution", "Spec",
    "Sum", "Symmetry", "Table", "Text", "Value", "Variable", "maximum", "minimum", "neighbours_exchanged",
    "number_of_values", "occurrences", "total", "value_at",
    # Errors
    "BadInput", "LimitReached", "SpecError", "ThreefoldError",
    "__version__",
]
# fmt: on
_SWEEPS = ("sweep", "report", "SweepResult")


def _loaded(name: str) -> object:
    from importlib import import_module

    if name == "__version__":
        from importlib import metadata  # slow to import

        try:
            return metadata.version("threefold")
        except metadata.PackageNotFoundError:  # a checkout that is not installed
            return "unknown"
    if name == "Encoder":
        return import_module("threefold.cnf.encoder").Encoder
    if name == "from_cpmpy":
        return import_module("threefold.flatzinc.from_cpmpy").from_cpmpy
    if name in ("backends", "register"):
        backends = import_module("threefold.backends")
        return backends if name == "backends" else backends.register
    language = import_module("threefold.language")
    if name in language.__all__:
        return getattr(language, name)
    return getattr(import_module("threefold.api.sweeps" if name in _SWEEPS else "threefold.api"), name)


if not TYPE_CHECKING:  # so that a type checker finds names that do not exist

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module 'threefold' has no attribute '{name}'")
        globals()[name] = _loaded(name)
        return globals()[name]


def __dir__() -> list[str]:
    return sorted({*__all__, *globals()})
