"""A certificate checked in a guarded child, and the specification in it compared with the puzzle that it names."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Never

from threefold import models
from threefold.checker.fingerprint import Fingerprint
from threefold.checker.hashing import Hashing
from threefold.format import many, shortened, visible
from threefold.guard import Report
from threefold.language import BadInput, Solution, Spec
from threefold.language.canonical import digest as digest_of
from threefold.language.files import files_from
from threefold.plugins import is_path
from threefold.runs.instance import Instance
from threefold.verifier import Claim, Invalid, verify


@dataclass(frozen=True)
class Verification:
    """What a valid certificate proves: the enclosed specification has exactly `count` solutions, or this optimum."""

    title: str  # name and parameters of the enclosed specification
    count: int | None  # None: the optimum is proved, and not how many solutions have it
    constraints: int
    decisions: int
    digest: str  # SHA-256 of the text of the specification
    puzzle: str | None  # "nqueens 8" where the specification is the one of this puzzle, as it is built here
    optimum: int | None  # a solution has it, and none is better
    attained: str  # by which one, if there is an optimum
    unchecked: tuple[str, ...]  # classes of which it is not checked that their decomposition excludes no solution
    note: str  # why `puzzle` is None
    programs: tuple[str, ...]  # that made the certificate, as it says
    checked: Mapping[str, Mapping[str, int]]  # by route: clauses, steps, …
    fingerprint: Fingerprint  # of the set of solutions
    first: tuple[tuple[int, ...], ...]  # the first listed solution, if there is one

    @property
    def claim(self) -> str:
        """As a sentence."""
        return f"{self._found}, {self.limitation}" if self.unchecked else self._found

    @property
    def limitation(self) -> str:
        """What is left to trust, besides what docs/certificates.md lists."""
        return f"complete for the decomposition of {', '.join(self.unchecked)}" if self.unchecked else ""

    @property
    def _found(self) -> str:
        subject = self.puzzle or f"the enclosed specification {self.title!r}"
        if self.optimum is not None:
            attained = shortened(self.attained.split(", "))
            return f"{subject} has the optimum {self.optimum}, attained by {attained}, and nothing better"
        number = f"exactly {many(self.count, 'solution')}" if self.count else "no solution"
        return f"{subject} has {number}"

    def __str__(self) -> str:
        return f"valid: {self.claim}"

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
        count=len(claim.solutions) if claim.optimum is None else None,
        constraints=claim.constraints,
        decisions=len(spec.decisions),
        digest=claim.digest,
        puzzle=puzzle,
        optimum=claim.optimum,
        attained="" if claim.optimum is None else visible(str(Solution(spec, claim.solutions[0]))),
        unchecked=claim.unchecked,
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
    file = next((word for word in claim.parameters if os.path.exists(word)), None)
    installed = claim.puzzle in models.names()
    if file is not None and installed and models.origin(claim.puzzle) != "built in":  # it may open files by itself
        return None, f"{file!r} is a file, which the puzzle of a plug-in could read"
    enclosed = {name: text.encode() for name, text in claim.files.items()}
    try:
        with files_from(enclosed, closed=True) as files:
            built = built_anew(claim)
    except BadInput as error:
        if files.refused:
            return (
                None,
                f"it does not contain the file {files.refused[0]!r}, and no file that a certificate names is read",
            )
        return None, f"the puzzle cannot be built here: {error}"
    if digest_of(built) != claim.digest:
        raise Invalid(f"the enclosed specification is not the one of {named}, as it is built here")
    return named, ""


def _word(text: str) -> str:
    """As it is typed; with blanks or control characters, in quotes."""
    return text if text.isprintable() and " " not in text else repr(text)


def built_anew(claim: Claim) -> Spec:
    assert claim.puzzle is not None
    parameters = models.find(claim.puzzle).parse(claim.parameters, optimum=True)
    return Instance(claim.puzzle, parameters, tuple(claim.givens)).load()[1]
