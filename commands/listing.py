"""`list`: the puzzles with their parameters, the backends with their solvers and whether they can be used here."""

from textwrap import fill

import backends
import models
from backends.backend import Backend
from language import Puzzle

WIDTH = 100


def list_all() -> int:
    """List the puzzles and the backends."""
    print("Puzzles\n")
    for name in models.names():
        print(_puzzle(models.find(name)))
    print("\nBackends\n")
    for name in backends.names():
        print(_backend(backends.find(name)))
    print(
        "\nA row is written BACKEND[:SOLVER][+OPTION=VALUE…], like sat:minisat22+amo=ladder; the first solver is the default."
    )
    return 0


def _puzzle(puzzle: Puzzle) -> str:
    call = " ".join([puzzle.name, *(parameter.name for parameter in puzzle.parameters)])
    return f"  {call:<13} {puzzle.summary}"


def _backend(backend: Backend) -> str:
    answers = [_usable(backend, solver) for solver in backend.solvers]
    lines = [answers[0], *(answer for answer in answers[1:] if " is not usable here: " in answer)]
    if len(backend.solvers) > 1:
        lines.append(f"solvers: {', '.join(backend.solvers)}")
    lines += [f"+{o.name}=…  {o.help}: {', '.join(o.choices)} (default {o.default})" for o in backend.options]
    return "\n".join([f"  {backend.name:<13} {backend.summary}", *map(_indented, lines)])


def _indented(line: str) -> str:
    margin = " " * 16
    return fill(line, WIDTH, initial_indent=margin, subsequent_indent=margin + "  ", break_on_hyphens=False)


def _usable(backend: Backend, solver: str) -> str:
    try:
        return f"{backend.version(solver)}, usable here"
    except (ImportError, OSError) as error:
        return f"{solver} is not usable here: {error}"
