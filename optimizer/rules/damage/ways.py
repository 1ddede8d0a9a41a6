"""The ways in which one source may divide its damage, as demands on its recipients (510.1c, d; 702.19b, c)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from ..position import permanent
from .announcement import Announcement, Source

__all__ = ["Demand", "Plan", "need_of", "settled", "variants", "ways"]


class Demand(NamedTuple):
    """What a way asks of one recipient: `gets` something, at least `least`; `lethal` once all is assigned."""

    gets: bool
    least: int
    lethal: bool


NOTHING: Final = Demand(False, 0, False)
ANY: Final = Demand(True, 0, False)
SOME: Final = Demand(True, 1, False)
LETHAL: Final = Demand(True, 0, True)
SPARED: Final = Demand(False, 0, True)  # lethal without this source
STRUCK: Final = Demand(True, 1, True)


def ways(source: Source) -> list[tuple[Demand, ...]]:
    """The ways a source may divide its damage, aligned with its recipients; every legal division fits exactly one."""
    if not source.amount:  # a variant that assigns nothing
        return [(NOTHING,) * len(source.recipients)]
    size = len(source.creatures)
    rest = len(source.recipients) - size
    beyond: list[tuple[Demand, ...]] = []
    if rest:  # 702.19c: the player only once the planeswalker is assigned its loyalty
        beyond = [(SOME, NOTHING), (LETHAL, SOME)] if source.over else [(SOME,)]
    found: list[tuple[Demand, ...]] = []
    if size and source.bound:  # 510.1c and d until 2024, by the last creature that gets something
        found += [(LETHAL,) * last + (SOME,) + (NOTHING,) * (size - last - 1 + rest) for last in range(size)]
    elif size:
        found.append((ANY,) * size + (NOTHING,) * rest)
    if size and source.tramples and source.free:
        # all past the creatures is legal by `free` already, so here one is struck: by the first that is
        found += [
            (SPARED,) * first + (STRUCK,) + (LETHAL,) * (size - first - 1) + tail
            for first in range(size)
            for tail in beyond
        ]
    elif size and source.tramples:  # 702.19b
        found += [(LETHAL,) * size + tail for tail in beyond]
    if source.free:
        found += [(NOTHING,) * size + tail for tail in beyond]
    return found


class Plan(NamedTuple):
    """A way with what concerns nobody else worked in: `parts` are the places among the recipients that get something,
    each at least its `least`; `required` has a bit for each of the group's shared recipients that must be lethal."""

    parts: tuple[int, ...]
    least: tuple[int, ...]
    required: int


def settled(ann: Announcement, source: Source, way: tuple[Demand, ...], place_of: dict[int, int]) -> Plan | None:
    """The plan of a way, or None where it can't be followed whatever the other sources do."""
    parts: list[int] = []
    least: list[int] = []
    required = 0
    for place, (recipient, demand) in enumerate(zip(source.recipients, way, strict=True)):
        low = demand.least
        if demand.lethal and recipient in place_of:
            required |= 1 << place_of[recipient]
        elif demand.lethal:
            need = need_of(ann, recipient)
            low = max(low, min(1, need) if source.deathtouch and recipient >= 0 else need)
        if demand.gets:
            parts.append(place)
            least.append(low)
        elif low:
            return None
    return Plan(tuple(parts), tuple(least), required) if sum(least) <= source.amount else None


def need_of(ann: Announcement, recipient: int) -> int:
    """How much damage makes a creature lethal, or is a planeswalker's loyalty."""
    return ann.needs[recipient] if recipient >= 0 else ann.loyalty[permanent(recipient)]


def variants(ann: Announcement) -> Iterator[Announcement]:
    """The announcement with each optional source either assigning its damage or, as amount 0, nothing at all.

    No division fits two of them.
    """
    optional = [place for place, source in enumerate(ann.sources) if source.optional]
    for idle in product((False, True), repeat=len(optional)):
        sources = list(ann.sources)
        for place, nothing in zip(optional, idle, strict=True):
            sources[place] = sources[place]._replace(optional=False, amount=0 if nothing else sources[place].amount)
        yield ann._replace(sources=tuple(sources))
