"""What a guarded child reports piece by piece, taken by the parent as it comes: neither process holds the whole.

Solutions, and texts: a program, a spec, a solution as picture or drawing.
"""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from threefold.backends import find
from threefold.backends.backend import BrokenAnswer, Configuration, Program, Refused, Size
from threefold.backends.listing import in_words
from threefold.checker.tally import Tally
from threefold.errors import did_you_mean
from threefold.format import many, visible
from threefold.guard import Answers, Limits, Outcome, Report, Server
from threefold.guard.outcome import time_reason
from threefold.language import Assignment, BadInput, LimitReached, Solution, Spec, ThreefoldError
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import checked

if TYPE_CHECKING:
    from threefold.backends.sat.program import CnfProgram

PIECE = 1 << 17  # characters of a text
AHEAD = 16  # solutions that the solver may find before they are asked for

Make = Callable[..., Iterable[bytes]]


def reports(
    function: Callable[..., object], *arguments: object, limits: Limits, answers: Answers | None = None
) -> Generator[Any, None, None]:
    """What a guarded call reports. The time limit is on waiting for it: the time between two pieces is the caller's own."""
    left = limits.seconds
    with Server() as server, DefaultSelector() as selector:
        selector.register(server, EVENT_READ)
        server.submit(function, *arguments, limits=Limits(None, limits.memory), answers=answers)
        while True:
            start = monotonic()
            if not selector.select(left):
                raise LimitReached(time_reason(limits.seconds))
            message = server.receive()
            left = None if left is None else max(0.0, left - (monotonic() - start))
            if isinstance(message, Outcome):
                break
            yield message.value
    if checked(message).status != "done":
        error = LimitReached if message.status == "memory" else ThreefoldError
        raise error(message.reason or message.status)


def solutions(
    instance: Instance, configuration: Configuration, question: Question, limits: Limits
) -> Generator[tuple[int, ...], None, None]:
    """The assignments, each checked, found as they are asked for: the child takes a byte from a pipe for each of them."""
    reading, writing = os.pipe()
    found, permits = 0, f"/proc/{os.getpid()}/fd/{reading}"
    try:
        os.write(writing, b"." * AHEAD)
        with closing(reports(_search, instance, configuration, question, permits, limits=limits)) as assignments:
            for assignment in assignments:
                found += 1
                yield assignment
                os.write(writing, b".")
    except LimitReached as reason:
        raise LimitReached(f"{instance}: {many(found, 'solution')} found, but there may be more: {reason}") from None
    finally:
        os.close(reading)
        os.close(writing)


def _search(
    report: Report[tuple[int, ...]], instance: Instance, configuration: Configuration, question: Question, permits: str
) -> None:
    """In the child."""
    _, spec = instance.load()
    tally = Tally(spec)
    try:
        program = find(configuration.backend).lower(spec, configuration)
        search = program.load(seed=question.seed, first=question.most == 1)
        with open(permits, "rb", buffering=0) as permit, closing(iter(search)) as stream:
            for assignment in stream:
                tally.add(assignment)
                if tally.fault:
                    raise ThreefoldError(f"{configuration} reported an assignment that {tally.fault.reason}")
                permit.read(1)
                report(tuple(assignment))
                if tally.count == question.most:
                    return
    except Refused as refusal:
        raise LimitReached(str(refusal)) from None
    except BrokenAnswer as broken:
        raise ThreefoldError(f"{configuration}: {broken}") from None


def text(make: Make, *arguments: object, limits: Limits) -> Generator[bytes, None, None]:
    """The pieces of a text that one of the functions below makes."""
    with closing(pieces(make, *arguments, limits=limits)) as made:
        yield from made


def pieces(make: Callable[..., Iterable[object]], *arguments: object, limits: Limits) -> Generator[Any, None, None]:
    """What a function makes in the child, piece by piece."""
    [piece] = get_args(get_type_hints(make)["return"])
    return reports(_report_pieces, make, *arguments, limits=limits, answers=Answers(piece, type(None)))


def _report_pieces(report: Report[object], make: Callable[..., Iterable[object]], *arguments: object) -> None:
    try:
        for piece in make(*arguments):
            report(piece)
    except Refused as refusal:
        raise BadInput(str(refusal)) from None


def export(instance: Instance, configuration: Configuration, form: str, plain: bool = False) -> Iterable[bytes]:
    """The program in a format of its backend; `plain` DIMACS has no comments."""
    if configuration.backend == "sat":  # in pieces: a CNF may be large
        return _cnf(instance, configuration).dimacs(plain=plain)
    return _cut(lowered(instance, configuration).export(form))


def mathematics(instance: Instance, most: int | None, group: str | None = None) -> Iterator[bytes]:
    """All groups, or one; at most so many lines of a group."""
    from threefold.language.mathematics import statements

    _, spec = instance.load()
    check_group(spec, group)
    return _lines(statements(spec, most, group))


def items(instance: Instance, configuration: Configuration, most: int | None, group: str | None) -> Iterator[bytes]:
    """Clauses, constraints or rows in words, of all groups or of one; at most so many of a group."""
    program = lowered(instance, configuration)
    check_group(program.spec, group)
    return _lines(in_words(program, most, group))


def check_group(spec: Spec, group: str | None) -> None:
    known = [*(family.meaning for family in spec.families.values()), *spec.groups]
    if group is not None and group not in known:
        near = did_you_mean(group, known) or f"; it has: {', '.join(known)}"
        raise BadInput(f"{spec.name}: there is no group '{group}'{near}")


def _cnf(instance: Instance, configuration: Configuration) -> "CnfProgram":
    from threefold.backends.sat.program import CnfProgram

    program = lowered(instance, configuration)
    assert isinstance(program, CnfProgram)
    return program


def picture(instance: Instance, assignment: Assignment | None) -> Iterator[bytes]:
    """A solution as SVG. BadInput if the puzzle has no picture; without an assignment only that is checked."""
    puzzle, spec = instance.load()
    if puzzle.picture is None:
        lacking = "its PUZZLE lacks picture=…, a function that returns SVG"
        raise BadInput(f"{instance.puzzle}: the puzzle has no picture: {lacking}")
    return _cut("" if assignment is None else puzzle.picture(Solution(spec, assignment)))


def drawing(instance: Instance, assignment: Assignment) -> Iterator[bytes]:
    """A solution as text."""
    puzzle, spec = instance.load()
    return _cut(puzzle.draw(Solution(spec, assignment)))


def lowered(instance: Instance, configuration: Configuration) -> Program:
    return find(configuration.backend).lower(instance.load()[1], configuration)


def measured(instance: Instance, configuration: Configuration, limits: Limits) -> tuple[Size, tuple[str, ...]]:
    """The size and the groups of the lowered program."""
    [facts] = pieces(_facts, instance, configuration, limits=limits)
    return facts  # type: ignore[no-any-return]


def _facts(instance: Instance, configuration: Configuration) -> list[tuple[Size, tuple[str, ...]]]:
    program = lowered(instance, configuration)
    return [(program.size, tuple(program.groups))]


def _cut(text: str) -> Iterator[bytes]:
    for start in range(0, len(text), PIECE):
        yield text[start : start + PIECE].encode(errors="replace")


def _lines(lines: Iterable[str]) -> Iterator[bytes]:
    for line in lines:
        yield f"{visible(line)}\n".encode(errors="replace")
