"""Command-line entry point: find the command and call it; an error becomes one line on stderr and an exit code."""

import os
import shlex
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from importlib import import_module
from inspect import signature
from io import TextIOWrapper
from itertools import takewhile
from shutil import get_terminal_size
from textwrap import fill
from typing import Annotated, TextIO

import typer
from typer.exceptions import TyperException

import threefold
from threefold.commands.start import ignore_signals, what_ended
from threefold.errors import ThreefoldError, did_you_mean
from threefold.format import visible

Within = Callable[[Callable[[], int]], int]
INTERRUPTED, TERMINATED = 128 + signal.SIGINT, 128 + signal.SIGTERM
UNREAD = 128 + signal.SIGPIPE
EXIT_CODES = {
    0: "answered; the answers agree",
    1: "the answers disagree, or a check failed",
    2: "bad input, or an optional solver is not installed",
    3: "incomplete: a limit was hit",
    4: "error: a run failed, output cannot be written, or a bug",
    INTERRUPTED: "interrupted (Ctrl-C)",
    TERMINATED: "terminated (SIGTERM); by another signal: 128 + its number",
    UNREAD: "the reader closed the pipe before all was written",
}  # and for `sat`, as in the SAT competition, 10 satisfiable and 20 unsatisfiable

# The module and the function of each command, in the order of `--help`. Only the module of the command is imported.
COMMANDS = {
    "compare": "threefold.commands.compare:compare",
    "solve": "threefold.commands.solve:solve",
    "count": "threefold.commands.solve:count",
    "prove": "threefold.commands.prove:prove",
    "verify": "threefold.commands.prove:verify",
    "explain": "threefold.commands.prove:explain",
    "lab": "threefold.commands.lab:lab",
    "deadends": "threefold.commands.deadends:deadends",
    "list": "threefold.commands.listing:list_all",
    "new": "threefold.commands.listing:new",
    "cnf": "threefold.commands.export:cnf",
    "sat": "threefold.commands.sat:sat",
    "decode": "threefold.commands.relate:decode",
    "relate": "threefold.commands.relate:relate",
    "mark": "threefold.commands.mark:mark",
    "encodings": "threefold.commands.encodings:encodings",
    "show": "threefold.commands.export:show",
    "trace": "threefold.commands.trace:trace",
    "export": "threefold.commands.export:export",
    "exercise": "threefold.commands.exercise:exercise",
    "play": "threefold.commands.exercise:play",
    "sheet": "threefold.commands.sheet:sheet",
    "sweep": "threefold.commands.sweep:sweep",
    "report": "threefold.commands.sweep:report",
    "records": "threefold.commands.sweep:records",
    "completion": "threefold.commands.completion:completion",
}
# The others also show the help of a puzzle, and may have --backend or --backends.
WITHOUT_PUZZLE = ("list", "new", "play", "sweep", "report", "records", "completion")
LEAST_WIDTH = 50  # columns to which typer wraps help at least, also in a narrower terminal


def _print_version(asked: bool) -> None:
    if asked:
        print(f"threefold {threefold.__version__}")
        raise typer.Exit


VERSION = typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")


def _top(version: Annotated[bool, VERSION] = False) -> None:
    """Options of no command."""


def application(commands: list[str], within: Within) -> typer.Typer:
    columns = max(20, min(get_terminal_size().columns, 80) - 2)
    codes = (
        fill(f"{code:>3} {meaning}", columns - 2, subsequent_indent="    ") for code, meaning in EXIT_CODES.items()
    )
    help = {"help_option_names": ["--help", "-h"], "terminal_width": columns if columns < LEAST_WIDTH else None}
    app = typer.Typer(
        help="One puzzle specification, lowered to SAT, CP and ILP, and a checker that says whether the answers agree.",
        epilog="Example: threefold compare nqueens 8 --backends sat,cp,ilp\n\n\b\nExit codes:\n" + "\n".join(codes),
        rich_markup_mode=None,  # rich takes long to load
        add_completion=False,
        context_settings=help,
        pretty_exceptions_enable=False,
    )
    app.callback()(_top)  # without it typer drops the name of an only command
    for name in commands:
        module, _, function = COMMANDS[name].partition(":")
        # A parameter may be a negative number, which looks like an option: the commands find unknown options.
        puzzle = name not in WITHOUT_PUZZLE
        command = _interruptible(getattr(import_module(module), function), within)
        spelling = _spelling(command) if puzzle else None
        settings = help | {"ignore_unknown_options": puzzle, "token_normalize_func": spelling}
        app.command(name, context_settings=settings, add_help_option=not puzzle)(command)
    return app


def _spelling(command: Callable[..., int]) -> Callable[[str], str]:
    """The name of an option of this command: --backend is understood where it is --backends, and the reverse."""
    several = "backends" in signature(command).parameters
    meant = {"backend": "backends"} if several else {"backends": "backend"}
    return lambda name: meant.get(name, name)


class Interrupted(ThreefoldError):
    """Ctrl-C or another signal that ends the command. The notes of the exception say which results are kept."""

    def __init__(self, stop: KeyboardInterrupt | SystemExit) -> None:
        code = stop.code if isinstance(stop, SystemExit) else INTERRUPTED
        self.exit_code = code if isinstance(code, int) and code > 128 else TERMINATED
        notes = "; ".join(getattr(stop, "__notes__", ()))
        super().__init__(what_ended(self.exit_code) + (notes and f": {notes}"))


