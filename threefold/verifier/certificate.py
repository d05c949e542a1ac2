"""A certificate from its first line to its last: the spec, the solutions, the refutations."""

import json
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from threefold.language import Spec, SpecError
from threefold.language.canonical_reader import parse
from threefold.verifier.clauses import ByClauses
from threefold.verifier.reading import Lines, opened
from threefold.verifier.rows import ByRows

ROUTES: dict[str, type[ByClauses | ByRows]] = {"sat": ByClauses, "ilp": ByRows}


@dataclass
class Claim:
    """What the certificate says of itself, and what was checked."""

    puzzle: str | None = None
    parameters: list[str] = field(default_factory=list)  # as typed
    givens: list[str] = field(default_factory=list)
    better: list[str] = field(default_factory=list)  # than this is the objective of its solutions
    programs: list[str] = field(default_factory=list)
    digest: str = ""  # of the text of the spec
    spec: Spec = field(default_factory=lambda: Spec(""))
    solutions: list[tuple[int, ...]] = field(default_factory=list)  # the values of all variables
    checked: dict[str, Counter[str]] = field(default_factory=dict)  # by route


def verify(path: str | Path) -> Claim:
    """Raise Invalid unless the enclosed spec has exactly the listed solutions."""
    with opened(path) as lines:
        claim = Claim()
        _read_heading(claim, lines)
        listed = _check_solutions(claim, lines)
        while (line := lines.next()) != "end certificate":
            kind, route = line.split(" ")
            if kind != "refutation" or route in claim.checked:
                lines.fail("another refutation or 'end certificate' was expected")
            refutation = ROUTES[route](claim.spec, lines, listed)
            refutation.check()
            claim.checked[route] = refutation.checked
        if not claim.checked:
            lines.fail("there is no refutation")
        lines.end()
        return claim


def _read_heading(claim: Claim, lines: Lines) -> None:
    while True:
        kind, _, rest = lines.next().partition(" ")
        if kind == "spec":
            claim.digest, claim.spec = rest, _spec(rest, lines)
            return
        texts = [str(text) for text in json.loads(f"[{rest}]")]
        if kind == "puzzle" and claim.puzzle is None:
            claim.puzzle, *claim.parameters = texts
        elif kind in ("given", "better", "with"):
            {"given": claim.givens, "better": claim.better, "with": claim.programs}[kind].extend(texts)
        else:
            lines.fail("a line of the heading was expected: puzzle, given, better, with or spec")


def _spec(digest: str, lines: Lines) -> Spec:
    text = ""
    while not text.endswith("\nend\n"):
        text += lines.next() + "\n"
    if sha256(text.encode()).hexdigest() != digest:
        lines.fail("the digest does not fit the text of the specification")
    try:
        return parse(text)
    except SpecError as error:
        lines.fail(f"the text of the specification is not canonical: {error}")


def _check_solutions(claim: Claim, lines: Lines) -> set[tuple[int, ...]]:
    """The values of the decision variables of each."""
    spec, listed = claim.spec, set[tuple[int, ...]]()
    kind, count = lines.next().split(" ")
    if kind != "solutions":
        lines.fail("'solutions' was expected")
    for _ in range(int(count)):
        values = tuple(map(int, lines.next().split()))
        if len(values) != len(spec.variables):
            lines.fail(f"a solution has {len(spec.variables)} values (got {len(values)})")
        if (violated := spec.violated(values)) is not None:
            lines.fail(f"not a solution: it violates {violated}")
        claim.solutions.append(values)
        listed.add(tuple(values[x.position] for x in spec.decisions))
        if len(listed) < len(claim.solutions):
            lines.fail("a solution is listed twice: it is equal to one before it on the decision variables")
    return listed
