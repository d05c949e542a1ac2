"""The page of proved counts says what was tried, where and when. Its committed text is made by hand: it takes 12 minutes."""

import re

import pytest

from examples import proofs
from threefold import models

INSTANCES = [(models.find("nqueens"), (4,)), (models.find("latin"), (5,))]


@pytest.fixture(scope="module")
def page() -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proofs, "instances", lambda: iter(INSTANCES))
        patch.setattr(proofs, "LIMIT", 2.0)
        return proofs.page()


def test_every_route_is_tried_and_a_dash_is_what_the_limit_ended(page: str) -> None:
    assert re.search(
        r"\| `nqueens 4` \| 2 \| [\d.]+ ms \| [\d.]+ ms \| 1 kB \| [\d.]+ ms \| [\d.]+ ms \| 1 kB \|", page
    )
    assert "| `latin 5` |  | – | – | – | – | – | – |" in page
    assert "had no proof after 2 s" in page
    assert page.endswith("\n2 proofs.\n")


def test_it_names_the_machine_the_versions_the_date_and_the_number_of_runs(page: str) -> None:
    facts = re.findall(r"^- (.*)$", page, re.MULTILINE)
    assert re.search(r"\d cores?, [\d.]+ GB, .*; load at the start [\d.]+", facts[0])
    assert re.search(r"threefold [\d.]+.*, Python [\d.]+, cadical195 .*, CBC [\d.]+", facts[1])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", facts[2])
    assert "of one run each" in page
