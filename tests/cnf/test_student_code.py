"""A student's file is called in a guarded child: its formula, or one line that says what is wrong."""

from pathlib import Path

import pytest

import threefold as tf
from threefold.cnf.files import in_memory
from threefold.cnf.relate import relate_file
from threefold.cnf.student_code import NoSuchFunction, formula_of
from threefold.guard import Limits
from threefold.runs.instance import Instance

LIMITS = Limits(seconds=20)
REDUCE = """
from itertools import combinations, product
def reduce_nqueens_to_SAT(n):
    cells = list(product(range(n), repeat=2))
    rows = [[i * n + j + 1 for j in range(n)] + [0] for i in range(n)]
    pairs = [[-(a * n + b + 1), -(c * n + d + 1), 0] for (a, b), (c, d) in combinations(cells, 2)
             if a == c or b == d or abs(a - c) == abs(b - d)]
    return [["p", "cnf", n * n, len(rows) + len(pairs)]] + rows + pairs
"""
ENCODE = """
import threefold as tf
from helper import pairs
print("this is dropped")
def encode(n):
    encoder = tf.Encoder("mine")
    x = encoder.family("x", range(1, n + 1), range(1, n + 1))
    for i in range(1, n + 1):
        encoder.clause(*(x[i, j] for j in range(1, n + 1)))
    for a, b in pairs(n):
        encoder.clause(-x[a], -x[b])
    return encoder
"""
HELPER = """
from itertools import combinations, product
def pairs(n):
    for a, b in combinations(product(range(1, n + 1), repeat=2), 2):
        if a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1]):
            yield a, b
"""


def written(folder: Path, code: str) -> Path:
    (folder / "mine.py").write_text(code)
    return folder / "mine.py"


@pytest.mark.parametrize("code", [REDUCE, ENCODE])
def test_a_right_file_is_equal_to_the_puzzle(code: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "helper.py").write_text(HELPER)
    text = formula_of(written(tmp_path, code), {"n": 5}, LIMITS)
    with in_memory(text, "mine.py") as file:
        assert relate_file(Instance("nqueens", {"n": 5}), file, limits=LIMITS).verdict == "equal"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("returned", "text"),
    [
        ("[[1, -2], [2]]", "p cnf 2 2\n1 -2 0\n2 0\n"),
        ("[(1, -2, 0), (2, 0)]", "p cnf 2 2\n1 -2 0\n2 0\n"),
        ("[['p', 'cnf', 9, 1], [1, 0]]", "p cnf 9 1\n1 0\n"),
        ("iter([[]])", "p cnf 0 1\n0\n"),
        ("'p cnf 1 1\\n1 0\\n'", "p cnf 1 1\n1 0\n"),
        ("[]", "p cnf 0 0\n"),
    ],
)
def test_a_list_may_lack_the_header_and_the_zeros(returned: str, text: str, tmp_path: Path) -> None:
    assert formula_of(written(tmp_path, f"def encode(n): return {returned}"), [4], LIMITS) == text


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def encode(n): return None", "mine.py: encode(4) must return an Encoder or a list of clauses (got None)"),
        ("def encode(n): return [[1], 2]", "mine.py: encode(4): item 2 must be a list of integers (got 2)"),
        ("def encode(n): return [[1, 0, 2, 0]]", "encode(4): item 1: 0 ends a clause and cannot stand inside one"),
        ("def encode(n): return [[1, 'x']]", "mine.py: encode(4): item 1: a literal is an integer (got 'x')"),
        ("def encode(n):\n    return n[0]", "mine.py:2: TypeError: 'int' object is not subscriptable"),
        ("def encode(n, k): return []", "mine.py:1: TypeError: encode() missing 1 required positional argument: 'k'"),
        ("import sys\nsys.exit(3)", "mine.py:2: SystemExit: 3"),
        ("def encode(n) return", "mine.py:1: expected ':'"),
        (
            "import threefold as tf\ndef encode(n):\n    return tf.Encoder('q').clause(1)",
            "mine.py:3: q: clause 1: there is no variable 1: 0 are declared",
        ),
    ],
)
def test_a_mistake_is_one_line_with_the_place(code: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(tf.BadInput) as caught:
        formula_of(written(tmp_path, code), {"n": 4}, LIMITS)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_without_an_encoder_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(NoSuchFunction, match="has no function encode\\(…\\) or reduce_…_to_SAT\\(…\\)"):
        formula_of(written(tmp_path, "encode = 3"), {"n": 4}, LIMITS)
    with pytest.raises(tf.BadInput, match="there is no such file"):
        formula_of(tmp_path / "none.py", {"n": 4}, LIMITS)


def test_code_that_never_ends_reaches_the_limit(tmp_path: Path) -> None:
    with pytest.raises(tf.LimitReached, match="mine\\.py: time limit of 0\\.5 s before the formula was written"):
        formula_of(written(tmp_path, "def encode(n):\n    while True: pass"), {"n": 4}, Limits(seconds=0.5))


def test_code_that_ends_the_process_is_an_error_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(tf.ThreefoldError, match="mine\\.py: the run failed: exit status 7"):
        formula_of(written(tmp_path, "import os\nos._exit(7)"), {"n": 4}, LIMITS)
