"""Combats as plain tuples, which go from one process to another several times as fast as the objects themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any

from ...model.combat import Battle, Combat, Planeswalker, Player, Weights
from ...model.creature import Attacker, Blocker

__all__ = ["Packed", "pack", "unpack"]

Packed = tuple[Any, ...]
"""A combat's fields in their order, its parts as tuples of theirs."""

PARTS: tuple[tuple[str, type, bool], ...] = (
    ("attackers", Attacker, True),
    ("blockers", Blocker, True),
    ("planeswalkers", Planeswalker, True),
    ("battles", Battle, True),
    ("attacking_player", Player, False),
    ("defending_player", Player, False),
    ("weights", Weights, False),
)
"""The fields of a combat that hold values of classes of our own: many, or one."""

WORDS = ("edition", "step", "pending", "at_beginning")
"""The other fields."""


@cache
def reader(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """Takes the fields of a value of the kind."""
    return attrgetter(*[field.name for field in fields(kind)])


@cache
def writers(kind: type) -> list[Callable[[Any, Any], None]]:
    """What sets the fields of a new value of the kind, which is frozen for everybody else."""
    return [getattr(kind, field.name).__set__ for field in fields(kind)]


def rebuilt(kind: type, many: Iterable[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Values of the kind from their fields, which were checked when the first ones were made."""
    setters = writers(kind)
    found = []
    for values in many:
        one: Any = object.__new__(kind)
        for write, value in zip(setters, values, strict=True):
            write(one, value)
        found.append(one)
    return tuple(found)


def pack(combat: Combat) -> Packed:
    """A combat as a tuple, without what has been compiled of it.

    >>> combat = Combat.parse("Wurm 6/4 trample <- Bear 2/2 | defender 12")
    >>> unpack(pack(combat)) == combat
    True
    """
    packed = [getattr(combat, name) for name in WORDS]
    for name, kind, several in PARTS:
        value, read = getattr(combat, name), reader(kind)
        packed.append(tuple(map(read, value)) if several else read(value))
    return tuple(packed)


def unpack(packed: Packed) -> Combat:
    """The combat of a tuple; nothing is checked again."""
    combat = object.__new__(Combat)
    inside = vars(combat)
    inside.update(zip(WORDS, packed, strict=False))
    for (name, kind, several), values in zip(PARTS, packed[len(WORDS) :], strict=True):
        inside[name] = rebuilt(kind, values) if several else rebuilt(kind, (values,))[0]
    return combat
