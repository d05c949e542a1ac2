"""Decisions of the backend sat."""

from collections.abc import Callable
from functools import partial
from itertools import combinations
from random import Random
from subprocess import run

from benchmarks import outside
from benchmarks.measurements.comparing import Rows, Trial, Variant, compared, count, cpu, find, ratios
from benchmarks.measurements.interpreter import imported
from threefold import models
from threefold.backends.configuration import parse
from threefold.backends.sat.clasp import Clasp
from threefold.backends.sat.clause_store import Pairs
from threefold.backends.sat.enumeration import SplitRule
from threefold.backends.sat.lowering import lower
from threefold.backends.sat.program import CnfProgram
from threefold.backends.sat.solvers import Assuming, Limited, Solver
from threefold.language import Clause, Spec

ENUMERATION, AMO = "threefold.backends.sat.enumeration", "threefold.backends.sat.cardinality"
ARRAYS = "threefold.backends.sat.array_search"
LOWERING = "threefold.backends.sat.lowering"


def _queens(n: int, options: str = "sat+amo=pairwise") -> CnfProgram:
    return lower(models.find("nqueens").build(n), parse(options, {}))


def fixed_order() -> Rows:
    """All solutions with at-most-one pairwise. CaDiCaL in cubes decides by number (`fixed order`) or in its own order; plain
    blocking gives all blocking clauses to one solver. clasp backtracks without blocking clauses."""
    cases = [count("nqueens", 10), count("nqueens", 12), count("cards", 8, 2), count("cards", 11, 2)]
    variants = [
        Variant("cubes, fixed order", "+amo=pairwise+enum=cubes"),
        Variant("cubes, own order", "+amo=pairwise+enum=cubes", {f"{ENUMERATION}.FIXED_ORDER": ()}),
        Variant("blocking", "+amo=pairwise+enum=blocking"),
        Variant("minisat22, cubes", ":minisat22+amo=pairwise"),
        Variant("minisat22, blocking", ":minisat22+amo=pairwise+enum=blocking"),
        Variant("clasp", ":clasp+amo=pairwise"),
    ]
    return compared(cases, variants, limit=40)


def cubes_after_blocking() -> Rows:
    """After how many solutions plain blocking ends and the rest is split into cubes (chosen: 5,000), into how many cubes at least
    (chosen: 6), and after how many solutions a cube is split again (chosen: 100,000). The puzzles are those of benchmarks/unseen,
    on which nothing was tuned: with fewer solutions cubes gain nothing on average."""
    names = "mastermind paley_cliques car_sequencing league tents square_packing water_jugs thermometers"
    cases = [Trial(name, "sat", f"benchmarks/unseen/{name}.py", ()) for name in names.split()]
    rule = f"{ENUMERATION}.IN_FIXED_ORDER"
    variants = [
        Variant("after 5,000"),
        Variant("after 100", "", {f"{ENUMERATION}.FIRST": 100}),
        Variant("after 1,000", "", {f"{ENUMERATION}.FIRST": 1_000}),
        Variant("after 20,000", "", {f"{ENUMERATION}.FIRST": 20_000}),
        Variant("blocking only", "+enum=blocking"),
        Variant("at least 12 cubes", "", {rule: SplitRule(100_000, 12)}),
        Variant("split after 10,000", "", {rule: SplitRule(10_000, 6)}),
    ]
    return compared(cases, variants)


def arrays() -> Rows:
    """All solutions: by arrays, our own enumeration without a solver, and by CaDiCaL in cubes. numpy is imported before. Arrays
    learn nothing. `sat:mixed` begins with CaDiCaL, goes on with arrays, and returns to CaDiCaL where they cost too much."""
    cases = [count("zebra", 5), count("ramsey", 3, 4, 8), count("nonogram", "rooks7"), count("futoshiki", "open5")]
    cases += [count("golfers", 3, 2, 2), count("sudoku", "open9"), count("pigeonhole", 10, 9), count("latin", 5)]
    cases += [count("nqueens", 12), count("cards", 11, 2), count("costas", 8), count("domination", 8, 5)]
    cases += [count("knights", 6, 6)]
    with_numpy = {f"{ARRAYS}.MOST_ROWS": 1 << 14}  # as it is; the change imports the module
    names = {"arrays": ":arrays", "cadical195, cubes": "", "mixed": ":mixed"}
    variants = [Variant(name, options, with_numpy) for name, options in names.items()]
    return compared(cases, variants, limit=30)


def own_variable() -> Rows:
    """All solutions by arrays. Where branching on one variable makes hardly more rows than there were, each row branches on a
    variable of its own: below 1.06 times as many (chosen), never, and always."""
    cases = [count(*each) for each in (("bibd", 9, 3, 1), ("nonogram", "rooks7"), ("ramsey", 3, 4, 8))]
    cases += [count("futoshiki", "open5")]
    least = f"{ARRAYS}.ALIKE"
    variants = [Variant("below 1.06", ":arrays", {least: 1.06})]
    variants += [Variant("never", ":arrays", {least: 1.0}), Variant("always", ":arrays", {least: 1e9})]
    return compared(cases, variants)


