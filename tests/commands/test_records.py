"""`threefold records`: the records of sweeps, exported and merged."""

import csv
import io
import re
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from shutil import which

import pytest

from tests.reporting import reports
from tests.sweeps.lines import line, run
from threefold.checker.tally import Fault
from threefold.commands import main as cli
from threefold.language import BadInput
from threefold.reporting.latex import to_latex
from threefold.reporting.report import arranged
from threefold.sweeps.export import merged, to_csv, to_parquet
from threefold.sweeps.record_line import Line, lines_text, read_lines

SAT, CP = line(run()), line(run(row="cp"))


def written(path: Path, *lines: object) -> Path:
    path.write_text(lines_text(lines))  # type: ignore[arg-type]
    return path


def test_records_of_two_places_are_merged_and_each_run_is_there_once(tmp_path: Path) -> None:
    one, other = written(tmp_path / "one.jsonl", SAT), written(tmp_path / "other.jsonl", SAT, CP)
    assert merged([one, other]) == merged([other]) == [CP, SAT]


def test_two_places_that_differ_about_a_run_are_an_error_unless_the_newest_is_wanted(tmp_path: Path) -> None:
    newer = line(run(), count=93, started="2026-11-17T00:00:00Z")
    one, other = written(tmp_path / "one.jsonl", newer), written(tmp_path / "other.jsonl", SAT)
    with pytest.raises(BadInput, match="differ about nqueens n=8 sat, repetition 0"):
        merged([one, other])
    assert [each.record.count for each in merged([one, other], newest=True)] == [93]


def test_csv_has_a_column_for_every_entry_and_reads_back(tmp_path: Path) -> None:
    drawn = line(run(), drawings=('. Q "x", y\nQ .',), solutions=((2, -1),), fault=Fault((3, 4), "violates it"))
    [row] = csv.DictReader(io.StringIO(to_csv([drawn])))
    assert (row["parameters.n"], row["seconds.solve"], row["count"]) == ("8", "0.5", "92")
    assert (row["status"], row["size.variables"], row["fingerprint"]) == ("sat", "64", f"m{255:032x}")
    assert (row["solutions"], row["fault.assignment"], row["fault.reason"]) == ("2 -1", "3 4", "violates it")
    assert row["drawings"] == '. Q "x", y\nQ .'


def test_parquet_has_the_columns_of_the_csv_with_their_types(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    huge = line(run(parameters={"n": 9}), count=10**30, verified=0, fingerprint=None, known=None)
    both = [SAT, huge]
    place = tmp_path / "records.parquet"
    place.write_bytes(to_parquet(both))
    columns = parquet.read_table(place).to_pydict()
    assert list(columns) == next(csv.reader(io.StringIO(to_csv(both))))
    assert columns["seconds.solve"] == [0.5, 0.5]
    assert columns["parameters.n"] == [8, 9]
    assert columns["count"] == ["92", str(10**30)]  # too large for a column of integers
    assert columns["known"] == [92, None]
    assert columns["givens"] == ["", ""]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--csv", "--latex"], "--csv and --latex contradict each other: give one of them"),
        (["--json", "--parquet"], "--json and --parquet contradict each other: give one of them"),
        (["--parquet"], "--parquet is not a text: give a file with -o"),
    ],
)
def test_one_form_is_asked_for(
    tmp_path: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "records.jsonl", SAT)
    assert cli.run(["records", str(path), *words], "threefold") == 2
    assert message in capsys.readouterr().err


def test_parquet_without_pyarrow_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = written(tmp_path / "records.jsonl", SAT)
    assert cli.run(["records", str(path), "--parquet", "-o", str(tmp_path / "out")], "threefold") == 2
    assert "--parquet needs pyarrow: pip install 'threefold[report]'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_latex_has_the_tables_of_the_report(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    path = written(tmp_path / "records.jsonl", *reports.lines(spread=0.01))
    assert cli.run(["records", str(path), "--latex"], "threefold") == 0
    text = capsysbinary.readouterr().out.decode()
    assert r"instance & solutions & sat & cp & ilp \\" in text
    assert r"n=7 & 40 & \textbf{80.8 ms} & 86.6 ms & $>$ 60 s \\" in text
    assert r" &  & {\scriptsize 80.0--81.6 ms} & {\scriptsize 85.8--87.5 ms} &  \\" in text
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == 2
    assert "Median CPU time of 3 runs, and below it the range" in text


@pytest.mark.skipif(not which("pdflatex"), reason="pdflatex is not installed")
def test_the_tables_compile_whatever_the_names_are(tmp_path: Path) -> None:
    odd = [replace(each, row=f"{each.row}_50% & {{x}} #$~^\\") for each in reports.lines()]
    tables = to_latex(arranged("", "", odd))
    document = rf"\documentclass{{article}}\usepackage{{booktabs}}\begin{{document}}{tables}\end{{document}}"
    (tmp_path / "paper.tex").write_text(document)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    if not (done := subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)).returncode:
        return
    if "booktabs.sty' not found" in done.stdout:
        pytest.skip("booktabs is not installed")
    pytest.fail(done.stdout[-500:])


def test_what_is_written_reads_back_and_is_sorted(tmp_path: Path) -> None:
    tenth, ninth = line(run(parameters={"n": 10})), line(run(parameters={"n": 9}))
    assert read_lines(written(tmp_path / "records.jsonl", tenth, ninth)) == [ninth, tenth]


def test_a_truncated_file_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(SAT.to_json() + "\n" + SAT.to_json()[:50])
    with pytest.raises(BadInput, match=r"records.jsonl:2: not a record"):
        read_lines(path)


def test_every_column_is_documented_with_its_unit_and_those_of_a_record_as_on_the_page_of_its_json() -> None:
    docs = Path(__file__).parents[2] / "docs"
    rows = re.findall(r"^\| `([\w.]+)` \| (.*?) \| (\S.*) \|$", (docs / "records.md").read_text(), re.MULTILINE)
    names = [field.name for field in fields(Line)] + [f"record.{name}" for name in SAT.record.to_dict()]
    assert [name for name, _, _ in rows] == names
    of_record = [f"| `{name.removeprefix('record.')}` | {unit} | {text} |" for name, unit, text in rows if "." in name]
    assert "\n".join(of_record) in (docs / "json.md").read_text()
