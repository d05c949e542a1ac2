"""A multiplication and an addition with the digits 1 to 9, each once: AB × C = DE, and DE + FG = HI.

`digit[letter]` is the digit of a letter. The only solution is 17 × 4 = 68, 68 + 25 = 93.
"""

from threefold.language import AllDifferent, KnownCounts, Puzzle, Solution, Spec, Sum


def build() -> Spec:
    spec = Spec("multiplication")
    digit = spec.integers("digit", "ABCDEFGHI", domain=range(1, 10))

    def number(letters: str) -> Sum:
        return 10 * digit[letters[0]] + digit[letters[1]]

    spec.group("every digit once").add(AllDifferent(digit))
    spec.group("the product").add(number("AB") * digit["C"] == number("DE"))
    spec.group("the sum").add(number("DE") + number("FG") == number("HI"))
    return spec


def draw(solution: Solution) -> str:
    a, b, c, d, e, f, g, h, i = solution.values.values()
    return f"{a}{b} × {c} = {d}{e}, {d}{e} + {f}{g} = {h}{i}"


PUZZLE = Puzzle(
    name="multiplication",
    summary="AB × C = DE and DE + FG = HI with the digits 1 to 9",
    description=__doc__,
    parameters=(),
    build=build,
    draw=draw,
    known=(KnownCounts("all numbers in plain Python", {(): 1}),),
)
