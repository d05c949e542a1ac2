"""Reading a sweep file, sweep.toml.

    title = "n-queens"
    [limits]
    seconds = 60
    [[runs]]
    puzzle = "nqueens"
    parameters = { n = "4..12" }
    configurations = ["sat", "cp", "ilp"]

docs/reports.md has every key. A mistake is reported with file, line and key.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from threefold.backends.backend import Configuration
from threefold.backends.configuration import is_plain, parse
from threefold.errors import did_you_mean
from threefold.format import bytes_of, integer
from threefold.guard import Limits
from threefold.language import BadInput, Puzzle
from threefold.proofs.prove import ROUTES
from threefold.runs.instance import find_puzzle
from threefold.sweeps import toml_table as toml
from threefold.sweeps.plan import Batch, Sweep, to_load
from threefold.sweeps.published import read_published
from threefold.sweeps.record_line import CLOCKS, MOST_VALUE, TASKS
from threefold.sweeps.toml_table import TEXT, TEXTS, TomlTable, repeated

FILE, SMOKE = "sweep.toml", ".smoke"  # the file, and the folder of the small variant
KEYS = ("puzzle", "parameters", "givens", "task", "configurations", "optional", "reference", "seeds", "repetitions",
        "warmup", "skip", "smoke")  # fmt: skip
SMOKE_SECONDS = 10.0
MOST_SEED = 2**31 - 1
MOST_RUNS, MOST_WARM_UPS = 1_000_000, 1_000
SEEDS = toml.list_of(f"integers from 0 to {MOST_SEED}", lambda value: type(value) is int and 0 <= value <= MOST_SEED)
TASK = toml.Expected(f"one of {', '.join(TASKS)}", TASKS.__contains__)
LIMIT = toml.Expected(f"one of {', '.join(CLOCKS)}", tuple(CLOCKS).__contains__)
REFERENCE = toml.Expected("a text or a list of texts", lambda value: isinstance(value, str) or TEXTS.fits(value))
VALUES = toml.Expected("a list", lambda value: isinstance(value, list | dict))
RANGE = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)(?:\.\.([0-9]+))?")

Names = Mapping[str, Sequence[str]]  # of the parameters of each puzzle
Values = list[list[Sequence[int | str]]]  # alternatives, each with the values of every parameter


def read_sweep(folder: Path, *, smoke: bool = False, names: Names | None = None) -> Sweep:
    """With the `names` of all parameters no puzzle is loaded, and the values of the parameters are not checked."""
    path = folder / FILE
    text, content = _read(path)
    file = TomlTable(str(path), text, "", content)
    file.only("title", "description", "limits", "runs", "published")
    limits = file.table("limits")
    limits.only("seconds", "memory", "limit")
    seconds, memory = float(limits.get("seconds", toml.SECONDS, 60)), bytes_of(limits.get("memory", toml.SIZE, "2G"))
    batches = tuple(_batch(table, smoke, names, to_load(seconds, memory)) for table in file.tables("runs"))
    return Sweep(
        name=folder.resolve().name,
        title=file.get("title", TEXT, ""),
        description=file.get("description", TEXT, ""),
        seconds=min(seconds, SMOKE_SECONDS) if smoke else seconds,
        memory=memory,
        batches=batches,
        limit=limits.get("limit", LIMIT, "wall"),
        published=read_published(file, batches),
    )


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        return text, tomllib.loads(text)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not a text in UTF-8") from None
    except RecursionError:
        raise BadInput(f"{path}: not TOML: lists in lists too deep") from None
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).rpartition(" (at ")
        at = re.match(r"line (\d+), (column \d+)", place)
        line, where = (at[1], f"({at[2]})") if at else (max(1, len(text.splitlines())), "at the end")
        raise BadInput(f"{path}:{line}: not TOML: {what} {where}") from None
    except ValueError:
        raise BadInput(f"{path}: not TOML: a number has too many digits") from None


def _batch(table: TomlTable, smoke: bool, names: Names | None, limits: Limits) -> Batch:
    table.only(*KEYS)
    keys = ["parameters", *(["smoke"] if "smoke" in table.content else [])]
    read = [_instances(table, key, names, limits) for key in keys]  # both: a mistake in either is reported at once
    parameters, values = read[-1 if smoke else 0]
    batch = Batch(
        table=table,
        puzzle=table.get("puzzle", TEXT),
        names=parameters,
        values=values,
        givens=tuple(table.get("givens", TEXTS, [])),
        task=table.get("task", TASK, "count"),
        rows=_rows(table),
        optional=frozenset(_labels(table, "optional")),
        references=_references(table),
        seeds=_seeds(table),
        repetitions=table.get("repetitions", toml.integer(1, MOST_RUNS), 1),
        warmup=table.get("warmup", toml.integer(0, MOST_WARM_UPS), 0),
        skip=table.get("skip", toml.BOOLEAN, True),
    )
    if batch.task == "prove" and not batch.rows.keys() <= set(ROUTES):
        table.fail("configurations", f"a proof is by {' or '.join(ROUTES)}, without a solver or options")
    if batch.task == "prove" and batch.seeds != (None,):
        table.fail("seeds", "a proof has no seed")
    if not batch.total:
        table.fail("parameters", "the product is empty: there is nothing to run")
    if batch.total > MOST_RUNS:
        table.fail("parameters", f"{batch.total:,} runs are too many: at most {MOST_RUNS:,} are possible")
    return replace(batch, repetitions=1, warmup=0) if smoke else batch


def _seeds(table: TomlTable) -> tuple[int | None, ...]:
    seeds = tuple(table.get("seeds", SEEDS, []))
    if twice := repeated(seeds):
        table.fail("seeds", f"the seed {twice[0]} is there twice; the same run again is a repetition")
    return seeds or (None,)


def _rows(table: TomlTable) -> dict[str, Configuration]:
    found: dict[str, Configuration] = {}
    for label in table.get("configurations", TEXTS, []):
        try:
            configuration = parse(label, {})
        except BadInput as error:
            table.fail("configurations", str(error))
        if configuration in found.values():
            table.fail("configurations", f"two rows are the same: {label}")
        found[label] = configuration
    if not found:
        table.fail("configurations", 'needs at least one, like ["sat", "cp"]')
    return found


def _references(table: TomlTable) -> tuple[str, ...]:
    """Unless the file names them there are none: a reference is not chosen after looking at the times."""
    named, rows = _labels(table, "reference"), _rows(table)
    if repeated([is_plain(rows[label]) for label in named]):
        table.fail("reference", "two of them are of one kind: give one plain row and one that is not, or one of them")
    return named


def _labels(table: TomlTable, key: str) -> tuple[str, ...]:
    """Some of the rows."""
    given = table.get(key, REFERENCE, [])
    named, rows = [given] if isinstance(given, str) else given, _rows(table)
    for label in named:
        if label not in rows:
            table.fail(key, f"{label} is none of the configurations{did_you_mean(label, list(rows))}")
    return tuple(named)


def _instances(table: TomlTable, key: str, known: Names | None, limits: Limits) -> tuple[tuple[str, ...], Values]:
    """The names of the puzzle's parameters, `known` or taken from the puzzle, which checks their values in the file."""
    name, given = table.get("puzzle", TEXT), table.get(key, VALUES, {})
    if known is not None:
        first = given if isinstance(given, dict) else next(iter(given), ())
        names = tuple(known.get(name, map(str, first) if isinstance(first, dict | list) else ()))
        return names, _alternatives(table, key, given, names)
    try:
        puzzle = find_puzzle(name, limits)
    except BadInput as error:
        table.fail("puzzle", str(error))
    names = tuple(parameter.name for parameter in puzzle.parameters)
    alternatives = _alternatives(table, key, given, names)
    for columns in alternatives:
        _check(table, key, puzzle, columns)
    return names, alternatives


