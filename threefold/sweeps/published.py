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

from threefold.sweeps import toml_table as toml
from threefold.sweeps.plan import Batch, Published
from threefold.sweeps.record_line import TASKS, instance_text
from threefold.sweeps.toml_table import TEXT, TEXTS, TomlTable

TASK = toml.Expected(f"one of {', '.join(TASKS)}", TASKS.__contains__)
LINES = toml.list_of("lists", lambda value: isinstance(value, list))


def read_published(file: TomlTable, batches: Sequence[Batch]) -> tuple[Published, ...]:
    return tuple(_table(table, batches) for table in file.tables("published")) if "published" in file.content else ()


def _table(table: TomlTable, batches: Sequence[Batch]) -> Published:
    table.only("puzzle", "task", "source", "differs", "columns", "figures")
    puzzle, task = table.get("puzzle", TEXT), table.get("task", TASK, "count")
    names = next((each.names for each in batches if (each.puzzle, each.task) == (puzzle, task)), None)
    if names is None:
        table.fail("puzzle", f"no [[runs]] of this file has the puzzle {puzzle} and the task {task}")
    columns = tuple(table.get("columns", TEXTS))
    figures = {}
    for line in table.get("figures", LINES):
        values = line[len(names) :]
        if len(values) != len(columns) or not all(type(value) in (int, float) for value in values):
            wanted = ", ".join([*names, *columns])
            table.fail("figures", f"each must be a list of {len(names) + len(columns)}: {wanted} (got {line!r:.60})")
        figures[instance_text(dict(zip(names, line, strict=False)), ())] = values
    return Published(puzzle, task, table.get("source", TEXT), table.get("differs", TEXT, ""), columns, figures)
