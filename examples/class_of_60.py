"""A class of 60 submissions of n queens whose truth is known, to try `threefold mark` on:

    python examples/class_of_60.py submissions 8
    threefold mark nqueens 8 submissions -o marks.csv --html marks.html

The truth is in submissions/.truth.csv: the verdict, and the group of copies. Right ones are in several encodings and paradigms.
"""

import csv
import gzip
import random
import sys
from itertools import combinations, product
from itertools import pairwise as consecutive
from pathlib import Path

Clauses = list[list[int]]
LINES = ("row", "column", "falling", "rising")


def lines(n: int, kind: str) -> list[list[int]]:
    """The cells of every line of a kind, numbered row by row."""
    place = {
        "row": lambda r, c: r,
        "column": lambda r, c: c,
        "falling": lambda r, c: r - c,
        "rising": lambda r, c: r + c,
    }
    found: dict[int, list[int]] = {}
    for r, c in product(range(n), repeat=2):
        found.setdefault(place[kind](r, c), []).append(r * n + c + 1)
    return list(found.values())


def pairwise(cells: list[int]) -> Clauses:
    return [[-a, -b] for a, b in combinations(cells, 2)]


def counter(cells: list[int], top: int) -> Clauses:
    """Sinz's sequential counter, with auxiliaries above `top`."""
    s = [top + i for i in range(1, len(cells))]
    clauses = [[-x, y] for x, y in zip(cells, s, strict=False)]
    clauses += [[-a, b] for a, b in consecutive(s)]
    return clauses + [[-x, -a] for x, a in zip(cells[1:], s, strict=True)]


def bitwise(cells: list[int], top: int) -> Clauses:
    bits = range((len(cells) - 1).bit_length())
    return [[-x, (top + 1 + b) * (1 if i >> b & 1 else -1)] for i, x in enumerate(cells) for b in bits]


def queens(
    n: int, one: tuple[str, ...] = ("row",), without: str = "", encoding: str = "pairwise", top: int = 0
) -> Clauses:
    """At least one queen in each of the lines `one`; at most one in all lines but `without`."""
    clauses = [list(cells) for kind in one for cells in lines(n, kind)]
    top = top or n * n
    for kind in (kind for kind in LINES if kind != without):
        for cells in (cells for cells in lines(n, kind) if len(cells) > 1):
            made = (
                pairwise(cells)
                if encoding == "pairwise"
                else {"counter": counter, "bitwise": bitwise}[encoding](cells, top)
            )
            top = max(top, *(abs(literal) for clause in made for literal in clause))
            clauses += made
    return clauses


def dimacs(clauses: Clauses, n: int) -> str:
    top = max(n * n, *(abs(literal) for clause in clauses for literal in clause))
    return f"p cnf {top} {len(clauses)}\n" + "".join(f"{' '.join(map(str, clause))} 0\n" for clause in clauses)


def renumbered(clauses: Clauses, change: dict[int, int]) -> Clauses:
    return [[(1 if x > 0 else -1) * change.get(abs(x), abs(x)) for x in clause] for clause in clauses]


def shuffled(clauses: Clauses, seed: int) -> Clauses:
    chosen = random.Random(seed)
    return [chosen.sample(clause, len(clause)) for clause in chosen.sample(clauses, len(clauses))]


def program(n: int, form: str, without: str = "") -> str:
    def name(cell: int) -> str:
        return f"x_{(cell - 1) // n + 1}_{(cell - 1) % n + 1}"

    rows = [(cells, "=" if kind == "row" else "<=") for kind in LINES if kind != without for cells in lines(n, kind)]
    if form == "opb":
        texts = [(" ".join(f"+1 x{c}" for c in cells), cells, sense) for cells, sense in rows]
        return "".join(f"{t} = 1 ;\n" if s == "=" else f"{t.replace('+1', '-1')} >= -1 ;\n" for t, _, s in texts)
    if form == "mps":
        return mps(n, [([name(cell) for cell in cells], sense) for cells, sense in rows])
    body = "".join(f" r{i}: {' + '.join(map(name, cells))} {sense} 1\n" for i, (cells, sense) in enumerate(rows))
    return f"Minimize\n obj: 0\nSubject To\n{body}Binaries\n {' '.join(map(name, range(1, n * n + 1)))}\nEnd\n"


