"""To certify a count: another backend enumerates, and the program's solver proves that there is nothing else.

Never the default, and said wherever the count is: the solutions are not the solver's own. Where the two differ, that is
a fault of the record: a solution that the other backend did not find, or one that it found and the program rejects.
"""

from threefold.backends import find
from threefold.backends.backend import Certificate, Configuration, Cube, Program, Search
from threefold.backends.configuration import parse
from threefold.checker.tally import Fault
from threefold.language import Assignment, Spec

KNOWN_FROM = "sat"


def wanted(configuration: Configuration) -> bool:
    return configuration.options.get("count") == "certify"


def known_solutions(spec: Spec, seed: int | None, cube: Cube) -> list[Assignment]:
    configuration = parse(KNOWN_FROM, {})
    return list(find(configuration.backend).lower(spec, configuration).load(seed=seed, first=False, cube=cube))


def certificate(program: Program, known: list[Assignment], seed: int | None, cube: Cube) -> Certificate:
    search = program.certify(known, seed=seed, cube=cube)
    number = "" if cube else f"{len(known)} "  # a record of many cubes has one method
    search.method = f"{search.method} ({number}solution{'' if len(known) == 1 else 's'} from {KNOWN_FROM})"
    return search


def fault_of(search: Search) -> Fault | None:
    if isinstance(search, Certificate) and search.besides is not None:
        return Fault(tuple(search.besides), f"{KNOWN_FROM} did not find", repeated=True, verb="has")
    if isinstance(search, Certificate) and search.rejected is not None:
        return Fault(tuple(search.rejected), f"{KNOWN_FROM} found", repeated=True, verb="rejects")
    return None
