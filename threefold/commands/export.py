"""`export`: a puzzle as a backend lowers it, in a format that other solvers read."""

from typing import Annotated

import typer

from threefold.backends import configuration, find, names
from threefold.backends.backend import Configuration
from threefold.commands import options
from threefold.commands.arguments import Asked, experiment_of, helped
from threefold.commands.output import Output, write
from threefold.language import BadInput
from threefold.language.errors import did_you_mean
from threefold.runs import exports

Format = Annotated[
    str | None,
    typer.Option("--format", "-f", metavar="NAME", help="opb, lp, mps, cp or dimacs.", show_default=False),
]
Row = Annotated[
    str | None,
    typer.Option(
        "--backend", metavar="ROW", help="BACKEND[+OPTION=VALUE…].", show_default="the one that has the format"
    ),
]


def export(
    context: typer.Context,
    puzzle: options.Puzzle = None,
    parameters: options.Parameters = None,
    format: Format = None,
    output: Output = None,
    backend: Row = None,
    given: options.Given = None,
    timeout: options.Timeout = 60,
    memory: options.Memory = None,
    help: options.Help = False,
) -> int:
    """Write a puzzle as pseudo-Boolean rows (opb), linear program (lp, mps), CP-SAT model (cp) or CNF (dimacs).

    Example: threefold export nqueens 8 --format lp -o queens.lp

    Exit code: 0 written, 2 bad input, 3 a limit was hit, 4 error.
    """
    if helped(context, help, puzzle):
        return 0
    experiment = experiment_of(context, Asked(puzzle, parameters, given, None, None, 0, timeout, memory))
    form, chosen = _chosen(format, backend)
    return write(exports.text(exports.export, experiment.instance, chosen, form, limits=experiment.limits), output)


def _chosen(form: str | None, backend: str | None) -> tuple[str, Configuration]:
    """The format, and the configuration that has it."""
    chosen = configuration.parse(backend, {}) if backend else None
    owners = {form: name for name in [*names(), *([chosen.backend] if chosen else [])] for form in find(name).formats}
    known = ", ".join(owners)
    if form is None:
        raise BadInput(f"--format is missing; known: {known}")
    if form not in owners:
        raise BadInput(f"no format '{form}'; known: {known}{did_you_mean(form, owners)}")
    chosen = chosen or configuration.parse(owners[form], {})
    if chosen.backend != owners[form]:
        raise BadInput(f"--format {form} is a format of backend {owners[form]} (got --backend {backend})")
    return form, chosen
