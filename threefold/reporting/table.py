"""A table of the page: sortable by every column, filtered where that is wanted."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Td:
    text: str
    small: str = ""  # in smaller print after it
    value: float | int | None = None  # what sorting compares, where it is not the text
    kind: str = ""  # best or bad
    left: bool = False

    def html(self) -> str:
        classes = " ".join(filter(None, [self.kind, "left" if self.left else ""]))
        kind = f' class="{classes}"' if classes else ""
        value = "" if self.value is None else f' data-v="{self.value:.10g}"'
        small = f" <small>{escape(self.small)}</small>" if self.small else ""
        return f"<td{kind}{value}>{escape(self.text)}{small}</td>"


def table(header: Sequence[str], rows: Sequence[Sequence[Td]], *, name: str = "", filtered: bool = False) -> str:
    """Sortable if it has a name."""
    heads = [f"<th><button>{escape(text)}</button></th>" if name else f"<th>{escape(text)}</th>" for text in header]
    body = "\n".join(f"<tr>{''.join(cell.html() for cell in row)}</tr>" for row in rows)
    named = f' id="{name}" class="sortable"' if name else ""
    search = (
        f'<input type="search" data-for="{name}" placeholder="filter, like: cp timeout" aria-label="filter the rows">'
    )
    return (
        f"{search + '<output></output>' if filtered else ''}"
        f'<div class="wide"><table{named}><thead><tr>{"".join(heads)}</tr></thead><tbody>\n{body}\n</tbody></table></div>'
    )
