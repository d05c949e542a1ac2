"""`exercise`: the five sheets. `play`: the program of sheet 004. The work is in modules that are imported when needed."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from threefold.commands.options import Memory, Options, Timeout, argument, flag, numeric, option
from threefold.commands.output import fitted
from threefold.commands.progress import Progress
from threefold.errors import BadInput

if TYPE_CHECKING:
    from threefold.backends.backend import Configuration
    from threefold.runs.compare import Comparison, Experiment

INTERRUPTED = 130
USES = ("version", "cnf", "statistics", "race", "folder", "seconds", "memory")  # options of a sheet

LIMITS = "60; race, statistics: 10"
FOLDER = "The folder for the files of --race and --statistics."
BoardFile = Annotated[str, option("-o --output", "FILE", "The file for boards of 20 and more.")]
Solver = Annotated[str | None, option("--solver", "NAME", "A SAT solver.", "CryptoMiniSat if installed")]


class ExerciseOptions(Options):
    number: Annotated[str | None, argument("A sheet: 000 to 004.")] = None
    parameters: Annotated[list[str] | None, argument("The instance, like 8, or 7 2.")] = None
    version: Annotated[str | None, option("--version", "NAME", "Only this version of the formula.")] = None
    cnf: Annotated[bool, flag("--cnf", "Print the formula as a DIMACS file and nothing else.")] = False
    statistics: Annotated[bool, flag("--statistics", "Sheet 002: sizes and times up to the given n and k.")] = False
    race: Annotated[str | None, option("--race", "FROM..TO", "Sheet 003: race the solvers on these boards.")] = None
    folder: Annotated[str, option("-o --output", "FOLDER", FOLDER)] = "myresults"
    seconds: Annotated[float | None, numeric("--timeout", "SECONDS", "Time limit of each run.", LIMITS)] = None
    help: Annotated[bool, flag("--help -h", "Show this message.")] = False


@ExerciseOptions.command("number parameters version cnf statistics race folder seconds memory no_color")
def exercise(asked: ExerciseOptions) -> int:
    """The five exercise sheets: the formula of each, solved, counted, and compared with the puzzle.

    Example: threefold exercise 000 4

    Exit code: 0 as expected (a known fault of a sheet was found), 1 not as expected, 2 bad input, 3 a limit was hit, 4 error.
    """
    from threefold import exercises
    from threefold.commands import exercise_runs as runs

    number, race = asked.number, asked.race
    if number is None:
        asked.refuse("is for a sheet: exercise NUMBER", *USES)
        print(fitted(runs.listing()))
        return 0
    from threefold.api.arguments import limits_of

    texts, measures = asked.parameters or [], race is not None or asked.statistics
    asked.check_words([number, *texts])
    if (race is not None) + asked.statistics + asked.cnf > 1:
        raise BadInput("--race, --statistics and --cnf are different things: give one of them")
    if measures:
        asked.refuse("is for one formula: drop it, or --race and --statistics", "version")
    else:
        asked.refuse("is the folder of --race and --statistics", "folder")
    sheet, default = exercises.find(number), runs.MANY_RUNS if measures else runs.ONE_FORMULA
    limits = limits_of(default if asked.seconds is None else asked.seconds, asked.memory)
    if race is not None:
        return runs.race(sheet, texts, race, limits, asked.folder)
    if asked.statistics:
        return runs.statistics(sheet, texts, limits, asked.folder)
    if asked.cnf:
        return runs.write_cnf(sheet, texts, asked.version, limits)
    return runs.examine(sheet, texts, asked.version, limits, asked.no_color)


def play(output: BoardFile = "BOARD.txt", solver: Solver = None, timeout: Timeout = 60, memory: Memory = None) -> int:
    """Ask for N, draw a board of N queens, ask again; 0 or the end of input quits (sheet 004).

    Example: threefold play, or: printf '8\\n20\\n' | threefold play

    Exit code: 0; in a pipe 2 if a line was refused, 3 if a limit was hit, 4 if a board could not be written.
    """
    from threefold.api.arguments import limits_of
    from threefold.exercises.sheet_004 import QueensProgram

    def ask(experiment: "Experiment", rows: "Sequence[Configuration]") -> "Comparison":
        with Progress(timeout) as progress:
            return experiment.compare(rows, progress)

    try:
        return QueensProgram(Path(output), solver, limits_of(timeout, memory), ask).run()
    except KeyboardInterrupt:  # a usual way to quit, without a message
        print()
        return INTERRUPTED
