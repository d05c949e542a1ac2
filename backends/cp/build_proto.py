"""The model in the solver's memory, and the import of CP-SAT.

Variables are added by their domains and lists of literals as lists; everything else is parsed from its text. One text for all
would take three times as long (docs/measurements.md#cp-import-and-load).

Of OR-Tools only the compiled module `cp_model_helper` is imported: `ortools.sat.python.cp_model` imports pandas and numpy.
Its functions are bound at their first call (Python would bind all of them at the import).
"""

import os
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby

from threefold.backends.backend import Refused
from threefold.backends.cp.model_builder import ModelConstraint
from threefold.backends.cp.model_variables import intervals
from threefold.language.terms import Domain

_flags = sys.getdlopenflags()
sys.setdlopenflags(os.RTLD_LAZY)
try:
    from ortools.sat.python import cp_model_helper as helper
finally:
    sys.setdlopenflags(_flags)
# The first parsing builds the tables of the text format. Here a warm server does it once for all its runs.
helper.CpModelProto().parse_text_format("name: ''")
helper.SatParameters().parse_text_format("name: ''")

__all__ = ["build", "helper"]


def build(domains: Sequence[Domain], constraints: Iterable[ModelConstraint], strategy: str = "") -> helper.CpModelProto:
    """`strategy` is the model's search_strategy, as text."""
    model = helper.CpModelProto()
    # Variables of a family share their domain object; comparing ranges would take longer than it saves.
    for _, alike in groupby(domains, key=id):
        first, *others = alike
        model.variables.extend([_variable(first)] * (1 + len(others)))
    for written, several in groupby(constraints, key=lambda constraint: isinstance(constraint.fields, str)):
        if written:
            _merge(model, "".join(f"constraints {{ {constraint.body} }}\n" for constraint in several))
        else:
            for constraint in several:
                added = model.constraints.add()
                getattr(added, constraint.kind).literals.extend(constraint.fields)
                if constraint.condition:
                    added.enforcement_literal.extend(constraint.condition)
    _merge(model, strategy)
    return model


def _variable(domain: Domain) -> helper.IntegerVariableProto:
    variable = helper.IntegerVariableProto()
    _merge(variable, f"domain: {intervals(domain)}")
    return variable


def _merge(message: helper.CpModelProto | helper.IntegerVariableProto, text: str) -> None:
    if not message.merge_text_format(text):
        raise Refused("CP-SAT cannot hold this model: its integers have 64 bits")
