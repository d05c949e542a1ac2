"""Many random specs, counted: how many were right, wrong, refused, or ended in an exception that is not ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from tests.outside.comparison import BACKENDS, BRUTE_FORCE, LANGUAGE, VIOLATED, Finding, findings, masked
from tests.outside.drawing import drawn_tree
from tests.outside.meaning import solutions
from tests.outside.relations import RELATIONS
from tests.outside.smaller import smallest
from tests.outside.tree import Tree

VERDICTS = ("right", "wrong", "foreign", "refused")
Failure: TypeAlias = tuple[int, str, Finding, Tree]  # number of the spec, relation, what was found, the tree
Asked: TypeAlias = Callable[[Tree, Collection[str]], Iterator[Finding]]


@dataclass
class Tally:
    backends: tuple[str, ...] = BACKENDS
    specs: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)  # of specs: the worst that was found
    found: Counter[tuple[str, str]] = field(default_factory=Counter)  # by whom, and the verdict
    seconds: Counter[str] = field(default_factory=Counter)
    texts: Counter[str] = field(default_factory=Counter)  # of refusals and exceptions
    failures: list[Failure] = field(default_factory=list)

    def add(self, number: int, relation: str, tree: Tree, each: Collection[Finding]) -> None:
        self.specs += 1
        verdicts = {finding.verdict for finding in each}
        self.verdicts[next(verdict for verdict in ("wrong", "foreign", "refused", "right") if verdict in verdicts)] += 1
        for finding in each:
            self.found[finding.by, finding.verdict] += 1
            self.seconds[finding.by] += finding.seconds  # type: ignore[assignment]
            if finding.verdict in ("refused", "foreign"):
                self.texts[f"{finding.verdict} by {finding.by}: {masked(finding.text)}"] += 1
            if finding.verdict in ("wrong", "foreign"):
                self.failures.append((number, relation, finding, tree))

    def __str__(self) -> str:
        rows = [LANGUAGE, VIOLATED, BRUTE_FORCE, *self.backends]
        lines = [f"{'':14}{'specs':>8}" + "".join(f"{verdict:>9}" for verdict in VERDICTS) + f"{'seconds':>9}"]
        for row in rows:
            numbers = [self.found[row, verdict] for verdict in VERDICTS]
            cells = "".join(f"{number:9,}" for number in numbers)
            lines.append(f"{row:14}{sum(numbers):8,}{cells}{self.seconds[row]:9.1f}")
        numbers = [self.verdicts[verdict] for verdict in VERDICTS]
        total = sum(self.seconds.values())
        lines.append(f"{'all':14}{self.specs:8,}{''.join(f'{number:9,}' for number in numbers)}{total:9.1f}")
        share = 100 * self.verdicts["refused"] / max(1, self.specs)
        lines += ["", f"{self.verdicts['refused']:,} refused ({share:.1f} %)"]
        return "\n".join([*lines, *(f"{number:6,}  {text}" for text, number in self.texts.most_common())])


def tried(numbers: range, seed: int, backends: tuple[str, ...] = BACKENDS) -> Tally:
    tally = Tally(backends)
    for number in numbers:
        tree = drawn_tree(seed, number)
        tally.add(number, "", tree, list(findings(tree, backends)))
    return tally


def related(numbers: range, seed: int, backends: tuple[str, ...] = BACKENDS) -> Tally:
    """One relation after the other. Refused is what is refused after the change only."""
    tally = Tally(backends)
    for number in numbers:
        before = drawn_tree(seed, number)
        relation = RELATIONS[number // 7 % len(RELATIONS)]  # 7: not always the same with a kind
        after = relation(before, Random(f"{seed} {number}"))
        tally.add(number, relation.__name__, after, list(findings(after, backends)))
        assert {values[: len(before.declared)] for values in solutions(after)} == solutions(before)
    return tally


def shrunk(failure: Failure, backends: Collection[str]) -> tuple[Tree, Finding]:
    """The smallest tree found that fails in the same way, and how."""
    _, _, first, tree = failure

    def same(tree: Tree) -> Finding | None:
        asked = (each for each in findings(tree, [first.by] if first.by in backends else []))
        return next((each for each in asked if _alike(each, first)), None)

    small = smallest(tree, lambda each: same(each) is not None)
    return small, same(small) or first


def _alike(one: Finding, other: Finding) -> bool:
    kinds = [each.text.split(":")[0] if each.verdict == "foreign" else "" for each in (one, other)]
    return (one.by, one.verdict) == (other.by, other.verdict) and kinds[0] == kinds[1]
