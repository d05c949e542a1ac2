"""The settings of our backends, read from their modules and handed to the raw scripts of the same method: the same by
construction.

What cannot be handed over, the encoding itself, is compared: a script says how many variables and constraints the solver got,
and a ratio of overhead is given only where these are ours.
"""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

from threefold import models
from threefold.backends.branching import most_connected_first
from threefold.backends.cp import parameters as cp
from threefold.backends.sat.cardinality import PAIRWISE_UP_TO
from threefold.backends.sat.solvers import PREFIXES, TUNED

Rule = tuple[tuple[int, str], ...]  # (n, encoding): the at-most-ones of up to n literals are encoded so
ANY = 1_000_000
AUTO: Rule = ((PAIRWISE_UP_TO, "pairwise"), (ANY, "groups"))  # what `amo=auto` does up to 512 literals
NATIVE: Rule = ((2, "pairwise"), (ANY, "native"))


def sat(solver: str, amo: Rule = AUTO) -> str:
    return json.dumps({"prefix": PREFIXES[solver], "amo": amo, "settings": TUNED.get(solver, {})})


def cp_first(view: str) -> str:
    return _cp(view, cp.for_first(view, None), read=True)


def cp_all(view: str, n: int, *, read: bool) -> str:
    """All boards of n queens, with the branching order of ours."""
    spec = models.find("nqueens").build(n)
    queens = [x.position for x in most_connected_first(spec)]
    decisions = queens if view == "int" else [n * queen + value for queen in queens for value in range(n)]
    return _cp(view, cp.for_all(spec, view, decisions, None), read=read)


def _cp(view: str, chosen: cp.Parameters, *, read: bool) -> str:
    return json.dumps({"view": view, "parameters": chosen.text, "strategy": chosen.strategy, "read": read})


@cache
def ilp_first() -> str:
    """CBC's options as PuLP takes them, `name value` without the dash.

    Asked of another process: PuLP imports highspy where that is installed, and then no child of this one could import ortools.
    """
    code = "import json; from threefold.backends.ilp.branch_and_bound import SINGLE_OPTIONS; print(json.dumps(SINGLE_OPTIONS))"
    root = Path(__file__).parent.parent
    shown = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True).stdout
    options = json.loads(shown)
    pairs = zip(options[::2], options[1::2], strict=True)
    return json.dumps([f"{name.removeprefix('-')} {value}" for name, value in pairs])
