"""Values as JSON and back: what a process that ran code of other people hands over is read by the type that was asked for.

    encode(Lap(8, "minisat22", "solved"))   b'{"@":"Lap","n":8,…}'
    decode(Lap, text)                       an equal Lap; for anything else Unreadable, which names the path to the mistake

A dataclass is an object whose `@` is the name of its class. It is looked up among the classes of the declared type only: a text
cannot choose what is made of it. Tuples, lists and sets are arrays; a Sequence or a Collection comes back as a tuple. Bytes,
ranges and integers that are longer than Python reads are objects, too. `object` is JSON as it is. Numbers are finite.

msgspec would be faster, but it has no unions of plain dataclasses and no integers of more than 64 bits.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import count, repeat
from math import isfinite
from operator import index
from types import NoneType, UnionType
from typing import Any, Literal, Never, NoReturn, Union, get_args, get_origin, get_type_hints

Build = Callable[[Any], Any]  # makes a value of some type from what json.loads returns

MOST_VALUES = 10_000_000  # of one text, by the signs that begin and separate them: 256 MiB of `[],[],…` need 5 GB
_LONG = 1 << 12  # bits of an integer: Python refuses to read many decimal digits, which would take long
_ARRAYS: Mapping[Any, Callable[[Any], Any]] = {
    list: list, set: set, frozenset: frozenset, tuple: tuple, Sequence: tuple, Collection: tuple,
}  # fmt: skip


class Unreadable(ValueError):
    """The text is no value of the declared type."""

    path = ""

    def __str__(self) -> str:
        return f"{self.path}: {super().__str__()}".removeprefix(": ")


def encode(value: object) -> bytes:
    try:
        return _ENCODER.encode(value).encode()
    except ValueError:  # perhaps because of a long integer
        return _ENCODER.encode(_without_long(value)).encode()


def _without_long(value: Any) -> Any:
    match value:
        case int() if value.bit_length() > _LONG:
            return {"@": "int", "hex": hex(value)}
        case None | int() | float() | str():
            return value
        case dict():
            return {key: _without_long(each) for key, each in value.items()}
        case list() | tuple():
            return list(map(_without_long, value))
    return _without_long(_as_json(value))


def _as_json(value: Any) -> Any:
    """Of what JSON does not have."""
    match value:
        case bytes():
            return {"@": "bytes", "base64": b64encode(value).decode()}
        case range():
            return {"@": "range", "of": [value.start, value.stop, value.step]}
        case set() | frozenset():
            return list(value)
        case Mapping():
            return dict(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {"@": type(value).__name__, **{name: getattr(value, name) for name in _names(type(value))}}
    if hasattr(value, "__index__"):  # an integer of numpy
        return index(value)
    raise TypeError(f"{value!r:.80} has no form in JSON")


_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False, default=_as_json)


def decode(kind: Any, text: bytes) -> Any:
    if len(text) > MOST_VALUES and sum(map(text.count, (b"[", b"{", b","))) > MOST_VALUES:
        raise Unreadable(f"it has more than {MOST_VALUES:,} values")
    try:
        value, end = _DECODER.raw_decode(signs := text.decode())
        if end != len(signs):
            raise Unreadable("it is more than one value")
        return build(kind, value)
    except RecursionError:
        raise Unreadable("lists in lists too deep") from None
    except Unreadable:
        raise
    except (ValueError, TypeError, LookupError, OverflowError) as error:  # no JSON, or a class refuses its fields
        raise Unreadable(f"{type(error).__name__}: {error}") from None


def build(kind: Any, value: object) -> Any:
    """The value of this type that the JSON stands for."""
    return _build(kind)(value)


def _finite(text: str) -> float:
    if not isfinite(number := float(text)):
        raise Unreadable(f"{text:.20} is not a number of JSON")
    return number


_DECODER = json.JSONDecoder(parse_constant=_finite, parse_float=_finite)


def _refuse(kind: Any, value: object) -> NoReturn:
    expected = kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
    raise Unreadable(f"{expected:.80} was expected (got {value!r:.60})")


@cache
def _build(kind: Any) -> Build:
    if kind in (object, Any):
        return _same
    cases = _cases(kind)

    def built(value: Any) -> Any:
        shape: object = type(value)
        if shape is dict and (tag := f"@{value.get('@')}") in cases:
            shape = tag
        return cases[shape](value) if shape in cases else _refuse(kind, value)

    return built


def _same(value: Any) -> Any:
    return value


def _cases(kind: Any) -> dict[object, Build]:
    """By what the JSON is: a type of Python, or `@` and a name."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Never:
        return {}
    if kind in (NoneType, bool, str):
        return {kind: _same}
    if kind is int:
        return {int: _same, "@int": lambda value: int(value["hex"], 16)}
    if kind is float:
        return {float: _same, int: float}
    if kind is bytes:
        return {"@bytes": lambda value: b64decode(value["base64"], validate=True)}
    if origin in (Union, UnionType):
        return _union(kind, arguments)
    if origin is Literal:
        return {type(each): _one_of(kind, arguments) for each in arguments}
    if origin is tuple and arguments[-1:] != (...,):
        return {list: _row(kind, tuple, arguments)}
    if origin in _ARRAYS:
        cases: dict[object, Build] = {list: _array(_ARRAYS[origin], arguments[0])}
        return cases | {"@range": lambda value: range(*value["of"])} if kind == Sequence[int] else cases
    if origin in (dict, Mapping) and arguments[0] in (str, int):
        return {dict: _mapping(*arguments)}
    if hasattr(kind, "_fields"):  # a named tuple
        return {list: _row(kind, kind._make, tuple(get_type_hints(kind).values()))}
    if isinstance(kind, type) and is_dataclass(kind):
        return {f"@{kind.__name__}": _instance(kind)}
    raise NotImplementedError(f"{kind!r} cannot be sent by a guarded child")


