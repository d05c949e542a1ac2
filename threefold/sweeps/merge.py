"""Records from several places as one list, and as CSV."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from io import StringIO
from pathlib import Path

from threefold.language import BadInput
from threefold.sweeps.record_line import Line, read_lines
from threefold.sweeps.store import RECORDS


def read_source(source: Path) -> list[Line]:
    """A folder of a sweep, or a file of lines."""
    return read_lines(source / RECORDS if source.is_dir() else source)


def merged(sources: Sequence[Path], *, newest: bool = False) -> list[Line]:
    """Every run once; where two places differ about one, the newest if that is wanted, else nobody can say which."""
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
    return sorted((line for line, _ in found.values()), key=Line.order)


def to_csv(lines: Iterable[Line]) -> str:
    """A column per name; `seconds.solve` is the entry `solve` of the column `seconds`."""
    rows = [_flat(line) for line in lines]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _flat(line: Line) -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in asdict(line).items():
        if isinstance(value, Mapping):
            flat |= {f"{name}.{entry}": each for entry, each in value.items()}
        else:
            flat[name] = " ".join(value) if isinstance(value, list | tuple) else value
    return flat
