"""A spec as formulas over Z3's integers: one formula per constraint, remembered by its group."""

import operator
from collections.abc import Collection, Generator, Iterable
from itertools import combinations, product
from typing import Any

import z3

from threefold import language as tf
from threefold.backends.backend import EVERYTHING, Configuration, Cube, Program, Refused, Search, Size
from threefold.language.flattening import flatten

COMPARE = {"<=": operator.le, "==": operator.eq, ">=": operator.ge, "!=": operator.ne}


class Z3Program(Program):
    def __init__(self, written: tf.Spec, configuration: Configuration) -> None:
        spec = flatten(written)  # constraints of the eight kinds; auxiliaries follow the declared variables
        self.spec, self.configuration = spec, configuration
        self.x = [z3.Int(f"{x.position} {x}") for x in spec.variables]
        self.formulas = [(x.domain_group, self._among(x.position, x.domain)) for x in spec.variables]
        self.formulas += [(each.group, self._formula(each.constraint)) for each in spec.posted]
        self.groups = tuple(dict.fromkeys(group for group, _ in self.formulas))
        mentioned = sum(len(each.constraint.variables()) for each in spec.posted)
        self.size = Size(
            len(spec.declared), len(self.x) - len(spec.declared), len(self.formulas), len(self.x) + mentioned
        )

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        solver = self._solver(self.groups, [self._among(position, values) for position, values in cube.items()])
        solver.set("random_seed", seed or 0)
        return Z3Search(self, solver)

    def accepts(self, assignment: tf.Assignment, groups: Collection[str]) -> bool:
        fixed = [self.x[x.position] == assignment[x.position] for x in self.spec.decisions]
        return satisfiable(self._solver(groups, fixed))

    def export(self, form: str) -> str:
        return str(self._solver(self.groups, []).to_smt2())

    def _solver(self, groups: Collection[str], more: Iterable[Any]) -> Any:
        solver = z3.Solver()
        solver.add(*(formula for group, formula in self.formulas if group in groups), *more)
        return solver

    def _among(self, position: int, values: Iterable[int]) -> Any:
        return z3.Or([self.x[position] == value for value in values])

    def _literal(self, literal: tf.Literal) -> Any:
        holds = COMPARE[literal.comparator](self.x[literal.variable.position], literal.value)
        return holds if literal.positive else z3.Not(holds)

    def _sum(self, terms: Iterable[tuple[int, tf.Variable]], constant: int = 0) -> Any:
        return z3.Sum([z3.IntVal(constant), *(factor * self.x[x.position] for factor, x in terms)])

    def _unit(self, unit: Any) -> Any:
        """`x + c`, `-x + c` or `c`."""
        return self._sum([] if unit.variable is None else [(unit.sign, unit.variable)], unit.offset)

    def _formula(self, constraint: tf.Constraint) -> Any:
        match constraint:
            case tf.Clause(literals=literals):
                return z3.Or([self._literal(each) for each in literals])
            case tf.Cardinality(literals=literals, comparator=comparator, bound=bound):
                true = z3.Sum([z3.IntVal(0), *(z3.If(self._literal(each), 1, 0) for each in literals)])
                return COMPARE[comparator](true, bound)
            case tf.AllDifferent(units=units):
                return z3.And([a != b for a, b in combinations(map(self._unit, units), 2)])
            case tf.Linear(terms=terms, comparator=comparator, bound=bound):
                return COMPARE[comparator](self._sum(terms), bound)
            case tf.Table(units=units, rows=rows):
                columns = [self._unit(each) for each in units]
                return z3.Or([z3.And([a == b for a, b in zip(columns, row, strict=True)]) for row in rows])
            case tf.Element(units=(index, array, result)):
                i, value = self._unit(index), self._unit(result)
                return z3.Or([z3.And(i == place, self._unit(each) == value) for place, each in enumerate(array)])
            case tf.Circuit(units=units):
                return self._circuit([self._unit(each) for each in units])
            case tf.Implies(condition=condition, constraint=inner):
                return z3.Implies(self._literal(condition), self._formula(inner))

    def _circuit(self, successor: list[Any]) -> Any:
        """Nodes are numbered along the circuit: every arc counts upwards, but for those that lead to node 0."""
        nodes = range(len(successor))
        number = [z3.FreshInt() for _ in nodes]
        steps = [z3.Implies(successor[a] == b, number[b] == number[a] + 1) for a, b in product(nodes, nodes[1:])]
        inside = [z3.And(each >= 0, each < len(nodes)) for each in successor]
        return z3.And(*inside, *(a != b for a, b in combinations(successor, 2)), *steps)


class Z3Search(Search):
    method = "blocking clauses"

    def __init__(self, program: Z3Program, solver: Any) -> None:
        self._x, self._decisions, self._solver = program.x, program.spec.decisions, solver
        self._declared = len(program.spec.declared)

    def __iter__(self) -> Generator[tf.Assignment, None, None]:
        while satisfiable(self._solver):
            model = self._solver.model()
            values = [model.eval(x, model_completion=True).as_long() for x in self._x]
            yield values[: self._declared]
            self._solver.add(z3.Or([self._x[x.position] != values[x.position] for x in self._decisions]))


def satisfiable(solver: Any) -> bool:
    answer = solver.check()
    if answer == z3.unknown:
        raise Refused(f"Z3 gave up: {solver.reason_unknown()}")
    return bool(answer == z3.sat)
