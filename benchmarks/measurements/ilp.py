"""Decisions of the backend ilp."""

from collections.abc import Sequence
from contextlib import closing
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.measurements.comparing import Rows, Trial, Variant, compared, count, cpu, find, ratios
from benchmarks.raw.phases import cpu_seconds
from threefold import models
from threefold.backends.backend import BrokenAnswer, Program
from threefold.backends.configuration import parse
from threefold.backends.ilp import cbc, lowering
from threefold.backends.ilp.branch_and_bound import SINGLE_OPTIONS, BranchAndBound
from threefold.backends.ilp.cbc import LinearPrograms, to_mps
from threefold.backends.ilp.model import FALSE, IntegerProgram, Model, total
from threefold.backends.ilp.program import RowProgram
from threefold.backends.ilp.relaxation import RelaxationResult
from threefold.backends.ilp.subproblem import Bounds
from threefold.format import seconds
from threefold.language import Circuit, Linear, Spec, Sum

BRANCH, SCIP = "threefold.backends.ilp.branch_and_bound", "threefold.backends.ilp.scip"


def _branched(program: Program, *, relax: bool) -> int:
    assert isinstance(program, RowProgram)
    decisions = [program.model.views[x.position].numbers for x in program.spec.decisions]
    search = BranchAndBound(program.model, decisions, None, solve=cbc.solve, relax=relax)
    with closing(iter(search)) as solutions:
        return sum(1 for _ in solutions)


def _by_relaxations(program: Program) -> int:
    return _branched(program, relax=True)


def _by_integer_programs(program: Program) -> int:
    return _branched(program, relax=False)


_solve_by_relaxations = BranchAndBound._solve


def _solve_whole_first(search: BranchAndBound, batch: Sequence[Bounds]) -> Sequence[RelaxationResult]:
    return _solve_by_relaxations(search, batch) if search.counters.calls else [search._whole(each) for each in batch]


def _by_no_good_cuts(program: Program) -> int:
    plain = RowProgram(program.spec, parse("ilp+count=cuts", {}))
    return sum(1 for _ in plain.load(seed=None, first=False))


def ilp_enumeration() -> Rows:
    """All solutions: branch and bound with the relaxations of many subproblems in one call of CBC; an integer program per
    subproblem, in a call of its own; one growing integer program with a no-good cut per solution, which is the plain row."""
    cases = [count(*asked, by="ilp") for asked in (("nqueens", 6), ("nqueens", 7), ("nqueens", 8), ("cards", 7, 2))]
    variants = [
        Variant("relaxations", search=_by_relaxations),
        Variant("integer programs", search=_by_integer_programs),
        Variant("no-good cuts", search=_by_no_good_cuts),
    ]
    return compared(cases, variants, limit=40)


def relaxations_first() -> Rows:
    """All solutions with relaxations from the start, and with the whole model as an integer program first."""
    asked = (("nqueens", 8), ("knights", 3, 10), ("golomb", 5, 11), ("futoshiki", "five"), ("latin", 4), ("costas", 6))
    variants = [Variant("relaxations first", search=_by_relaxations)]
    changes = {f"{BRANCH}.BranchAndBound._solve": _solve_whole_first}
    variants += [Variant("integer program first", changes=changes, search=_by_relaxations)]
    return compared([count(*each, by="ilp") for each in asked], variants)


def relaxations_per_call() -> Rows:
    """How many open columns one call of CBC gets (chosen: 400); 1 is one subproblem per call."""
    cases = [count("nqueens", n, by="ilp") for n in (8, 9)] + [
        count("cards", 8, 2, by="ilp"),
        count("costas", 6, by="ilp"),
    ]
    sizes = (400, 1, 100, 1000, 4000)
    return compared(cases, [Variant(str(size), changes={f"{BRANCH}.MOST_COLUMNS": size}) for size in sizes])


def cbc_options() -> Rows:
    """The first solution as one integer program, with other options of CBC. `pigeons` are 8 pigeons in 7 holes, with a row for
    every two pigeons and a hole: without clique cuts the search is long. Programs of more than 5,000 columns (71 queens) go
    without the feasibility pump."""
    asked = (("nqueens", 12), ("nqueens", 30), ("nqueens", 80), ("nqueens", 120), ("costas", 6), ("knights", 6, 6))
    cases = [Trial("pigeons, first", "ilp", _pigeons, (8, 7), first=True), *(find(*each, by="ilp") for each in asked)]
    single, large = f"{BRANCH}.SINGLE_OPTIONS", f"{BRANCH}.LARGE_OPTIONS"
    pump = ("-feasibilityPump", "off")
    others = {
        "no clique cuts": ("-preprocess", "off", "-cuts", "off"),
        "all cuts": ("-preprocess", "off"),
        "with preprocessing": ("-cuts", "off", "-cliqueCuts", "root"),
    }
    variants = [Variant("chosen"), Variant("pump always", changes={large: SINGLE_OPTIONS})]
    variants += [Variant("pump never", changes={single: (*SINGLE_OPTIONS, *pump)})]
    variants += [Variant(name, changes={single: each, large: (*each, *pump)}) for name, each in others.items()]
    return compared(cases, [*variants, Variant("CBC's defaults", changes={single: (), large: ()})], limit=40)


def _pigeons(pigeons: int, holes: int) -> Spec:
    spec = Spec("pigeons")
    hole = spec.integers("hole", range(pigeons), domain=range(holes))
    spec.group("apart").add(*(hole[i] != hole[j] for i in range(pigeons) for j in range(i)))
    return spec


_solve_in_line_mode = LinearPrograms.solve


def _solve_in_own_process(programs: LinearPrograms, rows: str, columns: str, uppers: str) -> dict[str, float]:
    try:
        return _solve_in_line_mode(programs, rows, columns, uppers)
    finally:
        programs.close()


