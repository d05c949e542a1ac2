"""Formulas as sequences of signs, written in LaTeX (for LaTeX and Markdown) or in MathML (for HTML)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from threefold.format import latex

LATEX = {
    "⋀": r"\bigwedge", "⋁": r"\bigvee", "∑": r"\sum", "∧": r"\land", "∨": r"\lor", "¬": r"\lnot ", "→": r"\rightarrow",
    "⇔": r"\Leftrightarrow", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "∈": r"\in", "…": r"\dots", "−": "-", "·": r"\cdot",
    "×": r"\times", "⌈": r"\lceil", "⌉": r"\rceil", "⊥": r"\bot", "⊤": r"\top", "{": r"\{", "}": r"\}", "↦": r"\mapsto",
    "⌊": r"\lfloor", "⌋": r"\rfloor", "⇒": r"\Rightarrow", "∀": r"\forall", "ᵢ": "_i", "ⱼ": "_j", "_": r"\_",
}  # fmt: skip
WORDS = ("AllDifferent", "Circuit")


@dataclass(frozen=True)
class Over:
    """A large operator, or a word, with conditions below it."""

    sign: str
    below: tuple[Sign, ...] = ()


@dataclass(frozen=True)
class Fraction:
    above: tuple[Sign, ...]
    below: tuple[Sign, ...]


@dataclass(frozen=True)
class Power:
    base: str
    exponent: int


Sign = str | Over | Fraction | Power
Math = tuple[Sign, ...]


def joined(pieces: Iterable[Math], *separator: Sign) -> Math:
    whole: list[Sign] = []
    for piece in pieces:
        whole += (*separator, *piece) if whole else piece
    return tuple(whole)


def to_latex(formula: Math) -> str:
    """A line may end after the comma between two terms, as of a long AllDifferent."""
    text = re.sub(r" +", " ", " ".join(map(_latex, formula))).strip()
    return text.replace(r"] ,\,", r"] ,\allowbreak\,")


def _latex(sign: Sign) -> str:
    match sign:
        case Over(sign=operator, below=below):
            limits = f"_{{{to_latex(below)}}}" if below else ""
            return (rf"\operatorname*{{{operator}}}" if operator in WORDS else LATEX[operator]) + limits
        case Fraction(above=above, below=below):
            return rf"\frac{{{to_latex(above)}}}{{{to_latex(below)}}}"
        case Power(base=base, exponent=exponent):
            return f"{_latex(base)}^{{{exponent}}}"
        case str():
            return _latex_word(sign)


def _latex_word(word: str) -> str:
    if word in LATEX:
        return LATEX[word]
    if re.fullmatch(r"[a-zA-Z]′*|[0-9]+|[][()=<>,:+;|/]", word):
        return word.replace("′", "'") + (r"\," if word == "," else "")
    if re.fullmatch(r"#?[A-Za-z_0-9]+", word):
        return rf"\mathit{{{latex(word)}}}"
    return rf"\text{{{latex(word)}}}"


def to_mathml(formula: Math, *, display: bool = True) -> str:
    shown = ' display="block"' if display else ""
    return f"<math{shown}>{_mathml_row(formula)}</math>"


def _mathml_row(formula: Sequence[Sign]) -> str:
    return "".join(map(_mathml, formula))


def _mathml(sign: Sign) -> str:
    match sign:
        case Over(sign=operator, below=below):
            head = f"<mi>{operator}</mi>" if operator in WORDS else f'<mo movablelimits="false">{operator}</mo>'
            return f"<munder>{head}<mrow>{_mathml_row(below)}</mrow></munder>" if below else head
        case Fraction(above=above, below=below):
            return f"<mfrac><mrow>{_mathml_row(above)}</mrow><mrow>{_mathml_row(below)}</mrow></mfrac>"
        case Power(base=base, exponent=exponent):
            return f"<msup>{_mathml(base)}<mn>{exponent}</mn></msup>"
        case str():
            return _mathml_word(sign)


def _mathml_word(word: str) -> str:
    if word.isdecimal():
        return f"<mn>{word}</mn>"
    if re.fullmatch(r"\w[\w′]*", word):
        return f"<mi>{escape(word)}</mi>"
    if word in ("[", "]", "(", ")", "{", "}", "⌈", "⌉", "¬"):
        return f'<mo stretchy="false" lspace="0" rspace="0">{word}</mo>'
    return f"<mo>{escape(word)}</mo>" if len(word) == 1 else f"<mtext>{escape(word)}</mtext>"
