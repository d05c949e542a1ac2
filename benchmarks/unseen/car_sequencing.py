"""Car sequencing: cars of several kinds on a line. Of q cars in a row at most p may have an option.

`car[i]` is the kind at place i. After Dincbas, Simonis, Van Hentenryck, Solving the car-sequencing problem, 1988
(CSPLib 1): the example with ten cars, and `more` cars of a kind without options.
"""

from threefold.language import AtMost, GlobalCardinality, Parameter, Puzzle, Spec

DEMAND = (1, 1, 2, 2, 2, 2)  # cars of each kind
OPTIONS = (  # of q cars at most p have it: p, q, and the kinds that have it
    (1, 2, (0, 4, 5)),
    (2, 3, (2, 3, 5)),
    (1, 3, (0, 4)),
    (2, 5, (0, 1, 3)),
    (1, 5, (2,)),
)


def build(more: int) -> Spec:
    spec = Spec("car_sequencing", more=more)
    demand = [*DEMAND, more]
    places = range(sum(demand))
    car = spec.integers("car", places, domain=range(len(demand)))
    spec.group("demand").add(GlobalCardinality(car, dict(enumerate(demand))))
    for p, q, kinds in OPTIONS:
        for start in places[: len(places) - q + 1]:
            window = [car[i] == kind for i in range(start, start + q) for kind in kinds]
            spec.group("options").add(AtMost(p, window))
    return spec


PUZZLE = Puzzle(
    name="car_sequencing",
    summary="cars on a line, with options that are not built too often in a row",
    description=__doc__,
    parameters=(Parameter("more", "cars without options", 0, 20),),
    build=build,
    example=(2,),
)
