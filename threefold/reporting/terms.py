"""The words and signs of the tables, as the page explains them; docs/reports.md says more of each."""

TERMS = {
    "row": "a configuration that was run: a backend with its solver and its options",
    "median": (
        "the middle one of the times of the runs. After it is their range, from the shortest to the longest; from six runs on it"
        " is the bootstrap interval of the median"
    ),
    "≈": "the runs do not show which of the rows is faster: their ranges overlap",
    "fastest on, ties on": "the number of instances on which the row is faster than all others, or is marked with ≈",
    "PAR-2": (
        "the mean time over all instances with a record of every row; an instance that was not solved counts twice the limit"
    ),
    "shifted geometric mean": (
        "of the same times, each with 10 ms added, and without them again: a few long runs do not decide it"
    ),
    "virtual best": "what one would get by choosing the fastest row for every instance",
    "times as long as": (
        "the geometric mean of the ratios of two rows, over the instances that both solve. From six instances on it has a 95 %"
        " interval"
    ),
    "p": (
        "how likely a difference of at least this size is between two equal rows (Wilcoxon's signed-rank test); a difference is"
        " called significant if p is below 0.05"
    ),
}
