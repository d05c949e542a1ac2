"""Certificates of small specs as lines, so that a test can change them."""

from collections.abc import Callable
from pathlib import Path

from threefold.language import Spec
from threefold.proofs import by_clauses, by_rows
from threefold.proofs.certificate import Origin, Part, certificate
from threefold.proofs.formula import Formula
from threefold.proofs.parts import PROVERS
from threefold.verifier import Claim, verify

PROVED: dict[str, Callable[[Formula], Part]] = {"sat": by_clauses.proved, "ilp": by_rows.proved}  # from a formula


def lines_of(spec: Spec, route: str = "sat", part: Part | None = None) -> list[str]:
    part = part or PROVERS[route].part_of(spec, [{}], 0, lambda count: None)
    return list(certificate(Origin(), spec, part.solutions, {route: part.lines}))


def claimed(lines: list[str], folder: Path) -> Claim:
    """What the verifier says of these lines; it raises Invalid if they prove nothing."""
    path = folder / "test.proof"
    path.write_text("\n".join(lines) + "\n")
    return verify(path)


def projected(claim: Claim) -> set[tuple[int, ...]]:
    return {tuple(values[x.position] for x in claim.spec.decisions) for values in claim.solutions}
