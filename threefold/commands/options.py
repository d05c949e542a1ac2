"""The options that several commands share, and how their texts become values. An error names the option and what it takes."""

import re
from collections.abc import Iterable
from typing import Annotated

import typer

from threefold.backends import find, names
from threefold.backends.backend import Configuration
from threefold.guard import Limits, default_memory
from threefold.language import BadInput
from threefold.language.errors import did_you_mean

MOST_JOBS = 256

Puzzle = Annotated[str | None, typer.Argument(help="A puzzle; `threefold list` shows them.", show_default=False)]
Parameters = Annotated[list[str] | None, typer.Argument(help="The puzzle's parameters.", show_default=False)]
Backends = Annotated[
    str, typer.Option("--backends", metavar="LIST", help="The rows: BACKEND[:SOLVER][+OPTION=VALUE…], by commas.")
]
Backend = Annotated[str, typer.Option("--backend", metavar="ROW", help="BACKEND[:SOLVER][+OPTION=VALUE…].")]
First = Annotated[bool, typer.Option("--first", help="Stop at the first solution.")]
Limit = Annotated[int | None, typer.Option("--limit", metavar="N", help="Stop after N solutions.", show_default=False)]
Timeout = Annotated[
    float, typer.Option("--timeout", metavar="SECONDS", help="Time limit of each run, building included.")
]
Memory = Annotated[
    str | None,
    typer.Option(
        "--memory",
        metavar="SIZE",
        help="Memory limit of each run, like 512M or 2G.",
        show_default="min(4G, 80% of free / runs at once)",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", help="Seed of the solvers; never changes the answer.", show_default=False),
]
Given = Annotated[
    list[str] | None,
    typer.Option(
        "--given", metavar="VAR=VALUE", help="Fix a variable, like 'queen[1]=3'; repeatable.", show_default=False
    ),
]
Amo = Annotated[
    str | None,
    typer.Option(
        "--amo", metavar="NAME", help="Encoding of at-most-one; `threefold encodings` lists all.", show_default="auto"
    ),
]
Card = Annotated[
    str | None,
    typer.Option("--card", metavar="NAME", help="Encoding of at most, at least, exactly k.", show_default="seqcounter"),
]
Pb = Annotated[
    str | None, typer.Option("--pb", metavar="NAME", help="Encoding of linear constraints.", show_default="auto")
]
Ints = Annotated[
    str | None, typer.Option("--ints", metavar="NAME", help="Encoding of integers.", show_default="direct")
]
Counter = Annotated[
    str | None,
    typer.Option(
        "--counter", metavar="NAME", help="How sat counts: one by one, or by ganak.", show_default="enumerate"
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print the answer only.")]
NoColor = Annotated[bool, typer.Option("--no-color", help="No colours (as NO_COLOR=1).")]
Svg = Annotated[
    str | None,
    typer.Option(
        "--svg", metavar="FILE", help="Write the picture of the (first) solution; - is stdout.", show_default=False
    ),
]
Show = Annotated[int, typer.Option("--show", metavar="K", help="Draw the first K solutions.")]
Parallel = Annotated[bool, typer.Option("--parallel", help="Rows side by side; their times are then less fair.")]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", help="Count each row in N processes, each with this memory.")]
Certify = Annotated[
    bool, typer.Option("--certify", help="ilp rows: solutions from sat, cut off; one call proves that none remain.")
]
Resume = Annotated[
    str | None,
    typer.Option(
        "--resume", metavar="FILE", help="Keep finished parts in FILE; go on from what it has.", show_default=False
    ),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on this Dask cluster (tcp://host:8786), or on one made here (local).",
        show_default=False,
    ),
]
BreakSymmetry = Annotated[
    bool, typer.Option("--break-symmetry", help="Leave one solution of each class of symmetric ones (lex-leader).")
]
UpToSymmetry = Annotated[
    bool, typer.Option("--up-to-symmetry", help="Count classes of symmetric solutions, in two ways, and compare them.")
]
Help = Annotated[bool, typer.Option("--help", "-h", help="Show this message, or the puzzle's own.")]


def limits_of(timeout: float, memory: str | None, children: int = 1) -> Limits:
    if not 0 < timeout < float("inf"):
        raise BadInput(f"--timeout must be a positive number of seconds (got {timeout:g})")
    return Limits(seconds=timeout, memory=default_memory(children) if memory is None else _bytes(memory))


def _bytes(text: str) -> int:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    size = float(match[1]) * 1024 ** (" KMGT".index(match[2].upper() or "M")) if match else 0
    if size < 1 << 20:
        raise BadInput(f"--memory must be a size of at least 1M, like 512M or 2G (got {text!r})")
    return int(size)


def most_of(first: bool, limit: int | None) -> int | None:
    """How many solutions are asked for; None for all."""
    if limit is not None and limit < 1:
        raise BadInput(f"--limit must be at least 1 (got {limit})")
    if first and limit not in (None, 1):
        raise BadInput(f"--first and --limit {limit} contradict each other: give one of them")
    return 1 if first else limit


def seed_of(seed: int | None) -> int | None:
    if seed is not None and not 0 <= seed < 2**31:
        raise BadInput(f"--seed must be between 0 and {2**31 - 1} (got {seed})")
    return seed


def check_jobs(jobs: int, most: int | None, *, parallel: bool = False) -> None:
    if not 1 <= jobs <= MOST_JOBS:
        raise BadInput(f"--jobs must be between 1 and {MOST_JOBS} (got {jobs})")
    if jobs > 1 and most is not None:
        raise BadInput("--jobs counts all solutions: drop --first or --limit, or --jobs")
    if jobs > 1 and parallel:
        raise BadInput("--parallel has the rows side by side, --jobs the parts of one row: give one of them")


def check_symmetry(leaders: bool, classes: bool, given: list[str] | None, most: int | None) -> None:
    if (leaders or classes) and given:
        raise BadInput("--given fixes what a symmetry would move: drop it, or the symmetry's option")
    if classes and leaders:
        raise BadInput("--up-to-symmetry counts both ways already: drop --break-symmetry")
    if classes and most is not None:
        raise BadInput("--up-to-symmetry counts all solutions: drop --first or --limit")


def check_cluster(address: str | None, jobs: int | None, most: int | None = None) -> None:
    if address is not None and most is not None:
        raise BadInput("--cluster counts all solutions: drop --limit, or --cluster")
    if address not in (None, "local") and jobs is not None:
        raise BadInput(f"--cluster {address} has its own workers: drop --jobs")


def check_resume(resume: str | None, most: int | None) -> None:
    if resume is not None and most is not None:
        raise BadInput("--resume keeps a count of all solutions: drop --limit, or --resume")


def count_of(certify: bool, most: int | None) -> str | None:
    """How the rows count that take the option."""
    if certify and most is not None:
        raise BadInput("--certify proves a count of all solutions: drop --first or --limit, or --certify")
    return "certify" if certify else None


def check_certify(certify: bool, rows: Iterable[Configuration]) -> None:
    if certify and all(row.options.get("count") != "certify" for row in rows):
        raise BadInput("--certify is for rows of the backend ilp, and there is none")


def show_of(show: int) -> int:
    if show < 0:
        raise BadInput(f"--show must be at least 0 (got {show})")
    return show


def defaults_of(**chosen: str | None) -> dict[str, str]:
    """Options given for all rows; each must be known to some backend."""
    defaults = {name: value for name, value in chosen.items() if value is not None}
    for name, value in defaults.items():
        choices = [
            choice
            for key in names()
            for option in find(key).options
            if option.name == name
            for choice in option.choices
        ]
        if value not in choices:
            raise BadInput(
                f"--{name} must be one of {', '.join(choices)} (got '{value}'){did_you_mean(value, choices)}"
            )
    return defaults


def no_stray_options(context: typer.Context, texts: list[str]) -> None:
    """Unknown options arrive among the parameters, because a parameter may be a negative number."""
    known = [name for parameter in context.command.params for name in parameter.opts]
    for text in texts:
        if text.startswith("-") and not re.fullmatch(r"-\d.*", text):
            raise BadInput(f"no option '{text}' of {context.info_name}{did_you_mean(text, known)}")
