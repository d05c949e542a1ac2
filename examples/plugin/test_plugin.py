"""What a plug-in's own tests need: the kit, and one comparison."""

from threefold import conformance
from threefold.commands.main import run


def test_z3_passes_the_kit() -> None:
    report = conformance.check("z3", examples=20)
    assert report.ok, str(report)


def test_z3_agrees_with_threefold_s_own_backends_on_both_puzzles() -> None:
    assert run(["compare", "nqueens", "6", "--backends", "sat,cp,ilp,z3"], "threefold") == 0
    assert run(["compare", "derangements", "5", "--backends", "sat,z3"], "threefold") == 0