def mps(n: int, rows: list[tuple[list[str], str]]) -> str:
    names = [f"x_{r}_{c}" for r, c in product(range(1, n + 1), repeat=2)]
    heads = "".join(f" {'E' if sense == '=' else 'L'} r{i}\n" for i, (_, sense) in enumerate(rows))
    columns = "".join(f" {x} r{i} 1\n" for x in names for i, (cells, _) in enumerate(rows) if x in cells)
    sides = "".join(f" RHS r{i} 1\n" for i in range(len(rows)))
    bounds = "".join(f" BV BND {x}\n" for x in names)
    return f"NAME queens\nROWS\n N cost\n{heads}COLUMNS\n{columns}RHS\n{sides}BOUNDS\n{bounds}ENDATA\n"


ENCODER = """import threefold as tf

def encode(n):
    e = tf.Encoder("queens")
    cells = range(1, n + 1)
    Q = e.family("Q", cells, cells)
    for i in cells:
        e.clause(*(Q[i, j] for j in cells))
    for i in cells:
        for j in cells:
            for k in cells:
                for m in cells:
                    same = i == k or j == m{diagonals}
                    if (i, j) < (k, m) and same:
                        e.clause(-Q[i, j], -Q[k, m])
    return e
"""
REDUCTION = """def reduce_nqueens_to_SAT(n):
    cell = lambda i, j: (i - 1) * n + j
    cells = range({start}, n + 1)
    clauses = [[cell(i, j) for j in cells] + [0] for i in cells]
    for i in cells:
        for j in cells:
            for k in cells:
                for m in cells:
                    if (i, j) < (k, m) and (i == k or j == m or abs(i - k) == abs(j - m)):
                        clauses.append([-cell(i, j), -cell(k, m), 0])
    return [["p", "cnf", n * n, len(clauses)]] + clauses
"""
SPEC = """from threefold import AllDifferent, Parameter, Puzzle, Spec

def build(n):
    spec, rows = Spec("mine", n=n), range(1, n + 1)
    q = spec.integers("q", rows, domain=rows)
    spec.group("columns").add(AllDifferent(q))
    spec.group("falling").add(AllDifferent(q[r] - r for r in rows))
    {rising}
    return spec

PUZZLE = Puzzle("mine", "queens", (Parameter("n", "size", 1, 99),), build, str, example=(4,))
"""
RISING = 'spec.group("rising").add(AllDifferent(q[r] + r for r in rows))'
WRONG_GROUPS = {"row": "too weak", "falling": "too weak", "rising": "too weak"}


