"""How a spec is solved: the backends by name. Each folder here is one, and ends in `BACKEND`; docs/plugins.md adds others."""

from pathlib import Path

from threefold.backends.backend import Backend
from threefold.language.errors import did_you_mean
from threefold.plugins import Registry

ORDER = ("sat", "cp", "ilp", "backtracking")  # the order of presentation; others come after these


def position(name: str) -> tuple[int, str]:
    """Where a backend stands among others; also one that is not installed here."""
    return (ORDER.index(name) if name in ORDER else len(ORDER), name)


_built_in = sorted((path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")), key=position)
_registry = Registry(Backend, __name__, "threefold.backends", _built_in)


def names() -> tuple[str, ...]:
    """Ours."""
    return _registry.built_in


def all_names() -> list[str]:
    """With plug-ins, of which some may be unusable."""
    return _registry.all_names()


def survey() -> tuple[list[Backend], list[str]]:
    """All that can be used, ours first, and a line for each plug-in that cannot."""
    return _registry.survey(find)


def find(name: str) -> Backend:
    return _registry.find(
        name, lambda unknown: f"; known: {', '.join(all_names())}{did_you_mean(unknown, all_names())}"
    )


def origin(name: str) -> str:
    """`built in`, `registered in Python`, or the package and its version."""
    return _registry.origin(name)


def register(backend: Backend) -> None:
    """Add a backend to this process and to the runs that it starts; one of the same name that was registered is replaced."""
    _registry.register(backend)
