"""CP-SAT's parameters: its own (`search=free`), or the fastest of those measured (`search=tuned`).

Always one worker: with more, enumeration returns wrong counts with the status OPTIMAL. What tuning changes, by view and question,
and what each gains, is in docs/solver-notes.md#the-row-cp; the figures are in docs/measurements.md#cp-enumeration and
docs/measurements.md#cp-first-solution. No rule asks for more than the view, the number of Booleans, whether all decision
variables are Boolean, and whether AllDifferents are over derived variables.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from threefold.language import AllDifferent, Spec

ALWAYS = "num_workers: 1 catch_sigint_signal: false"
ENUMERATE = "enumerate_all_solutions: true"
FIXED = "search_branching: FIXED_SEARCH"
SEEDS = 2**31
MOST_BOOLEANS_IN_FIXED_ORDER = 600  # a fixed order of Booleans ignores the sizes of domains


class Setting(NamedTuple):
    """A parameter that is not CP-SAT's own: in the words of the record's method, and as text of SatParameters."""

    words: str
    text: str


NO_RELAXATION = Setting("no LP", "linearization_level: 0")
SMALLEST_DOMAIN_FIRST = Setting("smallest domain first", FIXED)
TRUE_FIRST = Setting("in order, true first", FIXED)
FORGET_EARLY = Setting("early forgetting", "clause_cleanup_period: 300 clause_cleanup_lbd_bound: 2")
NO_INPROCESSING = Setting("no inprocessing", "use_sat_inprocessing: false")
NO_PROBING = Setting("no probing", "cp_model_probing_level: 0")
NO_SYMMETRIES = Setting("no symmetries", "symmetry_level: 0")
NO_PRESOLVE = Setting("no presolve", "cp_model_presolve: false")
KEEP_ALL_DIFFERENTS = Setting("AllDifferents kept", "max_alldiff_domain_size: 1")


@dataclass(frozen=True)
class Parameters:
    text: str  # of SatParameters
    words: str  # for the record's method
    strategy: str = ""  # the model's search_strategy


def free(*, enumerate_all: bool, seed: int | None) -> Parameters:
    """CP-SAT's own, with the seed 0 unless one is asked for."""
    asked = [ALWAYS, *([ENUMERATE] if enumerate_all else []), _seed(seed or 0)]
    return Parameters(" ".join(asked), "CP-SAT's own search")


def for_all(spec: Spec, view: str, decisions: Sequence[int], seed: int | None) -> Parameters:
    """All solutions: the whole tree is visited, so most of what is learned or simplified never pays. `decisions` are the
    variables of the model to branch on, in this order."""
    booleans = view == "bool" or all(x.boolean for x in spec.decisions)
    chosen = _tuned([ENUMERATE], _for_all(spec, view, len(decisions), booleans), seed)
    return replace(chosen, strategy=_strategy(booleans, decisions)) if FIXED in chosen.text else chosen


def _for_all(spec: Spec, view: str, decisions: int, booleans: bool) -> list[Setting]:
    common = [NO_RELAXATION, FORGET_EARLY, NO_INPROCESSING]
    if view == "bool":
        return [*([TRUE_FIRST] if decisions <= MOST_BOOLEANS_IN_FIXED_ORDER else []), *common, NO_PRESOLVE]
    kept = [KEEP_ALL_DIFFERENTS] if _derived_differ(spec) else []
    return [TRUE_FIRST if booleans else SMALLEST_DOMAIN_FIRST, *common, NO_PROBING, *kept]


def _strategy(booleans: bool, decisions: Sequence[int]) -> str:
    """On which variables to branch, and how."""
    selection, reduction = (
        ("CHOOSE_FIRST", "SELECT_MAX_VALUE") if booleans else ("CHOOSE_MIN_DOMAIN_SIZE", "SELECT_MEDIAN_VALUE")
    )
    rules = f"variable_selection_strategy: {selection} domain_reduction_strategy: {reduction}"
    return f"search_strategy {{ variables: {list(decisions)} {rules} }}"


def for_first(view: str, seed: int | None) -> Parameters:
    """The first solution, by the same rule for every spec."""
    by_view = [NO_PRESOLVE] if view == "bool" else [FORGET_EARLY, NO_INPROCESSING]
    return _tuned([], [NO_RELAXATION, *by_view, NO_PROBING, NO_SYMMETRIES], seed)


def _tuned(asked: list[str], settings: list[Setting], seed: int | None) -> Parameters:
    seeds = [] if seed is None else [_seed(seed)]
    text = " ".join([ALWAYS, *asked, *(setting.text for setting in settings), *seeds])
    return Parameters(text, ", ".join(setting.words for setting in settings))


def _seed(seed: int) -> str:
    return f"random_seed: {seed % SEEDS}"


def _derived_differ(spec: Spec) -> bool:
    """Expanded to at-most-ones, such an AllDifferent has a Boolean for each value that propagation determines anyway."""
    different = [posted.constraint for posted in spec.posted if isinstance(posted.constraint, AllDifferent)]
    return any(x.derived for constraint in different for x in constraint.variables())
