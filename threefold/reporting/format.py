"""Numbers as a report writes them."""

from collections.abc import Iterable

from threefold.reporting.tables import Cell

STATUS_WORDS = {"timeout": "time", "memory": "memory", "skipped": "skipped", "unknown": "unknown", "error": "error"}


def seconds(value: float | None) -> str:
    """Three digits: 4.21 ms, 0.53 s, 12.6 s, 128 s."""
    if value is None:
        return "–"
    if value < 0.1:
        return f"{value * 1000:.3g} ms" if value >= 0.001 else f"{value * 1000:.2f} ms"
    return f"{value:.2f} s" if value < 10 else f"{value:.1f} s" if value < 100 else f"{value:.0f} s"


def counted(cells: Iterable[Cell | None]) -> Cell | None:
    """Of the cells of an instance, the one that knows most of its count."""
    known = (cell for cell in cells if cell)
    return max(known, key=lambda cell: (cell.line.record.exact, cell.line.record.count or 0), default=None)


def count(cell: Cell | None) -> str:
    """`92`, `≥ 15` and `?` are three different things; so is nothing, where there is no record."""
    if cell is None:
        return ""
    line = cell.line
    if line.record.count is None:
        return "?"
    return f"{line.record.count:,}" if line.record.exact else f"≥ {line.record.count:,}"


def outcome(cell: Cell | None) -> str:
    """The times of a cell, CPU and wall, or why it has none."""
    if cell is None:
        return ""
    if not cell.solved:
        word = STATUS_WORDS.get(cell.line.record.status, cell.line.record.status)
        limit = f" > {cell.line.limit_seconds:g} s" if cell.line.record.status == "timeout" else ""
        return f"{word}{limit}"
    cpu, wall = cell.spread("cpu"), cell.spread("total")
    return " · ".join(seconds(spread.middle) for spread in (cpu, wall) if spread)


def listed(things: list[str]) -> str:
    """a, b and c."""
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}" if things else ""


def plural(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
