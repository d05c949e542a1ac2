"""`sat`: any DIMACS file or puzzle, any SAT solver, answered in the form of the SAT competition."""

import os
import shlex
import sys
from functools import partial
from shutil import which
from typing import Annotated

from threefold.commands.options import STDIN, Options, Text, argument, flag, option
from threefold.errors import BadInput

ENDINGS = (".cnf", ".dimacs")

COMMAND = "An external solver: 'cadical {cnf}', 'minisat {cnf} {out}'; without {cnf} it reads stdin."


class SatOptions(Options):
    source: Annotated[str | None, argument("A DIMACS file (- is stdin), or a puzzle.", "FILE|PUZZLE")] = None
    solver: Annotated[Text, option("--solver", "NAME", "A solver; `threefold list` shows them.", "cadical195")] = None
    solver_command: Annotated[str | None, option("--solver-command", "COMMAND", COMMAND)] = None
    every: Annotated[bool, flag("--all", "All models, by blocking clauses.")] = False
    trace: Annotated[bool, flag("--trace", "Show each model in words, drawn, and its blocking clause.")] = False

    def show_help(self, puzzle: str | None) -> None:
        if self.help:
            super().show_help(None if self.source is None or is_file(self.source) else self.source)


@SatOptions.command(
    "source parameters solver solver_command every trace limit lenient timeout memory seed given amo card pb ints"
)
def sat(asked: SatOptions) -> int:
    """Solve a DIMACS file or a puzzle with any SAT solver; the answer has the form of the SAT competition.

    Example: threefold sat FILE.cnf; threefold sat nqueens 4 --all --trace; threefold sat nqueens 8 --solver dpll

    Exit code: 10 satisfiable, 20 unsatisfiable, 2 bad input, 3 unknown (a limit was hit), 4 the solver failed or is wrong.
    """
    source, limit, seed = asked.source, asked.limit, asked.seed
    if source is None:
        raise BadInput("a file or a puzzle is missing; expected: sat FILE.cnf, or sat PUZZLE PARAMETERS…")
    from threefold.api.arguments import Request, limits_of
    from threefold.backends.configuration import check_installed
    from threefold.cnf.sat_run import SatJob, solve_cnf  # it loads the solvers

    command, words = _command(asked), asked.parameters or []
    most = limit if asked.every or limit is not None else 1
    solver = "sat" if asked.solver is None else f"sat:{asked.solver}"
    given, timeout, memory = asked.given or (), asked.timeout, asked.memory
    request = Request(
        source, tuple(words), solver, asked.encoding, given, limit=most, timeout=timeout, memory=memory, seed=seed
    )
    row = request.row()
    request.check([row])
    check_installed([] if command else [row])
    from_file = is_file(source)
    asked.check_words(words)
    if from_file and words:
        raise BadInput(f"a file takes no parameters (got {words[0]!r})")
    if from_file:
        asked.refuse("is for puzzles: a file has its clauses", "given", "amo", "card", "pb", "ints")
    else:
        asked.refuse("is for files", "lenient")
    for note in [] if command else request.notes([row]):
        print(f"note: {note}", file=sys.stderr)
    problem = source if from_file else request.experiment([row]).instance
    job = SatJob(problem, row, command, most, asked.trace, seed, asked.lenient)
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


def _command(asked: SatOptions) -> tuple[str, ...]:
    """The words of an external solver; none where a solver of ours is asked for."""
    command = asked.solver_command
    if command is None:
        return ()
    if asked.solver is not None:
        raise BadInput("--solver and --solver-command contradict each other: give one of them")
    asked.refuse("has no effect with --solver-command: give the program its own option", "seed")
    return command_words(command)


def command_words(command: str) -> tuple[str, ...]:
    """The program of --solver-command and its arguments."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BadInput(f"--solver-command {command!r}: {error}") from None
    if not words:
        raise BadInput("--solver-command is empty; expected a program and its arguments, like 'cadical {cnf}'")
    if which(words[0]) is None:
        raise BadInput(f"--solver-command: there is no program '{words[0]}' that can be started")
    return words
