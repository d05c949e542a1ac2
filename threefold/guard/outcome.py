"""The limits of a run, what it reports, and how it ended.

The outcome comes from the guard and never from the run: a run that is killed or aborts cannot report. When does an exit count
as "memory"? Libraries written in C++ do not raise MemoryError; they abort, exit with 127 or use a null pointer. So the exit
status is read together with the measured memory (near the limit?), the kernel's count of out-of-memory kills, and the last line
on stderr. A reason names what was seen.
"""

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass

from threefold.errors import ThreefoldError
from threefold.format import visible

MOST_SECONDS = 10**9  # of a time limit; the calls that wait do not take much longer ones
NEAR = 0.9  # an unexplained exit above this share of the memory limit counts as memory
GUARD_DIED = "the guard itself died"
LONGEST_REASON = 200  # characters; a reason is one cell of a table

_MOST_TEXT = 2_000  # characters of a text of an error; a message shows 400 of its beginning and of its end
_FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM)  # a library that fails sends itself other signals
_OUT_OF_MEMORY = ("bad_alloc", "out of memory", "cannot allocate memory", "memoryerror", "memory exhausted")


@dataclass(frozen=True)
class Limits:
    """What a run may use: wall seconds, bytes of resident memory and CPU seconds of all its processes. None: no limit."""

    seconds: float | None = None
    memory: int | None = None
    cpu: float | None = None  # seconds; a run that waits uses none, so give `seconds` too


class Killed(Exception):
    """Raised in a run: a program that it started was killed from outside, so that the run is lost."""

    @classmethod
    def check(cls, program: str, exit_status: int) -> None:
        """`exit_status` as subprocess has it: a negative number is a signal."""
        if -exit_status in _FROM_OUTSIDE:
            raise cls(f"{program} was killed by {signal.Signals(-exit_status).name}")


@dataclass(frozen=True)
class Progress:
    """A value that the run reported while it was running."""

    value: object


@dataclass(frozen=True)
class Outcome:
    """How a guarded run ended. A run is lost if something outside it failed: its guard died, or somebody killed it."""

    status: str  # done, timeout, memory, raised, crashed or lost
    value: object  # what the function returned if the run is done, otherwise the last value it reported, or None
    reason: str | None
    wall: float = 0.0  # seconds
    cpu: float = 0.0  # seconds, of every descendant too
    memory: int = 0  # peak, bytes
    error: ThreefoldError | None = None  # what a run that "raised" raised, if it is an error of this package
    place: object = None  # what a pool noted where the run was made


@dataclass(frozen=True)
class Ending:
    """What the server says of a run."""

    status: str
    reason: str | None
    wall: float = 0.0
    cpu: float = 0.0
    memory: int = 0


def time_reason(seconds: float | None) -> str:
    """The reason of a "timeout"."""
    return f"time limit of {seconds:g} s"


def cpu_reason(limits: Limits, wall: float, cpu: float) -> str:
    """The reason of a "timeout" where CPU time is limited: that limit, or the one of wall time before it."""
    if limits.seconds is None or wall < limits.seconds:
        return f"CPU time limit of {limits.cpu:g} s"
    return f"{limits.seconds:g} s of wall time passed before {limits.cpu:g} s of CPU time (it had {cpu:.1f} s)"


def memory_reason(memory: int | None) -> str:
    """The reason of a "memory" outcome whose limit was seen to be passed: memory limit of 512 MiB, of 1.5 GiB."""
    size = memory or 0
    for power, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        if size >= 1 << power:
            return f"memory limit of {size / (1 << power):.4g} {unit}"
    return f"memory limit of {size} bytes"


def describe_error(error: BaseException) -> str:
    """An exception as "TypeName: first line of its message"."""
    name = type(error).__name__
    try:
        lines = str(error).strip().splitlines()
    except Exception:  # a broken __str__ must not hide the error that it belongs to
        lines = []
    return f"{name}: {lines[0]}"[:LONGEST_REASON] if lines else name


def shown(reason: str | bytes) -> str:
    """A reason that a run gave, as a table can show it."""
    text = reason[: 4 * LONGEST_REASON].decode(errors="replace") if isinstance(reason, bytes) else reason
    return visible(text[:LONGEST_REASON])[:LONGEST_REASON]


def unreadable(problem: object) -> str:
    """The reason of a run that "crashed" because it handed over something else than an answer."""
    return f"its answer cannot be read: {shown(str(problem))}"


def classify_exit(status: int, peak: int, limit: int | None, last_line: str, oom_killed: bool) -> tuple[str, str]:
    """The status and reason of a run whose process ended without handing over a result."""
    exited = _describe_exit(status)
    reason = f"{exited}: {last_line}"[:LONGEST_REASON] if last_line else exited
    if oom_killed:
        return "memory", f"{exited} when the kernel ran out of memory"
    if any(words in last_line.lower() for words in _OUT_OF_MEMORY):
        return "memory", f"{memory_reason(limit)} ({reason})" if limit else reason
    if limit is not None and peak >= NEAR * limit:
        return "memory", f"{exited} near the {memory_reason(limit)}"
    return "lost" if os.WIFSIGNALED(status) and os.WTERMSIG(status) in _FROM_OUTSIDE else "crashed", reason


def _describe_exit(status: int) -> str:
    if not os.WIFSIGNALED(status):
        return f"exit status {os.WEXITSTATUS(status)}"
    number = os.WTERMSIG(status)
    try:
        return f"killed by {signal.Signals(number).name}"
    except ValueError:  # a real-time signal has no name
        return f"killed by signal {number}"


@dataclass(frozen=True)
class Raised:
    """An exception of a run. It is made again if it is an error of this package; any other one is words only."""

    reason: str
    classes: tuple[str, ...] = ()  # those of this package, the narrowest first
    texts: tuple[str, ...] = ()

    @classmethod
    def of(cls, error: BaseException) -> "Raised":
        if not isinstance(error, ThreefoldError):
            return cls(describe_error(error))
        classes = tuple(each.__name__ for each in type(error).__mro__ if issubclass(each, ThreefoldError))
        return cls(describe_error(error), classes, tuple(_cut(str(each)) for each in error.args[:4]))

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
