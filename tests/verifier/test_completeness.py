"""Is a solution lost where what was written is taken apart? The verifier sees it, or says what it has not checked."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.outside.drawing import drawn_tree
from tests.outside.meaning import solutions
from tests.outside.tree import Tree
from tests.outside.written import spec_of
from tests.proofs.certificates import claimed, lines_of, projected
from tests.specs import examples
from threefold.checker import brute_force
from threefold.language import Clause, Iff, Linear, Spec, SpecError, Sum, constraints, flattening
from threefold.language.flattening import Flat, flatten
from threefold.language.functions import Function, Undefined
from threefold.language.node import Kind
from threefold.language.numbering import Numbering
from threefold.language.terms import as_literal
from threefold.language.truth import Logical
from threefold.proofs.parts import PROVERS
from threefold.verifier import Invalid
from threefold.verifier.completeness import unchecked

Build = Callable[[Spec], Logical]
Forge = Callable[[list[Logical], Spec], list[Logical]]
MODULES = [import_module(f"{constraints.__name__}.{each.name}") for each in iter_modules(constraints.__path__)]
COUNTS: dict[str, tuple[int, Build]] = {
    f"{module.__name__.rpartition('.')[2]}: {text}": (count, build)
    for module in MODULES
    for text, count, build in getattr(module, "COUNTS", ())
}
LONGER = {"Circuit"}  # where it stands inside another constraint
OPEN_SIGN = {"TruncatedRemainder", "TruncatedQuotient"}  # of a dividend that can be negative and positive
PLACES: dict[str, Callable[[Spec, Any], Logical]] = {
    "bare": lambda spec, it: it,
    "negated": lambda spec, it: ~it,
    "reified": lambda spec, it: Iff(spec.boolean("is"), it),
    "nested": lambda spec, it: (spec.boolean("one") & it) | (spec.boolean("other") & ~it),
}


def built(build: Build, place: str) -> Spec:
    spec = Spec("written")
    it = build(spec)
    spec.group("said").add(PLACES[place](spec, it))
    return spec


def loses_nothing(flat: Flat) -> bool:
    """Every solution of what was written, with the values of the functions, is one of the flattened spec."""
    written = (each for each in brute_force.solutions(flat.written))
    return all(flat.violated(extended(flat, values)) is None for values in written)


def extended(flat: Flat, values: Any) -> list[int]:
    found = [*values, *[0] * len(flat.functions)]
    for position, function in sorted(flat.functions.items()):
        try:
            found[position] = function.value(found)
        except Undefined:
            found[position] = flat.variables[position].domain[0]
    return found


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", COUNTS)
def test_every_class_is_complete_without_a_limitation(text: str, place: str) -> None:
    spec = built(COUNTS[text][1], place)
    found = unchecked(flatten(spec))
    assert set(found) <= (LONGER if place != "bare" else set()) | OPEN_SIGN
    assert loses_nothing(flatten(spec))


@pytest.mark.parametrize("route", PROVERS)
@pytest.mark.parametrize("text", COUNTS)
def test_a_count_by_hand_is_proved(text: str, route: str, tmp_path: Path) -> None:
    count, build = COUNTS[text]
    spec = built(build, "bare")
    claim = claimed(lines_of(spec, route), tmp_path)
    assert len(projected(claim)) == count
    assert set(claim.unchecked) <= OPEN_SIGN
    assert all(len(values) == len(spec.variables) for values in claim.solutions)


@examples(60)
@given(number=st.integers(0, 10**6), route=st.sampled_from([*PROVERS]))
def test_a_random_spec_of_all_classes_is_proved_with_its_solutions(number: int, route: str) -> None:
    tree = drawn_tree(7, number)
    try:
        spec = spec_of(tree)
    except SpecError:
        return
    with TemporaryDirectory() as folder:
        claim = claimed(lines_of(spec, route), Path(folder))
    assert {tuple(values) for values in claim.solutions} == solutions(tree)
    assert set(claim.unchecked) <= classes_of(spec)


@examples(200)
@given(number=st.integers(0, 10**6))
def test_without_a_limitation_no_solution_is_lost(number: int) -> None:
    tree = drawn_tree(8, number)
    try:
        flat = flatten(spec_of(tree))
    except SpecError:
        return
    assert unchecked(flat) or keeps(flat, tree)


def keeps(flat: Flat, tree: Tree) -> bool:
    return all(flat.violated(extended(flat, values)) is None for values in solutions(tree))


def classes_of(spec: Spec) -> set[str]:
    numbering = Numbering()
    for posted in spec.posted:
        numbering.number(posted.constraint)
    return {type(each).__name__ for each in numbering.nodes}


# Forgeries: the prover and the verifier take a class apart by the same wrong code.


def drop_the_first(parts: list[Logical], spec: Spec) -> list[Logical]:
    return parts[1:]


def drop_the_last(parts: list[Logical], spec: Spec) -> list[Logical]:
    return parts[:-1]


def add_a_contradiction(parts: list[Logical], spec: Spec) -> list[Logical]:
    return [*parts, Clause([])]


def exclude_a_value(parts: list[Logical], spec: Spec) -> list[Logical]:
    return [*(x != x.domain[0] for x in spec.variables[:1]), *parts]


def change_numbers(parts: list[Logical], spec: Spec) -> list[Logical]:
    return [Linear(each.left, each.comparator, each.right + 1) if isinstance(each, Linear) else each for each in parts]


def negate_one(parts: list[Logical], spec: Spec) -> list[Logical]:
    return [~as_literal(parts[0]), *parts[1:]] if parts else [Clause([])]


FORGERIES: list[Forge] = [
    drop_the_first,
    drop_the_last,
    add_a_contradiction,
    exclude_a_value,
    change_numbers,
    negate_one,
]
CLASSES: dict[str, type] = {
    each.__name__: each
    for module in MODULES
    for each in vars(module).values()
    if isinstance(each, type) and issubclass(each, Kind | Function) and each.__module__ == module.__name__
}


@contextmanager
def forged(name: str, method: str, forge: Callable[[Any], Any]) -> Iterator[None]:
    """The results of this method of a class are changed."""
    kind = CLASSES[name]
    honest, own = getattr(kind, method), method in vars(kind)
    setattr(kind, method, lambda self, *arguments: forge(honest(self, *arguments)))
    try:
        yield
    finally:
        if own:
            setattr(kind, method, honest)
        else:
            delattr(kind, method)


def specs_with(name: str, places: Iterable[str]) -> Iterator[Spec]:
    for _, build in COUNTS.values():
        for place in places:
            spec = built(build, place)
            if name in classes_of(spec):
                yield spec


def decomposed(forge: Forge, spec: Spec, parts: Iterable[Logical]) -> list[Logical]:
    return forge([*parts], spec)


def if_there_is_one(forge: Callable[[Sum], Sum], found: Sum | None) -> Sum | None:
    return None if found is None else forge(found)


@pytest.mark.parametrize("name", CLASSES)
def test_a_wrong_decomposition_is_noticed(name: str, tmp_path: Path) -> None:
    """Where a solution is lost, the verifier says what it has not checked, or rejects the certificate."""
    for spec in specs_with(name, ("bare", "reified")):
        for forge in FORGERIES:
            with forged(name, "decompose", partial(decomposed, forge, spec)):
                assert noticed_or_true(spec, tmp_path), forge


def one_more(found: Sum) -> Sum:
    return found + 1


def without_the_first(found: Sum) -> Sum:
    return Sum(found.terms[1:], found.constant)


@pytest.mark.parametrize("name", ["Total", "Minimum", "Occurrences", "NumberOfValues", "Power", "Remainder"])
def test_a_wrong_expansion_is_noticed(name: str, tmp_path: Path) -> None:
    for spec in specs_with(name, ("bare", "reified")):
        for forge in (
            lambda found: found + 1,
            lambda found: -found,
            lambda found: Sum(found.terms[1:], found.constant),
        ):
            with forged(name, "expand", partial(if_there_is_one, forge)):
                assert noticed_or_true(spec, tmp_path)


@pytest.mark.parametrize("name", ["Entry", "Quotient", "Remainder"])
@pytest.mark.parametrize("found", [[], [Clause([])]], ids=["always", "never"])
def test_a_wrong_condition_of_a_partial_function_is_noticed(name: str, found: list[Logical], tmp_path: Path) -> None:
    for spec in specs_with(name, PLACES):
        with forged(name, "conditions", lambda honest: found if [*honest] else honest):
            assert noticed_or_true(spec, tmp_path)


@pytest.mark.parametrize("name", sorted(each for each, kind in CLASSES.items() if issubclass(kind, Function)))
def test_a_domain_that_lacks_a_value_is_noticed(name: str, tmp_path: Path) -> None:
    for spec in specs_with(name, ("bare", "reified")):
        with shortened(name):
            assert noticed_or_true(spec, tmp_path)


@contextmanager
def shortened(name: str) -> Iterator[None]:
    """A function of this class lacks its last value; the spec is built already."""
    honest = Function.finish

    def finish(self: Function, values: Iterable[int], *, undefined: bool = False) -> None:
        honest(self, values, undefined=undefined)
        if type(self).__name__ == name:
            self.domain = self.domain[:-1] or self.domain

    Function.finish = finish  # type: ignore[method-assign]
    try:
        yield
    finally:
        Function.finish = honest  # type: ignore[method-assign]


OF_FLATTENING: dict[str, Callable[[Any], Any]] = {
    "negated": lambda found: found[:-1] or found,
    "conjunction": lambda found: found and [~as_literal(found[0]), *found[1:]],
    "disjunction": lambda found: found and found[1:],
    "half_reified": lambda found: None if found is None else ~found,
    "constant": lambda found: [Clause([])],
}


@pytest.mark.parametrize("name", OF_FLATTENING)
def test_a_wrong_step_of_flattening_is_noticed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = flattening if hasattr(flattening, name) else flattening.auxiliaries
    honest, forge = getattr(room, name), OF_FLATTENING[name]
    for spec in specs_with("Clause", ("reified", "nested")):
        with monkeypatch.context() as patch:
            patch.setattr(room, name, lambda *arguments: forge(honest(*arguments)))
            assert noticed_or_true(spec, tmp_path)


def noticed_or_true(spec: Spec, folder: Path) -> bool:
    """A class is named, or no solution is lost; or the certificate is rejected."""
    try:
        flat = flatten(spec)
    except (SpecError, RecursionError):
        return True
    return bool(unchecked(flat)) or loses_nothing(flat) or rejected(spec, folder)


def rejected(spec: Spec, folder: Path) -> bool:
    try:
        claimed(lines_of(spec), folder)
    except (Invalid, AssertionError):  # the prover's own check
        return True
    return False


@pytest.mark.parametrize("route", PROVERS)
def test_a_certificate_of_a_forged_class_says_so(route: str, tmp_path: Path) -> None:
    """The prover finds too few solutions, and the verifier cannot know that: its sentence is the longer one."""
    spec = built(COUNTS["cumulative: capacity 2: always"][1], "bare")
    assert claimed(lines_of(spec, route), tmp_path).unchecked == ()
    with forged("Cumulative", "decompose", partial(decomposed, exclude_a_value, spec)):
        claim = claimed(lines_of(spec, route), tmp_path)
    assert (len(claim.solutions), claim.unchecked) == (12, ("Cumulative",))
