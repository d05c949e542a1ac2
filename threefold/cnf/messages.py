"""What travels between `threefold sat` or `decode` and the guarded child that does the work. Light: every command imports it."""

from dataclasses import dataclass

from threefold.backends.backend import Configuration
from threefold.runs.instance import Instance


@dataclass(frozen=True)
class File:
    path: str  # where the guarded child can open it
    name: str  # what the person calls it
    lenient: bool = False


@dataclass(frozen=True)
class Job:
    source: File | Instance
    configuration: Configuration  # of the backend sat
    command: tuple[str, ...] = ()  # an external program in place of the configuration's solver
    most: int | None = 1  # models; None for all
    trace: bool = False
    seed: int | None = None


@dataclass(frozen=True)
class Spoken:
    """Lines to be printed at once."""

    text: str
    models: int  # complete so far


@dataclass(frozen=True)
class Decision:
    status: str  # sat, unsat, unknown or error
    reason: str | None = None


@dataclass(frozen=True)
class Decoded:
    verdict: str  # solution, violates, no solution, unknown
    sentence: str
    drawing: str = ""
