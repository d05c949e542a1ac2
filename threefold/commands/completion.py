"""`completion`: a script that completes commands, options, puzzles, backends and solvers in bash, zsh or fish.

Everything that can be completed stands in the script, so that a press of TAB starts no program of ours. It is made from the
same declarations as `--help`. Puzzles and backends of plug-ins are those that are installed when it is made.
"""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer

from threefold import backends, models
from threefold.commands.options import argument, flag
from threefold.commands.output import fitted
from threefold.errors import BadInput, did_you_mean
from threefold.files import write_text
from threefold.texts import LANGUAGES

SHELLS = ("bash", "zsh", "fish")
FILES, ROW, ROWS, ANY = "@files", "@row", "@rows", "@any"
INSTALL = "Write it into the folder in which the shell looks for such scripts."
PLACES = {
    "bash": ("XDG_DATA_HOME", ".local/share", ("bash-completion/completions/threefold", "bash-completion/completions/compare")),
    "zsh": ("XDG_DATA_HOME", ".local/share", ("zsh/site-functions/_threefold",)),
    "fish": ("XDG_CONFIG_HOME", ".config", ("fish/completions/threefold.fish", "fish/completions/compare.fish")),
}  # fmt: skip
HINTS = {
    "bash": "New shells use it if the package bash-completion is installed; if not, add to ~/.bashrc: . {path}",
    "zsh": "Add to ~/.zshrc, before compinit: fpath+=({folder})",
    "fish": "New shells use it.",
}


def completion(
    shell: Annotated[str, argument("bash, zsh or fish.", "SHELL")],
    install: Annotated[bool, flag("--install", INSTALL)] = False,
) -> int:
    """Print a script that completes commands, options, puzzles, backends and solvers in your shell.

    Example: threefold completion bash --install

    Exit code: 0 printed or written, 2 bad input, 4 error.
    """
    if shell not in SHELLS:
        raise BadInput(f"no completion for '{shell}'{did_you_mean(shell, SHELLS)}; known: {', '.join(SHELLS)}")
    text = script(shell)
    if not install:
        print(text, end="")
        return 0
    paths = places(shell, os.environ)
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
        print(f"wrote {path}")
    print(fitted(HINTS[shell].format(path=paths[0], folder=paths[0].parent)))
    return 0


def places(shell: str, environment: Mapping[str, str]) -> list[Path]:
    variable, default, names = PLACES[shell]
    folder = environment.get(variable) or os.path.join(os.path.expanduser("~"), default)
    return [Path(folder, name) for name in names]


@dataclass(frozen=True)
class Option:
    names: tuple[str, ...]
    help: str
    values: tuple[str, ...] | None  # None: a flag

    @property
    def text(self) -> str:
        """The first sentence of its help."""
        return re.split(r"[.;:] |\.$", self.help)[0]


@dataclass(frozen=True)
class Command:
    name: str
    help: str
    options: tuple[Option, ...]
    takes_puzzle: bool  # as its first word


def commands() -> list[Command]:
    from threefold.commands.main import COMMANDS, application

    group: Any = typer.main.get_command(application(list(COMMANDS), lambda work: work()))
    return [_command(name, each) for name, each in group.commands.items()]


def _command(name: str, command: Any) -> Command:
    words = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    known = {option.name: option.choices for backend in backends.survey()[0] for option in backend.options}
    made = [
        Option(tuple(each.opts), each.help or "", None if each.is_flag else _values(each, known)) for each in options
    ]
    if not any("--help" in option.names for option in made):
        made.append(Option(("--help", "-h"), "Show this message and exit.", None))
    takes_puzzle = bool(words) and (words[0].metavar or words[0].name).upper() in ("PUZZLE", "FILE|PUZZLE")
    return Command(name, (command.help or "").split("\n")[0], tuple(made), takes_puzzle)


