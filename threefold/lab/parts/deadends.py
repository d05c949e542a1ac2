"""Who sees the dead end first: what each view concludes from the board, quick ones at once, the relaxation as a stream."""

from time import perf_counter

from threefold.backends.backend import Refused
from threefold.guard import Report
from threefold.lab.asked import Asked
from threefold.language import Spec
from threefold.language.givens import given_values

# Warm in every server: a click must be answered quickly.
from threefold.propagation import arc_consistency as arc_consistency
from threefold.propagation import unit_propagation as unit_propagation
from threefold.propagation.conclusions import Conclusions
from threefold.propagation.random_boards import completes
from threefold.propagation.views import View, parse_views

QUICK, SLOW = "up,cp", "lp"


def quick(report: Report[object], asked: Asked) -> dict[str, object]:
    """Unit propagation and CP propagation."""
    _, spec = asked.instance().load()
    return {
        "given": list(given_values(spec)),
        "views": {view.name: _answer(view, spec) for view in parse_views(QUICK, {})},
    }


def relaxed(report: Report[object], asked: Asked) -> dict[str, object]:
    """The relaxation, and then whether the board can be completed."""
    _, spec = asked.instance().load()
    [view] = parse_views(SLOW, {})
    report({"event": "view", "name": view.name, "answer": _answer(view, spec)})
    return {"event": "completion", "completes": completes(spec)}


def _answer(view: View, spec: Spec) -> dict[str, object]:
    start = perf_counter()
    try:
        found = view.prepare(spec).conclude()
    except Refused as refusal:
        return {"unknown": str(refusal)}
    return _shown(found, spec) | {"seconds": perf_counter() - start}


def _shown(found: Conclusions, spec: Spec) -> dict[str, object]:
    given = given_values(spec)
    return {
        "ruled_out": found.ruled_out(spec, given),
        "forced": found.forced(given),
        "contradiction": found.contradiction and found.contradiction.to_dict(),
        "notes": list(found.notes),
        "left": [list(values) for values in found.left],
    }
