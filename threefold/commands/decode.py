"""`decode`: a solver's answer, made elsewhere, drawn as the puzzle's solution that it is, or said not to be."""

from typing import Annotated

import typer

from threefold.commands import options
from threefold.commands.arguments import STDIN, Asked, experiment_of, file_after, helped

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
    decoded = decode_answer(experiment.instance, answer, cnf, limits=experiment.limits)
    print(f"{decoded.drawing}\n\n{decoded.sentence}" if decoded.drawing else decoded.sentence)
    return decoded.exit_code
