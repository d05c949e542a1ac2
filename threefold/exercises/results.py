"""The folder of results: files are written whole, and it is said when one replaces an older one."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path

from threefold.language import BadInput


class Results:
    def __init__(self, folder: str) -> None:
        """Made at once: a folder that cannot be written is better known before the measuring than after it."""
        self._folder = Path(folder)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{folder}: cannot be made a folder of results: {error.strerror}") from None

    def write(self, name: str, text: str) -> str:
        """Write a file, and say so in a sentence."""
        path = self._folder / name
        existed = path.exists()
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
        return f"{'overwrote' if existed else 'wrote'} {path}"


def csv_text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()
