"""CP-SAT's parameters for all solutions and for the first one, each the fastest of those measured, and the rule of `view=auto`.

Always one worker: with more, enumeration returns wrong counts with the status OPTIMAL. No LP relaxation.

**All solutions** (docs/measurements.md#cp-enumeration): the whole tree is visited, so most of what is learned or simplified
never pays. No inprocessing, learned clauses are forgotten early, and the order is fixed: the smallest domain, of several the
most connected variable, its median value first. Booleans in a fixed order ignore domain sizes: beyond 600 the solver's own is
used. Probing pays only where all variables are Booleans. AllDifferents over derived variables stay propagators: their
expansion to at-most-ones makes a Boolean for each value of a difference that propagation determines anyway
(docs/measurements.md#cp-counts-by-spec).

**The first solution** (docs/measurements.md#cp-first-solution): no probing, no symmetries; integers as above, Booleans
without presolve. Where AllDifferents have ample room (`room`) presolve costs more than the search: no presolve,
true first, random order; from a million Booleans on only a part of the model (`near_guess.py`). Where terms are as many as
values, true first for integers. Elsewhere presolve is needed: it detects a pigeonhole too few at once, descent does not.

**The view.** An AllDifferent over integers detects that its terms have too few values left. A Boolean per value only detects
two terms with one value, and costs much less. So Booleans are chosen only where the terms have ample room, the values are many,
and each value stands in few at-most-ones (docs/measurements.md#cp-view). The view depends on the spec alone, so that one
program is shown, exported, solved and asked for a witness.
"""

from threefold.language import AllDifferent, Clause, Spec
from threefold.language.units import Unit

ALWAYS = "num_workers: 1 linearization_level: 0 catch_sigint_signal: false"
FORGET_EARLY = "use_sat_inprocessing: false clause_cleanup_period: 300 clause_cleanup_lbd_bound: 2"
NO_PROBING = "cp_model_probing_level: 0"
NO_ANALYSIS = f"{NO_PROBING} symmetry_level: 0"
KEEP_ALL_DIFFERENTS = "max_alldiff_domain_size: 1"
DESCENT = "cp_model_presolve: false use_sat_inprocessing: false initial_polarity: POLARITY_TRUE"
AMPLE = 1.5  # values per term of the AllDifferents
MOST_BOOLEANS_IN_FIXED_ORDER = 600
MOST_GIVEN = 0.25  # clauses per variable; with more of them presolve pays
ENOUGH_VALUES = 2_000
MOST_MENTIONS = 4  # literals of at-most-ones per value


def parameters(view: str, *, seed: int | None, first: bool, fixed: bool, room: float = 0, for_spec: str = "") -> str:
    """SatParameters as text. `fixed` branches by the model's search_strategy alone; `room` and `for_spec` (of a count) are
    those of the spec."""
    chosen = [ALWAYS]
    if first and room >= AMPLE:
        chosen += [NO_ANALYSIS, DESCENT, "preferred_variable_order: IN_RANDOM_ORDER"]
    elif first and room >= 1 and view == "int":
        chosen += [NO_ANALYSIS, DESCENT]
    elif first:
        chosen += [NO_ANALYSIS, FORGET_EARLY if view == "int" else "cp_model_presolve: false"]
    else:
        chosen += ["enumerate_all_solutions: true", FORGET_EARLY, for_spec]
        chosen += ["cp_model_presolve: false"] if view == "bool" else []
        chosen += ["search_branching: FIXED_SEARCH"] if fixed else []
    chosen += [] if seed is None else [f"random_seed: {seed % 2**31}"]
    return " ".join(chosen)


def for_count(spec: Spec) -> str:
    """Settings of a count over integers that depend on the spec."""
    probing = all(x.boolean for x in spec.variables)
    different = [posted.constraint for posted in spec.posted if isinstance(posted.constraint, AllDifferent)]
    derived = any(x.derived for constraint in different for x in constraint.variables())
    return f"{'' if probing else NO_PROBING} {KEEP_ALL_DIFFERENTS if derived else ''}".strip()


def optimising(seed: int | None) -> str:
    """The solver's own choices, with its linear relaxation, which gives bounds."""
    return "num_workers: 1 catch_sigint_signal: false" + ("" if seed is None else f" random_seed: {seed % 2**31}")


def strategy(view: str, decisions: list[int]) -> str:
    """The search_strategy of the model: on which variables to branch, and how."""
    selection, reduction = (
        ("CHOOSE_MIN_DOMAIN_SIZE", "SELECT_MEDIAN_VALUE") if view == "int" else ("CHOOSE_FIRST", "SELECT_MAX_VALUE")
    )
    rules = f"variable_selection_strategy: {selection} domain_reduction_strategy: {reduction}"
    return f"search_strategy {{ variables: {decisions} {rules} }}"


def in_fixed_order(view: str, decisions: list[int], first: bool) -> bool:
    return not first and (view == "int" or len(decisions) <= MOST_BOOLEANS_IN_FIXED_ORDER)


def view_for(spec: Spec) -> str:
    if room(spec) < AMPLE:
        return "int"
    values = sum(len(x.domain) for x in spec.variables)
    mentions = sum(len(x.domain) for posted in spec.posted for x in posted.constraint.variables())
    return "bool" if values >= ENOUGH_VALUES and mentions <= MOST_MENTIONS * values else "int"


def room(spec: Spec) -> float:
    """Values per term of the AllDifferents; 0 where one has fewer values than terms, or there are other constraints."""
    constraints = [posted.constraint for posted in spec.posted]
    different = [constraint for constraint in constraints if isinstance(constraint, AllDifferent) and constraint.units]
    given = sum(isinstance(constraint, Clause) for constraint in constraints)
    if not different or len(different) + given < len(constraints) or given > MOST_GIVEN * len(spec.variables):
        return 0
    if not all(isinstance(x.domain, range) for x in spec.variables):  # domains with holes were not measured
        return 0
    sizes = [(_values(constraint), len(constraint.units)) for constraint in different]
    if any(values < terms for values, terms in sizes):
        return 0
    return sum(values for values, _ in sizes) / sum(terms for _, terms in sizes)


def _values(constraint: AllDifferent) -> int:
    """How many different values its terms can take, from their intervals: sets would be slow for large boards."""
    intervals = sorted(set(map(_interval, constraint.units)))
    found, reached = 0, intervals[0][0] - 1
    for least, greatest in intervals:
        if greatest > reached:
            found += greatest - max(least - 1, reached)
            reached = greatest
    return found


def _interval(unit: Unit) -> tuple[int, int]:
    sign, x, offset = unit
    if x is None:
        return offset, offset
    least, greatest = x.domain[0], x.domain[-1]
    return (least + offset, greatest + offset) if sign == 1 else (offset - greatest, offset - least)
