"""The verifier of certificates: does the enclosed specification have exactly the listed solutions?

A certificate lists the solutions of a spec and refutes that there is another one (docs/certificates.md has the format). This
package checks it. It imports nothing but `threefold.language`, and calls no solver and no lowering.

**What is trusted.** Python; this package; the reader of the canonical text (`language.canonical_reader`); the trees that it
builds, and the values that their terms can have (`language.node`, `terms`, `units`, `logic`); the meaning of each constraint and
function, `holds` and `value` (`language.constraints`). That the spec is the one of a puzzle is a separate claim: the caller
builds the puzzle and compares the texts.

**What is not trusted.** The certificate, and whatever made it: solvers, encodings, the prover. And how what was written is taken
apart (`language.flattening`, `decompose`), as far as it is checked: where it is not, the claim names the classes.

**The argument.**
1. Every listed solution satisfies all domains and constraints as they were written, and no two are equal on the decision
   variables (certificate.py). So there are at least N.
2. Suppose there were another one, S. What was written is flattened here. An auxiliary is a function of earlier variables, so S
   gives it one value. With these values S satisfies the flattened spec (completeness.py): each value is in its domain, and each
   constraint follows from a written one, or from the functions. What this says of each class is in rules_of_classes.py, and how
   two constraints are found to mean the same in meaning.py.
3. Each variable has one value in S. Each definition is a total function of earlier names, so S gives it exactly one value
   (names.py). Each atom `x == v` or `x <= v` is then true or false: S is one valuation of all atoms.
4. By clauses (clauses.py): S satisfies every clause with a source. If the source is a domain, a definition or a constraint: the
   clause's negation leaves a box of values, and a rule (rules.py) shows that the source has no solution in it; S satisfies the
   source, so S is not in the box. If the source is a solution: the clause excludes only assignments that are equal to this
   solution on all decision variables, and S is not. A step is implied by the clauses that it names (unit propagation). So S
   satisfies the last clause of the last block. It is empty: there is no S.
5. By rows (rows.py): S satisfies every row, and lies in a leaf of the tree: one of a node's children holds it. There a sum of
   rows cannot hold, or the box has only assignments equal to a listed solution on all decision variables: there is no S.

**The rules** answer "has this constraint no solution in this box?". Yes must be right; no may be wrong, and then an honest proof
is rejected. Each rule relaxes the constraint (terms are taken as independent, sums by their bounds), so a yes stays right.

**Auxiliaries.** Only step 2 needs that a decomposition loses no solution. That it lets none in need not be known: a listed
solution is judged by what was written. A class without a rule costs a sentence and not the proof.

**Memory** grows with the solutions and the clauses that are in use, not with the steps: the file is read once, line by line.
"""

from threefold.verifier.certificate import Claim, verify
from threefold.verifier.reading import Invalid, NotACertificate

__all__ = ["Claim", "Invalid", "NotACertificate", "verify"]
