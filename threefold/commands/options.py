"""The options that commands share, each declared once, with what every command does with them. The API checks their values."""

import re
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, get_annotations
from json import dumps
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from threefold.commands.output import fitted
from threefold.errors import BadInput, did_you_mean
from threefold.format import integer, real

if TYPE_CHECKING:  # the API is loaded when a command runs, and not for its help
    from threefold.guard import Limits
    from threefold.runs.instance import Instance

STDIN = "-"
SCHEMA = 1  # of JSON; changes when a field changes its meaning or is removed


def argument(help: str, metavar: str | None = None) -> Any:
    return typer.Argument(metavar=metavar, help=help)


def flag(names: str, help: str) -> Any:
    return typer.Option(*names.split(), help=help)


def option(names: str, metavar: str, help: str, default: str | bool = True, **more: Any) -> Any:
    """An option with a value. A text as `default` describes a default that is None."""
    return typer.Option(*names.split(), metavar=metavar, help=help, show_default=default, **more)


def numeric(names: str, metavar: str, help: str, default: str | bool = True) -> Any:
    """A number in ASCII digits; typer would also read others. SECONDS may have a fraction."""
    parse, what = (real, "a positive number of seconds") if metavar == "SECONDS" else (integer, "an integer")

    def parsed(value: object) -> float:  # typer calls it for the default value too
        try:
            return parse(str(value))
        except ValueError:
            raise BadInput(f"{names.split()[0]} must be {what} (got {value!r:.60})") from None

    return option(names, metavar, help, default, parser=parsed)


Text = str | None
ROWS = "Rows BACKEND[:SOLVER][+OPTION=VALUE…], separated by commas; plain: the engines as they come."
ROW = "The row: BACKEND[:SOLVER][+OPTION=VALUE…]."
GIVEN = "Fix a variable, like 'queen[1]=3', or rule out a value, like 'queen[1]!=3'; repeatable."
AMO = "Encoding of at-most-one; `threefold encodings` lists all."
CLUSTER = "Use this Dask cluster (tcp://host:8786), or one that is started here (local)."
PROVE = "Also prove the count, as `threefold prove` does, and compare the rows with the proved solutions."
OPTIMUM = "Find the best value of the puzzle's objective, and compare it. Some parameters may be left out."
OPTIMA = "The same, and then count and compare the solutions that have it."
LEADERS = "Only one solution of each symmetry class (lex-leader)."
CLASSES = "Count the symmetry classes in two ways, and compare the numbers."
FREE_MEMORY = "min(4G, 80% of free / runs at once)"

Output = Annotated[Text, option("--output -o", "FILE", "Where to write.", "the standard output")]
Lang = Annotated[Text, option("--lang", "CODE", "The language of the output: en, it, ru, es or fr.", "en")]
ClusterAddress = Annotated[Text, option("--cluster", "ADDRESS", CLUSTER)]
Timeout = Annotated[float, numeric("--timeout", "SECONDS", "Time limit of each run; the building of the spec counts.")]
Memory = Annotated[Text, option("--memory", "SIZE", "Memory limit of each run, like 512M or 2G.", FREE_MEMORY)]


