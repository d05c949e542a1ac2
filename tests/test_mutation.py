"""The mutator: every mutant is another program that can be compiled, and the same ones are drawn each time."""

import ast
from pathlib import Path

from tests.mutation.__main__ import judges, sample
from tests.mutation.mutants import ROOT, mutants

FILE = Path("threefold/checker/brute_force.py")
OTHER, LARGER = Path("backends/branching.py"), Path("threefold/language/symmetry.py")


def test_a_mutant_differs_in_the_place_that_it_names() -> None:
    original = ast.unparse(ast.parse((ROOT / FILE).read_text()))
    found = list(mutants(FILE))
    assert [str(mutant).partition(": ")[2] for mutant in found] == [
        "spec.violated(values) is None  →  not (spec.violated(values) is None)",
        "spec.violated(values) is None  →  spec.violated(values) is not None",
    ]
    for mutant in found:
        compile(mutant.source, str(FILE), "exec")
        assert mutant.source != original


def test_every_sort_of_change_is_made() -> None:
    changes = {str(mutant).partition(": ")[2] for mutant in mutants(LARGER)}
    assert {
        "i < len(pairs) - 1  →  i <= len(pairs) - 1",
        "len(pairs) - 1  →  len(pairs) + 1",
        "[*before, mine, ~image]  →  [*before, mine]",
        "group.add(Clause([*before, mine, ~image]))  →  nothing",
        "1  →  2",
    } <= changes


def test_a_sample_takes_from_every_file_and_is_drawn_again_with_the_same_seed() -> None:
    chosen = sample([FILE, OTHER], 4, seed=7)
    assert [mutant.path for mutant in chosen] == [FILE, OTHER, FILE, OTHER]
    assert sample([FILE, OTHER], 4, seed=7) == chosen
    assert len(sample([FILE], 100, seed=7)) == 2


def test_every_module_has_tests_that_judge_it() -> None:
    for folder in ("threefold/language", "threefold/checker", "threefold/runs", "backends"):
        for file in (ROOT / folder).rglob("*.py"):
            tests = judges(file.relative_to(ROOT))
            assert tests, file
            assert all((ROOT / test).exists() for test in tests)
