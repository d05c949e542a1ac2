"""Which variables of a FlatZinc model are functions of its decision variables.

The annotation `defines_var(x)` alone does not say so: minizinc writes it on an implication too, as
`bool_clause([y], [x]) :: defines_var(x)`, where x may be false although y is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from threefold.flatzinc.syntax import Constraint, Model, Name

# The place of the argument that is a function of the other arguments.
_RESULTS = {
    **dict.fromkeys(("int_times", "int_div", "int_mod", "int_pow", "int_max", "int_min", "int_abs", "count_eq"), -1),
    **dict.fromkeys(("array_bool_and", "array_bool_or", "bool_and", "bool_or", "bool_xor"), -1),
    **dict.fromkeys((f"array_{kind}_element" for kind in ("int", "bool", "var_int", "var_bool")), -1),
    **dict.fromkeys(("array_int_maximum", "array_int_minimum"), 0),
}
# Here each variable is a function of the others.
_EQUATIONS = {
    "int_eq",
    "bool_eq",
    "bool_not",
    "bool2int",
    "int_plus",
    "int_minus",
    "int_negate",
}


def derived(model: Model, decisions: set[str]) -> set[str]:
    """The variables that are functions of the decision variables: each is defined by a constraint over such ones."""
    lists = {each.name: each.value for each in model.declarations if each.size is not None}
    waiting: dict[str, set[str]] = {}
    for constraint in model.constraints:
        for annotation in constraint.annotations:
            if annotation.name == "defines_var" and isinstance(annotation.arguments[0], Name):
                name = annotation.arguments[0].text
                mentioned = list(_names(constraint.call.arguments, lists))
                if mentioned.count(name) == 1 and _is_function(constraint, name, lists):
                    waiting[name] = set(mentioned) - {name}
    parameters = {each.name for each in model.declarations if not each.variable}
    known = decisions | parameters
    while ready := [name for name, needed in waiting.items() if needed <= known]:
        known.update(ready)
        for name in ready:
            del waiting[name]
    return known - decisions - parameters


def _is_function(constraint: Constraint, name: str, lists: Mapping[str, object]) -> bool:
    """Whether the other variables of the constraint determine this one, which it mentions once."""
    kind, arguments = constraint.call.name.removeprefix("fzn_"), constraint.call.arguments
    if kind in ("int_lin_eq", "bool_lin_eq"):
        coefficients, terms, _ = (lists.get(each.text) if isinstance(each, Name) else each for each in arguments)
        return dict(zip(terms, coefficients, strict=True)).get(Name(name)) != 0  # type: ignore[call-overload]
    place = -1 if kind.endswith("_reif") else _RESULTS.get(kind)
    return kind in _EQUATIONS or (place is not None and arguments[place] == Name(name))


def _names(values: Iterable[object], lists: Mapping[str, object]) -> Iterator[str]:
    """The single variables and parameters in these values."""
    for value in values:
        if isinstance(value, list):
            yield from _names(value, lists)
        elif isinstance(value, Name) and value.text in lists:
            yield from _names([lists[value.text]], lists)
        elif isinstance(value, Name):
            yield value.text
