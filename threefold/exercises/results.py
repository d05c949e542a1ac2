"""What a race or the statistics write into a folder: tables, charts and boards."""

import csv
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

from threefold.files import write_text
from threefold.language import ThreefoldError
from threefold.language.pictures import CELL, cell, label, svg
from threefold.texts import ENGLISH, Language

CAPTION = 150  # the least width of a board: a caption must fit below it


class Results:
    def __init__(self, folder: str) -> None:
        """The folder is made now, so that an error comes before the measuring and not after it."""
        self._folder = Path(folder)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ThreefoldError(f"{folder}: the folder cannot be made: {error.strerror}") from None

    @contextmanager
    def kept(self, measured: Sequence[object], files: Callable[[], Mapping[str, str]]) -> Iterator[None]:
        """While it is measured: after Ctrl-C, what was measured so far is written."""
        try:
            yield
        except (KeyboardInterrupt, SystemExit) as stop:
            if measured:
                self.write(files())
                stop.add_note(f"what was measured is kept in {self._folder}")
            raise

    def write(self, files: Mapping[str, str], say: Language = ENGLISH, extended: Collection[str] = ()) -> list[str]:
        """Write files by name; a sentence for each. Those that are `extended` have their old rows, too."""
        written = []
        for name, text in files.items():
            path = self._folder / name
            again = "extended {file}" if name in extended else "overwrote {file}"
            written.append(say(again if path.exists() else "wrote {file}", file=path))
            write_text(path, text)
        return written


def csv_text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Numbers are rounded to a microsecond."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([round(cell, 6) if isinstance(cell, float) else cell for cell in row] for row in rows)
    return text.getvalue()


def boards(found: Sequence[tuple[str, Sequence[int]]]) -> str:
    """Boards side by side: a caption, and the column of each row's queen, counted from 1."""
    n = max(len(columns) for _, columns in found)
    step = max(CELL * n, CAPTION) + CELL
    body = [part for place, case in enumerate(found) for part in _board(*case, left=place * step)]
    return svg(step * len(found) - CELL, CELL * (n + 1), body)


def _board(caption: str, columns: Sequence[int], left: int) -> Iterator[str]:
    n = len(columns)
    yield f'<g transform="translate({left} 0)">'
    for row, queen in enumerate(columns):
        yield from (cell(row, c, "♛" if c == queen - 1 else "", shade=(row + c) % 2 == 1) for c in range(n))
    yield label(CELL * n / 2, CELL * (n + 0.5), caption, 12) + "</g>"
