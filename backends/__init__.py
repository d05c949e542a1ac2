"""How a spec is solved: every folder here is one backend, found by its name; its `__init__.py` ends in `BACKEND`."""

from importlib import import_module
from pathlib import Path

from threefold.backends.backend import Backend
from threefold.language import BadInput
from threefold.language.errors import did_you_mean

ORDER = ("sat", "cp", "ilp", "backtracking")  # the order of presentation; a new folder comes after these


def names() -> list[str]:
    found = [path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")]
    return sorted(found, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))


def find(name: str) -> Backend:
    if name not in names():
        raise BadInput(f"no backend '{name}'; known: {', '.join(names())}{did_you_mean(name, names())}")
    backend: Backend = import_module(f"threefold.backends.{name}").BACKEND
    return backend
