"""`prove --optimum`: a solution that has the value, and a certificate that none is better."""

import gzip
import json
from pathlib import Path

import pytest

import threefold as tf
from threefold.commands import main as cli
from threefold.proofs.by_clauses import part_of
from threefold.proofs.certificate import Origin, certificate
from threefold.proofs.verification import Verification, check
from threefold.runs.instance import Instance
from threefold.verifier import Invalid


def run(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = cli.run(words.split(), "threefold")
    out, err = capsys.readouterr()
    return code, out, err


def test_an_optimum_is_proved_and_its_certificate_is_about_better_solutions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ruler.proof"
    code, out, _ = run(f"prove golomb 4 --optimum -o {path}", capsys)
    assert code == 0
    assert "proved: golomb 4 has the optimum 6: no solution is better (" in out
    assert out.split("\n")[1] in ("0 1 4 6", "0 2 5 6")
    code, out, _ = run(f"verify {path}", capsys)
    assert (code, out.split("\n")[0]) == (0, "valid: golomb 4 has no solution better than 6")


@pytest.mark.parametrize(
    ("words", "optimum"),
    [(("golomb", 2), 1), (("golomb", 5), 11), (("knapsack", "p02"), 51), (("jobshop", "three"), 11)],
)
def test_both_routes_prove_optima(words: tuple[str, int | str], optimum: int) -> None:
    proof = tf.prove(*words, optimum=True, by="sat,ilp")
    assert (proof.optimum, proof.verification.better_than, proof.verification.count) == (optimum, optimum, 0)
    assert set(proof.verification.checked) == {"sat", "ilp"}


def test_an_optimum_is_proved_in_parts_too(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("prove golomb 5 --optimum --parts 4 --json", capsys)
    assert (code, json.loads(out)["optimum"]) == (0, 11)


def test_the_optimum_of_a_spec_made_in_python_is_proved() -> None:
    spec = tf.Spec("larger")
    x, y = spec.integer("x", range(4)), spec.integer("y", range(4))
    spec.group("sum").add(x + 2 * y <= 5)
    spec.maximize(x + y)
    assert tf.prove(spec, optimum=True).optimum == 4


def test_without_any_solution_there_is_no_optimum() -> None:
    spec = tf.Spec("nothing")
    x = spec.integer("x", range(4))
    spec.group("impossible").add(x + 0 <= 1, x + 0 >= 2)
    spec.minimize(x)
    proof = tf.prove(spec, optimum=True)
    assert (proof.optimum, proof.verification.count) == (None, 0)


def test_a_puzzle_without_objective_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, error = run("prove nqueens 4 --optimum", capsys)
    assert code == 2
    assert "nqueens n=4 has no objective" in error


def test_a_value_that_is_not_the_optimum_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver that finds it is not trusted."""
    worse = Instance("golomb", {"m": 4}, better_than=7)
    monkeypatch.setattr("threefold.api.proofs.beyond_the_optimum", lambda instance, limits: (worse, ""))
    with pytest.raises(tf.ThreefoldError, match="there is a solution: the solver's optimum was wrong"):
        tf.prove("golomb", 4, optimum=True)


def claimed_by(origin: Origin, instance: Instance, folder: Path) -> Verification:
    spec, path = instance.load()[1], folder / "test.proof"
    part = part_of(spec)
    lines = certificate(origin, spec, part.solutions, {"sat": part.lines})
    path.write_text("".join(f"{line}\n" for line in lines))
    return check(lambda value: None, str(path))


BETTER_THAN_6 = Instance("golomb", {"m": 4}, better_than=6)


def test_the_bound_in_the_heading_is_compared_with_the_specification(tmp_path: Path) -> None:
    honest = claimed_by(Origin("golomb", ("4",), better_than=6), BETTER_THAN_6, tmp_path)
    assert (honest.puzzle, honest.better_than, honest.count) == ("golomb 4", 6, 0)
    for wrong in (Origin("golomb", ("4",), better_than=5), Origin("golomb", ("4",)), Origin("golomb", ("5",))):
        with pytest.raises(Invalid, match="the enclosed specification is not the one of golomb"):
            claimed_by(wrong, BETTER_THAN_6, tmp_path)


def test_two_bounds_are_no_claim(tmp_path: Path) -> None:
    path = tmp_path / "test.proof"
    tf.prove("golomb", 4, optimum=True, output=path)
    text = gzip.decompress(path.read_bytes()).decode() if path.read_bytes()[:2] == b"\x1f\x8b" else path.read_text()
    path.write_text(text.replace('better "6"\n', 'better "6"\nbetter "5"\n'))
    with pytest.raises(Invalid, match="must be one integer"):
        check(lambda value: None, str(path))


def test_a_bound_of_a_puzzle_without_objective_says_nothing(tmp_path: Path) -> None:
    found = claimed_by(Origin("nqueens", ("3",), better_than=6), Instance("nqueens", {"n": 3}), tmp_path)
    assert (found.puzzle, found.better_than) == (None, None)
    assert "nqueens: it has no objective" in found.note
