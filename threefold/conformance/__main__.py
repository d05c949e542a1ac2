"""`python -m threefold.conformance NAME`: the kit's report; exit code 0 where all is right, 1 where something failed."""

import sys
from argparse import ArgumentParser

from threefold.conformance import ASPECTS, CLASSES, check
from threefold.language import BadInput


def main() -> int:
    parser = ArgumentParser(prog="python -m threefold.conformance", description="Check a backend against brute force.")
    parser.add_argument("configuration", help="BACKEND[:SOLVER][+OPTION=VALUE…]")
    parser.add_argument("--examples", type=int, default=10, help="random specs of each class (default 10)")
    parser.add_argument("--seed", type=int, default=0, help="of the random specs (default 0)")
    parser.add_argument("--refuses", nargs="+", default=(), choices=(*CLASSES, *ASPECTS), help="what it may refuse")
    asked = parser.parse_args()
    try:
        report = check(asked.configuration, examples=asked.examples, seed=asked.seed, refuses=asked.refuses)
    except BadInput as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 2
    print(report)
    return 0 if report.ok else 1


sys.exit(main())
