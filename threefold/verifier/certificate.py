"""A certificate from its first line to its last: the spec, the solutions, the refutations."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from threefold.language import Spec, SpecError
from threefold.language.canonical import parse
from threefold.verifier.clauses import Refutation, Tally, Watcher, ignore
from threefold.verifier.reading import Lines, opened


@dataclass
class Claim:
    """What the certificate says of itself, and what was checked."""

    puzzle: str | None = None
    parameters: list[str] = field(default_factory=list)  # as typed
    givens: list[str] = field(default_factory=list)
    programs: list[str] = field(default_factory=list)
    digest: str = ""  # of the spec's text, checked
    spec: Spec = field(default_factory=lambda: Spec(""))
    solutions: list[tuple[int, ...]] = field(default_factory=list)  # the values of all variables
    refutations: list[Tally] = field(default_factory=list)

    @property
    def count(self) -> int:
        """The number of solutions of the enclosed spec."""
        return len(self.solutions)


def verify(path: str | Path, watcher: Watcher = ignore) -> Claim:
    """Raise Invalid unless the enclosed spec has exactly the listed solutions."""
    with opened(path) as lines:
        claim = Claim()
        _heading(claim, lines)
        listed = _solutions(claim, lines)
        while (line := lines.next()) != "end certificate":
            if line not in ROUTES:
                lines.fail("a refutation or 'end certificate' was expected")
            claim.refutations.append(ROUTES[line](claim.spec, lines, listed, watcher))
        if not claim.refutations:
            lines.fail("there is no refutation")
        return claim


def _by_clauses(spec: Spec, lines: Lines, listed: set[tuple[int, ...]], watcher: Watcher) -> Tally:
    return Refutation(spec, lines, listed, watcher).check()


ROUTES: dict[str, Callable[[Spec, Lines, set[tuple[int, ...]], Watcher], Tally]] = {"refutation sat": _by_clauses}


def _heading(claim: Claim, lines: Lines) -> None:
    """The lines before the solutions."""
    while True:
        kind, _, rest = lines.next().partition(" ")
        match kind:
            case "puzzle":
                claim.puzzle, *claim.parameters = _texts(rest)
            case "given":
                claim.givens += _texts(rest)
            case "with":
                claim.programs += _texts(rest)
            case "spec":
                claim.digest, claim.spec = rest, _spec(rest, lines)
                return
            case _:
                lines.fail("a line of the heading was expected: puzzle, given, with or spec")


def _texts(rest: str) -> list[str]:
    texts = json.loads(f"[{rest}]")
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(rest)
    return texts


def _spec(digest: str, lines: Lines) -> Spec:
    text: list[str] = []
    while not text or text[-1] != "end\n":
        text.append(lines.next() + "\n")
    whole = "".join(text)
    if sha256(whole.encode()).hexdigest() != digest:
        lines.fail("the digest does not fit the text of the specification")
    try:
        return parse(whole)
    except SpecError as error:
        lines.fail(f"the specification is not a canonical text: {error}")


def _solutions(claim: Claim, lines: Lines) -> set[tuple[int, ...]]:
    """The values of the decision variables of each."""
    spec, listed = claim.spec, set[tuple[int, ...]]()
    kind, count = lines.words()
    if kind != "solutions":
        lines.fail("'solutions' was expected")
    decisions = [x.position for x in spec.decisions]
    for _ in range(int(count)):
        values = tuple(map(int, lines.next().split()))
        if len(values) != len(spec.variables):
            lines.fail(f"a solution has {len(spec.variables)} values (got {len(values)})")
        if (violated := spec.violated(values)) is not None:
            lines.fail(f"not a solution: it violates {violated}")
        claim.solutions.append(values)
        listed.add(tuple(values[position] for position in decisions))
        if len(listed) < len(claim.solutions):
            lines.fail("a solution is listed twice: it is equal to one before it on the decision variables")
    return listed