def cbc_line_mode() -> Rows:
    """All solutions with one process of CBC for all relaxations, and with a process for each call."""
    cases = [count("nqueens", n, by="ilp") for n in (8, 9, 10)]
    changes = {"threefold.backends.ilp.cbc.LinearPrograms.solve": _solve_in_own_process}
    return compared(cases, [Variant("one process"), Variant("a process per call", changes=changes)])


def big_m_against_flow() -> Rows:
    """Twelve random sums `a·x + b·y + c·z != d` of variables in 0..5, with coefficients up to 10^k: how many counts fail, because
    an answer of CBC violates a row or the count is wrong, and CPU seconds; as rows with a big-M, and as flows through the
    diagram of partial sums. Rows are used up to 10^4."""
    rows = [["coefficients up to", "rows: failed", "rows: CPU", "flow: failed", "flow: CPU"]]
    for exponent in (2, 4, 6, 8):
        cells = [f"10^{exponent}"]
        for trusted in (10**12, 0):
            lowering.TRUSTED = lowering.LARGEST = trusted
            start = cpu_seconds()
            failed = sum(_fails(_random_sum(exponent, seed)) for seed in range(12))
            cells += [str(failed), seconds(cpu_seconds() - start)]
        rows.append(cells)
    return rows


def _random_sum(exponent: int, seed: int) -> Spec:
    random = Random(f"{exponent} {seed}")
    spec = Spec("random sum")
    x = [spec.integer(f"x{i}", range(6)) for i in range(3)]
    coefficients = [random.choice((1, -1)) * random.randint(10**exponent // 2, 10**exponent) for _ in x]
    bound = sum(a * random.randrange(6) for a in coefficients)
    spec.group("sum").add(Linear(Sum(tuple(zip(coefficients, x, strict=True)), 0), "!=", bound))
    return spec


def _fails(spec: Spec) -> bool:
    expected = sum(spec.violated(values) is None for values in product(*(x.domain for x in spec.variables)))
    try:
        found = {tuple(solution) for solution in RowProgram(spec, parse("ilp", {})).load(seed=None, first=False)}
    except BrokenAnswer:
        return True
    return len(found) != expected


def lifted_mtz() -> Rows:
    """All round trips of a knight, with the lifted rows of Desrochers and Laporte or those of Miller, Tucker and Zemlin."""
    changes = {"threefold.backends.ilp.lowering._circuit": _plain_circuit}
    cases = [count("knights", 3, 10, by="ilp"), count("knights", 5, 6, by="ilp")]
    return compared(cases, [Variant("lifted"), Variant("plain", changes=changes)])


def _plain_circuit(model: Model, group: str, circuit: Circuit) -> None:
    nodes = range(len(circuit.units))
    arcs = [dict(model.values(unit)) for unit in circuit.units]
    for i in nodes:
        model.post(group, total(takes for j, takes in arcs[i].items() if j in nodes and j != i), ">=", 1)
        model.post(group, total(out[i] for out in arcs if i in out), "==", 1)
    last = len(nodes) - 2
    place = [FALSE, *(model.auxiliary(last, integer=True) for _ in nodes[1:])]
    for i, j in product(nodes[1:], repeat=2):
        if i != j and j in arcs[i]:
            model.post(group, place[i] - place[j] + arcs[i][j] * (last + 1), "<=", last)


def ilp_lowering() -> Rows:
    """Lowering to rows: non-zeros, and microseconds for each. Rows of AllDifferents and of Cardinalities are made in bulk; the
    rows of cards and schur have two and three non-zeros."""
    rows = [["", "non-zeros", "rows", "µs per non-zero"]]
    for asked in ("nqueens 100", "nqueens 200", "latin 20", "domination 16 4", "cards 40 3", "schur 4 44"):
        puzzle, *arguments = asked.split()
        spec = models.find(puzzle).build(*map(int, arguments))
        size = RowProgram(spec, parse("ilp", {})).size
        each = 1e6 * cpu(RowProgram, spec, parse("ilp", {}), rounds=5) / size.literals
        rows.append([asked, f"{size.literals:,}", f"{size.constraints:,}", f"{each:.2f}"])
    return rows


def mps_text() -> Rows:
    """Writing the rows of 100 and 200 queens as MPS: by joining strings, and by PuLP."""
    rows: Rows = []
    for n in (100, 200):
        program = RowProgram(models.find("nqueens").build(n), parse("ilp", {})).model.program
        with TemporaryDirectory() as folder:
            file = str(Path(folder, "model.mps"))
            figures = {"strings": cpu(to_mps, program), "PuLP": cpu(_written_by_pulp, program, file)}
        rows += ratios(f"nqueens {n}", figures)[bool(rows) :]
    return rows


def _written_by_pulp(program: IntegerProgram, file: str) -> None:
    from threefold.backends.ilp.export import to_pulp

    to_pulp(program).writeMPS(file)


def _yes(_: object) -> bool:
    return True


def _no(_: object) -> bool:
    return False


def scip_relaxations() -> Rows:
    """SCIP's search tree with the relaxation at every fourth or every 20th level. Chosen: 20th for the first three, whose
    rows are all at-most-ones and exactly-ones, fourth for the others."""
    asked = (("nqueens", 8), ("nqueens", 9), ("latin", 4), ("cards", 7, 2), ("domination", 6, 3))
    rule = f"{SCIP}._at_most_one"
    variants = [
        Variant("chosen"),
        Variant("every fourth", changes={rule: _no}),
        Variant("every 20th", changes={rule: _yes}),
    ]
    return compared([count(*each, by="ilp:scip") for each in asked], variants)
