"""Mastermind: the codes of n pegs in c colours that fit all answers so far.

`peg[i]` is the colour at place i. The guesses are drawn with the seed, and the answers are those for a drawn code.
An answer has the number of pegs that are right, and of colours that are right somewhere (the smaller number of
times, summed over colours).
"""

from collections import Counter
from random import Random

from threefold.language import Exactly, Parameter, Puzzle, Spec, minimum, total


def answer(guess: list[int], code: list[int]) -> tuple[int, int]:
    right = sum(g == c for g, c in zip(guess, code, strict=True))
    return right, sum((Counter(guess) & Counter(code)).values())


def build(n: int, c: int, guesses: int, seed: int) -> Spec:
    spec, random = Spec("mastermind", n=n, c=c, guesses=guesses, seed=seed), Random(seed)
    peg = spec.integers("peg", range(n), domain=range(c))
    code = [random.randrange(c) for _ in range(n)]
    for _ in range(guesses):
        guess = [random.randrange(c) for _ in range(n)]
        right, colours = answer(guess, code)
        spec.group("pegs that are right").add(Exactly(right, [peg[i] == guess[i] for i in range(n)]))
        matched = [minimum([total(peg[i] == v for i in range(n)), guess.count(v)]) for v in sorted(set(guess))]
        spec.group("colours that are right").add(total(matched) == colours)
    return spec


PUZZLE = Puzzle(
    name="mastermind",
    summary="codes of n pegs that fit all answers",
    description=__doc__,
    parameters=(
        Parameter("n", "pegs", 1, 12),
        Parameter("c", "colours", 2, 12),
        Parameter("guesses", "guesses with answers", 0, 20),
        Parameter("seed", "of the guesses and the code", 0, 1000),
    ),
    build=build,
    example=(8, 6, 3, 1),
)
