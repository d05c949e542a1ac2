"""A handout speaks of the constraints as they were written; what clauses and rows need besides has numbers."""

import re

import threefold as tf
from threefold.language import Regular, Spec


def compound() -> Spec:
    spec = Spec("mine")
    x, y = spec.integer("x", range(4)), spec.integer("y", range(1, 4))
    shift = spec.integers("shift", range(1, 5), domain=range(2))
    spec.group("word").add(Regular(shift, {(0, 0): 0, (0, 1): 1, (1, 0): 0}, 0, [0, 1]))
    spec.group("quotient").add(x // y + x**2 <= 5)
    return spec


def test_the_constraints_are_those_that_were_written() -> None:
    sheet = tf.sheet(compound())
    for text in (sheet.markdown, sheet.latex, sheet.html):
        assert "Regular" in text
        assert not re.search(r"(quotient|power|state)(_|\\_)\d", text)
        assert "word" in text
    assert r"\lfloor x / y \rfloor + x^{2} \le 5" in sheet.latex
    assert "definitions" in sheet.markdown


def test_a_sheet_counts_the_variables_and_constraints_that_were_written() -> None:
    sheet = tf.sheet(compound()).markdown
    assert "| CP variables | CP constraints |" in sheet
    assert "| 6 | 2 |" in sheet
