"""A certificate from its first line to its last: the spec, the solutions, the refutations.

With an optimum the solutions are some that have it, and it is refuted that there is a better one: the constraint that says so is
added here, so that it cannot be another one.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from threefold.language import Spec, SpecError
from threefold.language.canonical_reader import OLD, parse
from threefold.language.flattening import flatten
from threefold.language.objective import only_better
from threefold.verifier.clauses import ByClauses
from threefold.verifier.completeness import unchecked
from threefold.verifier.reading import Lines, opened
from threefold.verifier.rows import ByRows

ROUTES: dict[str, type[ByClauses | ByRows]] = {"sat": ByClauses, "ilp": ByRows}


@dataclass
class Claim:
    """What the certificate says of itself, and what was checked."""

    puzzle: str | None = None
    parameters: list[str] = field(default_factory=list)  # as typed
    givens: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)  # the contents of parameters that are files, by name
    optimum: int | None = None  # the value of the objective that its solutions have
    programs: list[str] = field(default_factory=list)
    digest: str = ""  # of the text of the spec
    spec: Spec = field(default_factory=lambda: Spec(""))
    solutions: list[tuple[int, ...]] = field(default_factory=list)  # the values of all variables
    constraints: int = 0  # of the spec
    checked: dict[str, Counter[str]] = field(default_factory=dict)  # by route
    unchecked: tuple[str, ...] = ()  # classes: it is complete for their decomposition


def verify(path: str | Path) -> Claim:
    """Raise Invalid unless the enclosed spec has exactly the listed solutions, or these are optimal."""
    with opened(path) as lines:
        claim = Claim()
        _read_heading(claim, lines)
        listed = _check_solutions(claim, lines)
        if claim.optimum is not None:
            _check_optimum(claim, lines, claim.optimum)
            only_better(claim.spec, claim.optimum)
            listed = set()  # the optimal solutions are no answers to what is refuted
        flat = flatten(claim.spec)
        claim.unchecked = unchecked(flat)
        while (line := lines.next()) != "end certificate":
            kind, route = line.split(" ")
            if kind != "refutation" or route in claim.checked:
                lines.fail("another refutation or 'end certificate' was expected")
            refutation = ROUTES[route](flat, lines, listed)
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
            claim.constraints = sum(1 for _ in claim.spec.posted)
            return
        texts = [str(text) for text in json.loads(f"[{rest}]")]
        if kind == "puzzle" and claim.puzzle is None:
            claim.puzzle, *claim.parameters = texts
        elif kind in ("given", "with"):
            {"given": claim.givens, "with": claim.programs}[kind].extend(texts)
        elif kind == "file":
            name, claim.files[name] = texts
        elif kind == "optimum" and claim.optimum is None:
            [claim.optimum] = map(int, texts)
        elif kind == "better":
            lines.fail("an optimum without a solution that has it, as earlier versions wrote it: prove it again")
        else:
            lines.fail("a line of the heading was expected: puzzle, given, file, optimum, with or spec")


def _spec(digest: str, lines: Lines) -> Spec:
    text = ""
    while not text.endswith("\nend\n"):
        text += lines.next() + "\n"
    if sha256(text.encode()).hexdigest() != digest:
        lines.fail("the digest does not fit the text of the specification")
    try:
        return parse(text)
    except SpecError as error:
        if text.startswith(f"{OLD}\n"):
            lines.fail("the specification was written by an earlier version of Threefold: prove it again")
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


def _check_optimum(claim: Claim, lines: Lines, optimum: int) -> None:
    objective = claim.spec.objective
    if objective is None:
        lines.fail("an optimum is claimed, but the specification has no objective")
    if not claim.solutions:
        lines.fail(f"no solution is listed that has the optimum {optimum}")
    for values in claim.solutions:
        if objective.value(values) != optimum:
            lines.fail(f"a solution has the value {objective.value(values)}, and not the optimum {optimum}")
