"""Command-line entry point: find the command, call it, turn what went wrong into one line and an exit code."""

import os
import signal
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from types import FrameType
from typing import Annotated

import typer
from typer.exceptions import TyperException

from threefold.errors import ThreefoldError, did_you_mean

INTERRUPTED, TERMINATED = 128 + signal.SIGINT, 128 + signal.SIGTERM
UNREAD = 128 + signal.SIGPIPE  # the standard output was closed before all was written
EXIT_CODES = {
    0: "answered; the answers agree",
    1: "the answers disagree, or a check failed",
    2: "bad input, or an optional solver is not installed",
    3: "incomplete: a limit was hit",
    4: "error: a run failed, output cannot be written, or a bug",
    INTERRUPTED: "interrupted (Ctrl-C)",
    TERMINATED: "terminated (SIGTERM)",
    UNREAD: "the output was not read to its end",
}  # and for `sat`, as in the SAT competition, 10 satisfiable and 20 unsatisfiable

# Each command by its module and function, in the order of `--help`. Only the one that is asked for is imported.
COMMANDS = {
    "compare": "threefold.commands.compare:compare",
    "solve": "threefold.commands.solve:solve",
    "count": "threefold.commands.solve:count",
    "list": "threefold.commands.listing:list_all",
    "new": "threefold.commands.listing:new",
    "cnf": "threefold.commands.export:cnf",
    "sat": "threefold.commands.sat:sat",
    "decode": "threefold.commands.decode:decode",
    "relate": "threefold.commands.relate:relate",
    "encodings": "threefold.commands.encodings:encodings",
    "show": "threefold.commands.export:show",
    "export": "threefold.commands.export:export",
    "exercise": "threefold.commands.exercise:exercise",
    "play": "threefold.commands.exercise:play",
    "sweep": "threefold.commands.sweep:sweep",
    "report": "threefold.commands.sweep:report",
    "records": "threefold.commands.sweep:records",
}
OWN_HELP = ("list", "new", "play", "sweep", "report", "records")  # the others take a puzzle, whose help they show
HELP: dict[str, object] = {"help_option_names": ["--help", "-h"]}


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"threefold {version('threefold')}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
]


def _top(version: Version = False) -> None:
    """Options of no command."""


def application(commands: list[str]) -> typer.Typer:
    app = typer.Typer(
        help="One puzzle specification, lowered to SAT, CP and ILP, and a checker that says whether the answers agree.",
        epilog="Example: threefold compare nqueens 8 --backends sat,cp,ilp\n\n\b\nExit codes:\n"
        + "\n".join(f"{code:>3} {meaning}" for code, meaning in EXIT_CODES.items()),
        rich_markup_mode=None,  # rich costs more than the job
        add_completion=False,
        context_settings=HELP,
        pretty_exceptions_enable=False,
    )
    app.callback()(_top)  # an app with one command would swallow the command's name
    for name in commands:
        module, _, function = COMMANDS[name].partition(":")
        # A parameter may be a negative number, which looks like an option: the commands sort unknown options out.
        asking = name not in OWN_HELP
        settings = HELP | {"ignore_unknown_options": asking}
        app.command(name, context_settings=settings, add_help_option=not asking)(
            _stoppable(getattr(import_module(module), function))
        )
    return app


class Stopped(ThreefoldError):
    """By Ctrl-C or SIGTERM; what a command noted on the way says what is kept."""

    def __init__(self, stop: BaseException) -> None:
        super().__init__(": ".join(["interrupted", *getattr(stop, "__notes__", ())]))
        self.exit_code = INTERRUPTED if isinstance(stop, KeyboardInterrupt) else TERMINATED


def _stoppable(command: Callable[..., int]) -> Callable[..., int]:
    """The same command, whose interruption typer cannot turn into an exit without a word."""

    @wraps(command)
    def called(*words: object, **options: object) -> int:
        try:
            return command(*words, **options)
        except (KeyboardInterrupt, SystemExit) as stop:
            raise Stopped(stop) from None

    return called


def run(arguments: list[str], program: str) -> int:
    """The exit code of a command line; whatever goes wrong is one line on stderr."""
    asked = [name for name in arguments[:1] if name in COMMANDS]
    if not asked and arguments and not arguments[0].startswith("-"):
        near = did_you_mean(arguments[0], COMMANDS)
        return _complain(f"no command '{arguments[0]}'{near} (threefold --help shows all commands)", 2)
    try:
        return application(asked or list(COMMANDS))(arguments, prog_name=program, standalone_mode=False) or 0
    except ThreefoldError as error:
        return _complain(error.on_command_line(), error.exit_code)
    except TyperException as error:  # what typer itself finds wrong with the words
        message = getattr(error, "format_message", error.__str__)()
        return _complain(message.rstrip("."), 2) if message else 2
    except KeyboardInterrupt as stop:  # while the command was still being imported
        return _complain(str(Stopped(stop)), INTERRUPTED)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # typer's own answer to it is exit 1, which is a verdict here
            return _read_no_more()
        raise
    except OSError as error:
        return _not_written(error)
    except Exception as error:
        return _report_bug(error)


def _report_bug(error: Exception) -> int:
    if os.environ.get("THREEFOLD_TRACEBACK"):
        from traceback import print_exc

        print_exc()
    what = f"{type(error).__name__}: {error}".replace("\n", " ").rstrip(": ")
    return _complain(f"unexpected error: {what} (a bug; THREEFOLD_TRACEBACK=1 shows the traceback)", 4)


def _not_written(error: OSError) -> int:
    """`compare … | head -1`: nobody reads on, which needs no words. A full disk does."""
    unread = _read_no_more()
    if isinstance(error, BrokenPipeError):
        return unread
    return _complain(f"cannot write: {error.strerror or error}", 4)


def _read_no_more() -> int:
    """Never 0: what was not read may have been that the answers disagree."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return UNREAD


def _complain(message: str, code: int) -> int:
    print(f"threefold: {message}", file=sys.stderr)
    return code


def _terminate(number: int, frame: FrameType | None) -> None:
    """SIGTERM takes the same way out as Ctrl-C: runs are killed, temp files removed."""
    raise SystemExit(TERMINATED)


def _enter(arguments: list[str], program: str) -> None:
    signal.signal(signal.SIGTERM, _terminate)
    code = run(arguments, program)
    try:
        sys.stdout.flush()
    except OSError as error:
        code = _not_written(error)
    sys.exit(code)


def main() -> None:
    _enter(sys.argv[1:] or ["--help"], "threefold")


def compare_main() -> None:
    _enter(["compare", *sys.argv[1:]], "threefold")
