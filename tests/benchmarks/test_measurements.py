"""docs/measurements.md: every figure that the code refers to is there, with the command that makes it again."""

import re
from pathlib import Path

import pytest

from benchmarks.measurements.__main__ import PAGE, measurements, section, written
from benchmarks.measurements.comparing import Variant, count, run

ROOT = PAGE.parents[1]
FOLDERS = ("backends", "models", "threefold", "docs", "benchmarks", "tests")


def headings() -> list[str]:
    return re.findall(r"^## (.+)$", PAGE.read_text(), re.M)


def anchors() -> list[str]:
    return [heading.lower().replace(" ", "-") for heading in headings()]


def sources() -> list[Path]:
    files = [file for folder in FOLDERS for ending in ("py", "md") for file in (ROOT / folder).rglob(f"*.{ending}")]
    return [file for file in files if file.is_file()]


def test_every_anchor_that_is_referred_to_is_a_heading_of_the_page() -> None:
    referred = {
        anchor for file in sources() for anchor in re.findall(r"measurements\.md#([a-z0-9-]+)", file.read_text())
    }
    assert referred
    assert referred <= set(anchors())


def test_every_measurement_has_its_section_and_its_command() -> None:
    page = PAGE.read_text()
    for name in measurements():
        assert name in anchors()
        assert f"`python -m benchmarks.measurements {name}`" in page


def test_every_section_has_a_table_and_a_command() -> None:
    sections = re.split(r"^## ", PAGE.read_text(), flags=re.M)[1:]
    for each in sections:
        assert "|---|" in each, each[:40]
        assert "python -m benchmarks" in each, each[:40]


def test_a_section_is_replaced_where_it_is_and_added_at_the_end_otherwise() -> None:
    page = "# Page\n\n## One\n\nold\n\n## Two\n\nstays\n"
    assert written(page, "one", "## One\n\nnew\n") == "# Page\n\n## One\n\nnew\n\n## Two\n\nstays\n"
    assert written(page, "three", "## Three\n\nnew\n") == f"{page}\n## Three\n\nnew\n"


def test_a_section_has_the_docstring_the_table_and_the_command() -> None:
    def at_once() -> list[list[str]]:
        """What is
        compared."""
        return [["", "a"], ["n", "1"]]

    command = "Made by `python -m benchmarks.measurements at-once`."
    assert section("at-once", at_once) == (
        f"## At once\n\nWhat is\ncompared.\n\n|  | a |\n|---|---|\n| n | 1 |\n\n{command}\n"
    )


def test_a_variant_that_changes_what_is_gone_is_an_error() -> None:
    variant = Variant("renamed since", changes={"threefold.backends.sat.solvers.NO_SUCH_NAME": {}})
    with pytest.raises(AssertionError, match="NO_SUCH_NAME is gone"):
        run(lambda _: None, count("nqueens", 4), variant, 0)
