"""The page "The gallery" and its pictures are the output of the script."""

import pytest

from examples import gallery
from threefold import models
from threefold.checker import brute_force
from threefold.language import Spec

ANEW = "make it anew: python -m examples.gallery > docs/gallery.md"
DRAWN = [name for name in models.names() if not gallery.alias_of(models.find(name))]


def test_the_page_is_what_the_script_makes() -> None:
    page = gallery.ROOT / "docs" / "gallery.md"
    assert "".join(gallery.page()) == page.read_text(encoding="utf-8"), ANEW


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == "pentominoes" else ()) for name in DRAWN]
)
def test_a_picture_is_what_the_script_makes(name: str) -> None:
    assert gallery.picture(models.find(name)) == (gallery.PICTURES / f"{name}.svg").read_text(encoding="utf-8"), ANEW


def test_there_are_no_other_pictures() -> None:
    assert sorted(file.stem for file in gallery.PICTURES.iterdir()) == DRAWN


@pytest.mark.parametrize(
    "spec", [models.find("nqueens").build(6), models.find("ramsey").build(3, 3, 5)], ids=["6", "5"]
)
def test_the_first_solution_is_the_smallest(spec: Spec) -> None:
    assert tuple(gallery.first_solution(spec)) == min(brute_force.solutions(spec))
