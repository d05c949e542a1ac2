"""`cnf`: a puzzle as CNF in DIMACS form, for any SAT solver or model counter."""

from typing import Annotated

import typer

from threefold.backends import configuration
from threefold.commands import options
from threefold.commands.arguments import Asked, experiment_of, helped
from threefold.commands.output import Output, write
from threefold.runs import exports

Plain = Annotated[bool, typer.Option("--plain", help="Without comments.")]


def cnf(
    context: typer.Context,
    puzzle: options.Puzzle = None,
    parameters: options.Parameters = None,
    output: Output = None,
    plain: Plain = False,
    amo: options.Amo = None,
    card: options.Card = None,
    pb: options.Pb = None,
    ints: options.Ints = None,
    given: options.Given = None,
    timeout: options.Timeout = 60,
    memory: options.Memory = None,
    help: options.Help = False,
) -> int:
    """Write a puzzle as CNF in DIMACS form.

    Comments say which puzzle it is, what the numbers mean, which literals to count over and where each group begins.

    Example: threefold cnf nqueens 8 -o queens.cnf

    Exit code: 0 written, 2 bad input, 3 a limit was hit, 4 error.
    """
    if helped(context, help, puzzle):
        return 0
    experiment = experiment_of(context, Asked(puzzle, parameters, given, None, None, 0, timeout, memory))
    chosen = configuration.parse("sat", options.defaults_of(amo=amo, card=card, pb=pb, ints=ints))
    return write(exports.text(exports.dimacs, experiment.instance, chosen, plain, limits=experiment.limits), output)
