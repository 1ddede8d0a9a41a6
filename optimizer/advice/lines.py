"""What a line passes through, who chose what in it, and what it comes to."""

from __future__ import annotations

from itertools import islice

from ..announcement import announcement
from ..listing import groups
from ..resolution import lost, strike
from ..solver.context import LineStep
from ..table import DEAD, RETURNED, Body, Position, Table
from ..terms import Side

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
    for place, source in enumerate(ann.sources):
        others = ann.sources[:place] + ann.sources[place + 1 :]
        group = groups(ann._replace(sources=(source, *others)))[0]  # it divides first, so whatever can be completed
        free = len({division for division, _ in islice(group.choices(0, group.start), 2)}) > 1
        found[source.creature] = (other if source.substitute else side) if free else None
    return found


def what_happens(position: Position) -> tuple[object, ...]:
    """What a person would call another result: fates of creatures, life, poison, loyalty and defense, who lost."""

    def fate(body: Body) -> int:
        return body.place if body.place in (DEAD, RETURNED) else 0

    return (
        tuple(map(fate, position.attackers)), tuple(map(fate, position.blockers)), position.permanents,
        position.attacker_life, position.attacker_poison, position.defender_life, position.defender_poison,
        lost(position),
    )  # fmt: skip
