"""A report says what its records say: other records, other sentences; the same records, the same bytes."""

import re
from cProfile import Profile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.pages import ROOT
from tests.reporting.reports import about, lines, sentences
from tests.sweeps import lines as lines_module
from threefold.backends.backend import Configuration
from threefold.language import BadInput, ThreefoldError
from threefold.reporting import write as writing
from threefold.reporting.cell import PlacedInstance
from threefold.reporting.report import Coverage, Report, arranged, read
from threefold.reporting.statistics import standings, virtual_best
from threefold.reporting.terms import TERMS
from threefold.reporting.write import files, problems, write
from threefold.sweeps.record_line import Line, lines_text


def of(records: list[Line]) -> Report:
    """Of a sweep that is complete."""
    return arranged("Queens", "All boards.", records, coverage=Coverage(len(records), len(records), 0, ()))


def changed(records: list[Line], row: str, n: int, **changes: object) -> list[Line]:
    return [
        lines_module.changed(line, **changes) if line.row == row and line.parameters["n"] == n else line
        for line in records
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(writing, "has_scipy", lambda: True)  # else a difference is explained by what is missing
    (tmp_path / "sweep.toml").write_text('title = "Queens"\n')
    (tmp_path / "records.jsonl").write_text(lines_text(lines()))
    write(read(tmp_path), tmp_path)
    return tmp_path


def test_other_records_give_other_sentences() -> None:
    faster = [
        lines_module.changed(line, seconds={**line.record.seconds, "cpu": 0.001})
        if line.row == "ilp" and line.record.complete
        else line
        for line in lines(spread=0.01)
    ]
    before, after = (about(of(each).sections[0]) for each in (lines(spread=0.01), faster))
    assert before != after
    assert "**ilp** is fastest from n=4 to n=6" in after[0]


def test_all_counts_agree_or_the_summary_says_which_row_does_not() -> None:
    first, *others = sentences(of(lines()))
    assert first == "All 39 exact counts agree on 5 instances, on all of them with the known number too."
    text = sentences(of(changed(lines(), "cp", 6, count=3, known=None)))
    assert text == ["**The rows disagree** (1 case): nqueens n=6: ilp found 4 solutions, cp found 3.", *others]


def test_few_counts_are_not_said_to_agree_with_each_other() -> None:
    """`All 1 exact count agree on 1 instance, on all of them with the known number too.`"""
    alone = [line for line in lines(repetitions=1) if line.row == "cp" and line.parameters["n"] == 4]
    assert sentences(of(alone))[0] == "The only exact count, of nqueens n=4, agrees with the known number."
    unknown = [replace(line, known=None) for line in alone]
    assert sentences(of(unknown))[0] == "The only exact count, of nqueens n=4, has nothing to be compared with."
    three = [line for line in lines() if line.row == "cp" and line.parameters["n"] == 4]
    assert sentences(of(three))[0] == "All 3 exact counts of nqueens n=4 agree, and the known number is the same."
    unknown = [replace(line, known=None) for line in three]
    assert sentences(of(unknown))[0] == "All 3 exact counts of nqueens n=4 agree, and there is no known number."


def test_what_is_the_same_in_all_runs_is_written_once_and_what_did_not_run_not_at_all() -> None:
    """`load 1.2 to 1.2`, and a line for CBC where CBC did not run."""
    text = files(of(lines()))["report.md"]
    assert "| load at the start of a run | 0.1 |" in text
    assert "CBC" not in text
    busy = [replace(line, machine={**line.machine, "load": 1.25}) if line.row == "cp" else line for line in lines()]
    busy = [replace(line, versions={**line.versions, "cbc_sha256": "abc"}) for line in busy]
    text = files(of(busy))["report.md"]
    assert "| load at the start of a run | 0.1 to 1.25 |" in text
    assert "| CBC's sha256 | abc |" in text


def test_par2_counts_an_unsolved_instance_as_twice_the_limit() -> None:
    [section] = of(lines()).sections
    ilp = next(standing for standing in standings(section) if standing.row == "ilp")
    times = [0.4 * 1.05 * 6.0**k for k in range(3)]
    assert ilp.par2 == pytest.approx((sum(times) + 120 + 120) / 5)
    assert (ilp.solved, ilp.tried) == (3, 5)


def test_the_virtual_best_takes_the_fastest_row_of_each_instance() -> None:
    [section] = of(lines()).sections
    best = [min(0.01 * 2.0**k, 0.002 * 3.5**k) * 1.05 for k in range(5)]
    assert virtual_best(section).par2 == pytest.approx(sum(best) / 5)


def test_the_same_records_give_the_same_bytes_in_any_order() -> None:
    assert files(of(lines())) == files(of(lines()[::-1]))


def test_what_was_written_passes_the_check(folder: Path) -> None:
    assert problems(read(folder), folder) == []


@pytest.mark.parametrize("name", ["report.md", "report.html", "figures/nqueens-count-scaling.svg"])
def test_one_digit_edited_in_a_file_is_found(folder: Path, name: str) -> None:
    text = (folder / name).read_text()
    place = re.search(r"\d", text[len(text) // 2 :])
    assert place
    at = len(text) // 2 + place.start()
    (folder / name).write_text(text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :])
    [problem] = problems(read(folder), folder)
    assert problem.startswith(f"{name}: is not what the records give")


def test_one_digit_edited_in_the_records_is_found(folder: Path) -> None:
    text = (folder / "records.jsonl").read_text()
    (folder / "records.jsonl").write_text(text.replace('"count": 92', '"count": 93', 1))
    text = "\n".join(problems(read(folder), folder))
    assert "report.md: is not what the records give" in text
    assert "records.jsonl: nqueens n=8: cp found 93 solutions, but the spec accepts only 92 of them" in text


def test_a_missing_file_and_a_figure_too_many_are_found(folder: Path) -> None:
    (folder / "report.md").unlink()
    (folder / "figures" / "old.svg").write_text("<svg/>")
    assert problems(read(folder), folder) == ["report.md: is missing", "figures/old.svg: no record gives this figure"]


def test_the_check_of_a_report_that_differs_says_if_scipy_is_missing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "has_scipy", lambda: False)
    assert problems(read(folder), folder) == []
    (folder / "report.md").unlink()
    first, second = problems(read(folder), folder)
    assert first == "report.md: is missing"
    assert second.startswith("SciPy is not installed: ")


@pytest.mark.parametrize("name", ["report.md", "report.html", "figures", "figures/nqueens-count-scaling.svg"])
def test_nothing_is_written_or_deleted_through_a_link(folder: Path, name: str) -> None:
    elsewhere = folder / "elsewhere"
    (folder / name).rename(elsewhere)
    if elsewhere.is_dir():
        (elsewhere / "precious.svg").write_text("<svg/>")
    (folder / name).symlink_to(elsewhere)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(ThreefoldError, match=f"{name}: is a link"):
        write(read(folder), folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("listed", "order"),
    [
        ("[['small'], ['middle'], ['large']]", "small middle large also"),
        ("{ words = ['large', 'small'] }", "large small also middle"),
        ("{ words = 'middle' }", "middle also large small"),
        ("[[1], {}]", "also large middle small"),
    ],
)
def test_texts_come_in_the_order_of_the_sweep_file_and_others_after_them(
    tmp_path: Path, listed: str, order: str
) -> None:
    """A name does not tell its size: by alphabet, SEND+MORE=MONEY was larger than DONALD+GERALD=ROBERT."""
    texts = dict(zip([4, 5, 6, 7], ["small", "also", "middle", "large"], strict=True))
    records = [
        replace(line, parameters={"words": texts[int(line.parameters["n"])]})
        for line in lines()
        if line.parameters["n"] != 8
    ]
    sweep = f"[[runs]]\npuzzle = 'nqueens'\nparameters = {listed}\nconfigurations = ['sat', 'cp', 'ilp']\n"
    (tmp_path / "sweep.toml").write_text(sweep)
    (tmp_path / "records.jsonl").write_text(lines_text(records))
    [section] = read(tmp_path).sections
    assert [instance.text.removeprefix("words=") for instance in section.instances] == order.split()


def test_skipped_runs_are_shown_as_skipped() -> None:
    assert re.search(r"\| n=8 \| 92 \|.*\| skipped \|\n", files(of(lines()))["report.md"])


def test_times_in_markdown_have_the_range_of_their_runs() -> None:
    """It was on the page only."""
    text = files(of(lines()))["report.md"]
    assert "| 168 ms · 185 ms (160–176 ms) | 315 ms · 347 ms (300–330 ms) | skipped |" in text
    assert "| ≈ 84.0 ms · 92.4 ms (80.0–88.0 ms) | ≈ 90.0 ms · 99.0 ms (85.8–94.3 ms) | time > 60 s |" in text
    assert "ms (" not in files(of(lines(repetitions=1)))["report.md"].partition("CPU time · wall time")[2]


def test_a_ratio_in_markdown_has_its_interval_if_there_are_enough_instances() -> None:
    pytest.importorskip("scipy")
    assert re.search(r"\| cp \| 5 of 5 \|.*\| 0\.61 \|\n", files(of(lines()))["report.md"])
    six = [*lines(), *(replace(line, parameters={"n": 9}) for line in lines() if line.parameters["n"] == 8)]
    found = re.search(r"\| cp \| 6 of 6 \|.*\| 0\.74 \((0\.\d+)–(\d\.\d)\) \|", files(of(six))["report.md"])
    assert found
    assert float(found[1]) < 0.74 < float(found[2])


def test_every_figure_is_well_formed_and_has_a_point_for_every_solved_cell() -> None:
    found = files(of(lines()))
    figures = {name: ElementTree.fromstring(text) for name, text in found.items() if name.endswith(".svg")}
    assert len(figures) == 7
    scaling = figures["figures/nqueens-count-scaling.svg"]
    names = [title.text for title in scaling.iter("{http://www.w3.org/2000/svg}title")]
    assert len(names) == 5 + 5 + 4  # ilp: three solved, one at the limit
    assert "ilp, n=7: timeout" in names


def test_nothing_in_a_page_comes_from_elsewhere() -> None:
    page = files(of(lines()))["report.html"]
    addresses = re.findall(r"""(?:src|href)=["']([^#"'][^"']*)|url\(([^)]*)\)|https?://[^"'\s<]*""", page)
    assert [address for address in addresses if any(address)] == []
    assert set(re.findall(r"https?://[^\"'\s<]*", page)) == {"http://www.w3.org/2000/svg"}


def test_the_terms_of_the_tables_are_explained_in_the_page_and_linked_in_markdown() -> None:
    made = files(of(lines()))
    assert "[docs/reports.md](../../docs/reports.md#who-is-faster) explains the words and signs" in made["report.md"]
    docs = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
    assert "\n## Who is faster\n" in docs
    for term in TERMS:
        assert f"<dt>{term}</dt><dd>" in made["report.html"]
    assert '<a href="#terms">Terms</a>' in made["report.html"]


def test_a_folder_without_records_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"records.jsonl: no records yet; run: threefold sweep"):
        read(tmp_path)


