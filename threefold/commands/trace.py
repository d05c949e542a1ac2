"""`trace`: the steps of a search of our own."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from threefold.commands.options import ROW, Options, as_json, numeric, option
from threefold.commands.output import wrapped, write
from threefold.format import many, visible

if TYPE_CHECKING:
    from threefold.runs.inside import Trace


class TraceOptions(Options):
    backend: Annotated[str, option("--backend", "ROW", ROW)] = "backtracking"
    steps: Annotated[int, numeric("--steps", "N", "Stop after N steps, at most 20,000.")] = 1000


@TraceOptions.command("puzzle parameters backend steps limit given output json timeout memory", limit=None)
def trace(asked: TraceOptions) -> int:
    """Show the steps of a search of our own: decisions, what follows from them, conflicts, going back, solutions.

    --backend backtracking searches on the specification, --backend sat:dpll on its CNF.

    Example: threefold trace nqueens 4 --limit 1; threefold trace nqueens 4 --backend sat:dpll+amo=ladder

    Exit code: 0 shown, 2 bad input, 3 a limit was hit before the first step, 4 error.
    """
    from threefold import api

    puzzle, words = asked.words()
    taken = {name: getattr(asked, name) for name in ("backend", "steps", "limit", "timeout", "memory")}
    found = api.trace(puzzle, *words, givens=asked.given or (), **taken)
    if asked.json:
        answer = {
            "ending": found.ending,
            "solutions": found.solutions,
            "steps": [step.to_dict() for step in found.steps],
        }
        return write([f"{as_json(found.instance, answer)}\n".encode()], asked.output, quiet=True)
    in_terminal = asked.output in (None, "-")
    return write((f"{line}\n".encode() for line in _lines(found, in_terminal)), asked.output)


def _lines(trace: "Trace", in_terminal: bool) -> Iterator[str]:
    """Wrapped to the width of the terminal, but not in a file."""
    width = len(str(len(trace.steps)))
    for number, step in enumerate(trace.steps, start=1):
        head, sentence = f"{number:{width}}  ", visible(step.sentence)
        yield wrapped(sentence, first=head, rest=" " * len(head)) if in_terminal else head + sentence
    yield ""
    yield f"{many(len(trace.steps), 'step')}, {many(trace.solutions, 'solution')}: {trace.ending}"
