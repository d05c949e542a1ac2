"""Random specs of an outside generator: `python -m tests.outside --specs 5000 --metamorphic 2000`.

Exits with 1 if an answer was wrong, or if an exception was not ours.
"""

import argparse
import sys

from tests.outside.comparison import BACKENDS, masked
from tests.outside.tally import Failure, Tally, related, shrunk, tried
from tests.outside.written import text_of


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.outside", description=__doc__)
    parser.add_argument("--specs", type=int, default=500, help="how many")
    parser.add_argument("--metamorphic", type=int, default=0, help="how many more that are changed by a relation")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other specs")
    parser.add_argument("--start", type=int, default=0, help="the number of the first spec, to try one again")
    parser.add_argument("--backends", default=",".join(BACKENDS), help=f"default {','.join(BACKENDS)}")
    parser.add_argument("--show", type=int, default=3, help="how many failures to show as Python, made smaller")
    asked = parser.parse_args()
    backends = tuple(filter(None, asked.backends.split(",")))
    tallies = [tried(range(asked.start, asked.start + asked.specs), asked.seed, backends)]
    _show(tallies[0], asked.show)
    if asked.metamorphic:
        tallies.append(related(range(asked.start, asked.start + asked.metamorphic), asked.seed + 1_000_000, backends))
        print("\nMetamorphic relations")
        _show(tallies[1], asked.show)
    return 1 if any(tally.failures for tally in tallies) else 0


def _show(tally: Tally, most: int) -> None:
    """The table, and one failure of each sort, wrong answers first."""
    print(tally, flush=True)
    sorts: dict[tuple[str, ...], Failure] = {}
    for failure in sorted(tally.failures, key=lambda each: each[2].verdict, reverse=True):
        finding = failure[2]
        text = masked(finding.text) if finding.verdict == "foreign" else ""
        sorts.setdefault((finding.by, finding.verdict, failure[1], text), failure)
    for failure in list(sorts.values())[:most]:
        number, relation, finding, _ = failure
        tree, small = shrunk(failure, tally.backends)
        print(f"\n{finding.by}, {finding.verdict}, spec {number} {relation}: {small.text}\n{text_of(tree)}", flush=True)


sys.exit(main())
