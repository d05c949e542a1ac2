"""The arguments of the API, checked in one place before anything runs. A command passes its options on."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from threefold import models
from threefold.api.words import parsed
from threefold.backends import configuration, find, names
from threefold.backends.backend import Configuration
from threefold.errors import did_you_mean
from threefold.format import bytes_of, listed
from threefold.guard import Limits, default_memory
from threefold.guard.outcome import MOST_SECONDS
from threefold.language import BadInput, Puzzle, Spec, Value
from threefold.runs.compare import Experiment
from threefold.runs.instance import Instance, Question, pickled

RANGES = {"limit": (1, None), "show": (0, None), "seed": (0, 2**31 - 1), "jobs": (1, 256), "repeat": (1, 1000)}
ONE_ANSWER = ("first", "limit", "jobs", "resume", "cluster", "prove", "break_symmetry", "up_to_symmetry")

Source = str | os.PathLike[str] | Puzzle | Spec  # a puzzle by name or path, or in memory
Givens = Iterable[str] | Mapping[str, int]  # ["queen[1]=3"] or {"queen[1]": 3}


@dataclass(frozen=True)
class Request:
    """What a comparison is asked, as the caller wrote it. `experiment` and `rows` raise BadInput where it cannot be done."""

    puzzle: Source
    parameters: tuple[Value, ...]
    backends: str | Iterable[str]
    options: Mapping[str, str | None]
    givens: Givens = ()
    first: bool = False
    limit: int | None = None
    timeout: float | None = 60
    memory: str | int | None = None
    seed: int | None = None
    show: int = 0
    parallel: bool = False
    jobs: int = 1
    repeat: int = 1
    break_symmetry: bool = False
    up_to_symmetry: bool = False
    prove: bool = False
    optimum: bool = False
    optima: bool = False
    resume: str | None = None
    cluster: str | None = None

    def rows(self) -> list[Configuration]:
        return rows_of(self.backends, self.options)

    def row(self) -> Configuration:
        return row_of(self.backends, self.options)

    def experiment(self, rows: list[Configuration]) -> Experiment:
        self.check(rows)
        limits = limits_of(self.timeout, self.memory, len(rows) if self.parallel else self.jobs)
        best = self.optimum or self.optima
        instance = instance_of(self.puzzle, self.parameters, self.givens, self.break_symmetry, limits, optimum=best)
        question, how = (
            Question(self.most, self.seed, self.show, optimum=best),
            (self.parallel, self.jobs, self.resume, self.cluster, self.repeat),
        )
        return Experiment(instance, question, limits, (), *how)

    @property
    def most(self) -> int | None:
        """How many solutions are asked for; None for all."""
        return 1 if self.first else self.limit

    def notes(self, rows: Sequence[Configuration]) -> Iterator[str]:
        """Arguments that are accepted but change nothing."""
        if self.seed is not None and not any(find(row.backend).seeded(row) for row in rows):
            yield f"the seed has no effect on {listed([row.solver for row in rows])}"
        if self.parallel and len(rows) == 1:
            yield "there is one row only: parallel has no effect"

    def _check_types(self) -> None:
        for name, (least, most) in RANGES.items():
            if (value := getattr(self, name)) is not None or name in ("show", "jobs", "repeat"):
                check_integer(name, value, least, most)
        check_texts(resume=self.resume, cluster=self.cluster)
        for name, default in vars(Request).items():
            if default is False and type(value := getattr(self, name)) is not bool:
                raise BadInput(f"«{name}» must be True or False (got {value!r:.60})")

    def _check_optimum(self) -> None:
        for name in ONE_ANSWER if self.optimum or self.optima else ():
            if getattr(self, name) != getattr(Request, name):  # its default
                raise BadInput(f"«optimum» asks for the best solution: drop «{name}»")

    def check(self, rows: Sequence[Configuration]) -> None:
        """Raise BadInput for a wrong type, a value out of range, and arguments that exclude each other."""
        self._check_types()
        for name in ("resume", "cluster"):
            if self.up_to_symmetry and getattr(self, name) is not None:
                raise BadInput(f"«up_to_symmetry» counts on this machine and in one go: drop «{name}»")
        if self.first and self.limit not in (None, 1):
            raise BadInput(f"«first» and «limit» {self.limit} contradict each other: give one of them")
        if self.jobs > 1 and self.parallel:
            raise BadInput("«parallel» runs the rows at the same time, «jobs» the parts of one row: give one of them")
        if self.jobs > 1 and self.repeat > 1:
            raise BadInput("«repeat» runs each row in one process: drop «jobs»")
        if self.seed is not None:
            check_integer("seed", self.seed + self.repeat - 1, *RANGES["seed"])  # the largest that is used
        if (self.break_symmetry or self.up_to_symmetry) and self.givens:
            raise BadInput("«givens» fixes what a symmetry moves: drop it, or the argument for symmetry")
        if self.up_to_symmetry and self.break_symmetry:
            raise BadInput("«up_to_symmetry» counts both ways already: drop «break_symmetry»")
        if self.up_to_symmetry and self.prove:
            raise BadInput("«prove» is about solutions, not about classes: drop «up_to_symmetry»")
        self._check_optimum()
        check_cluster(self.cluster, self.jobs if self.jobs > 1 else None)
        stop = "first" if self.first else "limit"
        for name in ("jobs", "up_to_symmetry", "resume", "cluster", "prove"):
            if self.most is not None and getattr(self, name) != getattr(Request, name):  # its default
                raise BadInput(f"«{name}» counts all solutions: drop «{stop}» or «{name}»")
        if self.up_to_symmetry or self.show:
            _check_enumerates(rows[:1] if self.up_to_symmetry else rows)


def _check_enumerates(rows: Sequence[Configuration]) -> None:
    """One of the rows must find solutions, and not only count them."""
    for row in rows:
        try:
            find(row.backend).check_limit(row)
            return
        except BadInput:
            if row == rows[-1]:
                raise


def check_integer(name: str, value: object, least: int, most: int | None = None) -> None:
    """Raise BadInput for another type or a value out of the range."""
    if type(value) is not int:
        raise BadInput(f"«{name}» must be an integer (got {value!r:.60})")
    if not least <= value <= (value if most is None else most):
        wanted = f"at least {least}" if most is None else f"between {least} and {most}"
        raise BadInput(f"«{name}» must be {wanted} (got {value})")


def check_texts(**arguments: object) -> None:
    """Raise BadInput where one is neither a text nor a path; None is an argument that was left out."""
    for name, value in arguments.items():
        if not isinstance(value, str | os.PathLike | None):
            raise BadInput(f"«{name}» must be a text (got {value!r:.60})")


def rows_of(backends: str | Iterable[str], options: Mapping[str, str | None]) -> list[Configuration]:
    """The configurations; an option holds for all rows that take it, and one at least must."""
    try:
        backends = backends if isinstance(backends, str) else ",".join(backends)
    except TypeError:
        raise BadInput(f"«backends» must be a text like 'sat,cp', or a list of texts (got {backends!r})") from None
    given = {name: value for name, value in options.items() if value is not None}
    check_texts(**given)
    rows = configuration.parse_list(backends, given)
    for name, value in given.items():
        if all(row.options.get(name) != value for row in rows):
            raise _unused(name, rows)
    return rows


def _unused(name: str, rows: list[Configuration]) -> BadInput:
    owners = {option.name: key for key in names() for option in find(key).options}
    if name not in owners:
        near = did_you_mean(name, {*Request.__dataclass_fields__, "backend", *owners} - {name})
        return BadInput(f"there is no argument or backend option '{name}' here{near}")
    if any(name in row.options for row in rows):
        return BadInput(f"«{name}» is used by no row: each has +{name}=… of its own")
    return BadInput(f"«{name}» is for rows of the backend {owners[name]} (got {', '.join(r.backend for r in rows)})")


def row_of(backend: str | Iterable[str], options: Mapping[str, str | None]) -> Configuration:
    if not isinstance(backend, str) or "," in backend:
        raise BadInput(f"«backend» takes one row (got '{backend}'); compare takes several")
    row, *others = rows_of(backend, options)
    if others:
        raise BadInput(f"«backend» takes one row (got '{backend}', which is {1 + len(others)}); compare takes several")
    return row


def limits_of(timeout: float | None, memory: str | int | None, runs: int = 1) -> Limits:
    """Of each run, where so many run at the same time."""
    if timeout is not None and (type(timeout) not in (int, float) or not 0 < timeout < float("inf")):
        shown = f"{timeout:g}" if type(timeout) is float else repr(timeout)
        raise BadInput(f"«timeout» must be a positive number of seconds (got {shown})")
    if timeout is not None and timeout > MOST_SECONDS:
        raise BadInput(f"«timeout» must be at most {MOST_SECONDS:,} seconds (got {float(timeout):g})")
    size = default_memory(runs) if memory is None else bytes_of(memory)
    if not size:
        raise BadInput(f"«memory» must be a size from 1M to 1024T, like 512M or 2G (got {memory!r:.60})")
    return Limits(timeout, size)


def check_cluster(address: str | None, jobs: int | None) -> None:
    if address not in (None, "local") and jobs is not None:
        raise BadInput(f"«cluster» {address} has its own workers: drop «jobs»")


def _texts(givens: Givens) -> tuple[str, ...]:
    if isinstance(givens, Mapping):
        return tuple(f"{x}={value}" for x, value in givens.items())
    texts = (givens,) if isinstance(givens, str) or not isinstance(givens, Iterable) else tuple(givens)
    if not all(isinstance(text, str) for text in texts):
        raise BadInput(f"«givens» must be texts like 'queen[1]=3', or a dict (got {givens!r})")
    return texts


def instance_of(
    puzzle: Source,
    parameters: Iterable[Value],
    givens: Givens,
    leaders: bool,
    limits: Limits,
    *,
    optimum: bool = False,
) -> Instance:
    """`optimum`: parameters that are optional may be left out."""
    texts, given = [str(value) for value in parameters], _texts(givens)
    match puzzle:
        case Spec() as spec:
            if texts:
                raise BadInput(f"{spec.name}: a Spec is complete and takes no parameters (got {' '.join(texts)})")
            shown = {name: value for name, value in spec.parameters.items() if isinstance(value, int | str)}
            return Instance(spec.name, shown, given, leaders, pickled(spec))
        case Puzzle():
            by_name = puzzle.name in models.all_names() and models.find(puzzle.name) is puzzle
            source = None if by_name else pickled(puzzle)
            return Instance(puzzle.name, puzzle.parse(texts, optimum=optimum), given, leaders, source)
        case _ if not isinstance(puzzle, str | os.PathLike):
            hint = "; for a model of CPMpy write tf.from_cpmpy(model)" if hasattr(puzzle, "constraints") else ""
            raise BadInput(f"a puzzle is a name, a path, a Puzzle or a Spec (got {puzzle!r:.60}){hint}")
        case _:
            name = os.fspath(puzzle)
            return Instance(name, parsed(name, texts, limits, optimum), given, leaders)
