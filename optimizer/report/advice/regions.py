"""The fights of a combat that have nothing to do with each other, each as a table of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...rules.damage.resolution import Event, strike
from ...rules.position import Position, Table
from ...rules.score import Prices
from ...search.context import LineStep
from ...search.line.dispatch import excerpt
from ...search.line.frontier import attacker_can_lose, can_lose
from ...search.parts import table_parts

__all__ = ["FightRegion", "regions_of"]


@dataclass(frozen=True)
class FightRegion:
    """A fight that has nothing to do with the rest, as a table of its own, with the line's part in it."""

    table: Table
    start: Position
    prices: Prices
    steps: tuple[LineStep, ...]
    attackers: list[int] | None = None
    blockers: list[int] | None = None

    def whole(self, table: Table, steps: tuple[LineStep, ...], line: tuple[LineStep, ...]) -> tuple[LineStep, ...]:
        """The line of the whole combat in which this fight goes another way."""
        if self.attackers is None or self.blockers is None:
            return line
        ours, theirs = self.attackers, self.blockers
        position = table.start
        found: list[LineStep] = []
        while not position.over:
            place = len(found)
            attacking: list[Event] = []
            defending: list[Event] = []
            if place < len(steps):
                attacking += (event for event in steps[place].attacking if event[0] not in ours)
                defending += (event for event in steps[place].defending if event[0] not in theirs)
            if place < len(line):
                attacking += ((ours[s], theirs[r] if r >= 0 else r, n) for s, r, n in line[place].attacking)
                defending += ((theirs[s], ours[r], n) for s, r, n in line[place].defending)
            step = LineStep(position.first, tuple(sorted(attacking)), tuple(sorted(defending)))
            found.append(step)
            position = strike(table, position, step.attacking, step.defending).position
        return tuple(found)


def regions_of(table: Table, steps: tuple[LineStep, ...], prices: Prices) -> Iterator[FightRegion]:
    """The fights of a combat; all in one where what they add up to can end the game."""
    parts = table_parts(table, table.start)
    if len(parts) == 1 or can_lose(table, table.start) or attacker_can_lose(table, table.start):
        yield FightRegion(table, table.start, prices, steps)
        return
    for attackers, blockers in parts:
        small, start = excerpt(table, table.start, attackers, blockers)
        at_attacker = {whole: number for number, whole in enumerate(attackers)}
        at_blocker = {whole: number for number, whole in enumerate(blockers)}
        mine = tuple(
            LineStep(
                step.first,
                tuple((at_attacker[s], at_blocker[r] if r >= 0 else r, n) for s, r, n in step.attacking
                      if s in at_attacker),
                tuple((at_blocker[s], at_attacker[r], n) for s, r, n in step.defending if s in at_blocker),
            )
            for step in steps
        )  # fmt: skip
        yield FightRegion(small, start, prices.restricted(attackers, blockers), mine, attackers, blockers)