def _interruptible(command: Callable[..., int], within: Within) -> Callable[..., int]:
    """The command, with an error of ours where it is interrupted: typer would exit without a message."""

    @wraps(command)
    def called(*words: object, **options: object) -> int:
        try:
            return within(lambda: command(*words, **options))
        except (KeyboardInterrupt, SystemExit) as stop:
            raise Interrupted(stop) from None

    return called


def run(arguments: list[str], program: str, within: Within = lambda work: work()) -> int:
    """Carry out a command line; the exit code. `within` does the work of the command."""
    asked = [name for name in arguments[:1] if name in COMMANDS]
    try:
        if not asked and arguments and not arguments[0].startswith("-"):
            near = did_you_mean(arguments[0], COMMANDS) or _without_command(arguments)
            return _fail(f"no command '{arguments[0]}'{near} (threefold --help shows all commands)", 2)
        named = asked or ([] if arguments == ["--version"] else list(COMMANDS))  # the version needs no command
        return application(named, within)(arguments, prog_name=program, standalone_mode=False) or 0
    except Interrupted as stopped:
        return _stopped(stopped)
    except ThreefoldError as error:
        return _fail(error.on_command_line(), error.exit_code)
    except TyperException as error:  # typer found a mistake in the words
        message = getattr(error, "format_message", error.__str__)()
        return _fail(_plainly(message.rstrip("."), *asked), 2) if message else 2
    except (KeyboardInterrupt, SystemExit) as stop:  # while the command was being imported
        if isinstance(stop.__context__, BrokenPipeError):  # typer would exit with 1, which is a verdict here
            return _discard_output()
        return _stopped(Interrupted(stop))
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt | SystemExit):  # Python 3.11 wraps it while a class is made
            return _stopped(Interrupted(error.__cause__))
        return _not_written(error) if isinstance(error, OSError) and error.filename is None else _report_bug(error)


def _without_command(words: list[str]) -> str:
    """A hint where an instance was typed without a command."""
    from threefold.api.arguments import limits_of
    from threefold.api.words import names_puzzle, puzzle_first

    instance = list(takewhile(lambda word: not word.startswith("-"), words))
    right = names_puzzle(words[0]) and puzzle_first(instance, limits_of(10, None))
    return f"; it is a puzzle: threefold compare {shlex.join(words)}" if right else ""


def _plainly(message: str, command: str = "") -> str:
    """Typer's sentences on words that are missing or too many, in our words."""
    explained = f"(threefold {command} --help explains it)"
    if message.startswith("Missing argument "):
        word = message.removeprefix("Missing argument ").strip("'")
        return f"{word} is missing; expected: {command} {word} {explained}"
    if message.startswith("Got unexpected extra argument"):
        return f"too many words: {message.rpartition('(')[2].rstrip(')')} {explained}"
    return message


def _stopped(error: Interrupted) -> int:
    ignore_signals()  # a second Ctrl-C would print a second line
    return _fail(error.on_command_line(), error.exit_code)


def _report_bug(error: Exception) -> int:
    if os.environ.get("THREEFOLD_TRACEBACK"):
        from traceback import print_exc

        with suppress(OSError):
            print_exc()
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    return _fail(f"unexpected error: {what} (a bug; THREEFOLD_TRACEBACK=1 shows the traceback)", 4)


def _not_written(error: OSError) -> int:
    """The standard output cannot be written: a closed pipe, as in `compare … | head -1`, needs no message, a full disk does."""
    unread = _discard_output()
    if isinstance(error, BrokenPipeError):
        return unread
    return _fail(f"cannot write: {error.strerror or error}", 4)


def _discard_output() -> int:
    """The exit code is never 0: the lines that were not read may have reported a disagreement."""
    _discard(sys.stdout)
    return UNREAD


def _discard(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(message: str, code: int) -> int:
    line = f"threefold: {visible(message)}"
    with suppress(OSError):  # stderr may be on a full disk, and exit code 1 would be a verdict
        if sys.stderr.isatty():
            columns = get_terminal_size().columns
            line = fill(line, columns, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        print(line, file=sys.stderr)
    return code


def _streams_are_open() -> bool:
    """Characters that a stream cannot encode are replaced. A closed stderr is replaced; without stdout nothing is run."""
    is_open = sys.stdout is not None
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
            setattr(sys, name, os.fdopen(number, "w", closefd=False))
        if isinstance(stream := getattr(sys, name), TextIOWrapper):
            stream.reconfigure(errors="replace")
    return is_open


def carry_out(arguments: list[str], within: Within) -> int:
    """A command line and the end of its output; the exit code."""
    code = run(arguments, "threefold", within) if _streams_are_open() else _fail("the standard output is closed", 4)
    try:
        sys.stdout.flush()
    except OSError as error:
        code = _not_written(error)
    try:
        sys.stderr.flush()
    except OSError:  # Python would try again at its end, and exit with 120
        _discard(sys.stderr)
    return code
