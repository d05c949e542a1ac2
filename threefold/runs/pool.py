"""Guarded calls, and where they are made."""

from collections.abc import Callable

from threefold.guard import Limits, Outcome, Server, guarded
from threefold.language import ThreefoldError


def checked(outcome: Outcome) -> Outcome:
    """The outcome; an error of ours that was raised in the child is raised here as itself."""
    if isinstance(outcome.error, ThreefoldError):
        raise outcome.error
    return outcome


def call(
    server: Server,
    function: Callable[..., object],
    *arguments: object,
    limits: Limits,
    on_progress: Callable[[object], None] | None = None,
) -> Outcome:
    """Make a guarded call and wait for its outcome."""
    return checked(guarded(server, function, *arguments, limits=limits, on_progress=on_progress))
