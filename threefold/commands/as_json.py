"""The machine-readable form of a comparison. `schema` changes when a field changes its meaning or goes."""

import json

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
            "results": [record.to_dict() for record in comparison.records],
        },
        ensure_ascii=False,
    )
