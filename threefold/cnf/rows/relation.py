"""A 0/1 program against a spec: related as clauses, reported as rows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from threefold.cnf.relation import NamedClause, Relation, relate
from threefold.cnf.relation.naming import DEFAULT
from threefold.cnf.rows.bounds import Interval, intervals
from threefold.cnf.rows.clauses import Translated, translated
from threefold.cnf.rows.columns import Meaning, meaning
from threefold.cnf.rows.lp_reader import read_lp
from threefold.cnf.rows.mps_reader import read_mps
from threefold.cnf.rows.opb_reader import read_opb
from threefold.cnf.rows.program import LinearProgram
from threefold.format import many
from threefold.language import BadInput, Spec

READERS = {".lp": read_lp, ".mps": read_mps, ".opb": read_opb}
SHOWN = 3  # names of columns in a warning


def relate_program(
    spec: Spec,
    program: LinearProgram,
    names: Mapping[str, str] | None = None,
    report: Callable[[Relation], None] = lambda so_far: None,
) -> Relation:
    values = intervals(program)
    meant = meaning(spec, program, values, names)
    clauses = translated(program, values, meant)
    warnings = tuple(_warnings(program, values, meant))
    _check_binary(program, values, meant)
    integers = any(len(names) > 1 for names in meant.named.values())
    decisions = sum(1 if integers or x.boolean else len(x.domain) for x in spec.decisions)

    def in_rows(relation: Relation) -> Relation:
        return _in_rows(replace(relation, warnings=warnings), program, meant, clauses, decisions)

    return in_rows(relate(spec, clauses.formula, None, lambda so_far: report(in_rows(so_far))))


def _check_binary(program: LinearProgram, values: Mapping[str, Interval], meant: Meaning) -> None:
    single = {*meant.numbers, *(column for column, names in meant.named.items() if len(names) == 1)}
    for column, (low, high) in values.items():
        if column in single and (low < 0 or high > 1):
            raise BadInput(f"{program.file}: {column} can be {low if low < 0 else high}: a 0/1 column is expected")


def _warnings(program: LinearProgram, values: Mapping[str, Interval], meant: Meaning) -> Iterable[str]:
    known = {*meant.named, *meant.numbers}
    ours = any("auxiliary" in comment for comment in program.comments)  # they take whole values by themselves
    loose = [name for name, (low, high) in values.items() if not program.columns[name].integer and low != high]
    loose = [name for name in loose if name in known or not ours]
    if loose:
        shown = ", ".join(loose[:SHOWN]) + (", …" if len(loose) > SHOWN else "")
        yield f"{many(len(loose), 'column')} not declared integer, but read as integer: {shown}"
    if any(a and name in known for name, a in program.objective.items()):
        yield "the program has an objective, which is not compared: only its rows are"


def _in_rows(
    relation: Relation, program: LinearProgram, meant: Meaning, clauses: Translated, decisions: int
) -> Relation:
    """`decisions` is the number of columns that the spec needs."""

    def rows(named: Sequence[NamedClause]) -> tuple[NamedClause, ...]:
        places = dict.fromkeys(clauses.rows[clause.index - 1] for clause in named)
        return tuple(NamedClause(p + 1, (), str(program.rows[p])) for p in places if p is not None)

    lost = relation.lost and replace(relation.lost, blamed=rows(relation.lost.blamed))
    used = len({column for row in program.rows for column in row.terms})
    source = next((known for known in ("the formula's dictionary", DEFAULT) if relation.naming.startswith(known)), "")
    return replace(
        relation.in_form("rows", "the program"),
        naming=meant.source + relation.naming.removeprefix(source),
        variables=used,
        clauses=len(program.rows),
        auxiliaries=max(0, used - decisions) if relation.auxiliaries else 0,
        lost=lost,
        extras=rows(relation.extras),
    )
