"""The machine-readable form of a comparison. `schema` changes when a field changes its meaning or goes."""

import json

from threefold.checker.record import Record
from threefold.runs.compare import Comparison
from threefold.runs.instance import Instance, Question

SCHEMA = 1


def render(instance: Instance, question: Question, comparison: Comparison) -> str:
    witness, classes = comparison.witness, comparison.classes
    return json.dumps(
        {
            "schema": SCHEMA,
            "puzzle": instance.puzzle,
            "parameters": dict(instance.parameters),
            "givens": list(instance.givens),
            "seed": question.seed,
            "verdict": comparison.verdict.verdict,
            "sentence": comparison.verdict.sentence,
            "known": comparison.description.known if comparison.description else None,
            "witness": witness
            and {"sentence": witness.sentence, "assignment": witness.values, "drawing": witness.drawing},
            "classes": classes
            and {
                "number": classes.number,
                "solutions": classes.solutions,
                "symmetries": classes.symmetries,
                "equation": classes.equation,
            },
            "results": [_result(record) for record in comparison.records],
        },
        ensure_ascii=False,
    )


def _result(record: Record) -> dict[str, object]:
    size = record.size
    return {
        "backend": record.configuration.backend,
        "solver": record.configuration.solver,
        "version": record.solver,
        "options": dict(record.configuration.options),
        "method": record.method,
        "status": record.status,
        "reason": record.reason,
        "count": record.count,
        "count_is": record.count_is,
        "verified": record.verified,
        "fingerprint": str(record.fingerprint) if record.fingerprint else None,
        "size": size
        and {
            "variables": size.variables,
            "auxiliary": size.auxiliary,
            "constraints": size.constraints,
            "literals": size.literals,
            "largest_coefficient": size.largest_coefficient,
        },
        "seconds": {phase: round(value, 6) for phase, value in record.seconds.items()},
        "memory_mb": round(record.memory / 1e6, 1),
        "statistics": dict(record.statistics),
        "drawings": list(record.drawings),
    }
