"""The views by name: `up`, `up+amo=ladder`, `cp`, `lp`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from threefold.backends.backend import EVERYTHING, Configuration, Cube
from threefold.backends.configuration import parse
from threefold.backends.sat.catalogue import NATIVE
from threefold.errors import BadInput, did_you_mean
from threefold.language import Spec
from threefold.propagation.conclusions import VIEWS, Conclusions


class Propagation(Protocol):
    """Prepared for a spec; a board is a part of the search space."""

    def conclude(self, cube: Cube = EVERYTHING) -> Conclusions: ...


@dataclass(frozen=True)
class View:
    name: str  # as it was written
    kind: str  # up, cp or lp
    configuration: Configuration | None = None  # of the CNF

    def prepare(self, spec: Spec) -> Propagation:
        """In a guarded child: solvers are loaded here."""
        if self.configuration is not None:
            from threefold.propagation.unit_propagation import UnitPropagation

            return UnitPropagation(spec, self.configuration)
        if self.kind == "cp":
            from threefold.propagation.arc_consistency import ArcConsistency

            return ArcConsistency(spec)
        from threefold.propagation.relaxation import Relaxation

        return Relaxation(spec)


def parse_views(text: str, options: Mapping[str, str]) -> list[View]:
    """`options` are encodings for every `up`."""
    names = [name.strip() for name in text.split(",")] if isinstance(text, str) else [""]
    views = [_view(name, options) for name in names]
    if len({(view.kind, str(view.configuration)) for view in views}) < len(views):
        raise BadInput(f"«views»: two of them are the same in {text!r}")
    if options and all(view.configuration is None for view in views):
        raise BadInput(f"«{next(iter(options))}» is for the view up (got {text})")
    return views


def _view(name: str, options: Mapping[str, str]) -> View:
    kind, plus, encoding = name.partition("+")
    if kind not in VIEWS or (plus and kind != "up"):
        near = did_you_mean(kind, VIEWS) if kind not in VIEWS else ""
        raise BadInput(f"«views»: expected {', '.join(VIEWS)}, or up+OPTION=VALUE (got {name!r:.60}){near}")
    if kind == "up" and (encoding.endswith(f"={NATIVE}") or f"={NATIVE}+" in encoding or NATIVE in options.values()):
        raise BadInput(f"«views»: unit propagation needs clauses: choose an encoding that is not {NATIVE}")
    return View(name, kind, parse(f"sat{plus}{encoding}", options) if kind == "up" else None)
