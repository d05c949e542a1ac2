"""A sports league: n teams play each other once in n - 1 rounds, so that nobody plays at home or away three times in a
row.

`rival[t, w]` is the opponent of team t in round w, `home[t, w]` says whether t plays at home. Team 0 meets 1 and 2
first.
"""

from threefold.language import AllDifferent, AtLeast, AtMost, Element, Inverse, Parameter, Puzzle, Spec


def build(n: int) -> Spec:
    spec = Spec("league", n=n)
    teams, rounds = range(n), range(n - 1)
    rival = spec.integers("rival", teams, rounds, domain=lambda t, w: [each for each in teams if each != t])
    home = spec.booleans("home", teams, rounds)
    for w in rounds:
        line = [rival[t, w] for t in teams]
        spec.group("rivals meet").add(Inverse(line, line))
        for t in teams:
            spec.group("one at home").add(Element(rival[t, w], [home[each, w] for each in teams], 1 - home[t, w]))
    for t in teams:
        spec.group("each other once").add(AllDifferent(rival[t, w] for w in rounds))
        for w in rounds[:-2]:
            three = [home[t, each] for each in (w, w + 1, w + 2)]
            spec.group("not three in a row").add(AtLeast(1, three), AtMost(2, three))
    spec.group("team 0 begins").add(*(rival[0, w] == w + 1 for w in rounds[:2]))
    return spec


PUZZLE = Puzzle(
    name="league",
    summary="rounds of a league with home and away",
    description=__doc__,
    parameters=(Parameter("n", "teams", 2, 10),),
    build=build,
    example=(6,),
)
