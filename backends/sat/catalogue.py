"""The catalogue of encodings: name, reference, size, and whether an encoding keeps the number of models.

Names are PySAT's where PySAT has the encoding. Auxiliaries multiply the models of a formula unless the other literals
determine them; `keeps` has the comparators for which they do, so that a plain model counter counts solutions. The tests
enumerate every small case (tests/backends/test_sat_catalogue.py), and a comparator that is missing here has a counterexample.
All encodings are correct on the spec's own literals, and none keeps the number under a condition (`Implies`).

Sizes are for n literals and bound k. The tests measure those without O; `about` is within a tenth from 20 literals on. Two
literals are one clause in every encoding. This module imports no encoding, because every command needs the names.
"""

from dataclasses import dataclass

KINDS = {
    "amo": "at most one of n literals",
    "card": "at most, at least or exactly k of n literals, 1 < k < n - 1",
    "pb": "linear constraints on more than two variables: n terms, bound b, largest factor a",
    "ints": "integers of n values",
}
NATIVE = "native"
UP_TO, EQUAL, ALL = ("<=", "=="), ("==",), ("<=", "==", ">=")


@dataclass(frozen=True)
class Encoding:
    kind: str  # one of KINDS, which is also the name of the option
    name: str
    reference: str
    clauses: str
    auxiliaries: str
    keeps: tuple[str, ...] = ()  # the comparators for which there are as many models as solutions


FOLKLORE = "folklore; what the sheets write"
AUTO_AMO = "pairwise up to 32 literals, groups of 8 with commanders up to 512, a grid of such groups above"
CHEN = "Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010"
KLIEBER = "Klieber and Kwon, Efficient CNF encoding for selecting 1 from N objects, CFV 2007"
HOELLDOBLER = "Hölldobler and Nguyen, On SAT-encodings of the at-most-one constraint, ModRef 2013"
SINZ = "Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005"
GENT = "Gent and Nightingale, A new encoding of AllDifferent into SAT, ModRef 2004"
PRESTWICH = "Prestwich, Variable dependency in local search: prevention is better than cure, SAT 2007"
BAILLEUX = "Bailleux and Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003"
OGAWA = "Ogawa, Liu, Hasegawa, Koshimura and Fujita, Modulo based CNF encoding, ICTAI 2013"
MORGADO = "Morgado, Ignatiev and Marques-Silva, MSCG: robust core-guided MaxSAT solving, JSAT 2014"
BATCHER = "Batcher, Sorting networks and their applications, AFIPS 1968"
ASIN = "Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, Cardinality networks, SAT 2009"
LIFFITON = "Liffiton and Maglalang, A cardinality solver, SAT 2012; solvers minicard, gluecard3, gluecard4"
AUTO_PB = "a clause per case for few cases, adder for binary integers, else the choice of pindakaas (0.6.1: mixedradix)"
EEN = "Eén and Sörensson, Translating pseudo-Boolean constraints into SAT, JSAT 2006"
ABIO = "Abío et al., A new look at BDDs for pseudo-Boolean constraints, JAIR 2012"
MANTHEY = "Hölldobler, Manthey and Steinke, A compact encoding of pseudo-Boolean constraints, KI 2012"
JOSHI = "Joshi, Martins and Manquinho, Generalized totalizer encoding, CP 2015"
CODISH = "Codish, Fekete, Fuhs and Schneider-Kamp, Optimal base encodings, TACAS 2011"
WATCHDOG = "Bailleux, Boufkhad and Roussel, New encodings of pseudo-Boolean constraints, SAT 2009"
BINMERGE = "Manthey, Philipp and Steinke, A more compact translation of pseudo-Boolean constraints, KI 2014"
DE_KLEER = "de Kleer, A comparison of ATMS and CSP techniques, IJCAI 1989"
TAMURA = "Tamura, Taga, Kitagawa and Banbara, Compiling finite linear CSP into SAT, Constraints 2009"
IWAMA = "Iwama and Miyazaki, SAT-variable complexity of hard combinatorial problems, IFIP 1994"

