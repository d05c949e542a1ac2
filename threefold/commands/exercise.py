"""`exercise`: the five sheets. `play`: the program of sheet 004. The work is in modules that are imported when needed."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from threefold.commands.options import Lang, Memory, Options, Timeout, argument, flag, numeric, option
from threefold.commands.output import fitted
from threefold.commands.progress import Progress
from threefold.errors import BadInput

if TYPE_CHECKING:
    from threefold.backends.backend import Configuration
    from threefold.exercises import Exercise
    from threefold.guard import Limits
    from threefold.runs.compare import Comparison, Experiment
    from threefold.texts import Language

INTERRUPTED = 130
USES = ("version", "cnf", "statistics", "race", "folder", "seconds", "memory")  # options of a sheet
STUDENTS = ("reduce", "solver", "solver_command")  # options of a race
ONE_FORMULA, MANY_RUNS = 60.0, 10.0  # seconds: the limit of a run unless --timeout says otherwise

LIMITS = "60; race, statistics: 10"
REDUCE = "--race: your reduce_nqueens_to_SAT(n), or encode(n)."
SOLVE = "--race: your solve_nSAT(clauses)."
COMMAND = "--race: an external solver, like 'cadical {cnf}'."
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
    reduce: Annotated[str | None, option("--reduce", "FILE.py", REDUCE)] = None
    solver: Annotated[str | None, option("--solver", "FILE.py", SOLVE)] = None
    solver_command: Annotated[str | None, option("--solver-command", "COMMAND", COMMAND)] = None
    folder: Annotated[str, option("-o --output", "FOLDER", FOLDER)] = "myresults"
    seconds: Annotated[float | None, numeric("--timeout", "SECONDS", "Time limit of each run.", LIMITS)] = None
    lang: Lang = None
    help: Annotated[bool, flag("--help -h", "Show this message.")] = False


@ExerciseOptions.command(
    "number parameters version cnf statistics race reduce solver solver_command folder seconds memory lang no_color"
)
def exercise(asked: ExerciseOptions) -> int:
    """The five exercise sheets: the formula of each, solved, counted, and compared with the puzzle.

    Example: threefold exercise 000 4; threefold exercise 003 --race 4..12 --reduce mine.py --solver mine.py

    Your code is limited by --timeout and --memory, but not sandboxed: it can do what you can do.

    Exit code: 0 as expected (a known fault of a sheet was found), 1 not as expected, 2 bad input, 3 a limit was hit, 4 error.
    """
    from threefold import exercises
    from threefold.commands import exercise_runs as runs
    from threefold.texts import Language

    say = Language.of(asked.lang)
    if asked.number is None:
        asked.refuse("is for a sheet: exercise NUMBER", *USES, *STUDENTS)
        print(fitted(runs.listing(say)))
        return 0
    from threefold.api.arguments import limits_of

    texts, measures = asked.parameters or [], asked.race is not None or asked.statistics
    asked.check_words([asked.number, *texts])
    if (asked.race is not None) + asked.statistics + asked.cnf > 1:
        raise BadInput("--race, --statistics and --cnf are different things: give one of them")
    if measures:
        asked.refuse("is for one formula: drop it, or --race and --statistics", "version")
    else:
        asked.refuse("is the folder of --race and --statistics", "folder")
    if asked.race is None:
        asked.refuse("is for a race: exercise 003 --race FROM..TO", *STUDENTS)
    sheet, default = exercises.find(asked.number), MANY_RUNS if measures else ONE_FORMULA
    limits = limits_of(default if asked.seconds is None else asked.seconds, asked.memory)
    if measures:
        return _measure(asked, sheet, limits, say)
    if asked.cnf:
        return runs.write_cnf(sheet, texts, asked.version, limits)
    return runs.examine(sheet, texts, asked.version, limits, asked.no_color, say)


def _measure(asked: ExerciseOptions, sheet: "Exercise", limits: "Limits", say: "Language") -> int:
    from threefold.commands.exercise_measures import race_solvers, statistics
    from threefold.commands.sat import command_words
    from threefold.exercises.race import Entry

    texts = asked.parameters or []
    if asked.race is None:
        return statistics(sheet, texts, limits, asked.folder, say)
    if texts and sheet.number == "003":
        too_many = f"{texts[0]!r} is one word too many"
        raise BadInput(f"exercise 003: the boards of a race stand in --race FROM..TO ({too_many})")
    command = command_words(asked.solver_command) if asked.solver_command is not None else ()
    entry = Entry(asked.reduce, asked.solver, command)
    return race_solvers(sheet, asked.race, limits, asked.folder, entry, say)


def play(
    output: BoardFile = "BOARD.txt",
    solver: Solver = None,
    timeout: Timeout = 60,
    memory: Memory = None,
    lang: Lang = None,
) -> int:
    """Ask for N, draw a board of N queens, ask again; 0 or the end of input quits (sheet 004).

    Example: threefold play, or: printf '8\\n20\\n' | threefold play

    A line that is refused gets a sentence, and the program goes on.

    Exit code: 0; in a pipe 3 if a limit was hit, 4 if a board could not be written.
    """
    from threefold.api.arguments import limits_of
    from threefold.exercises.sheet_004 import QueensProgram
    from threefold.texts import Language

    def ask(experiment: "Experiment", rows: "Sequence[Configuration]") -> "Comparison":
        with Progress(timeout) as progress:
            return experiment.compare(rows, progress) if rows else experiment.find_one(progress)

    program = QueensProgram(Path(output), solver, limits_of(timeout, memory), ask, Language.of(lang))
    try:
        return program.run()
    except KeyboardInterrupt:  # a usual way to quit, without a message
        print()
        return INTERRUPTED
