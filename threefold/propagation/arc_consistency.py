"""CP propagation on the spec: the filters of all constraints, until none removes a value (AC-3, Mackworth, AIJ 1977)."""

from collections import deque
from collections.abc import Sequence

from threefold.backends.backend import EVERYTHING, Cube
from threefold.language import Spec
from threefold.language.flattening import flatten
from threefold.language.group import Posted
from threefold.propagation.conclusions import Conclusions, Contradiction, concluded
from threefold.propagation.constraint_filter import ConstraintFilter
from threefold.propagation.filters import filter_of
from threefold.propagation.values import Values, common, in_domain, of_domain


class ArcConsistency:
    """Prepared once, then asked about many partial boards."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._flat = flatten(spec)
        self._posted = list(self._flat.posted)
        self._filters = [filter_of(posted.constraint) for posted in self._posted]
        self._watching: list[list[int]] = [[] for _ in self._flat.variables]
        for number, each in enumerate(self._filters):
            for position in each.scope:
                self._watching[position].append(number)

    def conclude(self, cube: Cube = EVERYTHING) -> Conclusions:
        domains = self._domains(cube)
        contradiction = self._narrow(domains)
        left = [in_domain(x.domain, domains[x.position]) for x in self._spec.variables]
        return concluded("cp", self._spec, left, contradiction, self._notes())

    def refused(self, cube: Cube) -> Posted | None:
        """A constraint that alone excludes the board, without a look at the others."""
        domains = self._domains(cube)
        numbers = dict.fromkeys(number for position in cube for number in self._watching[position])
        return next((self._posted[n].source for n in numbers if self._filters[n].narrowed(domains) is None), None)

    def _domains(self, cube: Cube) -> list[Values]:
        domains = [of_domain(x.domain) for x in self._flat.variables]
        for position, values in cube.items():
            domains[position] = common(domains[position], frozenset(values))
        return domains

    def _narrow(self, domains: list[Values]) -> Contradiction | None:
        """Quick filters first."""
        queues: tuple[deque[int], deque[int]] = deque(), deque()
        waiting = [True] * len(self._filters)
        for number, each in enumerate(self._filters):
            queues[each.slow].append(number)
        while queues[0] or queues[1]:
            number = (queues[0] or queues[1]).popleft()
            waiting[number] = False
            each = self._filters[number]
            narrowed = each.narrowed(domains)
            if narrowed is None:
                return self._contradiction(number)
            changed = [position for position, values in narrowed.items() if len(values) < len(domains[position])]
            for position in changed:
                domains[position] = narrowed[position]
                for other in self._watching[position]:
                    if not waiting[other] and (other != number or each.weaker):
                        waiting[other] = True
                        queues[self._filters[other].slow].append(other)
        return None

    def _contradiction(self, number: int) -> Contradiction:
        """Of a part of a written constraint, what it says, too."""
        posted = self._posted[number]
        source = posted.source
        part = "" if posted.as_written else f" (its part {posted.constraint})"
        variables = tuple(dict.fromkeys(map(str, source.constraint.variables())))
        return Contradiction(f"no values satisfy {source}{part}", (source.group,), variables)

    def _notes(self) -> Sequence[str]:
        reasons: dict[str, list[ConstraintFilter]] = {}
        for each in self._filters:
            if each.weaker:
                reasons.setdefault(each.weaker, []).append(each)
        return [f"{len(which):,} of {len(self._filters):,} constraints: {reason}" for reason, which in reasons.items()]