def _values(option: Any, known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """What may follow an option: words, or one of the four kinds. Its declaration says it."""
    name, metavar = option.name, option.metavar or ""
    if name in ("backend", "backends"):
        return (ROW if name == "backend" else ROWS,)
    if re.fullmatch(r"[a-z]+(\|[a-z]+)+", metavar):
        return tuple(metavar.split("|"))
    if metavar == "CODE":
        return LANGUAGES
    if name == "solver" and metavar == "NAME":
        return backends.find("sat").solvers
    if name in known and metavar == "NAME":
        return known[name]
    return (FILES,) if re.match("FILE|FOLDER|MAP", metavar) else (ANY,)


def script(shell: str) -> str:
    made = f"# Completion of threefold and compare in {shell}, made by `threefold completion {shell}`.\n"
    if shell == "fish":
        known = commands()
        parts = [*_fish_rows(), _fish_values(known), _template("fish.fish"), *_fish_lines(known)]
        return made + "\n".join(parts) + "\n"
    head = "#compdef threefold compare\n" if shell == "zsh" else ""
    return head + made + "".join(_functions(commands())) + _template("common.sh") + _template(f"{shell}.sh")


def _template(name: str) -> str:
    return files("threefold.commands").joinpath("shells", name).read_text(encoding="utf-8")


def _rows() -> dict[str, list[str]]:
    """Per backend the values of its options."""
    return {
        backend.name: [f"{option.name}={value}" for option in backend.options for value in option.choices]
        for backend in backends.survey()[0]
    }


def _row_names() -> list[str]:
    solvers = [
        f"{each.name}:{solver}" for each in backends.survey()[0] for solver in each.solvers if len(each.solvers) > 1
    ]
    return [*_rows(), *solvers]


def _functions(known: list[Command]) -> Iterable[str]:
    """Functions of bash and zsh that print the words of each kind."""
    yield _function("_threefold_commands", {"*": [each.name for each in known]})
    yield _function("_threefold_options", {each.name: [n for o in each.options for n in o.names] for each in known})
    yield _function("_threefold_first", {each.name: models.all_names() for each in known if each.takes_puzzle})
    yield _function("_threefold_values", {
        f"{each.name} {name}": option.values
        for each in known for option in each.options if option.values is not None for name in option.names
    })  # fmt: skip
    yield _function("_threefold_row_options", _rows())
    yield _function("_threefold_row_names", {"*": _row_names()})


def _function(name: str, words: Mapping[str, Iterable[str]]) -> str:
    """`case` over the arguments; those with the same words are one branch."""
    same: dict[tuple[str, ...], list[str]] = {}
    for key, each in words.items():
        if each := tuple(each):
            same.setdefault(each, []).append(key if key == "*" else f"'{key}'")
    branches = [
        f"    {' | '.join(keys)}) printf '%s\\n' {' '.join(map(quote, each))} ;;\n" for each, keys in same.items()
    ]
    return f'{name}() {{\n    case "$*" in\n{"".join(branches)}    esac\n}}\n'


def _fish_rows() -> Iterable[str]:
    yield "function __threefold_row_names\n    printf '%s\\n' " + " ".join(_row_names()) + "\nend"
    branches = [
        f"    case {name}\n        printf '%s\\n' {' '.join(words)}" for name, words in _rows().items() if words
    ]
    yield "function __threefold_row_options\n    switch $argv[1]\n" + "\n".join(branches) + "\n    end\nend"


def _fish_values(known: list[Command]) -> str:
    """A function that says whether an option of a command has a value: `__threefold_has_value COMMAND OPTION`."""
    branches = []
    for each in known:
        names = [name for option in each.options if option.values is not None for name in option.names]
        branches.append(f"    case {each.name}\n        contains -- $argv[2] {' '.join(names)}")
    return "function __threefold_has_value\n    switch $argv[1]\n" + "\n".join(branches) + "\n    end\nend"


def _fish_lines(known: list[Command]) -> Iterable[str]:
    for each in known:
        yield f"complete -c threefold -n __fish_use_subcommand -f -a {each.name} -d {quote(each.help)}"
        condition = quote(f"__threefold_in {each.name}")
        programs = ["threefold", "compare"] if each.name == "compare" else ["threefold"]
        for program in programs:
            if each.takes_puzzle:
                first = quote(f"__threefold_in {each.name}; and __threefold_first")
                yield f"complete -c {program} -n {first} -a {quote(' '.join(models.all_names()))}"
            yield from (f"complete -c {program} -n {condition} {_fish_option(option)}" for option in each.options)


def _fish_option(option: Option) -> str:
    names = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    kinds: dict[tuple[str, ...], str] = {
        (ROW,): "-x -a '(__threefold_rows)'",
        (ROWS,): "-x -a '(__threefold_rows)'",
        (FILES,): "-r",
        (ANY,): "-x",
    }
    values = "" if option.values is None else kinds.get(option.values) or f"-x -a {quote(' '.join(option.values))}"
    return " ".join(filter(None, [*names, values, f"-d {quote(option.text)}"]))
