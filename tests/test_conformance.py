"""The conformance kit: our backends pass it, and every planted fault is found in the aspect where it was planted."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Collection, Generator, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from threefold import conformance
from threefold.backends import find
from threefold.backends.backend import (
    EVERYTHING,
    Backend,
    Configuration,
    CountingSearch,
    Cube,
    Program,
    Refused,
    Search,
)
from threefold.backends.blocks import Block
from threefold.backends.configuration import parse
from threefold.conformance import ASPECTS, CLASSES
from threefold.conformance.specs import WAYS, counted_spec, counts
from threefold.language import (
    AllDifferent,
    Assignment,
    Circuit,
    Regular,
    Spec,
    Table,
    Variable,
    canonical,
    canonical_reader,
)
from threefold.language.canonical_reader import node_classes
from threefold.language.constraints.truth_of import TruthOf
from threefold.language.flattening import flatten
from threefold.language.node import Kind
from threefold.language.truth import Logical

OURS = (
    "sat",
    "sat+ints=order",
    "sat+ints=binary",
    "sat:minicard+amo=native",
    "sat+plain",
    "sat:dpll",
    "sat:kissat404",
    "sat:arrays",
    "sat:mixed",
    "cp",
    "cp+plain",
    "cp+view=bool",
    "ilp",
    "backtracking",
)


@pytest.mark.parametrize("row", [pytest.param(row, marks=[pytest.mark.slow] * (row == "ilp")) for row in OURS])
def test_our_backends_pass(row: str) -> None:
    """Kissat is loaded anew for each solution: the kernel's first three kinds."""
    classes = CLASSES[:3] if "kissat" in row else CLASSES
    refuses = ["export"] if "native" in row else []
    report = conformance.check(row, examples=1, seed=7, refuses=refuses, classes=classes)
    assert report.ok, str(report)
    tried = {(each.kind, each.aspect) for each in report.checks}
    exports = bool(find(row.partition("+")[0].partition(":")[0]).formats)
    assert tried == {(kind, aspect) for kind in classes for aspect in ASPECTS if exports or aspect != "export"}


def test_the_classes_are_those_of_the_files_of_the_language() -> None:
    folder = Path(__file__).parents[1] / "threefold" / "language" / "constraints"
    parsed = [ast.parse(file.read_text(encoding="utf-8")) for file in folder.glob("*.py")]
    named = {each.name for module in parsed for each in module.body if isinstance(each, ast.ClassDef)}
    assert {*CLASSES} == {name for name in named if not name.startswith("_")}


class Wrapped(Program):
    """The program of our own search, which a fault below changes."""

    def __init__(self, program: Program, fault: "Fault") -> None:
        self.program, self.fault = program, fault
        self.spec, self.configuration, self.groups = program.spec, program.configuration, program.groups

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        return self.fault.load(self.program, seed, first, cube)

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        return self.fault.accepts(self.program, assignment, groups)

    def export(self, form: str) -> str:
        return self.fault.export()


class Fault:
    """Without a fault; a subclass has one."""

    def lower(self, spec: Spec, configuration: Configuration) -> Program:
        return Wrapped(find("backtracking").lower(spec, configuration), self)

    def load(self, program: Program, seed: int | None, first: bool, cube: Cube) -> Search:
        return Changed(program.load(seed=seed, first=first, cube=cube), lambda found: self.stream(found, first))

    def stream(self, found: Iterator[Assignment], first: bool) -> Iterator[Assignment]:
        return found

    def accepts(self, program: Program, assignment: Assignment, groups: Collection[str]) -> bool:
        return program.accepts(assignment, groups)

    def export(self) -> str:
        return "text"

    @property
    def backend(self) -> Backend:
        return replace(find("backtracking"), name="faulty", formats=("text",), lower=self.lower)


class Changed(Search):
    method = "changed"

    def __init__(self, search: Search, change: Callable[[Iterator[Assignment]], Iterator[Assignment]]) -> None:
        self._search, self._change = search, change

    def __iter__(self) -> Generator[Assignment, None, None]:
        yield from self._change(iter(self._search))


class LosesOne(Fault):
    def stream(self, found: Iterator[Assignment], first: bool) -> Iterator[Assignment]:
        return (each for number, each in enumerate(found) if first or number != 1)


class RepeatsOne(Fault):
    def stream(self, found: Iterator[Assignment], first: bool) -> Iterator[Assignment]:
        for each in found:
            yield from (each, each)


class NegatesOne(Fault):
    def stream(self, found: Iterator[Assignment], first: bool) -> Iterator[Assignment]:
        return ([-value for value in each] for each in found)


class FindsNoFirst(Fault):
    def stream(self, found: Iterator[Assignment], first: bool) -> Iterator[Assignment]:
        return iter(()) if first else found


class IgnoresCubes(Fault):
    def load(self, program: Program, seed: int | None, first: bool, cube: Cube) -> Search:
        return program.load(seed=seed, first=first)


