"""`decode`: the answer of a SAT solver, checked and drawn as a solution of the puzzle."""

from typing import Annotated

import typer

from threefold.commands import options
from threefold.commands.arguments import file_after, helped, instance_of, words_of

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
    """Check the answer of a SAT solver, and draw it as a solution of the puzzle.

    Example: cadical queens.cnf > answer; threefold decode nqueens 8 answer --cnf queens.cnf

    The answer has s and v lines, or is MiniSat's result file. Without --cnf the variables have the default numbering: those of
    the puzzle first, in order, value by value.

    Exit code: 0 a solution (or the answer is that there is none), 1 it violates the puzzle, 2 bad input, 3 unknown, 4 error.
    """
    if helped(context, help, puzzle):
        return 0
    from threefold.cnf.decode import decode_answer

    name, words = words_of(context, puzzle, words)
    parameters, answer = file_after(context, name, words, "the answer's file", "ANSWER")
    instance, limits = instance_of(context, name, parameters, given, timeout, memory)
    decoded = decode_answer(instance, answer, cnf, limits=limits)
    print(f"{decoded.drawing}\n\n{decoded.sentence}" if decoded.drawing else decoded.sentence)
    return decoded.exit_code
