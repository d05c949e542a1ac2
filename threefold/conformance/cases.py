"""One spec and its program: each aspect of the program is compared with brute force."""

from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, product

from threefold.backends import names
from threefold.backends.backend import EVERYTHING, Backend, CountingSearch, Cube, Program, Refused, Search
from threefold.backends.blocks import cut, rows_of
from threefold.checker import brute_force
from threefold.checker.tally import Tally
from threefold.conformance.specs import Values
from threefold.conformance.spies import Engines, spied
from threefold.language import Assignment, BadInput, Solution, Spec
from threefold.language.flattening import OF_DEFINITIONS

ASKED = 8  # assignments of a spec that `accepts` is asked about


class Failure(Exception):
    pass


@dataclass
class Case:
    """Each public method is an aspect, and raises where the program is wrong."""

    backend: Backend
    spec: Spec
    program: Program
    meant: set[Values] | None = None  # its solutions, where they are known otherwise than by brute force

    @cached_property
    def expected(self) -> set[Values]:
        return brute_force.projected(self.spec) if self.meant is None else self.meant

    def solutions(self) -> None:
        self._compare(self.expected, EVERYTHING, None)
        self._compare(self.expected, EVERYTHING, 1)

    edges = reified = solutions

    def solution(self) -> None:
        """Of an incomplete backend: what it finds is a solution, it may find none, and it does not list all of them."""
        try:
            self._found(self.program.load(seed=None, first=True), EVERYTHING, 1)
        except Refused:
            pass
        else:
            if not self.expected:
                raise Failure("it ended without a solution, as if it were proven that there is none")
        try:
            self._found(self.program.load(seed=None, first=False), EVERYTHING)
        except Refused:
            return
        raise Failure("it ended as if all solutions were found")

    def limits(self) -> None:
        for most in (1, 2):
            found = self._found(self.program.load(seed=None, first=most == 1), EVERYTHING, most)
            if len(found) != min(most, len(self.expected)):
                raise Failure(f"{len(found)} of {len(self.expected)} solutions were found where {most} were asked for")

    def cubes(self) -> None:
        """The halves of the first two variables' domains, combined."""
        split = self.spec.decisions[:2]
        halves = [(x.domain[: len(x.domain) // 2], x.domain[len(x.domain) // 2 :]) for x in split]
        for parts in filter(all, product(*halves)):
            inside = {
                values for values in self.expected if all(v in part for v, part in zip(values, parts, strict=False))
            }
            self._compare(inside, {x.position: part for x, part in zip(split, parts, strict=True)}, None)

    def engines(self) -> None:
        """What the search says of its engines, beside what a spy counts; a plug-in may say nothing."""
        for first in (False, True):
            with spied(self.program.configuration) as answers:
                search = self.program.load(seed=None, first=first)
                if isinstance(search, CountingSearch):
                    return
                found = len(list(islice(search, 1 if first else None)))
            self._check_engines(search, found, answers, to_the_end=not (first and found))

    def _check_engines(self, search: Search, found: int, answers: Engines, to_the_end: bool) -> None:
        engines, ended = search.found_by(), search.decided_by()
        if not engines and not ended and self.backend.name not in names():
            return
        if sum(engines.values()) != found:
            raise Failure(f"{found} solutions, of which the engines found {engines}")
        for name, number in engines.items():
            if name in answers and answers[name].found < number:
                raise Failure(f"{name} is said to have found {number} solutions, and returned {answers[name].found}")
        if to_the_end and (not ended or (ended in answers and not answers[ended].ended)):
            raise Failure(f"the last answer of {ended or 'an engine'} is not that there are no more solutions")
        if others := {name for name, each in answers.items() if each.found} - engines.keys():
            raise Failure(f"engines that the row does not name found solutions: {', '.join(sorted(others))}")

    def groups(self) -> None:
        everything = list(product(*(x.domain for x in self.spec.variables)))
        domains = {family.meaning for family in self.spec.families.values()}
        chosen = [domains | {*self.spec.groups}, *(domains | {group} for group in self.spec.groups), set()]
        for assignment in everything[:: len(everything) // ASKED + 1]:
            same = [other for other in everything if self._decided(other) == self._decided(assignment)]
            for groups in chosen:
                posted = [each.constraint for each in self.spec.posted if each.group in groups]
                right = any(all(constraint.holds(other) for constraint in posted) for other in same)
                present = [group for group in self.program.groups if group in groups | OF_DEFINITIONS]
                if self.program.accepts(assignment, present) != right:
                    verb = "rejected" if right else "accepted"
                    raise Failure(f"{self._shown(assignment)} is {verb} by the groups {sorted(groups)}")

    def export(self) -> None:
        for form in self.backend.formats:
            try:
                text = self.program.export(form)
            except BadInput as error:  # this configuration cannot be written so
                raise Refused(str(error)) from None
            if not text.strip():
                raise Failure(f"the text in format {form} is empty")

    def _compare(self, expected: set[Values], cube: Cube, seed: int | None) -> None:
        search = self.program.load(seed=seed, first=False, cube=cube)
        if isinstance(search, CountingSearch):
            if (count := search.count()) != len(expected):
                raise Failure(f"counted {count} instead of {len(expected)} solutions")
            return
        found = {*self._found(search, cube, blocks=seed is not None or bool(cube))}
        if missing := expected - found:
            raise Failure(f"{len(missing)} of {len(expected)} solutions are missing, like {min(missing)}")
        if surplus := found - expected:  # of a spec that says less than what was meant
            raise Failure(f"{len(surplus)} of {len(found)} reported solutions are wrong, like {min(surplus)}")

    def _found(self, search: Search, cube: Cube, most: int | None = None, blocks: bool = False) -> list[Values]:
        """The solutions that are streamed, one by one or in blocks, checked as in every run."""
        tally, found = Tally(self.spec, cube=cube), []
        with closing(search.blocks() if blocks else cut(iter(search), most)) as several:
            for assignment in chain.from_iterable(map(rows_of, several)):
                tally.add(assignment)
                if tally.fault:
                    raise Failure(f"{self._shown(assignment)} {tally.fault.reason}")
                found.append(self._decided(assignment))
        return found

    def _decided(self, assignment: Assignment) -> Values:
        return tuple(assignment[x.position] for x in self.spec.decisions)

    def _shown(self, assignment: Assignment) -> str:
        return str(Solution(self.spec, assignment))
