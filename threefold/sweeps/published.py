"""`[[published]]` in a sweep file: figures that others have published for instances of the sweep, with their source.

    [[published]]
    puzzle = "golomb"
    source = "J. Schimpf, golomb.ecl"
    differs = "He minimises the length; ours has it as a parameter."
    columns = ["backtracks", "seconds"]
    figures = [[5, 11, 0, 0.0], [6, 17, 3, 0.0]]

A line of `figures` has the puzzle's parameters, and then a number for each column. Nothing is computed from them: a report shows
them beside ours.
"""

from collections.abc import Sequence
from math import isfinite

from threefold.sweeps import toml_table as toml
from threefold.sweeps.plan import Batch, Published
from threefold.sweeps.record_line import TASKS, instance_text
from threefold.sweeps.toml_table import TEXT, TEXTS, TomlTable, repeated

TASK = toml.Expected(f"one of {', '.join(TASKS)}", TASKS.__contains__)
SOURCE = toml.Expected("a text that is not empty", lambda value: isinstance(value, str) and value.strip())
LINES = toml.list_of("lists", lambda value: isinstance(value, list))


def read_published(file: TomlTable, batches: Sequence[Batch]) -> tuple[Published, ...]:
    return tuple(_table(table, batches) for table in file.tables("published")) if "published" in file.content else ()


def _table(table: TomlTable, batches: Sequence[Batch]) -> Published:
    table.only("puzzle", "task", "source", "differs", "columns", "figures")
    puzzle, task = table.get("puzzle", TEXT), table.get("task", TASK, "count")
    ours = [each for each in batches if (each.puzzle, each.task) == (puzzle, task)]
    if not ours:
        table.fail("puzzle", f"no [[runs]] of this file has the puzzle {puzzle} and the task {task}")
    columns = tuple(table.get("columns", TEXTS))
    if twice := repeated(columns):
        table.fail("columns", f"two have the name {twice[0]}")
    source = table.get("source", SOURCE)
    return Published(puzzle, task, source, table.get("differs", TEXT, ""), columns, _figures(table, ours, columns))


def _figures(table: TomlTable, ours: Sequence[Batch], columns: Sequence[str]) -> dict[str, Sequence[float]]:
    """By the text of an instance, whose values are of the kinds that the runs have."""
    names, found = ours[0].names, dict[str, Sequence[float]]()
    for line in table.get("figures", LINES):
        instance, values = dict(zip(names, line, strict=False)), line[len(names) :]
        if len(values) != len(columns) or not all(map(_is_number, values)):
            wanted = ", ".join([*names, *columns])
            table.fail("figures", f"each must be a list of {len(names) + len(columns)}: {wanted} (got {line!r:.60})")
        for place, (name, value) in enumerate(instance.items()):
            if type(value) not in _kinds(ours, place):
                table.fail("figures", f"{name} must be of the kind that it has in [[runs]] (got {value!r:.60})")
        text = instance_text(instance, ())
        if text in found:
            table.fail("figures", f"two lines are of {text}")
        found[text] = values
    return found


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and isfinite(value)  # type: ignore[arg-type]


def _kinds(ours: Sequence[Batch], place: int) -> set[type]:
    """The types of a parameter's values; a range may have a billion of them."""
    columns = [alternative[place] for batch in ours for alternative in batch.values]
    return {int if isinstance(column, range) else type(value) for column in columns for value in column[:1000]}
