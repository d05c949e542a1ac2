"""Reading JSON that may be damaged or written by others: an object, and a dataclass whose fields have their declared types.

    parsed('{"count": 92}')          the object; ValueError for anything else
    checked(Record(…))               the same record; ValueError that names the first field of a wrong type

A dataclass does not check its types. Without a check, a text where a count should be ends in an error far away from the file.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from types import NoneType, UnionType
from typing import Any, NoReturn, TypeVar, get_args, get_origin, get_type_hints

MOST = 1e300  # of a float: figures multiply it

T = TypeVar("T")
Test = Callable[[Any], bool]


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


def checked(thing: T, *, besides: str = "") -> T:
    """All fields `besides` one, which was checked before."""
    kind: Any = type(thing)
    values = vars(thing)
    for name, test in _tests(kind):
        if name != besides and not test(values[name]):
            raise ValueError(f"{name} is of a wrong type: {values[name]!r:.60}")
    return thing


def what_is_wrong(error: Exception) -> str:
    """For a message: a missing field by its name, our own ValueError in its words, anything else with its type."""
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error)[:80] if type(error) is ValueError else f"{type(error).__name__}: {str(error)[:80]}"


@cache
def _tests(kind: Any) -> list[tuple[str, Test]]:
    """Of each field."""
    return [(name, _test(hint)) for name, hint in get_type_hints(kind).items()]


def fits(value: Any, hint: Any) -> bool:
    return _test(hint)(value)


@cache
def _test(hint: Any) -> Test:
    """Whether a value fits the hint, as one function: a report reads thousands of records, with the same few hints."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, tests = get_origin(hint), [_test(each) for each in get_args(hint) if each is not ...]
    if origin is UnionType:
        return reduce(_either, tests)
    if origin is Mapping:
        key, entry = tests
        return lambda value: isinstance(value, dict) and all(map(key, value)) and all(map(entry, value.values()))
    if origin in (list, tuple, Sequence):
        return lambda value: isinstance(value, list | tuple) and all(map(tests[0], value))
    fields = _tests(hint) if hasattr(hint, "__dataclass_fields__") else []
    return lambda value: isinstance(value, hint) and all(test(getattr(value, name)) for name, test in fields)


def _either(first: Test, second: Test) -> Test:
    return lambda value: first(value) or second(value)


def _is_text(value: object) -> bool:
    """Half of a surrogate pair is in a JSON text, but cannot be written."""
    return isinstance(value, str) and (value.isascii() or not any("\ud800" <= c <= "\udfff" for c in value))


_PLAIN: dict[Any, Test] = {
    str: _is_text,
    int: lambda value: type(value) is int,
    bool: lambda value: type(value) is bool,
    float: lambda value: type(value) in (int, float) and -MOST < value < MOST,
    NoneType: lambda value: value is None,
}