def submissions(n: int) -> list[tuple[str, str | bytes, str, str]]:
    """The ending of the file, its content, the true verdict (right, wrong, too weak, …) and the copies' group."""
    right = queens(n)
    by_columns = {r * n + c + 1: c * n + r + 1 for r, c in product(range(n), repeat=2)}
    made: list[tuple[str, str | bytes, str, str]] = []

    def add(ending: str, content: str | bytes | Clauses, verdict: str, copies: str = "") -> None:
        made.append((ending, dimacs(content, n) if isinstance(content, list) else content, verdict, copies))

    for seed in range(4):  # the reference itself, in several orders: never a copy
        add(".cnf", shuffled(right, seed), "right")
    for one in (("column",), ("row", "column")):
        add(".cnf", queens(n, one), "right")
        add(".cnf", shuffled(queens(n, one), 7), "right")
    add(".cnf.gz", gzip.compress(dimacs(right, n).encode(), mtime=0), "right")
    add(".cnf", queens(n, encoding="counter"), "right")
    add(".cnf", queens(n, encoding="counter", top=n * n + 40), "right")
    add(".cnf", queens(n, ("column",), encoding="counter"), "right")
    add(".cnf", queens(n, encoding="bitwise"), "right")
    add(".cnf", right + queens(n, ("column",), encoding="bitwise"), "right")
    add(".py", ENCODER.format(diagonals=" or abs(i - k) == abs(j - m)"), "right")
    add(".py", REDUCTION.format(start=1), "right")
    add(".py", SPEC.format(rising=RISING), "right")
    for form in ("lp", "mps", "opb"):
        add(f".{form}", program(n, form), "right")
    # Copies: an encoding with auxiliaries of one's own, then shuffled, then with other numbers.
    own = [*queens(n, ("row", "column"), encoding="bitwise"), [*lines(n, "row")[0], n + 1]]
    top = max(abs(x) for clause in own for x in clause)
    for copy in (own, own, shuffled(own, 1), renumbered(own, {x: 2 * top - x for x in range(n * n + 1, top + 1)})):
        add(".cnf", copy, "right", "bitwise")
    for without in ("falling", "rising"):
        add(".cnf", queens(n, without=without), "too weak", f"no {without}")
        add(".cnf", shuffled(queens(n, without=without), 3), "too weak", f"no {without}")
        add(".lp", program(n, "lp", without), "too weak")
    add(".cnf", queens(n, without="falling", encoding="counter"), "too weak")
    add(".cnf", queens(n, ()), "too weak")
    add(".cnf", [clause for clause in right if clause != lines(n, "row")[0]], "too weak")
    add(".cnf", [clause for clause in right if clause != [-4, -(n + 5)]], "too weak")
    add(".cnf", [clause for clause in right if clause != [-1, -(n + 2)]], "too weak")
    add(".cnf", queens(n, (), without="rising"), "too weak")
    add(".py", ENCODER.format(diagonals=""), "too weak")
    add(".py", ENCODER.format(diagonals=" or i - k == j - m"), "too weak")
    add(".py", SPEC.format(rising="pass"), "too weak")
    add(".opb", program(n, "opb", "rising"), "too weak")
    add(".mps", program(n, "mps", "falling"), "too weak")
    add(".cnf", [*right, [1]], "too strong", "corner")
    add(".cnf", [*right, [-4]], "too strong", "row 1")
    add(".cnf", [*right, [-4, -(n + 6)]], "too strong")
    add(".cnf", renumbered(right, {2: 1, 1: 2}), "both")
    add(".cnf", [[-x for x in clause] for clause in right], "both")
    add(
        ".cnf", [[-x for x in clause] if place == n + 3 else clause for place, clause in enumerate(right)], "too strong"
    )
    add(".py", REDUCTION.format(start=2), "both")
    add(".cnf", queens(n, encoding="counter", top=n * n - 20), "wrong")
    add(".cnf", [*right, [1], [-1]], "too strong")
    add(".cnf", renumbered(queens(n, without="rising"), by_columns), "too weak", "no rising")
    add(".cnf", dimacs(right, n).replace("p cnf", "p sat"), "unreadable")
    add(".cnf", dimacs(queens(n - 1), n - 1), "unreadable")
    add(".py", "def encode(n):\n    return 1 / 0\n", "unreadable")
    add(".py", "def encode(n)\n    return []\n", "unreadable")
    add(".lp", "x + y <= 1\n", "unreadable")
    add(".cnf", "", "unreadable")
    add(".cnf", right, "right")
    add(".cnf", [*right, [1]], "too strong", "corner")
    add(".cnf", shuffled([*right, [-4]], 5), "too strong", "row 1")
    return made


def write(folder: Path, n: int) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    made = submissions(n)
    with (folder / ".truth.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["student", "verdict", "copies"])
        for number, (ending, content, verdict, copies) in enumerate(made, start=1):
            student = f"student_{number:02}"
            data = content if isinstance(content, bytes) else content.encode()
            (folder / f"{student}{ending}").write_bytes(data)
            writer.writerow([student, verdict, copies])
    return len(made)


if __name__ == "__main__":
    print(f"{write(Path(sys.argv[1]), int(sys.argv[2]))} submissions in {sys.argv[1]}")
