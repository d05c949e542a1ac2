"""How a raw script says what it did: a word and a number a line, each as soon as it is known: a killed script has said something.

import 0.052        CPU seconds of a phase, children included
build 0.003
solve 0.120
variables 64        what the solver was given
constraints 736
count 92            solutions
"""

import resource
import time


def cpu_seconds() -> float:
    """Of this process, to the microsecond, and of the children that it has waited for."""
    return time.process_time() + children_seconds()


def children_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


class Phases:
    def __init__(self) -> None:
        self._since = cpu_seconds()

    def over(self, name: str) -> None:
        """What was done since the last phase has this name."""
        now = cpu_seconds()
        say(name, now - self._since)
        self._since = cpu_seconds()


def say(name: str, value: float) -> None:
    print(name, value, flush=True)
