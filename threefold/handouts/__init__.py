"""Handouts: the exercise sheet of any puzzle, as Markdown, LaTeX, HTML or PDF.

A PDF is made by a LaTeX program, or by Chromium from the HTML; whichever is installed.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from threefold.errors import BadInput, LimitReached, ThreefoldError
from threefold.guard import Limits
from threefold.handouts.content import Content, Solved, gather, solve
from threefold.handouts.document import Document
from threefold.handouts.latex import LatexSheet
from threefold.handouts.media import HtmlSheet, MarkdownSheet, Medium
from threefold.runs.instance import Instance
from threefold.runs.pool import LocalPool
from threefold.texts import Language

MEDIA: Mapping[str, Medium] = {"md": MarkdownSheet({}), "tex": LatexSheet(), "html": HtmlSheet({})}
FORMATS = (*MEDIA, "pdf")
LATEX_PROGRAMS = ("xelatex", "lualatex", "pdflatex")  # the first two have fonts for all languages
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 120  # of a program that makes a PDF


@dataclass(frozen=True)
class Sheet:
    """A sheet in a language: `sheet.markdown`, `sheet.latex`, `sheet.html`, and files by their ending."""

    content: Content = field(repr=False)
    solved: Solved = field(repr=False)
    language: Language

    def text(self, form: str, *, blanks: bool = False, answers: bool = False) -> str:
        """As md, tex or html; `blanks` leaves the formulas out, `answers` adds the answers to the exercises."""
        return Document(self.content, self.solved, MEDIA[form], self.language, blanks, answers).text()

    @property
    def markdown(self) -> str:
        return self.text("md")

    @property
    def latex(self) -> str:
        return self.text("tex")

    @property
    def html(self) -> str:
        return self.text("html")

    def _repr_markdown_(self) -> str:
        return self.markdown

    def files(self, path: str, *, blanks: bool = False) -> dict[str, bytes]:
        """By name; with `blanks` the second file has the formulas and the answers."""
        form = format_of(path)
        if not blanks:
            return {path: self._bytes(form)}
        place = Path(path)
        solutions = place.with_name(f"{place.stem}-solutions{place.suffix}")
        return {path: self._bytes(form, blanks=True), str(solutions): self._bytes(form, answers=True)}

    def _bytes(self, form: str, *, blanks: bool = False, answers: bool = False) -> bytes:
        if form != "pdf":
            return self.text(form, blanks=blanks, answers=answers).encode()
        program = pdf_program(self.language.code)
        source = "html" if program in BROWSERS else "tex"
        return _compiled(program, self.text(source, blanks=blanks, answers=answers))


def sheet_of(instance: Instance, lang: str | None, limits: Limits) -> Sheet:
    language = Language.of(lang)
    with LocalPool() as pool:
        read = pool.call(gather, instance, limits=limits)
        if not isinstance(read.value, Content):
            kind = LimitReached if read.status in ("timeout", "memory") else ThreefoldError
            raise kind(f"{instance}: no sheet: {read.reason}")
        solved = pool.call(solve, instance, limits=limits).value
    return Sheet(read.value, solved if isinstance(solved, Solved) else Solved(), language)


def format_of(path: str) -> str:
    form = Path(path).suffix.removeprefix(".").lower()
    if form not in FORMATS:
        raise BadInput(f"{path}: a sheet ends in {', '.join(f'.{each}' for each in FORMATS)}")
    return form


def pdf_program(lang: str) -> str:
    """The first that is installed; pdflatex has no Cyrillic letters in a small installation."""
    latex = LATEX_PROGRAMS if lang != "ru" else LATEX_PROGRAMS[:2]
    found: str | None = next((program for program in (*latex, *BROWSERS) if shutil.which(program)), None)
    if found is None:
        raise BadInput(
            f"a PDF needs one of {', '.join((*latex, BROWSERS[0]))}; none is installed (.html can be printed)"
        )
    return found


def _compiled(program: str, text: str) -> bytes:
    with TemporaryDirectory(prefix="sheet-") as folder:
        source = Path(folder, "sheet.html" if program in BROWSERS else "sheet.tex")
        source.write_text(text, encoding="utf-8")
        made = Path(folder, "sheet.pdf")
        command = [program, "-interaction=nonstopmode", "-halt-on-error", source.name]
        if program in BROWSERS:
            command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
                       f"--print-to-pdf={made}", source.as_uri()]  # fmt: skip
        try:
            ended = subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise LimitReached(f"{program} made no PDF within {SECONDS} s") from None
        if not made.exists():
            lines = ended.stdout.decode(errors="replace").splitlines()
            reason = next((line for line in lines if line.startswith("!")), f"exit code {ended.returncode}")
            raise ThreefoldError(f"{program} made no PDF: {reason}")
        return made.read_bytes()