def _union(kind: Any, members: Iterable[Any]) -> dict[object, Build]:
    cases: dict[object, Build] = {}
    for more in map(_cases, members):
        if clash := cases.keys() & more.keys():
            raise NotImplementedError(f"two members of {kind} look the same in JSON: {clash}")
        cases |= more
    return cases


def _one_of(kind: Any, choices: Iterable[object]) -> Build:
    known = {(type(each), each) for each in choices}
    return lambda value: value if (type(value), value) in known else _refuse(kind, value)


def _all(parts: Iterable[tuple[object, Build, Any]]) -> list[Any]:
    """Of each its place, its type and the JSON."""
    made: list[Any] = []
    for place, item, value in parts:
        try:
            made.append(item(value))
        except Unreadable as error:
            error.path = f"/{place!s:.60}{error.path}"
            raise
    return made


def _array(make: Callable[[Any], Any], kind: Any) -> Build:
    item, plain = _build(kind), {kind} & {int, str, bool}

    def built(values: list[Any]) -> Any:
        quick = plain.issuperset(map(type, values))
        return make(values if quick else _all(zip(count(), repeat(item), values)))

    return built


def _row(kind: Any, make: Callable[[Any], Any], kinds: Sequence[Any]) -> Build:
    items = list(map(_build, kinds))

    def built(values: list[Any]) -> Any:
        return make(_all(zip(count(), items, values))) if len(values) == len(items) else _refuse(kind, values)

    return built


def _mapping(keys: type, kind: Any) -> Build:
    item = _build(kind)

    def built(value: dict[str, Any]) -> Any:
        made = list(map(keys, value))
        if list(map(str, made)) != list(value):
            _refuse(keys, value)
        return dict(zip(made, _all(zip(value, repeat(item), value.values())), strict=True))

    return built


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.init)


def _instance(kind: Any) -> Build:
    names = _names(kind)
    expected = {"@", *names}

    @cache  # at the first value: a class may contain itself
    def parts() -> list[Build]:
        hints = get_type_hints(kind)
        return [_build(hints[name]) for name in names]

    def built(value: dict[str, Any]) -> Any:
        if value.keys() != expected:
            _refuse(kind, value)
        made = _all(zip(names, parts(), map(value.__getitem__, names), strict=True))
        return kind(**dict(zip(names, made, strict=True)))

    return built
