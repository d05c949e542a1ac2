"""How the parts of a sheet are written in Markdown and in HTML; `latex.py` has LaTeX."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

from threefold.handouts.notation import Math, to_latex, to_mathml
from threefold.reporting.media import Html, Markdown, fenced, image, marked
from threefold.reporting.table import Rows
from threefold.reporting.write import page

STYLE = (
    "body{max-width:52rem}h3{margin-top:2rem}"
    ".formula{overflow-x:auto;overflow-y:hidden;padding:.15rem 0}"
    ".formula math{display:inline math;math-style:normal;font-size:1.1rem}"
    ".statements{display:flex;flex-wrap:wrap;gap:.15rem 1.4rem;margin:.4rem 0 1rem;padding-left:.8rem;"
    "border-left:3px solid var(--faint);list-style:none;overflow-x:auto;overflow-y:hidden}"
    ".blank{margin:.5rem 0 1.2rem}.blank div{height:1.9rem;border-bottom:1px solid var(--ink);opacity:.45}"
    ".board img{max-width:100%;height:auto}"
    "math mi{font-style:italic}@media print{body{max-width:none}h2,h3{break-after:avoid}}"
)


class Medium(Protocol):
    """What a sheet is made of."""

    def heading(self, text: str, level: int = 2) -> str: ...
    def paragraph(self, text: str) -> str: ...
    def numbered(self, texts: Sequence[str]) -> str: ...
    def table(self, header: Sequence[str], rows: Rows) -> str: ...
    def formula(self, formula: Math) -> str: ...
    def statements(self, listed: Sequence[Math], more: str) -> str: ...
    def blank(self, lines: int) -> str: ...
    def board(self, drawing: str, picture: str | None) -> str: ...
    def document(self, title: str, parts: Sequence[str], lang: str) -> str: ...


@dataclass(frozen=True)
class MarkdownSheet(Markdown):
    """Formulas stand between dollar signs, as code hosts, pandoc and notebooks read them."""

    def numbered(self, texts: Sequence[str]) -> str:
        return "\n".join(f"{number}. {self.paragraph(text)}" for number, text in enumerate(texts, 1))

    def formula(self, formula: Math) -> str:
        return f"$$\n{to_latex(formula)}\n$$"

    def statements(self, listed: Sequence[Math], more: str) -> str:
        return "\n".join([*(f"- ${to_latex(each)}$" for each in listed), *([f"- … ({more})"] if more else [])])

    def blank(self, lines: int) -> str:
        return "\n\n".join(["&nbsp;", *["---"] * lines])

    def board(self, drawing: str, picture: str | None) -> str:
        return fenced(drawing)

    def document(self, title: str, parts: Sequence[str], lang: str) -> str:
        return "\n\n".join(filter(None, parts)) + "\n"


@dataclass(frozen=True)
class HtmlSheet(Html):
    def numbered(self, texts: Sequence[str]) -> str:
        return f"<ol>{''.join(f'<li>{marked(text)}</li>' for text in texts)}</ol>"

    def formula(self, formula: Math) -> str:
        return f'<div class="formula">{to_mathml(formula)}</div>'

    def statements(self, listed: Sequence[Math], more: str) -> str:
        items = [*(to_mathml(each, display=False) for each in listed), *([f"… ({escape(more)})"] if more else [])]
        return f'<ul class="statements">{"".join(f"<li>{item}</li>" for item in items)}</ul>'

    def blank(self, lines: int) -> str:
        return f'<div class="blank">{"<div></div>" * lines}</div>'

    def board(self, drawing: str, picture: str | None) -> str:
        return f'<p class="board">{image(picture, drawing)}</p>' if picture else self.listings({"": drawing})

    def document(self, title: str, parts: Sequence[str], lang: str) -> str:
        return page(title, parts, lang=lang, style=STYLE)