def test_the_table_of_agreement_marks_every_pair_that_differs_and_no_other() -> None:
    """Once it marked only the pair of the accused and its first accuser."""
    text = files(of(changed(lines(), "ilp", 6, count=3, verified=3)))["report.md"]
    assert "|  | cp | ilp | sat |" in text
    assert "| cp | 5 | ✗ 3 | = 5 |" in text
    assert "| ilp | ✗ 3 | 3 | ✗ 3 |" in text
    assert "| sat | = 5 | ✗ 3 | 5 |" in text


def test_records_of_a_backend_that_is_not_installed_here_are_reported_after_ours() -> None:
    plugged = [
        lines_module.changed(replace(line, row="z3"), configuration=Configuration("z3", "z3"))
        for line in lines()
        if line.row == "cp"
    ]
    [section] = of([*plugged, *lines()]).sections
    assert section.rows == ("sat", "cp", "ilp", "z3")


def of_many(instances: int) -> Report:
    asked = (lines_module.run(parameters={"n": n}, row=row) for n in range(instances) for row in ("sat", "cp"))
    return of([lines_module.line(each) for each in asked])


def test_instances_are_looked_up_and_never_compared_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report of 10,000 instances once looked for each of them in a list of all."""
    report, compared = of_many(100), list[object]()

    def equal(one: PlacedInstance, other: object) -> bool:
        compared.append(other)
        return one is other

    monkeypatch.setattr(PlacedInstance, "__eq__", equal)
    files(report)
    assert len(compared) < 100


def test_a_report_of_twice_as_many_instances_takes_about_twice_as_many_steps() -> None:
    def steps(instances: int) -> int:
        report, profile = of_many(instances), Profile()
        profile.runcall(files, report)
        return sum(entry.callcount for entry in profile.getstats())

    steps(10)  # what is imported or compiled once
    assert steps(200) < 2.2 * steps(100)
