"""What one side announces in one damage step: its sources, what each may give to, and what has to be lethal (510.1).

This is the one place that says who assigns how much to whom; the predicate, the generator, the count and the solvers
all start from it.
"""

from __future__ import annotations

from typing import NamedTuple

from ...model.terms import Side
from ..position import FIGHTING, TO_PLAYER, Position, Table

__all__ = ["Announcement", "Source", "announcement", "target_of"]


class Source(NamedTuple):
    """A creature that assigns combat damage in this step.

    Its damage goes to `creatures` (opposing ones it is paired with, in damage assignment order), to `target`, and with
    `over` (trample over planeswalkers onto one) also to the player. Legal are the divisions of all of `amount` where

    * `free` holds (unblocked, or as though it weren't blocked, or trample with no blocker left) and no creature gets
      anything; or else there are creatures, and `target` and the player get something only if `tramples`
      and every one of `creatures` is assigned lethal damage (702.19b);
    * with `bound`, a creature gets something only if all before it in `creatures` are assigned lethal damage
      (510.1c and d until 2024);
    * with `over`, the player gets something only if the planeswalker is assigned its loyalty (702.19c).

    `optional`: it may also assign nothing at all: as though it weren't blocked when what it attacks is gone, or not so
    when no blocker is left. `substitute`: the other player divides it (702.22j and k).
    """

    creature: int
    amount: int
    creatures: tuple[int, ...]
    target: int | None
    free: bool
    tramples: bool
    over: bool
    bound: bool
    deathtouch: bool
    substitute: bool
    optional: bool = False

    @property
    def recipients(self) -> tuple[int, ...]:
        """All that it may give to: creatures, then what it attacks, then the player with `over`."""
        more: tuple[int, ...] = ()
        if self.target is not None and (self.free or self.tramples):
            more = (self.target, TO_PLAYER) if self.over else (self.target,)
        return self.creatures + more


class Announcement(NamedTuple):
    """All that one side announces. `needs`: for each opposing creature by number, how much more damage would be lethal
    (0 where its marked damage is already; a deathtouch source needs at most 1). `loyalty`: of each planeswalker and
    battle."""

    side: Side
    sources: tuple[Source, ...]
    needs: tuple[int, ...]
    loyalty: tuple[int, ...]


def announcement(table: Table, position: Position, side: Side) -> Announcement:
    """What a side announces in the step that a position stands at.

    Creatures that have nothing to assign, or nothing to assign it to, are no sources (510.1a to d).
    """
    opposing = position.blockers if side is Side.ATTACKING else position.attackers
    needs = tuple([max(0, body.toughness - body.damage) for body in opposing])
    if position.over:
        sources: tuple[Source, ...] = ()
    elif side is Side.ATTACKING:
        sources = attacking_sources(table, position)
    else:
        sources = defending_sources(table, position)
    return Announcement(side, sources, needs, position.permanents)


def attacking_sources(table: Table, position: Position) -> tuple[Source, ...]:
    """The attackers that assign damage."""
    sources: list[Source] = []
    blockers = position.blockers
    for index, (traits, body) in enumerate(zip(table.attackers, position.attackers, strict=True)):
        if body.place != FIGHTING or not table.assigns(position, traits, index):
            continue
        amount = traits.amount(body)
        if not amount:
            continue
        target = target_of(table, position, index)
        creatures = tuple([b for b in table.blocked_by[index] if blockers[b].place == FIGHTING])
        blocked = table.blocked[index]
        free = target is not None and (not blocked or traits.free or (traits.trample and not creatures))
        optional = traits.free and blocked and (target is None if creatures else not traits.trample)
        if not creatures and not free:
            continue  # 510.1b, 510.1c: it assigns no combat damage
        substitute = table.banded and any(table.blockers[b].banding for b in creatures)
        over = traits.over and target is not None and target < TO_PLAYER and -2 - target < table.walkers
        sources.append(
            Source(index, amount, creatures, target, free, traits.trample and target is not None and blocked, over,
                   table.ordered and not substitute, traits.deathtouch, substitute, optional)
        )  # fmt: skip
    return tuple(sources)


def target_of(table: Table, position: Position, attacker: int) -> int | None:
    """What an attacker's damage goes to past its blockers: what it attacks, None where that is gone.

    With trample over planeswalkers, the player where the planeswalker is gone (702.19e).
    """
    target = table.targets[attacker]
    if target is None:
        return TO_PLAYER if table.attackers[attacker].over else None
    if target < TO_PLAYER and not position.permanents[-2 - target]:
        # a planeswalker or battle without loyalty or defense has left the battlefield (704.5i, v)
        return TO_PLAYER if table.attackers[attacker].over and -2 - target < table.walkers else None
    return target


def defending_sources(table: Table, position: Position) -> tuple[Source, ...]:
    """The blockers that assign damage: to attackers they block, and nowhere else (510.1d, 702.19a)."""
    sources: list[Source] = []
    attackers = position.attackers
    offset = len(table.attackers)
    for index, (traits, body) in enumerate(zip(table.blockers, position.blockers, strict=True)):
        if body.place != FIGHTING or not table.assigns(position, traits, offset + index):
            continue
        amount = traits.amount(body)
        creatures = tuple([a for a in table.blocks[index] if attackers[a].place == FIGHTING])
        if not amount or not creatures:
            continue
        substitute = table.banded and any(table.attackers[a].banding for a in creatures)
        sources.append(
            Source(index, amount, creatures, None, False, False, False, table.ordered and not substitute,
                   traits.deathtouch, substitute)
        )  # fmt: skip
    return tuple(sources)
