"""Frequencies of n radio stations along a road: near ones must be far apart.

`channel[i]` is the channel of station i. Neighbours differ by three at least, stations with one between them by two,
with two between them by one; the first channel is not above the last.
"""

from itertools import combinations

from threefold.language import Parameter, Puzzle, Spec


def build(n: int, channels: int) -> Spec:
    spec = Spec("frequencies", n=n, channels=channels)
    channel = spec.integers("channel", range(n), domain=range(channels))
    for i, j in combinations(range(n), 2):
        if j - i <= 3:
            spec.group("distances").add(abs(channel[i] - channel[j]) >= 4 - (j - i))
    spec.group("one of two directions").add(channel[0] <= channel[n - 1])
    return spec


PUZZLE = Puzzle(
    name="frequencies",
    summary="channels of radio stations that do not disturb each other",
    description=__doc__,
    parameters=(Parameter("n", "stations", 2, 40), Parameter("channels", "channels", 1, 40)),
    build=build,
    example=(12, 9),
)
