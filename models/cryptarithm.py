"""Cryptarithms: a sum of words in which every letter is a digit, different letters different digits, and no word begins with 0.

`digit[letter]` is the letter's digit. The sum is written column by column, as at school: the derived variable `carry[i]` is
carried into column i. (One row for the whole sum would have coefficients that are too large for ILP solvers.)

Example: SEND+MORE=MONEY has one solution: 9567 + 1085 = 10652.
Reference: H. Dudeney, Strand Magazine 68, July 1924.
"""

from threefold.language import AllDifferent, BadInput, KnownCounts, Puzzle, Solution, Spec, Text, total
from threefold.language.pictures import CELL, label, line, svg

LONGEST = 40


class Words(Text):
    """The same sum is the same instance, whatever its spaces and lower case letters."""

    def parse(self, puzzle: str, text: str) -> str:
        return _canonical(super().parse(puzzle, text))


def _canonical(text: str) -> str:
    return text.upper().replace(" ", "")


def build(sum: str) -> Spec:
    words = parse(sum)
    spec = Spec("cryptarithm", sum="+".join(words[:-1]) + "=" + words[-1])
    letters = list(dict.fromkeys("".join(words)))
    leading = {word[0] for word in words}
    digit = spec.integers("digit", letters, domain=lambda x: range(x in leading, 10), meaning="one digit per letter")
    spec.group("different letters, different digits").add(AllDifferent(digit))
    width = max(map(len, words))
    most = len(words) - 1  # w nines and a carry of at most w give a carry of at most w
    carry = spec.integers("carry", range(1, width), domain=range(most + 1), derived=True)
    columns = spec.group("the sum, column by column")
    for i in range(width):
        added = [digit[word[-1 - i]] for word in words[:-1] if i < len(word)] + ([carry[i]] if i else [])
        below = [digit[words[-1][-1 - i]]] if i < len(words[-1]) else []
        columns.add(total(added) == total(below) + (10 * carry[i + 1] if i + 1 < width else 0))
    return spec


def parse(text: str) -> list[str]:
    """The words, the total last."""
    left, equals, total = _canonical(text).partition("=")
    words = [*left.split("+"), total]
    if not equals or len(words) < 2 or not all(word.isascii() and word.isalpha() for word in words):
        raise BadInput(f"cryptarithm: expected words like SEND+MORE=MONEY (got {text!r})")
    if len(set("".join(words))) > 10:
        raise BadInput(f"cryptarithm: {text} has {len(set(''.join(words)))} letters, and there are ten digits")
    if max(map(len, words)) > LONGEST:
        raise BadInput(f"cryptarithm: a word may have up to {LONGEST} letters")
    return words


def rows(solution: Solution, *, letters: bool = False) -> list[str]:
    words = parse(solution.parameters["sum"])
    numbers = [word if letters else "".join(str(solution["digit", letter]) for letter in word) for word in words]
    width = max(map(len, numbers)) + 2
    lines = [f"{number:>{width}}" for number in numbers]
    lines[-2] = "+" + lines[-2][1:]
    return [*lines[:-1], "-" * width, lines[-1]]


def picture(solution: Solution) -> str:
    """The words on the left, the numbers on the right, and a line above the result."""
    words, numbers = rows(solution, letters=True), rows(solution)
    lines = [f"{word} {number}" for word, number in zip(words, numbers, strict=True) if "-" not in word]
    body = [
        label(CELL * (c + 0.5), CELL * (r + 0.5), text, 18)
        for r, shown in enumerate(lines)
        for c, text in enumerate(shown)
        if text != " "
    ]
    width, bar = len(words[0]), CELL * (len(lines) - 1)
    body += [line(CELL * start, bar, CELL * (start + width), bar) for start in (0, width + 1)]
    return svg(CELL * (2 * width + 1), CELL * len(lines), body)


COUNTS = {
    "SEND+MORE=MONEY": 1, "TWO+TWO=FOUR": 7, "I+BB=ILL": 1, "A+B=C": 32, "A+A=A": 0, "DONALD+GERALD=ROBERT": 1,
    "ABC+DEF=GHI": 1088,
}  # fmt: skip

PUZZLE = Puzzle(
    name="cryptarithm",
    summary="a sum of words, every letter a digit",
    description=__doc__,
    parameters=(Words("sum", "words joined by + and =", "like SEND+MORE=MONEY"),),
    build=build,
    draw=lambda solution: "\n".join(rows(solution)),
    picture=picture,
    known=(KnownCounts("all assignments tried", {(words,): count for words, count in COUNTS.items()}),),
    example=("SEND+MORE=MONEY",),
)
