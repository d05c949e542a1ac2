"""`decode`: a solver's answer, made elsewhere, drawn as the puzzle's solution that it is, or said not to be."""

from contextlib import ExitStack
from typing import Annotated

import typer

from threefold.cnf.messages import Decoded
from threefold.commands import options
from threefold.commands.arguments import Asked, experiment_of, file_after, helped
from threefold.commands.input_files import STDIN, reachable
from threefold.guard import Outcome, Server
from threefold.language import BadInput, ThreefoldError
from threefold.runs.pool import call

EXIT_CODES = {"solution": 0, "no solution": 0, "violates": 1, "unknown": 3}

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PARAMETERS… ANSWER",
        help="The puzzle's parameters, then the answer's file (- is stdin).",
        show_default=False,
    ),
]
Cnf = Annotated[
    str | None,
    typer.Option(
        "--cnf",
        metavar="FILE",
        help="The formula that was solved: its dictionary names the variables.",
        show_default=False,
    ),
]


def decode(
    context: typer.Context,
    puzzle: options.Puzzle = None,
    words: Words = None,
    cnf: Cnf = None,
    timeout: options.Timeout = 60,
    memory: options.Memory = None,
    given: options.Given = None,
    help: options.Help = False,
) -> int:
    """Draw the solution that a SAT solver's answer stands for, and check it.

    Example: cadical queens.cnf > answer; threefold decode nqueens 8 answer --cnf queens.cnf

    The answer has s and v lines, or is MiniSat's result file. Without --cnf the variables have the default numbering: those of
    the puzzle first, in order, value by value.

    Exit code: 0 a solution (or the answer is that there is none), 1 it violates the puzzle, 2 bad input, 3 unknown.
    """
    from threefold.cnf.decode import decode_answer  # only this command needs it

    if helped(context, help, puzzle):
        return 0
    options.no_stray_options(context, [word for word in words or [] if word != STDIN])
    parameters, answer = file_after(puzzle, words or [], "decode", "the answer's file", "ANSWER")
    experiment = experiment_of(context, Asked(puzzle, parameters, given, 1, None, 0, timeout, memory))
    if answer == STDIN == cnf:
        raise BadInput("the answer and the formula cannot both be the standard input")
    with ExitStack() as stack:
        files = [stack.enter_context(reachable(name)) if name is not None else None for name in (answer, cnf)]
        server = stack.enter_context(Server())
        outcome = call(server, decode_answer, experiment.instance, *files, limits=experiment.limits)
    return _conclude(outcome)


def _conclude(outcome: Outcome) -> int:
    match outcome.value:
        case Decoded(verdict, sentence, drawing) if outcome.status == "done":
            print(f"{drawing}\n\n{sentence}" if drawing else sentence)
            return EXIT_CODES[verdict]
    if outcome.status in ("timeout", "memory"):
        print(f"unknown: {outcome.reason}")
        return EXIT_CODES["unknown"]
    raise ThreefoldError(f"the answer could not be decoded: {outcome.reason}")
