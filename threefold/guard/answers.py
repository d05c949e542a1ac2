"""What a guarded call hands over: values of the types that its function declares, and errors of this package.

    def count(report: Report[Record], instance: Instance) -> Record:     it reports records and returns one

The types are read in the parent. Of an exception the names of its classes come with its texts. Where one of them is an error of
this package, that is made again; any other exception is words only.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Never, TypeVar, get_args, get_type_hints

from threefold.errors import ThreefoldError
from threefold.guard.outcome import describe_error

T = TypeVar("T")
Report = Callable[[T], None]

_MOST_TEXT = 10_000  # characters of a text of an error; a message shows its beginning and its end


@dataclass(frozen=True)
class Answers:
    reported: Any
    returned: Any

    @classmethod
    def of(cls, function: Callable[..., object]) -> "Answers":
        hints = get_type_hints(function.func if isinstance(function, partial) else function)
        [reported], _ = get_args(hints["report"]) if "report" in hints else ([Never], None)
        return cls(reported, hints.get("return", object))


@dataclass(frozen=True)
class Raised:
    """An exception of a run."""

    reason: str
    classes: tuple[str, ...] = ()  # those of this package, the narrowest first
    texts: tuple[str, ...] = ()

    @classmethod
    def of(cls, error: BaseException) -> "Raised":
        if not isinstance(error, ThreefoldError):
            return cls(describe_error(error))
        classes = tuple(each.__name__ for each in type(error).__mro__ if issubclass(each, ThreefoldError))
        return cls(describe_error(error), classes, tuple(_cut(str(each)) for each in error.args))

    def error(self) -> ThreefoldError | None:
        known = {each.__name__: each for each in _ours(ThreefoldError)}
        kind = next((known[name] for name in self.classes if name in known), None)
        try:
            return None if kind is None else kind(*self.texts)
        except TypeError:  # not as many texts as it takes
            return None


def _ours(kind: type[ThreefoldError]) -> Iterator[type[ThreefoldError]]:
    """Not those that a plug-in or a script defines."""
    yield kind
    for each in kind.__subclasses__():
        if each.__module__.startswith("threefold."):
            yield from _ours(each)


def _cut(text: str) -> str:
    half = _MOST_TEXT // 2
    return text if len(text) <= _MOST_TEXT else f"{text[:half]} … {text[-half:]}"
