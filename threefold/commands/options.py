"""The options that several commands share. Their values are checked by the API."""

from typing import Annotated

import typer

Puzzle = Annotated[str | None, typer.Argument(help="A puzzle; `threefold list` shows all.", show_default=False)]
Parameters = Annotated[list[str] | None, typer.Argument(help="The puzzle's parameters.", show_default=False)]
Backends = Annotated[
    str, typer.Option("--backends", metavar="LIST", help="Rows BACKEND[:SOLVER][+OPTION=VALUE…], separated by commas.")
]
Backend = Annotated[str, typer.Option("--backend", metavar="ROW", help="The row: BACKEND[:SOLVER][+OPTION=VALUE…].")]
First = Annotated[bool, typer.Option("--first", help="Stop at the first solution.")]
Limit = Annotated[int | None, typer.Option("--limit", metavar="N", help="Stop after N solutions.", show_default=False)]
Timeout = Annotated[
    float, typer.Option("--timeout", metavar="SECONDS", help="Time limit of each run; the building of the spec counts.")
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
    typer.Option("--seed", metavar="N", help="Seed of the solvers; it does not change the answer.", show_default=False),
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
        "--counter", metavar="NAME", help="How sat counts: enumerate one by one, or ganak.", show_default="enumerate"
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print the answer only.")]
NoColor = Annotated[bool, typer.Option("--no-color", help="No colours, as with NO_COLOR=1.")]
Svg = Annotated[
    str | None,
    typer.Option(
        "--svg", metavar="FILE", help="Write a picture of the first solution; - is stdout.", show_default=False
    ),
]
Show = Annotated[int, typer.Option("--show", metavar="K", help="Draw the first K solutions.")]
Parallel = Annotated[bool, typer.Option("--parallel", help="Run the rows at the same time; their times are less fair.")]
Jobs = Annotated[
    int, typer.Option("--jobs", metavar="N", help="Count each row in N processes, each with this memory limit.")
]
Certify = Annotated[
    bool, typer.Option("--certify", help="ilp rows: take the solutions of sat, and prove that there are no others.")
]
Resume = Annotated[
    str | None,
    typer.Option(
        "--resume", metavar="FILE", help="Keep finished parts in FILE, and continue from them.", show_default=False
    ),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Use this Dask cluster (tcp://host:8786), or one that is started here (local).",
        show_default=False,
    ),
]
BreakSymmetry = Annotated[
    bool, typer.Option("--break-symmetry", help="Only one solution of each symmetry class (lex-leader).")
]
UpToSymmetry = Annotated[
    bool, typer.Option("--up-to-symmetry", help="Count the symmetry classes in two ways, and compare the numbers.")
]
Help = Annotated[bool, typer.Option("--help", "-h", help="Show this help, or that of the puzzle.")]
