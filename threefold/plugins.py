"""Puzzles and backends by name: ours, those that other packages offer as entry points, and those registered in Python.

The name of one of ours always means ours. Entry points are looked up only where a name is not one of ours, or where all
are listed: a plain command does not pay for them. A plug-in that cannot be used costs one line that names its package.
"""

import os
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from functools import cached_property
from importlib import import_module
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from threefold.flatzinc import MODELS
from threefold.language import BadInput

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def is_path(name: str) -> bool:
    return name.endswith((".py", *MODELS)) or os.sep in name


class Named(Protocol):
    @property
    def name(self) -> str: ...


Offered = TypeVar("Offered", bound=Named)


class Registry(Generic[Offered]):
    """Ours are modules of a package; each ends in a constant like PUZZLE. An entry point names such a module or its constant."""

    def __init__(
        self,
        kind: type[Offered],
        package: str,
        group: str,
        built_in: Sequence[str],
        hint: Callable[[str], str],
        check: Callable[[Offered], None] = lambda _: None,
        from_file: Callable[[str], Offered] | None = None,
    ) -> None:
        """`hint` completes the message about an unknown name; `check` raises BadInput where a plug-in has wrong fields;
        `from_file` loads a file of the user, where a path is a name.
        """
        self._kind, self._package, self._group, self._built_in = kind, package, group, built_in
        self._hint, self._check, self._from_file = hint, check, from_file
        self._what, self._registered = kind.__name__.lower(), dict[str, Offered]()

    def names(self) -> Sequence[str]:
        """Ours."""
        return self._built_in

    def all_names(self) -> list[str]:
        """Ours, then plug-ins, of which some may be unusable."""
        return [*self._built_in, *sorted({*self._registered, *self._entries}.difference(self._built_in))]

    def find(self, name: str) -> Offered:
        if name in self._built_in:
            return self._offered(name, import_module(f"{self._package}.{name}"))
        if name in self._registered:
            return self._registered[name]
        if self._from_file and is_path(name):
            return self._from_file(name)
        if name not in self._entries:
            raise BadInput(f"no {self._what} '{name}'{self._hint(name)}")
        try:
            with redirect_stdout(sys.stderr):
                return self._loaded(name, *self._entries[name])
        except (Exception, SystemExit) as error:
            words = str(error).strip().partition("\n")[0]
            reason = words if isinstance(error, BadInput) else f"{type(error).__name__}: {words}"
            raise BadInput(f"{self._what} '{name}' of {self._packages(name)} cannot be used: {reason}") from None

    def survey(self) -> tuple[list[Offered], list[str]]:
        """All that can be used, ours first, and a line for each plug-in that cannot."""
        usable, lines = [], []
        for name in self.all_names():
            try:
                usable.append(self.find(name))
            except BadInput as error:
                lines.append(str(error))
        for name in self._entries.keys() & self._built_in:
            lines.append(f"{self._what} '{name}' of {self._packages(name)} is not used: the name is built in")
        return usable, lines

    def origin(self, name: str) -> str:
        """`built in`, `file`, or the package with its version, like `threefold-z3 0.1`."""
        if name in self._built_in:
            return "built in"
        if is_path(name):
            return "file"
        return "Python (registered in this process)" if name in self._registered else self._packages(name)

    def register(self, offered: Offered) -> None:
        """Add it to this process and to the runs that it starts, in the place of an earlier one of the same name."""
        if not isinstance(offered, self._kind):
            raise BadInput(f"a {self._kind.__name__} was expected (got {offered!r:.60})")
        if offered.name in self._built_in:
            raise BadInput(f"'{offered.name}' is the name of a built-in {self._what}: choose another one")
        self._registered[offered.name] = offered

    def _loaded(self, name: str, entry: "EntryPoint", *others: "EntryPoint") -> Offered:
        if others:
            raise BadInput("several packages offer this name; uninstall all but one")
        offered = self._offered(name, entry.load())
        self._check(offered)
        return offered

    def _offered(self, name: str, loaded: object) -> Offered:
        constant = self._kind.__name__.upper()
        offered = getattr(loaded, constant, loaded)
        if not isinstance(offered, self._kind):
            raise BadInput(
                f"expected a {self._kind.__name__}, or a module that ends in {constant} (got {offered!r:.60})"
            )
        if offered.name != name:
            raise BadInput(f"its own name is '{offered.name}': the entry point must have the same")
        return offered

    def _packages(self, name: str) -> str:
        return " and ".join(f"{entry.dist.name} {entry.dist.version}" for entry in self._entries[name] if entry.dist)

    @cached_property
    def _entries(self) -> dict[str, list["EntryPoint"]]:
        if not _may_be_offered(f"[{self._group}]".encode()):
            return {}
        from importlib.metadata import entry_points

        found = defaultdict(list)
        for entry in entry_points(group=self._group):
            found[entry.name].append(entry)
        return dict(found)


def _may_be_offered(heading: bytes) -> bool:
    """Whether a package has entry points below this heading. Almost never, and importing importlib.metadata takes long.

    True also where packages are found in another way than as folders of the import path.
    """
    if any(hasattr(finder, "find_distributions") for finder in sys.meta_path if finder is not PathFinder):
        return True
    return any(_mentions(folder or ".", heading) for folder in sys.path)


def _mentions(folder: str, heading: bytes) -> bool:
    if not os.path.isdir(folder):
        return os.path.exists(folder)  # an archive
    try:
        names = os.listdir(folder)
    except OSError:  # Python's own search passes over it, too
        return False
    for name in names:
        if name.endswith((".dist-info", ".egg-info", ".egg")):
            for path in ("entry_points.txt", "EGG-INFO/entry_points.txt"):
                with suppress(OSError), open(os.path.join(folder, name, path), "rb") as file:
                    if heading in file.read():
                        return True
    return False
