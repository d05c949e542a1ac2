"""A literal of an encoder: the number of a variable, or minus the number.

It is an integer for Python, for PySAT and in a file. An integer's own `~a` is -a-1, `a | b` joins the bits, and `a or b` is a:
each would write another clause than the one that is meant, without a word.
"""

from typing import NoReturn, Self

from threefold.errors import BadInput

_INSTEAD = {
    "|": "clause(a, b) for 'a or b'",
    "&": "clause(a).clause(b) for 'a and b'",
    "^": "clause(a, b).clause(-a, -b) for 'one of a and b'",
    ">>": "clause(-a, b) for 'if a then b'",
}


class Literal(int):
    """`-a` and `~a` are its negation."""

    _negation: "Literal"  # made once: a clause of two negations is then as fast as with integers

    def __new__(cls, number: int) -> Self:
        literal, negation = super().__new__(cls, number), super().__new__(cls, -number)
        literal._negation, negation._negation = negation, literal
        return literal

    def __neg__(self) -> "Literal":
        return self._negation

    __invert__ = __neg__

    def __bool__(self) -> NoReturn:
        raise BadInput(
            "a literal is neither true nor false while the formula is written: for 'a or b' write encoder.clause(a, b), "
            "for 'a and b' encoder.clause(a).clause(b), for 'not a' -a"
        )

    def __or__(self, other: object) -> NoReturn:
        raise _operator("|")

    def __and__(self, other: object) -> NoReturn:
        raise _operator("&")

    def __xor__(self, other: object) -> NoReturn:
        raise _operator("^")

    def __rshift__(self, other: object) -> NoReturn:
        raise _operator(">>")

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__


def _operator(sign: str) -> BadInput:
    return BadInput(f"between literals, '{sign}' is an operator of Python on numbers: write encoder.{_INSTEAD[sign]}")
