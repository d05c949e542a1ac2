"""Reading JSON that may be damaged or written by others: an object, and a dataclass whose fields have their declared types.

    parsed('{"count": 92}')          the object; ValueError for anything else
    checked(Record(…))               the same record; ValueError that names the first field of a wrong type

A dataclass does not check its types. Without a check, a text where a count should be ends in an error far away from the file.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, NoReturn, TypeVar, get_args, get_origin, get_type_hints

MOST = 1e300  # of a float: figures multiply it

T = TypeVar("T")


def parsed(text: str | bytes) -> dict[str, Any]:
    try:
        found = json.loads(text if isinstance(text, str) else text.decode(), parse_constant=_refuse)
    except RecursionError:
        raise ValueError("lists in lists too deep") from None
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number of JSON")


def checked(thing: T) -> T:
    kind: Any = type(thing)
    for name, hint in _hints(kind).items():
        if not fits(value := getattr(thing, name), hint):
            raise ValueError(f"{name} is of a wrong type: {value!r:.60}")
    return thing


def what_is_wrong(error: Exception) -> str:
    """For a message: a missing field by its name, our own ValueError in its words, anything else with its type."""
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error)[:80] if type(error) is ValueError else f"{type(error).__name__}: {str(error)[:80]}"


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def fits(value: Any, hint: Any) -> bool:
    origin, inner = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return _PLAIN[hint](value)
    if origin is UnionType:
        return any(fits(value, each) for each in inner)
    if origin is Mapping:
        return isinstance(value, dict) and all(fits(k, inner[0]) and fits(v, inner[1]) for k, v in value.items())
    if origin in (list, tuple, Sequence):
        return isinstance(value, list | tuple) and all(fits(each, inner[0]) for each in value)
    nested = _hints(hint) if hasattr(hint, "__dataclass_fields__") else {}
    return isinstance(value, hint) and all(fits(getattr(value, name), each) for name, each in nested.items())


def _is_text(value: object) -> bool:
    """Half of a surrogate pair is in a JSON text, but cannot be written."""
    return isinstance(value, str) and not any("\ud800" <= c <= "\udfff" for c in value)


_PLAIN: dict[Any, Callable[[Any], bool]] = {
    str: _is_text,
    int: lambda value: type(value) is int,
    bool: lambda value: type(value) is bool,
    float: lambda value: type(value) in (int, float) and -MOST < value < MOST,
    NoneType: lambda value: value is None,
}
