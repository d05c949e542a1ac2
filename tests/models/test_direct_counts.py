"""Numbers of solutions that were not published, counted by plain programs that follow the puzzles' definitions.

They share nothing with the specs: no variables, no constraints, no solver.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from math import factorial

import pytest

from threefold import models

Direct = Callable[..., int]


def schur(k: int, n: int) -> int:
    """Number by number: the new one is not the sum of two numbers of its colour."""

    def extend(colours: tuple[int, ...]) -> int:
        new = len(colours) + 1
        if new > n:
            return 1
        return sum(
            extend((*colours, c))
            for c in range(k)
            if not any(colours[x - 1] == c == colours[new - x - 1] for x in range(1, new))
        )

    return extend(())


def vanderwaerden(r: int, k: int, n: int) -> int:
    def spaced(colours: tuple[int, ...]) -> Iterator[set[int]]:
        for first, step in product(range(n), range(1, n)):
            if first + (k - 1) * step < n:
                yield {colours[first + i * step] for i in range(k)}

    return sum(all(len(seen) > 1 for seen in spaced(colours)) for colours in product(range(r), repeat=n))


def ramsey(s: int, t: int, n: int) -> int:
    """Point by point: among the red neighbours of the new point no s - 1 are all red, among the blue ones no t - 1 all blue."""

    def extend(red: frozenset[tuple[int, int]], new: int) -> int:
        if new == n:
            return 1
        reds, blues = (uniform(red, new, s - 1, True), uniform(red, new, t - 1, False))
        total = 0
        for choice in product((True, False), repeat=new):
            near = frozenset(old for old, chosen in enumerate(choice) if chosen)
            if not any(some <= near for some in reds) and all(some & near for some in blues):
                total += extend(red | {(old, new) for old in near}, new + 1)
        return total

    def uniform(red: frozenset[tuple[int, int]], points: int, size: int, colour: bool) -> list[frozenset[int]]:
        return [
            frozenset(some)
            for some in combinations(range(points), size)
            if all((edge in red) == colour for edge in combinations(some, 2))
        ]

    return extend(frozenset(), 0)


def domination(n: int, k: int) -> int:
    squares = list(product(range(n), repeat=2))

    def seen(a: int, b: int) -> frozenset[tuple[int, int]]:
        return frozenset((r, c) for r, c in squares if r == a or c == b or abs(r - a) == abs(c - b))

    covers = [seen(*square) for square in squares]
    return sum(len(frozenset[tuple[int, int]]().union(*some)) == n * n for some in combinations(covers, k))


def knights(r: int, c: int) -> int:
    """Square by square from the corner; a free square that can no longer be passed through ends the attempt."""
    squares = range(r * c)
    near = [[t for t in squares if sorted((abs(s // c - t // c), abs(s % c - t % c))) == [1, 2]] for s in squares]
    free = set(squares) - {0}

    def passable(square: int, head: int) -> bool:
        return sum(other in free or other in (head, 0) for other in near[square]) > 1

    def extend(head: int) -> int:
        if not free:
            return 0 in near[head]
        total = 0
        for following in near[head]:
            if following in free:
                free.discard(following)
                if all(passable(square, following) for square in near[head] if square in free):
                    total += extend(following)
                free.add(following)
        return total

    return extend(0)


def golomb(m: int, length: int) -> int:
    def extend(marks: tuple[int, ...], used: frozenset[int]) -> int:
        if len(marks) == m:
            return marks[-1] == length
        total = 0
        for mark in range(marks[-1] + 1, length + 1):
            new = {mark - other for other in marks}
            if not new & used:
                total += extend((*marks, mark), used | new)
        return total

    return extend((0,), frozenset())


def bibd(v: int, k: int, lam: int) -> int:
    """The first pair that is not together often enough gets its next block; blocks of a pair in order, with repetitions."""
    pairs = list(combinations(range(v), 2))
    blocks = {pair: [b for b in combinations(range(v), k) if set(pair) <= set(b)] for pair in pairs}
    found = set[tuple[tuple[int, ...], ...]]()

    def extend(chosen: tuple[tuple[int, ...], ...], together: dict[tuple[int, int], int]) -> None:
        short = next((pair for pair in pairs if together[pair] < lam), None)
        if short is None:
            found.add(tuple(sorted(chosen)))
            return
        for block in blocks[short]:
            grown = together | {pair: together[pair] + 1 for pair in combinations(block, 2)}
            if max(grown.values()) <= lam:
                extend((*chosen, block), grown)

    extend((), dict.fromkeys(pairs, 0))
    return len(found)


def golfers(g: int, s: int, w: int) -> int:
    week = [names for names in product(range(g), repeat=g * s) if all(names.count(i) == s for i in range(g))]
    met = [{pair for pair in combinations(range(g * s), 2) if names[pair[0]] == names[pair[1]]} for names in week]

    def extend(before: set[tuple[int, int]], left: int) -> int:
        return sum(extend(before | new, left - 1) for new in met if not new & before) if left else 1

    return extend(set(), w)


def cryptarithm(text: str) -> int:
    """All digits for all letters but the last, whose digit is computed."""
    words = text.replace("=", "+").split("+")
    weight: dict[str, int] = {}
    for sign, word in zip([*[1] * (len(words) - 1), -1], words, strict=True):
        for power, letter in enumerate(reversed(word)):
            weight[letter] = weight.get(letter, 0) + sign * 10**power
    letters = sorted(weight, key=lambda letter: weight[letter] == 0, reverse=True)  # the last has a weight
    leading = {letters.index(word[0]) for word in words}
    *others, last = [weight[letter] for letter in letters]
    total = 0
    for digits in permutations(range(10), len(others)):
        rest = -sum(map(int.__mul__, others, digits))
        digit = rest // last if last and rest % last == 0 else -1
        if 0 <= digit <= 9 and digit not in digits and all((*digits, digit)[place] for place in leading):
            total += 1
    return total


SQUARES = {
    "F": ".XX/XX./.X.", "I": "XXXXX", "L": "X./X./X./XX", "N": ".X/.X/XX/X.", "P": "XX/XX/X.", "T": "XXX/.X./.X.",
    "U": "X.X/XXX", "V": "X../X../XXX", "W": "X../XX./.XX", "X": ".X./XXX/.X.", "Y": ".X/XX/.X/.X", "Z": "XX./.X./.XX",
}  # fmt: skip


def pentominoes(board: str) -> int:
    """The first free square is covered by every remaining piece, in every way."""
    size, _, pieces = board.partition(":")
    height, width = map(int, size.split("x"))

    def ways(piece: str) -> set[tuple[complex, ...]]:
        """Places relative to the first square, column by column, turned by multiplication and flipped by conjugation."""
        shape = [
            complex(c, r) for r, row in enumerate(SQUARES[piece].split("/")) for c, x in enumerate(row) if x == "X"
        ]
        found = set()
        for turn, flip in product((1, 1j, -1, -1j), (False, True)):
            moved = sorted(((z.conjugate() if flip else z) * turn for z in shape), key=lambda z: (z.real, z.imag))
            found.add(tuple(z - moved[0] for z in moved))
        return found

    lies = {piece: ways(piece) for piece in pieces or SQUARES}

    def fill(free: frozenset[complex], left: frozenset[str]) -> int:
        if not free:
            return 1
        first = min(free, key=lambda z: (z.real, z.imag))  # along the short side: fewer dead ends
        places = [(piece, {first + z for z in way}) for piece in left for way in lies[piece]]
        return sum(fill(free - place, left - {piece}) for piece, place in places if place <= free)

    return fill(frozenset(complex(c, r) for r in range(height) for c in range(width)), frozenset(lies))


SMALL: dict[str, tuple[Direct, list[tuple[int | str, ...]]]] = {
    "schur": (schur, [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 4), (3, 13), (3, 14)]),
    "vanderwaerden": (vanderwaerden, [(2, 3, n) for n in range(3, 10)]),
    "ramsey": (ramsey, [(3, 3, n) for n in range(2, 7)]),
    "domination": (domination, [(1, 1), (2, 1), (3, 1), (4, 1), (4, 2), (5, 2), (5, 3), (6, 3)]),
    "knights": (knights, [(3, 4), (4, 4), (4, 5), (4, 6), (3, 8), (3, 10), (5, 5), (5, 6), (3, 12)]),
    "golomb": (golomb, [(2, 1), (3, 3), (4, 5), (4, 6), (5, 10), (5, 11), (6, 17), (7, 24), (7, 25)]),
    "bibd": (bibd, [(3, 2, 1), (3, 3, 1), (7, 3, 1), (6, 3, 2), (9, 3, 1), (4, 3, 1), (5, 3, 1), (6, 3, 1), (8, 3, 1)]),
    "golfers": (golfers, [(2, 2, 1), (2, 2, 2), (2, 2, 3), (2, 2, 4), (3, 2, 2), (2, 3, 1), (2, 3, 2)]),
    "cryptarithm": (cryptarithm, [("TWO+TWO=FOUR",), ("I+BB=ILL",), ("A+B=C",), ("A+A=A",), ("SEND+MORE=MONEY",)]),
    "pentominoes": (pentominoes, [("3x5:PUV",), ("5x5:LNPVY",), ("4x5:LPTY",), ("2x5:PU",), ("5x6:ILNPVY",)]),
}
LARGER = [
    ("ramsey", (3, 4, 8)),
    ("pentominoes", ("3x20",)),
    ("cryptarithm", ("ABC+DEF=GHI",)),
    ("cryptarithm", ("DONALD+GERALD=ROBERT",)),
    ("bibd", (10, 3, 1)),
]
CASES = [(name, key) for name, (_, keys) in SMALL.items() for key in keys]


@pytest.mark.parametrize(("name", "key"), CASES, ids=str)
def test_a_plain_program_counts_what_the_puzzle_says_is_known(name: str, key: tuple[int | str, ...]) -> None:
    puzzle = models.find(name)
    known = puzzle.known_count(dict(zip([p.name for p in puzzle.parameters], key, strict=True)))
    assert known is not None
    assert SMALL[name][0](*key) == known[0], known


@pytest.mark.slow
@pytest.mark.parametrize(("name", "key"), LARGER, ids=str)
def test_a_plain_program_counts_the_larger_ones_too(name: str, key: tuple[int | str, ...]) -> None:
    test_a_plain_program_counts_what_the_puzzle_says_is_known(name, key)


def test_the_fano_plane_with_its_points_named_in_all_ways_is_30_designs() -> None:
    plane = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)]
    named = {frozenset(frozenset(name[p] for p in block) for block in plane) for name in permutations(range(7))}
    assert len(named) == factorial(7) // 168 == bibd(7, 3, 1)
