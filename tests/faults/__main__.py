"""Random kills on a large scale, by hand: python -m tests.faults --kills 1000

Prints a line for each kind of work, and the faults. The exit code is 1 if there are any.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from tests.faults.harness import disturb
from tests.faults.works import WORKS

SHARES = {"count-cluster": 0.04, "sweep-cluster": 0.04}  # of all kills: a cluster takes seconds to start


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description="Random kills of commands at work.")
    parser.add_argument("--kills", type=int, default=1000, metavar="N", help="of all kinds of work together (1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random choices (1)")
    parser.add_argument("--only", choices=WORKS, help="one kind of work")
    asked = parser.parse_args()
    chance, faults, kinds = random.Random(asked.seed), [], [asked.only] if asked.only else list(WORKS)
    usual = (1 - sum(SHARES.get(kind, 0) for kind in kinds)) / max(1, sum(kind not in SHARES for kind in kinds))
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:
            share = 1.0 if asked.only else SHARES.get(kind, usual)
            tally = disturb(WORKS[kind], Path(folder, kind), max(1, round(share * asked.kills)), chance)
            faults += tally.faults
            print(f"{kind}: {tally}", *tally.faults, sep="\n  ", flush=True)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