def clasp() -> Rows:
    """All solutions by `sat:clasp`: the costs of models in blocks through clingo's C interface (chosen), model by model through
    its Python module with an object for each atom, and clasp alone, the whole program on our CNF, which counts and shows
    nothing. The first two lower the spec, too."""
    rows: Rows = []
    for words in ("zebra 5", "ramsey 3 4 8", "golfers 3 2 2", "sudoku open9", "nonogram rooks7"):
        puzzle, *values = words.split()
        spec = models.find(puzzle).build(*(int(each) if each.isdecimal() else each for each in values))
        file = str(outside.projected(tuple(words.split())))
        ways: dict[str, Callable[[], object]] = {
            "in blocks": lambda spec=spec: _in_blocks(lower(spec, parse("sat:clasp", {}))),  # type: ignore[misc]
            "model by model": lambda spec=spec: _by_model(lower(spec, parse("sat:clasp", {}))),  # type: ignore[misc]
            "clasp alone": partial(run, ["clasp", file, "0", *outside.CLASP], capture_output=True),
        }
        rows += ratios(words, {name: cpu(way) for name, way in ways.items()})[bool(rows) :]
    return rows


def _in_blocks(program: CnfProgram) -> int:
    return sum(map(len, program.load(seed=None, first=False).blocks()))


def _by_model(program: CnfProgram) -> int:
    solver, read = Clasp(program.top, None), program.projection.assignment_where
    program.feed(solver)
    with solver._control.backend() as backend:
        backend.add_project(program.projection.decisions())
    with solver._control.solve(yield_=True) as models_of_clasp:
        shown = ([solver._numbers[symbol] for symbol in each.symbols(atoms=True)] for each in models_of_clasp)
        return sum(1 for true in shown if read([n for n in true if n <= program.projection.own]))


def at_most_one() -> Rows:
    """The first solution with cadical195. The largest at-most-one has n literals for n queens, 2n for `cards n 2`. auto is
    pairwise up to 32 literals; 400 queens pairwise would be 106 million clauses."""
    boards = [find("nqueens", n) for n in (30, 50, 100, 200)]
    packs = [find("cards", n, k) for n, k in ((16, 2), (24, 2), (32, 2), (10, 3))]
    names = ("auto", "pairwise", "commander", "bimander", "ladder", "seqcounter", "bitwise", "product")
    return compared([*boards, *packs], [Variant(name, f"+amo={name}") for name in names])


def at_most_one_in_counts() -> Rows:
    """All solutions, with fewer than 32 literals in each at-most-one, where auto is pairwise."""
    cases = [count("nqueens", 10), count("cards", 8, 2), count("cards", 10, 3), count("quasigroup", "twenty")]
    return compared(cases, [Variant(name, f"+amo={name}") for name in ("auto", "ladder", "commander", "product")])


def commander_groups() -> Rows:
    """auto with groups of other sizes, and with pairwise up to 16 or 64 literals."""
    cases = [find("nqueens", n) for n in (50, 100, 200)] + [find("cards", n, 2) for n in (20, 24, 32)]
    sizes = [Variant(f"groups of {size}", changes={f"{AMO}.GROUP": size}) for size in (8, 4, 6, 12, 16)]
    borders = [Variant(f"pairwise to {most}", changes={f"{AMO}.PAIRWISE_UP_TO": most}) for most in (16, 64)]
    return compared(cases, [*sizes, *borders])


def grids() -> Rows:
    """The first solution where at-most-ones have more than 512 literals: in a grid with commanders (auto), or in groups of 8."""
    variants = [Variant("grid"), Variant("groups of 8", changes={f"{AMO}.GROUPS_UP_TO": 1 << 40})]
    return compared([find("nqueens", n) for n in (520, 600, 700, 800)], variants, limit=90)


def false_first() -> Rows:
    """The first solution with cadical195, which tries false first and looks for no lucky assignments, and with its defaults."""
    cases = [find("nqueens", n) for n in (20, 30, 50, 80, 100, 200)]
    cases += [find("cards", n, k) for n, k in ((16, 2), (10, 3), (20, 2), (24, 2))]
    defaults: dict[str, object] = {"threefold.backends.sat.program.TUNED": {}}
    return compared(cases, [Variant("false first"), Variant("CaDiCaL's defaults", changes=defaults)])


def native_all_taken() -> Rows:
    """Native at-most constraints with and without the clause that every value is taken, where values are as many as terms."""
    cases = [
        find("nqueens", n, by=f"sat:{solver}+amo=native") for n in (100, 200) for solver in ("minicard", "gluecard4")
    ]
    named = [Trial(f"{case.name}, {case.configuration}", *_fields(case)) for case in cases]
    return compared(named, [Variant("with"), Variant("without", changes={f"{LOWERING}.NATIVE": "pairwise"})])


