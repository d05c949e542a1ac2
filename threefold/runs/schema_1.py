"""The hash of a spec in checkpoints and run keys of schema 1; kept to migrate them. Today's is `language.canonical.digest`."""

from functools import cached_property
from hashlib import blake2b

from threefold.language import Spec
from threefold.language.kinds import Kind


def identity(spec: Spec) -> str:
    """A hash of the variables, domains and constraints in their order."""
    variables = [(str(x), tuple(x.domain), x.boolean, x.derived) for x in spec.variables]
    posted = [(each.group, _shape(each.constraint)) for each in spec.posted]
    return hashed((spec.name, variables, posted))


def hashed(value: object) -> str:
    return blake2b(repr(value).encode(), digest_size=16).hexdigest()


def _shape(thing: object) -> object:
    """A constraint as nested tuples of its fields; its text leaves the middle of long lists out."""
    match thing:
        case Kind():
            fields = {name: value for name, value in vars(thing).items() if not _cached(thing, name)}
            return type(thing).__name__, [(name, _shape(value)) for name, value in sorted(fields.items())]
        case tuple():
            return tuple(map(_shape, thing))
        case _:
            return thing


def _cached(thing: object, name: str) -> bool:
    return isinstance(getattr(type(thing), name, None), cached_property)
