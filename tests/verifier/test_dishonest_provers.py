"""What a dishonest prover could try: each is rejected with a sentence that names the line."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Never

import pytest

from tests.proofs.certificates import claimed, lines_of
from threefold import models
from threefold.guard import Report
from threefold.language import Spec
from threefold.language.canonical import lines as text_of
from threefold.proofs.by_clauses import part_of
from threefold.proofs.certificate import Origin, certificate, write
from threefold.proofs.verification import check
from threefold.verifier import Invalid, NotACertificate, verify


@pytest.fixture(scope="module")
def honest() -> tuple[str, ...]:
    """A certificate of 6 queens."""
    return tuple(lines_of(models.find("nqueens").build(n=6)))


def first(lines: list[str], start: str) -> int:
    return next(place for place, line in enumerate(lines) if line.startswith(start))


def last(lines: list[str], start: str) -> int:
    return max(place for place, line in enumerate(lines) if line.startswith(start))


def shorten_blocking(lines: list[str]) -> None:
    place = first(lines, "c solution")
    lines[place] = lines[place].rpartition(" ")[0]


def stretch_blocking(lines: list[str]) -> None:
    """It mentions a name that is no decision variable."""
    place = first(lines, "c solution")
    lines[place] += " 37"
    lines[place:place] = ["define sum 0 1*x0", "atom x6 <= 3"]


def block_another(lines: list[str]) -> None:
    """All queens in column 1."""
    lines[first(lines, "c solution")] = "c solution : -1 -7 -13 -19 -25 -31"


def drop_the_end(lines: list[str]) -> None:
    del lines[last(lines, "s ") : last(lines, "end block")]


def use_rat(lines: list[str]) -> None:
    place = first(lines, "s ")
    lines[place] = lines[place].replace(": ", ": -", 1)


def invent_a_step(lines: list[str]) -> None:
    lines[first(lines, "s ")] = "s : 1 2"


def invent_a_clause(lines: list[str]) -> None:
    lines[first(lines, "c ")] = "c 1 : -1"


def invent_a_value(lines: list[str]) -> None:
    lines[first(lines, "c ")] = "c domain : 1 2 3 4 5"


def cut_by_a_definition(lines: list[str]) -> None:
    """A sum has no declared domain: its bounds are computed."""
    lines[first(lines, "c ")] = "c domain : 37"
    lines.insert(first(lines, "c "), "atom x6 <= 3")
    lines.insert(first(lines, "atom x6"), "define sum 0 1*x0")


def define_by_a_later_name(lines: list[str]) -> None:
    lines.insert(first(lines, "c "), "define sum 0 1*x6")


def define_by_itself(lines: list[str]) -> None:
    lines.insert(first(lines, "c "), "define and 37")


def take_another_definition(lines: list[str]) -> None:
    lines[first(lines, "c ")] = "c x6 : 37"
    lines.insert(first(lines, "c "), "atom x6 <= 3")
    lines.insert(first(lines, "atom x6"), "define sum 0 1*x0")


def take_a_variable_for_a_definition(lines: list[str]) -> None:
    lines[first(lines, "c ")] = "c x0 : 1"


def drop_a_solution(lines: list[str]) -> None:
    place = first(lines, "solutions 4")
    lines[place] = "solutions 3"
    del lines[place + 2]


def list_a_solution_twice(lines: list[str]) -> None:
    place = first(lines, "solutions 4")
    lines[place] = "solutions 5"
    lines.insert(place + 1, lines[place + 1])


def list_no_solution(lines: list[str]) -> None:
    lines[first(lines, "solutions 4") + 1] = "1 2 3 4 5 6"


def list_a_value_out_of_the_domain(lines: list[str]) -> None:
    lines[first(lines, "solutions 4") + 1] = "2 4 6 1 3 50"


def list_too_few_values(lines: list[str]) -> None:
    lines[first(lines, "solutions 4") + 1] = "2 4 6 1 3"


def refute_nothing(lines: list[str]) -> None:
    del lines[first(lines, "refutation") : last(lines, "end certificate")]


def refute_with_no_block(lines: list[str]) -> None:
    del lines[first(lines, "block") : last(lines, "end refutation")]


def use_a_deleted_clause(lines: list[str]) -> None:
    lines.insert(last(lines, "s "), f"d {lines[last(lines, 's ')].split(': ')[1].split()[0]}")


def use_a_block_that_is_not_there(lines: list[str]) -> None:
    lines[first(lines, "c ")] = "c block 1 :"


def use_block_zero(lines: list[str]) -> None:
    lines[first(lines, "c ")] = "c block 0 :"


def use_constraint_zero(lines: list[str]) -> None:
    lines[first(lines, "c ")] = "c 0 : -1"


def change_the_spec(lines: list[str]) -> None:
    lines[first(lines, "variable x") if "variable x" in lines else first(lines, "variable ")] += ",9"


def stop_in_the_middle(lines: list[str]) -> None:
    del lines[len(lines) // 2 :]


def name_a_second_puzzle(lines: list[str]) -> None:
    lines[1:1] = ['puzzle "nqueens", "8"', 'puzzle "nqueens", "6"']


def go_on_after_the_end(lines: list[str]) -> None:
    lines += ["solutions 93", "end certificate"]


def end_in_half_a_line(lines: list[str]) -> None:
    lines[-1] += "\nsolutions 93"


def define_a_sum_without_bounds(lines: list[str]) -> None:
    """More values than a sequence of Python can have."""
    lines[first(lines, "c ")] = "c domain : 37"
    lines.insert(first(lines, "c "), "atom x6 <= 3")
    lines.insert(first(lines, "atom x6"), f"define sum 0 {10**40}*x0")


def take_a_number_of_many_digits(lines: list[str]) -> None:
    lines.insert(first(lines, "c "), f"atom x0 <= {'9' * 10_000}")


TRICKS: dict[Callable[[list[str]], None], str] = {
    shorten_blocking: "does not follow from its source, 'solution'",
    stretch_blocking: "does not follow from its source, 'solution'",
    block_another: "does not follow from its source, 'solution'",
    drop_the_end: "no conclusion|does not end with the empty clause",
    use_rat: "not understood, or it uses something that is not there",
    invent_a_step: "does not follow",
    invent_a_clause: "does not follow from its source, constraint 1",
    invent_a_value: "does not follow from its source, 'domain'",
    cut_by_a_definition: "does not follow from its source, 'domain'",
    define_by_a_later_name: "not understood",
    define_by_itself: "not understood",
    take_another_definition: "does not follow from its source, 'x6'",
    take_a_variable_for_a_definition: "not understood",
    drop_a_solution: "does not follow from its source, 'solution'",
    list_a_solution_twice: "listed twice",
    list_no_solution: "not a solution: it violates 'one queen per",
    list_a_value_out_of_the_domain: "not a solution: it violates",
    list_too_few_values: "a solution has 6 values",
    refute_nothing: "there is no refutation",
    refute_with_no_block: "does not end with the empty clause",
    use_a_deleted_clause: "not understood, or it uses something that is not there",
    use_a_block_that_is_not_there: "not there",
    use_block_zero: "does not follow",
    use_constraint_zero: "does not follow",
    change_the_spec: "the digest does not fit",
    stop_in_the_middle: "it is not complete",
    name_a_second_puzzle: "a line of the heading was expected",
    go_on_after_the_end: "the certificate ends before this line",
    end_in_half_a_line: "the certificate ends before this line",
    define_a_sum_without_bounds: "not understood",
    take_a_number_of_many_digits: "not understood",
}


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.__name__)
def test_a_dishonest_certificate_is_rejected(
    trick: Callable[[list[str]], None], honest: tuple[str, ...], tmp_path: Path
) -> None:
    lines = list(honest)
    trick(lines)
    assert tuple(lines) != honest
    with pytest.raises(Invalid, match=f"^line [0-9]+: .*({TRICKS[trick]})"):
        claimed(lines, tmp_path)


def test_the_honest_certificate_is_accepted(honest: tuple[str, ...], tmp_path: Path) -> None:
    assert len(claimed(list(honest), tmp_path).solutions) == 4


def test_a_solution_with_two_values_of_a_derived_variable_counts_once(tmp_path: Path) -> None:
    spec = Spec("free")
    spec.integer("x", range(2))
    spec.integer("d", range(2), derived=True)
    lines = lines_of(spec)
    assert len(claimed(lines, tmp_path).solutions) == 2
    place = first(lines, "solutions 2")
    lines[place : place + 1] = ["solutions 3", "0 1" if lines[place + 1] == "0 0" else "0 0"]
    with pytest.raises(Invalid, match="equal to one before it on the decision variables"):
        claimed(lines, tmp_path)


def test_a_part_alone_does_not_count_as_the_whole(tmp_path: Path) -> None:
    spec = models.find("nqueens").build(n=6)
    with pytest.raises(Invalid, match="covers a part of the assignments only"):
        claimed(lines_of(spec, part=part_of(spec, [{0: [1, 2]}])), tmp_path)


def no_report(value: object) -> None:
    return


def written(spec: Spec, origin: Origin, folder: Path) -> str:
    part = part_of(spec)
    path = folder / "queens.proof"
    path.write_text("".join(f"{line}\n" for line in certificate(origin, spec, part.solutions, {"sat": part.lines})))
    return str(path)


def test_a_constraint_that_is_added_under_the_puzzles_name_is_rejected(tmp_path: Path) -> None:
    report: Report[Never] = no_report
    spec = models.find("nqueens").build(n=6)
    assert check(report, written(spec, Origin("nqueens", ("6",)), tmp_path)).puzzle == "nqueens 6"
    spec.group("more").add(spec.variables[0] == 2)
    alone = check(report, written(spec, Origin(), tmp_path))
    assert (alone.count, alone.puzzle, alone.note) == (1, None, "the certificate names no puzzle")
    with pytest.raises(Invalid, match="not the one of nqueens 6"):
        check(report, written(spec, Origin("nqueens", ("6",)), tmp_path))


def test_a_given_is_a_constraint_of_the_puzzle(tmp_path: Path) -> None:
    spec = models.find("nqueens").build(n=6)
    spec.group("given").add(spec.variables[0] == 2)
    found = check(no_report, written(spec, Origin("nqueens", ("6",), ("queen[1]=2",)), tmp_path))
    assert (found.count, found.puzzle) == (1, "nqueens 6 --given queen[1]=2")


def test_a_file_that_the_certificate_names_is_not_loaded(tmp_path: Path) -> None:
    puzzle = tmp_path / "evil.py"
    puzzle.write_text("raise SystemExit('loaded')")
    found = check(no_report, written(Spec("nothing"), Origin(str(puzzle)), tmp_path))
    assert found.puzzle is None
    assert "was not loaded" in found.note


def test_a_damaged_end_of_a_compressed_file_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "test.proof"
    with path.open("wb") as file:
        write(lines_of(models.find("nqueens").build(n=4)), file)
    honest = path.read_bytes()
    for damaged in (honest[:-1], honest[:-5] + b"x" + honest[-4:], honest + b"more"):
        path.write_bytes(damaged)
        with pytest.raises(Invalid, match="cannot be read"):
            verify(path)


def test_a_certificate_in_two_compressed_members_is_read_as_one(tmp_path: Path) -> None:
    """There is one text, whatever the members are; what follows the end is rejected."""
    path, lines = tmp_path / "test.proof", lines_of(models.find("nqueens").build(n=4))
    for members, accepted in (((lines[:9], lines[9:]), True), ((lines, lines), False)):
        with path.open("wb") as file:
            for member in members:
                write(member, file)
        if accepted:
            assert len(verify(path).solutions) == 2
        else:
            with pytest.raises(Invalid, match="the certificate ends before this line"):
                verify(path)


def test_a_spec_whose_text_is_not_canonical_is_rejected(tmp_path: Path) -> None:
    spec = models.find("nqueens").build(n=4)
    lines = lines_of(spec)
    text = [*text_of(spec)]
    start = lines.index(text[0])
    lines[start : start + len(text)] = text = [*text[:-1], "", "end"]
    lines[start - 1] = "spec " + sha256("".join(f"{line}\n" for line in text).encode()).hexdigest()
    with pytest.raises(Invalid, match="is not canonical"):
        claimed(lines, tmp_path)


@pytest.mark.parametrize(
    "content", [b"", b"threefold", b"threefold certificate 2\n", b"\x1f\x8b", b"\x1f\x8bxx", b"\xff\xfe\n"]
)
def test_a_file_that_does_not_begin_like_a_certificate_is_none(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "test.proof").write_bytes(content)
    with pytest.raises(NotACertificate, match="not a certificate"):
        verify(tmp_path / "test.proof")