def _fields(case: Trial) -> tuple[str, str, tuple[object, ...], bool]:
    assert isinstance(case.build, str)
    return case.configuration, case.build, case.arguments, case.first


def sums_as_functions() -> Rows:
    """Sums `==` of three and four variables in direct encoding: a clause per combination of values where these are at most 2,500,
    where they are at most 10,000 (so in `magic 4`), and pindakaas always."""
    cases = [count("costas", n) for n in (6, 8)]
    cases += [count("golomb", 7, 25), count("golomb", 8, 34), count("cryptarithm", "ABC+DEF=GHI")]
    cases += [find("costas", 12), find("golomb", 9, 50), find("magic", 4)]
    most = "threefold.backends.sat.linear.MOST_CASES"
    return compared(cases, [Variant("2,500"), Variant("10,000", "", {most: 10_000}), Variant("none", "", {most: 0})])


def quick_queries() -> Rows:
    """Microseconds of CPU per question about 30 queens: assumptions that unit propagation refutes, one queen placed, and two
    queens placed that do not attack each other."""
    program = _queens(30, "sat")
    clauses = [clause for _, clause in program.clauses()]
    random, board = Random(1), range(1, 901)
    pairs = [[a, 30 * row + b] for a in range(1, 31) for row in range(3, 30, 9) for b in random.sample(range(1, 31), 2)]
    apart = [[a, b] for a, b in pairs if abs(a - 1 - (b - 1) % 30) not in (0, (b - 1) // 30)]
    asked = {"refuted by propagation": [[1, 2]] * 2000, "one queen": [[k] for k in board[::7]], "two queens": apart}
    rows = [["", "minisat22", "cadical195"]]
    for name, questions in asked.items():
        figures = [cpu(_ask, solver(program.top, clauses), questions) for solver in (Limited, Assuming)]
        rows.append([name, *(f"{1e6 * figure / len(questions):.1f}" for figure in figures)])
    return rows


def _ask(solver: Assuming, questions: list[list[int]]) -> None:
    for question in questions:
        solver.solve_under(question)


def pysolvers() -> Rows:
    """Importing the C module `pysolvers` and `pysat.solvers`, and loading the clauses of 100 queens, pairwise, through each."""
    program = _queens(100)
    imports = {"pysolvers": imported("import pysolvers"), "pysat.solvers": imported("import pysat.solvers")}
    loads = {"pysolvers": cpu(_feed, program), "pysat.solvers": cpu(_feed_pysat, program)}
    return [*ratios("import", imports), ratios("load", loads)[1]]


def _feed(program: CnfProgram) -> None:
    program.feed(Solver("cadical195", program.top, None))


def _feed_pysat(program: CnfProgram) -> None:
    from pysat.solvers import Solver as PySatSolver

    with PySatSolver("cadical195") as solver:
        solver.append_formula(clause for _, clause in program.clauses())


def feeding_clauses() -> Rows:
    """Loading 100 queens, pairwise, into cadical195: from folded pairs, as lists, and as slices of a flat list of literals."""
    program = _queens(100)
    flat = [literal for _, clause in program.clauses() for literal in (*clause, 0)]

    def by_slices() -> None:
        solver, start = Solver("cadical195", program.top, None), 0
        while start < len(flat):
            end = flat.index(0, start)
            solver.add([flat[start:end]])
            start = end + 1

    def by_lists() -> None:
        Solver("cadical195", program.top, None).add(clause for _, clause in program.clauses())

    figures = {"folded": cpu(_feed, program), "lists": cpu(by_lists), "slices": cpu(by_slices)}
    return ratios("nqueens 100", figures)


def dimacs_text() -> Rows:
    """Writing the pairs of 100 queens as DIMACS: by one `join` per literal, and literal by literal."""
    program = _queens(100)
    pairs = [part for store in program.stores.values() for part in store.parts if isinstance(part, Pairs)]
    joined = cpu(lambda: sum(map(len, program.dimacs(plain=True))))
    single = cpu(lambda: sum(len(b"%d %d 0\n" % p) for part in pairs for p in combinations(part.literals, 2)))
    return ratios("nqueens 100", {"join": joined, "literal by literal": single})


def ganak() -> Rows:
    """Counting with Ganak and by enumeration with cadical195. `strings n` are the strings of n bits without two ones in a row.
    Therefore `encodings` lets Ganak count again at most 20 solutions. From there to 50,000 a second SAT solver lists them, and
    the models are the extensions of each: all rows of 8 queens take 2.9 s of CPU time instead of 31."""
    strings = [Trial(f"strings {n}", "sat", _strings, (n,)) for n in (16, 20, 100)]
    cases = [*strings, count("latin", 4), count("nqueens", 8), count("colouring", "petersen", 3)]
    return compared(cases, [Variant("cadical195"), Variant("ganak", ":ganak")])


def _strings(n: int) -> Spec:
    spec = Spec("strings", n=n)
    b = spec.booleans("b", range(n))
    spec.group("no two ones in a row").add(*(Clause([~b[i], ~b[i + 1]]) for i in range(n - 1)))
    return spec
