"""`cnf`, `export` and `show`: a puzzle as DIMACS, in a format of other solvers, or as formulas for people."""

from typing import TYPE_CHECKING, Annotated

import typer

from threefold.commands import options
from threefold.commands.arguments import instance_of, refuse, show_help
from threefold.commands.options import Output, flag, option
from threefold.commands.output import write
from threefold.errors import BadInput, did_you_mean

if TYPE_CHECKING:
    from threefold.backends.backend import Configuration

MOST = 50  # lines of a group
AS = ("math", "clauses")

Plain = Annotated[bool, flag("--plain", "Without comments.")]
Format = Annotated[str | None, option("--format -f", "NAME", "opb, lp, mps, cp or dimacs.")]
Row = Annotated[str | None, option("--backend", "ROW", "BACKEND[+OPTION=VALUE…].", "the one that has the format")]
As = Annotated[str, option("--as", "|".join(AS), "Mathematical notation, or clauses with names.")]
All = Annotated[bool, flag("--all", f"All lines of a group, and not only the first {MOST}.")]


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
    show_help(context, help, puzzle)
    from threefold.api.arguments import row_of
    from threefold.runs import stream

    chosen = row_of("sat", {"amo": amo, "card": card, "pb": pb, "ints": ints})
    instance, limits = instance_of(context, puzzle, parameters, given, timeout, memory)
    return write(stream.text(stream.export, instance, chosen, "dimacs", plain, limits=limits), output)


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
    show_help(context, help, puzzle)
    from threefold.runs import stream

    instance, limits = instance_of(context, puzzle, parameters, given, timeout, memory)
    form, chosen = _chosen(format, backend)
    return write(stream.text(stream.export, instance, chosen, form, limits=limits), output)


def _chosen(form: str | None, backend: str | None) -> "tuple[str, Configuration]":
    """The format, and the configuration that has it."""
    from threefold.api.arguments import row_of
    from threefold.backends import find, names

    chosen = row_of(backend, {}) if backend else None
    owners = {form: name for name in [*names(), *([chosen.backend] if chosen else [])] for form in find(name).formats}
    known = ", ".join(owners)
    if form is None:
        raise BadInput(f"--format is missing; known: {known}")
    if form not in owners:
        raise BadInput(f"no format '{form}'; known: {known}{did_you_mean(form, owners)}")
    chosen = chosen or row_of(owners[form], {})
    if chosen.backend != owners[form]:
        raise BadInput(f"--format {form} is a format of backend {owners[form]} (got --backend {backend})")
    return form, chosen


def show(
    context: typer.Context,
    puzzle: options.Puzzle = None,
    parameters: options.Parameters = None,
    form: As = "math",
    all_lines: All = False,
    amo: options.Amo = None,
    card: options.Card = None,
    pb: options.Pb = None,
    ints: options.Ints = None,
    given: options.Given = None,
    output: Output = None,
    timeout: options.Timeout = 60,
    memory: options.Memory = None,
    help: options.Help = False,
) -> int:
    """Show a puzzle as formulas, or as clauses, group by group.

    Example: threefold show nqueens 4 --as clauses

    Exit code: 0 shown, 2 bad input, 3 a limit was hit, 4 error.
    """
    show_help(context, help, puzzle)
    from threefold.api.arguments import row_of
    from threefold.runs import stream

    if form not in AS:
        raise BadInput(f"--as must be {' or '.join(AS)} (got '{form}'){did_you_mean(form, AS)}")
    if form == "math":
        refuse(context, "is for --as clauses: formulas have no encoding", "amo", "card", "pb", "ints")
    chosen = row_of("sat", {"amo": amo, "card": card, "pb": pb, "ints": ints})
    instance, limits = instance_of(context, puzzle, parameters, given, timeout, memory)
    most = None if all_lines else MOST
    if form == "math":
        return write(stream.text(stream.mathematics, instance, most, limits=limits), output)
    return write(stream.text(stream.clauses, instance, chosen, most, limits=limits), output)
