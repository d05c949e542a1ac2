"""Records from several places as one list, and as CSV."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path

from threefold.language import BadInput
from threefold.sweeps.record_line import Line, order, read_lines
from threefold.sweeps.store import RECORDS


def read_source(source: Path) -> list[Line]:
    """A folder of a sweep, or a file of lines."""
    return read_lines(source / RECORDS if source.is_dir() else source)


def merged(sources: Sequence[Path], *, newest: bool = False) -> list[Line]:
    """Every run once. Where two places differ about a run, the newest one if that is wanted, else it is an error."""
    found: dict[str, tuple[Line, Path]] = {}
    for source in sources:
        for line in read_source(source):
            other, place = found.get(line.key, (line, source))
            if other != line and not newest:
                raise BadInput(
                    f"{place} and {source} differ about {line.puzzle} {line.instance} {line.row}, repetition"
                    f" {line.repetition} (key {line.key}): give --newest to take the later one"
                )
            found[line.key] = max((other, place), (line, source), key=lambda pair: pair[0].started)
    copies: dict[str, Line] = {}
    for line, _ in sorted(found.values(), key=lambda pair: len(pair[0].key)):  # today's keys are longer, and come last
        copies[line.content] = line
    return sorted(copies.values(), key=order)


def to_csv(lines: Iterable[Line]) -> str:
    """A column per name; `seconds.solve` is the entry `solve` of the column `seconds`. The record's fields are columns too."""
    forms = [line.to_dict() for line in lines]
    rows = [dict(_flat("", form | form.pop("record"))) for form in forms]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _flat(name: str, value: object) -> Iterator[tuple[str, object]]:
    match value:
        case Mapping():
            for entry, each in value.items():
                yield from _flat(f"{name}.{entry}" if name else entry, each)
        case list() | tuple():
            yield name, _joined(value)
        case _:
            yield name, value


def _joined(value: object) -> str:
    return " ".join(map(_joined, value)) if isinstance(value, list | tuple) else str(value)
