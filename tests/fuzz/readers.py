"""Every reader of the package, with valid samples. A reader gets bytes, and raises nothing but errors of ours.

What is accepted is used: a formula is written again, a report is made from records, a plan is counted.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path

from threefold import models
from threefold.api.arguments import limits_of
from threefold.backends.configuration import parse_list
from threefold.backends.ilp import cbc
from threefold.backends.ilp.model import Column, IntegerProgram
from threefold.backends.sat.dimacs_reader import parse_dimacs
from threefold.backends.sat.solver_output import parse_answer
from threefold.checker import brute_force
from threefold.cnf.files import File
from threefold.cnf.relation.naming import read_names
from threefold.cnf.student_code import dimacs_of
from threefold.language import Puzzle, Text, canonical, canonical_reader
from threefold.language.givens import add_givens
from threefold.proofs.by_clauses import part_of
from threefold.proofs.certificate import Origin, certificate
from threefold.reporting.report import read
from threefold.reporting.write import files
from threefold.runs.checkpoint import Checkpoint, Heading, _checksum
from threefold.sweeps.export import merged, to_csv
from threefold.sweeps.record_line import RECORDS, lines_text, read_lines
from threefold.sweeps.sweep_file import FILE, read_sweep
from threefold.verifier import verify

ROOT = Path(__file__).parents[2]
SPECS = {
    "nqueens": (4,),
    "zebra": (0,),
    "latin": (3,),
    "golomb": (4, 7),
    "knights": (3, 4),
    "pentominoes": ("3x5:PUV",),
}
DIMACS = (
    b"c START DICTIONARY\nc queen[1, 1]=1\nc a=2\nc END DICTIONARY\nc p show 1 2 0\np cnf 4 3\n1 -2 0\n3 4 0\n-1 -3 0\n",
    b"p cnf 3 2\r\n1 -2\r\n0 3\r\n0\r\n%\r\n0\r\n",
)
ANSWERS = (
    b"c a\ns SATISFIABLE\nv 1 -2 3\nv 4 0\n",
    b"SAT\n1 -2 3 0\n",
    b"s UNSATISFIABLE\n",
    b"UNSAT\n",
    b"s UNKNOWN\n",
)
CBC = (
    b"Optimal - objective value 0.00000000\n      0 x0        1        0\n      2 x2     1.00    0\n",
    b"Infeasible - objective value 0\n",
)
NAMES = (b"# names\n1 queen[1, 1]\n2 queen[1, 2]\nqueen[2, 1]=3\nc more\n",)
GIVENS = (b"queen[1]=2", b"queen[ 4 ] = 4", b"colour[red]=3", b"pet[ zebra ] = 1")
ROWS = (
    b"sat,cp,ilp",
    b"sat:minisat22+amo=ladder+card=totalizer,cp+view=bool",
    b"backtracking",
    b"sat+ints=order,ilp:cbc",
)
CLAUSE_LISTS = (b'[["p", "cnf", 3, 2], [1, -2, 0], [3, 0]]', b"[[1, 2], [-3]]")
PROVED = {"nqueens": (4,), "latin": (2,)}
LIMITS = (b"60 2G", b"0.5 512M", b"1e3 1.5GiB", b"7 4096")


@dataclass(frozen=True)
class Reader:
    name: str
    samples: tuple[bytes, ...]
    read: Callable[[bytes, Path], object]  # the folder is for a file


def text_of(data: bytes) -> str:
    """As the command line or a file that was opened as text gives it."""
    return data.decode(errors="replace")


def readers(folder: Path) -> Iterator[Reader]:
    yield Reader("DIMACS", DIMACS, _dimacs)
    yield Reader("solver output", ANSWERS, _answer)
    yield Reader("CBC's output", CBC, _cbc)
    yield Reader("map file", NAMES, _names)
    yield Reader("sweep file", tuple(path.read_bytes() for path in ROOT.glob(f"reports/*/{FILE}")), _sweep)
    yield Reader("records", tuple(_some_records()), _records)
    yield Reader("checkpoint", _checkpoint_sample(folder), _checkpoint)
    yield Reader("givens", GIVENS, _givens)
    yield Reader("configurations", ROWS, lambda data, _: parse_list(text_of(data), {}))
    yield Reader("limits", LIMITS, _limits)
    yield Reader("canonical text", tuple(_spec_texts()), _canonical)
    yield Reader("certificate", tuple(map(_proof, PROVED)), _certificate)
    yield Reader("clause list", CLAUSE_LISTS, _clauses)
    puzzles = [models.find(name) for name in models.names()]
    yield Reader(
        "parameters", tuple(" ".join([each.name, *map(str, each.example)]).encode() for each in puzzles), _parameters
    )
    for puzzle in puzzles:
        if any(isinstance(each, Text) for each in puzzle.parameters):
            yield Reader(f"instance of {puzzle.name}", tuple(_instances(puzzle)), _instance(puzzle))


def _dimacs(data: bytes, _: Path) -> None:
    formula = parse_dimacs(BytesIO(data), "f.cnf", lenient=data[:1] == b"c")
    assert all(0 < abs(literal) <= formula.variables for clause in formula.clauses() for literal in clause)
    assert all(name.isprintable() for name in formula.names.values())


def _answer(data: bytes, _: Path) -> None:
    answer = parse_answer(BytesIO(data), "answer", variables=4, auxiliaries=len(data) % 2 == 0)
    assert answer.status in ("sat", "unsat", "unknown")
    assert len(answer.model()) == 4


def _cbc(data: bytes, _: Path) -> None:
    columns = [Column(1, True) for _ in range(3)]
    cbc.read(text_of(data), IntegerProgram(columns, ()))


def _names(data: bytes, folder: Path) -> None:
    (folder / "names").write_bytes(data)
    assert all(name.isprintable() for name in read_names(File(str(folder / "names"), "names")).values())


def _sweep(data: bytes, folder: Path) -> None:
    (folder / FILE).write_bytes(data)
    for names in (None, {"nqueens": ("n",)}):
        plan = read_sweep(folder, names=names, smoke=len(data) % 2 == 0)
        assert len(plan) > 0
        assert [run.key for run in islice(plan.runs(), 5)]


def _some_records() -> Iterator[bytes]:
    for name in ("nqueens", "cards"):
        lines = read_lines(ROOT / "reports" / name / RECORDS)
        yield lines_text(lines[:: len(lines) // 6]).encode()


def _records(data: bytes, folder: Path) -> None:
    (folder / RECORDS).write_bytes(data)
    (folder / FILE).unlink(missing_ok=True)
    lines = merged([folder])
    assert [each.to_json() for each in lines] == [each.to_json() for each in merged([folder])]
    to_csv(lines)
    for text in files(read(folder)).values():
        text.encode()


def _checkpoint_sample(folder: Path) -> tuple[bytes, ...]:
    path = folder / "sample"
    heading = Heading("nqueens", "n=4", "", "sat:cadical195", "cadical195 1", "ab12", 4, "cd34", 4)
    lines = read_lines(ROOT / "reports" / "nqueens" / RECORDS)
    with Checkpoint(str(path)) as checkpoint:
        checkpoint.begin(heading)
        for cube, line in enumerate(lines[:3]):
            checkpoint.write(cube, line.record)
    sample = path.read_bytes()
    path.unlink()
    return (sample,)


def _checkpoint(data: bytes, folder: Path) -> None:
    """Half of the inputs get a right checksum: a wrong one hides everything else."""
    path = folder / "checkpoint"
    path.write_bytes(_with_checksums(data) if len(data) % 2 else data)
    heading = Heading("nqueens", "n=4", "", "sat:cadical195", "cadical195 1", "ab12", 4, "cd34", 4)
    with Checkpoint(str(path)) as checkpoint:
        finished = checkpoint.begin(heading)
        assert set(finished) <= set(range(4))


def _with_checksums(data: bytes) -> bytes:
    lines = data.split(b"\n")
    for place, line in enumerate(lines[1:], 1):
        try:
            entry = {name: value for name, value in json.loads(line).items() if name != "checksum"}
            lines[place] = json.dumps({**entry, "checksum": _checksum(entry)}).encode()
        except (ValueError, AttributeError, RecursionError):
            continue
    return b"\n".join(lines)


def _givens(data: bytes, _: Path) -> None:
    name = "zebra" if data[:1] in b"bcdp" else "nqueens"
    add_givens(models.find(name).build(*SPECS[name]), [text_of(data)])


def _limits(data: bytes, _: Path) -> None:
    seconds, size = f"{text_of(data)} ".split(" ", 1)
    try:
        timeout = float(seconds)
    except ValueError:
        timeout = 60.0
    limits = limits_of(timeout, size)
    assert limits.memory is None or 1 << 20 <= limits.memory <= 1 << 50


def _spec_texts() -> Iterator[bytes]:
    for name, parameters in SPECS.items():
        yield canonical.render(models.find(name).build(*parameters)).encode()


def _canonical(data: bytes, _: Path) -> None:
    text = text_of(data)
    assert canonical.render(canonical_reader.parse(text)) == text


def _proof(name: str) -> bytes:
    spec = models.find(name).build(*PROVED[name])
    part = part_of(spec)
    return "".join(f"{line}\n" for line in certificate(Origin(), spec, part.solutions, {"sat": part.lines})).encode()


def _certificate(data: bytes, folder: Path) -> None:
    """One that is accepted proves the right number: the text of the spec has a digest."""
    (folder / "proof").write_bytes(data)
    claim = verify(folder / "proof")
    assert len(claim.solutions) == len(brute_force.projected(claim.spec))


def _clauses(data: bytes, _: Path) -> None:
    """What a student's function may return, as far as JSON has it."""
    try:
        clauses = json.loads(data)
    except (ValueError, RecursionError):
        return
    dimacs_of(clauses, "encode")


def _parameters(data: bytes, _: Path) -> None:
    name, *words = text_of(data).split(" ")
    models.find(name if name in models.names() else "nqueens").parse(words)


def _instances(puzzle: Puzzle) -> Iterator[bytes]:
    yield str(puzzle.example[0]).encode()
    shipped = ROOT / "models" / f"{puzzle.name}.txt"
    for path in (*ROOT.glob(f"examples/puzzles/{puzzle.name}.*"), *ROOT.glob("examples/puzzles/prism.col")):
        yield path.read_bytes()
    if shipped.exists():
        yield shipped.read_bytes()


def _instance(puzzle: Puzzle) -> Callable[[bytes, Path], None]:
    """As the content of a file, and as the parameter itself. The rest of the parameters are those of the example."""

    def build(data: bytes, folder: Path) -> None:
        text = text_of(data)
        if b"\n" in data and sum(data) % 2:
            (folder / "instance").write_bytes(data)
            text = str(folder / "instance")
        spec = puzzle.build(*puzzle.parse([text, *map(str, puzzle.example[1:])]).values())
        assert spec.variables

    return build