class IgnoresSeedlessRuns(Fault):
    def load(self, program: Program, seed: int | None, first: bool, cube: Cube) -> Search:
        if seed is not None:
            raise TypeError("an integer is\ntoo large")
        return program.load(seed=seed, first=first, cube=cube)


class LosesBlocks(Fault):
    class First(Changed):
        def blocks(self) -> Generator[Block, None, None]:
            yield from islice(super().blocks(), 1)

    def load(self, program: Program, seed: int | None, first: bool, cube: Cube) -> Search:
        return self.First(program.load(seed=seed, first=first, cube=cube), lambda found: found)


class AcceptsAll(Fault):
    def accepts(self, program: Program, assignment: Assignment, groups: Collection[str]) -> bool:
        return True


class AcceptsByAllGroups(Fault):
    def accepts(self, program: Program, assignment: Assignment, groups: Collection[str]) -> bool:
        return program.accepts(assignment, program.groups)


class WritesNothing(Fault):
    def export(self) -> str:
        return ""


class Miscounts(Fault):
    class Count(CountingSearch):
        method = "a guess"

        def count(self) -> int:
            return 3

    def load(self, program: Program, seed: int | None, first: bool, cube: Cube) -> Search:
        return self.Count()


FAULTS = {
    LosesOne: ("edges solutions reified limits cubes", "solutions are missing, like"),
    RepeatsOne: ("edges solutions reified limits cubes", "was reported twice"),
    NegatesOne: ("edges solutions reified limits cubes", "violates 'domain of "),
    FindsNoFirst: ("limits", "0 of 1 solutions were found where 1 were asked for"),
    IgnoresCubes: ("cubes", "lies outside the part of the search space that was searched"),
    IgnoresSeedlessRuns: ("edges solutions reified", "TypeError: an integer is"),
    LosesBlocks: ("edges solutions reified cubes", "solutions are missing, like"),
    AcceptsAll: ("groups", "is accepted by the groups ['domain of "),
    AcceptsByAllGroups: ("groups", "is rejected by the groups []"),
    WritesNothing: ("export", "the text in format text is empty"),
    Miscounts: ("edges solutions reified limits cubes", "counted 3 instead of "),
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_found_where_it_was_planted_and_nowhere_else(fault: type[Fault]) -> None:
    aspects, reason = FAULTS[fault]
    report = conformance.check(fault().backend, examples=2)
    assert not report.ok
    assert (
        " ".join(aspect for aspect in ASPECTS if any(each.aspect == aspect for each in report.of("failed"))) == aspects
    )
    assert reason in str(report)


def test_without_a_fault_nothing_is_found() -> None:
    assert conformance.check(Fault().backend, examples=4).ok


@pytest.mark.parametrize("lost", [Table, Regular])
def test_a_constraint_that_the_language_loses_inside_another_one_is_found_in_every_backend(
    monkeypatch: pytest.MonkeyPatch, lost: type[Kind]
) -> None:
    """What a backend gets from `flatten` says less than what was written, which judges the solutions."""
    complete = TruthOf.decompose

    def without(self: TruthOf, result: Variable) -> Iterator[Logical]:
        return iter(()) if isinstance(self.item, lost) else complete(self, result)

    monkeypatch.setattr(TruthOf, "decompose", without)
    for backend in ("backtracking", "sat", "cp"):
        failed = conformance.check(backend, examples=1, refuses=["export"]).of("failed")
        assert (lost.__name__, "edges") in {(each.kind, each.aspect) for each in failed}, backend


@pytest.mark.parametrize("kind", CLASSES)
def test_a_wrong_decomposition_is_found(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """It says nothing: of a function any value would do."""
    chosen = next(each for each in node_classes() if each.__name__ == kind)
    if kind in ("Clause", "Cardinality", "AllDifferent", "Linear", "Implies", "All", "Iff", "TruthOf"):
        pytest.skip("flatten itself knows these")
    monkeypatch.setattr(chosen, "decompose", lambda self, *result: iter(()))
    monkeypatch.setattr(chosen, "expand", lambda self: None, raising=False)
    specs = [counted_spec(each, way) for each in counts(kind) for way in WAYS]
    program = find("backtracking")
    lowered = ((program.lower(build(), parse("backtracking", {})), count) for build, count in specs)
    assert any(len({*map(tuple, each.load(seed=None, first=False))}) != count for each, count in lowered)


class DropsRepeatedTerms(Fault):
    def lower(self, spec: Spec, configuration: Configuration) -> Program:
        copy = canonical_reader.parse(canonical.render(spec))
        for group in copy.groups.values():
            for place, each in enumerate(group.constraints):
                if isinstance(each, AllDifferent):
                    kept = dict(zip(map(str, each.units), each.terms, strict=True))
                    group.constraints[place] = AllDifferent(kept.values())
        return super().lower(copy, configuration)


def test_the_failing_spec_of_the_report_is_as_small_as_possible() -> None:
    report = conformance.check(DropsRepeatedTerms().backend, examples=25)
    assert "AllDifferent" in {each.kind for each in report.of("failed")}
    assert all("alldifferent (" in each.spec for each in report.of("failed"))
    smallest = min(
        (each for each in report.of("failed") if (each.kind, each.aspect) == ("AllDifferent", "solutions")),
        key=lambda each: len(each.spec),
    )
    *_, posted, end = smallest.spec.splitlines()
    first, second = posted.removeprefix("alldifferent ( ").removesuffix(" )").split()
    assert (first, end) == (second, "end")
    assert smallest.spec.count("\nvariable ") == 1


class LacksCircuits(Fault):
    def lower(self, spec: Spec, configuration: Configuration) -> Program:
        if any(isinstance(posted.constraint, Circuit) for posted in flatten(spec).posted):
            raise Refused("circuits are not supported")
        return super().lower(spec, configuration)


def test_a_kind_may_be_refused_where_that_is_declared() -> None:
    report = conformance.check(LacksCircuits().backend, examples=4, refuses=["Circuit"])
    assert report.ok
    assert {(each.kind, each.reason) for each in report.of("refused")} == {("Circuit", "circuits are not supported")}
    assert "refused: Circuit, solutions: circuits are not supported" in str(report)
    assert "0 of 4" in next(line for line in str(report).splitlines() if line.startswith("Circuit"))
    undeclared = conformance.check(LacksCircuits().backend, examples=2)
    assert {(each.kind, each.reason) for each in undeclared.of("failed")} == {
        ("Circuit", "refused, which was not declared: circuits are not supported")
    }


def test_a_report_is_data_too() -> None:
    report = conformance.check(LosesOne().backend, examples=1)
    data = json.loads(json.dumps(report.to_dict()))
    assert (data["ok"], data["configuration"], data["seed"]) == (False, "faulty:backtracking", 0)
    assert len(data["checks"]) == len(report.checks)
    failed = next(each for each in data["checks"] if each["outcome"] == "failed")
    assert canonical.render(canonical_reader.parse(failed["spec"])) == failed["spec"]


def test_the_same_seed_makes_the_same_report() -> None:
    backend = LosesOne().backend
    report = conformance.check(backend, examples=2, seed=3)
    assert report == conformance.check(backend, examples=2, seed=3)
    assert report.checks != conformance.check(backend, examples=2, seed=4).checks


@pytest.mark.parametrize(("words", "code"), [("backtracking --examples 1", 0), ("backtraking", 2)])
def test_the_kit_is_a_command(words: str, code: int) -> None:
    command = [sys.executable, "-m", "threefold.conformance", *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert ("did you mean 'backtracking'?" if code else "0 failed") in done.stderr + done.stdout


def test_the_page_on_plug_ins_shows_what_the_kit_prints() -> None:
    page = Path(__file__).parents[1].joinpath("docs", "plugins.md").read_text()
    assert f"$ python -m threefold.conformance backtracking\n{conformance.check('backtracking')}\n```" in page
    failure = page.rpartition("```text\nfailed: ")[2].removesuffix("\n```\n")
    assert f"\nfailed: {failure}\n\n" in str(conformance.check(DropsRepeatedTerms().backend))


class Incomplete(Fault):
    """Without a fault: it finds the first solution or refuses, and refuses the others."""

    def load(self, program: Program, seed: int | None, first: bool, cube: Cube) -> Search:
        if not first:
            raise Refused("incomplete")
        return super().load(program, seed, first, cube)

    def stream(self, found: Iterator[Assignment], first: bool) -> Iterator[Assignment]:
        yield from islice(found, 1)
        raise Refused("there may be others")

    @property
    def backend(self) -> Backend:
        return replace(super().backend, complete=False)


class EndsAsIfProven(Incomplete):
    def stream(self, found: Iterator[Assignment], first: bool) -> Iterator[Assignment]:
        return islice(found, 1)


class ListsSome(Incomplete):
    def load(self, program: Program, seed: int | None, first: bool, cube: Cube) -> Search:
        return Changed(program.load(seed=seed, first=first, cube=cube), lambda found: islice(found, 1))


class NegatesTheFirst(Incomplete):
    def stream(self, found: Iterator[Assignment], first: bool) -> Iterator[Assignment]:
        return ([-value for value in each] for each in super().stream(found, first))


def test_an_incomplete_backend_passes_without_a_fault() -> None:
    report = conformance.check(Incomplete().backend, examples=4)
    assert report.ok, str(report)
    assert {each.aspect for each in report.checks} == {"edges", "solutions", "reified"}


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (EndsAsIfProven, "it ended without a solution, as if it were proven that there is none"),
        (ListsSome, "it ended as if all solutions were found"),
        (NegatesTheFirst, "violates 'domain of "),
    ],
)
def test_an_incomplete_backend_may_not_claim_more_than_it_found(fault: type[Incomplete], reason: str) -> None:
    assert reason in str(conformance.check(fault().backend, examples=4))
