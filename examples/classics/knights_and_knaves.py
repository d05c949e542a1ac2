"""Knights and knaves: a knight says only what is true, a knave only what is false. Who is what?

Ann: "Bob and Cem are of the same kind." Bob: "Exactly three of us four are knights." Cem: "Bob or Dora is a knight."
Dora: "If Bob is a knight, then I am a knave."
`knight[name]` says whether this person is a knight: if and only if what this person says is true.
"""

from threefold.language import KnownCounts, Puzzle, Solution, Spec

PEOPLE = ("Ann", "Bob", "Cem", "Dora")


def build() -> Spec:
    spec = Spec("knights_and_knaves")
    knight = spec.booleans("knight", PEOPLE)
    ann, bob, cem, dora = knight.variables
    says = spec.group("knights tell the truth, knaves do not")
    says.add(ann == (bob == cem))
    says.add(bob == (ann + bob + cem + dora == 3))
    says.add(cem == (bob | dora))
    says.add(dora == (~bob | ~dora))
    return spec


def draw(solution: Solution) -> str:
    return "\n".join(f"{name} is a {'knight' if solution['knight', name] else 'knave'}" for name in PEOPLE)


PUZZLE = Puzzle(
    name="knights_and_knaves",
    summary="who tells the truth, and who lies",
    description=__doc__,
    parameters=(),
    build=build,
    draw=draw,
    known=(KnownCounts("all 16 cases in plain Python", {(): 1}),),
)
