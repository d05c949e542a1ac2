"""The test kit that every backend must pass, ours and those of plug-ins: `check("sat:minisat22")` returns a report.

Small specs are lowered, and what the program does is compared with brute force and with counts computed by hand:

edges      the counts by hand of every class of the language: bare, negated, reified, nested in a clause and in a sum
solutions  all solutions, each once, over the decision variables; again with a seed
reified    the same where the constraint is a part of another one in one of these ways, by the meaning of the inner one
limits     the first solution, and the first two
cubes      the solutions of disjoint parts of the search space, each in its part
engines    each solution is one that the row's engine returned, and the end is its answer: a spy in its place counts
groups     `accepts`, with all groups, with each one, and with none
export     a text in each of the backend's formats

An incomplete backend (`complete=False`) is asked for the first solution, which must be one or a refusal, and for all of them,
which it must refuse: edges, solutions and reified only.
"""

from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from itertools import chain, product
from random import Random

from threefold.backends import find
from threefold.backends.backend import Backend, Configuration, Refused
from threefold.backends.configuration import check_installed, parse
from threefold.checker import brute_force
from threefold.conformance.cases import Case, Failure
from threefold.conformance.specs import (
    CLASSES,
    EDGES,
    KINDS,
    WAYS,
    Values,
    classes_in,
    counted_spec,
    counts,
    random_spec,
    reified_spec,
)
from threefold.format import indented
from threefold.language import BadInput, Spec, SpecError, canonical, canonical_reader
from threefold.language.flattening import flatten

__all__ = ["ASPECTS", "CLASSES", "EDGES", "KINDS", "Check", "KitReport", "check", "random_spec"]

OF_INCOMPLETE = ("solutions", "reified")  # besides the edges
ASPECTS = ("edges", "solutions", "reified", "limits", "cubes", "engines", "groups", "export")

WIDTH = max(map(len, CLASSES)) + 1
MOST_SMALLER = 3  # specs of an aspect that are made smaller: it takes longer than all checks
MOST_ASSIGNMENTS = 1 << 10  # of a spec that is made smaller: brute force tests each, of each smaller one


@dataclass(frozen=True)
class Check:
    kind: str  # the class
    aspect: str
    outcome: str  # passed, refused or failed
    reason: str = ""
    spec: str = ""  # the canonical text of a failing spec


@dataclass(frozen=True)
class KitReport:
    configuration: str
    seed: int
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        return not self.of("failed")

    def of(self, outcome: str) -> list[Check]:
        return [each for each in self.checks if each.outcome == outcome]

    def to_dict(self) -> dict[str, object]:
        return {"ok": self.ok, **asdict(self)}

    def __str__(self) -> str:
        """What was tried, as a table of classes and aspects; then of each class and aspect a refusal and the smallest failure."""
        numbers = ", ".join(f"{len(self.of(outcome)):,} {outcome}" for outcome in ("passed", "refused", "failed"))
        lines = [f"{self.configuration}, seed {self.seed}: {numbers}", ""]
        lines.append(" " * WIDTH + "".join(f"{aspect:>11}" for aspect in ASPECTS))
        lines += [
            f"{kind:<{WIDTH}}" + "".join(f"{self._cell(kind, aspect):>11}" for aspect in ASPECTS) for kind in CLASSES
        ]
        shown: dict[tuple[str, str, str], Check] = {}
        for each in sorted(self.of("refused") + self.of("failed"), key=lambda each: len(each.spec)):
            shown.setdefault((each.outcome, each.kind, each.aspect), each)
        for (outcome, kind, aspect), each in shown.items():
            lines += ["", f"{outcome}: {kind}, {aspect}: {each.reason}", *indented(each.spec).splitlines()]
        return "\n".join(lines)

    def _cell(self, kind: str, aspect: str) -> str:
        tried = [each.outcome for each in self.checks if (each.kind, each.aspect) == (kind, aspect)]
        passed = tried.count("passed")
        return "-" if not tried else str(passed) if passed == len(tried) else f"{passed} of {len(tried)}"


