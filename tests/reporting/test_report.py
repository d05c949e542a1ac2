"""A report says what its records say: other records, other sentences; the same records, the same bytes."""

import re
import subprocess
import sys
from cProfile import Profile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.pages import ROOT
from tests.reporting.reports import about, changed, lines, of, sentences
from tests.sweeps import lines as lines_module
from threefold.backends.backend import Configuration, Size
from threefold.language import BadInput, ThreefoldError
from threefold.reporting.cell import PlacedInstance
from threefold.reporting.report import Report, read
from threefold.reporting.statistics import SHIFT, pooled, standings
from threefold.reporting.write import files, problems, write
from threefold.sweeps.record_line import lines_text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
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
    assert after[0].endswith("from n=4 to n=6 a time is below 10.0 ms, and nothing is compared.")


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


def test_par2_counts_an_unsolved_instance_as_twice_the_limit() -> None:
    """Over several puzzles, one instance of each: the largest that any row of the kind solves."""
    two = [replace(line, puzzle=name, key=f"{name}{line.key}") for name in ("cards", "nqueens") for line in lines()]
    [pool] = pooled(of([line for line in two if line.puzzle == "cards" or int(line.parameters["n"]) < 7]))
    found = {standing.row: standing for standing in standings(pool.contests[0])}
    assert found["ilp"].par2 == pytest.approx((0.4 * 1.05 * 6.0**2 + 120) / 2)
    assert found["sat"].par2 == pytest.approx((0.01 * 1.05 * 2**2 + 0.01 * 1.05 * 2**4) / 2)
    product = (0.01 * 1.05 * 2**2 + SHIFT) * (0.01 * 1.05 * 2**4 + SHIFT)
    assert found["sat"].geometric == pytest.approx(product**0.5 - SHIFT)
    assert (found["ilp"].solved, found["ilp"].tried) == (6, 8)


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


def test_the_committed_reports_are_made_without_looking_for_any_package_beside_the_standard_library() -> None:
    """So they are the same whatever else is installed. (`copy` looks for Jython's `org`, `platform` for `_wmi` of Windows.)"""
    code = """if True:
        import sys
        from pathlib import Path
        class Recorder:
            names = set()
            def find_spec(self, name, path=None, target=None):
                self.names.add(name.partition(".")[0])
        sys.meta_path.insert(0, Recorder())
        from threefold.reporting.report import read
        from threefold.reporting.write import problems
        folders = sorted(Path("reports").glob("*/"))
        found = [f"{folder.name}: {problem}" for folder in folders for problem in problems(read(folder), folder)]
        print(bool(folders), found, sorted(Recorder.names - sys.stdlib_module_names - {"threefold", "org", "_wmi"}))
        """
    printed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert printed == "True [] []\n"


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


def test_every_figure_is_well_formed_and_has_a_point_for_every_solved_cell() -> None:
    found = files(of(lines()))
    figures = {name: ElementTree.fromstring(text) for name, text in found.items() if name.endswith(".svg")}
    assert len(figures) == 4
    scaling = figures["figures/nqueens-count-scaling.svg"]
    names = [title.text for title in scaling.iter("{http://www.w3.org/2000/svg}title")]
    assert len(names) == 5 + 5 + 4  # ilp: three solved, one at the limit
    assert "ilp, n=7: timeout" in names


def test_sizes_are_sorted_by_number() -> None:
    """As texts, 400 + 5,872 came before 400 + 690."""
    sizes = {4: 690, 5: 5872}
    records = [
        lines_module.changed(each, size=Size(400, sizes[int(each.parameters["n"])], 9, 20))
        for each in lines()
        if each.parameters["n"] in sizes
    ]
    page = files(of(records))["report.html"]
    assert {'<td data-v="1090">400 + 690, 9</td>', '<td data-v="6272">400 + 5,872, 9</td>'} <= set(
        re.findall("<td.*?</td>", page)
    )


def test_nothing_in_a_page_comes_from_elsewhere() -> None:
    page = files(of(lines()))["report.html"]
    addresses = re.findall(r"""(?:src|href)=["']([^#"'][^"']*)|url\(([^)]*)\)|https?://[^"'\s<]*""", page)
    assert [address for address in addresses if any(address)] == []
    assert set(re.findall(r"https?://[^\"'\s<]*", page)) == {"http://www.w3.org/2000/svg"}


def test_a_folder_without_records_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"records.jsonl: no records yet; run: threefold sweep"):
        read(tmp_path)


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
