"""What a guarded child reports piece by piece, taken by the parent as it comes: neither process holds the whole."""

import os
from collections.abc import Callable, Generator
from contextlib import closing
from selectors import EVENT_READ, DefaultSelector
from time import monotonic

from threefold.backends import find
from threefold.backends.backend import BrokenAnswer, Configuration, Refused
from threefold.checker.tally import Tally
from threefold.format import many
from threefold.guard import Limits, Outcome, Report, Server
from threefold.guard.outcome import time_reason
from threefold.language import LimitReached, ThreefoldError
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import checked

AHEAD = 16  # solutions that the solver may find before they are asked for


def reports(function: Callable[..., object], *arguments: object, limits: Limits) -> Generator[object, None, None]:
    """What a guarded call reports. The time limit is on waiting for it: the time between two pieces is the caller's own."""
    left = limits.seconds
    with Server() as server, DefaultSelector() as selector:
        selector.register(server, EVENT_READ)
        server.submit(function, *arguments, limits=Limits(None, limits.memory))
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
                yield assignment  # type: ignore[misc]
                os.write(writing, b".")
    except LimitReached as reason:
        raise LimitReached(f"{instance}: {many(found, 'solution')} found, but there may be more: {reason}") from None
    finally:
        os.close(reading)
        os.close(writing)


def _search(report: Report, instance: Instance, configuration: Configuration, question: Question, permits: str) -> None:
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
