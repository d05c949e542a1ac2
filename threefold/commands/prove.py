"""`prove` writes a certificate of all solutions, `verify` checks one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from json import dumps
from typing import TYPE_CHECKING, Annotated

from threefold.commands.options import SCHEMA, Options, argument, flag, numeric, option
from threefold.commands.output import check_place, fitted, style_of
from threefold.commands.progress import Progress
from threefold.errors import BadInput
from threefold.format import Column, Table, many, seconds

if TYPE_CHECKING:  # the API is loaded when a command runs, and not for its help
    from threefold.checker.record import Record
    from threefold.proofs.explain import Core, Explanation
    from threefold.proofs.verification import Verification

SHOWN = 20  # constraints of an explanation
COUNTED = (("definitions",), ("clauses", "rows"), ("steps", "sums"), ("nodes",))  # of refutations, by sat and by ilp
BY = "How it is refuted that there is another solution: sat, ilp, or sat,ilp."
OUTPUT = "Where to write the certificate."
PARTS = "Make it in at most N parts."
KEEP = "Keep finished parts in FOLDER, and continue from them; parts may come from other machines."
SHARE = "Only make every M-th part, from the K-th on, in the folder of --resume."
OPTIMUM = "Prove that no solution is better than the best one that is found. Some parameters may be left out."
CERTIFICATE = "The certificate."
EXPORT = "Also write the clauses and the proof into FOLDER, as DIMACS and LRAT."


class ProveOptions(Options):
    output: Annotated[str | None, option("--output -o", "FILE", OUTPUT, "it is not kept")] = None
    by: Annotated[str, option("--by", "LIST", BY)] = "sat"
    jobs: Annotated[int, numeric("--jobs", "N", "Prove in N processes, each with this memory limit.")] = 1
    parts: Annotated[int | None, numeric("--parts", "N", PARTS, "4 per job")] = None
    resume: Annotated[str | None, option("--resume", "FOLDER", KEEP)] = None
    optimum: Annotated[bool, flag("--optimum", OPTIMUM)] = False
    share: Annotated[str | None, option("--share", "K/M", SHARE)] = None


class VerifyOptions(Options):
    puzzle: Annotated[str | None, argument(CERTIFICATE, "CERTIFICATE")] = None
    export: Annotated[str | None, option("--export", "FOLDER", EXPORT)] = None
    timeout: Annotated[float, numeric("--timeout", "SECONDS", "Time limit.")] = 600


@ProveOptions.command(
    "puzzle parameters output by timeout memory given jobs parts resume share optimum json quiet no_color"
)
def prove(asked: ProveOptions) -> int:
    """Write a certificate: all solutions of a puzzle, and a proof that there is no other one.

    The verifier reads it before it is kept. docs/certificates.md explains the file.

    Example: threefold prove nqueens 8 -o queens.proof

    Exit code: 0 proved, 2 bad input, 3 a limit was hit, 4 error, 130 interrupted.
    """
    from threefold.api.proofs import prover

    puzzle, words = asked.words()
    if asked.output is not None:
        check_place(asked.output)
    with Progress(asked.timeout, silent=asked.quiet or asked.json) as progress:
        made = prover(
            puzzle, words, asked.by, asked.given or (), asked.timeout, asked.memory, asked.jobs, asked.parts,
            asked.resume, progress, optimum=asked.optimum,
        )  # fmt: skip
        if asked.share is not None:
            made.share = _share(asked)
            there, wanted = made.make_share()
            print(f"{there} of {many(wanted, 'part')} are in {asked.resume}")
            return 0
        proof = made.prove(asked.output)
    verification = proof.verification
    if asked.json:
        print(dumps({"schema": SCHEMA, **proof.to_dict()}, ensure_ascii=False))
    elif asked.quiet:
        print(_number(verification))
    else:
        if proof.drawing:
            print(f"{proof.drawing}\n")
        spent = f"{seconds(proof.seconds['prove'])} to prove, {seconds(proof.seconds['verify'])} to verify"
        print(
            fitted(f"{style_of(asked.no_color).word('proved')}: {verification.claim} ({spent}, {size_of(proof.size)})")
        )
        if proof.path is not None:
            print(f"wrote {proof.path}")
    return 0


def _share(asked: ProveOptions) -> tuple[int, int]:
    k, _, of = (asked.share or "").partition("/")
    if not (k.isdigit() and of.isdigit() and 1 <= int(k) <= int(of)):
        raise BadInput(f"--share must be K/M with 1 <= K <= M, like 1/2 (got {asked.share})")
    if asked.resume is None or asked.parts is None or asked.output is not None:
        raise BadInput("--share needs --parts and --resume, the same on all machines, and writes no certificate")
    return int(k), int(of)


@VerifyOptions.command("puzzle export timeout memory json quiet no_color")
def verify(asked: VerifyOptions) -> int:
    """Check a certificate with a small program that calls no solver and no lowering.

    Example: threefold verify queens.proof

    Exit code: 0 valid, 1 invalid (the first failing line is named), 2 not a certificate, 3 a limit was hit, 4 error.
    """
    from threefold import api

    if asked.puzzle is None:
        raise BadInput("a certificate is missing; expected: verify CERTIFICATE (threefold prove writes one)")
    asked.check_words([asked.puzzle])
    verification = api.verify(asked.puzzle, export=asked.export, timeout=asked.timeout, memory=asked.memory)
    if asked.json:
        print(dumps({"schema": SCHEMA, **verification.to_dict()}, ensure_ascii=False))
    elif asked.quiet:
        print(_number(verification))
    else:
        print(
            fitted(
                "\n".join([f"{style_of(asked.no_color).word('valid')}: {verification.claim}", *_details(verification)])
            )
        )
        if asked.export is not None:
            print(f"wrote sat.cnf and sat.lrat in {asked.export}")
    return 0


@Options.command("puzzle parameters given timeout memory json quiet no_color")
def explain(asked: Options) -> int:
    """Why is there no solution? Show a minimal set of constraints that has none, and how large its refutations are.

    Example: threefold explain pigeonhole 5 4

    Exit code: 0 explained, 1 there is a solution, 2 bad input, 3 a limit was hit (the set may not be minimal, or is not
    proved), 4 error.
    """
    from threefold.proofs.explain import explained

    instance, limits = asked.instance()
    with Progress(asked.timeout, silent=asked.quiet or asked.json) as progress:
        found = explained(instance, limits, progress)
    if asked.json:
        print(dumps({"schema": SCHEMA, **found.to_dict()}, ensure_ascii=False))
    elif found.core is not None:
        print(fitted("\n".join(found.core.constraints if asked.quiet else _reasons(found, found.core))))
    else:
        drawing = f"{found.solved.drawing}\n\n" if found.solved and not asked.quiet else ""
        print(f"{drawing}{instance} has a solution: there is nothing to explain")
    return found.exit_code


def _reasons(found: Explanation, core: Core) -> Iterator[str]:
    groups, constraints = many(core.of_groups, "group"), many(core.of_constraints, "constraint")
    size = f"{core.groups} of {groups}, {len(core.constraints)} of {constraints}"
    yield f"{found.instance} has no solution. Already {_these(core, size)}:"
    yield from (f"  {constraint}" for constraint in core.constraints[:SHOWN])
    if len(core.constraints) > SHOWN:
        yield f"  … and {len(core.constraints) - SHOWN} more"
    limitations = sorted({record.reason for record in found.proofs.values() if record.exact and record.reason})
    verified = " (".join(["their refutations, verified", *limitations]) + ")" * len(limitations)
    yield f"{verified}:" if found.proved else "not proved within the limits:"
    yield str(_sizes(found.proofs))


def _sizes(proofs: Mapping[str, Record]) -> Table:
    """A column for each route."""
    counts = [record.statistics if record.exact else {} for record in proofs.values()]
    rows = [
        [", ".join(kinds), *(next((f"{each[kind]:,}" for kind in kinds if kind in each), "") for each in counts)]
        for kinds in COUNTED
    ]
    rows += [["size", *(size_of(each["bytes"]) if each else "" for each in counts)]]
    rows += [["limit", *("" if record.exact else record.reason or "" for record in proofs.values())]]
    return Table([Column("", left=True), *map(Column, proofs)], [row for row in rows if {*row[1:]} - {"", "0"}])


def _these(core: Core, size: str) -> str:
    have = "this has" if len(core.constraints) == 1 else "these have"
    if not core.minimal:
        return f"{have} none ({size}), but a limit was hit, and the set may not be minimal"
    if len(core.constraints) == 1:
        return f"{have} none ({size}): it contradicts the domains of its variables"
    return f"{have} none ({size}), and no one of them can be left out"


def size_of(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size > 1e6 else f"{size / 1e3:.1f} kB"


def _number(verification: Verification) -> int | None:
    return verification.count if verification.optimum is None else verification.optimum


def _details(verification: Verification) -> list[str]:
    decisions, constraints = (
        many(verification.decisions, "decision variable"),
        many(verification.constraints, "constraint"),
    )
    same = f"the text of {verification.puzzle}, as it is built here" if verification.puzzle else "enclosed"
    only = "" if verification.puzzle else f"; valid for the enclosed specification only: {verification.note}"
    other = "other" if verification.optimum is None else "better"
    lines = [f"  specification: {same}; {constraints}; SHA-256 {verification.digest[:16]}…{only}"]
    if verification.count:
        lines.append(f"  solutions: each satisfies all constraints; all differ on the {decisions}")
    if verification.optimum is not None:
        lines.append("  the solution satisfies all constraints and has this value of the objective")
    for route, counts in verification.checked.items():
        numbers = ", ".join(many(number, kind.removesuffix("s"), kind) for kind, number in counts.items() if number)
        lines.append(f"  {route}: {numbers}; no {other} solution")
    return lines
