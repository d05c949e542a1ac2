"""A refutation by rows: a tree of boxes that together hold all assignments. In each leaf a sum of rows cannot hold.

A row is made here, from its source; it is not written in the certificate. It has the form `sum of coefficient·term >= bound`,
or is an equation.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from threefold.language import Cardinality, Linear
from threefold.verifier.clauses import Refutation
from threefold.verifier.names import Atom, Box, Form, Names
from threefold.verifier.rules import form_of


class Row(NamedTuple):
    form: Form  # with its bound: `form >= 0`, or `form == 0`
    equation: bool = False


class ByRows(Refutation):
    def check(self) -> None:
        """The lines up to the end of the refutation: rows and nodes of the tree, each before its children."""
        self.names, self.rows = Names(self.spec), [Row(Form({}))]  # from 1 on
        waiting = [Box(self.names, ())]
        while waiting:
            kind, _, rest = self.lines.next().partition(" ")
            if kind == "row":
                self.rows.append(self.make(*rest.split(" ")))
                self.checked["rows"] += 1
            elif kind in ("atom", "define"):
                self.names.declare(kind, *rest.split(" "))
                self.checked["definitions"] += kind == "define"
            else:
                box = waiting.pop()
                waiting += [Box(self.names, [literal], box) for literal in reversed(self._children(box, kind, rest))]
                self.checked["nodes"] += 1
        if self.lines.next() != "end refutation":
            self.lines.fail("the tree is complete: 'end refutation' was expected")

    def _children(self, box: Box, kind: str, rest: str) -> list[Atom]:
        """Each child has one more literal; one of them is true everywhere in the box."""
        match kind:
            case "branch":
                literal = self.names.literal(int(rest))
                return [literal, literal.negated()]
            case "values":
                name = self.names.name(rest)
                return [Atom(name, "==", value) for value in box.values(name)]
            case "farkas":
                if not box.empty and not self._impossible(box, rest.split()):
                    self.lines.fail("the sum of these rows can hold in the box")
            case "solution":
                if not self.is_solution(box):
                    self.lines.fail("the box is not that of a listed solution")
            case _:
                self.lines.fail("a row or a node of the tree was expected: branch, values, farkas or solution")
        self.checked["sums" if kind == "farkas" else "solutions"] += 1
        return []

    def _impossible(self, box: Box, words: list[str]) -> bool:
        """The sum of the rows, each with its factor, is negative in the whole box."""
        total = Form({})
        for word in words:
            factor, number = map(int, word.split("*"))
            row = self.rows[number] if number > 0 else self.lines.fail(f"there is no row {number}")
            if factor < 0 and not row.equation:
                self.lines.fail(f"the factor of row {number}, an inequality, is negative")
            total = total.plus(row.form, factor)
        return box.bounds(total)[1] < 0

    def make(self, kind: str, *words: str) -> Row:
        if kind in ("clause", "amo"):
            return self._row_of_clauses(kind, words[: words.index(":")], words[words.index(":") + 1 :])
        [word] = words
        if kind == "constraint":
            return self._row_of_constraint(int(word))
        if kind in ("below", "above"):
            return self._row_of_bound(self.names.literal(int(word)), kind)
        name = self.names.name(word)
        cases = [(Atom(name, "==", value), value) for value in self.names.domains[name]]
        match kind, self.names.definition(name) if kind == "definition" else None:
            case "definition", Form() as form:
                return Row(form.plus(Form({name: -1})), equation=True)
            case "values", _:
                return Row(Form.of([(atom, 1) for atom, _ in cases], -1), equation=True)
            case "number", _:
                return Row(Form.of([(name, -1), *cases]), equation=True)
        raise ValueError(kind)

    def _row_of_clauses(self, kind: str, source: Sequence[str], words: Sequence[str]) -> Row:
        """At least one of the literals, a clause; or at most one, a clause for each two."""
        literals = [self.names.literal(int(word)) for word in words]
        pairs = ([one.negated(), other.negated()] for one, other in combinations(literals, 2))
        if not all(self.follows(self.names, source, clause) for clause in ([literals] if kind == "clause" else pairs)):
            self.lines.fail(f"the row does not follow from its source, '{' '.join(source)}'")
        sign = 1 if kind == "clause" else -1
        return Row(Form.of([(literal, sign) for literal in literals], -sign))

    def _row_of_constraint(self, number: int) -> Row:
        constraint = self.constraints[number - 1] if number > 0 else None
        if not isinstance(constraint, Linear | Cardinality) or constraint.comparator == "!=":
            self.lines.fail(f"constraint {number} is not a sum with <=, == or >=")
        form = form_of(constraint).plus(Form({}, -constraint.bound))
        return Row(form if constraint.comparator != "<=" else Form({}).plus(form, -1), constraint.comparator == "==")

    def _row_of_bound(self, atom: Atom, kind: str) -> Row:
        """Of an atom `x <= c`: where it is true, x <= c (below); where it is false, x >= c + 1 (above)."""
        low, high, c = self.names.domains[atom.name][0], self.names.domains[atom.name][-1], atom.value
        if atom.comparator != "<=" or not atom.positive:
            self.lines.fail("an atom 'x <= c' was expected")
        if kind == "below":
            return Row(Form.of([(atom.name, -1), (atom, c - high)], high))
        return Row(Form.of([(atom.name, 1), (atom, c + 1 - low)], -c - 1))
