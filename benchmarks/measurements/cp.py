"""Decisions of the backend cp."""

from collections.abc import Callable
from functools import partial
from itertools import islice
from time import thread_time
from typing import Any

from benchmarks.measurements.comparing import Rows, Variant, compared, count, cpu, find, ratios
from benchmarks.measurements.interpreter import imported
from threefold import models
from threefold.backends.configuration import parse
from threefold.backends.cp.lowering import lower
from threefold.backends.cp.model_builder import intervals
from threefold.backends.cp.parameters import Setting
from threefold.backends.cp.program import CpProgram
from threefold.backends.variable_maps import decode

PARAMETERS = "threefold.backends.cp.parameters"
OFF = Setting("", "")  # the engine's own
COUNTS = (
    ("nqueens", 11),
    ("cards", 8, 2),
    ("cards", 10, 2),
    ("magic", 4),
    ("sudoku", "open9"),
    ("quasigroup", "twenty"),
    ("cryptarithm", "ABC+DEF=GHI"),
    ("golomb", 8, 34),
    ("costas", 8),
    ("ramsey", 3, 4, 8),
    ("knights", 5, 6),
    ("pentominoes", "5x6:ILNPVY"),
    ("domination", 7, 4),
    ("golfers", 3, 2, 2),
)
FIRSTS = (
    ("nqueens", 50),
    ("nqueens", 100),
    ("latin", 20),
    ("cards", 17, 3),
    ("cards", 40, 2),
    ("magic", 6),
    ("quasigroup", "twenty"),
    ("golomb", 9, 44),
    ("costas", 12),
    ("pigeonhole", 20, 19),
    ("golfers", 4, 4, 3),
)


def _never(*_: object) -> bool:
    return False


def _always(*_: object) -> bool:
    return True


def _without(*settings: str) -> dict[str, object]:
    return {f"{PARAMETERS}.{setting}": OFF for setting in settings}


def cp_view() -> Rows:
    """Integers, which are the default, and a Boolean per value: all solutions, and the first one."""
    cases = [*(count(*case, by="cp") for case in COUNTS), *(find(*case, by="cp") for case in FIRSTS)]
    return compared(cases, [Variant("int"), Variant("bool", "+view=bool")], limit=10)


def cp_enumeration() -> Rows:
    """All solutions over integers: with all settings, without one of them each, and the plain row."""
    off = {
        "with LP": "NO_RELAXATION",
        "clauses kept": "FORGET_EARLY",
        "inprocessing": "NO_INPROCESSING",
        "probing": "NO_PROBING",
        "AllDifferents expanded": "KEEP_ALL_DIFFERENTS",
    }
    variants = [Variant("own order", changes=_without("SMALLEST_DOMAIN_FIRST", "TRUE_FIRST"))]
    variants += [Variant(name, changes=_without(setting)) for name, setting in off.items()]
    cases = [count(*case, by="cp") for case in COUNTS]
    return compared(cases, [Variant("tuned"), *variants, Variant("plain", "cp+plain")], limit=15)


def cp_first_solution() -> Rows:
    """The first solution over integers: with all settings, without one of them each, and the plain row."""
    off = {
        "with LP": "NO_RELAXATION",
        "clauses kept": "FORGET_EARLY",
        "inprocessing": "NO_INPROCESSING",
        "probing": "NO_PROBING",
        "symmetries": "NO_SYMMETRIES",
    }
    variants = [Variant(name, changes=_without(setting)) for name, setting in off.items()]
    cases = [find(*case, by="cp") for case in FIRSTS]
    return compared(cases, [Variant("tuned"), *variants, Variant("plain", "cp+plain")], limit=10)


def cp_single() -> Rows:
    """One solution in the consumer's thread, and through the thread and the deque that enumeration needs."""
    kills = "threefold.backends.cp.search._ctrl_c_kills"
    variants = [Variant("here", changes={kills: _always}), Variant("in a thread", changes={kills: _never})]
    return compared([find("nqueens", n, by="cp") for n in (20, 50)], variants)


def cp_import_and_load() -> Rows:
    """Importing CP-SAT: its compiled module with lazy binding, the same with Python's binding, and the usual module `cp_model`.
    Building the model of 100 and 200 queens over Booleans: from lists, and all of it from its text."""
    module = "from ortools.sat.python import "
    lazily = f"import os, sys; sys.setdlopenflags(os.RTLD_LAZY); {module} cp_model_helper"
    figures = {"chosen": imported(lazily)}
    figures |= {"cp_model_helper": imported(f"{module} cp_model_helper"), "cp_model": imported(f"{module} cp_model")}
    rows = ratios("import", figures)
    for n in (100, 200):
        program = _queens(n)
        figures = {"lists": cpu(_by_lists, program), "text": cpu(_by_text, program)}
        rows.append([*ratios(f"nqueens {n}: lists, one text", figures)[1], ""])
    return rows


