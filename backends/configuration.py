"""The grammar of configurations, the same everywhere: `backend[:solver][+option=value…]`, several separated by commas.

`+plain` stands for the options of the backend's plain row, the engine as it comes; `plain` alone for these rows of all backends
that have one.
"""

from collections.abc import Iterable, Mapping

from threefold.backends import find, names
from threefold.backends.backend import Backend, Configuration
from threefold.errors import did_you_mean
from threefold.language import BadInput

PLAIN = "plain"


def plain_rows() -> list[str]:
    """`sat+plain`, `cp+plain` and so on."""
    return [f"{name}+{PLAIN}" for name in names() if find(name).plain]


def is_plain(configuration: Configuration) -> bool:
    """The engine as it comes, whichever of the backend's solvers that is; False for a backend that is not installed here."""
    plain = find(configuration.backend).plain if configuration.backend in names() else {}
    return bool(plain) and configuration.options.items() >= plain.items()


def parse_list(text: str, defaults: Mapping[str, str]) -> list[Configuration]:
    """The rows of a comparison, without repetition. `defaults` are options for every row that has them."""
    items = [each for item in text.split(",") for each in (plain_rows() if item.strip() == PLAIN else [item.strip()])]
    if not all(items):
        raise BadInput(f"«backends»: an entry is empty in {text!r}; expected BACKEND[:SOLVER][+OPTION=VALUE…],…")
    configurations = [parse(item, defaults) for item in items]
    for position, configuration in enumerate(configurations):
        if configuration in configurations[:position]:
            raise BadInput(f"«backends»: two rows are the same: {items[position]}")
    return configurations


def parse(text: str, defaults: Mapping[str, str]) -> Configuration:
    head, *assignments = text.split("+")
    name, colon, solver = head.partition(":")
    backend = find(name)
    if not colon:
        solver = backend.solvers[0]
    elif solver not in backend.solvers:
        known = ", ".join(backend.solvers)
        raise BadInput(
            f"no solver '{solver}' for backend {name}; known: {known}{did_you_mean(solver, backend.solvers)}"
        )
    chosen = {option.name: defaults.get(option.name, option.default) for option in backend.options}
    for assignment in assignments:
        chosen.update(_plain(backend) if assignment == PLAIN else [_option(backend, assignment)])
    configuration = Configuration(name, solver, {key: _checked(backend, key, value) for key, value in chosen.items()})
    backend.check(configuration)
    return configuration


def check_installed(configurations: Iterable[Configuration]) -> None:
    """Raise BadInput where a solver's package is missing. Only a run needs it: parsing and lowering do without."""
    for configuration in configurations:
        backend = find(configuration.backend)
        solver = configuration.solver
        if solver in backend.needs and (missing := backend.missing(solver)):
            raise BadInput(missing)


def _plain(backend: Backend) -> Mapping[str, str]:
    if not backend.plain:
        raise BadInput(f"backend {backend.name} has no plain row; these have one: {', '.join(plain_rows())}")
    return backend.plain


def is_installed(configuration: Configuration) -> bool:
    """Whether the solver's package or program is there."""
    backend = find(configuration.backend)
    solver = configuration.solver
    if solver in backend.needs:
        return not backend.missing(solver)
    try:
        return bool(backend.version(solver))
    except (ImportError, OSError):
        return False


def _option(backend: Backend, assignment: str) -> tuple[str, str]:
    name, equals, value = assignment.partition("=")
    known = [option.name for option in backend.options]
    if name not in known:
        takes = ", ".join(known) or "none"
        raise BadInput(f"backend {backend.name} has no option '{name}' (it takes: {takes}){did_you_mean(name, known)}")
    if not equals:
        raise BadInput(f"option '{name}' of backend {backend.name} needs a value: +{name}=VALUE")
    return name, value


def _checked(backend: Backend, name: str, value: str) -> str:
    choices = next(option.choices for option in backend.options if option.name == name)
    if value not in choices:
        near = did_you_mean(value, choices)
        raise BadInput(f"{name} must be one of {', '.join(choices)} (got '{value}'){near}")
    return value
