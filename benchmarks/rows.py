"""What is measured: a contest is one workload for several contestants, a row of a table. One more is one line below.

A contestant that needs an optional package names its module, and the table reports where it is not installed. The others are
compared with the first contestant.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmarks import cpmpy_environment, gallery, same, typed
from benchmarks.contestants import Command, Contestant, Ours, Script, Workload
from benchmarks.outside import CLASP_ALONE, GECODE, LIMIT, MINIZINC, WITHOUT_LEARNING
from threefold import models
from threefold.runs.instance import Instance

CPMPY_SAT = Script(
    "CPMpy pysat:cadical195", "cpmpy_model", ("pysat:cadical195",), python=cpmpy_environment.python, patience=0.5
)
CPMPY_CP = Script("CPMpy ortools", "cpmpy_model", ("ortools",), python=cpmpy_environment.python)
PLAIN_BOARDS = ("q10", "q11", "q12", "l8")
LONG = 7.0  # times the limit, for what has to end, because a goal is a ratio to it


def words(backends: str) -> Command:
    """The command that people type, with all its processes: what `ours` costs them."""
    return Command(f"typed: compare --backends {backends}", ("compare", "--backends", backends, "--timeout", "600"))


HAND_WRITTEN_SAT = Script("naive: cadical195 blocking", "pysat_naive", ("cadical195",))
HAND_WRITTEN_CP = Script("naive: cp_model, default enumeration", "cpsat_naive", patience=0.5)
HAND_WRITTEN_ILP = Script("naive: PuLP, a no-good cut per solution", "pulp_naive")
HAND_WRITTEN_ILP_TO_THE_END = replace(HAND_WRITTEN_ILP, patience=LONG)
# A row as the engine comes, beside a loop on the same engine with the same clauses or rows, and the tuned row.
SAT_PLAIN: tuple[Contestant, ...] = (Ours("sat+plain"), HAND_WRITTEN_SAT, Ours("sat", "ours tuned"))
CP_PLAIN: tuple[Contestant, ...] = (
    Ours("cp+plain", patience=2),
    replace(HAND_WRITTEN_CP, patience=2),
    Ours("cp", "ours tuned"),
)
ILP_PLAIN: tuple[Contestant, ...] = (
    Ours("ilp+plain", patience=LONG),
    HAND_WRITTEN_ILP_TO_THE_END,
    Ours("ilp", "ours tuned"),
)
SAT_COUNT: tuple[Contestant, ...] = (
    Ours("sat"),
    words("sat"),
    CLASP_ALONE,
    WITHOUT_LEARNING,
    Script("naive: glucose4 blocking", "pysat_naive", ("glucose4",), patience=0.5),
    HAND_WRITTEN_SAT,
    Ours("sat:clasp", "ours sat:clasp", needs=("threefold.backends.sat.clasp_search", "clingo")),
    Ours("sat:arrays", "ours sat:arrays", needs=("threefold.backends.sat.array_search",)),
    CPMPY_SAT,
)
GANAK = Ours("sat:ganak", "ours sat:ganak", needs=("pyganak",))  # longer than the limit on other rows
CP_COUNT: tuple[Contestant, ...] = (
    Ours("cp"),
    words("cp"),
    GECODE,
    HAND_WRITTEN_CP,
    Script("raw: cp_model, fixed search", "cpsat_naive", ("fixed",)),
    Script("raw: cp_model, smallest domain, median value", "cpsat_naive", ("median",)),
    CPMPY_CP,
)
ILP_COUNT: tuple[Contestant, ...] = (
    Ours("ilp"),
    words("ilp"),
    HAND_WRITTEN_ILP,
    Ours("ilp:highs", "ours ilp:highs", needs=("highspy",)),
    Ours("ilp:scip", "ours ilp:scip", needs=("threefold.backends.ilp.scip", "pyscipopt")),
)
SAT_FIND: tuple[Contestant, ...] = (
    Ours("sat"),
    Script("same: cadical195", "pysat_same", (same.sat("cadical195"),)),
    Ours("sat:minicard+amo=native", "ours native"),
    Script("same: minicard native", "pysat_same", (same.sat("minicard", same.NATIVE),)),
    Script("naive: pairwise lists, cadical195", "pysat_naive", ("cadical195",), patience=2),
    CPMPY_SAT,
)
CP_FIND: tuple[Contestant, ...] = (
    Ours("cp"),
    Script("same: integers", "cpsat_same", (same.cp_first("int"),)),
    Ours("cp+view=bool", "ours view=bool"),
    Script("same: Booleans", "cpsat_same", (same.cp_first("bool"),)),
    Script("naive: cp_model, AllDifferent", "cpsat_naive"),
    CPMPY_CP,
)
ILP_FIND: tuple[Contestant, ...] = (
    Ours("ilp"),
    Script("same: PuLP, CBC's options", "pulp_naive", (same.ilp_first(),)),
    Script("naive: PuLP, CBC's defaults", "pulp_naive"),
)


@dataclass(frozen=True)
class Contest:
    group: str
    label: str
    workload: Workload
    contestants: tuple[Contestant, ...]
    quick: bool = False  # also when there is less than a minute

    @property
    def name(self) -> str:
        return f"{self.group} {self.label}"


def row(group: str, label: str, contestants: Sequence[Contestant], *, quick: bool = False) -> Contest:
    """`q8`, `l11`, `cards 9 3`, `latin 5` or `pigeonhole 9 8`; a group with `find` in its name wants one solution."""
    short = (
        {"q": ["nqueens", label[1:]], "l": ["cards", label[1:], "2"]}.get(label[0], []) if label[1:].isdigit() else []
    )
    name, *texts = short or label.split()
    puzzle = models.find(name)
    parameters = puzzle.parse(texts)
    known = puzzle.known_count(parameters)
    first = "find" in group
    if known is None and not first:
        raise ValueError(f"{label}: a count is measured only where the right one is known")
    expected = min(known[0], 1) if known and first else known[0] if known else 1
    workload = Workload(Instance(name, parameters), first, expected)
    return Contest(group, label, workload, tuple(contestants), quick)


def rows() -> list[Contest]:
    counting = ("q8", "q10", "q12", "l8", "l11", "cards 9 3", "latin 5", "pigeonhole 9 8")
    reading = Script("same: only counts", "cpsat_same", (same.cp_all("int", 12, read=False),))
    # CaDiCaL alone takes 1.35 GB for these clauses, and 2.2 while it solves: how they are fed shows with a lean solver.
    pairwise = (
        Ours("sat:minisat22+amo=pairwise", "ours pairwise, minisat22"),
        Script("naive: pairwise lists, minisat22", "pysat_naive", ("minisat22",), patience=2),
    )
    to_the_end = (*ILP_COUNT[:2], HAND_WRITTEN_ILP_TO_THE_END, *ILP_COUNT[3:])
    return [
        *(
            row(
                "sat count", label, (*SAT_COUNT, *([GANAK] * (label in ("q8", "l8", "cards 9 3")))), quick=label == "q8"
            )
            for label in counting
        ),
        *(row("sat find", label, SAT_FIND, quick=label == "q50") for label in ("q50", "q100")),
        row("sat find", "q200", (*SAT_FIND, *pairwise)),
        *(row("cp count", label, CP_COUNT, quick=label in ("q8", "l8")) for label in counting if label != "q12"),
        row("cp count", "q12", (*CP_COUNT, reading)),
        *(row("sat plain", label, SAT_PLAIN) for label in PLAIN_BOARDS),
        *(row("cp plain", label, CP_PLAIN) for label in PLAIN_BOARDS),
        *(row("ilp plain", label, ILP_PLAIN) for label in ("q6", "q7", "q8")),
        *(row("cp find", label, CP_FIND, quick=label == "q50") for label in ("q50", "q100", "q200")),
        *(row("ilp count", label, to_the_end) for label in ("q8", "q9")),
        row("ilp count", "q10", (Ours("ilp", patience=2), words("ilp"), *ILP_COUNT[3:])),
        *(row("ilp count", label, ILP_COUNT) for label in ("l8", "cards 9 3", "pigeonhole 9 8")),
        *(row("ilp find", label, ILP_FIND, quick=label == "q50") for label in ("q50", "q100")),
        *(row("backtracking count", label, BACKTRACKING) for label in ("q9", "q10", "q11")),
        row("whole process", "q8", WHOLE_PROCESS, quick=True),
        *(row("whole process", label, ALONE) for label in ("q12", "l11", "latin 5")),
        *(row("two jobs", label, jobs("sat")) for label in ("q12", "q13")),
        *(row("two jobs", label, jobs("ilp")) for label in ("q8", "q10")),
        Contest("commands", "start", typed.NOTHING, typed.START, quick=True),
        *(Contest("commands", each.name, typed.NOTHING, (each,)) for each in typed.LONG),
        *(row(gallery.GROUP, label, gallery.CONTESTANTS) for label in gallery.INSTANCES),
    ]


BACKTRACKING = (Ours("backtracking", patience=3), Script("raw: bit masks", "bit_masks"), LIMIT)
ALONE: tuple[Contestant, ...] = (
    words("sat"),
    words("cp"),
    words("sat:clasp"),
    CLASP_ALONE,
    GECODE,
    MINIZINC,
    WITHOUT_LEARNING,
    LIMIT,
)
WHOLE_PROCESS: tuple[Contestant, ...] = (
    Command("ours: compare --backends sat,cp", ("compare", "--backends", "sat,cp")),
    CPMPY_CP,
    CPMPY_SAT,
    HAND_WRITTEN_SAT,
    HAND_WRITTEN_CP,
    Script("raw: CP-SAT without cp_model", "cpsat_same", (same.cp_all("int", 8, read=True),)),
    words("ilp"),
    *ALONE,
)


def jobs(backend: str) -> tuple[Contestant, ...]:
    return tuple(
        Command(
            f"--jobs {number}",
            ("compare", "--backends", backend, "--timeout", "600", "--jobs", str(number)),
            patience=3,
        )
        for number in (1, 2)
    )
