"""Records of several places as one list, and as a table: CSV or Parquet.

Parquet is written by pyarrow, the extra `report`, which is imported only here.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from os.path import isdir
from pathlib import Path

from threefold.language import BadInput
from threefold.sweeps.record_line import RECORDS, Line, order, read_lines

MOST_INTEGER = 2**63 - 1  # of a column of integers


def records_of(source: Path) -> list[Line]:
    """Of a folder or a file."""
    return read_lines(source / RECORDS if isdir(source) else source)


def merged(sources: Iterable[Path], *, newest: bool = False) -> list[Line]:
    """Every run of these files or folders once. Where two differ about a run, the newest if that is wanted, else an error."""
    found: dict[str, tuple[Line, Path]] = {}
    for source in sources:
        for line in records_of(source):
            other, place = found.get(line.key, (line, source))
            if other != line and not newest:
                run = f"{line.puzzle} {line.instance} {line.row}, repetition {line.repetition} (key {line.key})"
                raise BadInput(f"{place} and {source} differ about {run}: give --newest to take the later one")
            found[line.key] = max((other, place), (line, source), key=lambda pair: pair[0].started)
    return sorted((line for line, _ in found.values()), key=order)


def table(lines: Iterable[Line]) -> dict[str, list[object]]:
    """A column per name; `seconds.solve` is the entry `solve` of the column `seconds`. The record's fields are columns too."""
    forms = [line.to_dict() for line in lines]
    rows = [dict(_flat("", form | form.pop("record"))) for form in forms]
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def to_csv(lines: Iterable[Line]) -> str:
    columns, text = table(lines), StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()


def to_parquet(lines: Iterable[Line]) -> bytes:
    try:
        from pyarrow import array, parquet
        from pyarrow import table as columns_of
    except ImportError:
        raise BadInput("--parquet needs pyarrow: pip install 'threefold[report]'") from None
    file = BytesIO()
    columns = {name: array(_of_one_type(values)) for name, values in table(lines).items()}
    parquet.write_table(columns_of(columns), file)
    return file.getvalue()


def _of_one_type(values: Sequence[object]) -> Sequence[object]:
    """A column has one type: numbers, or truth values, or texts. A count may be too large for every integer of Parquet."""
    types = {type(value) for value in values if value is not None}
    large = any(isinstance(value, int) and abs(value) > MOST_INTEGER for value in values)
    if types == {int, float} and not large:
        return [None if value is None else float(str(value)) for value in values]
    return values if len(types) <= 1 and not large else [None if value is None else str(value) for value in values]


def _flat(name: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        for entry, each in value.items():
            yield from _flat(f"{name}.{entry}" if name else entry, each)
    else:
        yield name, _joined(value) if isinstance(value, list | tuple) else value


def _joined(value: object) -> str:
    return " ".join(map(_joined, value)) if isinstance(value, list | tuple) else str(value)
