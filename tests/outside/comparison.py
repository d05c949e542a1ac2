"""What Threefold says about a tree's spec, compared with what the tree means."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from tests.outside.meaning import solutions
from tests.outside.tree import Tree
from tests.outside.written import spec_of
from threefold.backends import find
from threefold.backends.backend import Refused
from threefold.backends.configuration import parse
from threefold.checker import brute_force
from threefold.language import BadInput, LimitReached, Spec

BACKENDS = ("sat", "cp", "ilp", "backtracking")
OURS = (BadInput, LimitReached, Refused)
LANGUAGE, VIOLATED, BRUTE_FORCE = "building", "violated", "brute force"
MOST_BY_BRUTE_FORCE = 5_000  # assignments
LONGEST = 1000  # characters of a message
Found = set[tuple[int, ...]]


class Wrong(Exception):
    """The answer is not what the tree means."""


@dataclass(frozen=True)
class Finding:
    by: str
    verdict: str  # right, wrong, foreign or refused
    text: str = ""
    seconds: float = 0.0


def findings(tree: Tree, backends: Collection[str] = BACKENDS) -> Iterator[Finding]:
    """The spec is built, then each way to solve it is asked."""
    expected = solutions(tree)
    specs: list[Spec] = []
    built = _finding(LANGUAGE, lambda: specs.append(spec_of(tree)))
    yield built
    if not specs:
        return
    yield _finding(VIOLATED, partial(_violated, specs[0], tree, expected))
    if brute_force.assignments(specs[0]) <= max(MOST_BY_BRUTE_FORCE, tree.size()):
        yield _finding(BRUTE_FORCE, lambda: _same(brute_force.projected(specs[0]), expected))
    for backend in backends:
        yield _finding(backend, partial(_solved, specs[0], backend, expected))


def _finding(by: str, ask: Callable[[], object]) -> Finding:
    start = perf_counter()
    verdict, text = _verdict(ask)
    return Finding(by, verdict, text, perf_counter() - start)


def _verdict(ask: Callable[[], object]) -> tuple[str, str]:
    try:
        ask()
    except Wrong as wrong:
        return "wrong", str(wrong)
    except OURS as refusal:
        text = str(refusal)
        return ("refused" if text.isprintable() and len(text) < LONGEST else "foreign"), text
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return "foreign", f"{type(error).__name__}: {error} ({place.filename.rpartition('/')[2]}:{place.lineno})"
    return "right", ""


def _same(found: Collection[tuple[int, ...]], expected: Found) -> None:
    if len(found) != len(set(found)):
        raise Wrong("a solution was found twice")
    if missing := sorted(expected - set(found)):
        raise Wrong(f"{len(missing)} solutions are missing, as {missing[0]}")
    if more := sorted(set(found) - expected):
        raise Wrong(f"{len(more)} are no solutions, as {more[0]}")


def _solved(spec: Spec, backend: str, expected: Found) -> None:
    """In this process, without a guard."""
    chosen = parse(backend, {})
    program = find(chosen.backend).lower(spec, chosen)
    positions = [x.position for x in spec.decisions]
    _same([tuple(each[p] for p in positions) for each in program.load(seed=None, first=False)], expected)


def _violated(spec: Spec, tree: Tree, expected: Found) -> None:
    """Of every assignment."""
    _same([values for values in tree.assignments() if spec.violated(values) is None], expected)


def masked(text: str) -> str:
    """A message without the names and numbers of one spec, so that equal ones can be counted."""
    text, inner = re.sub(r"-?\b\w+\[\d+\]|-?\b[a-z]+_?\d+\b|-?\d+(·\w+)?|-?\b[xyzubc]\b", "…", text), ""
    while inner != text:
        inner, text = text, re.sub(r"[(\[][^()\[\]]*[)\]]", "⟨…⟩", text)
    return re.sub(r"…([ ,+<>=!~*-]*…)*", "…", text.replace("⟨…⟩", "(…)"))[:160]
