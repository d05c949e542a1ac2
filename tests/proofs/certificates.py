"""Certificates of small specs as lines, so that a test can change them."""

from pathlib import Path

from threefold.language import Spec
from threefold.proofs.by_clauses import Part, part_of
from threefold.proofs.by_rows import refutation
from threefold.proofs.certificate import Origin, certificate
from threefold.verifier import Claim, verify


def tree_of(spec: Spec) -> list[str]:
    """The certificate by rows."""
    solutions, lines = refutation(spec)
    return list(certificate(Origin(), spec, solutions, {"ilp": lines}))


def lines_of(spec: Spec, part: Part | None = None) -> list[str]:
    part = part or part_of(spec)
    return list(certificate(Origin(), spec, part.solutions, {"sat": part.block}))


def claimed(lines: list[str], folder: Path) -> Claim:
    """What the verifier says of these lines; it raises Invalid if they prove nothing."""
    path = folder / "test.proof"
    path.write_text("\n".join(lines) + "\n")
    return verify(path)


def projected(claim: Claim) -> set[tuple[int, ...]]:
    return {tuple(values[x.position] for x in claim.spec.decisions) for values in claim.solutions}
