"""How options are declared, and those that several commands share. Their values are checked by the API."""

from typing import Annotated, Any

import typer


def argument(help: str, metavar: str | None = None) -> Any:
    return typer.Argument(metavar=metavar, help=help)


def flag(names: str, help: str) -> Any:
    return typer.Option(*names.split(), help=help)


def option(names: str, metavar: str, help: str, default: str | bool = True) -> Any:
    """An option with a value. A text as `default` describes a default that is None."""
    return typer.Option(*names.split(), metavar=metavar, help=help, show_default=default)


Puzzle = Annotated[str | None, argument("A puzzle; `threefold list` shows all.")]
Parameters = Annotated[list[str] | None, argument("The puzzle's parameters.")]
Backends = Annotated[str, option("--backends", "LIST", "Rows BACKEND[:SOLVER][+OPTION=VALUE…], separated by commas.")]
Backend = Annotated[str, option("--backend", "ROW", "The row: BACKEND[:SOLVER][+OPTION=VALUE…].")]
First = Annotated[bool, flag("--first", "Stop at the first solution.")]
Limit = Annotated[int | None, option("--limit", "N", "Stop after N solutions.", default=False)]
Timeout = Annotated[float, option("--timeout", "SECONDS", "Time limit of each run; the building of the spec counts.")]
FREE_MEMORY = "min(4G, 80% of free / runs at once)"
Memory = Annotated[str | None, option("--memory", "SIZE", "Memory limit of each run, like 512M or 2G.", FREE_MEMORY)]
Seed = Annotated[int | None, option("--seed", "N", "Seed of the solvers; it does not change the answer.")]
Given = Annotated[list[str] | None, option("--given", "VAR=VALUE", "Fix a variable, like 'queen[1]=3'; repeatable.")]
Amo = Annotated[
    str | None, option("--amo", "NAME", "Encoding of at-most-one; `threefold encodings` lists all.", "auto")
]
Card = Annotated[str | None, option("--card", "NAME", "Encoding of at most, at least, exactly k.", "seqcounter")]
Pb = Annotated[str | None, option("--pb", "NAME", "Encoding of linear constraints.", "auto")]
Ints = Annotated[str | None, option("--ints", "NAME", "Encoding of integers.", "direct")]
COUNTER = "How sat counts: enumerate one by one, or ganak."
Counter = Annotated[str | None, option("--counter", "NAME", COUNTER, "enumerate")]
Json = Annotated[bool, flag("--json", "Print one JSON object and nothing else.")]
Quiet = Annotated[bool, flag("--quiet -q", "Print the answer only.")]
NoColor = Annotated[bool, flag("--no-color", "No colours, as with NO_COLOR=1.")]
Output = Annotated[str | None, option("--output -o", "FILE", "Where to write.", "the standard output")]
Svg = Annotated[str | None, option("--svg", "FILE", "Write a picture of the first solution; - is stdout.")]
Show = Annotated[int, option("--show", "K", "Draw the first K solutions.")]
Parallel = Annotated[bool, flag("--parallel", "Run the rows at the same time; their times are less fair.")]
Jobs = Annotated[int, option("--jobs", "N", "Count each row in N processes, each with this memory limit.")]
Certify = Annotated[bool, flag("--certify", "ilp rows: take the solutions of sat, and prove that there are no others.")]
Resume = Annotated[str | None, option("--resume", "FILE", "Keep finished parts in FILE, and continue from them.")]
CLUSTER = "Use this Dask cluster (tcp://host:8786), or one that is started here (local)."
ClusterAddress = Annotated[str | None, option("--cluster", "ADDRESS", CLUSTER)]
Lenient = Annotated[bool, flag("--lenient", "Accept a file with a wrong number of clauses, with a warning.")]
BreakSymmetry = Annotated[bool, flag("--break-symmetry", "Only one solution of each symmetry class (lex-leader).")]
UpToSymmetry = Annotated[
    bool, flag("--up-to-symmetry", "Count the symmetry classes in two ways, and compare the numbers.")
]
Help = Annotated[bool, flag("--help -h", "Show this help, or that of the puzzle.")]
