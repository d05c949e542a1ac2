"""`cnf`, `export` and `show`: a puzzle as DIMACS, in a format of other solvers, or as formulas for people."""

from typing import TYPE_CHECKING, Annotated

from threefold.commands.options import Options, Text, flag, option
from threefold.commands.output import write
from threefold.errors import BadInput, did_you_mean

if TYPE_CHECKING:
    from threefold.backends.backend import Configuration

MOST = 50  # lines of a group
AS = ("math", "clauses")


class ExportOptions(Options):
    plain: Annotated[bool, flag("--plain", "Without comments.")] = False
    format: Annotated[str | None, option("--format -f", "NAME", "opb, lp, mps (free MPS), cp, dimacs or fzn.")] = None
    row: Annotated[Text, option("--backend", "ROW", "BACKEND[+OPTION=VALUE…].", "the one that has the format")] = None
    form: Annotated[str, option("--as", "|".join(AS), "Mathematical notation, or clauses with names.")] = "math"
    group: Annotated[str | None, option("--group", "NAME", "Only this group of the puzzle.")] = None
    lowered: Annotated[str | None, option("--backend", "ROW", "As clauses, CP constraints or rows of this row.")] = None
    all_lines: Annotated[bool, flag("--all", f"All lines of a group, and not only the first {MOST}.")] = False


@ExportOptions.command("puzzle parameters output plain amo card pb ints given timeout memory")
def cnf(asked: ExportOptions) -> int:
    """Write a puzzle as CNF in DIMACS form.

    Comments say which puzzle it is, what the numbers mean, which literals to count over and where each group begins.

    Example: threefold cnf nqueens 8 -o queens.cnf

    Exit code: 0 written, 2 bad input, 3 a limit was hit, 4 error.
    """
    from threefold.api.arguments import row_of
    from threefold.runs import stream

    chosen = row_of("sat", asked.encoding)
    instance, limits = asked.instance()
    return write(stream.text(stream.export, instance, chosen, "dimacs", asked.plain, limits=limits), asked.output)


@ExportOptions.command("puzzle parameters format output row given timeout memory")
def export(asked: ExportOptions) -> int:
    """Write a puzzle as pseudo-Boolean rows (opb), linear program (lp, free mps), CP-SAT model (cp), CNF (dimacs) or
    FlatZinc (fzn).

    FlatZinc is the spec itself, in the names of Gecode: `fzn-gecode -a queens.fzn` prints all solutions.

    Example: threefold export nqueens 8 --format lp -o queens.lp

    Exit code: 0 written, 2 bad input, 3 a limit was hit, 4 error.
    """
    from threefold.runs import stream

    instance, limits = asked.instance()
    form, chosen = _chosen(asked.format, asked.row)
    return write(stream.text(stream.export, instance, chosen, form, limits=limits), asked.output)


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


@ExportOptions.command("puzzle parameters form lowered group all_lines amo card pb ints given output timeout memory")
def show(asked: ExportOptions) -> int:
    """Show a puzzle as formulas, or as clauses, CP constraints or rows, group by group.

    Example: threefold show nqueens 4 --as clauses; threefold show nqueens 4 --backend cp --group 'one queen per column'

    Exit code: 0 shown, 2 bad input, 3 a limit was hit, 4 error.
    """
    from threefold.api.arguments import row_of
    from threefold.runs import stream

    form, most = asked.form, None if asked.all_lines else MOST
    if form not in AS:
        raise BadInput(f"--as must be {' or '.join(AS)} (got '{form}'){did_you_mean(form, AS)}")
    if asked.lowered:
        asked.refuse("has no effect with --backend: write BACKEND+OPTION=VALUE", "form", "amo", "card", "pb", "ints")
    elif form == "math":
        asked.refuse("is for --as clauses: formulas have no encoding", "amo", "card", "pb", "ints")
    chosen = row_of(asked.lowered or "sat", asked.encoding)
    instance, limits = asked.instance()
    if asked.lowered or form == "clauses":
        return write(stream.text(stream.items, instance, chosen, most, asked.group, limits=limits), asked.output)
    return write(stream.text(stream.mathematics, instance, most, asked.group, limits=limits), asked.output)
