"""Backtracking, watched: the same search, which also tells what it does.

The search itself is not changed and does not become slower. Here each filter tells what it removes, and the effects of a value
are not kept, so that their filters are called each time.
"""

from collections.abc import Generator, Iterator, Sequence

from threefold.backends.backend import EVERYTHING
from threefold.backends.backtracking.program import Backtracking, ChoicePoint, Effect
from threefold.backends.backtracking.state import Compiled, State, places
from threefold.backends.listing import Mention, mention_of_variable
from threefold.backends.trace import Kind, Step, Watcher
from threefold.format import listed, many
from threefold.language import Assignment, Constraint, Solution, Variable
from threefold.language.flattening import Flat, Flattened
from threefold.language.mathematics import formula

FEW = 3  # values that a sentence repeats


class WatchedBacktracking(Backtracking):
    def __init__(self, spec: Flat, posted: Sequence[Flattened], watcher: Watcher) -> None:
        self._spec, self._watcher = spec, watcher
        self._posted = {id(each.constraint): each for each in posted}
        self._path: list[ChoicePoint] = []
        self._trail: list[Mention] = []  # all that is true
        self._levels: list[int] = []  # the places in the trail where a choice was made
        self._choosing = self._failed = False  # the next value is a choice; some variable has no value left
        super().__init__(spec, [each.constraint for each in posted], EVERYTHING, "backtracking")
        self._now = self._state  # the values that are left after what was told

    def __iter__(self) -> Generator[Assignment, None, None]:
        for assignment in super().__iter__():
            text = f"Solution {self._found}: {Solution(self._spec.written, assignment)}"
            self._watcher(Step("solution", text, len(self._levels), solution=tuple(assignment)))
            yield assignment

    def _compiled(self, constraint: Constraint) -> Compiled:
        each = super()._compiled(constraint)

        def fitting(state: State, last: int) -> State:
            left = each.fitting(state, last)
            self._remove(constraint, last, state & ~left)
            return left

        return each._replace(fitting=fitting)

    def _remove(self, constraint: Constraint, position: int, removed: State) -> None:
        """A constraint rules out values: a propagation, or a conflict if no value is left."""
        removed &= self._now
        if self._failed or not removed:
            return
        self._now ^= removed
        variables, x = self._variables, self._spec.variables[position]
        ruled_out = [variables.domains[position][place] for place in places(variables.left(removed, position))]
        made = [~_equation(x, value) for value in ruled_out]
        what = f"{x} = {listed(list(map(str, ruled_out)))} {'is' if len(ruled_out) == 1 else 'are'} ruled out"
        self._failed = not self._now & variables.field[position]
        if self._failed:
            self._tell("conflict", f"Conflict: {x} has no value left: {what}", made, constraint)
        else:
            self._tell("propagation", what, made, constraint)

    def _tell(self, kind: Kind, what: str, made: Sequence[Mention], constraint: Constraint) -> None:
        self._trail += made
        posted = self._posted[id(constraint)]
        group, reason = posted.source.group, formula(constraint)
        part = "" if posted.as_written else f", part of {posted.source.words}"
        variables = dict.fromkeys(constraint.variables())
        about, removed = tuple(map(mention_of_variable, variables)), {each.variable for each in made}
        others = [f"{x} = {self._variables.value[x.position]}" for x in variables if str(x) not in removed]
        known = f", with {listed(others)}" if 0 < len(others) <= FEW else ""
        sentence = f"{what} by '{group}': {reason}{known}{part}"
        self._watcher(Step(kind, sentence, len(self._levels), tuple(made), (), group, reason, about))

    def _satisfiable(self, constraint: Constraint) -> bool:
        before = self._state
        satisfiable = super()._satisfiable(constraint)
        if satisfiable and constraint.variables():
            self._remove(constraint, constraint.variables()[0].position, before & ~self._state)
        elif not satisfiable and not self._failed:
            self._tell("conflict", "Conflict: every solution is ruled out", (), constraint)
        return satisfiable

    def _branch(self, path: list[ChoicePoint]) -> bool:
        self._choosing = False
        return super()._branch(path)

    def _next_value(self, path: list[ChoicePoint]) -> bool:
        self._choosing, self._path = True, path
        return super()._next_value(path)

    def _assign(self, position: int, place: int) -> bool:
        if self._choosing:
            self._go_back(len(self._path))
        self._give_value(position, place, chosen=self._choosing)
        return super()._assign(position, place)

    def _effect(self, position: int, place: int) -> Effect:
        effect = super()._effect(position, place)
        self._effects.clear()
        return effect

    def _last_values(self) -> Iterator[int]:
        opened, several = self._open, False
        if opened:
            position = self._variables.owner[opened]
            several = self._variables.left(self._state, position).bit_count() > 1
        level = len(self._levels) + 1
        for place in super()._last_values():
            if several:
                self._go_back(level)
            if opened:
                self._give_value(position, place, chosen=several)
            yield place

    def _give_value(self, position: int, place: int, *, chosen: bool) -> None:
        variables, x = self._variables, self._spec.variables[position]
        value, depth = variables.domains[position][place], len(self._levels)
        self._now = self._state & (variables.others[position] | variables.lowest[position] << place)
        self._failed = False
        made = _equation(x, value)
        self._trail.append(made)
        if chosen:
            self._watcher(Step("decision", f"Decision {depth}: {x} = {value}", depth, (made,)))
            return
        group, reason = x.domain_group, f"{x} ∈ {{{value}}}"
        sentence = f"{x} = {value}: the only value that is left"
        self._watcher(Step("propagation", sentence, depth, (made,), (), group, reason, (mention_of_variable(x),)))

    def _go_back(self, level: int) -> None:
        """Before a choice at this level: undo an earlier choice at the same level, and what followed."""
        if len(self._levels) < level:
            self._levels.append(len(self._trail))
            return
        place = self._levels[level - 1]
        undone = tuple(self._trail[place:])
        del self._trail[place:], self._levels[level:]
        later = f" and {many(len(undone) - 1, 'later literal')} are" if len(undone) > 1 else " is"
        sentence = f"Back: the decision {undone[0]}{later} undone"
        self._watcher(Step("back", sentence, level - 1, (), undone))


def _equation(x: Variable, value: int) -> Mention:
    return Mention(f"{x}={value}", str(x), (value,))
