"""The figures behind decisions in the code.

    python -m benchmarks.measurements                   all of them, about half an hour
    python -m benchmarks.measurements fixed-order …     these
    python -m benchmarks.measurements --write …         into docs/measurements.md, too

Each is a function in a module beside this one. Its name is the heading in docs/measurements.md, its docstring the text there.
"""

import argparse
import re
from collections.abc import Callable
from inspect import cleandoc, getmembers, isfunction
from pathlib import Path
from types import ModuleType

from benchmarks import machine
from benchmarks.measurements import cp, ilp, relation, sat, shared
from benchmarks.measurements.comparing import Rows

PAGE = Path(__file__).parents[2] / "docs" / "measurements.md"
MODULES = (shared, sat, cp, ilp, relation)


def measurements() -> dict[str, Callable[[], Rows]]:
    """By heading."""
    return {name.replace("_", "-"): function for module in MODULES for name, function in _functions(module)}


def _functions(module: ModuleType) -> list[tuple[str, Callable[[], Rows]]]:
    own = [pair for pair in getmembers(module, isfunction) if pair[1].__module__ == module.__name__]
    shown = [(name, function) for name, function in own if not name.startswith("_")]
    return sorted(shown, key=lambda pair: pair[1].__code__.co_firstlineno)


def section(name: str, function: Callable[[], Rows]) -> str:
    title = name.replace("-", " ").capitalize()
    command = f"`python -m benchmarks.measurements {name}`"
    return f"## {title}\n\n{cleandoc(function.__doc__ or '')}\n\n{table(function())}\n\nMade by {command}.\n"


def table(rows: Rows) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], f"|{'---|' * len(rows[0])}", *lines[1:]])


def written(page: str, name: str, text: str) -> str:
    """The page with this section in the place of the old one, or at its end."""
    heading = text.partition("\n")[0]
    old = re.search(rf"^{re.escape(heading)}\n.*?(?=^## |\Z)", page, re.M | re.S)
    return f"{page[: old.start()]}{text}\n{page[old.end() :]}" if old else f"{page.rstrip()}\n\n{text}"


def main() -> None:
    known = measurements()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.measurements")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(known)}")
    parser.add_argument("--write", action="store_true", help="write the sections into docs/measurements.md")
    asked = parser.parse_args()
    for name in asked.names or known:
        if name not in known:
            parser.error(f"no measurement '{name}'; there are {', '.join(known)}")
        text = section(name, known[name])
        print(text)
        if asked.write:
            PAGE.write_text(written(PAGE.read_text(), name, text).rstrip() + "\n")
    print("; ".join(machine.description()))


if __name__ == "__main__":
    main()
