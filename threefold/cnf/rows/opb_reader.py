"""OPB, the linear format of the pseudo-Boolean competitions (Roussel and Manquinho, Input/Output Format, 2012).

    * #variable= 4 #constraint= 2
    +1 x1 +1 x2 >= 1 ;
    +1 x1 +2 ~x3 = 1 ;

Accepted beyond the format: `<=`, a coefficient 1 that is left out, names other than x1, x2, …
"""

import re
from fractions import Fraction

from threefold.cnf.files import File
from threefold.cnf.rows.program import LinearProgram, Terms, lines_of, plus

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[+-]?\s*\d+)(?=\s|$|;|\*|~|[^\W\d])|(?P<sense>>=|<=|=)|(?P<end>;)"
    r"|(?P<name>[+-]?\s*~?[^\W\d][\w.\[\](),]*)|(?P<times>\*)|(?P<other>\S))"
)
_OBJECTIVE = re.compile(r"\s*(min|max)\s*:", re.IGNORECASE)


def read_opb(file: File) -> LinearProgram:
    program = LinearProgram(file.name, "opb")
    statement, start = "", 0
    for number, text in enumerate(lines_of(file), start=1):
        if text.lstrip().startswith("*"):
            program.comments.append(text.strip().lstrip("*").strip())
            continue
        for part in re.split(r"(?<=;)", text):
            start = start if statement.strip() else number
            statement += f" {part}"
            if part.rstrip().endswith(";"):
                _take(program, start, statement)
                statement = ""
    if statement.strip():
        program.fail(start, f"a constraint must end in ';' (got '{statement.strip()[:40]}')")
    for column in program.columns.values():
        column.declare_binary()
    if not program.rows:
        program.fail(1, "no constraint: this is not an OPB file")
    return program


def _take(program: LinearProgram, line: int, statement: str) -> None:
    objective = _OBJECTIVE.match(statement)
    terms, constant, sense, bound = _parsed(program, line, statement[objective.end() if objective else 0 :])
    if objective:
        program.objective = terms
    elif sense is None or bound is None:
        program.fail(line, "a constraint must have >= or = and a number")
    else:
        program.add("", terms, sense, bound - constant)


def _parsed(program: LinearProgram, line: int, statement: str) -> tuple[Terms, Fraction, str | None, Fraction | None]:
    """The terms, the constant that negated literals leave, the comparison and its right side."""
    terms: Terms = {}
    constant, factor = Fraction(0), None
    sense: str | None = None
    bound: Fraction | None = None
    for token in _TOKEN.finditer(statement):
        text = re.sub(r"\s", "", token[token.lastgroup or 0])
        match token.lastgroup:
            case "number" if sense:
                bound = Fraction(text)
            case "number":
                factor = Fraction(text)
            case "times" if factor is not None:
                pass
            case "name" if not sense:
                if factor is None and terms and text[0] not in "+-":
                    program.fail(line, f"a product at '{text}': only linear constraints can be compared")
                factor = Fraction(1) if factor is None else factor
                constant += _literal(terms, text, factor)
                factor = None
            case "sense" if sense is None:
                sense = text
            case "end":
                pass
            case _:
                program.fail(line, f"'{text}' is not expected here; a constraint is like +1 x1 +1 x2 >= 1 ;")
    return terms, constant, sense, bound


def _literal(terms: Terms, text: str, factor: Fraction) -> Fraction:
    """Adds `factor·x` or `factor·(1 - x)`, and returns the constant."""
    amount = -factor if text.startswith("-") else factor
    name = text.lstrip("+-")
    if not name.startswith("~"):
        plus(terms, name, amount)
        return Fraction(0)
    plus(terms, name[1:], -amount)
    return amount
