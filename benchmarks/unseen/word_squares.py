"""Word squares: three words across and three words down, all different, from the first so many of a list.

`letter[r, c]` is a letter as a number from 0 (a) to 25 (z).
"""

from itertools import combinations

from threefold.language import Clause, Parameter, Puzzle, Spec, Table

LIST = (
    "ace act add ado age ago aid aim air ale all and ant any ape apt arc are ark arm art ash ask ate awe axe bad "
    "bag ban bar bat bay bed bee beg bet bid big bin bit bow box boy bud bug bun bus but buy cab can cap car cat "
    "cow cry cub cup cut day den dew did die dig dim dip dog dot dry due dug ear eat ebb egg ego elf elk elm end "
    "era eve eye fan far fat fed fee few fig fin fir fit fix fly foe fog for fox fun fur gap gas gel gem get gum "
    "hat hay hen hid hip hit hop hot hug hut ice ill imp ink inn ion ire ivy jam jar jaw jet job joy key kid kin "
    "kit lab lad lap law lay leg let lid lie lip lit log lot low mad man map mat men met mix mob mud mug nap net "
    "new nib nod nor not now nut oak oar oat odd ode off oil old one orb ore our out owe own pad pan par pat paw "
    "pea pen pet pie pin pit pod pop pot pub pun rag ram ran rap rat raw ray red rib rid rig rim rip rob rod rot "
    "row rub rug run rye sad sap sat saw sea see set she sin sip sir sit six ski sky sob son sow spa sum sun tab "
    "tag tan tap tar tax tea ten tie tin tip toe ton top toy try tub tug two urn use van vat vet vow wag war wax "
    "way web wed wet who wig win wit woe won yak yam yes yet zip zoo"
)
WORDS = LIST.split()


def build(words: int) -> Spec:
    spec = Spec("word_squares", words=words)
    letter = spec.integers("letter", range(3), range(3), domain=range(26))
    rows = [[ord(sign) - ord("a") for sign in word] for word in WORDS[:words]]
    lines = [[letter[r, c] for c in range(3)] for r in range(3)] + [[letter[r, c] for r in range(3)] for c in range(3)]
    for line in lines:
        spec.group("words").add(Table(line, rows))
    for one, other in combinations(lines, 2):
        spec.group("all different").add(Clause([a != b for a, b in zip(one, other, strict=True) if a is not b]))
    return spec


PUZZLE = Puzzle(
    name="word_squares",
    summary="three words across and three words down",
    description=__doc__,
    parameters=(Parameter("words", "of the list", 1, len(WORDS)),),
    build=build,
    example=(len(WORDS),),
)
