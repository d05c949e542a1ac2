"""CP-SAT's parameters: one worker always, and what was measured to be fastest for all solutions and for the first one.

More than one worker is wrong while enumerating (8 queens: 80 to 86 solutions and the status OPTIMAL) and unfair for one
solution. CPU seconds of the solver alone, OR-Tools 9.15, one run each on a machine shared with others (within about a fifth):

    all solutions                                               queens 12        cards 8 2         cards 11 2
                                                                int     bool     int      bool     int     bool
    CP-SAT's defaults                                           8.4     27       0.073    4.2      > 51    -
    fixed search in the order of declaration                    4.7     19       0.053    2.8      -       -
      + linearization_level 0                                   4.5     19       0.053    0.077    -       -
      + smallest domain first, its median value                 2.7     -        0.039    -        -       -
      + no inprocessing                                         1.7     16       0.014    0.094    -       -
      + forget learned clauses early (period 300, LBD > 2)      0.92    1.2      0.014    0.067    2.1     11.2
      + no presolve                                             0.89    1.1      0.016    0.035    3.0     8.9

Chosen: the line before the last for integers, the last for Booleans; of several smallest domains that of the most connected
variable (backends/branching.py), which takes another fifth off queens 12. Enumeration visits the whole tree, so most of what is
learned or simplified never pays. No solution came back or was lost by forgetting: every count above is the known one. The
median value is what lets queens 50 and 100 start (0.16 s and 1.3 s to the first ten; from the least value: more than 8 s). A
fixed order of Booleans cannot look at domain sizes: ten solutions of queens 16, 20, 24, 30 take 0.03, 0.34, 1.9, more than
8 s against 0.01 s of the automatic search, which in turn takes 19 s for all of queens 12 and 87 s for cards 11 2 (484
Booleans). Hence the fixed order up to 600 Booleans, which is 24 queens, and the automatic search beyond.

Others, in the integer view, CP-SAT's defaults against these: all 19,724 round trips of a knight on 6×6 > 14 and 0.97, all
7,040 magic squares of order 4 > 14 and 7.5, Golomb rulers of 8 marks and length 34 1.3 and 0.35.

    first solution                             queens 100      queens 200     cards 17 3      magic square 5
                                               int    bool     int    bool    int     bool    int     bool
    CP-SAT's defaults                          0.81   0.57     > 6    2.7     0.054   > 7     0.057   1.7
    no probing, no symmetries, no LP           0.33   0.18     5.8    1.3     0.071   0.65    0.054   1.5
      + no inprocessing, forget early          0.19   0.08     3.3    > 8     0.014   > 5     0.015   0.67
      or + no presolve                         0.48   0.14     5.0    1.2     0.070   0.20    0.036   0.30
      or + all of these                        0.05   0.02     2.6    > 7     0.27    > 5     0.005   1.2

Chosen: for integers the third line, the steadiest (Golomb rulers of 9 marks and length 44: 0.38 against 1.6 of the last line);
for Booleans the fourth. Not so where a spec is made of AllDifferents that are not short of values (`room`, see choice.py):
there a solution is hardly ever missed, and presolve costs more than the search. CPU seconds of lowering, loading and the
solver, the median of two or three seeds; "true" is POLARITY_TRUE, so that a decision gives a value instead of taking one away:

                                        queens 100      queens 200      queens 400      latin 20   latin 40   sudoku 5²
                                        int    bool     int    bool     int    bool     int        int        int
    chosen above                        0.21   0.20     3.7    1.1      > 12   > 25     0.15       1.85       0.34
    no presolve, no inprocessing        0.06   -        > 5    > 5      -      > 25     -          -          -
      + random order                    0.08   0.40     0.54   0.52     > 25   > 25     0.10       1.7, > 3   0.22
      + true                            0.14   0.05     2.2    0.14     > 12   0.9      0.08       0.87       0.16
      + both                            0.09   0.05     0.51   0.15     > 12   0.55     0.08       > 3        0.22
    PORTFOLIO_WITH_QUICK_RESTART_SEARCH -      -        > 5    1.1      -      -        -          -          -
    fixed search, smallest domain,
      median value                      -      -        > 5    > 5      -      -        -          -          -

Chosen: both where the room is ample, true alone for integers where the terms are as many as the values. Neither elsewhere:
with both, cards 27 3 takes more than 4 s instead of 1.3 s over integers, and cards 17 3 more than 3 s instead of 0.24 s over
Booleans; a pigeonhole too few is seen by presolve at once and never by descent. With expand_alldiff_constraints integers
would reach 400 queens too (2.2 s with one seed, more than 5 s with another), which Booleans do better.
"""

ALWAYS = "num_workers: 1 linearization_level: 0 catch_sigint_signal: false"
FORGETFUL = "use_sat_inprocessing: false clause_cleanup_period: 300 clause_cleanup_lbd_bound: 2"
UNEXAMINED = "cp_model_probing_level: 0 symmetry_level: 0"
DESCENT = "cp_model_presolve: false use_sat_inprocessing: false initial_polarity: POLARITY_TRUE"
AMPLE = 1.5  # values per term of the AllDifferents
MOST_BOOLEANS_IN_FIXED_ORDER = 600


def parameters(view: str, *, seed: int | None, first: bool, fixed: bool, room: float = 0) -> str:
    """SatParameters as text; `fixed` branches by the model's search_strategy alone, `room` is the spec's (see choice.py)."""
    chosen = [ALWAYS]
    if first and room >= AMPLE:
        chosen += [UNEXAMINED, DESCENT, "preferred_variable_order: IN_RANDOM_ORDER"]
    elif first and room >= 1 and view == "int":
        chosen += [UNEXAMINED, DESCENT]
    elif first:
        chosen += [UNEXAMINED, FORGETFUL if view == "int" else "cp_model_presolve: false"]
    else:
        chosen += ["enumerate_all_solutions: true", FORGETFUL]
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
