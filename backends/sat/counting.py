"""The number of models of a CNF, auxiliaries and all, by Ganak, an exact model counter (an extra: `pip install pyganak`).

It counts without enumerating, so that 10^60 models may be no more work than 60. Variables are declared before anything else: one
that no clause mentions must count too, and a sampling set given before the variables exist is not the one that is used.
"""

from importlib.util import find_spec

from backends.sat.program import CnfProgram

INSTALL = "pip install pyganak"


def counter_is_here() -> bool:
    return find_spec("pyganak") is not None


def count_models(program: CnfProgram, *, projected: bool = False) -> int:
    """All models, or those that differ on the decision variables."""
    from pyganak import Counter

    counter = Counter()
    counter.new_vars(program.top)
    if projected:
        counter.set_sampling_set(program.projection.decisions())
    for _, clause in program.clauses():
        counter.add_clause(clause)
    return int(counter.count())
