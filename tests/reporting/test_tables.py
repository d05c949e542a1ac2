"""The tables of a report: times with their range, ratios with their interval, which rows agree, where it ran, the terms."""

import re
from dataclasses import replace
from html import escape
from pathlib import Path

from tests.reporting.reports import changed, lines, of
from threefold.reporting.appendix import TERMS
from threefold.reporting.report import read
from threefold.reporting.write import files, write
from threefold.sweeps.record_line import lines_text


def test_what_is_the_same_in_all_runs_is_written_once_and_what_did_not_run_not_at_all() -> None:
    """`load 1.2 to 1.2`, and a line for CBC where CBC did not run."""
    text = files(of(lines()))["report.md"]
    assert "| load at the start of a run | 0.1 |" in text
    assert "sha256" not in text
    busy = [replace(line, machine={**line.machine, "load": 1.25}) if line.row == "cp" else line for line in lines()]
    busy = [replace(line, versions={**line.versions, "cbc_sha256": "abc"}) for line in busy]
    text = files(of(busy))["report.md"]
    assert "| load at the start of a run | 0.1 to 1.25 |" in text
    assert "| CBC's sha256 | abc |" in text


def test_skipped_runs_are_shown_as_skipped() -> None:
    assert re.search(r"\| n=8 \| 92 \|.*\| skipped \|\n", files(of(lines()))["report.md"])


def test_times_in_markdown_have_the_range_of_their_runs() -> None:
    """It was on the page only."""
    text = files(of(lines()))["report.md"]
    assert "| 185 ms · 168 ms (160–176 ms) | 347 ms · 315 ms (300–330 ms) | skipped |" in text
    assert "| ≈ 92.4 ms · 84.0 ms (80.0–88.0 ms) | ≈ 99.0 ms · 90.0 ms (85.8–94.3 ms) | time > 60 s |" in text
    once = files(of(lines(repetitions=1)))["report.md"]
    assert not re.search(r"ms \([^&]", once.partition("Wall time · CPU time")[2].partition("## Terms")[0])
    wall = files(of([replace(line, limit="wall") for line in lines()]))["report.md"]
    assert "\nCPU time · wall time, which is compared, medians of 3 runs" in wall
    assert "| 168 ms · 185 ms (176–194 ms) |" in wall


def test_the_first_column_is_of_instances_and_not_of_one_of_their_parameters() -> None:
    """The heading was `n`, and the cells below it `n=3 k=2`."""
    records = [replace(line, parameters={**line.parameters, "k": 2}) for line in lines()]
    text = files(of(records))["report.md"]
    assert text.count("\n| instance | ") == 2
    assert "\n| n=4 k=2 | 2 | " in text


def test_the_sign_of_a_tie_is_explained_only_where_there_is_one() -> None:
    sign = "≈ cannot be told apart from the fastest"
    assert sign in files(of(lines()))["report.md"]
    assert sign not in files(of(lines(spread=0.01)))["report.md"]
    assert sign not in files(of(lines(repetitions=1)))["report.md"]
    alone = files(of([line for line in lines() if line.row == "cp"]))
    assert sign not in alone["report.md"]
    assert "\nWall time · CPU time, medians of 3 runs:\n" in alone["report.md"]
    assert 'class="best"' not in alone["report.html"]


def test_the_terms_of_the_tables_are_explained_in_both_pages() -> None:
    made = files(of(lines()))
    for term in TERMS:
        assert f"<dt>{escape(term)}</dt><dd>" in made["report.html"]
        assert f"- **{term.replace('<', '&lt;')}**: " in made["report.md"]
    assert '<a href="#terms">Terms</a>' in made["report.html"]


def test_a_report_in_any_folder_has_no_dead_link(tmp_path: Path) -> None:
    """The words were explained by a link to a page of this repository."""
    (tmp_path / "records.jsonl").write_text(lines_text(lines()))
    write(read(tmp_path), tmp_path)
    markdown, page = ((tmp_path / name).read_text(encoding="utf-8") for name in ("report.md", "report.html"))
    links = [*re.findall(r"\]\(([^)]*)\)", markdown), *re.findall(r"""(?:href|src)=["']([^"']*)""", page)]
    inside = [link.removeprefix("#") for link in links if link.startswith("#")]
    assert len(inside) > 3
    assert all(f'id="{anchor}"' in page for anchor in inside)
    files_named = [link for link in links if not link.startswith("#")]
    assert len(files_named) == 4
    assert all((tmp_path / link).is_file() for link in files_named)


def test_the_table_of_agreement_marks_every_pair_that_differs_and_no_other() -> None:
    """Once it marked only the pair of the accused and its first accuser."""
    text = files(of(changed(lines(), "ilp", 6, count=3, verified=3)))["report.md"]
    assert "|  | cp | ilp | sat |" in text
    assert "| cp | 5 | ✗ 3 | = 5 |" in text
    assert "| ilp | ✗ 3 | 3 | ✗ 3 |" in text
    assert "| sat | = 5 | ✗ 3 | 5 |" in text
