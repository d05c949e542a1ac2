"""Unit propagation on the CNF of a spec, in any encoding, and what it means for `x == v`.

The CNF of an integer has the literals of its encoding: `x == v`, or `x <= v`, or bits, and in the latter two some `x == v` and
`x <= v` as auxiliaries. A value is ruled out if one of them has a truth value that excludes it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from threefold.backends.backend import EVERYTHING, Configuration, Cube
from threefold.backends.sat.dpll import FoldedDpll
from threefold.backends.sat.lowering import lower
from threefold.backends.sat.projection import literals_of
from threefold.language import Spec, Variable
from threefold.language.givens import GROUP, given_literals
from threefold.propagation.conclusions import Conclusions, Contradiction, concluded


class UnitPropagation:
    """Prepared once, then asked about many partial boards."""

    def __init__(self, spec: Spec, configuration: Configuration) -> None:
        self._spec, self._program = spec, lower(spec, configuration)
        self._propagation = self._loaded()
        self._givens = given_literals(spec)
        # Of every variable the auxiliaries about it: number, comparator, value.
        self._defined: list[list[tuple[int, str, int]]] = [[] for _ in self._program.spec.variables]
        for (position, comparator, value), number in self._program.defined.items():
            self._defined[position].append((number, comparator, value))

    def _loaded(self, more: Iterable[list[int]] = ()) -> FoldedDpll:
        propagation = FoldedDpll(self._program.top)
        for store in self._program.stores.values():
            propagation.add_store(store)
        propagation.add(more)
        return propagation

    def conclude(self, cube: Cube = EVERYTHING) -> Conclusions:
        units, longer = self._clauses(cube)
        propagation = self._loaded(longer) if longer else self._propagation
        true = set(propagation.consequences(units))
        left = [self._left(x, true, cube.get(x.position)) for x in self._spec.variables]
        clause = propagation.falsified
        return concluded("up", self._spec, left, None if clause is None else self._contradiction(clause))

    def _clauses(self, cube: Cube) -> tuple[list[int], list[list[int]]]:
        """The board as literals, and as clauses where no literal can say it: a value that an order or binary integer lacks."""
        projection, units, longer = self._program.projection, list[int](), list[list[int]]()
        for position, values in cube.items():
            if len(values) == 1:
                units += literals_of(projection.views[position], next(iter(values))) or ()
                continue
            for clause in projection.within({position: values}):
                if len(clause) == 1:
                    units += clause
                else:
                    longer.append(clause)
        return units, longer

    def _left(self, x: Variable, true: set[int], allowed: Collection[int] | None) -> Sequence[int]:
        """Without what the board itself excludes: an order or binary integer may have no literal for that."""
        view, givens = self._program.projection.views[x.position], self._givens.get(x.position, ())
        fixed = {number: number in true for number in view.numbers if number in true or -number in true}
        defined = self._defined[x.position]
        bounds = [(n in true, comparator, v) for n, comparator, v in defined if n in true or -n in true]
        bounds += [(literal.positive, literal.comparator, literal.value) for literal in givens]
        if not fixed and not bounds and allowed is None:
            return x.domain
        values = x.domain if allowed is None else [value for value in x.domain if value in allowed]
        return tuple(value for value in values if self._fits(x, value, fixed, bounds))

    def _fits(self, x: Variable, value: int, fixed: dict[int, bool], bounds: list[tuple[bool, str, int]]) -> bool:
        literals = literals_of(self._program.projection.views[x.position], value) or ()
        if any(fixed.get(abs(literal), literal > 0) != (literal > 0) for literal in literals):
            return False
        return all((value == v if comparator == "==" else value <= v) == is_true for is_true, comparator, v in bounds)

    def _contradiction(self, literals: Sequence[int]) -> Contradiction:
        wanted = set(literals)
        found = ((each, source) for each, source in self._program.clauses_with_sources() if set(each) == wanted)
        clause, source = next(found, (sorted(wanted), GROUP))
        group, text = (source, f"'{source}'") if isinstance(source, str) else (source.group, str(source))
        sentence = f"the clause {self._program.in_words(clause)} of {text} is false"
        return Contradiction(sentence, (group,), tuple(map(str, self._about(clause))))

    def _about(self, clause: Sequence[int]) -> Iterator[Variable]:
        numbers = set(map(abs, clause))
        for x, own in zip(self._spec.variables, self._program.projection.numbers, strict=False):
            if not numbers.isdisjoint(own):
                yield x
