"""Small instances of every puzzle with their numbers of solutions: none if the puzzle has such an instance, one, and many.

The numbers do not come from the puzzles. If a puzzle's `known` has the same instance, the two are compared.
"""

Instance = tuple[str, tuple[int | str, ...], int]

COUNTS: dict[str, dict[tuple[int | str, ...], int]] = {
    "bibd": {(4, 3, 1): 0, (3, 2, 1): 1, (6, 3, 2): 12, (7, 3, 1): 30},
    "cards": {(5, 2): 0, (3, 2): 2, (4, 1): 24, (7, 2): 52},
    "colouring": {("cycle5", 2): 0, ("cycle4", 2): 2, ("petersen", 3): 120, ("myciel3", 3): 0},
    "costas": {(1,): 1, (3,): 4, (5,): 40},
    "cryptarithm": {("A+A=A",): 0, ("SEND+MORE=MONEY",): 1, ("A+B=C",): 32},
    "domination": {(5, 2): 0, (3, 1): 1, (2, 1): 4, (5, 3): 186},
    "futoshiki": {("circle",): 0, ("five",): 1, ("open4",): 288},
    "golfers": {(2, 2, 4): 0, (2, 3, 2): 0, (2, 2, 1): 6, (2, 2, 3): 48},
    "golomb": {(4, 5): 0, (2, 1): 1, (4, 6): 2, (5, 11): 4},
    "jobshop": {("three", 10): 0, ("two", 3): 2, ("three", 11): 32},
    "knapsack": {("three", 12): 0, ("three", 11): 1, ("p02", 40): 4},
    "knights": {(4, 4): 0, (5, 5): 0, (5, 6): 16},
    "langford": {(5, 2): 0, (4, 2): 2, (7, 2): 52},
    "latin": {(1,): 1, (2,): 2, (3,): 12},
    "magic": {(2,): 0, (1,): 1, (3,): 8},
    "nonogram": {("impossible",): 0, ("heart",): 1, ("rooks",): 24},
    "nqueens": {(3,): 0, (1,): 1, (4,): 2, (6,): 4, (8,): 92},
    "pentominoes": {("2x5:PU",): 0, ("3x5:PUV",): 4, ("5x5:LNPVY",): 24},
    "pigeonhole": {(5, 4): 0, (1, 1): 1, (3, 4): 24},
    "qcp": {(4, 50, 1): 0, (5, 42, 1): 1, (5, 70, 2): 20},
    "quasigroup": {("evans4",): 0, ("five",): 1, ("open5",): 336},
    "ramsey": {(3, 3, 6): 0, (3, 3, 5): 12, (3, 3, 4): 18},
    "schur": {(2, 5): 0, (2, 4): 2, (3, 13): 18},
    "sudoku": {("impossible",): 0, ("easy",): 1, ("1...............",): 72},
    "vanderwaerden": {(2, 3, 9): 0, (2, 3, 8): 6, (3, 2, 3): 6},
    "zebra": {(0,): 1, (1,): 32},
}
# Puzzles that have no such instance.
NEVER_NONE = {"costas", "latin", "zebra"}
SLOW: list[tuple[str, tuple[int | str, ...]]] = [("knights", (5, 6)), ("pentominoes", ("5x5:LNPVY",))]  # for CBC
TOO_MUCH_FOR_BACKTRACKING = [
    ("cards", (7, 2)),
    ("cryptarithm", ("SEND+MORE=MONEY",)),
    ("domination", (5, 2)),
    ("domination", (5, 3)),
    ("knights", (4, 4)),
    ("knights", (5, 5)),
    ("knights", (5, 6)),
    ("langford", (7, 2)),
    ("pentominoes", ("3x5:PUV",)),
    ("pentominoes", ("5x5:LNPVY",)),
]

INSTANCES: list[Instance] = [(name, key, count) for name, counts in COUNTS.items() for key, count in counts.items()]
