"""Threefold: one puzzle specification, lowered to SAT, CP and ILP, and a checker that compares the answers.

    import threefold as tf

    result = tf.compare("nqueens", 8)
    print(result)

docs/python.md shows every name by example. Each is loaded when it is first used: the import alone loads no solver.
"""

# ruff: noqa: F403, F405, RUF022

TYPE_CHECKING = False  # the import of typing would take longer than all of this one
if TYPE_CHECKING:
    from typing import Any

    from threefold import backends
    from threefold.api import *
    from threefold.api.sweeps import SweepResult, report, sweep
    from threefold.backends import register
    from threefold.language import *

    __version__: str

# fmt: off
__all__ = [
    # Functions
    "compare", "count", "solve", "solutions", "lower", "relate", "decode", "puzzle", "puzzles", "backends", "register",
    "sweep", "report",
    # What they return
    "Lowering", "Record", "Result", "SweepResult",
    # The language of puzzles
    "AllDifferent", "Assignment", "AtLeast", "AtMost", "Cardinality", "Circuit", "Clause", "Constraint", "Element",
    "Exactly", "Family", "Group", "Implies", "Index", "KnownCounts", "Linear", "Literal", "Parameter", "Puzzle",
    "Solution", "Spec", "Sum", "Symmetry", "Table", "Text", "Value", "Variable", "indices_exchanged", "values_exchanged",
    # Errors
    "BadInput", "LimitReached", "SpecError", "ThreefoldError",
    "__version__",
]
# fmt: on
_HOMES = {
    "register": "threefold.backends",
    "sweep": "threefold.api.sweeps",
    "report": "threefold.api.sweeps",
    "SweepResult": "threefold.api.sweeps",
}


def __getattr__(name: str) -> "Any":
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module 'threefold' has no attribute '{name}'")
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("threefold")
        except PackageNotFoundError:  # a checkout that is not installed
            return "unknown"
    if name == "backends":
        return import_module("threefold.backends")
    module = import_module("threefold.language")
    if name not in module.__all__:
        module = import_module(_HOMES.get(name, "threefold.api"))
    globals()[name] = getattr(module, name)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*__all__, *globals()})
