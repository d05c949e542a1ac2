"""Givens: variables fixed from outside, as `queen[1]=3`, or values ruled out, as `queen[1]!=3`.

They form the group "given" of the spec.
"""

import re
from collections.abc import Iterable

from threefold.errors import BadInput, did_you_mean
from threefold.format import integer, shortened
from threefold.language.constraints import Clause
from threefold.language.spec import Spec
from threefold.language.terms import Index, Literal, Variable

GROUP = "given"
_INTEGER = re.compile("-?[0-9]+")
_FORM = re.compile(r"\s*(?P<name>\w+)\s*(?:\[(?P<index>.*)\])?\s*(?P<comparator>!?=)\s*(?P<value>[^=\s]+)\s*")


def add_givens(spec: Spec, texts: Iterable[str]) -> None:
    for text in texts:
        match = _FORM.fullmatch(text)
        if match is None:
            like = f"{spec.variables[0]}={spec.variables[0].domain[0]}"
            raise BadInput(f"given {text!r}: expected NAME[INDEX]=VALUE or NAME[INDEX]!=VALUE, like {like}")
        variable = _variable(spec, match["name"], match["index"])
        value = _value(text, variable, match["value"])
        spec.group(GROUP).add(Literal(variable, "==", value) if match["comparator"] == "=" else variable != value)


def given_literals(spec: Spec) -> dict[int, list[Literal]]:
    """By position: those that the instance gives and those that were typed."""
    literals: dict[int, list[Literal]] = {}
    for each in spec.groups[GROUP].constraints if GROUP in spec.groups else ():
        if isinstance(each, Clause) and len(each.literals) == 1:
            literals.setdefault(each.literals[0].variable.position, []).append(each.literals[0])
    return literals


def given_values(spec: Spec) -> dict[int, int]:
    """The variables that are fixed, by position."""
    literals = (literal for own in given_literals(spec).values() for literal in own)
    return {each.variable.position: each.value for each in literals if each.comparator == "==" and each.positive}


def given_indices(spec: Spec) -> set[Index]:
    """Of the variables that are fixed, for a picture."""
    return {spec.variables[position].index for position in given_values(spec)}


def _variable(spec: Spec, name: str, index: str | None) -> Variable:
    if name not in spec.families:
        known = ", ".join(spec.families)
        raise BadInput(f"given: {spec.name} has no family '{name}' (it has {known}){did_you_mean(name, spec.families)}")
    parts = [part.strip() for part in index.split(",")] if index else []
    shown = f"{name}[{', '.join(str(integer(p)) if _INTEGER.fullmatch(p) else p for p in parts)}]" if parts else name
    variables = spec.families[name].variables
    exactly = f"{name}[{index}]" if index else name  # a quoted text may have a comma
    found = next((x for form in (exactly, shown) for x in variables if str(x) == form), None)
    if found is None:
        span = f"family '{name}' goes from {variables[0]} to {variables[-1]}"
        raise BadInput(f"given: {spec.name} has no variable {shown}; {span}")
    return found


def _value(text: str, variable: Variable, value: str) -> int:
    try:
        number = integer({"true": "1", "false": "0"}.get(value.lower(), value) if variable.boolean else value)
    except ValueError:
        raise BadInput(f"given {text!r}: the value must be an integer (got {value!r})") from None
    if number not in variable.domain:
        domain = variable.domain
        shown = f"{domain[0]}..{domain[-1]}" if isinstance(domain, range) else shortened(domain)
        raise BadInput(f"given: {variable} cannot be {value:.60}: its domain is {shown}")
    return number
