"""`play`: the door to sheet 004's program."""

from pathlib import Path
from typing import Annotated

import typer

from threefold.commands import options
from threefold.commands.arguments import carry_out

INTERRUPTED = 130

File = Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="Where boards of 20 and more go.")]
Solver = Annotated[
    str | None,
    typer.Option("--solver", metavar="NAME", help="A SAT solver.", show_default="CryptoMiniSat if installed"),
]


def play(
    output: File = "BOARD.txt",
    solver: Solver = None,
    timeout: options.Timeout = 60,
    memory: options.Memory = None,
) -> int:
    """Ask for N, draw a board of N queens, ask again; 0 or the end of input quits (sheet 004).

    Example: threefold play, or: printf '8\\n20\\n' | threefold play

    Exit code: 0; in a pipe 2 if a line was refused, 3 if an N had no answer within the limits.
    """
    from threefold.exercises.queens_program import Program

    try:
        return Program(Path(output), solver, options.limits_of(timeout, memory), carry_out).run()
    except KeyboardInterrupt:
        print()
        return INTERRUPTED
