"""What a line passes through, who chose what in it, and what it comes to."""

from __future__ import annotations

from itertools import islice

from ...model.terms import Side
from ...rules.damage.announcement import Announcement, announcement
from ...rules.damage.listing import groups
from ...rules.damage.resolution import strike
from ...rules.position import DEAD, RETURNED, Body, Position, Table, losers
from ...search.context import LineStep
from ...search.parts import parts_of

__all__ = ["choosers", "played", "positions_of", "what_happens"]


def positions_of(table: Table, steps: tuple[LineStep, ...]) -> list[Position]:
    """The positions that a line passes: before each step, and at its end."""
    found = [table.start]
    for step in steps:
        found.append(strike(table, found[-1], step.attacking, step.defending).position)
    return found


def played(table: Table, steps: tuple[LineStep, ...]) -> tuple[LineStep, ...]:
    """A line without the steps that may be written after the end of combat."""
    return tuple(step for step, at in zip(steps, positions_of(table, steps), strict=False) if not at.over)


def choosers(table: Table, position: Position, side: Side) -> dict[int, Side | None]:
    """Who chooses how each creature of a side divides its damage in the step at hand; None where that is forced.

    By the creature's number. A division is forced where every legal announcement of the side has the same.
    """
    ann = announcement(table, position, side)
    other = Side.DEFENDING if side is Side.ATTACKING else Side.ATTACKING
    found: dict[int, Side | None] = {}
    for part in parts_of(ann) if ann.sources else ():
        for place, source in enumerate(part.sources):
            free = source.optional or (len(source.recipients) > 1 and divides(part, place))
            found[source.creature] = (other if source.substitute else side) if free else None
    return found


def divides(part: Announcement, place: int) -> bool:
    """A source has more than one division that goes with legal ones of the others."""
    others = part.sources[:place] + part.sources[place + 1 :]
    group = groups(part._replace(sources=(part.sources[place], *others)))[0]  # so that it divides first
    return len({division for division, _ in islice(group.choices(0, group.start), 2)}) > 1


def what_happens(position: Position) -> tuple[object, ...]:
    """What a person would call another result: fates of creatures, life, poison, loyalty and defense, who lost."""

    def fate(body: Body) -> int:
        return body.place if body.place in (DEAD, RETURNED) else 0

    return (
        tuple(map(fate, position.attackers)), tuple(map(fate, position.blockers)), position.permanents,
        position.attacker_life, position.attacker_poison, position.defender_life, position.defender_poison,
        losers(position),
    )  # fmt: skip
