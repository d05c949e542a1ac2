"""`prove --optimum`: a solution that has the value, and a certificate that none is better."""

import gzip
import json
from pathlib import Path

import pytest

import threefold as tf
from threefold.commands import main as cli
from threefold.proofs.optimum import Best
from threefold.verifier import Invalid


def run(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = cli.run(words.split(), "threefold")
    out, err = capsys.readouterr()
    return code, out, err


def test_an_optimum_is_proved_and_its_certificate_says_who_attains_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ruler.proof"
    code, out, _ = run(f"prove golomb 4 --optimum -o {path}", capsys)
    assert code == 0
    assert "proved: golomb 4 has the optimum 6, attained by mark[1]=0, mark[2]=" in out
    drawn = out.split("\n")[1]
    assert drawn in ("0 1 4 6", "0 2 5 6")
    attained = ", ".join(f"mark[{place}]={value}" for place, value in enumerate(drawn.split(), 1))
    code, out, _ = run(f"verify {path}", capsys)
    heading, *details = out.splitlines()
    assert (code, heading) == (0, f"valid: golomb 4 has the optimum 6, attained by {attained}, and nothing better")
    assert details[1] == "  the solution satisfies all constraints and has this value of the objective"
    assert details[2].endswith("no better solution")
    assert run(f"verify {path} --quiet", capsys)[:2] == (0, "6\n")
    answer = json.loads(run(f"verify {path} --json", capsys)[1])
    assert (answer["count"], answer["optimum"], answer["attained"]) == (None, 6, attained)


@pytest.mark.parametrize(
    ("words", "optimum"),
    [(("golomb", 2), 1), (("golomb", 5), 11), (("knapsack", "p02"), 51), (("jobshop", "three"), 11)],
)
def test_both_routes_prove_optima(words: tuple[str, int | str], optimum: int) -> None:
    proof = tf.prove(*words, optimum=True, by="sat,ilp")
    assert (proof.optimum, proof.verification.optimum, proof.verification.count) == (optimum, optimum, None)
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


def test_a_proof_and_its_verification_are_printed_as_their_sentence(tmp_path: Path) -> None:
    proof = tf.prove("nqueens", 4, output=tmp_path / "queens.proof")
    assert str(proof) == "proved: nqueens 4 has exactly 2 solutions"
    assert str(tf.verify(tmp_path / "queens.proof")) == "valid: nqueens 4 has exactly 2 solutions"
    assert str(tf.prove("golomb", 3, optimum=True)).startswith(
        "proved: golomb 3 has the optimum 3, attained by mark[1]=0"
    )


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


def better_than_the_best(monkeypatch: pytest.MonkeyPatch, best: Best) -> None:
    """The solver that finds it is not trusted."""
    monkeypatch.setattr("threefold.api.proofs.best_of", lambda instance, limits: best)


@pytest.mark.parametrize("parts", [None, 3])
def test_a_value_that_is_not_the_optimum_is_not_proved(parts: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    better_than_the_best(monkeypatch, Best(7, (0, 1, 4, 7, 1, 4, 7, 3, 6, 3), ""))
    with pytest.raises(tf.ThreefoldError, match="there is a better solution: the solver's optimum was wrong"):
        tf.prove("golomb", 4, optimum=True, parts=parts)


@pytest.mark.parametrize(
    ("solution", "reason"),
    [
        ((0, 1, 3, 5, 1, 3, 5, 2, 4, 2), "not a solution: it violates"),
        ((0, 1, 3, 7, 1, 3, 7, 2, 6, 4), "has the value 7, and not the optimum 5"),
    ],
)
def test_a_solver_that_invents_its_best_solution_is_caught(
    solution: tuple[int, ...], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    better_than_the_best(monkeypatch, Best(5, solution, ""))
    with pytest.raises(tf.ThreefoldError, match=f"the verifier rejects the certificate: .*{reason}"):
        tf.prove("golomb", 4, optimum=True)


def test_the_optimum_of_another_puzzle_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "test.proof"
    tf.prove("golomb", 4, optimum=True, output=path)
    text = gzip.decompress(path.read_bytes()).decode()
    path.write_text(text.replace('puzzle "golomb", "4"', 'puzzle "golomb", "5"'))
    with pytest.raises(Invalid, match="the enclosed specification is not the one of golomb 5"):
        tf.verify(path)


def test_an_optimum_without_its_solution_is_of_an_earlier_version(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.proof"
    path.write_text('threefold certificate 1\npuzzle "golomb", "4"\nbetter "6"\n')
    code, _, error = run(f"verify {path}", capsys)
    assert (code, "prove it again" in error) == (1, True)
