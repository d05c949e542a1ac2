"""How a spec is solved: the backends by name. Each folder here is one, and ends in `BACKEND`; docs/plugins.md adds others."""

from pathlib import Path

from threefold.backends.backend import Backend
from threefold.errors import did_you_mean
from threefold.plugins import Registry

ORDER = ("sat", "cp", "ilp", "backtracking", "local")  # the order of presentation; others come after these


def position(name: str) -> tuple[int, str]:
    """Where a backend stands among others; also one that is not installed here."""
    return (ORDER.index(name) if name in ORDER else len(ORDER), name)


def _hint(unknown: str) -> str:
    for name in names():
        if unknown in find(name).solvers:
            return f"; it is a solver of {name}: {name}:{unknown}"
    return f"; known: {', '.join(all_names())}{did_you_mean(unknown, all_names())}"


_built_in = tuple(sorted((path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")), key=position))
_registry = Registry(Backend, __name__, "threefold.backends", _built_in, _hint)
names, all_names, find = _registry.names, _registry.all_names, _registry.find
survey, origin, register = _registry.survey, _registry.origin, _registry.register
