"""The machine-readable form of a comparison."""

import json

from threefold.api.result import Result
from threefold.runs.compare import Comparison, Experiment


def render(experiment: Experiment, comparison: Comparison) -> str:
    return json.dumps(Result.of(experiment, comparison).to_dict(), ensure_ascii=False)
