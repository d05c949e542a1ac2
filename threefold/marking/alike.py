"""Which formulas are the same up to the order of their clauses and the numbers of their auxiliaries.

Decision literals keep their meaning. Auxiliaries get colours by refinement (Weisfeiler and Leman 1968): in each round the colour
of a variable is made of the clauses that it is in, and these of the colours of their variables, until no colour splits. The
clauses in these colours, sorted, are the form that is compared. Where every auxiliary has a colour of its own, equal forms mean
that one formula is the other one renamed; auxiliaries of the same colour are interchangeable in all formulas that were tried.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

Label = tuple[str, str]  # of a constraint: its sense and bound
Constraint = tuple[Label, tuple[tuple[int, int], ...]]  # with its terms: coefficient and variable
CLAUSE: Label = ("or", "")


@dataclass(frozen=True)
class Fingerprint:
    """Digests of a formula, from strict to loose: as written, without order, without the numbers of auxiliaries."""

    written: str
    unordered: str
    renamed: str


def fingerprint(constraints: Sequence[Constraint], meaning: Mapping[int, int | str]) -> Fingerprint:
    """`meaning` has the variables that are no auxiliaries."""
    listed = [(label, tuple(sorted(terms))) for label, terms in constraints]
    return Fingerprint(_digest(listed), _digest(sorted(set(listed))), _digest(canonical(set(listed), meaning)))


def of_clauses(clauses: Iterable[Sequence[int]]) -> list[Constraint]:
    return [(CLAUSE, tuple((1 if n > 0 else -1, abs(n)) for n in dict.fromkeys(clause))) for clause in clauses]


def _digest(form: object) -> str:
    return sha256(repr(form).encode()).hexdigest()


def canonical(constraints: Collection[Constraint], meaning: Mapping[int, int | str]) -> list[object]:
    """The constraints in colours, sorted."""
    variables = {variable for _, terms in constraints for _, variable in terms}
    fixed: dict[int, tuple[str, int | str]] = {
        variable: ("", str(meaning[variable])) for variable in variables if variable in meaning
    }
    free = sorted(variables - fixed.keys())
    colours = dict.fromkeys(free, 0)
    number = 0
    while True:
        shown = fixed | {variable: ("auxiliary", colours[variable]) for variable in free}
        form = {constraint: _in_colours(constraint, shown) for constraint in constraints}
        if not free:
            break
        ranks = {each: rank for rank, each in enumerate(sorted(set(form.values()), key=repr))}
        uses: dict[int, list[tuple[int, int]]] = {variable: [] for variable in free}
        for constraint in constraints:
            for coefficient, variable in constraint[1]:
                if variable in uses:
                    uses[variable].append((coefficient, ranks[form[constraint]]))
        signatures = {variable: (colours[variable], tuple(sorted(uses[variable]))) for variable in free}
        order = {signature: rank for rank, signature in enumerate(sorted(set(signatures.values())))}
        colours = {variable: order[signatures[variable]] for variable in free}
        if len(order) == number:
            break
        number = len(order)
    return sorted(form.values(), key=repr)


def _in_colours(constraint: Constraint, colours: Mapping[int, tuple[str, int | str]]) -> tuple[object, ...]:
    label, terms = constraint
    return (label, tuple(sorted((repr(colours[variable]), coefficient) for coefficient, variable in terms)))
