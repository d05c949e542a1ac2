"""`encodings`: the catalogue, and the audit of every encoding on a puzzle. Most tests have a stand-in for the model counter."""

import json
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from threefold.backends.backend import Search
from threefold.backends.sat.catalogue import ENCODINGS, names
from threefold.backends.sat.program import CnfProgram
from threefold.backends.sat.solvers import SECOND
from threefold.commands import main as cli
from threefold.commands.progress import Progress
from threefold.format import large
from threefold.language import Assignment

STAND_IN = """
class Counter:
    def new_vars(self, n): self.sampled = False
    def set_sampling_set(self, numbers): self.sampled = True
    def add_clause(self, clause): pass
    def count(self): {body}
"""


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = cli.run(["encodings", *map(str, words)], "threefold")
    output = capsys.readouterr()
    return code, output.out, output.err


def audited(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, dict[tuple[str, str], dict[str, object]]]:
    code, out, err = run(capsys, *words, "--json")
    assert err == ""
    result = json.loads(out)
    return code, {(row["kind"], row["name"]): row for row in result["rows"]}


@pytest.fixture
def counter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder at the front of the import path; its pyganak.py is the model counter."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pyganak", raising=False)  # an earlier test may have imported the real one
    return tmp_path / "pyganak.py"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rows, for tests that are not about encodings."""
    chosen = [("amo", "pairwise"), ("amo", "totalizer"), ("amo", "native"), ("ints", "order")]
    few = [each for each in ENCODINGS if (each.kind, each.name) in chosen]
    monkeypatch.setattr("threefold.cnf.encoding_audit.ENCODINGS", few)


@pytest.fixture
def no_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyganak", None)


def test_the_catalogue_names_every_encoding_with_its_reference_on_80_columns(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys)
    assert code == 0
    for encoding in ENCODINGS:
        assert f"\n  {encoding.name:<13}{encoding.clauses}" in out
        assert encoding.reference.split(",")[0] in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80
    listed = json.loads(run(capsys, "--json")[1])["encodings"]
    assert [(each["kind"], each["name"]) for each in listed] == [(each.kind, each.name) for each in ENCODINGS]


@pytest.mark.usefixtures("no_counter")
def test_the_audit_of_8_queens_agrees_and_says_how_to_get_the_model_counter(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "nqueens", 8)
    assert (code, err) == (0, "")
    assert "agree: 17 configurations found the same 92 solutions" in out
    assert "pip install 'threefold[count]'" in " ".join(out.split())
    assert re.search(r"pairwise +64 \+ 0 +736 +1,520 .* 92 +unknown", out)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.usefixtures("no_counter")
def test_rows_are_those_of_the_options_that_the_puzzle_uses(capsys: pytest.CaptureFixture[str]) -> None:
    code, rows = audited(capsys, "cards", 3, 2)
    assert code == 0
    assert list(rows) == [(kind, name) for kind in ("amo", "ints") for name in names(kind)]
    assert {row["count"] for row in rows.values()} == {2}
    assert {row["models"] for row in rows.values()} == {None}
    assert rows["amo", "native"]["solver"] == "minicard"


@pytest.mark.usefixtures("few")
def test_models_and_the_factor_are_shown(
    capsys: pytest.CaptureFixture[str], counter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("threefold.cnf.encoding_audit.MOST_EXTENDED", 0)  # the counter is asked for the whole formula
    counter.write_text(STAND_IN.format(body="return 2 if self.sampled else 2 * 10**40"))
    code, rows = audited(capsys, "nqueens", 4)
    assert code == 0
    row = rows["amo", "totalizer"]
    assert (row["count"], row["counted_solutions"], row["models"], row["factor"]) == (
        2,
        2,
        str(2 * 10**40),
        str(10**40),
    )
    assert rows["amo", "native"]["models_unknown"] == "no CNF"
    code, out, _ = run(capsys, "nqueens", 4)
    assert code == 0
    assert "2.0e40  1.0e40" in out


@pytest.mark.usefixtures("few")
def test_a_model_counter_that_finds_other_solutions_is_exit_1(
    capsys: pytest.CaptureFixture[str], counter: Path
) -> None:
    counter.write_text(STAND_IN.format(body="return 3"))
    code, out, _ = run(capsys, "nqueens", 4)
    assert code == 1
    assert "the second count has 3 solutions" in out


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("missed", [0, 1])
def test_where_a_model_counter_would_take_long_another_solver_counts_the_solutions_again(
    capsys: pytest.CaptureFixture[str], counter: Path, monkeypatch: pytest.MonkeyPatch, missed: int
) -> None:
    def without_one(program: CnfProgram, **words: Any) -> Search | Iterator[Assignment]:
        search = listed(program, **words)
        return islice(search, missed, None) if program.configuration.solver == SECOND else search

    listed = CnfProgram.load
    monkeypatch.setattr(CnfProgram, "load", without_one)
    counter.write_text(STAND_IN.format(body="assert not self.sampled; return 1"))
    code, rows = audited(capsys, "nqueens", 7)
    assert (code, {row["counted_solutions"] for row in rows.values()}) == (missed, {40 - missed, None})


@pytest.mark.usefixtures("few")
def test_a_row_that_hits_the_limit_says_so(capsys: pytest.CaptureFixture[str], counter: Path) -> None:
    counter.write_text("import time\n" + STAND_IN.format(body="time.sleep(9)"))
    code, rows = audited(capsys, "nqueens", 4, "--timeout", 0.4)
    assert code == 0
    assert {row["models_unknown"] for row in rows.values()} == {"time limit of 0.4 s", "no CNF"}
    assert {row["count"] for row in rows.values()} == {2}


@pytest.mark.slow
@pytest.mark.usefixtures("few")
def test_counts_that_are_cut_are_no_verdict(capsys: pytest.CaptureFixture[str], counter: Path) -> None:
    counter.write_text("import time\n" + STAND_IN.format(body="time.sleep(9)"))
    code, out, _ = run(capsys, "nqueens", 14, "--timeout", 0.3)
    assert code == 3
    assert re.search(r"pairwise .*≥ \d", out)
    assert "time limit of 0.3 s" in out
    assert "incomplete: no verdict" in out


@pytest.mark.usefixtures("few", "no_counter")
def test_the_first_solution_alone_gives_sizes_and_times(capsys: pytest.CaptureFixture[str]) -> None:
    code, rows = audited(capsys, "nqueens", 20, "--first")
    assert code == 0
    assert {row["count"] for row in rows.values()} == {1}
    assert {row["models_unknown"] for row in rows.values()} == {"not all solutions were asked for"}
    assert rows["amo", "pairwise"]["size"]["constraints"] == 12560  # type: ignore[index]


@pytest.mark.usefixtures("few", "no_counter")
def test_a_puzzle_without_solution_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "nqueens", 3)
    assert code == 0
    assert "found that there is no solution" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nquens", "8"], "no puzzle 'nquens'"),
        (["cards", "4"], "k is missing"),
        (["nqueens", "8", "--timeout", "-1"], "--timeout must be"),
        (["nqueens", "8", "--given", "queen[9]=1"], "queen"),
        (["nqueens", "8", "--frst"], "no option '--frst'"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


@pytest.mark.usefixtures("few", "no_counter")
def test_an_interrupted_audit_shows_the_rows_that_are_finished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted_at_the_third(progress: Progress, run: str, label: str) -> None:
        if len(progress.records) == 2:
            raise KeyboardInterrupt
        started(progress, run, label)

    started = Progress.started
    monkeypatch.setattr(Progress, "started", interrupted_at_the_third)
    code, out, err = run(capsys, "nqueens", 4)
    assert (code, err) == (130, "threefold: interrupted: 2 of 4 rows are finished\n")
    assert re.search(r"^  pairwise .* 2 +unknown", out, re.MULTILINE)
    assert ("native" in out, "agree" in out) == (False, False)


def test_large_numbers_are_short() -> None:
    shown = {92: "92", 123_456: "123,456", 999_999_999: "1.0e9", 42 * 10**30: "4.2e31", 10**5000: "1.0e5000"}
    assert {number: large(number) for number in shown} == shown


@pytest.mark.skipif(find_spec("pyganak") is None, reason="pyganak is not installed")
def test_the_model_counter_counts_the_models_of_6_queens(capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers that were counted before this command existed."""
    code, rows = audited(capsys, "nqueens", 6)
    assert code == 0
    assert {row["counted_solutions"] for row in rows.values()} == {4, None}
    models = {name: row["models"] for (kind, name), row in rows.items() if kind == "amo"}
    assert {name for name, count in models.items() if count == "4"} == {"auto", "pairwise", "commander", "ladder"}
    assert (models["seqcounter"], models["bitwise"], models["product"]) == ("1296", "4096", "576")
    assert {rows["ints", name]["models"] for name in names("ints")} == {"4"}
