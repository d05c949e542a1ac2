"""Squares of 1 to n in a rectangle, without overlap.

`left[s]` and `top[s]` are the columns and rows before the square of size s. Of each two squares one is left of,
right of, above or below the other. (R. Korf, Optimal rectangle packing, ICAPS 2003.)
"""

from itertools import combinations

from threefold.language import Parameter, Puzzle, Spec


def build(n: int, width: int, height: int) -> Spec:
    spec = Spec("square_packing", n=n, width=width, height=height)
    sizes = range(1, n + 1)
    left = spec.integers("left", sizes, domain=lambda s: range(width - s + 1))
    top = spec.integers("top", sizes, domain=lambda s: range(height - s + 1))
    for a, b in combinations(sizes, 2):
        spec.group("no overlap").add(
            (left[a] + a <= left[b]) | (left[b] + b <= left[a]) | (top[a] + a <= top[b]) | (top[b] + b <= top[a])
        )
    return spec


PUZZLE = Puzzle(
    name="square_packing",
    summary="squares of 1 to n in a rectangle",
    description=__doc__,
    parameters=(
        Parameter("n", "squares", 1, 20),
        Parameter("width", "of the rectangle", 1, 60),
        Parameter("height", "of the rectangle", 1, 60),
    ),
    build=build,
    example=(7, 13, 12),
)
