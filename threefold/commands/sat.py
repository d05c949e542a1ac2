"""`sat`: any DIMACS file or puzzle, any SAT solver, answered in the form of the SAT competition."""

import os
import shlex
import sys
from functools import partial
from shutil import which
from typing import Annotated

import typer

from threefold.commands import options
from threefold.commands.arguments import STDIN, check_options, refuse, show_help
from threefold.commands.options import argument, flag, option
from threefold.errors import BadInput

ENDINGS = (".cnf", ".dimacs")

Source = Annotated[str | None, argument("A DIMACS file (- is stdin), or a puzzle.", "FILE|PUZZLE")]
SolverName = Annotated[str | None, option("--solver", "NAME", "A solver; `threefold list` shows them.", "cadical195")]
COMMAND = "An external solver: 'cadical {cnf}', 'minisat {cnf} {out}'; without {cnf} it reads stdin."
SolverCommand = Annotated[str | None, option("--solver-command", "COMMAND", COMMAND)]
All = Annotated[bool, flag("--all", "All models, by blocking clauses.")]
Trace = Annotated[bool, flag("--trace", "Show each model in words, drawn, and its blocking clause.")]


def sat(
    context: typer.Context,
    source: Source = None,
    parameters: options.Parameters = None,
    solver: SolverName = None,
    solver_command: SolverCommand = None,
    every: All = False,
    trace: Trace = False,
    limit: options.Limit = None,
    lenient: options.Lenient = False,
    timeout: options.Timeout = 60,
    memory: options.Memory = None,
    seed: options.Seed = None,
    given: options.Given = None,
    amo: options.Amo = None,
    card: options.Card = None,
    pb: options.Pb = None,
    ints: options.Ints = None,
    help: options.Help = False,
) -> int:
    """Solve a DIMACS file or a puzzle with any SAT solver; the answer has the form of the SAT competition.

    Example: threefold sat FILE.cnf; threefold sat nqueens 4 --all --trace; threefold sat nqueens 8 --solver dpll

    Exit code: 10 satisfiable, 20 unsatisfiable, 2 bad input, 3 unknown (a limit was hit), 4 the solver failed or is wrong.
    """
    show_help(context, help, None if source is None or is_file(source) else source)
    if source is None:
        raise BadInput("a file or a puzzle is missing; expected: sat FILE.cnf, or sat PUZZLE PARAMETERS…")
    from threefold.api.arguments import Request, limits_of
    from threefold.backends.configuration import check_installed
    from threefold.cnf.sat_run import SatJob, solve_cnf  # it loads the solvers

    command, words = _command(context, solver, solver_command), parameters or []
    most = limit if every or limit is not None else 1
    request = Request(
        source, tuple(words), "sat" if solver is None else f"sat:{solver}", {"amo": amo, "card": card, "pb": pb, "ints": ints},
        givens=given or (), limit=most, timeout=timeout, memory=memory, seed=seed,
    )  # fmt: skip
    row = request.row()
    request.check([row])
    check_installed([] if command else [row])
    from_file = is_file(source)
    check_options(context, words)
    if from_file and words:
        raise BadInput(f"a file takes no parameters (got {words[0]!r})")
    if from_file:
        refuse(context, "is for puzzles: a file has its clauses", "given", "amo", "card", "pb", "ints")
    else:
        refuse(context, "is for files", "lenient")
    for note in [] if command else request.notes([row]):
        print(f"note: {note}", file=sys.stderr)
    problem = source if from_file else request.experiment([row]).instance
    job = SatJob(problem, row, command, most, trace, seed, lenient)
    return solve_cnf(job, limits=limits_of(timeout, memory), on_text=partial(print, end="", flush=True)).exit_code


def is_file(source: str) -> bool:
    """The name of a puzzle is a puzzle even if there is a file with this name: the file is ./nqueens."""
    if source.endswith(".py"):  # a puzzle file
        return False
    if source == STDIN or source.endswith(ENDINGS) or os.sep in source:
        return True
    from threefold import models

    if source in models.names() or source in models.all_names():  # the second looks for plug-ins
        return False
    if not os.path.exists(source) and not source.startswith("-"):
        raise BadInput(f"there is no file and no puzzle '{source}'{models.hint(source)}")
    return os.path.exists(source)


def _command(context: typer.Context, solver: str | None, command: str | None) -> tuple[str, ...]:
    """The words of an external solver; none where a solver of ours is asked for."""
    if command is None:
        return ()
    if solver is not None:
        raise BadInput("--solver and --solver-command contradict each other: give one of them")
    refuse(context, "has no effect with --solver-command: give the program its own option", "seed")
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BadInput(f"--solver-command {command!r}: {error}") from None
    if not words:
        raise BadInput("--solver-command is empty; expected a program and its arguments, like 'cadical {cnf}'")
    if which(words[0]) is None:
        raise BadInput(f"--solver-command: there is no program '{words[0]}' that can be started")
    return words
