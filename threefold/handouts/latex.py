"""A sheet in LaTeX, which pdflatex, xelatex and lualatex compile with the packages of a small installation."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from threefold.format import latex, visible
from threefold.handouts.latex_picture import to_picture
from threefold.handouts.notation import LATEX, Math, to_latex
from threefold.reporting.media import inline
from threefold.reporting.table import Rows

HEADINGS = {1: "section*", 2: "subsection*", 3: "subsubsection*"}
OTHER_SIGNS = LATEX | {"\N{NARROW NO-BREAK SPACE}": r"\,", "²": "^2", "³": "^3", "₁": "_1", "₂": "_2", "∞": r"\infty"}
PREAMBLE = r"""\documentclass[a4paper,11pt]{article}
\usepackage{iftex}
\usepackage{amsmath}
\usepackage{color}
\usepackage[margin=22mm]{geometry}
\ifPDFTeX
  \usepackage[utf8]{inputenc}
  \usepackage[%(encoding)s]{fontenc}
  \newcommand{\sign}[2]{#2}
\else
  \usepackage{fontspec}
  \newfontfamily{\signs}{%(signs)s}
  \newcommand{\sign}[2]{{\signs #1}}%(fonts)s
\fi
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 2pt}
\setlength{\emergencystretch}{3em}
\allowdisplaybreaks
\begin{document}
\raggedright
"""
# Latin Modern, the default font, has no Cyrillic letters.
CYRILLIC = r"""
  \setmainfont{DejaVu Serif}[Scale=0.9]
  \setmonofont{DejaVu Sans Mono}[Scale=0.9]"""
SIGNS = "DejaVu Sans"
STRUT = r"\rule{0pt}{2.6ex}"  # keeps a line of a table off the rule above it


@dataclass(frozen=True)
class LatexSheet:
    def heading(self, text: str, level: int = 2) -> str:
        return f"\\{HEADINGS[level]}{{{escaped_text(text)}}}"

    def paragraph(self, text: str) -> str:
        return inline(text, escaped_text, r"\textbf{{{}}}", r"\texttt{{{}}}") + "\n" if text else ""

    def numbered(self, texts: Sequence[str]) -> str:
        return _environment("enumerate", [f"\\item {self.paragraph(text)}" for text in texts])

    def table(self, header: Sequence[str], rows: Rows) -> str:
        lines = [header, *([entry.text for entry in row] for row in rows)]
        cells = [" & ".join(map(escaped_text, line)) + r" \\" for line in lines]
        columns = "l" + "r" * (len(header) - 1)
        begin = rf"{{\footnotesize\tabcolsep=4pt\begin{{tabular}}{{{columns}}}"
        body = [r"\hline", STRUT + cells[0], r"\hline", *(STRUT + each for each in cells[1:]), r"\hline"]
        return "\n".join([begin, *body, r"\end{tabular}}", ""])

    def formula(self, formula: Math) -> str:
        """Not as a display: TeX breaks the lines of a formula in a paragraph only."""
        return f"\\hspace*{{1em}}$\\displaystyle {to_latex(formula)}$\n"

    def statements(self, listed: Sequence[Math], more: str) -> str:
        pieces = [*(f"${to_latex(each)}$" for each in listed), *([f"\\ldots\\ ({escaped_text(more)})"] if more else [])]
        return "\n".join([r"{\small\leftskip=1em", *(rf"{each}\quad" for each in pieces), r"\par}", ""])

    def blank(self, lines: int) -> str:
        return "\n\n".join([r"\vspace{9mm}\hrule"] * lines) + "\n\\vspace{3mm}\n"

    def board(self, drawing: str, picture: str | None) -> str:
        drawn = to_picture(picture, escaped_text) if picture else None
        return drawn or _environment("verbatim", list(map(_ascii, drawing.split("\n"))))

    def document(self, title: str, parts: Sequence[str], lang: str) -> str:
        cyrillic = lang == "ru"
        fonts = {"encoding": "T2A" if cyrillic else "T1", "signs": SIGNS, "fonts": CYRILLIC if cyrillic else ""}
        return PREAMBLE % fonts + "\n".join(filter(None, parts)) + "\\end{document}\n"


def _environment(name: str, lines: Sequence[str]) -> str:
    return "\n".join([f"\\begin{{{name}}}", *lines, f"\\end{{{name}}}", ""])


def escaped_text(text: str) -> str:
    return "".join(map(_sign, visible(text)))


def _sign(sign: str) -> str:
    if (command := latex(sign)) != sign:
        return command
    if sign in OTHER_SIGNS:
        return f"${OTHER_SIGNS[sign]}$"
    if ord(sign) < 0x180 or "\u0400" <= sign <= "\u04ff" or sign in "–—‘’“”…«»":
        return sign
    return f"\\sign{{{sign}}}{{{_initial(sign)}}}"


def _initial(sign: str) -> str:
    """For pdflatex, which has only the letters of an encoding: `Q` for ♛, black chess queen."""
    return unicodedata.name(sign, "?").split()[-1][0]


def _ascii(line: str) -> str:
    return "".join(sign if ord(sign) < 0x180 else _initial(sign) for sign in line)