ENCODINGS = (
    Encoding("amo", "auto", AUTO_AMO, "as these", "as these", UP_TO),
    Encoding("amo", "pairwise", FOLKLORE, "n(n-1)/2", "0", UP_TO),
    Encoding("amo", "product", CHEN, "2n + O(√n)", "O(√n)", EQUAL),
    Encoding("amo", "commander", KLIEBER, "about 3.5n", "about n/2", UP_TO),
    Encoding("amo", "bimander", HOELLDOBLER, "⌊n/2⌋ + n⌈log₂⌈n/2⌉⌉", "⌈log₂⌈n/2⌉⌉", EQUAL),
    Encoding("amo", "seqcounter", SINZ, "3n - 4", "n - 1", EQUAL),
    Encoding("amo", "ladder", GENT, "4n", "n + 1", UP_TO),
    Encoding("amo", "bitwise", PRESTWICH, "n⌈log₂n⌉", "⌈log₂n⌉", EQUAL),
    Encoding("amo", "totalizer", BAILLEUX, "O(n²)", "O(n log n)"),
    Encoding("amo", "mtotalizer", OGAWA, "O(n√n)", "O(n log n)", EQUAL),
    Encoding("amo", "kmtotalizer", MORGADO, "4n - 4", "2n - 2", EQUAL),
    Encoding("amo", "sortnetwrk", BATCHER, "O(n log²n)", "O(n log²n)"),
    Encoding("amo", "cardnetwrk", ASIN, "about 6n", "about 4n"),
    Encoding("amo", NATIVE, LIFFITON, "1 constraint", "0", UP_TO),
    Encoding("card", "seqcounter", SINZ, "2k(n-k) + n - 2k", "k(n-k)", EQUAL),
    Encoding("card", "totalizer", BAILLEUX, "O(n²)", "O(n log n)"),
    Encoding("card", "mtotalizer", OGAWA, "O(n√n)", "O(n log n)", EQUAL),
    Encoding("card", "kmtotalizer", MORGADO, "O(nk)", "O(n log n)", EQUAL),
    Encoding("card", "sortnetwrk", BATCHER, "O(n log²n)", "O(n log²n)"),
    Encoding("card", "cardnetwrk", ASIN, "O(n log²k)", "O(n log²k)"),
    Encoding("card", NATIVE, LIFFITON, "1 constraint", "0", ALL),
    Encoding("pb", "auto", AUTO_PB, "as these", "as these", ALL),
    Encoding("pb", "adder", EEN, "O(n log a)", "O(n log a)", ALL),
    Encoding("pb", "bdd", ABIO, "O(nb)", "O(nb)", EQUAL),
    Encoding("pb", "seqcounter", MANTHEY, "O(nb)", "O(nb)", EQUAL),
    Encoding("pb", "sortnetwrk", EEN, "O(na log²na)", "O(na log²na)", EQUAL),
    Encoding("pb", "totalizer", JOSHI, "O(b² log n)", "O(b log n)", EQUAL),
    Encoding("pb", "mixedradix", CODISH, "O(n² log a)", "O(n log n log a)", ALL),
    Encoding("pb", "watchdog", WATCHDOG, "O(n² log n log a)", "O(n log n log a)", EQUAL),
    Encoding("pb", "binmerge", BINMERGE, "O(n log²n log a)", "O(n log²n log a)"),
    Encoding("ints", "direct", DE_KLEER, "1 + at most one of n", "as that", ALL),
    Encoding("ints", "order", TAMURA, "n - 2", "0; x = v: 1", ALL),
    Encoding("ints", "binary", IWAMA, "O(log n) and per hole", "0; x = v, x <= v: 1", ALL),
)


def names(kind: str) -> tuple[str, ...]:
    return tuple(encoding.name for encoding in ENCODINGS if encoding.kind == kind)
