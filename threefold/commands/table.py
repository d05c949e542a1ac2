"""The table of records that a person reads. On a narrow terminal the less important columns are left out, never wrapped."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from threefold.checker.judge import name
from threefold.checker.record import Record
from threefold.commands.terminal import BOLD, Style

MARGIN, GAP = 2, 3


@dataclass(frozen=True)
class Column:
    title: str
    cell: Callable[[Record, Sequence[Record]], str]
    left: bool = False
    rank: int = 0  # the highest is left out first


def seconds(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value * 1000:.1f} ms" if value < 0.1 else f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


def count(record: Record) -> str:
    """`92`, `≥ 15` and `?` are three different things."""
    if record.count is None:
        return "?"
    return f"{record.count:,}" if record.exact else f"≥ {record.count:,}"


def _variables(record: Record, records: Sequence[Record]) -> str:
    return f"{record.size.variables:,} + {record.size.auxiliary:,}" if record.size else "–"


COLUMNS = (
    Column("backend", name, left=True),
    Column("solver", lambda record, _: record.solver.partition(" (")[0], left=True, rank=3),
    Column("status", lambda record, _: record.status, left=True),
    Column("solutions", lambda record, _: count(record)),
    Column("variables", _variables, rank=5),
    Column("constraints", lambda record, _: f"{record.size.constraints:,}" if record.size else "–", rank=4),
    Column("lower", lambda record, _: seconds(record.seconds.get("lower")), rank=6),
    Column("solve", lambda record, _: seconds(record.seconds.get("solve")), rank=1),
    Column("total", lambda record, _: seconds(record.seconds.get("total")), rank=2),
    Column("memory", lambda record, _: f"{record.memory / 1e6:.0f} MB", rank=7),
)


def render(records: Sequence[Record], style: Style, width: int | None) -> str:
    columns = {column: [column.cell(record, records) for record in records] for column in COLUMNS}
    while width is not None and _width(columns) > width and any(column.rank for column in columns):
        del columns[max(columns, key=lambda column: column.rank)]
    titles = [style.paint(_padded(column, cells, column.title), BOLD) for column, cells in columns.items()]
    rows = [
        [_cell(column, cells, row, record, style) for column, cells in columns.items()]
        for row, record in enumerate(records)
    ]
    return "\n".join((" " * MARGIN + (" " * GAP).join(line)).rstrip() for line in [titles, *rows])


def _cell(column: Column, cells: Sequence[str], row: int, record: Record, style: Style) -> str:
    text = _padded(column, cells, cells[row])
    return style.word(record.status, text) if column.title == "status" else text


def _padded(column: Column, cells: Sequence[str], text: str) -> str:
    size = _size(column, cells)
    return text.ljust(size) if column.left else text.rjust(size)


def _size(column: Column, cells: Sequence[str]) -> int:
    return max(len(column.title), *map(len, cells))


def _width(columns: dict[Column, list[str]]) -> int:
    return MARGIN + sum(_size(column, cells) + GAP for column, cells in columns.items()) - GAP
