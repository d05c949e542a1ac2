"""The parts of a sheet in order, in the words of a language: the problem, variables, groups, numbering, sizes, exercises."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile

from threefold.handouts.content import MOST_COUNTED, Content, Group, Solved
from threefold.handouts.generalise import Formula
from threefold.handouts.media import Medium
from threefold.handouts.notation import joined
from threefold.reporting.media import bold, code
from threefold.reporting.table import Entry
from threefold.texts import Language

PARADIGMS = {"clauses": "Clauses", "constraints": "CP constraints", "rows": "0/1 rows"}
BLANK_LINES = 3
EXAMPLE = "Example:"  # how a paragraph of a description begins from which on it has answers
SIZES = ("literals", "clauses", "CP variables", "CP constraints", "0/1 columns", "0/1 rows")


@dataclass(frozen=True)
class Document:
    content: Content
    solved: Solved
    to: Medium
    say: Language
    blanks: bool = False  # formulas, sizes, examples and solutions are left out
    answers: bool = False  # the answers to the exercises are given

    def text(self) -> str:
        return self.to.document(self.content.title, list(self.parts()), self.say.code)

    def parts(self) -> Iterator[str]:
        yield self.to.heading(self.content.title, 1)
        yield self.to.paragraph(self.content.summary)
        if self.content.description:
            yield self.to.heading(self.say("The problem"))
            for paragraph in self._description():
                yield self.to.paragraph(_with_code(" ".join(paragraph.split())))
        yield from self._variables()
        yield from self._constraints()
        yield from self._numbering()
        yield from self._sizes()
        if not self.blanks:
            yield from self._solution()
        yield from self._exercises()

    def _description(self) -> Iterator[str]:
        """Blanks end before the worked example: from there on a description has solutions and counts."""
        paragraphs = self.content.description.strip().split("\n\n")
        return takewhile(lambda paragraph: not (self.blanks and paragraph.startswith(EXAMPLE)), paragraphs)

    def _variables(self) -> Iterator[str]:
        yield self.to.heading(self.say("Variables"))
        for family in self.content.families:
            for formula in family.formulas:
                shown = formula.general or formula.instance
                yield self.to.formula(shown) if shown else self.to.statements(formula.listed, self._more(formula))
            if family.literal:
                literal, meaning = family.literal
                yield self.to.formula((*literal, "⇔", *meaning))

    def _constraints(self) -> Iterator[str]:
        yield self.to.heading(self.say("Constraints"))
        if not self.blanks:
            yield self.to.paragraph(self._origin())
        for group in self.content.groups:
            yield self.to.heading(group.name, 3)
            for paradigm, title in PARADIGMS.items():
                yield from self._paradigm(group, paradigm, self.say(title))

    def _origin(self) -> str:
        """Where the formulas for general parameters come from."""
        if not self.content.inferred:
            return self.say("The formulas hold for this instance; they were verified on it.")
        inferred = "; ".join(map(_equations, self.content.inferred))
        return self.say(
            "The formulas were inferred from {inferred} and verified on {verified}.",
            inferred=inferred,
            verified=_equations(self.content.verified),
        )

    def _paradigm(self, group: Group, paradigm: str, title: str) -> Iterator[str]:
        count = group.count(paradigm)
        if not group.formulas[paradigm]:
            return
        number = f" ({self.say.number(count)})" if count and not self.blanks else ""
        yield self.to.paragraph(bold(f"{title}{number}"))
        if self.blanks:
            yield self.to.blank(BLANK_LINES)
        else:
            for formula in group.formulas[paradigm]:
                yield from self._formula(formula)

    def _formula(self, formula: Formula) -> Iterator[str]:
        if formula.general:
            yield self.to.formula(formula.general)
        elif formula.auxiliary:
            yield self.to.paragraph(self.say("With auxiliary variables, one by one:"))
        elif self.content.inferred:
            yield self.to.paragraph(self.say("For this instance only:"))
        if formula.instance and formula.instance != formula.general:
            if formula.general:
                yield self.to.paragraph(self.say("For {instance}:", instance=self._instance()))
            yield self.to.formula(formula.instance)
        if formula.listed and not (formula.count == 1 and formula.listed[0] == formula.general):
            yield self.to.statements(formula.listed, self._more(formula))

    def _more(self, formula: Formula) -> str:
        left = formula.count - len(formula.listed)
        return self.say("{count} more", count=self.say.number(left)) if left else ""

    def _instance(self) -> str:
        return ", ".join(f"{name} = {value}" for name, value in self.content.parameters.items()) or self.content.puzzle

    def _numbering(self) -> Iterator[str]:
        yield self.to.heading(self.say("Numbering"))
        for numbering in self.content.numbering:
            if self.blanks:
                yield self.to.blank(1)
                continue
            formulas = (numbering.general, numbering.instance)
            yield from (self.to.formula(each) for each in dict.fromkeys(formulas) if each)
            shown = [(*literal, "↦", str(number)) for literal, number in numbering.examples]
            yield self.to.formula(
                joined([*shown[:-1], ("…",), shown[-1]], ",") if len(shown) > 2 else joined(shown, ",")
            )

    def _sizes(self) -> Iterator[str]:
        yield self.to.heading(self.say("Sizes"))
        names = list(self.content.parameters) or [""]
        known = any(row.solutions is not None for row in self.content.sizes)
        header = [*names, *map(self.say, SIZES), *([self.say("solutions")] if known else [])]
        rows = []
        for row in self.content.sizes:
            solutions = "" if row.solutions is None else self.say.number(row.solutions)
            answers = [*map(self.say.number, row.numbers), *([solutions] if known else [])]
            shown = [""] * len(answers) if self.blanks else answers
            rows.append([Entry(each) for each in (*map(str, row.parameters or ("",)), *shown)])
        yield self.to.table(header, rows)

    def _solution(self) -> Iterator[str]:
        yield self.to.heading(self.say("A solution"))
        if self.solved.drawing:
            yield self.to.board(self.solved.drawing, self.solved.picture)
        elif self.solved.solvable is None:
            yield self.to.paragraph(self.say("None was found within the limits."))
        else:
            yield self.to.paragraph(self.say("There is none."))

    def _exercises(self) -> Iterator[str]:
        asked = list(self._asked())
        yield self.to.heading(self.say("Exercises"))
        yield self.to.numbered([question for question, _ in asked])
        if self.answers:
            yield self.to.heading(self.say("Answers"))
            yield self.to.numbered([answer for _, answer in asked])

    def _asked(self) -> Iterator[tuple[str, str]]:
        """Questions with their answers."""
        say, content, solved = self.say, self.content, self.solved
        words = shlex.join([content.puzzle, *map(str, content.parameters.values())])
        counts = "; ".join(f"{group.name}: {say.number(group.count('clauses'))}" for group in content.groups)
        yield say("How many clauses does each group have? Write the number as a formula of the parameters."), counts
        yield (
            say("Write a program that writes the clauses as a DIMACS file, and check it: {command}",
                command=code(f"threefold relate {words} mine.cnf")),
            say("A correct file: {command}", command=code(f"threefold cnf {words}")),
        )  # fmt: skip
        yield (
            say("Find all solutions: after each one, add a clause that excludes it. How many are there?"),
            self._number(solved.solutions),
        )
        if solved.without:
            yield (
                say("Leave out the group “{group}”. How many solutions are there now?", group=solved.without),
                self._number(solved.then),
            )
        numbers = "; ".join(
            f"{say(name)}: {say.number(n)}" for name, n in zip(SIZES, content.sizes[0].numbers, strict=True)
        )
        yield say("Compare the three ways: {command}", command=code(f"threefold compare {words}")), numbers

    def _number(self, count: int | None) -> str:
        if count is None:
            return self.say("Not known: a limit was hit.")
        shown = self.say.number(count)
        return self.say("At least {count}.", count=shown) if count == MOST_COUNTED else shown


def _equations(size: Mapping[str, int]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in size.items())


def _with_code(text: str) -> str:
    return re.sub(r"`([^`]+)`", lambda found: code(found[1]), text)