class Options:
    """What a command about a puzzle is asked: the options that it takes, with their defaults. A subclass adds its own."""

    context: typer.Context
    puzzle: Annotated[Text, argument("A puzzle; `threefold list` shows all.")] = None
    parameters: Annotated[list[str] | None, argument("The puzzle's parameters.")] = None
    backends: Annotated[list[str], option("--backends", "LIST", ROWS)] = ["sat,cp,ilp"]  # noqa: RUF012
    backend: Annotated[Text, option("--backend", "ROW", ROW, "whatever is fastest, which is named")] = None
    first: Annotated[bool, flag("--first", "Stop at the first solution.")] = False
    limit: Annotated[int | None, numeric("--limit", "N", "Stop after N solutions.", default=False)] = None
    timeout: Timeout = 60
    memory: Memory = None
    seed: Annotated[int | None, numeric("--seed", "N", "Seed of the solvers; it does not change the answer.")] = None
    given: Annotated[list[str] | None, option("--given", "VAR=VALUE", GIVEN)] = None
    amo: Annotated[Text, option("--amo", "NAME", AMO, "auto")] = None
    card: Annotated[Text, option("--card", "NAME", "Encoding of at most, at least, exactly k.", "seqcounter")] = None
    pb: Annotated[Text, option("--pb", "NAME", "Encoding of linear constraints.", "auto")] = None
    ints: Annotated[Text, option("--ints", "NAME", "Encoding of integers.", "direct")] = None
    prove: Annotated[bool, flag("--prove", PROVE)] = False
    optimum: Annotated[bool, flag("--optimum", OPTIMUM)] = False
    optima: Annotated[bool, flag("--optima", OPTIMA)] = False
    show: Annotated[int, numeric("--show", "K", "Draw the first K solutions.")] = 0
    parallel: Annotated[bool, flag("--parallel", "Run the rows at the same time; their times are less fair.")] = False
    jobs: Annotated[int, numeric("--jobs", "N", "Count each row in N processes, each with this memory limit.")] = 1
    repeat: Annotated[int, numeric("--repeat", "N", "Run each row N times in turns: medians and spread.")] = 1
    resume: Annotated[Text, option("--resume", "FILE", "Keep finished parts in FILE, and continue from them.")] = None
    cluster: ClusterAddress = None
    break_symmetry: Annotated[bool, flag("--break-symmetry", LEADERS)] = False
    up_to_symmetry: Annotated[bool, flag("--up-to-symmetry", CLASSES)] = False
    lenient: Annotated[
        bool, flag("--lenient", "Accept a wrong or missing header and a missing last 0, with a warning.")
    ] = False
    svg: Annotated[Text, option("--svg", "FILE", "Write a picture of the first solution; - is stdout.")] = None
    output: Output = None
    json: Annotated[bool, flag("--json", "Print one JSON object and nothing else.")] = False
    quiet: Annotated[bool, flag("--quiet -q", "Print the answer only.")] = False
    no_color: Annotated[bool, flag("--no-color", "No colours, as with NO_COLOR=1.")] = False
    help: Annotated[bool, flag("--help -h", "Show this help, or that of the puzzle.")] = False

    @classmethod
    def command(cls, names: str, **defaults: object) -> Callable[[Callable[[Self], int]], Callable[..., int]]:
        """Makes a command of a function: typer sees these options, in this order, and the function gets them as one object."""
        hints, taken = dict[str, Any](), []
        for each in reversed(cls.__mro__):
            hints |= get_annotations(each, eval_str=True)
        for name in ["context", *names.split(), "help"]:
            default = defaults.get(name, getattr(cls, name, Parameter.empty))
            taken.append(Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[name]))

        def of(function: Callable[[Self], int]) -> Callable[..., int]:
            @wraps(function)
            def called(**values: object) -> int:
                asked = cls()
                vars(asked).update(values)
                asked.show_help(asked.puzzle)
                return function(asked)

            called.__signature__ = Signature(taken)  # type: ignore[attr-defined]
            return called

        return of

    def show_help(self, puzzle: str | None) -> None:
        """If help was asked for, print that of the command, or of the puzzle that was named, and exit."""
        if self.help and puzzle:
            from threefold.commands.listing import puzzle_help

            print(fitted(puzzle_help(puzzle, self.context)))
        elif self.help:
            print(self.context.get_help())
        if self.help:
            raise typer.Exit

    def words(self) -> tuple[str, list[str]]:
        """The puzzle and the words after it."""
        if self.puzzle is None:
            raise self._no_puzzle("a puzzle is missing", "PUZZLE PARAMETERS…")
        words = self.parameters or []
        self.check_words([self.puzzle, *words])
        return self.puzzle, words

    def _no_puzzle(self, problem: str, words: str) -> BadInput:
        expected = f"{self.context.info_name} {words}"
        return BadInput(f"{problem}; expected: {expected} (threefold list shows all puzzles)")

    def check_words(self, words: list[str]) -> None:
        """Unknown options arrive among the words, because a parameter may be a negative number."""
        known = [name for parameter in self.context.command.params for name in parameter.opts]
        for word in words:
            if word.startswith("-") and word != STDIN and not re.fullmatch(r"-\d.*", word):
                raise BadInput(f"no option '{word}' of {self.context.info_name}{did_you_mean(word, known)}")

    def take_file(self, what: str, place: str) -> str:
        """The last word, which is a file. A number is a parameter: then the file is missing."""
        if self.puzzle is None:
            raise self._no_puzzle(f"a puzzle and {what} are missing", f"PUZZLE PARAMETERS… {place}")
        puzzle, words = self.words()
        missing = not words or words[-1].lstrip("-").isdigit()
        self._check_order(puzzle, words, missing)
        if missing:
            expected = f"{self.context.info_name} {puzzle} PARAMETERS… {place}"
            raise BadInput(f"{what} is missing; expected: {expected}")
        self.parameters = words[:-1]
        return words[-1]

    def _check_order(self, file: str, words: list[str], missing: bool) -> None:
        """Raise BadInput where the file was typed before the puzzle, or the first word is no puzzle."""
        from threefold import models
        from threefold.api.arguments import limits_of
        from threefold.api.words import names_puzzle, no_puzzle, puzzle_first
        from threefold.plugins import is_path

        known, limits = names_puzzle(file), limits_of(self.timeout, self.memory)
        if (missing or not known) and (right := puzzle_first(words, limits, last=[file])):
            raise no_puzzle(file, right)
        if not known and not is_path(file):
            models.find(file)

    def refuse(self, reason: str, *names: str) -> None:
        """Refuse options that were given but that this use of the command ignores."""
        for parameter in self.context.command.params:
            source = self.context.get_parameter_source(parameter.name or "")
            if parameter.name in names and source is not None and source.name == "COMMANDLINE":
                raise BadInput(f"{max(parameter.opts, key=len)} {reason}")

    def instance(self) -> "tuple[Instance, Limits]":
        """The instance that was asked for, and the limits of its run."""
        from threefold.api import arguments

        name, parameters = self.words()
        limits = arguments.limits_of(self.timeout, self.memory)
        return arguments.instance_of(name, parameters, self.given or (), False, limits), limits

    @property
    def encoding(self) -> dict[str, str | None]:
        return {"amo": self.amo, "card": self.card, "pb": self.pb, "ints": self.ints}

    def for_api(self) -> dict[str, Any]:
        """As keyword arguments of the API, without the puzzle and what is about the output."""
        others = ("context", "puzzle", "parameters", "given", "svg", "json", "quiet", "no_color", "help")
        return {name: value for name, value in vars(self).items() if name not in others} | {"givens": self.given or ()}


def as_json(instance: "Instance", answer: dict[str, object]) -> str:
    asked = {"puzzle": instance.puzzle, "parameters": dict(instance.parameters), "givens": list(instance.givens)}
    return dumps({"schema": SCHEMA, **asked, **answer}, ensure_ascii=False)
