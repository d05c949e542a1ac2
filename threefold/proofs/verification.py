"""A certificate checked in a guarded child, and the specification in it compared with the puzzle that it names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Never

from threefold.checker.fingerprint import Fingerprint
from threefold.checker.hashing import Hashing
from threefold.format import visible
from threefold.guard import Report
from threefold.language import BadInput, Spec
from threefold.language.canonical import digest as digest_of
from threefold.plugins import is_path
from threefold.runs.instance import Instance
from threefold.verifier import Claim, Invalid, verify


@dataclass(frozen=True)
class Verification:
    """What a valid certificate proves: the enclosed specification has exactly `count` solutions."""

    title: str  # name and parameters of the enclosed specification
    count: int
    constraints: int
    decisions: int
    digest: str  # SHA-256 of the text of the specification
    puzzle: str | None  # "nqueens 8" where the specification is the one of this puzzle, as it is built here
    better_than: int | None  # only its solutions whose objective is better than this
    note: str  # why `puzzle` is None
    programs: tuple[str, ...]  # that made the certificate, as it says
    checked: Mapping[str, Mapping[str, int]]  # by route: clauses, steps, …
    fingerprint: Fingerprint  # of the set of solutions
    first: tuple[tuple[int, ...], ...]  # the first solution, if there is one

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            **{key: value for key, value in vars(self).items() if key != "first"},
            "fingerprint": str(self.fingerprint),
        }


def check(report: Report[Never], path: str) -> Verification:
    """Raise Invalid if it proves nothing, or if the specification is not the one of the puzzle that it names."""
    claim = verify(path)
    puzzle, note = _identified(claim)
    spec, fingerprint = claim.spec, Fingerprint()
    hashing = Hashing(x.domain for x in spec.decisions)
    for values in claim.solutions:
        fingerprint.add(hashing.one([values[x.position] for x in spec.decisions]))
    return Verification(
        title=visible(spec.title),
        count=len(claim.solutions),
        constraints=sum(1 for _ in spec.posted),
        decisions=len(spec.decisions),
        digest=claim.digest,
        puzzle=puzzle,
        better_than=_bound(claim) if puzzle else None,
        note=note,
        programs=tuple(map(visible, claim.programs)),
        checked={route: dict(counts) for route, counts in claim.checked.items()},
        fingerprint=fingerprint,
        first=tuple(claim.solutions[:1]),
    )


def _identified(claim: Claim) -> tuple[str | None, str]:
    """The puzzle whose specification is enclosed; or nothing, and why that is not known."""
    if claim.puzzle is None:
        return None, "the certificate names no puzzle"
    givens = (word for given in claim.givens for word in ("--given", given))
    named = " ".join(map(_word, [claim.puzzle, *claim.parameters, *givens]))
    if is_path(claim.puzzle):  # a stranger's certificate must not choose a file that is run
        return None, f"{claim.puzzle!r} is a file and was not loaded"
    try:
        built = built_anew(claim)
    except BadInput as error:
        return None, f"the puzzle cannot be built here: {error}"
    if digest_of(built) != claim.digest:
        raise Invalid(f"the enclosed specification is not the one of {named}, as it is built here")
    return named, ""


def _word(text: str) -> str:
    """As it is typed; with blanks or control characters, in quotes."""
    return text if text.isprintable() and " " not in text else repr(text)


def built_anew(claim: Claim) -> Spec:
    from threefold import models

    assert claim.puzzle is not None
    parameters = models.find(claim.puzzle).parse(claim.parameters, optimum=True)
    return Instance(claim.puzzle, parameters, tuple(claim.givens), better_than=_bound(claim)).load()[1]


def _bound(claim: Claim) -> int | None:
    """The value that the solutions are better than, if the certificate names one."""
    if len(claim.better) > 1 or not all(text.lstrip("-").isdecimal() for text in claim.better):
        raise Invalid(f"the bound of the objective must be one integer (got {claim.better})")
    return int(claim.better[0]) if claim.better else None
