"""Puzzles and backends by name: ours, those that other packages offer as entry points, and those registered in Python.

The name of one of ours always means ours. Entry points are looked up only where a name is not one of ours, or where all
are listed: a plain command does not pay for them. A plug-in that cannot be used is one line that names its package.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from threefold.language import BadInput

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Named(Protocol):
    @property
    def name(self) -> str: ...


Offered = TypeVar("Offered", bound=Named)


class Registry(Generic[Offered]):
    def __init__(self, kind: type[Offered], package: str, group: str, built_in: Sequence[str]) -> None:
        """Ours are modules of the package that end in a constant like PUZZLE; an entry point may name such a module, too."""
        self.kind, self.package, self.group, self.built_in = kind, package, group, tuple(built_in)
        self.what = kind.__name__.lower()
        self._registered: dict[str, Offered] = {}

    def all_names(self) -> list[str]:
        """Ours first."""
        return [*self.built_in, *sorted({*self._registered, *self._entries} - {*self.built_in})]

    def survey(self, find: Callable[[str], Offered]) -> tuple[list[Offered], list[str]]:
        """All that can be used, ours first, and a line for each plug-in that cannot."""
        usable, lines = [], []
        for name in self.all_names():
            try:
                usable.append(find(name))
            except BadInput as error:
                lines.append(str(error))
        for name in self._entries.keys() & {*self.built_in}:
            lines.append(f"{self.what} '{name}' of {self._packages(name)} is not used: the name is built in")
        return usable, lines

    def has(self, name: str) -> bool:
        return name in self.built_in or name in self._registered or name in self._entries

    def find(self, name: str, unknown: Callable[[str], str]) -> Offered:
        """`unknown` completes the message about a name that does not exist."""
        if name in self.built_in:
            return self._checked(name, import_module(f"{self.package}.{name}"))
        if name in self._registered:
            return self._registered[name]
        entries = self._entries.get(name)
        if not entries:
            raise BadInput(f"no {self.what} '{name}'{unknown(name)}")
        try:
            if len(entries) > 1:
                raise BadInput("several packages offer this name; uninstall all but one")
            with redirect_stdout(sys.stderr):
                return self._checked(name, entries[0].load())
        except (Exception, SystemExit) as error:
            words = str(error).strip().partition("\n")[0]
            reason = words if isinstance(error, BadInput) else f"{type(error).__name__}: {words}"
            raise BadInput(f"{self.what} '{name}' of {self.origin(name)} cannot be used: {reason}") from None

    def origin(self, name: str) -> str:
        """Where it comes from, like `threefold-z3 0.1`."""
        if name in self.built_in:
            return "built in"
        if name in self._registered:
            return "Python (registered in this process)"
        return self._packages(name)

    def register(self, offered: Offered) -> None:
        if not isinstance(offered, self.kind):
            raise BadInput(f"a {self.kind.__name__} was expected (got {offered!r:.60})")
        if offered.name in self.built_in:
            raise BadInput(f"'{offered.name}' is the name of a built-in {self.what}: choose another one")
        self._registered[offered.name] = offered

    def _checked(self, name: str, loaded: object) -> Offered:
        constant = self.kind.__name__.upper()
        offered = getattr(loaded, constant, loaded)
        if not isinstance(offered, self.kind):
            raise BadInput(
                f"expected a {self.kind.__name__}, or a module that ends in {constant} (got {offered!r:.60})"
            )
        if offered.name != name:
            raise BadInput(f"its own name is '{offered.name}': the entry point must have the same")
        return offered

    def _packages(self, name: str) -> str:
        return " and ".join(f"{entry.dist.name} {entry.dist.version}" for entry in self._entries[name] if entry.dist)

    @cached_property
    def _entries(self) -> dict[str, list["EntryPoint"]]:
        from importlib.metadata import entry_points

        found = defaultdict(list)
        for entry in entry_points(group=self.group):
            found[entry.name].append(entry)
        return dict(found)