def check(
    backend: Backend | str,
    *,
    examples: int = 10,
    seed: int = 0,
    refuses: Collection[str] = (),
    classes: Collection[str] = CLASSES,
) -> KitReport:
    """Check a backend, or a configuration like `sat+amo=ladder`, on so many random specs of each of these classes.

    `refuses` has the classes and the aspects that the backend does not support: there it may refuse, and only there.
    """
    kit = _Kit(*_chosen(backend), frozenset(refuses), classes)
    random = Random(seed)
    specs = [(kind, random_spec(random, kind), None) for kind in classes for _ in range(examples)]
    parts = [(kind, *reified_spec(random, kind)) for kind in classes for _ in range(examples)]
    tried = (kit.random(aspect, parts if aspect == "reified" else specs) for aspect in ASPECTS[1:])
    return KitReport(str(kit.configuration), seed, (*kit.edges(), *chain.from_iterable(tried)))


def _chosen(backend: Backend | str) -> tuple[Backend, Configuration]:
    """Of a backend the default configuration; it need not be registered."""
    if isinstance(backend, str):
        configuration = parse(backend, {})
        check_installed([configuration])
        return find(configuration.backend), configuration
    options = {option.name: option.default for option in backend.options}
    return backend, Configuration(backend.name, backend.solvers[0], options)


@dataclass(frozen=True)
class _Kit:
    backend: Backend
    configuration: Configuration
    refuses: frozenset[str]
    classes: Collection[str]

    def edges(self) -> Iterator[Check]:
        for kind, way in product(self.classes, WAYS):
            for counted in counts(kind):
                build, count = counted_spec(counted, way)
                spec = build()
                assert len(brute_force.projected(spec)) == count, f"{way}: {counted[0]}"
                yield self._tried(kind, "edges", spec)

    def random(self, aspect: str, specs: Collection[tuple[str, Spec, set[Values] | None]]) -> Iterator[Check]:
        """The first failing specs of different classes are made smaller."""
        smaller = set[str]()
        for kind, spec, meant in specs if self._applies(aspect) else ():
            tried = self._tried(kind, aspect, spec, meant)
            if tried.outcome == "failed" and kind not in smaller and len(smaller) < MOST_SMALLER:
                smaller.add(kind)
                tried = self._smallest(tried)
            yield tried

    def _applies(self, aspect: str) -> bool:
        """A backend may have no formats, or be incomplete; a configuration that only counts cannot stop at a solution."""
        if not self.backend.complete:
            return aspect in OF_INCOMPLETE
        if aspect == "limits":
            try:
                self.backend.check_limit(self.configuration)
            except BadInput:
                return False
        return aspect != "export" or bool(self.backend.formats)

    def _tried(self, kind: str, aspect: str, spec: Spec, meant: set[Values] | None = None) -> Check:
        try:
            case = Case(self.backend, spec, self.backend.lower(spec, self.configuration), meant)
            getattr(case, aspect if self.backend.complete else "solution")()
        except Refused as refusal:
            if self.refuses & {aspect, *_classes(spec)}:
                return Check(kind, aspect, "refused", str(refusal))
            reason = f"refused, which was not declared: {refusal}"
        except Failure as failure:
            reason = str(failure)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
        else:
            return Check(kind, aspect, "passed")
        return Check(kind, aspect, "failed", reason, canonical.render(spec))

    def _smallest(self, failed: Check) -> Check:
        """Lines and words of the spec's text are left out as long as it still fails."""
        for text in _smaller(failed.spec):
            try:
                spec = canonical_reader.read(text)
            except SpecError:
                continue
            if not spec.decisions or brute_force.assignments(spec) > MOST_ASSIGNMENTS:
                continue
            found = brute_force.solutions(spec)
            meant = {tuple(each[x.position] for x in spec.decisions) for each in found}
            if len(meant) < len(found):
                continue  # a derived variable lost its definition
            again = self._tried(failed.kind, failed.aspect, spec, meant)
            if again.outcome == "failed" and len(again.spec) < len(failed.spec):
                return self._smallest(again)
        return failed


def _classes(spec: Spec) -> set[str]:
    """Of what was written, and of what it becomes in a backend that has the kernel only."""
    constraints = [posted.constraint for each in (spec, flatten(spec)) for posted in each.posted]
    return {kind.__name__ for each in constraints for kind in classes_in(each)}


def _smaller(text: str) -> Iterator[str]:
    lines = text.splitlines(keepends=True)
    for place, line in enumerate(lines):
        words = [] if '"' in line else line.split()
        shorter = [" ".join(words[:word] + words[word + 1 :]) + "\n" for word in range(1, len(words))]
        yield from ("".join([*lines[:place], each, *lines[place + 1 :]]) for each in ["", *shorter])