def _alternatives(table: TomlTable, key: str, given: Any, names: Sequence[str]) -> Values:
    if isinstance(given, list):
        for each in given:
            if not isinstance(each, list) or len(each) != len(names):
                table.fail(key, f"each must be a list of {len(names)} ({', '.join(names)}) (got {each!r})")
        return [[_values(table, key, value) for value in each] for each in given]
    takes = f"({table.get('puzzle', TEXT)} takes: {', '.join(names) or 'none'})"
    for name in given:
        if name not in names:
            table.fail(key, f"{name}: no such parameter {takes}{did_you_mean(name, names)}")
    for name in names:
        if name not in given:
            table.fail(key, f"{name}: is missing {takes}")
    return [[_values(table, key, given[name]) for name in names]]


def _values(table: TomlTable, key: str, given: object) -> Sequence[int | str]:
    if isinstance(given, str) and (found := RANGE.fullmatch(given)):
        *ends, step = (integer(text or "1") for text in found.groups())
        if not step:
            table.fail(key, f"the step of a range must be at least 1 (got {given!r})")
        _check_ends(table, key, ends)
        return range(ends[0], ends[1] + 1, step)
    values: list[Any] = given if isinstance(given, list) else [given]
    if not all(type(value) in (int, str) for value in values):
        table.fail(key, f"must be integers, texts, lists of them or a range like '4..12' (got {given!r:.60})")
    _check_ends(table, key, [value for value in values if isinstance(value, int)])
    return values


def _check_ends(table: TomlTable, key: str, values: Sequence[int]) -> None:
    if any(abs(value) > MOST_VALUE for value in values):
        table.fail(key, f"an integer must be between -{MOST_VALUE:,} and {MOST_VALUE:,}")


def _check(table: TomlTable, key: str, puzzle: Puzzle, columns: Sequence[Sequence[int | str]]) -> None:
    """Of a range only the ends: it may have a billion members, and all lie between the ends."""
    for parameter, values in zip(puzzle.parameters, columns, strict=True):
        for value in [values[0], values[-1]] if isinstance(values, range) and values else values:
            try:
                parameter.parse(puzzle.name, str(value))
            except BadInput as error:
                table.fail(key, str(error))