def _by_lists(program: CpProgram) -> None:
    from threefold.backends.cp.search import build

    build(program._domains({}), program.constraints)


def _by_text(program: CpProgram) -> None:
    from ortools.sat.python import cp_model_helper as helper

    variables = [f"variables {{ domain: {intervals(domain)} }}\n" for domain in program._domains({})]
    constraints = [f"constraints {{ {constraint.body} }}\n" for constraint in program.constraints]
    helper.CpModelProto().parse_text_format("".join([*variables, *constraints]))


def _queens(n: int, view: str = "bool") -> CpProgram:
    return lower(models.find("nqueens").build(n), parse(f"cp+view={view}", {}))


def cp_decode() -> Rows:
    """Microseconds for reading a solution of 12 queens in the solver's callback: from the text of all values, and by a method
    call per value."""
    from threefold.backends.cp.reading import decoder

    rows = [["", "text", "a call per value"]]
    for view in ("int", "bool"):
        program = _queens(12, view)
        by_text = _reading(program, view, partial(_from_text, decoder(program.spec, program.views)))
        by_calls = _reading(program, view, partial(_by_calls, program))
        rows.append([f"nqueens 12, {view}", f"{by_text:.1f}", f"{by_calls:.1f} ({by_calls / by_text:.2g}×)"])
    return rows


def cp_callback() -> Rows:
    """All solutions: the solver's callback is a chain of built-in functions, or a method in Python that does the same."""
    by_method = {"threefold.backends.cp.search._Stream.OnSolutionCallback": _method}
    cases = [count(puzzle, n, by="cp") for puzzle, n in (("nqueens", 11), ("nqueens", 12), ("latin", 5))]
    return compared(cases, [Variant("built-in functions"), Variant("a method", changes=by_method)])


def _method(stream: Any) -> None:
    stream._waiting.append(str(stream.Response().solution))
    if not stream._begun.is_set():
        stream._begun.set()


def cp_blocks() -> Rows:
    """Microseconds per solution for reading 4,000 solutions: in a block, and each alone."""
    from threefold.backends.cp.reading import Reader

    rows = [["", "in a block", "alone"]]
    for puzzle, n in (("nqueens", 10), ("nqueens", 12), ("latin", 5)):
        program = lower(models.find(puzzle).build(n), parse("cp+view=int", {}))
        texts = [str(list(values)) for values in islice(program.load(seed=None, first=False), 4000)]
        reader = Reader(program.spec, program.views)
        together, alone = (
            1e6 / len(texts) * cpu(action, texts) for action in (reader.block, partial(_alone, reader.assignment))
        )
        rows.append([f"{puzzle} {n}", f"{together:.2f}", f"{alone:.2f} ({alone / together:.2g}×)"])
    return rows


def _alone(read: Callable[[str], object], texts: list[str]) -> None:
    for text in texts:
        read(text)


def _from_text(read: Callable[[str], object], callback: Any) -> None:
    read(str(callback.Response().solution))


def _by_calls(program: CpProgram, callback: Any) -> None:
    decode(program.spec, program.views, callback.SolutionIntegerValue)


def _reading(program: CpProgram, view: str, read: Callable[[Any], object]) -> float:
    """Microseconds of a reading: the first 50 solutions are read 200 times each."""
    spent = []

    def callback(self: Any) -> None:
        start = thread_time()
        for _ in range(200):
            read(self)
        spent.append(thread_time() - start)
        if len(spent) == 50:
            self.StopSearch()

    _enumerate(program, view, callback)
    return 1e6 * sum(spent) / (200 * len(spent))


def _enumerate(program: CpProgram, view: str, read: Callable[[Any], object]) -> None:
    from ortools.sat.python import cp_model_helper

    from threefold.backends.cp import parameters, search

    helper: Any = cp_model_helper
    chosen = parameters.for_all(program.spec, view, program._decisions(), None)
    callback = type("Callback", (helper.SolutionCallback,), {"OnSolutionCallback": read})()
    settings, solver = helper.SatParameters(), helper.SolveWrapper()
    settings.parse_text_format(chosen.text)
    solver.set_parameters(settings)
    solver.add_solution_callback(callback)
    solver.solve(search.build(program._domains({}), program.constraints, chosen.strategy))
