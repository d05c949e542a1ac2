"""Where the instances of a section stand on a horizontal axis, and which of them a curve may join.

If one number varies, it is the axis. If several parameters vary, the instances that differ only in the one number with the most
values are a group; a curve stays within its group. Instances with names are groups of their own: no curve joins them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from threefold.reporting.cell import PlacedInstance
from threefold.reporting.figures.chart import CURVE
from threefold.reporting.figures.scale import Scale, named, number
from threefold.reporting.report import Section
from threefold.reporting.samples import groups_of, varying_in

SPREAD = 0.5  # of the room of a name: the rows stand beside each other there
SPARSE = 2.5  # room for numbers: this many times as much as they need at least
Values = Mapping[str, int | str]


@dataclass(frozen=True)
class Axis:
    label: str
    scale: Scale | None  # None: chosen by the points
    places: Mapping[PlacedInstance, float]
    groups: Mapping[PlacedInstance, str] = field(default_factory=dict)

    def x(self, instance: PlacedInstance, row: int, rows: int) -> float:
        aside = (row - (rows - 1) / 2) * SPREAD / rows if self.scale else 0.0
        return self.places[instance] + aside

    def ordered(self) -> Iterator[PlacedInstance]:
        return iter(sorted(self.places, key=self.places.__getitem__))


def axis_of(section: Section) -> Axis:
    if section.axis != "instance":
        return _numbers(section)
    parameters = section.parameters
    along, groups = groups_of(section)
    if max(map(len, groups.values())) == 1:
        return _names_only(section.instances, parameters)
    return _grouped(groups, parameters, along)


def _numbers(section: Section) -> Axis:
    """Few of them have names, so that the marks of the rows stand beside each other: no curve joins them."""
    if len(section.instances) >= CURVE:
        return Axis(section.axis, None, {instance: instance.x for instance in section.instances})
    places = {instance: float(place) for place, instance in enumerate(section.instances, 1)}
    return Axis(section.axis, named([number(instance.x) for instance in section.instances]), places)


def _names_only(instances: Sequence[PlacedInstance], parameters: Mapping[PlacedInstance, Values]) -> Axis:
    texts, varying = [], varying_in([*parameters.values()])
    for instance in instances:
        values = parameters.get(instance)
        texts.append(" ".join(str(values.get(name, "")) for name in varying) if values else instance.text)
    places = {instance: float(place) for place, instance in enumerate(instances, 1)}
    return Axis(", ".join(varying), named(texts), places, {instance: instance.text for instance in instances})


def _grouped(
    groups: Mapping[str, Sequence[PlacedInstance]], parameters: Mapping[PlacedInstance, Values], along: str
) -> Axis:
    places, of_group = dict[PlacedInstance, float](), dict[PlacedInstance, str]()
    ticks, spans, start = dict[float, str](), dict[tuple[float, float], str](), 1.0
    for label, members in groups.items():
        values = [float(parameters[each][along]) if each in parameters else each.x for each in members]
        steps = _steps(values)
        for instance, value, step in zip(members, values, steps, strict=True):
            places[instance], of_group[instance] = start + step, label
            ticks[start + step] = f"{value:g}" if instance in parameters else instance.text
        spans[start, start + steps[-1]] = label
        start += steps[-1] + 1.5
    return Axis(along, Scale(0.4, start - 0.9, ticks, False, True, spans), places, of_group)


def _steps(values: Sequence[float]) -> list[float]:
    """How far each value stands from the first: to scale, unless most of the room would be empty."""
    apart = [value - values[0] for value in values]
    return apart if 0 <= apart[-1] < SPARSE * len(values) else [float(place) for place in range(len(values))]
