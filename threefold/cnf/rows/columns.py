"""What the columns stand for: `x_1_3`, `Q[1,3]` or `x(1, 3)` is read as `queen[1, 3]`, the literal queen[1] == 3.

The first of these that names every decision literal is taken:

    a map of names                   lines `x_1_3 queen[1, 3]`
    the comments of `threefold export`
    the columns' own names           a family, then indices and the value, separated by anything that is not a letter or a digit
    the same with indices from 0     `x_0_2` is queen[1, 3]
    columns of integer variables     `queen_1` with the values 1..8
    numbers                          x1, x2, … (or x0, x1, …) are the literals in order of declaration

If none does, the error says which literal has no column.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from threefold.backends.sat.dimacs_writer import own_literals
from threefold.backends.variable_maps import direct_views
from threefold.cnf.files import File
from threefold.cnf.rows.bounds import Interval
from threefold.cnf.rows.program import LinearProgram, lines_of
from threefold.language import BadInput, Spec

_OURS = re.compile(r"x(?P<first>\d+)(?:\.\.x\d+)?: (?P<name>[^:]+?)(?: is (?P<values>-?\d+(?:, -?\d+)*))?")
_PARTS = re.compile(r"[^\W\d_]+|\d+")

Named = Mapping[str, Mapping[int, str]]  # a column -> its value -> the name of the literal; of a 0/1 column the value 1


@dataclass(frozen=True)
class Meaning:
    source: str  # in words
    named: Named
    numbers: Mapping[str, int] = field(default_factory=dict)  # of the columns, where they stand for literals in order


def meaning(
    spec: Spec, program: LinearProgram, values: Mapping[str, Interval], given: Mapping[str, str] | None
) -> Meaning:
    if given is not None:
        unknown = next((column for column in given if column not in values), None)
        if unknown is not None:
            raise BadInput(f"the given names: {program.file} has no column {unknown}")
        return Meaning("the given names", {column: {1: name} for column, name in given.items()})
    ours = {column: names for column, names in _from_comments(program).items() if column in values}
    if ours:
        return Meaning("the file's comments", ours)
    own = {column: parts for column in values if (parts := _parts(column))}
    readings: list[tuple[str, Callable[[], Named]]] = [
        ("the names of the columns", lambda: _literals(own, 0)),
        ("the names of the columns, with indices from 0", lambda: _literals(own, 1)),
        ("the names of the columns, which are integers", lambda: _integers(own, values)),
    ]
    for source, read in readings:
        if not _missing(spec, named := read()):
            return Meaning(source, named)
    if numbers := _numbers(own):
        return Meaning("the numbers of the columns", {}, numbers)
    first, *others = min([_missing(spec, read()) for _, read in readings], key=len)
    more = f" and {len(others)} more" if others else ""
    example = re.sub(r"\W+", "_", f"x[{first.partition('[')[2]}").strip("_")
    raise BadInput(
        f"{program.file}: no column for {first}{more} of {spec.name}'s decision literals; it may be called {example}"
    )


def read_column_names(file: File) -> dict[str, str]:
    """A map file: lines `COLUMN NAME`; empty lines and those that start with `#` do not count."""
    names: dict[str, str] = {}
    for at, line in enumerate(lines_of(file), start=1):
        words = line.split(maxsplit=1)
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 2:
            raise BadInput(
                f"{file.name}:{at}: expected COLUMN NAME, like x_1_3 queen[1, 3] (got {line.strip()[:60]!r})"
            )
        if words[0] in names:
            raise BadInput(f"{file.name}:{at}: {words[0]} has a name already: {names[words[0]]}")
        names[words[0]] = words[1].strip()
    return names


def _from_comments(program: LinearProgram) -> dict[str, dict[int, str]]:
    """`x0..x2: queen[1] is 1, 2, 3`, as our own files have them."""
    named: dict[str, dict[int, str]] = {}
    for match in filter(None, map(_OURS.fullmatch, program.comments)):
        first, name = int(match["first"]), match["name"]
        if match["values"] is None:
            named[f"x{first}"] = {1: name}
            continue
        for place, value in enumerate(match["values"].split(", "), start=first):
            named[f"x{place}"] = {1: f"{name[:-1]}, {value}]" if name.endswith("]") else f"{name}[{value}]"}
    return named


def _parts(column: str) -> tuple[str, ...]:
    """`x_(1,_2)` has the family x and the parts 1 and 2; a name without a family has none."""
    family, *rest = _PARTS.findall(column) or [""]
    return (family, *rest) if family and not family.isdigit() else ()


def _literals(own: Mapping[str, tuple[str, ...]], shift: int) -> Named:
    return {column: {1: _name(parts, shift)} for column, parts in own.items()}


def _integers(own: Mapping[str, tuple[str, ...]], values: Mapping[str, Interval]) -> Named:
    return {
        column: {value: _name((*parts, str(value)), 0) for value in range(values[column][0], values[column][1] + 1)}
        for column, parts in own.items()
    }


def _name(parts: tuple[str, ...], shift: int) -> str:
    family, *indices = parts
    shown = [str(int(part) + shift) if part.isdigit() else part for part in indices]
    return f"{family}[{', '.join(shown)}]" if shown else family


def _missing(spec: Spec, named: Named) -> list[str]:
    """The decision literals without a column, if each family of the spec is the family of columns that has most of it."""
    families: dict[str, set[str]] = {}
    for family, rest in _split(name for names in named.values() for name in names.values()):
        families.setdefault(family, set()).add(rest)
    needed: dict[str, dict[str, str]] = {}
    names = [name for _, name, x in own_literals(spec, direct_views(spec, 1)[0]) if not x.derived]
    for name, (family, rest) in zip(names, _split(names), strict=True):
        needed.setdefault(family, {})[rest] = name
    missing: list[str] = []
    for family, rests in needed.items():
        candidates = [families[family]] if family in families else [*families.values(), set()]
        lacking: list[list[str]] = [[name for rest, name in rests.items() if rest not in each] for each in candidates]
        missing += sorted(lacking, key=len)[0]
    return missing


def _split(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        family, bracket, rest = name.replace(" ", "").partition("[")
        yield family, bracket + rest


def _numbers(own: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Where all columns are x1, x2, … of one family, or x0, x1, …; else nothing. PuLP's __dummy does not count."""
    numbered = {column: int(parts[1]) for column, parts in own.items() if len(parts) == 2 and parts[1].isdigit()}
    if len({own[column][0] for column in numbered}) != 1:
        return {}
    shift = 1 if min(numbered.values()) == 0 else 0
    return {column: number + shift for column, number in numbered.items()}
