"""`prove`, `verify` and `compare --prove`."""

import gzip
import json
import os
import threading
from collections.abc import Generator
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

import threefold as tf
from tests.checker.test_planted_faults import FaultyProgram, Lower, plant
from threefold import models
from threefold.backends.backend import Search
from threefold.commands import main as cli
from threefold.language import Assignment
from threefold.proofs.by_clauses import part_of
from threefold.proofs.certificate import Origin, certificate, write
from threefold.proofs.prove import ROUTES
from threefold.verifier import Invalid, NotACertificate

TRIP = """from threefold.language import Circuit, Puzzle, Spec


def build() -> Spec:
    spec = Spec("trip")
    x = spec.integers("x", range(2), domain=range(2))
    spec.group("no round trip").add(~Circuit(x))
    return spec


PUZZLE = Puzzle(name="trip", summary="no round trip", description="No round trip.", parameters=(), build=build, example=())
"""


def run(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = cli.run(words.split(), "threefold")
    out, err = capsys.readouterr()
    return code, out, err


def test_prove_writes_what_verify_accepts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "queens.proof"
    code, out, _ = run(f"prove nqueens 6 -o {path}", capsys)
    assert code == 0
    assert out.startswith("proved: nqueens 6 has exactly 4 solutions (")
    assert out.endswith(f"wrote {path}\n")
    code, out, _ = run(f"verify {path}", capsys)
    assert code == 0
    assert out.splitlines()[0] == "valid: nqueens 6 has exactly 4 solutions"
    assert "the text of nqueens 6, as it is built here" in out
    assert list(tmp_path.iterdir()) == [path]


def test_an_unsatisfiable_puzzle_is_proved_to_have_no_solution(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("prove pigeonhole 4 3", capsys)
    assert (code, out.partition(" (")[0]) == (0, "proved: pigeonhole 4 3 has no solution")


def written(spec: tf.Spec, origin: Origin, path: Path) -> Path:
    part = part_of(spec)
    with path.open("wb") as file:
        write(certificate(origin, spec, part.solutions, {"sat": part.lines}), file)
    return path


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("nqueens 8", "'nqueens 8'"),
        ("nqueens 8 has 93 solutions\n  specification: the text\x1b[2J", None),
        ("half of \ud800 a pair", None),
        ('it\'s "both"', None),
    ],
)
def test_the_title_of_an_enclosed_specification_cannot_look_like_a_puzzle(
    name: str, shown: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tf.Spec(name)
    spec.integer("x", range(2))
    code, out, _ = run(f"verify {written(spec, Origin(), tmp_path / 'a.proof')}", capsys)
    heading, *details = out.splitlines()
    assert code == 0
    assert heading.startswith("valid: the enclosed specification ")
    assert heading.endswith(" has exactly 2 solutions")
    assert shown is None or shown in heading
    assert (len(details), out.replace("\n", "").isprintable()) == (3, True)
    code, out, _ = run(f"verify {tmp_path / 'a.proof'} --json", capsys)
    assert (code, json.loads(out)["puzzle"]) == (0, None)


@pytest.mark.parametrize("end", ["\r   \r", "\n\n", "\u2028", " "])
def test_a_given_of_a_certificate_cannot_overwrite_the_line(
    end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = models.find("nqueens").build(n=5)
    spec.group("given").add(spec.variables[0] == 3)
    code, out, _ = run(
        f"verify {written(spec, Origin('nqueens', ('5',), (f'queen[1]=3{end}',)), tmp_path / 'a.proof')}", capsys
    )
    assert code == 0
    assert out.startswith(f"valid: nqueens 5 --given {f'queen[1]=3{end}'!r} has exactly 2 solutions\n")


def test_a_damaged_part_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(f"prove nqueens 5 --parts 2 --resume {tmp_path}", capsys)
    part = tmp_path / "sat-2-of-2.proof"
    compressed = part.read_bytes()
    whole = gzip.decompress(compressed)
    for damaged in (whole[:-40], whole[:300], b"", compressed[:-9], compressed[:-6] + b"x" + compressed[-5:]):
        part.write_bytes(damaged)
        code, _, err = run(f"prove nqueens 5 --parts 2 --resume {tmp_path}", capsys)
        assert (code, err.startswith(f"threefold: {part}: ")) == (2, True), err


ALL_ROUTES = ",".join(ROUTES)


@pytest.mark.parametrize("parts", [None, 5])
def test_a_proof_made_again_has_the_same_bytes(parts: int | None, tmp_path: Path) -> None:
    one, other = tmp_path / "one.proof", tmp_path / "other.proof"
    proof = tf.prove("nqueens", 5, by=ALL_ROUTES, parts=parts, jobs=2 if parts else 1, output=one)
    assert proof.verification.count == 10
    assert proof.verification.checked["sat"]["blocks"] == (parts + 1 if parts else 1)
    assert list(tf.verify(one).checked) == [*ROUTES]
    tf.prove("nqueens", 5, by=ALL_ROUTES, parts=parts, output=other)
    assert one.read_bytes() == other.read_bytes()


def test_parts_of_two_machines_are_merged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked, parts = f"prove nqueens 5 --by {ALL_ROUTES} --parts 4", 4 * len(ROUTES)
    for share in ("1/2", "2/2"):
        code, out, _ = run(f"{asked} --share {share} --resume {tmp_path / share[0]}", capsys)
        assert (code, out) == (0, f"{parts // 2} of {parts} parts are in {tmp_path / share[0]}\n")
    for part in (tmp_path / "2").iterdir():
        part.rename(tmp_path / "1" / part.name)
    made = {part: part.stat().st_mtime_ns for part in (tmp_path / "1").iterdir()}
    code, out, _ = run(f"{asked} --resume {tmp_path / '1'} -q", capsys)
    assert (code, out) == (0, "10\n")
    assert made == {part: part.stat().st_mtime_ns for part in (tmp_path / "1").iterdir()}
    run(f"{asked} -o {tmp_path / 'here'}", capsys)
    run(f"{asked} --resume {tmp_path / '1'} -o {tmp_path / 'merged'}", capsys)
    assert (tmp_path / "here").read_bytes() == (tmp_path / "merged").read_bytes()


@pytest.mark.parametrize("by", ROUTES)
def test_a_part_of_another_puzzle_is_not_merged(by: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(f"prove nqueens 6 --by {by} --parts 2 --share 1/2 --resume {tmp_path}", capsys)
    code, _, err = run(f"prove nqueens 5 --by {by} --parts 2 --resume {tmp_path}", capsys)
    assert code == 2
    assert "a part of another specification" in err


def test_a_part_of_an_earlier_version_is_named_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(f"prove nqueens 5 --parts 2 --resume {tmp_path}", capsys)
    part = tmp_path / "sat-1-of-2.proof"
    lines = gzip.decompress(part.read_bytes()).decode().split("\n")
    part.write_text("\n".join([lines[0], f"spec {'0' * 64}", "threefold spec 1", *lines[3:]]))
    code, _, err = run(f"prove nqueens 5 --parts 2 --resume {tmp_path}", capsys)
    assert code == 2
    assert err == (
        f"threefold: {part}: a part of another specification, or of an earlier version of Threefold: "
        "remove it, and it is made again\n"
    )
    part.unlink()
    assert run(f"prove nqueens 5 --parts 2 --resume {tmp_path} -q", capsys)[:2] == (0, "10\n")


def test_a_certificate_of_an_earlier_version_is_to_be_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.proof"
    text = 'threefold spec 1\nname "queens"\nend\n'
    path.write_text(f"threefold certificate 1\nspec {sha256(text.encode()).hexdigest()}\n{text}solutions 0\n")
    code, out, err = run(f"verify {path}", capsys)
    assert (code, out) == (1, "")
    assert "the specification was written by an earlier version of Threefold: prove it again" in err


@pytest.mark.parametrize("word", ["prove", "compare"])
def test_what_is_not_checked_is_said_in_the_sentence(
    word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a circuit stands inside another constraint."""
    (tmp_path / "trip.py").write_text(TRIP)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        if word == "compare":
            code, out, _ = run("compare trip.py --backends cp --prove -q", capsys)
            assert code == 0
            assert out.endswith("; the proof is complete for the decomposition of Circuit.\n")
            return
        code, out, _ = run("prove trip.py -o trip.proof", capsys)
        assert code == 0
        assert " has exactly 3 solutions, complete for the decomposition of Circuit (" in out
        code, out, _ = run("verify trip.proof", capsys)
        assert code == 0
        assert out.split("\n")[0].endswith(" has exactly 3 solutions, complete for the decomposition of Circuit")
        code, out, _ = run("verify trip.proof --json", capsys)
        assert json.loads(out)["unchecked"] == ["Circuit"]


@pytest.mark.parametrize("by", ROUTES)
def test_a_limit_keeps_the_finished_parts(by: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(f"prove latin 6 --by {by} --timeout 0.5 --parts 2 --resume {tmp_path}", capsys)
    assert code == 3
    assert "not proved: time limit of 0.5 s; 0 parts are kept" in err
    assert not list(tmp_path.iterdir())


def test_a_part_that_a_killed_process_was_writing_is_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unfinished = tmp_path / "sat-2-of-9.proof.threefold-999999999.part"
    unfinished.touch()
    assert run(f"prove nqueens 6 --parts 2 --resume {tmp_path}", capsys)[0] == 0
    assert not unfinished.exists()


def test_a_certificate_goes_through_a_pipe(tmp_path: Path) -> None:
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    tf.prove("nqueens", 6, output=pipe)
    reader.join(60)
    (tmp_path / "queens.proof").write_bytes(got[0])
    assert tf.verify(tmp_path / "queens.proof").count == 4
    assert pipe.is_fifo()


def test_verify_names_the_first_failing_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "queens.proof"
    tf.prove("nqueens", 6, output=path)
    lines = gzip.decompress(path.read_bytes()).decode().split("\n")
    lines[place := next(n for n, line in enumerate(lines) if line.startswith("s "))] = "s : 1"
    path.write_text("\n".join(lines))
    code, out, err = run(f"verify {path}", capsys)
    assert (code, out) == (1, "")
    assert err.startswith(f"threefold: line {place + 1}: the step does not follow")
    with pytest.raises(Invalid, match="does not follow"):
        tf.verify(path)


def test_another_file_is_not_a_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text").write_text("hello\n")
    for path in (tmp_path / "text", tmp_path / "absent", tmp_path):
        code, _, err = run(f"verify {path}", capsys)
        assert code == 2, err
        with pytest.raises(NotACertificate):
            tf.verify(path)


def test_verify_as_json_has_what_was_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tf.prove("nqueens", 6, output=tmp_path / "queens.proof")
    code, out, _ = run(f"verify {tmp_path / 'queens.proof'} --json", capsys)
    answer = json.loads(out)
    assert code == 0
    assert (answer["count"], answer["puzzle"], answer["checked"]["sat"]["blocking clauses"]) == (4, "nqueens 6", 4)


def test_a_spec_of_python_is_proved_without_the_name_of_a_puzzle() -> None:
    spec = tf.Spec("pairs")
    x = spec.integers("x", range(3), domain=range(3))
    spec.group("all different").add(tf.AllDifferent(x))
    found = tf.prove(spec).verification
    assert (found.count, found.puzzle, found.note) == (6, None, "the certificate names no puzzle")


@pytest.mark.parametrize("parts", ["", " --parts 4 --jobs 2"])
def test_the_export_is_a_proof_in_lrat(parts: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(f"prove nqueens 6 -o {tmp_path / 'q.proof'}{parts}", capsys)[0] == 0
    assert run(f"verify {tmp_path / 'q.proof'} --export {tmp_path / 'out'}", capsys)[0] == 0
    heading, *clauses = (tmp_path / "out" / "sat.cnf").read_text().splitlines()
    known = {n: {*map(int, clause.split()[:-1])} for n, clause in enumerate(clauses, 1)}
    assert heading.split()[3] == str(len(known))
    for line in (tmp_path / "out" / "sat.lrat").read_text().splitlines():
        number, *words = line.split()
        if words[0] == "d":
            for unused in words[1:-1]:
                del known[int(unused)]
            continue
        end = words.index("0")
        step, false = {*map(int, words[:end])}, {*map(int, words[:end])}
        for hint in map(int, words[end + 1 : -1]):
            left = known[hint] - false
            assert len(left) < 2
            false |= {-literal for literal in left}
        assert not left
        known[int(number)] = step
    assert not step


def test_a_step_with_a_literal_that_is_not_declared_is_true_but_not_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tf.Spec("one")
    spec.group("value").add(spec.integer("x", range(2)) == 1)
    block = ("block", "atom x0 == 1", "c 1 : 1", "s 1 99 : 1", "c solution : -1", "s : 1 3", "end block")
    with (tmp_path / "a.proof").open("wb") as file:
        write(certificate(Origin(), spec, [(1,)], {"sat": block}), file)
    assert run(f"verify {tmp_path / 'a.proof'}", capsys)[0] == 0
    code, _, err = run(f"verify {tmp_path / 'a.proof'} --export {tmp_path / 'out'}", capsys)
    assert (code, err) == (2, "threefold: literal 99 is not declared: the proof cannot be exported\n")


def test_compare_says_proved_beside_agree(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("compare nqueens 6 --backends sat,cp --prove -q", capsys)
    assert code == 0
    assert out.startswith("agree, proved: two backends found the same 4 solutions; 4 is the known number")
    assert "and these are exactly the proved ones;" in out
    result = tf.compare("nqueens", 6, backends="sat", prove=True)
    assert result.agree
    assert result.proof
    assert result.to_dict()["proof"]["count"] == 4


def without_the_first(search: Search) -> Generator[Assignment, None, None]:
    yield from islice(search, 1, None)


def without_any(search: Search) -> Generator[Assignment, None, None]:
    yield from ()


@pytest.mark.parametrize("fault", [without_the_first, without_any])
def test_a_solver_that_loses_solutions_is_caught_by_a_proof(
    fault: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong(lower: Lower) -> Lower:
        return lambda spec, configuration: FaultyProgram(lower(spec, configuration), fault)  # type: ignore[arg-type]

    plant(monkeypatch, "cp", wrong)
    code, out, _ = run("compare futoshiki open4 --backends cp --given cell[1,1]=1 --prove", capsys)
    assert code == 1, out
    assert "is the proved number" in out
    assert "witness: cp misses it" in out


def test_a_count_that_cannot_be_proved_in_time_is_incomplete(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("compare pigeonhole 12 11 --backends ilp --prove --timeout 2 -q", capsys)
    assert code == 3
    assert out.startswith("incomplete: ilp found that there is no solution; 0 is the known number")
    assert "not proved: time limit of 2 s" in out


def test_arguments_that_make_no_sense_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for words, message in {
        "prove nqueens 6 --by magic": "--by magic: expected sat",
        "prove nqueens 6 --by sat,sat": "--by must be one of",
        "prove nqueens 6 --parts 0": "--parts must be between 1 and 4096 (got 0)",
        "prove nqueens 6 --jobs 0": "--jobs must be between 1 and 256 (got 0)",
        "prove nqueens 6 --share 3/2": "--share must be K/M",
        "prove nqueens 6 --share 1/2": "--share needs --parts and --resume",
        f"prove nqueens 6 --resume {tmp_path / 'file'}": "a folder for the parts was expected",
        f"prove nqueens 6 -o {tmp_path / 'no' / 'file'}": "cannot be written",
        "verify": "a certificate is missing",
        "compare nqueens 6 --prove --first": "--prove counts all solutions",
        "compare nqueens 6 --prove --up-to-symmetry": "--prove is about solutions, not about classes",
    }.items():
        code, _, err = run(words, capsys)
        assert code in (2, 4), words
        assert message in err, words


def test_explain_shows_a_minimal_set_of_constraints(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("explain sudoku impossible", capsys)
    assert code == 0
    assert "Already these have none (3 of 4 groups, 11 of 55 constraints)" in out
    assert "  cell[5, 2] = 2 (given)\n" in out


def test_explain_has_one_sum_by_ilp_where_sat_needs_many_steps(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("explain pigeonhole 6 5", capsys)
    steps = tf.explain("pigeonhole", 6, 5).proofs["sat"].statistics["steps"]
    assert code == 0
    assert steps > 100
    table = [line.split() for line in out.partition("their refutations, verified:\n")[2].splitlines()]
    assert table[0] == ["sat", "ilp"]
    assert table[1][-1] == "11"
    assert table[2:4] == [["steps,", "sums", f"{steps:,}", "1"], ["nodes", "1"]]


def test_there_is_nothing_to_explain_where_there_is_a_solution(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("explain nqueens 6", capsys)
    drawing, _, sentence = out.rpartition("\n\n")
    assert (code, sentence) == (1, "nqueens n=6 has a solution: there is nothing to explain\n")
    assert (drawing.count("Q"), len(drawing.splitlines())) == (6, 6)
    assert tf.explain("nqueens", 6).core is None


def test_an_explanation_is_minimal() -> None:
    spec = tf.Spec("three")
    x = spec.integers("x", range(3), domain=range(3))
    spec.group("order").add(x[0] < x[1], x[1] < x[2], x[0] <= x[2])
    spec.group("more").add(x[2] <= 1, x[0] >= 0)
    core = tf.explain(spec).core
    assert core
    assert core.constraints == ("'order': x[0] <= x[1] - 1", "'order': x[1] <= x[2] - 1", "'more': Clause(x[2] <= 1)")
