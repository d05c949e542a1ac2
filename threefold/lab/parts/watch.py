"""Watch it search: the steps of backtracking or dpll."""

from threefold.backends.trace import Step
from threefold.guard import Report
from threefold.lab.asked import Asked
from threefold.lab.mentions import row_asked, shown
from threefold.runs import inside


def watch(report: Report[object], asked: Asked) -> dict[str, object]:
    """Events with steps as they are taken; the result says why there are no more."""
    row = row_asked(asked, "backtracking")
    most = asked.number("steps", 1, inside.MOST_STEPS, 1000)
    solutions = asked.number("solutions", 0, inside.MOST_STEPS, 1) or None
    ending = ""

    def tell(piece: tuple[list[Step], str]) -> None:
        nonlocal ending
        steps, ending = piece
        report({"event": "steps", "steps": list(map(_form, steps))})

    inside.watch(tell, asked.instance(), row, most, solutions)
    return {"event": "end", "ending": ending}


def _form(step: Step) -> dict[str, object]:
    """What is undone is the end of the trail: its length is enough. `count` is of all literals, also of those not sent."""
    return {
        "kind": step.kind,
        "sentence": step.sentence,
        "depth": step.depth,
        "count": len(step.made),
        "made": shown(step.made),
        "undone": len(step.undone),
        "about": shown(step.about),
    }
