"""CP-SAT's parameters for all solutions and for the first one, each the fastest of those measured.

Always one worker: with more, enumeration returns wrong counts with the status OPTIMAL. No LP relaxation.

**All solutions** (docs/measurements.md#cp-enumeration): the whole tree is visited, so most of what is learned or simplified
never pays. No inprocessing, learned clauses are forgotten early, and the order is fixed: the smallest domain, of several the
most connected variable, its median value first. Booleans in a fixed order ignore domain sizes: beyond 600 the solver's own is
used.

**The first solution** (docs/measurements.md#cp-first-solution): no probing, no symmetries; integers as above, Booleans
without presolve. Where AllDifferents have ample room (`auto_view.room`) presolve costs more than the search: no presolve,
true first, random order. Where terms are as many as values, true first for integers. Elsewhere presolve is needed: it detects
a pigeonhole too few at once, descent does not.
"""

ALWAYS = "num_workers: 1 linearization_level: 0 catch_sigint_signal: false"
FORGET_EARLY = "use_sat_inprocessing: false clause_cleanup_period: 300 clause_cleanup_lbd_bound: 2"
NO_ANALYSIS = "cp_model_probing_level: 0 symmetry_level: 0"
DESCENT = "cp_model_presolve: false use_sat_inprocessing: false initial_polarity: POLARITY_TRUE"
AMPLE = 1.5  # values per term of the AllDifferents
MOST_BOOLEANS_IN_FIXED_ORDER = 600


def parameters(view: str, *, seed: int | None, first: bool, fixed: bool, room: float = 0) -> str:
    """SatParameters as text. `fixed` branches by the model's search_strategy alone; `room` is `auto_view.room` of the spec."""
    chosen = [ALWAYS]
    if first and room >= AMPLE:
        chosen += [NO_ANALYSIS, DESCENT, "preferred_variable_order: IN_RANDOM_ORDER"]
    elif first and room >= 1 and view == "int":
        chosen += [NO_ANALYSIS, DESCENT]
    elif first:
        chosen += [NO_ANALYSIS, FORGET_EARLY if view == "int" else "cp_model_presolve: false"]
    else:
        chosen += ["enumerate_all_solutions: true", FORGET_EARLY]
        chosen += ["cp_model_presolve: false"] if view == "bool" else []
        chosen += ["search_branching: FIXED_SEARCH"] if fixed else []
    chosen += [] if seed is None else [f"random_seed: {seed % 2**31}"]
    return " ".join(chosen)


def strategy(view: str, decisions: list[int]) -> str:
    """The search_strategy of the model: on which variables to branch, and how."""
    selection, reduction = (
        ("CHOOSE_MIN_DOMAIN_SIZE", "SELECT_MEDIAN_VALUE") if view == "int" else ("CHOOSE_FIRST", "SELECT_MAX_VALUE")
    )
    rules = f"variable_selection_strategy: {selection} domain_reduction_strategy: {reduction}"
    return f"search_strategy {{ variables: {decisions} {rules} }}"


def in_fixed_order(view: str, decisions: list[int], first: bool) -> bool:
    return not first and (view == "int" or len(decisions) <= MOST_BOOLEANS_IN_FIXED_ORDER)
