"""A refutation by clauses as DIMACS and LRAT, for checkers from outside.

They check the steps from the clauses, but not that the clauses follow from the specification: `verify` has checked that. Blocks
become one proof: atoms of variables are the same in all blocks, those of definitions are not. In LRAT the clauses have the first
numbers, so the certificate is read twice.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile

from threefold.language import BadInput, ThreefoldError
from threefold.verifier.reading import opened


def export(certificate: str | os.PathLike[str], folder: str | os.PathLike[str]) -> None:
    """Write sat.cnf and sat.lrat into the folder; the certificate is valid."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        numbering = _Numbering(os.fspath(certificate))
        with TemporaryFile("w+") as clauses, Path(folder, "sat.cnf").open("w") as formula:
            clauses.writelines(numbering.clauses())
            clauses.seek(0)
            formula.write(f"p cnf {len(numbering.atoms)} {numbering.count}\n")
            copyfileobj(clauses, formula)
        with Path(folder, "sat.lrat").open("w") as proof:
            proof.writelines(numbering.steps())
    except OSError as error:
        raise ThreefoldError(f"{error.filename or folder}: cannot be written: {error.strerror or error}") from None


class _Numbering:
    """The numbers of atoms, clauses and steps in all blocks together."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.atoms: dict[tuple[int, str], int] = {}  # by block and text; block 0 for atoms of variables
        self.count = 0  # clauses
        self._blocks: list[tuple[list[int], list[int]]] = []  # their atoms, and clauses; a step n is -n
        self._steps = 0

    def clauses(self) -> Iterator[str]:
        """As lines of DIMACS."""
        for kind, rest in self._lines():
            if kind == "block":
                self._blocks.append(([0], [0]))
                continue
            atoms, numbers = self._blocks[-1]
            match kind:
                case "atom":
                    shared = int(rest.split(" ")[0][1:]) < self._variables
                    key = (0 if shared else len(self._blocks), rest)
                    atoms.append(self.atoms.setdefault(key, len(self.atoms) + 1))
                case "c" if rest.startswith("block "):
                    numbers.append(self._blocks[int(rest.split(" ")[1]) - 1][1][-1])
                case "c":
                    self.count += 1
                    numbers.append(self.count)
                    yield f"{_shown(_mapped(atoms, rest.partition(':')[2]))}0\n"
                case "s":
                    self._steps += 1
                    numbers.append(-self._steps)

    def steps(self) -> Iterator[str]:
        """As lines of LRAT."""
        block, number = -1, self.count
        for kind, rest in self._lines():
            block += kind == "block"
            atoms, numbers = self._blocks[block]
            if kind == "s":
                literals, _, hints = rest.partition(":")
                number += 1
                used = [self._number(numbers[int(hint)]) for hint in hints.split()]
                yield f"{number} {_shown(_mapped(atoms, literals))}0 {_shown(used)}0\n"
            elif kind == "d":
                unused = [self._number(numbers[int(word)]) for word in rest.split()]
                yield f"{number} d {_shown(unused)}0\n"

    def _number(self, number: int) -> int:
        return number if number > 0 else self.count - number

    def _lines(self) -> Iterator[tuple[str, str]]:
        """The lines of the refutation, as a first word and the rest."""
        with opened(self.path) as lines:
            self._variables, line = 0, ""
            while line != "refutation sat":
                line = lines.next()
                self._variables += line.startswith("variable ")
                if line == "end certificate":
                    raise BadInput(f"{self.path}: there is no refutation by sat to export")
            while (line := lines.next()) != "end refutation":
                kind, _, rest = line.partition(" ")
                yield kind, rest


def _mapped(atoms: list[int], literals: str) -> list[int]:
    numbers = [*map(int, literals.split())]
    unknown = [n for n in numbers if not 0 < abs(n) < len(atoms)]
    if unknown:  # a step may have any literal more: it follows, whatever that means
        raise BadInput(f"literal {unknown[0]} is not declared: the proof cannot be exported")
    return [atoms[n] if n > 0 else -atoms[-n] for n in numbers]


def _shown(numbers: list[int]) -> str:
    return "".join(f"{number} " for number in numbers)
