"""`sat`: any DIMACS file or puzzle, any SAT solver, answered in the form of the SAT competition."""

import os
import shlex
import sys
from collections.abc import Mapping
from shutil import which
from typing import Annotated

import typer

from threefold import models
from threefold.backends import configuration
from threefold.backends.backend import Configuration
from threefold.commands import options
from threefold.commands.arguments import STDIN, Asked, experiment_of, helped
from threefold.language import BadInput
from threefold.runs.instance import Instance

ENDINGS = (".cnf", ".dimacs")

Source = Annotated[
    str | None,
    typer.Argument(metavar="FILE|PUZZLE", help="A DIMACS file (- is stdin), or a puzzle.", show_default=False),
]
Parameters = Annotated[list[str] | None, typer.Argument(help="The puzzle's parameters.", show_default=False)]
SolverName = Annotated[
    str | None,
    typer.Option("--solver", metavar="NAME", help="A solver; `threefold list` shows them.", show_default="cadical195"),
]
SolverCommand = Annotated[
    str | None,
    typer.Option(
        "--solver-command",
        metavar="COMMAND",
        help="An external solver: 'cadical {cnf}', 'minisat {cnf} {out}'; without {cnf} it reads stdin.",
        show_default=False,
    ),
]
All = Annotated[bool, typer.Option("--all", help="All models, by blocking clauses.")]
Trace = Annotated[bool, typer.Option("--trace", help="Show each model in words, drawn, and its blocking clause.")]
Lenient = Annotated[
    bool, typer.Option("--lenient", help="Accept a file with a wrong number of clauses, with a warning.")
]


def sat(
    context: typer.Context,
    source: Source = None,
    parameters: Parameters = None,
    solver: SolverName = None,
    solver_command: SolverCommand = None,
    every: All = False,
    trace: Trace = False,
    limit: options.Limit = None,
    lenient: Lenient = False,
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
    if helped(context, help, None if source is None or is_file(source) else source):
        return 0
    if source is None:
        raise BadInput("a file or a puzzle is missing; expected: sat FILE.cnf, or sat PUZZLE PARAMETERS…")
    chosen, command = _chosen(solver, solver_command, options.defaults_of(amo=amo, card=card, pb=pb, ints=ints))
    most = options.most_of(False, limit) if every or limit is not None else 1
    problem: str | Instance = source
    if is_file(source):
        _only_for_puzzles(context, parameters or [], given=given, amo=amo, card=card, pb=pb, ints=ints)
        limits = options.limits_of(timeout, memory)
    else:
        experiment = experiment_of(context, Asked(source, parameters, given, most, seed, 0, timeout, memory))
        problem, limits = experiment.instance, experiment.limits
    from threefold.cnf.sat_run import SatJob, solve_cnf  # it loads the solvers

    job = SatJob(problem, chosen, command, most, trace, options.seed_of(seed), lenient)
    return solve_cnf(job, limits=limits, on_text=_print).exit_code


def _print(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def is_file(source: str) -> bool:
    """A puzzle's name is a puzzle even where a file is called so: that one is ./nqueens."""
    if source.endswith(".py"):  # a puzzle of one's own
        return False
    if source == STDIN or source.endswith(ENDINGS) or os.sep in source:
        return True
    if source in models.names() or source in models.all_names():  # the second looks for plug-ins
        return False
    if not os.path.exists(source) and not source.startswith("-"):
        raise BadInput(f"there is no file and no puzzle '{source}'{models.hint(source)}")
    return os.path.exists(source)


def _only_for_puzzles(context: typer.Context, parameters: list[str], **chosen: object) -> None:
    options.no_stray_options(context, parameters)
    if parameters:
        raise BadInput(f"a file takes no parameters (got {parameters[0]!r})")
    for name, value in chosen.items():
        if value:
            raise BadInput(f"--{name} is for puzzles: a file's clauses are what they are")


def _chosen(
    solver: str | None, command: str | None, encodings: Mapping[str, str]
) -> tuple[Configuration, tuple[str, ...]]:
    if solver is not None and command is not None:
        raise BadInput("--solver and --solver-command contradict each other: give one of them")
    chosen = configuration.parse(f"sat:{solver}" if solver is not None else "sat", encodings)
    if command is not None:
        return chosen, _command(command)
    configuration.check_installed([chosen])
    return chosen, ()


def _command(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise BadInput(f"--solver-command {text!r}: {error}") from None
    if not words:
        raise BadInput("--solver-command is empty; expected a program and its arguments, like 'cadical {cnf}'")
    if which(words[0]) is None:
        raise BadInput(f"--solver-command: there is no program '{words[0]}' that can be started")
    return words
